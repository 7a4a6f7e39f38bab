/* answer.c: every message gets an answer, and no robot does (RFC 3834) */
#include "mail/answer.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "desk/desk.h"
#include "desk/home.h"
#include "mail/outgoing.h"
#include "show/layout.h"
#include "show/names.h"
#include "show/phrase.h"
#include "trust/clock.h"
#include "trust/hash.h"
#include "trust/inbox.h"
#include "trust/rulings.h"
#include "trust/store.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define DAILY 50	/* answers for one correspondent a day, but for receipts */

/* --------------------------------------------------------------- the limit */

/*
 * limits/HASH in the referee's directory holds a day and how many answers its
 * correspondent got on it.  A loop between two robots ends there.
 */
static int
count_answer(struct err *e, struct arena *a, const char *path, bool *may)
{
	long day = (long)(time(NULL) / 86400), was = 0, n = 0;
	char *s;
	size_t len;
	int rc;

	*may = false;
	if (file_exists(path)) {
		rc = file_read(e, a, path, 100, &s, &len);
		if (rc != ERR_OK)
			return rc;
		if (sscanf(s, "%ld %ld", &was, &n) != 2 || was != day)
			n = 0;
	}
	if (n >= DAILY)
		return ERR_OK;
	*may = true;
	s = arena_printf(a, "%ld %ld\n", day, n + 1);
	return file_write(e, path, s, strlen(s), 0600);
}

/* Pipes run beside one another: each counts under a lock. */
static int
may_answer(struct err *e, struct arena *a, const char *to, bool *may)
{
	const char *home, *dir, *lock;
	char sha[HASH_HEX];
	int fd, rc = store_dir(e, a, &home);

	if (rc != ERR_OK)
		return rc;
	hash_sha256_hex(sha, to, strlen(to));
	dir = arena_printf(a, "%s/limits", home);
	lock = arena_printf(a, "%s/lock", dir);
	rc = file_mkdirs(e, dir, 0700);
	if (rc != ERR_OK)
		return rc;
	fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || flock(fd, LOCK_EX) < 0)
		rc = err_errno(e, lock);
	else
		rc = count_answer(e, a, arena_printf(a, "%s/%.32s", dir, sha),
		    may);
	if (fd >= 0)
		close(fd);
	return rc;
}

/* --------------------------------------------------------------- the facts */

/* The referee can open what is sealed to him. */
static bool
opened(struct arena *a, const struct incoming *in)
{
	struct err ignored = { 0 };
	uint8_t secret[32];
	bool done = in->sub->sealed == NULL;

	if (!done && store_secret(&ignored, a, in->p->charter.game, secret) ==
	    ERR_OK)
		done = submission_open(&ignored, a, "message",
		    &in->p->charter, secret, in->sub) == ERR_OK;
	sodium_memzero(secret, sizeof secret);
	return done;
}

static void
add_warning(struct arena *a, struct node *list, const struct node *x,
    const char *key)
{
	const char *part = node_str(x, "part"), *text = node_str(x, key);
	long long number = (long long)node_integer(x, "number", 0);

	if (text == NULL)
		return;
	if (part != NULL && number > 0)
		text = arena_printf(a, "%s %lld: %s", part, number, text);
	node_add(a, list, NULL, node_string(a, text));
}

/* What the submission says, in words. */
static void
add_parts(struct arena *a, struct node *t, const struct submission *s)
{
	struct node *list = node_add_array(a, t, "order");
	const struct node *orders = s->part[PART_ORDER];

	for (const struct node *o = orders ? orders->child : NULL; o;
	    o = o->next)
		node_add(a, list, NULL, node_string(a, desk_order_words(a,
		    o)));
	for (int i = 0; i < PART_COUNT; i++)
		if (i != PART_ORDER && s->part[i] != NULL)
			node_add_int(a, t, submission_parts[i],
			    (int64_t)s->part[i]->n);
	list = node_add_array(a, t, "act");
	for (const struct node *o = s->acts ? s->acts->child : NULL; o;
	    o = o->next) {
		struct node *told = node_copy(a, o);

		if (strcmp(node_str(o, "do"), "note") == 0) {
			told = node_table(a);	/* its text is sealed */
			node_add_string(a, told, "do", "note");
		}
		node_add(a, list, NULL, node_string(a, desk_order_words(a,
		    told)));
	}
	if (s->say != NULL)
		node_add_string(a, t, "say", s->say);
}

