/* write.c: messages to people: made, and sent or put into a Maildir */
#include "mail/write.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <gmime/gmime.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* -------------------------------------------------------------- composing */

static GMimeObject *
text_part(const char *subtype, const char *text)
{
	GMimeTextPart *part = g_mime_text_part_new_with_subtype(subtype);

	g_mime_text_part_set_charset(part, "utf-8");
	g_mime_text_part_set_text(part, text);
	g_mime_part_set_content_encoding(GMIME_PART(part),
	    GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
	return GMIME_OBJECT(part);
}

static GMimeObject *
attachment(const struct mail_attachment *x)
{
	char *slash = strchr(x->type, '/');
	char *type = g_strndup(x->type, (gsize)(slash - x->type));
	GMimePart *part = g_mime_part_new_with_type(type, slash + 1);
	GMimeStream *mem = g_mime_stream_mem_new_with_buffer(x->data, x->len);
	GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(mem,
	    GMIME_CONTENT_ENCODING_DEFAULT);

	g_free(type);
	g_mime_part_set_content(part, content);
	/* a page is text, and a fifth shorter so; what is signed goes as bytes,
	 * with which nobody meddles */
	g_mime_part_set_content_encoding(part, strcmp(x->type, "text/html") ==
	    0 ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE :
	    GMIME_CONTENT_ENCODING_BASE64);
	g_mime_part_set_filename(part, x->name);
	g_mime_object_set_disposition(GMIME_OBJECT(part), x->cid ? "inline" :
	    "attachment");
	if (x->cid != NULL)
		g_mime_object_set_content_id(GMIME_OBJECT(part), x->cid);
	g_object_unref(content);
	g_object_unref(mem);
	return GMIME_OBJECT(part);
}

static void
add(GMimeMultipart *to, GMimeObject *part)
{
	g_mime_multipart_add(to, part);
	g_object_unref(part);
}

/* A boundary that depends on nothing but the message: the same bytes every
 * time it is made. */
static GMimeMultipart *
multipart(const char *subtype, const char *id)
{
	GMimeMultipart *m = g_mime_multipart_new_with_subtype(subtype);
	char *boundary = g_strdup_printf("=-iacta-%s-%.40s", subtype, id ? id :
	    "x");

	for (char *p = boundary; *p != '\0'; p++)
		if (strchr("<>@:/?*\"'() ,;", *p) != NULL)
			*p = '.';
	g_mime_multipart_set_boundary(m, boundary);
	g_free(boundary);
	return m;
}

/* text, or text and html; with pictures of the html beside it, and with
 * attachments around it. */
static GMimeObject *
body(const struct mail *m)
{
	GMimeObject *top = text_part("plain", m->text ? m->text : "");
	GMimeMultipart *outer;
	bool inlined = false, attached = false;

	for (int i = 0; i < m->nattach; i++) {
		inlined = inlined || m->attach[i].cid != NULL;
		attached = attached || m->attach[i].cid == NULL;
	}
	if (m->html != NULL) {
		GMimeObject *html = text_part("html", m->html);

		if (inlined) {
			outer = multipart("related", m->id);
			add(outer, html);
			for (int i = 0; i < m->nattach; i++)
				if (m->attach[i].cid != NULL)
					add(outer, attachment(&m->attach[i]));
			html = GMIME_OBJECT(outer);
		}
		outer = multipart("alternative", m->id);
		add(outer, top);
		add(outer, html);
		top = GMIME_OBJECT(outer);
	}
	if (attached) {
		outer = multipart("mixed", m->id);
		add(outer, top);
		for (int i = 0; i < m->nattach; i++)
			if (m->attach[i].cid == NULL)
				add(outer, attachment(&m->attach[i]));
		top = GMIME_OBJECT(outer);
	}
	return top;
}

static void
set(GMimeMessage *m, const char *name, const char *value)
{
	if (value != NULL)
		g_mime_object_set_header(GMIME_OBJECT(m), name, value,
		    "utf-8");
}

static char *
angled(struct arena *a, const char *id)
{
	return id != NULL ? arena_printf(a, "<%s>", id) : NULL;
}

char *
mail_bytes(struct arena *a, const struct mail *m, size_t *len)
{
	GMimeFormatOptions *how;
	GMimeMessage *x;
	GMimeObject *inside;
	GDateTime *date;
	char *s, *out;

	g_mime_init();
	how = g_mime_format_options_new();
	x = g_mime_message_new(FALSE);
	inside = body(m);
	date = g_date_time_new_from_unix_utc(m->date);
	set(x, "From", m->from);
	set(x, "To", m->to);
	g_mime_message_set_subject(x, m->subject ? m->subject : "", "utf-8");
	g_mime_message_set_date(x, date);
	g_date_time_unref(date);
	if (m->id != NULL)
		g_mime_message_set_message_id(x, m->id);
	set(x, "In-Reply-To", angled(a, m->in_reply_to));
	set(x, "References", m->references);
	set(x, "Auto-Submitted", m->automatic);
	if (m->automatic != NULL)
		set(x, "X-Auto-Response-Suppress", "All");
	set(x, "X-Iacta-Game", m->game);
	g_mime_message_set_mime_part(x, inside);
	g_object_unref(inside);
	s = g_mime_object_to_string(GMIME_OBJECT(x), how);
	out = arena_strdup(a, s);
	*len = strlen(out);
	g_free(s);
	g_object_unref(x);
	g_mime_format_options_free(how);
	return out;
}

/* ---------------------------------------------------------------- sending */

static int
to_sendmail(struct err *e, struct arena *a, const char *program,
    const char *s, size_t len)
{
	char *args[] = { arena_strdup(a, program), arena_strdup(a, "-t"),
	    arena_strdup(a, "-i"), NULL };
	posix_spawn_file_actions_t fa;
	FILE *f = tmpfile();
	int status, rc = ERR_OK;
	pid_t pid;

	if (f == NULL || fwrite(s, 1, len, f) != len || fflush(f) != 0) {
		rc = err_errno(e, "a temporary file");
		if (f != NULL)
			fclose(f);
		return rc;
	}
	rewind(f);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, fileno(f), 0);
	errno = posix_spawn(&pid, program, &fa, NULL, args, environ);
	if (errno != 0)
		rc = err_errno(e, program);
	posix_spawn_file_actions_destroy(&fa);
	fclose(f);
	if (rc != ERR_OK)
		return rc;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return err_errno(e, program);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return err_set(e, ERR_SYSTEM, "%s did not take the message",
		    program);
	return ERR_OK;
}

