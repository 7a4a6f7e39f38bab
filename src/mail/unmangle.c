/* unmangle.c: a signed block as mail and forums give it back */
#include "mail/unmangle.h"

#include "base/arena.h"
#include "base/str.h"
#include "mail/relay.h"

#include <string.h>

#define BEGIN "BEGIN IACTA ORDERS"
#define MIDDLE "BEGIN IACTA SIGNATURE"
#define END "END IACTA ORDERS"

/* ------------------------------------------------------------- characters */

/* Characters that are not seen, or look like others, and what they were. */
static const struct {
	const char *is, *was;
} lookalike[] = {
	{ "\xc2\xa0", " " },		/* no-break space */
	{ "\xe2\x80\xaf", " " },	/* narrow no-break space */
	{ "\xe2\x80\x87", " " },	/* figure space */
	{ "\xe2\x80\x82", " " }, { "\xe2\x80\x83", " " },
	{ "\xe2\x80\x8b", "" },		/* zero width space */
	{ "\xe2\x80\x8c", "" }, { "\xe2\x80\x8d", "" },
	{ "\xe2\x80\x8e", "" }, { "\xe2\x80\x8f", "" },
	{ "\xe2\x81\xa0", "" },		/* word joiner */
	{ "\xc2\xad", "" },		/* soft hyphen */
	{ "\xef\xbb\xbf", "" },		/* byte order mark */
	{ "\xe2\x80\xa8", "\n" },	/* line separator */
}, quotes[] = {
	{ "\xe2\x80\x9c", "\"" }, { "\xe2\x80\x9d", "\"" },
	{ "\xe2\x80\x9e", "\"" }, { "\xe2\x80\x9f", "\"" },
	{ "\xc2\xab", "\"" }, { "\xc2\xbb", "\"" },
	{ "\xe2\x80\x98", "'" }, { "\xe2\x80\x99", "'" },
	{ "\xe2\x80\x9a", "'" }, { "\xe2\x80\xb3", "\"" },
	{ "\xe2\x80\x93", "-" },	/* en dash */
	{ "\xe2\x80\x94", "--" },	/* em dash, for two hyphens */
	{ "\xe2\x80\x90", "-" }, { "\xe2\x80\x91", "-" },
	{ "\xe2\x88\x92", "-" },
	{ "\xe2\x80\xa6", "..." },
	{ "\xf0\x9f\x99\x82", ":)" },	/* smilies that were signs */
	{ "\xf0\x9f\x99\x81", ":(" },
	{ "\xf0\x9f\x98\x80", ":D" },
	{ "\xf0\x9f\x98\x89", ";)" },
	{ "\xf0\x9f\x98\x8e", "8)" },
};

#define COUNT(x) (sizeof (x) / sizeof *(x))

/* Replace what a table lists; CR and CRLF become LF, NUL goes. */
static char *
plain(struct arena *a, const char *s, size_t len, bool also_quotes)
{
	struct str out = str_new(a);

	for (size_t i = 0; i < len;) {
		size_t k, n = 0;

		for (k = 0; k < COUNT(lookalike) && n == 0; k++)
			if (strncmp(s + i, lookalike[k].is,
			    strlen(lookalike[k].is)) == 0) {
				str_add(&out, lookalike[k].was);
				n = strlen(lookalike[k].is);
			}
		for (k = 0; also_quotes && k < COUNT(quotes) && n == 0; k++)
			if (strncmp(s + i, quotes[k].is,
			    strlen(quotes[k].is)) == 0) {
				str_add(&out, quotes[k].was);
				n = strlen(quotes[k].is);
			}
		if (n == 0 && s[i] == '\r') {
			str_addc(&out, '\n');
			n = 1 + (i + 1 < len && s[i + 1] == '\n');
		} else if (n == 0) {
			if (s[i] != '\0')
				str_addc(&out, s[i]);
			n = 1;
		}
		i += n;
	}
	return out.s;
}

/* ------------------------------------------------------------------ blocks */

/* A block as found: what stands before each of its lines, and its parts. */
struct block {
	const char *prefix;
	size_t prefix_len;
	bool quoted;
	const char *text, *sig;
	size_t text_len, sig_len;
};

