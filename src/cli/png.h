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

#endif