/*
 * What is legal and probably not meant, and what would be refused, as `iacta
 * check` finds it with what this side may know.  If that fails, nothing is
 * said: the submission counts all the same.
 */
static void
add_warnings(struct arena *a, struct node *t, const struct incoming *in)
{
	struct position *p = arena_new(a, struct position, 1);
	int side = in->sub->side;
	struct err ignored = { 0 };
	struct node *hand = NULL, *list;
	struct checked k;
	struct home home;
	uint8_t secret[32];
	char id[41];
	int rc = position_head(&ignored, a, in->h, id, p);

	if (rc != ERR_OK || p->n == 0 || p->n != in->out.exchange ||
	    in->sub->part[PART_ORDER] == NULL)
		return;
	rc = store_secret(&ignored, a, p->charter.game, secret);
	if (rc == ERR_OK)
		rc = outgoing_hand(&ignored, a, p, side, secret, &hand);
	sodium_memzero(secret, sizeof secret);
	if (rc == ERR_OK && hand != NULL)
		rc = position_hold(&ignored, a, p, side, hand);
	if (rc == ERR_OK)
		rc = home_open(&ignored, a, in->h, p, side, NULL, &home);
	if (rc != ERR_OK)
		return;
	home.desk.hand = hand;
	if (home_check(&ignored, &home, "message", in->sub, false, NULL, &k) !=
	    ERR_OK)
		return;
	checked_refusals(&home, &k);
	list = node_add_array(a, t, "warning");
	for (const struct node *x = k.problems->child; x; x = x->next)
		add_warning(a, list, x, "problem");
	for (const struct node *x = k.warnings->child; x; x = x->next)
		add_warning(a, list, x, "warning");
}

/* Who is asked and has sent nothing. */
static void
add_awaited(struct arena *a, struct node *t, const struct incoming *in)
{
	const struct position *p = in->p;
	struct names *names = names_new(a, p->turn, &p->rules);
	struct node *list = node_add_array(a, t, "awaited");
	struct inbox_entry *entry;
	struct err ignored = { 0 };
	struct node *terms = NULL;
	struct clock k;
	size_t n;

	if (inbox_get(&ignored, a, in->h, p->n, &entry, &n) != ERR_OK ||
	    rulings_terms(&ignored, a, in->h, p, &terms) != ERR_OK ||
	    clock_read(&ignored, a, in->h, p, terms, &k) != ERR_OK)
		return;
	for (int i = 0; i < p->charter.nsides; i++) {
		const char *side = p->charter.side[i].name;
		bool there = false;

		for (size_t x = 0; x < n; x++)
			there = there || strcmp(entry[x].side, side) == 0;
		if (!there && position_asked(p, i) && !p->charter.side[i].bot)
			node_add(a, list, NULL, node_string(a, k.side[i].deadline
			    == 0 ? names_side(names, side) : arena_printf(a,
			    "%s (until %s)", names_side(names, side),
			    clock_moment(a, k.side[i].deadline))));
	}
}

static struct node *
facts(struct arena *a, const struct incoming *in, const char *problem,
    bool trusted)
{
	struct node *t = node_table(a);

	if (in->game != NULL)
		node_add_string(a, t, "game", in->p ? in->p->charter.game :
		    in->game);
	if (problem != NULL) {
		node_add_string(a, t, "problem", problem);
		return t;
	}
	node_add_string(a, t, "side", in->out.side);
	node_add_int(a, t, "exchange", in->out.exchange);
	node_add_int(a, t, "revision", in->out.revision);
	node_add_string(a, t, "sha", in->sub->sha);
	node_add_bool(a, t, "again", in->out.again);
	if (in->out.leaves != NULL)
		node_add_string(a, t, "leaves", in->out.leaves);
	if (*in->undone != '\0')
		node_add_string(a, t, "undone", in->undone);
	node_add_bool(a, t, "trusted", trusted);
	if (trusted && opened(a, in)) {
		add_parts(a, t, in->sub);
		add_warnings(a, t, in);
	}
	add_awaited(a, t, in);
	return t;
}

