/* audit.c: a whole history checked again, from nothing but the repository */
#include "trust/audit_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/found.h"
#include "trust/past.h"
#include "trust/terms.h"

#include <string.h>

static int
read_at(struct audit_work *w, struct arena *a, long n, struct audit_at *out)
{
	*out = (struct audit_at){ .n = n, .c = &w->commit[n] };
	return history_read_beside(w->e, w->h, a, out->c->id, NULL,
	    w->first.files, w->first.nfiles, &out->files, &out->nfiles);
}

/* What was wrong with it was wrong in the history. */
static int
blame(struct audit_work *w, const struct audit_at *x)
{
	err_unverified(w->e);
	return audit_blame(w->e, x->n, x->c->id);
}

/* -------------------------------------------------------- the founding */

static int
read_charter(struct audit_work *w, const struct audit_at *x)
{
	const struct history_file *f = position_file(x->files, x->nfiles,
	    "game.toml");

	if (f == NULL)
		return err_set(w->e, ERR_VERIFY, "game.toml: it is missing: "
		    "this is no game");
	return charter_parse(w->e, w->a, f->path, f->data, f->len,
	    &w->charter);
}

static int
load_rules(struct audit_work *w, const struct audit_at *x, struct rules *r,
    struct game *g)
{
	struct rules_file *list = arena_new(w->here, struct rules_file,
	    x->nfiles + 1);
	size_t n = 0;
	int rc;

	for (size_t i = 0; i < x->nfiles; i++)
		if (strncmp(x->files[i].path, "rules/", 6) == 0)
			list[n++] = (struct rules_file){ x->files[i].path + 6,
			    x->files[i].data, x->files[i].len };
	rc = charter_check_rules(w->e, &w->charter, list, n);
	if (rc == ERR_OK)
		rc = rules_from_files(w->e, w->here, w->charter.system,
		    w->charter.scenario, list, n, r);
	if (rc == ERR_OK)
		rc = rules_game(w->e, w->here, r, NULL, g);
	return rc;
}

/* The commitment of exchange 0, as it was published. */
static int
first_commitment(struct audit_work *w, const struct audit_at *x,
    const char **out)
{
	const struct history_file *f = position_file(x->files, x->nfiles,
	    "turn.toml");
	uint8_t hash[HASH_BYTES];
	struct node *t = NULL;

	if (f == NULL)
		return err_set(w->e, ERR_VERIFY, "turn.toml: it is missing");
	if (toml_read(w->e, w->here, f->path, f->data, f->len, TOML_MAX_SIZE,
	    &t) != ERR_OK)
		return w->e->code;
	*out = node_str(t, "commitment");
	if (*out == NULL || hash_unhex(hash, sizeof hash, *out) < 0)
		return err_set(w->e, ERR_VERIFY, "turn.toml: commitment must "
		    "be there, 64 digits 0-9 and a-f");
	return ERR_OK;
}

static int
check_founding(struct audit_work *w, const struct audit_at *x)
{
	struct rules *r = arena_new(w->here, struct rules, 1);
	struct game *g = arena_new(w->here, struct game, 1);
	struct exchange_output made;
	const char *claimed = NULL;
	int rc = audit_commit(w, x);

	if (rc == ERR_OK)
		rc = audit_program(w, x);
	if (rc == ERR_OK)
		rc = load_rules(w, x, r, g);
	if (rc == ERR_OK)
		rc = first_commitment(w, x, &claimed);
	if (rc == ERR_OK)
		rc = exchange_found(w->e, w->here, &w->charter, r, g,
		    w->secret, claimed, &made);
	if (rc == ERR_OK)
		rc = audit_same(w, x, made.file, made.nfiles);
	if (rc == ERR_OK)
		rc = audit_message(w, x, &made);
	return rc;
}

/* -------------------------------------------------------- an exchange */

/* The sides that turn.toml says were late. */
static int
read_late(struct audit_work *w, const struct audit_at *x,
    const char *late[CHARTER_SIDES], int *n)
{
	const struct history_file *f = position_file(x->files, x->nfiles,
	    "turn.toml");
	const struct node *list;
	struct node *t = NULL;

	*n = 0;
	if (f == NULL)
		return err_set(w->e, ERR_VERIFY, "turn.toml: it is missing");
	if (toml_read(w->e, w->here, f->path, f->data, f->len, TOML_MAX_SIZE,
	    &t) != ERR_OK)
		return w->e->code;
	list = node_array_of(t, "late");
	for (list = list ? list->child : NULL; list; list = list->next) {
		if (list->type != NODE_STRING || *n == CHARTER_SIDES ||
		    charter_side(&w->charter, list->s) < 0)
			return err_set(w->e, ERR_VERIFY, "turn.toml: late is "
			    "no list of the game's sides");
		late[(*n)++] = list->s;
	}
	return ERR_OK;
}

