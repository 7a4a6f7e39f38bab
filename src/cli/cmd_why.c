/* cmd_why.c: iacta why: how a roll came about and what it did */
#include "cli/commands.h"
#include "cli/why.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/json.h"
#include "trust/pin.h"
#include "trust/seeds.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

/* "3.12" */
static int
parse_roll(struct err *e, struct why *w, const char *s)
{
	size_t n = strspn(s, "0123456789"), k;

	if (n > 0 && n <= 9 && s[n] == '.') {
		k = strspn(s + n + 1, "0123456789");
		if (k > 0 && k <= 9 && s[n + 1 + k] == '\0') {
			w->n = strtol(s, NULL, 10);
			w->k = strtol(s + n + 1, NULL, 10);
			return ERR_OK;
		}
	}
	return err_set(e, ERR_USAGE, "why: \"%s\": a roll is named N.K, roll K "
	    "of exchange N, as in the report", str_shown(w->c->a, s, 40));
}

/* ----------------------------------------------------- from the history */

static int
read_before(struct err *e, struct why *w)
{
	struct arena *a = w->c->a;
	struct history_file *files;
	size_t n;
	int rc = history_all(e, w->past.h, a, &w->past.commit, &w->past.n);

	if (rc == ERR_OK && w->n + 1 >= (long)w->past.n)
		return err_set(e, ERR_INPUT, "exchange %ld was not adjudicated "
		    "yet: the last turn is %ld", w->n, (long)w->past.n - 1);
	if (rc == ERR_OK)
		rc = history_read_all(e, w->past.h, a,
		    w->past.commit[w->n].id, &files, &n);
	if (rc == ERR_OK) {
		w->made = &w->past.commit[w->n + 1];
		w->before = arena_new(a, struct position, 1);
		rc = position_load(e, a, files, n, w->before);
		if (rc != ERR_OK)
			err_prefix(e, "commit %ld (%.12s)", w->n,
			    w->past.commit[w->n].id);
	}
	return rc;
}

static int
bad_dice(struct err *e, const struct why *w, const char *what)
{
	return err_set(e, ERR_VERIFY, "commit %ld (%.12s): dice.toml: %s; "
	    "`iacta audit` says more", w->n + 1, w->made->id, what);
}

static int
read_roll(struct err *e, struct why *w, const struct node *dice)
{
	const struct node *list = node_array_of(dice, "roll");
	const struct node *t = node_at(list, (size_t)w->k - 1), *shows;
	int64_t sides = node_integer(t, "sides", 0);
	int64_t face = node_integer(t, "face", -1);
	int64_t nth = node_integer(t, "nth", 0);

	if (list == NULL)
		return err_set(e, ERR_INPUT, "nothing was rolled in exchange "
		    "%ld", w->n);
	if (w->k < 1 || t == NULL)
		return err_set(e, ERR_INPUT, "there is no roll %ld.%ld: "
		    "exchange %ld has %ld.1 to %ld.%zu", w->n, w->k, w->n,
		    w->n, w->n, list->n);
	w->label = node_str(t, "label");
	shows = node_get(t, "shows");
	if (w->label == NULL || !seeds_label_ok(w->label) || sides < 1 ||
	    sides > 65536 || face < 0 || face >= sides || nth < 1 ||
	    nth > 1000000000 || shows == NULL)
		return bad_dice(e, w, "that is no roll");
	w->sides = (int)sides;
	w->face = (int)face;
	w->nth = (long)nth;
	w->shows = shows->type == NODE_STRING ? str_shown(w->c->a, shows->s,
	    20) : arena_printf(w->c->a, "%lld", (long long)shows->i);
	return ERR_OK;
}

