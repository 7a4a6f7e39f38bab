/* position.c: one commit of a game, read and checked */
#include "trust/position.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/why.h"
#include "trust/seal.h"
#include "trust/terms.h"

#include <limits.h>
#include <sodium.h>
#include <string.h>

const char *const position_header[] = { "iacta", "game", "exchange",
	"commitment", "charter", "checkpoint", "previous", "transcript",
	"late", "trips", "result", "ask", "hand", "terms", "pending", NULL };

const struct history_file *
position_file(const struct history_file *files, size_t n, const char *path)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(files[i].path, path) == 0)
			return &files[i];
	return NULL;
}

/* A file that must be there. */
static int
need_file(struct err *e, const struct position *p, const char *path,
    const struct history_file **out)
{
	*out = position_file(p->files, p->nfiles, path);
	if (*out == NULL)
		return err_set(e, ERR_VERIFY, "%s: it is missing: this is no "
		    "commit of a game", path);
	return ERR_OK;
}

/* ... and its tree and SHA-256. */
static int
need_tree(struct err *e, struct arena *a, const struct position *p,
    const char *path, char sha[HASH_HEX], struct node **out)
{
	const struct history_file *f;
	int rc = need_file(e, p, path, &f);

	if (rc != ERR_OK)
		return rc;
	hash_sha256_hex(sha, f->data, f->len);
	if (toml_read(e, a, path, f->data, f->len, TOML_MAX_SIZE, out) !=
	    ERR_OK)
		return err_unverified(e);
	return ERR_OK;
}

/* What is shown of a turn file is shown as it stands there. */
static int
check_plain(struct err *e, const struct position *p)
{
	const struct node *x = node_hostile(p->turn);

	return x == NULL ? ERR_OK : err_set(e, ERR_VERIFY, "turn.toml: line "
	    "%d: a text with control characters", x->line);
}

static int
load_charter(struct err *e, struct arena *a, struct position *p)
{
	const struct history_file *f;
	int rc = need_file(e, p, "game.toml", &f);

	if (rc != ERR_OK)
		return rc;
	hash_sha256_hex(p->charter_sha, f->data, f->len);
	if (charter_parse(e, a, "game.toml", f->data, f->len, &p->charter) !=
	    ERR_OK)
		return err_unverified(e);
	return ERR_OK;
}

/* The charter's sides are the rules' own, in playing order. */
static int
check_sides(struct err *e, struct arena *a, struct position *p)
{
	const struct charter *c = &p->charter;
	bool same = c->nsides == p->game.nsides;

	for (int i = 0; same && i < c->nsides; i++)
		same = strcmp(c->side[i].name, p->game.side[i]) == 0;
	if (!same)
		return err_set(e, ERR_VERIFY, "game.toml: the sides of %s are "
		    "others than %s", c->scenario, charter_sides(a, c));
	for (int i = 0; i < c->nsides; i++)
		p->game.player[i].bot = c->side[i].bot;
	return ERR_OK;
}

static int
load_rules(struct err *e, struct arena *a, struct position *p)
{
	const struct charter *c = &p->charter;
	struct rules_file *list = arena_new(a, struct rules_file,
	    p->nfiles + 1);
	size_t n = 0;
	int rc;

	for (size_t i = 0; i < p->nfiles; i++)
		if (strncmp(p->files[i].path, "rules/", 6) == 0)
			list[n++] = (struct rules_file){ p->files[i].path + 6,
			    p->files[i].data, p->files[i].len };
	rc = charter_check_rules(e, c, list, n);
	if (rc != ERR_OK)
		return rc;
	rc = rules_from_files(e, a, c->system, c->scenario, list, n,
	    &p->rules);
	if (rc == ERR_OK && c->rules_revision != p->rules.revision)
		rc = err_set(e, ERR_VERIFY, "game.toml: its rules_revision is "
		    "%ld, that of rules/system.toml %d", c->rules_revision,
		    p->rules.revision);
	if (rc == ERR_OK)
		rc = rules_board(e, a, &p->rules, NULL, &p->game);
	p->game.words = why_words;
	if (rc == ERR_OK)
		rc = check_sides(e, a, p);
	return rc;
}

