/* exchange_files.c: the files of a commit (protocol section 3) */
#include "trust/exchange_files.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "base/version.h"
#include "engine/why.h"
#include "show/picture.h"
#include "show/report.h"
#include "show/say.h"
#include "trust/acts.h"
#include "trust/seal.h"
#include "trust/seeds.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static void
add_file(struct exchange_output *out, const char *path, const char *data,
    size_t len)
{
	out->file[out->nfiles++] = (struct history_file){ path, data, len };
}

static void
add_tree(const struct exchange_made *m, struct exchange_output *out,
    const char *path, const struct node *t)
{
	struct str s = str_new(m->a);

	toml_write(&s, t);
	add_file(out, path, s.s, s.len);
}

static void
add_hash(struct arena *a, struct node *t, const char *key, const uint8_t *h)
{
	char hex[HASH_HEX];

	hash_hex(hex, h, HASH_BYTES);
	node_add_string(a, t, key, hex);
}

/* ---------------------------------------------------------------- turn.toml */

static bool
is_late(const struct exchange_made *m, const char *side)
{
	for (int i = 0; i < m->nlate; i++)
		if (strcmp(m->late[i], side) == 0)
			return true;
	return false;
}

static bool
has_sent(const struct exchange_made *m, int side)
{
	for (int i = 0; i < m->nsubs; i++)
		if (m->sub[i].side == side)
			return true;
	return false;
}

/*
 * How many deadlines each side has missed in a row: what it sends begins the
 * count anew, and so does another player in its place.
 */
static struct node *
missed(const struct exchange_made *m)
{
	const struct node *old = node_table_of(node_table_of(m->before,
	    "trips"), "missed");
	const struct node *key = m->acts == NULL ? NULL : node_table_of(
	    m->acts->terms, "key");
	const struct node *was = node_table_of(node_table_of(m->before,
	    "terms"), "key");
	struct node *t = node_table(m->a);

	for (int i = 0; i < m->charter->nsides; i++) {
		const char *side = m->charter->side[i].name;
		const struct node *now = node_get(key, side);
		const struct node *then = node_get(was, side);
		int64_t n = node_integer(old, side, 0);

		if (is_late(m, side))
			n++;
		else if (has_sent(m, i))
			n = 0;
		if (now != NULL && (then == NULL || !node_equal(now, then)))
			n = 0;
		if (n > 0)
			node_add_int(m->a, t, side, n);
	}
	return t;
}

/* How many exchanges there were, how many questions doctrine answered, how
 * often each side had to be waited for, and who missed deadlines. */
static struct node *
trips(const struct exchange_made *m)
{
	const struct node *old = node_table_of(m->before, "trips");
	const struct node *past = node_table_of(old, "waited");
	struct arena *a = m->a;
	struct node *t = node_table(a), *waited, *late;

	t->layout = NODE_LINES;
	node_add_int(a, t, "exchanges", m->n);
	node_add_int(a, t, "doctrine", node_integer(old, "doctrine", 0) +
	    m->g->by_doctrine);
	waited = node_add_table(a, t, "waited");
	for (int i = 0; i < m->charter->nsides; i++) {
		const char *side = m->charter->side[i].name;

		node_add_int(a, waited, side, node_integer(past, side, 0) +
		    m->g->waited[i]);
	}
	late = missed(m);
	if (late->n > 0)
		node_add(a, t, "missed", late);
	return t;
}

/* A system's own fields must not be taken for the header's. */
static void
assert_no_clash(const struct node *t)
{
	for (const char *const *k = position_header; *k != NULL; k++) {
		int n = 0;

		for (const struct node *c = t->child; c != NULL; c = c->next)
			n += strcmp(c->key, *k) == 0;
		assert(n <= 1);
	}
}

static void
add_late(const struct exchange_made *m, struct node *t)
{
	struct node *list;

	if (m->nlate == 0)
		return;
	list = node_add_array(m->a, t, "late");
	for (int i = 0; i < m->nlate; i++)
		node_add(m->a, list, NULL, node_string(m->a, m->late[i]));
}

