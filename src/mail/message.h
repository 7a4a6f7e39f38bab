/* message.h: a message as it came: who sent it, and every text in it */
#ifndef IACTA_MAIL_MESSAGE_H
#define IACTA_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

#define MESSAGE_MAX (26u << 20)		/* bytes of a message */
#define MESSAGE_TEXT_MAX (1u << 20)	/* of one text in it */
#define MESSAGE_TEXTS 48

struct message_text {
	const char *text;	/* UTF-8, NUL-terminated */
	size_t len;
	const char *name;	/* an attachment's; NULL */
};

struct message {
	const char *from;	/* whom an answer goes to; NULL: nobody */
	const char *subject, *id, *references;	/* or NULL */
	/* Why it gets no answer (a bounce, a list, an automatic reply), one of
	 * the words that follow; NULL: it gets one. */
	const char *silent;	/* bounce list bulk automatic unaddressed */
	bool encrypted, tnef;	/* it holds something that nobody here reads */
	bool too_large;		/* a part of it was passed over */
	struct message_text text[MESSAGE_TEXTS];
	int n;
};

/*
 * Read a message (RFC 5322, MIME), however broken.  Every text in it, plain or
 * HTML, inline or attached, is there decoded, in the order of the parts; where
 * the charset is doubtful, in more than one reading; last all plain texts as
 * one, for those who had theirs cut in pieces.  ERR_INPUT only where it is no
 * message at all.
 */
int message_read(struct err *e, struct arena *a, const char *s, size_t len,
	struct message *out) __attribute__((warn_unused_result));

/* HTML as text: tags go, blocks and <br> end lines, entities are characters. */
char *message_html_text(struct arena *a, const char *html);

#endif