static bool
says(const struct node *t, const char *key, const char *value)
{
	const char *s = node_str(t, key);

	return s != NULL && strcmp(s, value) == 0;
}

static int
check_turn(struct err *e, struct position *p)
{
	int64_t n = node_integer(p->turn, "exchange", -1);

	if (node_integer(p->turn, "iacta", 0) != 1 || n < 0 || n > INT_MAX)
		return err_set(e, ERR_VERIFY, "turn.toml: iacta = 1 and "
		    "exchange, a number from 0, must be there");
	if (!says(p->turn, "game", p->charter.game))
		return err_set(e, ERR_VERIFY, "turn.toml: it is not of the "
		    "game %s", p->charter.game);
	if (!says(p->turn, "charter", p->charter_sha))
		return err_set(e, ERR_VERIFY, "turn.toml: its charter is not "
		    "the SHA-256 of game.toml, which is %.16s…",
		    p->charter_sha);
	if (!says(p->turn, "checkpoint", p->checkpoint_sha))
		return err_set(e, ERR_VERIFY, "turn.toml: its checkpoint is "
		    "not the SHA-256 of checkpoint.toml, which is %.16s…",
		    p->checkpoint_sha);
	p->n = (long)n;
	p->game.exchange = (int)n;
	p->result = node_str(p->turn, "result");
	return ERR_OK;
}

/* What the players have agreed on since the founding. */
static int
read_terms(struct err *e, struct arena *a, struct position *p)
{
	const struct node *t = node_get(p->turn, "terms");
	int rc;

	if (t != NULL && t->type != NODE_TABLE)
		return err_set(e, ERR_VERIFY, "turn.toml: terms must be a "
		    "table");
	rc = terms_apply(e, a, t, &p->charter);
	if (rc == ERR_OK)
		rc = rules_check_revision(e, p->game.sys,
		    p->charter.rules_revision);
	p->game.revision = (int)p->charter.rules_revision;
	return rc;
}

/* The position as it was published. */
static int
read_state(struct err *e, struct arena *a, struct position *p)
{
	struct game *g = &p->game;
	struct field_names names = { .grid = g->grid, .side = g->side,
	    .nsides = g->nsides };
	int rc;

	field_clear(g->state, g->sys->fields, &names);
	rc = field_read(e, a, p->turn, g->state, g->sys->fields, &names,
	    position_header);
	if (rc == ERR_OK && g->sys->check != NULL)
		rc = g->sys->check(e, g->data, g->state);
	if (rc != ERR_OK) {
		err_prefix(e, "turn.toml");
		return err_unverified(e);
	}
	return ERR_OK;
}

/* ------------------------------------------------------ what is hidden */

/* What was read has blanks for it. */
static void
conceal(struct position *p)
{
	struct game *g = &p->game;

	g->blind = game_hides(g);
	if (g->blind && g->sys->conceal != NULL) {
		g->sys->conceal(g->data, g->saved);
		g->sys->conceal(g->data, g->state);
	}
}

/* The plaintext of the checkpoint's `sealed`. */
static int
open_hidden(struct err *e, struct arena *a, const struct position *p,
    const uint8_t secret[32], struct node **out)
{
	const struct node *sealed = node_get(p->checkpoint, "sealed");
	uint8_t pk[32], sk[32];
	char *s;
	size_t n;
	int rc;

	if (sealed == NULL)
		return err_set(e, ERR_VERIFY, "checkpoint.toml: what is hidden "
		    "is missing: there is no sealed");
	seal_keypair(pk, sk, p->charter.game, secret);
	rc = seal_open(a, sealed, pk, sk, &s, &n);
	sodium_memzero(sk, sizeof sk);
	if (rc < 0)
		return err_set(e, ERR_VERIFY, "checkpoint.toml: what is sealed "
		    "there is not sealed to the key of %s", p->charter.game);
	return toml_read(e, a, "checkpoint.toml: sealed", s, n,
	    TOML_MAX_SIZE, out);
}

