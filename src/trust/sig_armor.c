/* sig_armor.c: a signed text in a mail body or a forum post, there and back */
#include "trust/sig.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "trust/lines.h"
#include "trust/sig_ssh.h"

#include <string.h>

#define MESSAGE_MAX (1u << 20)
#define SIGNATURE_MAX 4096
#define LINES_MAX 64		/* of a signature, however it was wrapped */

#define BEGIN_ORDERS "-----BEGIN IACTA ORDERS-----"
#define BEGIN_SIGNATURE "-----BEGIN IACTA SIGNATURE-----"
#define END_ORDERS "-----END IACTA ORDERS-----"
#define DASHES "-----"

/* Base64 characters of minisign's two signatures. */
#define SIGNATURE_CHARS 100
#define GLOBAL_CHARS 88

#define UNTRUSTED "untrusted comment:"
#define TRUSTED "trusted comment:"

char *
sig_armor(struct arena *a, const char *text, const char *sig)
{
	size_t n = strlen(text), m = strlen(sig);

	return arena_printf(a, "%s\n%s%s%s\n%s%s%s\n", BEGIN_ORDERS,
	    text, n == 0 || text[n - 1] == '\n' ? "" : "\n", BEGIN_SIGNATURE,
	    sig, m == 0 || sig[m - 1] == '\n' ? "" : "\n", END_ORDERS);
}

/* A CR begins a line too: in the normal form it is an LF. */
int
sig_check_text(struct err *e, const char *what, const char *text, size_t len)
{
	const size_t dashes = strlen(DASHES);
	bool start = true;
	int line = 1;

	for (size_t i = 0; i < len; i++) {
		if (start && len - i >= dashes &&
		    memcmp(text + i, DASHES, dashes) == 0)
			return err_set(e, ERR_INPUT, "%s: line %d begins with "
			    DASHES ", which only the marks around a "
			    "submission may", what, line);
		start = text[i] == '\n' || text[i] == '\r';
		line += text[i] == '\n';
	}
	return ERR_OK;
}

/* The two parts of a block, as they came. */
struct block {
	const char *text, *sig;
	size_t text_len, sig_len;
};

enum place { BEFORE, TEXT, SIGNATURE, AFTER };

static int
two_blocks(struct err *e, const char *what)
{
	return err_set(e, ERR_INPUT, "%s: the message holds the line "
	    BEGIN_ORDERS " more than once; send one submission a message",
	    what);
}

/*
 * Find the one block of a message.  A mark is a whole line from its first
 * column, so that what is quoted from an earlier message is prose.
 */
static int
find_block(struct err *e, const char *what, const char *s, size_t len,
	struct block *b)
{
	struct lines l = lines_of(s, len);
	enum place at = BEFORE;

	while (lines_next(&l)) {
		lines_trim(&l);
		if (lines_is(&l, BEGIN_ORDERS)) {
			if (at != BEFORE)
				return two_blocks(e, what);
			at = TEXT;
			b->text = l.p;
		} else if (at == TEXT && lines_is(&l, BEGIN_SIGNATURE)) {
			at = SIGNATURE;
			b->text_len = (size_t)(l.s - b->text);
			b->sig = l.p;
		} else if (at == SIGNATURE && lines_is(&l, END_ORDERS)) {
			at = AFTER;
			b->sig_len = (size_t)(l.s - b->sig);
		}
	}
	if (at == AFTER)
		return ERR_OK;
	if (at == BEFORE)
		return err_set(e, ERR_INPUT, "%s: no line is "
		    BEGIN_ORDERS " (a block that is quoted or indented does "
		    "not count)", what);
	return err_set(e, ERR_INPUT, "%s: the submission is cut off: the line "
	    "%s is missing", what, at == TEXT ? BEGIN_SIGNATURE : END_ORDERS);
}

/* The lines of a signature, trimmed, those that are empty left out. */
struct piece {
	const char *s;
	size_t n;
};

static int
pieces(struct piece out[LINES_MAX], const char *s, size_t len)
{
	struct lines l = lines_of(s, len);
	int n = 0;

	while (lines_next(&l)) {
		lines_trim(&l);
		if (l.n == 0)
			continue;
		if (n == LINES_MAX)
			return -1;
		out[n++] = (struct piece){ l.s, l.n };
	}
	return n;
}

static bool
begins(const struct piece *p, const char *s)
{
	return p->n >= strlen(s) && memcmp(p->s, s, strlen(s)) == 0;
}

static void
join(struct str *out, const struct piece *p, int n)
{
	for (int i = 0; i < n; i++)
		str_addn(out, p[i].s, p[i].n);
}

/*
 * Where, among the lines after a comment's first, the base64 of `chars`
 * characters begins that ends them; what stands before it is the rest of a
 * comment that was wrapped.  -1 if there is no such place.
 */
static int
base64_at(const struct piece *p, int n, size_t chars)
{
	size_t sum = 0;

	while (n > 0 && sum < chars)
		sum += p[--n].n;
	return sum == chars ? n : -1;
}

/* A comment without its prefix, its lines joined with blanks. */
static char *
comment(struct arena *a, const char *prefix, const struct piece *p, int n)
{
	size_t skip = strlen(prefix);
	struct str out = str_new(a);

	if (p[0].n > skip && p[0].s[skip] == ' ')
		skip++;
	str_addn(&out, p[0].s + skip, p[0].n - skip);
	for (int i = 1; i < n; i++) {
		if (out.len > 0)
			str_addc(&out, ' ');
		str_addn(&out, p[i].s, p[i].n);
	}
	return out.s;
}

