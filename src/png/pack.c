/* pack.c: a picture as a PNG of few colours */
#include "png/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/*
 * Colours are counted in cells of eight by eight by eight shades, and the cells
 * parted into boxes: the box whose colours differ most (by the sum of squares)
 * is split at the mean of that channel in which they do, until there are
 * enough.  A rare colour far from the others, a red mark on a green field, is
 * therefore split off early.  A box shows as the mean of its pixels.
 */
#define CELLS 32768

struct cell {
	uint64_t n, sum[3];	/* pixels, and their channels */
	uint8_t box;
};

struct box {
	double n, sum[3], square[3];
};

struct packing {
	struct cell cell[CELLS];
	struct box box[PACK_COLOURS];
	int nboxes;
};

static int
channel(uint32_t pixel, int c)
{
	return pixel >> (16 - 8 * c) & 0xff;
}

static int
cell_of(uint32_t pixel)
{
	return channel(pixel, 0) >> 3 << 10 | channel(pixel, 1) >> 3 << 5 |
	    channel(pixel, 2) >> 3;
}

static void
count(struct packing *p, const uint32_t *pixel, int wide, int high,
    int stride)
{
	for (int y = 0; y < high; y++)
		for (int x = 0; x < wide; x++) {
			uint32_t v = pixel[(size_t)y * (size_t)stride +
			    (size_t)x];
			struct cell *c = &p->cell[cell_of(v)];

			c->n++;
			for (int i = 0; i < 3; i++)
				c->sum[i] += (uint64_t)channel(v, i);
		}
}

static void
measure(struct packing *p, int which)
{
	struct box *b = &p->box[which];

	memset(b, 0, sizeof *b);
	for (int k = 0; k < CELLS; k++) {
		const struct cell *c = &p->cell[k];

		if (c->n == 0 || c->box != which)
			continue;
		b->n += (double)c->n;
		for (int i = 0; i < 3; i++) {
			b->sum[i] += (double)c->sum[i];
			b->square[i] += (double)c->sum[i] *
			    (double)c->sum[i] / (double)c->n;
		}
	}
}

/* How much the colours of a box differ in that channel. */
static double
spread(const struct box *b, int c)
{
	return b->n > 0 ? b->square[c] - b->sum[c] * b->sum[c] / b->n : 0;
}

/* Split the box whose colours differ most; false if none has two. */
static bool
split(struct packing *p)
{
	int most = 0, by = 0, next = p->nboxes;
	double mean;

	for (int i = 0; i < p->nboxes; i++)
		for (int c = 0; c < 3; c++)
			if (spread(&p->box[i], c) > spread(&p->box[most], by))
				most = i, by = c;
	if (spread(&p->box[most], by) < 1)
		return false;
	mean = p->box[most].sum[by] / p->box[most].n;
	for (int k = 0; k < CELLS; k++) {
		struct cell *c = &p->cell[k];

		if (c->n > 0 && c->box == most && (double)c->sum[by] >
		    mean * (double)c->n)
			c->box = (uint8_t)next;
	}
	p->nboxes++;
	measure(p, most);
	measure(p, next);
	return true;
}

/* ----------------------------------------------------------------- the file */

static void
put32(uint8_t *to, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(v >> (24 - 8 * i));
}

static bool
chunk(FILE *to, const char *type, const uint8_t *data, uint32_t n)
{
	uint8_t head[8], tail[4];
	uLong crc = crc32(0, (const Bytef *)type, 4);

	put32(head, n);
	memcpy(head + 4, type, 4);
	if (n > 0)
		crc = crc32(crc, data, n);
	put32(tail, (uint32_t)crc);
	return fwrite(head, 1, 8, to) == 8 && fwrite(data, 1, n, to) == n &&
	    fwrite(tail, 1, 4, to) == 4;
}

static bool
write_palette(FILE *to, const struct packing *p)
{
	uint8_t rgb[PACK_COLOURS * 3];

	for (int i = 0; i < p->nboxes; i++)
		for (int c = 0; c < 3; c++)
			rgb[3 * i + c] = (uint8_t)(p->box[i].sum[c] /
			    p->box[i].n + 0.5);
	return chunk(to, "PLTE", rgb, (uint32_t)p->nboxes * 3);
}

/* Rows of numbers of colours, each after the filter that is none: with a
 * palette the others save nothing. */
static bool
write_pixels(FILE *to, const struct packing *p, const uint32_t *pixel,
    int wide, int high, int stride)
{
	size_t row = (size_t)wide + 1, n = row * (size_t)high;
	uLongf len = compressBound((uLong)n);
	uint8_t *raw = calloc(1, n), *packed = malloc(len);
	bool good = raw != NULL && packed != NULL;

	for (size_t y = 0; good && y < (size_t)high; y++)
		for (size_t x = 0; x < (size_t)wide; x++)
			raw[y * row + 1 + x] = p->cell[cell_of(pixel[y *
			    (size_t)stride + x])].box;
	good = good && compress2(packed, &len, raw, (uLong)n, 9) == Z_OK &&
	    chunk(to, "IDAT", packed, (uint32_t)len);
	free(packed);
	free(raw);
	return good;
}

bool
pack_png(FILE *to, const uint32_t *pixel, int wide, int high, int stride)
{
	static const uint8_t signature[8] = "\x89PNG\r\n\x1a\n";
	struct packing *p = calloc(1, sizeof *p);
	uint8_t head[13] = { 0 };
	bool good = p != NULL;

	if (good) {
		count(p, pixel, wide, high, stride);
		p->nboxes = 1;
		measure(p, 0);
		while (p->nboxes < PACK_COLOURS && split(p))
			;
	}
	put32(head, (uint32_t)wide);
	put32(head + 4, (uint32_t)high);
	head[8] = 8;		/* bits, */
	head[9] = 3;		/* of a palette */
	good = good && fwrite(signature, 1, 8, to) == 8 &&
	    chunk(to, "IHDR", head, sizeof head) && write_palette(to, p) &&
	    write_pixels(to, p, pixel, wide, high, stride) &&
	    chunk(to, "IEND", head, 0);
	free(p);
	return good;
}
