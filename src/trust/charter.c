/* charter.c: game.toml: the terms of a game (protocol section 3) */
#include "trust/charter.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "trust/seal.h"

#include <limits.h>
#include <string.h>

/* What is being read, for the messages. */
struct reading {
	struct err *e;
	struct arena *a;
	const char *name;
	struct charter *c;
};

static const char *const top_keys[] = { "iacta", "game", "system", "scenario",
	"rules_revision", "charts", "clock", "missed", "spectators", "dice",
	"secret_commitment", "seal_key", "referee", "rules", "side" };
static const char *const missed_keys[] = { "substitute", "forfeit" };
static const char *const side_keys[] = { "name", "key", "bot", "mail" };

#define COUNT(x) (sizeof(x) / sizeof(x)[0])

static int
unknown_keys(struct reading *r, const struct node *t,
    const char *const keys[], size_t n)
{
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		size_t i = 0;

		while (i < n && strcmp(keys[i], c->key) != 0)
			i++;
		if (i == n)
			return err_set(r->e, ERR_INPUT, "%s: line %d: \"%s\": "
			    "a charter has no such entry%s", r->name, c->line,
			    str_shown(r->a, c->key, 60),
			    str_suggest(r->a, c->key, keys, n));
	}
	return ERR_OK;
}

/* A string that must be there; the message names it. */
static int
need_string(struct reading *r, const struct node *t, const char *key,
    const char **out)
{
	const struct node *v = node_get(t, key);

	if (v == NULL)
		return err_set(r->e, ERR_INPUT, "%s: line %d: there is no %s",
		    r->name, t->line, key);
	if (v->type != NODE_STRING)
		return err_set(r->e, ERR_INPUT, "%s: line %d: %s must be a "
		    "string, not %s", r->name, v->line, key,
		    node_type_name(v->type));
	*out = v->s;
	return ERR_OK;
}

static int
need_name(struct reading *r, const struct node *t, const char *key,
    const char **out)
{
	int rc = need_string(r, t, key, out);

	if (rc == ERR_OK && !str_is_name(*out))
		rc = err_set(r->e, ERR_INPUT, "%s: line %d: %s = \"%s\": names "
		    "are of a-z, 0-9 and -, begin with a letter and have at "
		    "most 40 characters", r->name, node_get(t, key)->line,
		    key, str_shown(r->a, *out, 60));
	return rc;
}

static int
need_hash(struct reading *r, const struct node *t, const char *key,
    const char **out)
{
	uint8_t bytes[HASH_BYTES];
	int rc = need_string(r, t, key, out);

	if (rc == ERR_OK && hash_unhex(bytes, sizeof bytes, *out) < 0)
		rc = err_set(r->e, ERR_INPUT, "%s: line %d: %s must be 64 "
		    "digits 0-9 and a-f", r->name, node_get(t, key)->line,
		    str_shown(r->a, key, 80));
	return rc;
}

/* ----------------------------------------------------------------- the clock */

const char *const charter_weekdays[7] = { "Monday", "Tuesday", "Wednesday",
	"Thursday", "Friday", "Saturday", "Sunday" };
static const char *const clock_keys[] = { "hours", "add", "cap", "skip",
	"absence" };

unsigned
charter_weekday(const char *name)
{
	for (int i = 0; i < 7; i++)
		if (name[0] == charter_weekdays[i][0] + ('a' - 'A') &&
		    strcmp(name + 1, charter_weekdays[i] + 1) == 0)
			return 1u << i;
	return 0;
}

/* Weekdays in their order, not all of them. */
static bool
read_skip(const struct node *list, unsigned *out)
{
	*out = 0;
	if (list == NULL)
		return true;
	if (list->type != NODE_ARRAY || list->n == 0 || list->n > 6)
		return false;
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		unsigned day = x->type == NODE_STRING ? charter_weekday(x->s) :
		    0;

		if (day <= *out)
			return false;
		*out |= day;
	}
	return true;
}