static int
make_turn(struct err *e, const struct exchange_made *m,
    const char *checkpoint_sha, struct node **out)
{
	struct arena *a = m->a;
	struct node *t = node_table(a);
	int rc;

	node_add_int(a, t, "iacta", 1);
	node_add_string(a, t, "game", m->charter->game);
	node_add_int(a, t, "exchange", m->n);
	if (m->commitment != NULL)
		node_add_string(a, t, "commitment", m->commitment);
	node_add_string(a, t, "charter", m->charter_sha);
	node_add_string(a, t, "checkpoint", checkpoint_sha);
	if (m->n > 0) {
		node_add_string(a, t, "previous", m->previous);
		node_add_string(a, t, "transcript", m->transcript);
	}
	add_late(m, t);
	if (m->g->result != NULL)
		node_add_string(a, t, "result", m->g->result);
	if (m->acts != NULL && m->acts->terms != NULL)
		node_add(a, t, "terms", node_copy(a, m->acts->terms));
	if (m->acts != NULL && m->acts->pending != NULL)
		node_add(a, t, "pending", node_copy(a, m->acts->pending));
	node_add(a, t, "trips", trips(m));
	game_position(m->g, m->g->state, t);
	rc = exchange_hands(e, m, t);
	if (m->asks != NULL && m->asks->n > 0)
		node_add(a, t, "ask", node_copy(a, m->asks))->layout =
		    NODE_AUTO;
	assert_no_clash(t);
	*out = t;
	return rc;
}

/* ---------------------------------------------------------------- dice.toml */

static struct node *
roll_node(const struct exchange_made *m, const struct rolled *r)
{
	struct node *t = node_table(m->a);
	int shown = r->face;
	const char *word = m->g->sys->shows(r->sides, r->face, &shown);

	node_add_int(m->a, t, "index", r->index);
	node_add_string(m->a, t, "label", r->label);
	node_add_int(m->a, t, "nth", r->nth);
	node_add_int(m->a, t, "sides", r->sides);
	node_add_int(m->a, t, "face", r->face);
	if (word != NULL)
		node_add_string(m->a, t, "shows", word);
	else
		node_add_int(m->a, t, "shows", shown);
	return t;
}

static struct node *
shuffle_node(const struct exchange_made *m, const struct exchange_shuffle *s)
{
	struct node *t = node_table(m->a);

	node_add_int(m->a, t, "deck", s->deck);
	node_add_int(m->a, t, "cards", s->cards);
	node_add_string(m->a, t, "commitment", s->commitment);
	return t;
}

static struct node *
make_dice(const struct exchange_made *m)
{
	struct arena *a = m->a;
	struct node *t = node_table(a), *list;

	node_add_int(a, t, "exchange", m->n - 1);
	add_hash(a, t, "seed", m->seed);
	node_add_string(a, t, "transcript", m->transcript);
	add_hash(a, t, "key", m->key);
	if (m->commitment == NULL && m->secret != NULL)
		add_hash(a, t, "secret", m->secret);
	/* where a hand is hidden the numbers would tell something of it */
	if (m->picks != NULL && m->picks->n > 0 && !game_hides(m->g))
		node_add(a, t, "picks", node_copy(a, m->picks))->layout =
		    NODE_INLINE;
	list = node_array(a);
	for (int i = 0; i < m->g->nfresh; i++)
		node_add(a, list, NULL, roll_node(m, &m->g->fresh[i]));
	if (list->n > 0)
		node_add(a, t, "roll", list);
	list = node_array(a);
	for (int i = 0; i < m->nshuffles; i++)
		node_add(a, list, NULL, shuffle_node(m, &m->shuffle[i]));
	if (list->n > 0)
		node_add(a, t, "shuffle", list);
	return t;
}

/* -------------------------------------------------------------- events.toml */

/*
 * Why a sealed order was refused and, in the next line, its text: for its side
 * alone.  All are of one length; of a long one the end of the text is cut.
 */
static int
seal_refusal(struct err *e, const struct exchange_made *m, int number,
    const struct refusal *r)
{
	struct str s = str_new(m->a);

	toml_write_inline(&s, why_node(m->a, r->reason));
	str_addc(&s, '\n');
	if (r->order != NULL)
		toml_write_inline(&s, r->order);
	return exchange_seal_to(e, m, r->side, arena_printf(m->a,
	    "refusal:%d", number), s.s, s.len < SEAL_REFUSAL ? s.len :
	    SEAL_REFUSAL, SEAL_REFUSAL, r->event);
}

static int
seal_refusals(struct err *e, const struct exchange_made *m)
{
	int rc = ERR_OK;

	for (int i = 0; i < m->g->nrefusals && rc == ERR_OK; i++)
		if (m->g->refusals[i].sealed && m->secret != NULL)
			rc = seal_refusal(e, m, i + 1, &m->g->refusals[i]);
	return rc;
}

