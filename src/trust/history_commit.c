/* history_commit.c: reading commits: git's text form, and what is signed */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/sig.h"

#include <stdlib.h>
#include <string.h>

#define COMMIT_MAX (1u << 20)
#define COMMITS_MAX 100000

static bool
is_id(const char *s)
{
	return strspn(s, "0123456789abcdef") == OBJECTS_ID - 1
	    && s[OBJECTS_ID - 1] == '\0';
}

/*
 * A commit is lines "WORD value" up to an empty one, then the message.  If
 * the line at `s` is of this word, copy its value and return the next line.
 */
static const char *
take(struct arena *a, const char *s, const char *word, const char **value)
{
	size_t k = strlen(word);
	size_t n = strcspn(s, "\n");

	if (strncmp(s, word, k) != 0 || s[k] != ' ' || s[n] != '\n')
		return NULL;
	*value = arena_strndup(a, s + k + 1, n - k - 1);
	return s + n + 1;
}

/* An id of a header line, if it is one. */
static bool
take_id(char id[OBJECTS_ID], const char *value)
{
	if (!is_id(value))
		return false;
	memcpy(id, value, OBJECTS_ID);
	return true;
}

/* The time at the end of "GAME <referee@iacta.invalid> T +0000". */
static bool
take_time(const char *who, int64_t *when)
{
	const char *p = strrchr(who, '>');
	size_t n;

	if (p == NULL || p[1] != ' ')
		return false;
	p += 2;
	n = strspn(p, "0123456789");
	if (n == 0 || n > 17 || p[n] != ' ')
		return false;
	*when = strtoll(p, NULL, 10);
	return true;
}

/*
 * Take the signature out: the line "gpgsig ..." and those after it that begin
 * with a blank.  What is left is what was signed.
 */
static bool
take_signature(struct arena *a, const char *s, size_t len, const char *body,
	struct history_commit *c)
{
	const char *p = strstr(s, "\ngpgsig ");
	const char *from, *rest;
	char *text, *sig;
	size_t n = 0;

	c->signed_text = s;
	c->signed_len = len;
	if (p == NULL || p >= body)
		return true;
	from = ++p;
	sig = arena_alloc(a, (size_t)(body - p) + 1);
	for (p += strlen("gpgsig"); *p == ' '; ) {
		size_t k = strcspn(++p, "\n") + 1;

		memcpy(sig + n, p, k);
		n += k;
		p += k;
	}
	rest = p;
	if (strncmp(rest, "gpgsig ", 7) == 0 || ((p = strstr(rest, "\ngpgsig "))
	    != NULL && p < body))
		return false;
	text = arena_alloc(a, len + 1);
	memcpy(text, s, (size_t)(from - s));
	memcpy(text + (from - s), rest, len - (size_t)(rest - s));
	c->signature = sig;
	c->signed_text = text;
	c->signed_len = len - (size_t)(rest - from);
	return true;
}

/* Returns NULL, or what is wrong with it. */
static const char *
parse_commit(struct arena *a, const char *s, size_t len,
	struct history_commit *c)
{
	const char *body = strstr(s, "\n\n");
	const char *p, *next, *value;

	if (strlen(s) != len || body == NULL)
		return "it is not a commit";
	if ((p = take(a, s, "tree", &value)) == NULL
	    || !take_id(c->tree, value))
		return "it names no tree";
	if ((next = take(a, p, "parent", &value)) != NULL) {
		if (!take_id(c->parent, value))
			return "its parent is no commit";
		p = next;
	}
	if (take(a, p, "parent", &value) != NULL)
		return "it has two parents; a game's history is one line";
	if ((p = take(a, p, "author", &c->author)) == NULL
	    || (p = take(a, p, "committer", &c->committer)) == NULL
	    || !take_time(c->committer, &c->time))
		return "it does not say whose it is and of when";
	if (!take_signature(a, s, len, body, c))
		return "it is signed twice";
	c->message = body + 2;
	return NULL;
}

int
history_read_commit(struct err *e, struct history *h, struct arena *a,
	const char *id, struct history_commit *out)
{
	const char *wrong;
	char *s;
	size_t len;
	int rc;

	if (!is_id(id))
		return err_set(e, ERR_INPUT, "%s: a commit is named by 40 "
		    "hexadecimal digits", h->dir);
	memset(out, 0, sizeof *out);
	rc = objects_read(e, h->objects, a, id, OBJECT_COMMIT, COMMIT_MAX, &s,
	    &len);
	if (rc != ERR_OK) {
		err_prefix(e, "%s: commit %.12s", h->dir, id);
		return rc;
	}
	wrong = parse_commit(a, s, len, out);
	if (wrong != NULL)
		return err_set(e, ERR_VERIFY, "%s: commit %.12s: %s", h->dir,
		    id, wrong);
	memcpy(out->id, id, OBJECTS_ID);
	return ERR_OK;
}

/* Twice the room, in the arena. */
static struct history_commit *
grown(struct arena *a, const struct history_commit *c, size_t n)
{
	struct history_commit *more =
	    arena_new(a, struct history_commit, n * 2);

	memcpy(more, c, n * sizeof *c);
	return more;
}

static void
reverse(struct history_commit *c, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		struct history_commit t = c[i];

		c[i] = c[n - 1 - i];
		c[n - 1 - i] = t;
	}
}

int
history_all(struct err *e, struct history *h, struct arena *a,
	struct history_commit **out, size_t *n)
{
	size_t room = 64;
	char id[41];
	int found, rc;

	*out = arena_new(a, struct history_commit, room);
	*n = 0;
	rc = history_head(e, h, id, &found);
	while (rc == ERR_OK && id[0] != '\0') {
		if (*n == COMMITS_MAX)
			return err_set(e, ERR_VERIFY, "%s: more than %d "
			    "commits", h->dir, COMMITS_MAX);
		if (*n == room) {
			*out = grown(a, *out, room);
			room *= 2;
		}
		rc = history_read_commit(e, h, a, id, &(*out)[*n]);
		if (rc == ERR_OK)
			memcpy(id, (*out)[(*n)++].parent, sizeof id);
	}
	if (rc == ERR_OK)
		reverse(*out, *n);
	return rc;
}

int
history_signed(struct err *e, const struct history_commit *c,
	const struct public_key *k)
{
	if (c->signature == NULL)
		return err_set(e, ERR_VERIFY, "it is not signed");
	return sig_verify(e, "the commit", k, "git", c->signed_text,
	    c->signed_len, c->signature, strlen(c->signature));
}