/* clock = { hours = 96, add = 24, cap = 168, skip = ["sunday"], absence = 21 } */
static int
read_clock(struct reading *r, const struct node *t)
{
	struct charter_clock *k = &r->c->clock;
	int rc = ERR_OK;

	if (t == NULL)
		return ERR_OK;
	if (t->type == NODE_TABLE)
		rc = unknown_keys(r, t, clock_keys, COUNT(clock_keys));
	if (rc != ERR_OK)
		return rc;
	k->hours = (long)node_integer(t, "hours", 0);
	k->add = (long)node_integer(t, "add", -1);
	k->cap = (long)node_integer(t, "cap", -1);
	k->absence = node_get(t, "absence") ? (long)node_integer(t, "absence",
	    0) : 0;
	if (t->type != NODE_TABLE || k->hours < 1 ||
	    k->hours > CHARTER_HOURS || k->add < 0 || k->add > CHARTER_HOURS ||
	    k->cap < k->hours || k->cap > CHARTER_HOURS)
		return err_set(r->e, ERR_INPUT, "%s: clock must have hours, add "
		    "and cap, whole numbers up to %d, and a cap not below "
		    "hours", r->name, CHARTER_HOURS);
	if (node_get(t, "absence") && (k->absence < 1 ||
	    k->absence > CHARTER_ABSENCE))
		return err_set(r->e, ERR_INPUT, "%s: clock.absence must be a "
		    "number of days from 1 to %d", r->name, CHARTER_ABSENCE);
	if (!read_skip(node_get(t, "skip"), &k->skip))
		return err_set(r->e, ERR_INPUT, "%s: clock.skip must be a list "
		    "of weekdays in their order, such as [\"saturday\", "
		    "\"sunday\"], and not of all", r->name);
	return ERR_OK;
}

static struct node *
clock_node(struct arena *a, const struct charter_clock *k)
{
	struct node *t = node_table(a), *list;

	t->layout = NODE_INLINE;
	node_add_int(a, t, "hours", k->hours);
	node_add_int(a, t, "add", k->add);
	node_add_int(a, t, "cap", k->cap);
	if (k->skip != 0) {
		list = node_add_array(a, t, "skip");
		list->layout = NODE_INLINE;
		for (int i = 0; i < 7; i++)
			if (k->skip & 1u << i)
				node_add(a, list, NULL, node_string(a,
				    arena_printf(a, "%c%s",
				    charter_weekdays[i][0] + ('a' - 'A'),
				    charter_weekdays[i] + 1)));
	}
	if (k->absence > 0)
		node_add_int(a, t, "absence", k->absence);
	return t;
}

/* missed = { substitute = 3, forfeit = 6 }, one of them or both */
static int
read_missed(struct reading *r, const struct node *t)
{
	struct charter_missed *m = &r->c->missed;
	int rc = ERR_OK;

	if (t == NULL)
		return ERR_OK;
	if (t->type == NODE_TABLE)
		rc = unknown_keys(r, t, missed_keys, COUNT(missed_keys));
	if (rc != ERR_OK)
		return rc;
	m->substitute = (long)node_integer(t, "substitute", 0);
	m->forfeit = (long)node_integer(t, "forfeit", 0);
	for (const struct node *x = t->child; x != NULL; x = x->next)
		if (x->type != NODE_INT || x->i < 1 || x->i > CHARTER_MISSED)
			m->substitute = -1;
	if (t->type != NODE_TABLE || t->n == 0 || m->substitute < 0)
		return err_set(r->e, ERR_INPUT, "%s: missed must have "
		    "substitute or forfeit or both, numbers of deadlines from "
		    "1 to %d", r->name, CHARTER_MISSED);
	return ERR_OK;
}

static int
need_one(struct reading *r, const struct node *t)
{
	const struct node *v = node_get(t, "iacta"), *d = node_get(t, "dice");

	if (v == NULL || v->type != NODE_INT || v->i != 1)
		return err_set(r->e, ERR_INPUT, "%s: iacta = 1 must be there: "
		    "this program reads version 1", r->name);
	if (d == NULL || d->type != NODE_STRING || strcmp(d->s, "referee"))
		return err_set(r->e, ERR_INPUT, "%s: dice = \"referee\" must "
		    "be there: version 1 has no other dice", r->name);
	v = node_get(t, "rules_revision");
	if (v == NULL || v->type != NODE_INT || v->i < 1 || v->i > INT_MAX)
		return err_set(r->e, ERR_INPUT, "%s: rules_revision must be "
		    "there, a number from 1", r->name);
	r->c->rules_revision = (long)v->i;
	v = node_get(t, "charts");
	if (v != NULL && (v->type != NODE_STRING || strcmp(v->s, "own") != 0))
		return err_set(r->e, ERR_INPUT, "%s: charts can only be "
		    "\"own\": the values of an owner of the printed game",
		    r->name);
	r->c->own_charts = v != NULL;
	if (read_missed(r, node_get(t, "missed")) != ERR_OK)
		return r->e->code;
	return read_clock(r, node_get(t, "clock"));
}