/* A hyphen, or what typography makes of hyphens: how many bytes; 0. */
static size_t
dash(const char *p)
{
	if (*p == '-')
		return 1;
	if (strncmp(p, "\xe2\x80", 2) == 0 && (unsigned char)p[2] >= 0x90 &&
	    (unsigned char)p[2] <= 0x95)
		return 3;
	return strncmp(p, "\xe2\x88\x92", 3) == 0 ? 3 : 0;
}

/* The same of what ends at p. */
static size_t
dash_before(const char *s, const char *p)
{
	if (p - s >= 1 && dash(p - 1) == 1)
		return 1;
	return p - s >= 3 && dash(p - 3) == 3 ? 3 : 0;
}

/* Behind a mark's words: behind its dashes. */
static const char *
skip_dashes(const char *p)
{
	while (dash(p) > 0)
		p += dash(p);
	return p;
}

/* Where the mark begins whose words are at p: before its dashes, those that
 * escape them included. */
static const char *
mark_start(const char *s, const char *p)
{
	for (;;) {
		if (dash_before(s, p) > 0)
			p -= dash_before(s, p);
		else if (p - s >= 2 && p[-1] == ' ' &&
		    dash_before(s, p - 1) > 0)
			p--;
		else
			return p;
	}
}

static const char *
line_start(const char *s, const char *p)
{
	while (p > s && p[-1] != '\n')
		p--;
	return p;
}

static bool
only(const char *p, const char *end, const char *of)
{
	while (p < end && strchr(of, *p) != NULL)
		p++;
	return p == end;
}

/* The block whose BEGIN mark has its words at p.  False: it is cut off. */
static bool
read_block(const char *s, const char *p, struct block *b)
{
	const char *mark = mark_start(s, p), *line = line_start(s, mark);
	const char *middle, *end;

	*b = (struct block){ .prefix = line };
	if (only(line, mark, " \t>|")) {
		b->prefix_len = (size_t)(mark - line);
		b->quoted = memchr(line, '>', b->prefix_len) != NULL ||
		    memchr(line, '|', b->prefix_len) != NULL;
	}
	b->text = skip_dashes(p + strlen(BEGIN));
	middle = strstr(b->text, MIDDLE);
	end = middle ? strstr(middle, END) : NULL;
	if (end == NULL)
		return false;
	b->sig = skip_dashes(middle + strlen(MIDDLE));
	b->text_len = (size_t)(mark_start(s, middle) - b->text);
	b->sig_len = (size_t)(mark_start(s, end) - b->sig);
	return b->text_len < 1000000 && b->sig_len < 100000;
}

/* The lines of a part without the prefix of the block, nor the dashes that
 * escape a line of dashes, nor the ">" before "From ". */
static char *
unquoted(struct arena *a, const struct block *b, const char *s, size_t len)
{
	struct str out = str_new(a);
	const char *end = s + len;

	while (s < end) {
		size_t n = 0, k = 0;

		while (s + n < end && s[n] != '\n')
			n++;
		while (k < b->prefix_len && k < n && (s[k] == b->prefix[k] ||
		    (s[k] == ' ' && b->prefix[k] != ' ')))
			k++;
		if (b->quoted)
			while (k < n && (s[k] == '>' || s[k] == '|'))
				k++;
		if (b->quoted && k > 0 && k < n && s[k] == ' ' &&
		    s[k - 1] != ' ')
			k++;
		if (n - k >= 6 && strncmp(s + k, ">From ", 6) == 0)
			k++;
		if (n - k >= 3 && strncmp(s + k, "- -", 3) == 0)
			k += 2;
		while (n > k && (s[n - 1] == ' ' || s[n - 1] == '\t'))
			n--;
		str_addn(&out, s + k, n - k);
		str_addc(&out, '\n');
		while (s + n < end && s[n] != '\n')
			n++;
		s += n + (s + n < end);
	}
	return out.s;
}

/* ---------------------------------------------------------------- readings */

static bool
known(const struct unmangle *u, const char *text)
{
	for (int i = 0; i < u->n; i++)
		if (strcmp(u->reading[i].text, text) == 0)
			return true;
	return false;
}