/* Who speaks for the sides in the exchange that this turn opened. */
static int
read_terms(struct audit_work *w, const struct audit_at *before)
{
	const struct history_file *f = position_file(before->files,
	    before->nfiles, "turn.toml");
	struct charter *c = arena_new(w->here, struct charter, 1);
	struct node *t = NULL;

	if (f == NULL || toml_read(w->e, w->here, "turn.toml", f->data, f->len,
	    TOML_MAX_SIZE, &t) != ERR_OK)
		return err_set(w->e, ERR_VERIFY, "turn.toml of the commit "
		    "before this one is missing or cannot be read");
	*c = w->charter;
	w->now = c;
	return terms_apply(w->e, w->here, node_table_of(t, "terms"), c);
}

static void
count_sealed(struct audit_work *w, const struct exchange_output *x)
{
	for (int i = 0; i < w->charter.nsides; i++)
		if (x->blind && !(x->game->player[i].known_orders &&
		    x->game->player[i].known_answers))
			w->sealed[i]++;
}

static int
check_exchange(struct audit_work *w, const struct audit_at *before,
    const struct audit_at *x)
{
	struct past past = { .h = w->h, .commit = w->commit,
	    .n = w->ncommits };
	struct exchange_paper *paper = NULL;
	const char *late[CHARTER_SIDES];
	struct exchange_input in = { .files = before->files,
	    .nfiles = before->nfiles, .past = past_of(&past),
	    .late = late, .secret = w->secret, .claimed = x->files,
	    .nclaimed = x->nfiles };
	struct exchange_output made;
	int rc = audit_commit(w, x);

	in.loaded = arena_new(w->here, struct position, 1);
	if (rc == ERR_OK)
		rc = audit_program(w, x);
	if (rc == ERR_OK)
		rc = read_terms(w, before);
	if (rc == ERR_OK)
		rc = audit_sent(w, before, x, &paper, &in.npapers);
	in.paper = paper;
	if (rc == ERR_OK)
		rc = audit_dice(w, before, x);
	if (rc == ERR_OK)
		rc = read_late(w, x, late, &in.nlate);
	if (rc == ERR_OK)
		rc = position_load_on(w->e, w->here, w->ground, before->files,
		    before->nfiles, in.loaded);
	if (rc == ERR_OK)
		rc = exchange_run(w->e, w->here, &in, &made);
	if (rc == ERR_OK)
		rc = audit_same(w, x, made.file, made.nfiles);
	if (rc == ERR_OK)
		rc = audit_message(w, x, &made);
	if (rc == ERR_OK && !made.decided)
		rc = audit_asked(w, x, made.before, late, in.nlate);
	if (rc == ERR_OK)
		count_sealed(w, &made);
	return rc;
}

/* ------------------------------------------------------------- all of it */

/* The secret, where it is out: before anything is carried out again. */
static int
find_secret(struct audit_work *w)
{
	struct arena a = {0};
	struct audit_at last;
	int rc = read_at(w, &a, (long)w->ncommits - 1, &last);

	w->here = &a;
	if (rc == ERR_OK)
		rc = audit_secret(w, &last);
	if (rc != ERR_OK)
		rc = blame(w, &last);
	arena_free(&a);
	return rc;
}

/*
 * The founding has been made again: its charter, rules and board serve all
 * that follows; and no text is parsed twice, as long as two commits need it.
 * What is wrong with them is told of the commit that is played on.
 */
static void
keep_ground(struct audit_work *w)
{
	struct position *p = arena_new(w->a, struct position, 1);
	struct err ignored;

	if (position_ground(&ignored, w->a, w->first.files, w->first.nfiles,
	    p) == ERR_OK)
		w->ground = p;
	toml_keep(true);
}

static int
check_first(struct audit_work *w)
{
	struct arena here = {0};
	int rc;

	w->here = &here;
	rc = check_founding(w, &w->first);
	if (rc != ERR_OK)
		rc = blame(w, &w->first);
	else
		w->out->commits++;
	arena_free(&here);
	return rc;
}