int
charter_side_name(struct err *e, struct arena *a, const char *name)
{
	if (!str_is_name(name))
		return err_set(e, ERR_INPUT, "side \"%s\": names are of a-z, "
		    "0-9 and -, begin with a letter and have at most 40 "
		    "characters", str_shown(a, name, 60));
	if (strstr(name, "-act-") != NULL)
		return err_set(e, ERR_INPUT, "side \"%s\": \"-act-\" is "
		    "reserved for files of acts", name);
	if (strcmp(name, "turn") == 0 || strcmp(name, "referee") == 0)
		return err_set(e, ERR_INPUT, "side \"%s\": it is a "
		    "reserved name; give the side another", name);
	return ERR_OK;
}

/* It goes into the header of a message. */
bool
charter_is_mail(const char *s)
{
	const char *at = strchr(s, '@');

	for (const char *p = s; *p != '\0'; p++)
		if (*p <= ' ' || *p > '~' || strchr("<>\",;\\()", *p))
			return false;
	return at != NULL && at > s && at[1] != '\0' && !strchr(at + 1, '@') &&
	    strlen(s) <= 254;
}

static int
read_key(struct reading *r, const struct node *t, struct charter_side *s)
{
	const struct node *bot = node_get(t, "bot"), *key = node_get(t, "key");
	const struct node *mail = node_get(t, "mail");
	const char *what = arena_printf(r->a, "%s: side \"%s\": key", r->name,
	    s->name);

	if (bot != NULL && (bot->type != NODE_BOOL || !bot->i))
		return err_set(r->e, ERR_INPUT, "%s: side \"%s\": bot must be "
		    "true or not there", r->name, s->name);
	if ((bot != NULL) == (key != NULL))
		return err_set(r->e, ERR_INPUT, "%s: side \"%s\": it must have "
		    "either a key or bot = true", r->name, s->name);
	s->bot = bot != NULL;
	if (mail != NULL && need_string(r, t, "mail", &s->mail) != ERR_OK)
		return r->e->code;
	if (s->mail != NULL && !charter_is_mail(s->mail))
		return err_set(r->e, ERR_INPUT, "%s: side \"%s\": mail = "
		    "\"%s\": an address looks like name@example.org",
		    r->name, s->name, str_shown(r->a, s->mail, 60));
	if (s->bot)
		return ERR_OK;
	if (need_string(r, t, "key", &s->key) != ERR_OK)
		return r->e->code;
	return keys_public_parse(r->e, what, s->key, &s->public);
}

/* spectators = ["carol@example.org"] */
static int
read_spectators(struct reading *r, const struct node *list)
{
	struct charter *c = r->c;

	if (list == NULL)
		return ERR_OK;
	if (list->type != NODE_ARRAY || list->n == 0 ||
	    list->n > CHARTER_SPECTATORS)
		return err_set(r->e, ERR_INPUT, "%s: spectators must be a list "
		    "of one to %d addresses", r->name, CHARTER_SPECTATORS);
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		if (x->type != NODE_STRING || !charter_is_mail(x->s))
			return err_set(r->e, ERR_INPUT, "%s: spectators: \"%s\""
			    ": an address looks like name@example.org",
			    r->name, x->type == NODE_STRING ? str_shown(r->a,
			    x->s, 60) : node_type_name(x->type));
		c->spectator[c->nspectators++] = x->s;
	}
	return ERR_OK;
}