/* -------------------------------------------------------------- the answer */

static const char *
subject(struct arena *a, const struct incoming *in, const char *problem)
{
	struct node *t = node_table(a);
	const char *what = in->m.subject ? in->m.subject : in->game;

	if (problem != NULL) {
		if (what != NULL)
			node_add_string(a, t, "what", what);
		return phrase_own_filled(a, "subject", what != NULL ?
		    "not-accepted" : "not-accepted-nameless", t);
	}
	node_add_string(a, t, "game", in->out.game);
	node_add_int(a, t, "exchange", in->out.exchange);
	node_add_string(a, t, "side", in->out.side);
	node_add_int(a, t, "revision", in->out.revision);
	return phrase_own_filled(a, "subject", "received", t);
}

/* Is it the inside of a Message-ID as programs make them?  A header of any
 * length would be refused on its way, and the answer with it. */
static bool
is_message_id(const char *s, size_t n)
{
	if (n == 0 || n > 200)
		return false;
	for (size_t i = 0; i < n; i++)
		if (s[i] <= ' ' || s[i] > '~' || s[i] == '<' || s[i] == '>')
			return false;
	return true;
}

/* What the answer belongs to: the message, and the last three before it that
 * it names; NULL if it has no id. */
static const char *
references(struct arena *a, const struct message *m)
{
	const char *last[3] = { "", "", "" };

	if (m->id == NULL || !is_message_id(m->id, strlen(m->id)))
		return NULL;
	for (const char *p = m->references; p != NULL &&
	    (p = strchr(p, '<')) != NULL; p++) {
		size_t n = strcspn(p + 1, "<>");

		if (p[n + 1] != '>' || !is_message_id(p + 1, n))
			continue;
		last[0] = last[1];
		last[1] = last[2];
		last[2] = arena_printf(a, "<%.*s> ", (int)n, p + 1);
	}
	return arena_printf(a, "%s%s%s<%s>", last[0], last[1], last[2], m->id);
}

int
answer(struct err *e, struct arena *a, const struct incoming *in,
    const char *problem, const char *from, const struct mail_way *way,
    bool *sent)
{
	const char *known = in->kept ? in->p->charter.side[in->sub->side].mail :
	    NULL;
	const char *layout = problem ? "mail-refused.txt" : "mail-receipt.txt";
	struct str text = str_new(a);
	struct mail m = { .from = from, .to = known ? known : in->m.from,
	    .subject = subject(a, in, problem), .automatic = "auto-replied",
	    .date = (int64_t)time(NULL),
	    .game = in->p ? in->p->charter.game : NULL };
	char sha[HASH_HEX];
	bool may = true;
	int rc;

	*sent = false;
	if (in->m.silent != NULL && (known == NULL ||
	    strcmp(in->m.silent, "unaddressed") != 0))
		return ERR_OK;
	if (m.to == NULL)
		return ERR_OK;
	/* what is new and signed makes no loop: it can be new only once */
	rc = ERR_OK;
	if (!in->kept || in->out.again)
		rc = may_answer(e, a, m.to, &may);
	if (rc != ERR_OK || !may)
		return rc;
	rc = layout_fill(e, &text, layout, layout_own(layout), facts(a, in,
	    problem, known != NULL), ESCAPE_TEXT);
	if (rc != ERR_OK)
		return rc;
	m.text = text.s;
	m.references = references(a, &in->m);
	m.in_reply_to = m.references != NULL ? in->m.id : NULL;
	hash_sha256_hex(sha, text.s, text.len);
	/* two answers alike in one second are two messages */
	m.id = arena_printf(a, "answer.%.24s.%ld.%ld@iacta.invalid", sha,
	    (long)m.date, (long)getpid());
	if (in->kept) {
		m.attach[m.nattach++] = (struct mail_attachment){
		    "receipt.toml", "text/plain", in->out.receipt,
		    strlen(in->out.receipt), NULL };
		m.attach[m.nattach++] = (struct mail_attachment){
		    "receipt.toml.minisig", "text/plain",
		    in->out.receipt_sig, strlen(in->out.receipt_sig), NULL };
	}
	rc = mail_send(e, a, &m, way);
	*sent = rc == ERR_OK;
	return rc;
}