/* Of each commit only the one before is needed. */
int
audit_range(struct audit_work *w, long from, long to)
{
	struct arena files[2] = { { 0 }, { 0 } }, here = {0};
	struct audit_at at[2];
	int rc = read_at(w, &files[(from - 1) & 1], from - 1,
	    &at[(from - 1) & 1]);

	if (rc != ERR_OK)
		rc = blame(w, &at[(from - 1) & 1]);
	for (long n = from; rc == ERR_OK && n < to; n++) {
		struct audit_at *x = &at[n & 1];

		toml_keep_turn();
		arena_free(&files[n & 1]);
		arena_free(&here);
		w->here = &here;
		rc = read_at(w, &files[n & 1], n, x);
		if (rc == ERR_OK)
			rc = check_exchange(w, &at[(n - 1) & 1], x);
		if (rc != ERR_OK)
			rc = blame(w, x);
		else
			w->out->commits++;
	}
	arena_free(&files[0]);
	arena_free(&files[1]);
	arena_free(&here);
	return rc;
}

static int
check_all(struct audit_work *w, int jobs)
{
	int rc = check_first(w);

	if (rc != ERR_OK || w->ncommits == 1)
		return rc;
	keep_ground(w);
	rc = audit_jobs(w, 1, (long)w->ncommits, jobs);
	toml_keep(false);
	return rc;
}

static void
say_later(struct audit_work *w)
{
	struct node *list = node_array(w->a);

	w->out->later = list;
	if (w->secret != NULL)
		return;
	node_add(w->a, list, NULL, node_string(w->a, "that every seed was "
	    "fixed at the founding: the secret is published when the game "
	    "ends"));
	if (w->out->shuffles > 0)
		node_add(w->a, list, NULL, node_string(w->a, arena_printf(w->a,
		    "that the cards were shuffled and dealt as the rules say "
		    "(%ld shuffle%s): decks and hands are sealed until the "
		    "game ends", w->out->shuffles,
		    w->out->shuffles == 1 ? "" : "s")));
	for (int i = 0; i < w->charter.nsides; i++) {
		const struct charter_side *s = &w->charter.side[i];

		if (w->sealed[i] > 0)
			node_add(w->a, list, NULL, node_string(w->a,
			    arena_printf(w->a, s->bot ? "that the bot chose "
			    "for %s what answers.toml says (%ld exchange%s): "
			    "its picks come from the secret" : "that %s "
			    "answered what answers.toml says (%ld "
			    "exchange%s): something of it is sealed until the "
			    "game ends", s->name, w->sealed[i],
			    w->sealed[i] == 1 ? "" : "s")));
	}
}

/* What is for people and reads otherwise today, by file and version. */
static void
say_remarks(struct audit_work *w)
{
	struct node *list = node_array(w->a);

	for (const struct audit_remark *r = w->remark; r != NULL; r = r->next)
		node_add(w->a, list, NULL, node_string(w->a, arena_printf(w->a,
		    "%s was written by iacta %s (%ld commit%s), and this "
		    "version writes it otherwise; the facts hold", r->what,
		    r->program, r->n, r->n == 1 ? "" : "s")));
	w->out->remarks = list;
}

static int
prepare(struct audit_work *w)
{
	struct audit_at first;
	int rc = history_all(w->e, w->h, w->a, &w->commit, &w->ncommits);

	if (rc == ERR_OK && w->ncommits == 0)
		return err_set(w->e, ERR_INPUT, "there is no game in this "
		    "repository: refs/heads/main names no commit");
	if (rc != ERR_OK)
		return rc;
	rc = read_at(w, w->a, 0, &first);
	if (rc == ERR_OK)
		rc = read_charter(w, &first);
	if (rc != ERR_OK)
		return blame(w, &first);
	w->first = first;
	w->out->game = w->charter.game;
	memcpy(w->out->head, w->commit[w->ncommits - 1].id, 41);
	return find_secret(w);
}

int
audit(struct err *e, struct arena *a, struct history *h,
    const struct audit_receipt *receipt, int nreceipts, int jobs,
    struct audit_verdict *out)
{
	struct audit_work *w = arena_new(a, struct audit_work, 1);
	int rc;

	memset(out, 0, sizeof *out);
	w->e = e;
	w->a = a;
	w->h = h;
	w->out = out;
	rc = history_strict(e, h);
	if (rc == ERR_OK)
		rc = prepare(w);
	if (rc == ERR_OK)
		rc = check_all(w, jobs);
	if (rc == ERR_OK)
		rc = history_check(e, h);
	if (rc == ERR_OK)
		say_later(w);
	say_remarks(w);
	w->here = a;
	for (int i = 0; i < nreceipts && rc == ERR_OK; i++)
		rc = audit_receipt(w, &receipt[i]);
	return rc;
}