static int
make_events(struct err *e, const struct exchange_made *m, struct node *t)
{
	const struct node *events = m->g->events;
	struct node *recall = game_recalled(m->g);

	if (m->claimed != NULL && exchange_masked(e, m->a, m->g, events,
	    m->claimed, &events) != ERR_OK)
		return e->code;
	if (events != NULL && events->n > 0)
		node_add(m->a, t, "event", node_copy(m->a, events))->layout =
		    NODE_AUTO;
	if (recall->n > 0 && events != NULL && events->n > 0)
		node_add(m->a, t, "recall", recall)->layout = NODE_AUTO;
	return ERR_OK;
}

/* ------------------------------------------------------------- the rest */

/* report.txt and README.md: the same for a terminal and for a git forge. */
/* What a side said, in its orders first and then with its acts. */
static void
add_talk(const struct exchange_made *m, struct node *say,
    const struct submission *s)
{
	const char *side = m->charter->side[s->side].name;
	const char *old = node_str(say, side);

	if (s->say != NULL)
		node_set(m->a, say, side, node_string(m->a, old == NULL ?
		    s->say : arena_printf(m->a, "%s\n%s", old, s->say)));
}

static void
add_reports(const struct exchange_made *m, struct exchange_output *out,
    const struct node *turn, const struct node *events,
    const struct node *dice)
{
	struct node *say = node_table(m->a);
	struct str text = str_new(m->a), markdown = str_new(m->a);
	struct report_exchange x = {
		.n = (int)m->n, .events = node_array_of(events, "event"),
		.recall = node_array_of(events, "recall"),
		.dice = dice, .say = say, .late = m->late, .nlate = m->nlate,
	};
	struct report_context c = {
		.game = m->charter->game, .exchange = (int)m->n,
		.rules = m->rules, .turn = turn, .before = m->before,
		.told = &x, .ntold = 1,
	};

	for (int i = 0; i < m->nsubs; i++)
		add_talk(m, say, &m->sub[i]);
	for (int i = 0; i < m->nalone; i++)
		add_talk(m, say, &m->alone[i]);
	report_write_both(&text, &markdown, m->g, &c);
	add_file(out, "report.txt", text.s, text.len);
	add_file(out, "README.md", markdown.s, markdown.len);
}

/* The position as a picture, with what this exchange has changed. */
static void
add_map(const struct exchange_made *m, struct exchange_output *out,
    const struct node *events)
{
	struct str s = str_new(m->a);

	picture_svg(&s, m->g, &m->rules->tree, node_array_of(events, "event"),
	    picture_note(m->a, m->charter->game, m->n));
	add_file(out, "map.svg", s.s, s.len);
}

static void
add_orders(const struct exchange_made *m, struct exchange_output *out)
{
	for (int i = 0; i < m->nsubs; i++) {
		const struct submission *s = &m->sub[i];
		const char *path = arena_printf(m->a, "orders/%s.toml",
		    m->charter->side[s->side].name);

		add_file(out, path, s->text, s->len);
		add_file(out, arena_printf(m->a, "%s.%s", path,
		    s->ssh ? "sig" : "minisig"), s->sig, s->sig_len);
	}
}

/* Those that hold acts alone stand beside the others. */
static void
add_acts(const struct exchange_made *m, struct exchange_output *out)
{
	for (int i = 0; i < m->nalone; i++) {
		const struct submission *s = &m->alone[i];
		const char *path = arena_printf(m->a, "orders/%s-act-%ld.toml",
		    m->charter->side[s->side].name, s->revision);

		add_file(out, path, s->text, s->len);
		add_file(out, arena_printf(m->a, "%s.%s", path,
		    s->ssh ? "sig" : "minisig"), s->sig, s->sig_len);
	}
}

static void
add_signers(const struct exchange_made *m, struct exchange_output *out)
{
	const char *line = arena_printf(m->a,
	    "referee@iacta.invalid namespaces=\"git\" %s\n",
	    keys_ssh_line(m->a, &m->charter->referee_key));

	add_file(out, "allowed_signers", line, strlen(line));
}

/* "; asks red for orders, blue for loss" */
static void
add_asked(struct str *s, const struct node *asks)
{
	const char *last = "";

	for (const struct node *x = asks->child; x != NULL; x = x->next) {
		const char *side = node_str(x, "side");

		if (strcmp(side, last) != 0)
			str_addf(s, "%s %s for %s", *last ? "," : "; asks",
			    side, node_str(x, "kind"));
		last = side;
	}
}

/* "chalons-1: turn 3: Turn 2, Roman movement; asks roman for orders" */
static const char *
headline(const struct exchange_made *m)
{
	struct str s = str_new(m->a);

	str_addf(&s, "%s: ", m->charter->game);
	if (m->n == 0) {
		str_addf(&s, "%s/%s is founded", m->charter->system,
		    m->charter->scenario);
		return s.s;
	}
	str_addf(&s, "turn %ld: ", m->n);
	if (m->g->result != NULL) {
		str_addf(&s, "the game is over: %s", m->g->result);
		return s.s;
	}
	str_add(&s, say_when(m->g));
	add_asked(&s, m->asks);
	return s.s;
}

