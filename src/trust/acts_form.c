/* acts_form.c: which acts there are, their fields, and when they are possible
 * (protocol section 15) */
#include "trust/acts.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/clock.h"
#include "trust/seal.h"

#include <limits.h>
#include <string.h>

#define ACTS_MOST 16		/* in one submission */
#define RULING_MOST 500	/* characters of a ruling */
#define FIELDS 3

enum act_field { ACT_NUMBER, ACT_HOURS, ACT_KEY, ACT_MAIL, ACT_DATE, ACT_WORDS,
	ACT_SIDE, ACT_SEALED };

/* The fields of each act besides `do`: of the players', and of the referee's. */
static const struct kind {
	const char *act;
	struct {
		const char *name;
		enum act_field type;
		bool needed;
	} field[FIELDS];
	bool referee;
} kinds[] = {
	{ "resign", { { 0 } }, false },
	{ "draw", { { 0 } }, false },
	{ "rewind", { { "exchange", ACT_NUMBER, true } }, false },
	{ "substitute", { { "key", ACT_KEY, true },
	    { "mail", ACT_MAIL, false } }, false },
	{ "absence", { { "from", ACT_DATE, true }, { "to", ACT_DATE, true } },
	    false },
	{ "revision", { { "rules_revision", ACT_NUMBER, true } }, false },
	{ "note", { { "text", ACT_SEALED, true } }, false },
	{ "extension", { { "for", ACT_SIDE, true },
	    { "hours", ACT_HOURS, true } }, false },
	{ "pause", { { "from", ACT_DATE, true }, { "to", ACT_DATE, true } },
	    false },
	{ "extension", { { "for", ACT_SIDE, true },
	    { "hours", ACT_HOURS, true } }, true },
	{ "pause", { { "from", ACT_DATE, true }, { "to", ACT_DATE, true } },
	    true },
	{ "ruling", { { "text", ACT_WORDS, true } }, true },
	{ "substitute", { { "for", ACT_SIDE, true }, { "key", ACT_KEY, true },
	    { "mail", ACT_MAIL, false } }, true },
	{ "forfeit", { { "for", ACT_SIDE, true } }, true },
};
#define NKINDS (sizeof kinds / sizeof kinds[0])

bool
acts_is(const struct node *act, const char *what)
{
	const char *s = node_str(act, "do");

	return s != NULL && strcmp(s, what) == 0;
}

/* ------------------------------------------------------------------ form */

static bool
is_of(struct arena *a, const struct charter *c, enum act_field type,
    const struct node *v)
{
	struct public_key k;
	struct err ignored;

	switch (type) {
	case ACT_NUMBER:
		return v->type == NODE_INT && v->i >= 1 && v->i <= INT_MAX;
	case ACT_HOURS:
		return v->type == NODE_INT && v->i >= 1 &&
		    v->i <= CHARTER_HOURS;
	case ACT_KEY:
		return v->type == NODE_STRING && keys_public_parse(&ignored,
		    "key", v->s, &k) == ERR_OK;
	case ACT_DATE:
		return v->type == NODE_STRING && clock_date(v->s) >= 0;
	case ACT_MAIL:
		return v->type == NODE_STRING && charter_is_mail(v->s);
	case ACT_WORDS:
		return v->type == NODE_STRING && *v->s != '\0' &&
		    strlen(v->s) <= RULING_MOST && str_is_plain(v->s);
	case ACT_SIDE:
		return v->type == NODE_STRING && charter_side(c, v->s) >= 0;
	case ACT_SEALED:
		return seal_is_padded(a, v, SEAL_PLAYER);
	}
	return false;
}

