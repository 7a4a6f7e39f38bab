/* main.c: iacta-png: SVG on standard input, PNG on standard output.
 *	iacta-png WIDTH
 * A program of its own, so that iacta does not start with librsvg. */
#include "png/pack.h"

#include <librsvg/rsvg.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SVG_MAX (64u << 20)
#define WIDTH_MAX 16384

/* fontconfig keeps what it has loaded until the end: under a sanitizer that is
 * nothing to be told. */
const char *__asan_default_options(void);
const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

static int
fail(const char *what)
{
	fprintf(stderr, "iacta-png: %s\n", what);
	return 1;
}

static GByteArray *
read_in(void)
{
	GByteArray *all = g_byte_array_new();
	unsigned char buf[65536];
	size_t n;

	while ((n = fread(buf, 1, sizeof buf, stdin)) > 0) {
		g_byte_array_append(all, buf, (guint)n);
		if (all->len > SVG_MAX)
			return NULL;
	}
	return ferror(stdin) ? NULL : all;
}

static int
render(RsvgHandle *h, double width)
{
	double w, t;
	cairo_surface_t *s;
	RsvgRectangle box;
	gboolean has;
	cairo_t *cr;
	int bad;

	rsvg_handle_get_intrinsic_dimensions(h, NULL, NULL, NULL, NULL, &has,
	    &box);
	if (!has || box.width <= 0 || box.height <= 0)
		return fail("the picture has no size");
	w = width;
	t = width * box.height / box.width;
	if (t < 1 || t > WIDTH_MAX)
		return fail("the picture would be too high");
	s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)w,
	    (int)(t + 0.5));
	cr = cairo_create(s);
	box = (RsvgRectangle){ 0, 0, w, t };
	bad = !rsvg_handle_render_document(h, cr, &box, NULL);
	cairo_surface_flush(s);
	bad = bad || cairo_surface_status(s) != CAIRO_STATUS_SUCCESS ||
	    !pack_png(stdout, (const uint32_t *)(const void *)
	    cairo_image_surface_get_data(s), cairo_image_surface_get_width(s),
	    cairo_image_surface_get_height(s),
	    cairo_image_surface_get_stride(s) / 4) || fflush(stdout) != 0;
	cairo_destroy(cr);
	cairo_surface_destroy(s);
	return bad ? fail("the picture could not be drawn") : 0;
}

int
main(int argc, char **argv)
{
	long width = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
	GByteArray *svg;
	RsvgHandle *h;
	int rc;

	if (width < 16 || width > WIDTH_MAX)
		return fail("usage: iacta-png WIDTH < SVG > PNG; a width from "
		    "16 to 16384 pixels");
	svg = read_in();
	if (svg == NULL)
		return fail("the picture cannot be read");
	h = rsvg_handle_new_from_data(svg->data, svg->len, NULL);
	if (h == NULL)
		return fail("this is no SVG");
	rc = render(h, (double)width);
	g_object_unref(h);
	g_byte_array_unref(svg);
	return rc;
}