static int
read_side(struct reading *r, const struct node *t)
{
	struct charter *c = r->c;
	struct charter_side *s = &c->side[c->nsides];
	int rc = unknown_keys(r, t, side_keys, COUNT(side_keys));

	if (rc == ERR_OK)
		rc = need_string(r, t, "name", &s->name);
	if (rc != ERR_OK)
		return rc;
	if ((rc = charter_side_name(r->e, r->a, s->name)) != ERR_OK) {
		err_prefix(r->e, "%s: line %d", r->name, t->line);
		return rc;
	}
	if (charter_side(c, s->name) >= 0)
		return err_set(r->e, ERR_INPUT, "%s: line %d: side \"%s\" is "
		    "given twice", r->name, t->line, s->name);
	if ((rc = read_key(r, t, s)) != ERR_OK)
		return rc;
	for (int i = 0; i < c->nsides && !s->bot; i++)
		if (!c->side[i].bot && !memcmp(c->side[i].public.ed,
		    s->public.ed, sizeof s->public.ed))
			return err_set(r->e, ERR_INPUT, "%s: %s and %s have "
			    "the same key; each player needs one of his own",
			    r->name, c->side[i].name, s->name);
	c->nsides++;
	return ERR_OK;
}

static int
read_sides(struct reading *r, const struct node *t)
{
	const struct node *list = node_array_of(t, "side");
	int rc = ERR_OK;

	if (list == NULL || list->n < 2 || list->n > CHARTER_SIDES)
		return err_set(r->e, ERR_INPUT, "%s: there must be two to %d "
		    "[[side]]", r->name, CHARTER_SIDES);
	for (const struct node *s = list->child; s && rc == ERR_OK;
	    s = s->next) {
		if (s->type != NODE_TABLE)
			return err_set(r->e, ERR_INPUT, "%s: line %d: a side "
			    "is written as [[side]]", r->name, s->line);
		rc = read_side(r, s);
	}
	return rc;
}

/* Names of ours, joined by slashes. */
static bool
is_path(const char *s)
{
	return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-./") ==
	    strlen(s) && *s != '.' && *s != '/' && strstr(s, "..") == NULL &&
	    strlen(s) <= 100;
}

static int
read_files(struct reading *r, const struct node *t)
{
	const struct node *list = node_table_of(t, "rules");
	struct charter *c = r->c;
	int rc = ERR_OK;

	if (list == NULL || list->n == 0 || list->n > CHARTER_FILES)
		return err_set(r->e, ERR_INPUT, "%s: there must be [rules] "
		    "with one to %d files", r->name, CHARTER_FILES);
	for (const struct node *f = list->child; f && rc == ERR_OK;
	    f = f->next) {
		if (!is_path(f->key))
			return err_set(r->e, ERR_INPUT, "%s: line %d: \"%s\" "
			    "is no file of rules/", r->name, f->line,
			    str_shown(r->a, f->key, 60));
		c->file[c->nfiles].path = f->key;
		rc = need_hash(r, list, f->key, &c->file[c->nfiles++].sha);
	}
	return rc;
}

static int
read_top(struct reading *r, const struct node *t)
{
	struct charter *c = r->c;
	int rc = unknown_keys(r, t, top_keys, COUNT(top_keys));

	if (rc == ERR_OK)
		rc = need_one(r, t);
	if (rc == ERR_OK)
		rc = need_name(r, t, "game", &c->game);
	if (rc == ERR_OK)
		rc = need_name(r, t, "system", &c->system);
	if (rc == ERR_OK)
		rc = need_name(r, t, "scenario", &c->scenario);
	if (rc == ERR_OK)
		rc = need_hash(r, t, "secret_commitment",
		    &c->secret_commitment);
	if (rc == ERR_OK)
		rc = need_string(r, t, "seal_key", &c->seal_key);
	if (rc == ERR_OK && hash_unbase64(c->seal, sizeof c->seal,
	    c->seal_key) != (long)sizeof c->seal)
		rc = err_set(r->e, ERR_INPUT, "%s: seal_key must be 32 bytes "
		    "in base64", r->name);
	if (rc == ERR_OK)
		rc = need_string(r, t, "referee", &c->referee);
	return rc;
}

int
charter_parse(struct err *e, struct arena *a, const char *name,
    const char *text, size_t len, struct charter *out)
{
	struct reading r = { e, a, name, out };
	struct node *t;
	int rc;

	memset(out, 0, sizeof *out);
	rc = toml_read(e, a, name, text, len, CHARTER_MAX, &t);
	if (rc == ERR_OK)
		rc = read_top(&r, t);
	if (rc == ERR_OK)
		rc = keys_public_parse(e, arena_printf(a, "%s: referee", name),
		    out->referee, &out->referee_key);
	if (rc == ERR_OK && out->referee_key.form != KEY_MINISIGN)
		rc = err_set(e, ERR_INPUT, "%s: referee must be the base64 "
		    "line of a minisign public key", name);
	out->side[CHARTER_REFEREE] = (struct charter_side){ .name = "referee",
	    .key = out->referee, .public = out->referee_key };
	if (rc == ERR_OK)
		rc = read_spectators(&r, node_get(t, "spectators"));
	if (rc == ERR_OK)
		rc = read_files(&r, t);
	if (rc == ERR_OK)
		rc = read_sides(&r, t);
	return rc;
}