static size_t
blanks(const char *s)
{
	return strspn(s, " \t");
}

/*
 * minisign's own comment, "timestamp:N TAB file:NAME TAB hashed", with its
 * tabs given back; NULL if it is another, or has its tabs.
 */
static char *
with_tabs(struct arena *a, const char *s)
{
	size_t digits, gap, end = strlen(s), name;
	const char *file;
	char *out;

	if (strncmp(s, "timestamp:", 10) != 0)
		return NULL;
	digits = strspn(s + 10, "0123456789");
	file = s + 10 + digits;
	gap = blanks(file);
	file += gap;
	if (digits == 0 || gap == 0 || strncmp(file, "file:", 5) != 0)
		return NULL;
	name = end - (size_t)(file - s);
	if (name > 6 && strcmp(s + end - 6, "hashed") == 0)
		name -= 6;
	while (name > 5 && blanks(file + name - 1) > 0)
		name--;
	out = arena_printf(a, "%.*s\t%.*s%s", (int)(10 + digits), s,
	    (int)name, file, file[name] == '\0' ? "" : "\thashed");
	return strcmp(out, s) == 0 ? NULL : out;
}

static int
not_whole(struct err *e, const char *what)
{
	return err_set(e, ERR_INPUT, "%s: what stands below "
	    BEGIN_SIGNATURE " is not a whole signature", what);
}

static char *
minisig(struct arena *a, const char *s1, const char *trusted,
	const char *s2)
{
	return arena_printf(a, "untrusted comment: signature\n%s\n"
	    "trusted comment: %s\n%s\n", s1, trusted, s2);
}

static int
unwrap_minisign(struct err *e, struct arena *a, const char *what,
	const struct piece *p, int n, char **sig, char **sig2)
{
	struct str s1 = str_new(a), s2 = str_new(a);
	char *trusted, *tabs;
	int t = 1, i, j;

	while (t < n && !begins(&p[t], TRUSTED))
		t++;
	if (t == n)
		return not_whole(e, what);
	i = base64_at(p + 1, t - 1, SIGNATURE_CHARS);
	j = base64_at(p + t + 1, n - t - 1, GLOBAL_CHARS);
	if (i < 0 || j < 0)
		return not_whole(e, what);
	join(&s1, p + 1 + i, t - 1 - i);
	join(&s2, p + t + 1 + j, n - t - 1 - j);
	trusted = comment(a, TRUSTED, p + t, 1 + j);
	tabs = with_tabs(a, trusted);
	*sig = minisig(a, s1.s, trusted, s2.s);
	*sig2 = tabs == NULL ? NULL : minisig(a, s1.s, tabs, s2.s);
	return ERR_OK;
}

static int
unwrap_ssh(struct err *e, struct arena *a, const char *what,
	const struct piece *p, int n, char **sig)
{
	struct str base64 = str_new(a);

	if (n < 3 || p[n - 1].n != strlen(SIG_SSH_END) ||
	    !begins(&p[n - 1], SIG_SSH_END) ||
	    p[0].n != strlen(SIG_SSH_BEGIN))
		return not_whole(e, what);
	join(&base64, p + 1, n - 2);
	*sig = sig_ssh_wrap(a, base64.s);
	return ERR_OK;
}

int
sig_dearmor(struct err *e, struct arena *a, const char *what,
	const char *s, size_t len, char **text, size_t *text_len,
	char **sig, char **sig2)
{
	struct piece p[LINES_MAX];
	struct block b = { s, s, 0, 0 };
	int rc, n;

	*sig2 = NULL;
	if (len > MESSAGE_MAX)
		return err_set(e, ERR_INPUT, "%s: the message has %zu bytes; "
		    "at most %u are read", what, len, MESSAGE_MAX);
	if (memchr(s, '\0', len) != NULL)
		return err_set(e, ERR_INPUT, "%s: the message holds a NUL "
		    "byte, so it is no text", what);
	rc = find_block(e, what, s, len, &b);
	if (rc != ERR_OK)
		return rc;
	rc = sig_check_text(e, what, b.text, b.text_len);
	if (rc != ERR_OK)
		return rc;
	n = b.sig_len > SIGNATURE_MAX ? -1 : pieces(p, b.sig, b.sig_len);
	if (n > 0 && begins(&p[0], UNTRUSTED))
		rc = unwrap_minisign(e, a, what, p, n, sig, sig2);
	else if (n > 0 && begins(&p[0], SIG_SSH_BEGIN))
		rc = unwrap_ssh(e, a, what, p, n, sig);
	else
		rc = not_whole(e, what);
	*text = arena_strndup(a, b.text, b.text_len);
	*text_len = b.text_len;
	return rc;
}

bool
sig_is_armoured(const char *s, size_t len)
{
	static const char begin[] = "-----BEGIN IACTA ORDERS-----";
	const char *end = s + len, *p = s;

	while ((p = memmem(p, (size_t)(end - p), begin, sizeof begin - 1))) {
		if (p == s || p[-1] == '\n' || p[-1] == '\r')
			return true;
		p++;
	}
	return false;
}