/* Maildir: written into tmp, synced, moved into new.  The name comes from the
 * message's id: the same message twice is one file. */
static int
to_maildir(struct err *e, struct arena *a, const char *dir,
    const struct mail *m, const char *s, size_t len)
{
	static const char *const parts[] = { "", "/tmp", "/new", "/cur" };
	char *name = arena_strdup(a, m->id ? m->id : "message");
	const char *tmp, *final;
	int rc;

	for (int i = 0; i < 4; i++) {
		const char *path = arena_printf(a, "%s%s", dir, parts[i]);

		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			return err_errno(e, path);
	}
	for (char *p = name; *p != '\0'; p++)
		if (strchr("/:<>", *p) != NULL)
			*p = '_';
	tmp = arena_printf(a, "%s/tmp/%s.%ld", dir, name, (long)getpid());
	final = arena_printf(a, "%s/new/%s", dir, name);
	rc = file_write(e, tmp, s, len, 0600);
	if (rc == ERR_OK && rename(tmp, final) != 0)
		rc = err_errno(e, final);
	return rc;
}

int
mail_send(struct err *e, struct arena *a, const struct mail *m,
    const struct mail_way *way)
{
	size_t len;
	const char *s = mail_bytes(a, m, &len);

	if (way->maildir != NULL)
		return to_maildir(e, a, way->maildir, m, s, len);
	return to_sendmail(e, a, way->sendmail, s, len);
}