static int
read_dice(struct err *e, struct why *w)
{
	struct exchange_past past = past_of(&w->past);
	uint8_t hash[HASH_BYTES];
	const char *data = NULL;
	struct node *t = NULL;
	size_t len = 0;
	int rc = past.read(e, past.ctx, w->c->a, w->n + 1, "dice.toml", &data,
	    &len);

	if (rc == ERR_OK && data == NULL)
		rc = bad_dice(e, w, "it is missing");
	if (rc == ERR_OK && toml_read(e, w->c->a, "dice.toml", data, len,
	    TOML_MAX_SIZE, &t) != ERR_OK)
		rc = err_unverified(e);
	if (rc != ERR_OK)
		return rc;
	w->seed = node_str(t, "seed");
	w->transcript = node_str(t, "transcript");
	w->key = node_str(t, "key");
	w->commitment = node_str(w->before->turn, "commitment");
	if (w->seed == NULL || hash_unhex(hash, sizeof hash, w->seed) < 0 ||
	    w->transcript == NULL || w->key == NULL || w->commitment == NULL)
		return bad_dice(e, w, "seed, transcript and key must be there");
	return read_roll(e, w, t);
}

/* --------------------------------------------------------- reckoned again */

/* The transcript, from the bytes that it covers. */
static int
reckon_transcript(struct err *e, struct why *w, char out[HASH_HEX])
{
	const struct charter *c = &w->before->charter;
	struct exchange_past past = past_of(&w->past);
	const char *sha[CHARTER_SIDES];
	int rc = ERR_OK;

	for (int i = 0; i < c->nsides && rc == ERR_OK; i++) {
		const char *side = c->side[i].name, *data;
		char *hex = arena_alloc(w->c->a, HASH_HEX);
		size_t len;

		rc = past.read(e, past.ctx, w->c->a, w->n + 1, arena_printf(
		    w->c->a, "orders/%s.toml", side), &data, &len);
		if (rc != ERR_OK || data == NULL)
			continue;
		hash_sha256_hex(hex, data, len);
		sha[w->nsenders] = hex;
		w->sender[w->nsenders++] = side;
	}
	if (rc == ERR_OK)
		seeds_transcript(out, w->before->turn_sha, w->sender, sha,
		    w->nsenders);
	return rc;
}

/* Every attempt, as protocol section 4 has it. */
static void
reckon_tries(struct why *w, const uint8_t key[32])
{
	uint64_t s = (uint64_t)w->sides;
	uint64_t limit = s * (((uint64_t)1 << 32) / s);
	uint8_t h[HASH_BYTES];

	do {
		hash_hmac(h, key, 32, arena_printf(w->c->a, "roll:%ld:%d:%s",
		    w->nth, w->ntries, w->label));
		w->tried[w->ntries++] = (uint32_t)h[0] << 24 |
		    (uint32_t)h[1] << 16 | (uint32_t)h[2] << 8 | h[3];
	} while (w->tried[w->ntries - 1] >= limit && w->ntries < WHY_TRIES);
}

static int
reckon(struct err *e, struct why *w)
{
	const char *game = w->before->charter.game;
	char transcript[HASH_HEX], commitment[HASH_HEX], hex[HASH_HEX];
	uint8_t seed[32], key[32];
	int rc = reckon_transcript(e, w, transcript);

	if (rc != ERR_OK)
		return rc;
	if (hash_unhex(seed, sizeof seed, w->seed) < 0)
		return bad_dice(e, w, "seed must be 64 digits 0-9 and a-f");
	seeds_commitment(commitment, game, seed, w->n);
	seeds_key(key, game, seed, w->n, transcript);
	hash_hex(hex, key, sizeof key);
	if (strcmp(commitment, w->commitment) != 0)
		return bad_dice(e, w, "the seed is not the one that was "
		    "committed to");
	if (strcmp(transcript, w->transcript) != 0 || strcmp(hex, w->key) != 0)
		return bad_dice(e, w, "transcript or key are not what the "
		    "submissions give");
	reckon_tries(w, key);
	if (seeds_roll(key, w->sides, w->nth, w->label) != w->face)
		return bad_dice(e, w, "the key gives another face");
	return ERR_OK;
}

/* --------------------------------------------------------------- printing */

