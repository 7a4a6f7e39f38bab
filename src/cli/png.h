/* png.h: a picture as PNG, by the program that is linked with librsvg */
#ifndef IACTA_CLI_PNG_H
#define IACTA_CLI_PNG_H

#include <stddef.h>

struct arena;
struct err;

/* SVG to PNG, `width` pixels wide, to a file, or to standard output where
 * `path` is NULL. */
int png_write(struct err *e, struct arena *a, const char *svg, size_t len,
	long width, const char *path) __attribute__((warn_unused_result));

/* The width at which a unit of the drawing is a pixel, so that the ratings on its
 * counters can be read: what its viewBox says; 0 where it has none. */
long png_natural_width(const char *svg);

#endif
