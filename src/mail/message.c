/* message.c: a message as it came: who sent it, and every text in it */
#include "mail/message.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#include <gmime/gmime.h>
#include <string.h>
#include <strings.h>

struct reader {
	struct arena *a;
	struct message *m;
	struct str whole;		/* all plain texts */
};

/* ------------------------------------------------------------------- texts */

static void
add_text(struct reader *r, const char *s, size_t len, const char *name)
{
	struct message *m = r->m;

	if (len == 0 || m->n == MESSAGE_TEXTS)
		return;
	for (int i = 0; i < m->n; i++)
		if (m->text[i].len == len &&
		    memcmp(m->text[i].text, s, len) == 0)
			return;
	m->text[m->n++] = (struct message_text){ arena_strndup(r->a, s, len),
	    len, name };
}

/* Bytes of a charset as UTF-8; NULL where they are none of it. */
static char *
converted(struct reader *r, const char *charset, const char *s, size_t len)
{
	iconv_t cd = g_mime_iconv_open("UTF-8", charset);
	char *utf8, *out = NULL;

	if (cd == (iconv_t)-1)
		return NULL;
	utf8 = g_mime_iconv_strndup(cd, s, len);
	g_mime_iconv_close(cd);
	if (utf8 != NULL && str_is_utf8(utf8, strlen(utf8)))
		out = arena_strdup(r->a, utf8);
	g_free(utf8);
	return out;
}

/*
 * RFC 3676: a blank at a line's end means that the line goes on; one at its
 * start was put there.  (A blank that is deleted with the break: delsp.)
 */
static char *
unflowed(struct arena *a, const char *s, bool delsp)
{
	struct str out = str_new(a);

	while (*s != '\0') {
		size_t n = strcspn(s, "\r\n");
		const char *next = s + n;
		bool soft;

		next += *next == '\r';
		next += *next == '\n';
		if (*s == ' ') {
			s++;
			n--;
		}
		soft = n > 0 && s[n - 1] == ' ' && strncmp(s, "-- ", 3) != 0;
		str_addn(&out, s, n - (soft && delsp));
		if (!soft)
			str_addc(&out, '\n');
		s = next;
	}
	return out.s;
}

static void
add_readings(struct reader *r, GMimeContentType *type, const char *s,
    size_t len, const char *name)
{
	const char *charset = g_mime_content_type_get_parameter(type,
	    "charset"), *flowed, *delsp;
	bool html = g_mime_content_type_is_type(type, "text", "html");
	const char *reading[3] = { NULL, NULL, NULL };
	int n = 0;

	/* without NULs, which no text has */
	char *bytes = arena_alloc(r->a, len + 1);
	size_t k = 0;

	for (size_t i = 0; i < len; i++)
		if (s[i] != '\0')
			bytes[k++] = s[i];
	bytes[k] = '\0';
	if (str_is_utf8(bytes, k))
		reading[n++] = bytes;
	if (charset != NULL && (reading[n] = converted(r, charset, bytes, k)))
		n++;
	if (n == 0 && (reading[n] = converted(r, "windows-1252", bytes, k)))
		n++;
	flowed = g_mime_content_type_get_parameter(type, "format");
	delsp = g_mime_content_type_get_parameter(type, "delsp");
	for (int i = 0; i < n; i++) {
		const char *text = html ? message_html_text(r->a, reading[i]) :
		    reading[i];

		if (flowed != NULL && strcasecmp(flowed, "flowed") == 0) {
			const char *joined = unflowed(r->a, text, delsp &&
			    strcasecmp(delsp, "yes") == 0);

			add_text(r, joined, strlen(joined), name);
		}
		add_text(r, text, strlen(text), name);
		if (i == 0 && name == NULL && !html)
			str_addf(&r->whole, "%s\n", text);
	}
}

/* What an attachment is called, without the directories that a program may have
 * put before it; its ending is what counts, so the end is kept. */
static const char *
file_name(struct arena *a, const char *s)
{
	const char *base = s;

	for (const char *p = s; *p != '\0'; p++)
		if (*p == '/' || *p == '\\')
			base = p + 1;
	return str_shown(a, base, 300);
}

static void
read_part(struct reader *r, GMimePart *part)
{
	GMimeContentType *type = g_mime_object_get_content_type(
	    GMIME_OBJECT(part));
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	const char *name = g_mime_part_get_filename(part);
	GMimeStream *mem;
	GByteArray *bytes;

	if (g_mime_content_type_is_type(type, "application", "ms-tnef") ||
	    (name != NULL && strcasecmp(name, "winmail.dat") == 0))
		r->m->tnef = true;
	if (g_mime_content_type_is_type(type, "application", "pgp-encrypted") ||
	    g_mime_content_type_is_type(type, "application", "pkcs7-mime"))
		r->m->encrypted = true;
	if (content == NULL || g_mime_content_type_is_type(type, "image", "*"))
		return;
	mem = g_mime_stream_mem_new();
	g_mime_data_wrapper_write_to_stream(content, mem);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(mem));
	if (bytes->len > MESSAGE_TEXT_MAX)
		r->m->too_large = true;
	else if (bytes->len > 0)
		add_readings(r, type, (const char *)bytes->data, bytes->len,
		    name ? file_name(r->a, name) : NULL);
	g_object_unref(mem);
}

static void
each_part(GMimeObject *parent, GMimeObject *part, gpointer data)
{
	struct reader *r = data;

	(void)parent;
	if (GMIME_IS_MULTIPART_ENCRYPTED(part))
		r->m->encrypted = true;
	if (GMIME_IS_MESSAGE_PART(part)) {
		GMimeMessage *inner = g_mime_message_part_get_message(
		    GMIME_MESSAGE_PART(part));

		if (inner != NULL)
			g_mime_message_foreach(inner, each_part, r);
	} else if (GMIME_IS_PART(part)) {
		read_part(r, GMIME_PART(part));
	}
}

