/* waiting.c: the referee's view: who sent what revision when, who is awaited */
#include "cli/game.h"

#include "base/node.h"
#include "base/str.h"
#include "show/wrap.h"
#include "trust/inbox.h"
#include "trust/store.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char *
moment(struct arena *a, time_t t)
{
	struct tm tm;
	char s[40];

	if (gmtime_r(&t, &tm) == NULL ||
	    strftime(s, sizeof s, "%Y-%m-%d %H:%M UTC", &tm) == 0)
		return "?";
	return arena_strdup(a, s);
}

static const char *
arrived(struct cli *c, struct history *h, const struct inbox_entry *x)
{
	const char *dir;
	struct err none;
	struct stat st;

	if (history_private(&none, h, c->a, &dir) != ERR_OK || stat(
	    arena_printf(c->a, "%s/inbox/%ld.%s.%ld.toml", dir, x->exchange,
	    x->side, x->revision), &st) < 0)
		return "?";
	return moment(c->a, st.st_mtime);
}

int
waiting_node(struct err *e, struct cli *c, struct history *h,
    const struct position *p, const char *id, struct node **out)
{
	struct history_commit head;
	struct inbox_entry *x;
	struct err none;
	bool referee = false;
	size_t n;
	int rc;

	*out = NULL;
	if (p->result != NULL || store_has_secret(&none, c->a,
	    p->charter.game, &referee) != ERR_OK || !referee ||
	    !history_is_private(h))
		return ERR_OK;
	rc = history_read_commit(e, h, c->a, id, &head);
	if (rc == ERR_OK)
		rc = inbox_get(e, c->a, h, p->n, &x, &n);
	if (rc != ERR_OK)
		return rc;
	*out = node_array(c->a);
	for (int i = 0; i < p->charter.nsides; i++) {
		struct node *t = node_table(c->a);

		if (p->charter.side[i].bot)
			continue;
		node_add_string(c->a, t, "side", p->charter.side[i].name);
		node_add_bool(c->a, t, "asked", position_asked(p, i));
		node_add_string(c->a, t, "since", moment(c->a,
		    (time_t)head.time));
		for (size_t k = 0; k < n; k++) {
			if (strcmp(x[k].side, p->charter.side[i].name) != 0)
				continue;
			node_add_int(c->a, t, "revision", x[k].revision);
			node_add_string(c->a, t, "arrived", arrived(c, h,
			    &x[k]));
		}
		node_add(c->a, *out, NULL, t);
	}
	return ERR_OK;
}

void
waiting_words(struct cli *c, const struct node *list, struct str *out)
{
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		const char *side = node_str(x, "side");
		long long revision = (long long)node_integer(x, "revision",
		    0);

		if (revision > 0)
			wrap_text(out, arena_printf(c->a, "%s: revision %lld "
			    "arrived %s.", side, revision, node_str(x,
			    "arrived")), 0, 4);
		else if (node_boolean(x, "asked", false))
			wrap_text(out, arena_printf(c->a, "%s: awaited since "
			    "%s.", side, node_str(x, "since")), 0, 4);
		else
			wrap_text(out, arena_printf(c->a, "%s: sent nothing, "
			    "and nothing is asked of it.", side), 0, 4);
	}
}
