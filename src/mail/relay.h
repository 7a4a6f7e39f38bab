/* relay.h: what mail did to the lines of a signed text, undone */
#ifndef IACTA_MAIL_RELAY_H
#define IACTA_MAIL_RELAY_H

struct arena;

/*
 * A sealed submission laid out as `iacta sign` writes it, whatever became of
 * its blanks and line breaks: an entry a line, each string of `sealed` on its
 * own.  What is no such text comes back as it is.
 */
const char *relay_layout(struct arena *a, const char *s);

/*
 * The lines of a signature, minisign's four or OpenSSH's armour, each on its
 * own, whatever became of the breaks between them.
 */
const char *relay_signature(struct arena *a, const char *s);

/*
 * Breaks that were put into long lines taken out again: "!" and a break
 * (sendmail), a break and a blank (RFC 5322 folding), and a break within a
 * string.  `with` stands in its place.
 */
const char *relay_unwrapped(struct arena *a, const char *s, const char *with);

/* "a@b <mailto:a@b>" and "x <http://x>" without what is in angle brackets. */
const char *relay_without_links(struct arena *a, const char *s);

/* Without the tags of BBCode that a forum puts around links, addresses and
 * text: [url], [url=…], [/url]. */
const char *relay_without_tags(struct arena *a, const char *s);

/* =3D and soft breaks decoded; what is no code stays. */
const char *relay_quoted_printable(struct arena *a, const char *s);

/* A text that is nothing but base64, decoded; NULL if it is something else. */
const char *relay_base64(struct arena *a, const char *s);

#endif