static int
check_fields(struct err *e, struct arena *a, const char *what,
    const struct charter *c, int number, const struct node *act, size_t k,
    bool draft)
{
	static const char *const says[] = {
		[ACT_NUMBER] = "a number from 1",
		[ACT_HOURS] = "a whole number of hours",
		[ACT_KEY] = "a public key",
		[ACT_MAIL] = "an address like name@example.org",
		[ACT_DATE] = "a date such as \"2027-07-01\"",
		[ACT_WORDS] = "a text of one line, 500 bytes at most",
		[ACT_SIDE] = "the name of a side",
		[ACT_SEALED] = "sealed to your own key; `iacta sign` does it",
	};
	struct str takes = str_new(a);
	size_t known = 1;

	for (int i = 0; i < FIELDS && kinds[k].field[i].name != NULL; i++) {
		const char *name = kinds[k].field[i].name;
		const struct node *v = node_get(act, name);

		known += v != NULL;
		str_addf(&takes, "%s%s", takes.len > 0 ? ", " : "", name);
		if (v == NULL && !kinds[k].field[i].needed)
			continue;
		if (draft && v != NULL && v->type == NODE_STRING &&
		    kinds[k].field[i].type == ACT_SEALED)
			continue;
		if (v == NULL || !is_of(a, c, kinds[k].field[i].type,
		    v))
			return err_set(e, ERR_INPUT, "%s: act %d: %s needs "
			    "%s, %s", what, number, kinds[k].act, name,
			    says[kinds[k].field[i].type]);
	}
	if (act->n != known)
		return err_set(e, ERR_INPUT, "%s: act %d: %s takes %s%s", what,
		    number, kinds[k].act, takes.len > 0 ? "only " :
		    "nothing else", takes.s);
	return ERR_OK;
}

static int
check_act(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const struct submission *s, int number,
    const struct node *act)
{
	const char *names[NKINDS], *verb = act->type == NODE_TABLE ?
	    node_str(act, "do") : NULL;
	bool referee = s->side == CHARTER_REFEREE;
	size_t n = 0;

	for (size_t i = 0; i < NKINDS; i++) {
		if (kinds[i].referee != referee)
			continue;
		names[n++] = kinds[i].act;
		if (verb != NULL && strcmp(verb, kinds[i].act) == 0)
			return check_fields(e, a, what, c, number, act, i,
			    s->draft);
	}
	return err_set(e, ERR_INPUT, "%s: act %d: do = \"%s\": no such act%s%s",
	    what, number, verb ? str_shown(a, verb, 40) : "",
	    referee ? " of the referee" : "", verb ?
	    str_suggest(a, verb, names, n) : "");
}

int
acts_check(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const struct submission *s)
{
	int number = 0, rc = ERR_OK;

	if (s->acts->type != NODE_ARRAY || s->acts->n > ACTS_MOST)
		return err_set(e, ERR_INPUT, "%s: act: write [[act]] entries, "
		    "at most %d", what, ACTS_MOST);
	if (s->exchange == 0)
		return err_set(e, ERR_INPUT, "%s: act: the game has not begun; "
		    "acts can be sent from exchange 1 on", what);
	for (const struct node *x = s->acts->child; x && rc == ERR_OK;
	    x = x->next)
		rc = check_act(e, a, what, c, s, ++number, x);
	return rc;
}

/* ------------------------------------------------------- what is possible */

int
acts_people(const struct charter *c)
{
	int n = 0;

	for (int i = 0; i < c->nsides; i++)
		n += !c->side[i].bot;
	return n;
}

static bool
is_taken(const struct charter *c, int side, const char *line)
{
	struct public_key k;
	struct err ignored;

	if (keys_public_parse(&ignored, "key", line, &k) != ERR_OK ||
	    keys_public_equal(&k, &c->referee_key))
		return true;
	for (int i = 0; i < c->nsides; i++)
		if (i != side && !c->side[i].bot &&
		    keys_public_equal(&k, &c->side[i].public))
			return true;
	return false;
}

static bool
is_minisign(const char *line)
{
	struct public_key k;
	struct err ignored;

	return keys_public_parse(&ignored, "key", line, &k) == ERR_OK &&
	    k.form == KEY_MINISIGN;
}

/* NULL, or why this key cannot speak for this side. */
static const char *
cannot_speak(const struct position *p, int side, const char *key)
{
	if (is_taken(&p->charter, side, key))
		return "key-taken";
	if (game_has_hands(&p->game) && !is_minisign(key))
		return "key-form";
	return NULL;
}