/* ----------------------------------------------------------------- headers */

static const char *
header(struct reader *r, GMimeMessage *m, const char *name)
{
	const char *s = g_mime_object_get_header(GMIME_OBJECT(m), name);

	return s != NULL && *s != '\0' ? arena_strdup(r->a, s) : NULL;
}

/* The first address of a list that can be written to. */
static const char *
address(struct reader *r, InternetAddressList *list)
{
	InternetAddress *x = list != NULL && internet_address_list_length(
	    list) > 0 ? internet_address_list_get_address(list, 0) : NULL;
	const char *s = x != NULL && INTERNET_ADDRESS_IS_MAILBOX(x) ?
	    internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(x)) :
	    NULL;

	if (s == NULL || strpbrk(s, " \t\r\n<>,;\"\\") != NULL ||
	    strchr(s, '@') == NULL || *s == '-')
		return NULL;
	return arena_strdup(r->a, s);
}

static bool
is_word(const char *s, const char *word)
{
	return s != NULL && strncasecmp(s + strspn(s, " \t"), word,
	    strlen(word)) == 0;
}

/* RFC 3834 and what is common beside it: who must get no answer. */
static const char *
silence(struct reader *r, GMimeMessage *m)
{
	static const char *const robots[] = { "mailer-daemon@", "postmaster@",
	    "no-reply@", "noreply@", "bounce", "owner-" };
	const char *path = header(r, m, "Return-Path");
	const char *how = header(r, m, "Auto-Submitted");
	const char *precedence = header(r, m, "Precedence");
	GMimeObject *top = g_mime_message_get_mime_part(m);
	GMimeContentType *type = top ? g_mime_object_get_content_type(top) :
	    NULL;

	if ((path != NULL && strstr(path, "<>") != NULL) || (type != NULL &&
	    g_mime_content_type_is_type(type, "multipart", "report")))
		return "bounce";
	if (how != NULL && !is_word(how, "no"))
		return "automatic";
	if (header(r, m, "X-Autoreply") || header(r, m, "X-Autorespond") ||
	    header(r, m, "X-Auto-Response-Suppress"))
		return "automatic";
	if (header(r, m, "List-Id") || header(r, m, "List-Post"))
		return "list";
	if (is_word(precedence, "bulk") || is_word(precedence, "junk") ||
	    is_word(precedence, "list") || is_word(precedence, "auto_reply"))
		return "bulk";
	for (size_t i = 0; r->m->from != NULL && i < sizeof robots /
	    sizeof *robots; i++)
		if (strncasecmp(r->m->from, robots[i], strlen(robots[i])) == 0)
			return "automatic";
	return r->m->from == NULL ? "unaddressed" : NULL;
}

static void
read_headers(struct reader *r, GMimeMessage *m)
{
	r->m->from = address(r, g_mime_message_get_reply_to(m));
	if (r->m->from == NULL)
		r->m->from = address(r, g_mime_message_get_from(m));
	r->m->subject = g_mime_message_get_subject(m) ? arena_strdup(r->a,
	    str_shown(r->a, g_mime_message_get_subject(m), 200)) : NULL;
	r->m->id = g_mime_message_get_message_id(m) ? arena_strdup(r->a,
	    g_mime_message_get_message_id(m)) : NULL;
	r->m->references = header(r, m, "References");
	r->m->silent = silence(r, m);
}

/* ----------------------------------------------------------------- reading */

/* Empty lines before the headers go; where every header is indented ("show
 * original"), so do the blanks before all lines. */
static const char *
without_margin(struct arena *a, const char *s, size_t *len)
{
	struct str out = str_new(a);
	const char *end = s + *len;
	size_t margin = 0;

	while (s < end && (*s == '\n' || *s == '\r'))
		s++;
	while (s + margin < end && s[margin] == ' ')
		margin++;
	*len = (size_t)(end - s);
	if (margin == 0)
		return s;
	while (s < end) {
		size_t n = 0, k = 0;

		while (s + n < end && s[n] != '\n')
			n++;
		while (k < margin && k < n && s[k] == ' ')
			k++;
		n += s + n < end;
		str_addn(&out, s + k, n - k);
		s += n;
	}
	*len = out.len;
	return out.s;
}

int
message_read(struct err *e, struct arena *a, const char *s, size_t len,
    struct message *out)
{
	struct reader r = { .a = a, .m = out, .whole = str_new(a) };
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *m;

	memset(out, 0, sizeof *out);
	s = without_margin(a, s, &len);
	if (len == 0)
		return err_set(e, ERR_INPUT, "message: it is empty");
	g_mime_init();
	stream = g_mime_stream_mem_new_with_buffer(s, len);
	parser = g_mime_parser_new_with_stream(stream);
	if (len > 5 && strncmp(s, "From ", 5) == 0)
		g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
	m = g_mime_parser_construct_message(parser, NULL);
	if (m != NULL) {
		read_headers(&r, m);
		g_mime_message_foreach(m, each_part, &r);
		add_text(&r, r.whole.s, r.whole.len, NULL);
	}
	/* what no parser makes sense of is a text all the same */
	if (out->n == 0 && len <= MESSAGE_TEXT_MAX && !out->encrypted) {
		struct str text = str_new(a);

		for (size_t i = 0; i < len; i++)
			if (s[i] != '\0')
				str_addc(&text, s[i]);
		add_text(&r, text.s, text.len, NULL);
	}
	if (m != NULL)
		g_object_unref(m);
	g_object_unref(parser);
	g_object_unref(stream);
	return ERR_OK;
}