static void
print_text(struct why *w, const char *event, const char *shell)
{
	uint64_t s = (uint64_t)w->sides;

	printf("roll %ld.%ld of %s: \"%s\", a die of %d: face %d, which shows "
	    "%s\n\n", w->n, w->k, w->before->charter.game, w->label, w->sides,
	    w->face, w->shows);
	printf("commitment  %s\n            published in turn %ld (commit "
	    "%.12s), before the orders\n", w->commitment, w->n,
	    w->past.commit[w->n].id);
	printf("seed        %s\n            revealed in commit %ld (%.12s)\n",
	    w->seed, w->n + 1, w->made->id);
	printf("transcript  %s\n            of turn %ld", w->transcript, w->n);
	for (int i = 0; i < w->nsenders; i++)
		printf("%s what %s sent", i == 0 ? " and" : ",",
		    w->sender[i]);
	printf("\nkey         %s\n", w->key);
	printf("nth         %ld: how often this label was rolled in this "
	    "exchange by then\n", w->nth);
	for (int i = 0; i < w->ntries; i++)
		printf("T = %-7d v = %lu, %s\n", i, (unsigned long)w->tried[i],
		    i + 1 < w->ntries ? "passed over" : arena_printf(w->c->a,
		    "below %llu; modulo %d: face %d", (unsigned long long)(s *
		    (((uint64_t)1 << 32) / s)), w->sides, w->face));
	printf("\n%s\nTo roll it again with git, sha256sum and openssl:\n\n%s",
	    event, shell);
}

static void
print_json(struct why *w, const char *event, const char *shell)
{
	struct arena *a = w->c->a;
	struct node *t = node_table(a), *tries;
	struct str s = str_new(a);

	node_add_string(a, t, "game", w->before->charter.game);
	node_add_int(a, t, "exchange", w->n);
	node_add_int(a, t, "index", w->k);
	node_add_string(a, t, "label", w->label);
	node_add_int(a, t, "nth", w->nth);
	node_add_int(a, t, "sides", w->sides);
	node_add_int(a, t, "face", w->face);
	node_add_string(a, t, "shows", w->shows);
	node_add_string(a, t, "commitment", w->commitment);
	node_add_string(a, t, "seed", w->seed);
	node_add_string(a, t, "transcript", w->transcript);
	node_add_string(a, t, "key", w->key);
	tries = node_add_array(a, t, "tries");
	for (int i = 0; i < w->ntries; i++)
		node_add(a, tries, NULL, node_int(a, w->tried[i]));
	if (w->event != NULL) {
		node_add_int(a, t, "commit", w->told);
		node_add(a, t, "event", node_copy(a, w->event));
	}
	if (w->lead != NULL)
		node_add(a, t, "lead", node_copy(a, w->lead));
	node_add_string(a, t, "text", event);
	node_add_string(a, t, "shell", shell);
	json_write(&s, t);
	printf("%s\n", s.s);
}

static int
run(struct err *e, struct cli *c)
{
	struct why *w = arena_new(c->a, struct why, 1);
	struct str event = str_new(c->a), shell = str_new(c->a);
	const char *roll;
	int rc;

	w->c = c;
	cli_dir_file(c, &w->dir, &roll);
	rc = parse_roll(e, w, roll);
	if (rc == ERR_OK)
		rc = history_open(e, w->dir, &w->past.h);
	if (rc == ERR_OK)
		rc = read_before(e, w);
	if (rc == ERR_OK)
		rc = pin_check(e, c->a, w->past.h, w->before);
	if (rc == ERR_OK)
		rc = read_dice(e, w);
	if (rc == ERR_OK)
		rc = reckon(e, w);
	if (rc == ERR_OK)
		rc = why_find(e, w);
	if (rc == ERR_OK) {
		why_event(w, &event);
		why_shell(w, &shell);
		if (cli_given(c, "json"))
			print_json(w, event.s, shell.s);
		else
			print_text(w, event.s, shell.s);
	}
	history_close(w->past.h);
	return rc;
}

const struct command cmd_why = {
	.name = "why", .operands = "[DIR] N.K",
	.help = "how roll K of exchange N came about, and what it did",
	.min = 1, .max = 2, .options = options, .run = run,
	.alone = cli_alone,
};