int
exchange_files(struct err *e, const struct exchange_made *m,
    struct exchange_output *out)
{
	struct node *t = node_table(m->a), *turn, *dice = NULL;
	struct node *events = node_table(m->a);
	char sha[HASH_HEX];
	int rc = seal_refusals(e, m);

	if (rc == ERR_OK)
		rc = exchange_options(e, m);
	if (rc != ERR_OK)
		return rc;
	out->file = arena_new(m->a, struct history_file, m->nkept + 16 +
	    2 * (size_t)m->nsubs + 2 * (size_t)m->nalone);
	for (size_t i = 0; i < m->nkept; i++)
		out->file[out->nfiles++] = m->kept[i];
	game_checkpoint_write(m->g, t);
	rc = exchange_hidden(e, m, t);
	add_tree(m, out, "checkpoint.toml", t);
	hash_sha256_hex(sha, out->file[out->nfiles - 1].data,
	    out->file[out->nfiles - 1].len);
	if (rc == ERR_OK)
		rc = make_turn(e, m, sha, &turn);
	if (rc == ERR_OK)
		rc = make_events(e, m, events);
	if (rc != ERR_OK)
		return rc;
	add_tree(m, out, "turn.toml", turn);
	add_tree(m, out, "events.toml", events);
	if (m->n > 0) {
		dice = make_dice(m);
		add_tree(m, out, "dice.toml", dice);
		t = node_table(m->a);
		game_answers(m->g, t);
		if (m->acts != NULL && m->acts->list->n > 0)
			node_add(m->a, t, "act", m->acts->list);
		add_tree(m, out, "answers.toml", t);
	}
	add_orders(m, out);
	add_acts(m, out);
	add_signers(m, out);
	add_reports(m, out, turn, events, dice);
	add_map(m, out, events);
	out->n = m->n;
	out->game = m->g;
	out->over = m->commitment == NULL;
	out->headline = headline(m);
	return ERR_OK;
}

/* ----------------------------------------------------------- the message */

const char *exchange_program = version;

char *
exchange_message(struct arena *a, const char *game,
    const struct exchange_output *x, const char *program)
{
	struct str s = str_new(a);

	str_addf(&s, "%s\n\nIacta-Game: %s\nIacta-Exchange: %ld\n",
	    x->headline, game, x->n);
	if (!x->over)
		str_addf(&s, "Iacta-Commitment: %s\n", x->commitment);
	str_addf(&s, "Iacta-Program: %s\n", program);
	return s.s;
}

/* ---------------------------------------------------------------- commit 0 */

int
exchange_found(struct err *e, struct arena *a, const struct charter *c,
    const struct rules *rules, struct game *g, const uint8_t *secret,
    const char *claimed, struct exchange_output *out)
{
	struct history_file *kept = arena_new(a, struct history_file,
	    rules->nfiles + 1);
	struct node *asks = node_array(a);
	struct str text = str_new(a);
	char sha[HASH_HEX], commitment[HASH_HEX];
	uint8_t seed[32];
	struct exchange_made m = {
		.a = a, .charter = c, .rules = rules, .kept = kept, .g = g,
		.asks = asks, .secret = secret, .charter_sha = sha,
		.commitment = commitment,
	};

	memset(out, 0, sizeof *out);
	charter_write(&text, c);
	hash_sha256_hex(sha, text.s, text.len);
	kept[m.nkept++] = (struct history_file){ "game.toml", text.s,
	    text.len };
	for (size_t i = 0; i < rules->nfiles; i++)
		kept[m.nkept++] = (struct history_file){ arena_printf(a,
		    "rules/%s", rules->file[i].path), rules->file[i].text,
		    rules->file[i].len };
	for (int i = 0; i < c->nsides; i++) {
		struct node *t = node_table(a);

		if (c->side[i].bot)
			continue;
		node_add_string(a, t, "side", c->side[i].name);
		node_add_string(a, t, "kind", "accept");
		node_add(a, asks, NULL, t);
	}
	if (secret != NULL) {
		seeds_seed(seed, c->game, secret, 0);
		seeds_commitment(commitment, c->game, seed, 0);
		sodium_memzero(seed, sizeof seed);
	} else {
		memcpy(commitment, claimed, sizeof commitment);
	}
	memcpy(out->commitment, commitment, sizeof commitment);
	return exchange_files(e, &m, out);
}