static struct node *
side_node(struct arena *a, const struct charter_side *s)
{
	struct node *t = node_table(a);

	node_add_string(a, t, "name", s->name);
	if (s->bot)
		node_add_bool(a, t, "bot", true);
	else
		node_add_string(a, t, "key", s->key);
	if (s->mail != NULL)
		node_add_string(a, t, "mail", s->mail);
	return t;
}

void
charter_write(struct str *out, const struct charter *c)
{
	struct arena *a = out->arena;
	struct node *t = node_table(a), *list;

	node_add_int(a, t, "iacta", 1);
	node_add_string(a, t, "game", c->game);
	node_add_string(a, t, "system", c->system);
	node_add_string(a, t, "scenario", c->scenario);
	node_add_int(a, t, "rules_revision", c->rules_revision);
	if (c->own_charts)
		node_add_string(a, t, "charts", "own");
	if (c->clock.hours > 0)
		node_add(a, t, "clock", clock_node(a, &c->clock));
	if (c->nspectators > 0) {
		list = node_add_array(a, t, "spectators");
		list->layout = NODE_INLINE;
		for (int i = 0; i < c->nspectators; i++)
			node_add(a, list, NULL, node_string(a,
			    c->spectator[i]));
	}
	if (c->missed.substitute > 0 || c->missed.forfeit > 0) {
		list = node_table(a);
		list->layout = NODE_INLINE;
		if (c->missed.substitute > 0)
			node_add_int(a, list, "substitute",
			    c->missed.substitute);
		if (c->missed.forfeit > 0)
			node_add_int(a, list, "forfeit", c->missed.forfeit);
		node_add(a, t, "missed", list);
	}
	node_add_string(a, t, "dice", "referee");
	node_add_string(a, t, "secret_commitment", c->secret_commitment);
	node_add_string(a, t, "seal_key", c->seal_key);
	node_add_string(a, t, "referee", c->referee);
	list = node_add_table(a, t, "rules");
	for (int i = 0; i < c->nfiles; i++)
		node_add_string(a, list, c->file[i].path, c->file[i].sha);
	list = node_add_array(a, t, "side");
	for (int i = 0; i < c->nsides; i++)
		node_add(a, list, NULL, side_node(a, &c->side[i]));
	toml_write(out, t);
}

int
charter_side(const struct charter *c, const char *name)
{
	for (int i = 0; i < c->nsides; i++)
		if (strcmp(c->side[i].name, name) == 0)
			return i;
	return -1;
}

int
charter_sender(const struct charter *c, const char *name)
{
	return strcmp(name, "referee") == 0 ? CHARTER_REFEREE :
	    charter_side(c, name);
}

const char *
charter_sides(struct arena *a, const struct charter *c)
{
	struct str s = str_new(a);

	for (int i = 0; i < c->nsides; i++)
		str_addf(&s, "%s%s", i ? ", " : "", c->side[i].name);
	return s.s;
}

int
charter_check_rules(struct err *e, const struct charter *c,
    const struct rules_file *file, size_t n)
{
	if ((size_t)c->nfiles != n)
		return err_set(e, ERR_VERIFY, "rules/: there are %zu files, "
		    "but game.toml names %d", n, c->nfiles);
	for (int i = 0; i < c->nfiles; i++) {
		char sha[HASH_HEX];
		size_t k = 0;

		while (k < n && strcmp(file[k].path, c->file[i].path) != 0)
			k++;
		if (k == n)
			return err_set(e, ERR_VERIFY, "rules/%s: it is "
			    "missing, though game.toml names it",
			    c->file[i].path);
		hash_sha256_hex(sha, file[k].text, file[k].len);
		if (strcmp(sha, c->file[i].sha) != 0)
			return err_set(e, ERR_VERIFY, "rules/%s: it is not "
			    "the file that game.toml names: its SHA-256 is "
			    "%.16s…", file[k].path, sha);
	}
	return ERR_OK;
}
