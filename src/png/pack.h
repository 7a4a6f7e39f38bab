/* pack.h: a picture as a PNG of few colours */
#ifndef IACTA_PNG_PACK_H
#define IACTA_PNG_PACK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Write `high` rows of `wide` pixels (0x00RRGGBB; `stride` of them from row to
 * row) as a PNG with a palette of at most PACK_COLOURS.  A board has few
 * colours and the shades between them: so it is a third as long as with all of
 * them, and looks the same.  Returns false if it cannot be written.
 */
#define PACK_COLOURS 128
bool pack_png(FILE *to, const uint32_t *pixel, int wide, int high,
	int stride);

#endif
