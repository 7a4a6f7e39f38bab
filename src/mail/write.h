/* write.h: messages to people: made, and sent or put into a Maildir */
#ifndef IACTA_MAIL_WRITE_H
#define IACTA_MAIL_WRITE_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

struct mail_attachment {
	const char *name, *type;	/* "receipt.toml", "text/plain" */
	const char *data;
	size_t len;
	const char *cid;		/* shown inside the HTML; or NULL */
};

/* A message.  What is NULL is left out. */
struct mail {
	const char *from, *to, *subject;
	const char *id;			/* without < and > */
	const char *in_reply_to, *references;
	const char *automatic;		/* auto-replied, auto-generated */
	const char *game;		/* X-Iacta-Game */
	int64_t date;
	const char *text, *html;
	struct mail_attachment attach[8];
	int nattach;
};

/* How messages leave. */
struct mail_way {
	const char *sendmail;		/* the program, called with -t -i */
	const char *maildir;		/* or put here; NULL */
};

/* The message as bytes (LF), in the arena. */
char *mail_bytes(struct arena *a, const struct mail *m, size_t *len);

/* Send it.  ERR_SYSTEM where it could not be. */
int mail_send(struct err *e, struct arena *a, const struct mail *m,
	const struct mail_way *way) __attribute__((warn_unused_result));

#endif