/*
 * What the charter lets the referee do to a side after so many deadlines that
 * it missed in a row, as the turn counts them.
 */
static const char *
has_no_right(const struct position *p, int side, long after)
{
	const struct node *missed = node_table_of(node_table_of(p->turn,
	    "trips"), "missed");

	if (p->charter.side[side].bot)
		return "bot";
	if (after == 0)
		return "no-right";
	return node_integer(missed, p->charter.side[side].name, 0) < after ?
	    "too-early" : NULL;
}

static const char *
referee_cannot(const struct position *p, const struct node *act)
{
	const char *name = node_str(act, "for"), *why;
	int side = name != NULL ? charter_side(&p->charter, name) : 0;

	if (acts_is(act, "forfeit"))
		return has_no_right(p, side, p->charter.missed.forfeit);
	if (acts_is(act, "extension") && p->charter.side[side].bot)
		return "bot";
	if (!acts_is(act, "substitute"))
		return NULL;
	why = has_no_right(p, side, p->charter.missed.substitute);
	return why != NULL ? why : cannot_speak(p, side,
	    node_str(act, "key"));
}

/* Time is given by who waits for it: with two sides the other's word is the
 * consent of all. */
static const char *
cannot_give(const struct charter *c, int side, const char *name)
{
	int to = charter_side(c, name);

	if (c->side[to].bot)
		return "bot";
	return to == side ? "extension-own" : c->nsides > 2 ?
	    "extension-many" : NULL;
}

const char *
acts_cannot(const struct position *p, int side, const struct node *act)
{
	const struct charter *c = &p->charter;
	struct err ignored;
	int64_t n;

	if (side == CHARTER_REFEREE)
		return referee_cannot(p, act);
	if (acts_is(act, "draw") && acts_people(c) < 2)
		return "draw-bot";
	if (acts_is(act, "extension"))
		return cannot_give(c, side, node_str(act, "for"));
	n = node_integer(act, "exchange", 0);
	if (acts_is(act, "rewind") && (n < 1 || n >= p->n))
		return "rewind-far";
	if (acts_is(act, "substitute"))
		return cannot_speak(p, side, node_str(act, "key"));
	n = node_integer(act, "rules_revision", 0);
	if (acts_is(act, "revision") && (n == c->rules_revision ||
	    rules_check_revision(&ignored, p->game.sys, n) != ERR_OK))
		return "revision-unknown";
	return NULL;
}

/* The codes, which stand in events.toml, and what they mean. */
static const struct {
	const char *code, *words;
} whys[] = {
	{ "draw-bot", "the bot agrees to no draw" },
	{ "rewind-far", "the game can be taken back to an exchange from 1 to "
	    "the one before this" },
	{ "key-taken", "that key is the referee's or another side's" },
	{ "key-form", "something is sealed to each side in this game, and "
	    "that needs a minisign key" },
	{ "revision-unknown", "this program does not play that revision of "
	    "the rules, or the game is played by it already" },
	{ "extension-own", "nobody gives himself time; the other side can, and "
	    "so can the referee" },
	{ "extension-many", "with more than two sides only the referee gives "
	    "time" },
	{ "bot", "the bot plays that side" },
	{ "no-right", "the charter does not give the referee that right" },
	{ "too-early", "the side has not missed as many deadlines in a row as "
	    "the charter says" },
	{ "came-back", "the side has sent something to this exchange" },
};

int
acts_possible(struct err *e, const char *what, const struct position *p,
    const struct submission *s)
{
	const struct node *x = s->acts ? s->acts->child : NULL;

	for (int number = 1; x != NULL; x = x->next, number++) {
		const char *why = acts_cannot(p, s->side, x);

		for (size_t i = 0; why && i < sizeof whys / sizeof *whys; i++)
			if (strcmp(whys[i].code, why) == 0)
				return err_set(e, ERR_INPUT, "%s: act %d: %s",
				    what, number, whys[i].words);
	}
	return ERR_OK;
}