static void
add(struct arena *a, struct unmangle *u, const char *text, const char *sig,
    const char *how)
{
	const char *armoured = arena_printf(a, "-----BEGIN IACTA ORDERS-----\n"
	    "%s%s-----BEGIN IACTA SIGNATURE-----\n%s%s"
	    "-----END IACTA ORDERS-----\n", text, text[0] != '\0' &&
	    text[strlen(text) - 1] == '\n' ? "" : "\n", sig, sig[0] != '\0' &&
	    sig[strlen(sig) - 1] == '\n' ? "" : "\n");

	if (u->n < UNMANGLE_MOST && !known(u, armoured))
		u->reading[u->n++] = (struct unmangle_reading){ armoured,
		    how };
}

/* The readings of one block, each undoing more than the one before. */
static void
read_as(struct arena *a, struct unmangle *u, const char *text, const char *sig)
{
	const char *clean = plain(a, text, strlen(text), false);
	const char *ascii = plain(a, text, strlen(text), true);
	const char *laid = relay_signature(a, plain(a, sig, strlen(sig),
	    true));
	const char *decoded;

	add(a, u, text, laid, "");
	add(a, u, clean, laid, "invisible");
	add(a, u, ascii, laid, "quotes");
	add(a, u, relay_unwrapped(a, ascii, ""), laid, "breaks");
	add(a, u, relay_without_links(a, ascii), laid, "links");
	add(a, u, relay_without_tags(a, ascii), laid, "tags");
	add(a, u, relay_layout(a, clean), laid, "space");
	add(a, u, relay_layout(a, ascii), laid, "space-quotes");
	add(a, u, relay_layout(a, relay_without_links(a, ascii)), laid,
	    "space-links");
	if (strstr(text, "=3D") == NULL && strstr(text, "=20") == NULL &&
	    strstr(text, "=\n") == NULL && strstr(sig, "=20") == NULL)
		return;
	/* the signature may have been spared: "=" ends base64, too */
	decoded = relay_quoted_printable(a, text);
	add(a, u, decoded, laid, "quoted-printable");
	decoded = plain(a, decoded, strlen(decoded), true);
	add(a, u, relay_layout(a, decoded), laid,
	    "quoted-printable-space");
	sig = relay_quoted_printable(a, sig);
	laid = relay_signature(a, plain(a, sig, strlen(sig), true));
	add(a, u, relay_quoted_printable(a, text), laid, "quoted-printable");
	add(a, u, relay_layout(a, decoded), laid,
	    "quoted-printable-space");
}

static void
each_block(struct arena *a, const char *s, struct unmangle *u, bool quoted)
{
	for (const char *p = strstr(s, BEGIN); p; p = strstr(p + 1, BEGIN)) {
		struct block b;

		if (!read_block(s, p, &b)) {
			u->cut = true;
			continue;
		}
		if (b.quoted != quoted)
			continue;
		u->blocks += !quoted;
		read_as(a, u, unquoted(a, &b, b.text, b.text_len), unquoted(a,
		    &b, b.sig, b.sig_len));
	}
}

void
unmangle_text(struct arena *a, const char *s, size_t len, struct unmangle *u)
{
	char *text = plain(a, s, len, false);
	const char *bare;

	if (strstr(text, BEGIN) == NULL) {
		bare = relay_base64(a, text);
		if (bare != NULL)
			text = plain(a, bare, strlen(bare), false);
	}
	each_block(a, text, u, false);
	if (u->n == 0)
		each_block(a, text, u, true);
}

const char *
unmangle_game(struct arena *a, const struct unmangle *u)
{
	for (int i = 0; i < u->n; i++) {
		const char *p = u->reading[i].text;

		while ((p = strstr(p, "game")) != NULL) {
			const char *q = p + 4;
			size_t n;

			q += strspn(q, " \t");
			if (*q == '=') {
				q += 1 + strspn(q + 1, " \t");
				n = strspn(q + (*q == '"'),
				    "abcdefghijklmnopqrstuvwxyz0123456789-");
				q = arena_strndup(a, q + (*q == '"'), n);
				if (str_is_name(q))
					return q;
			}
			p += 4;
		}
	}
	return NULL;
}