/* What is hidden at the founding stands in the rules. */
static int
start_hidden(struct err *e, struct arena *a, const struct position *p,
    struct node **out)
{
	struct game g;
	int rc = rules_game(e, a, &p->rules, NULL, &g);

	*out = node_table(a);
	if (rc == ERR_OK)
		game_hidden(&g, g.saved, *out);
	return rc;
}

/* What the bot's picks had to choose from is for those who verify them. */
static struct node *
without_picks(struct arena *a, const struct node *t)
{
	struct node *out = node_table(a);

	for (const struct node *x = t->child; x != NULL; x = x->next)
		if (strcmp(x->key, "picks") != 0)
			node_add(a, out, x->key, node_copy(a, x));
	return out;
}

int
position_unseal(struct err *e, struct arena *a, struct position *p,
    const uint8_t secret[32])
{
	struct node *t = NULL;
	int rc;

	if (!p->game.blind)
		return ERR_OK;
	rc = p->n == 0 ? start_hidden(e, a, p, &t) :
	    open_hidden(e, a, p, secret, &t);
	if (rc == ERR_OK)
		t = without_picks(a, t);
	if (rc == ERR_OK && (rc = game_hidden_read(e, &p->game, t)) != ERR_OK)
		err_prefix(e, "checkpoint.toml: sealed");
	if (rc != ERR_OK)
		return err_unverified(e);
	p->game.blind = false;
	return ERR_OK;
}

int
position_hold(struct err *e, struct arena *a, struct position *p, int side,
    const struct node *cards)
{
	struct game *g = &p->game;
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_HIDDEN };
	struct node *t = node_table(a), *hand;
	const char *ids[256];
	int rc, then;

	if (!game_has_hands(g) || !g->blind)
		return ERR_OK;
	hand = node_add_table(a, t, g->sys->hand_field != NULL ?
	    g->sys->hand_field : "hand");
	node_add(a, hand, g->side[side], node_copy(a, cards));
	then = g->sys->hand(g->data, g->saved, side, ids, 256);
	rc = field_read(e, a, t, g->state, g->sys->fields, &names, NULL);
	if (rc == ERR_OK && then == (int)cards->n)
		rc = field_read(e, a, t, g->saved, g->sys->fields, &names,
		    NULL);
	if (rc != ERR_OK) {
		err_prefix(e, "turn.toml: the %s of %s", game_hand_name(g),
		    g->side[side]);
		return err_unverified(e);
	}
	return ERR_OK;
}

/* ---------------------------------------------------------------- a commit */

int
position_ground(struct err *e, struct arena *a,
    const struct history_file *files, size_t n, struct position *out)
{
	int rc;

	memset(out, 0, sizeof *out);
	out->files = files;
	out->nfiles = n;
	rc = load_charter(e, a, out);
	if (rc == ERR_OK)
		rc = load_rules(e, a, out);
	return rc;
}

static bool
is_ground(const char *path)
{
	return strcmp(path, "game.toml") == 0 || strncmp(path, "rules/", 6) ==
	    0;
}

/* Are these the files that `ground` was made from?  Both are sorted. */
static bool
is_same_ground(const struct position *ground,
    const struct history_file *files, size_t n)
{
	const struct history_file *x = ground->files, *end = x +
	    ground->nfiles;

	for (size_t i = 0; i < n; i++) {
		if (!is_ground(files[i].path))
			continue;
		while (x < end && !is_ground(x->path))
			x++;
		if (x == end || strcmp(x->path, files[i].path) != 0 ||
		    x->len != files[i].len || (x->data != files[i].data &&
		    memcmp(x->data, files[i].data, x->len) != 0))
			return false;
		x++;
	}
	while (x < end && !is_ground(x->path))
		x++;
	return x == end;
}

int
position_load(struct err *e, struct arena *a,
    const struct history_file *files, size_t n, struct position *out)
{
	return position_load_on(e, a, NULL, files, n, out);
}

