/* home_check.c: all that is wrong with a submission, and what it would do */
#include "desk/home.h"
#include "desk/tell.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

static void
add_problem(struct home *m, struct checked *k, const char *part,
    const char *problem)
{
	struct node *t = node_table(m->a);

	node_add_string(m->a, t, "part", part);
	node_add_string(m->a, t, "problem", arena_strdup(m->a, problem));
	node_add(m->a, k->problems, NULL, t);
}

/* The header is of this turn. */
static void
check_header(struct home *m, struct checked *k, const char *file)
{
	struct err e;
	const char *msg;

	if (submission_answers(&e, file, &k->s, m->p->n, m->p->turn_sha) !=
	    ERR_OK) {
		msg = strstr(e.msg, ": ");
		add_problem(m, k, "header", msg ? msg + 2 : e.msg);
	}
}

static void
check_parts(struct home *m, struct checked *k, const char *file)
{
	struct node *list = desk_problems(&m->desk, k->paper);
	struct err e;

	for (const struct node *x = list->child; x != NULL; x = x->next)
		node_add(m->a, k->problems, NULL, node_copy(m->a, x));
	if (exchange_check_acceptance(&e, file, m->p, &k->s) != ERR_OK)
		add_problem(m, k, "deploy", e.msg);
	k->leaves = submission_leaves(&k->s,
	    m->p->charter.side[k->s.side].name, position_asks(m->p));
}

/* Of orders each is refused alone; another part that has a fault is left out
 * of the run. */
static void
leave_out(struct home *m, struct checked *k)
{
	struct node *t = node_table(m->a);

	for (const struct node *x = k->paper->child; x != NULL; x = x->next) {
		bool wrong = false;

		for (const struct node *y = k->problems->child; y; y = y->next)
			wrong = wrong || strcmp(node_str(y, "part"), x->key) ==
			    0;
		if (!wrong || strcmp(x->key, "order") == 0)
			node_add(m->a, t, x->key, node_copy(m->a, x));
	}
	k->paper = t;
}

/* A list that is none, and orders that are none, cannot be run. */
static bool
can_run(const struct checked *k)
{
	const struct node *x = k->s.part[PART_ORDER];

	if (x != NULL && x->type != NODE_ARRAY)
		return false;
	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (x->type != NODE_TABLE)
			return false;
	return true;
}

void
checked_refusals(struct home *m, struct checked *k)
{
	for (int i = 0; i < k->t.norders; i++) {
		const struct desk_order *o = &k->t.order[i];
		struct node *t;

		if ((o->undone == NULL && (o->verdict != DESK_REFUSED ||
		    o->assumed)) || tell_problem(k->problems, "order",
		    o->number))
			continue;
		t = node_table(m->a);
		node_add_string(m->a, t, "part", "order");
		node_add_int(m->a, t, "number", o->number);
		node_add_int(m->a, t, "line", o->line);
		node_add_string(m->a, t, "problem", o->undone ? o->undone :
		    o->reason);
		node_add(m->a, k->problems, NULL, t);
	}
	for (const struct node *x = k->t.answers->child; x; x = x->next)
		if (!tell_problem(k->problems, node_str(x, "part"), 0) &&
		    !tell_problem(k->problems, node_str(x, "part"),
		    (int)node_integer(x, "number", 0)))
			node_add(m->a, k->problems, NULL, node_copy(m->a, x));
}

int
home_check(struct err *e, struct home *m, const char *file,
    const struct submission *s, bool shut, const struct node *suppose,
    struct checked *k)
{
	int rc;

	*k = (struct checked){ .s = *s, .problems = node_array(m->a),
	    .warnings = node_array(m->a) };
	k->t.answers = node_array(m->a);
	k->paper = submission_table(m->a, s);
	check_header(m, k, file);
	check_parts(m, k, file);
	leave_out(m, k);
	k->ran = can_run(k);
	if (!k->ran)
		return ERR_OK;
	rc = desk_try(e, &m->desk, k->paper, suppose, &k->t);
	if (rc == ERR_OK && !shut)
		k->warnings = desk_warnings(&m->desk, k->paper, &k->t);
	return rc;
}