int
position_load_on(struct err *e, struct arena *a,
    const struct position *ground, const struct history_file *files, size_t n,
    struct position *out)
{
	int rc = ERR_OK;

	if (ground != NULL && is_same_ground(ground, files, n)) {
		*out = *ground;
		out->files = files;
		out->nfiles = n;
		game_fork(&out->game, &ground->game, a);
	} else {
		rc = position_ground(e, a, files, n, out);
	}
	if (rc == ERR_OK)
		rc = need_tree(e, a, out, "turn.toml", out->turn_sha,
		    &out->turn);
	if (rc == ERR_OK)
		rc = need_tree(e, a, out, "checkpoint.toml",
		    out->checkpoint_sha, &out->checkpoint);
	if (rc == ERR_OK)
		rc = check_plain(e, out);
	if (rc == ERR_OK)
		rc = check_turn(e, out);
	if (rc == ERR_OK)
		rc = read_terms(e, a, out);
	if (rc == ERR_OK)
		rc = read_state(e, a, out);
	if (rc == ERR_OK)
		rc = game_checkpoint_read(e, &out->game, out->checkpoint);
	if (rc == ERR_OK)
		conceal(out);
	return rc;
}

static int
read_at(struct err *e, struct arena *a, const struct position *ground,
    struct history *h, long at, char id[41],
    bool (*wanted)(const char *path), struct position *out)
{
	struct history_file *files;
	size_t n;
	int found, rc = history_head(e, h, id, &found);

	if (rc == ERR_OK && !found)
		return err_set(e, ERR_INPUT, "there is no game in this "
		    "repository: refs/heads/main names no commit");
	if (rc == ERR_OK && at >= 0)
		rc = history_nth(e, h, at, NULL, id);
	if (rc == ERR_OK)
		rc = history_read_beside(e, h, a, id, wanted,
		    ground ? ground->files : NULL, ground ? ground->nfiles : 0,
		    &files, &n);
	if (rc == ERR_OK) {
		rc = position_load_on(e, a, ground, files, n, out);
		if (rc != ERR_OK)
			err_prefix(e, "commit %.12s", id);
	}
	return rc;
}

/* Not what an exchange left for people and for git: more than half of it all. */
static bool
is_fact(const char *path)
{
	return strcmp(path, "report.txt") != 0 &&
	    strcmp(path, "README.md") != 0 &&
	    strcmp(path, "map.svg") != 0 &&
	    strcmp(path, "allowed_signers") != 0;
}

int
position_at(struct err *e, struct arena *a, struct history *h, long at,
    char id[41], struct position *out)
{
	return read_at(e, a, NULL, h, at, id, is_fact, out);
}

int
position_at_on(struct err *e, struct arena *a, const struct position *ground,
    struct history *h, long at, char id[41], struct position *out)
{
	return read_at(e, a, ground, h, at, id, is_fact, out);
}

/* What an exchange goes on from. */
static bool
is_needed(const char *path)
{
	return is_fact(path) && strcmp(path, "events.toml") != 0 &&
	    strcmp(path, "answers.toml") != 0;
}

int
position_head(struct err *e, struct arena *a, struct history *h, char id[41],
    struct position *out)
{
	struct history_commit c;
	int rc = read_at(e, a, NULL, h, -1, id, is_needed, out);

	if (rc == ERR_OK)
		rc = history_read_commit(e, h, a, id, &c);
	if (rc == ERR_OK && (rc = history_signed(e, &c,
	    &out->charter.referee_key)) != ERR_OK)
		err_prefix(e, "commit %.12s, the last of main, is not one of "
		    "the referee's: move main back to the last that is", id);
	return rc;
}

const struct node *
position_asks(const struct position *p)
{
	return node_array_of(p->turn, "ask");
}

bool
position_asked(const struct position *p, int side)
{
	const struct node *list = position_asks(p);

	for (list = list ? list->child : NULL; list; list = list->next)
		if (says(list, "side", p->charter.side[side].name))
			return true;
	return false;
}
