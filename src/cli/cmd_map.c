/* cmd_map.c: iacta map: the position on its map */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"
#include "cli/png.h"
#include "show/ascii.h"
#include "show/picture.h"
#include "show/words.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "format", 'f', "FORMAT", "ascii (the default), words, svg or png",
	    false },
	{ "at", 0, "N", "of turn N (default: the last)", false },
	{ "since", 0, "N", "with what happened after turn N (svg, png)",
	    false },
	{ "ground", 0, NULL, "the ground alone, without counters", false },
	{ "around", 0, "HEX", "only what is near this hex", false },
	{ "unit", 'u', "ID", "only what is near this unit", false },
	{ "radius", 0, "N", "how near (5)", false },
	{ "seat", 's', "SIDE", "as it is seen from this side's seat", false },
	{ "dark", 0, NULL, "light on dark (svg, png)", false },
	{ "width", 0, "N", "pixels of a png (as many as the drawing has units)", false },
	{ "output", 'o', "FILE", "write to FILE", false },
	{ "json", 0, NULL, "the lines as JSON", false },
	{ .name = NULL },
};

enum format { ASCII, WORDS, SVG, PNG, FORMATS };

static int
read_format(struct err *e, struct cli *c, enum format *out)
{
	static const char *const names[] = { "ascii", "words", "svg", "png" };
	const char *s = cli_value(c, "format");

	for (int i = 0; s != NULL && i < FORMATS; i++)
		if (strcmp(s, names[i]) == 0) {
			*out = (enum format)i;
			return ERR_OK;
		}
	*out = ASCII;
	if (s == NULL)
		return ERR_OK;
	return err_set(e, ERR_USAGE, "map: --format %s: it must be ascii, "
	    "words, svg or png%s", str_shown(c->a, s, 40), str_suggest(c->a, s,
	    names, FORMATS));
}

static struct node *
as_json(struct cli *c, struct position *p, const char *text)
{
	struct node *t = node_table(c->a), *lines;

	node_add_string(c->a, t, "game", p->charter.game);
	node_add_int(c->a, t, "exchange", p->n);
	game_position(&p->game, p->game.state, node_add_table(c->a, t,
	    "position"));
	lines = node_add_array(c->a, t, "lines");
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		node_add(c->a, lines, NULL, node_string(c->a,
		    arena_strndup(c->a, text, n)));
		text += n + (text[n] == '\n');
	}
	return t;
}

/* --------------------------------------------------- which part, how seen */

/* --around HEX or --unit ID; HEX_NONE where neither is given. */
static int
read_around(struct err *e, struct cli *c, const struct board *b, int *around,
    int *radius)
{
	const char *hex = cli_value(c, "around"), *id = cli_value(c, "unit");
	long n;

	*around = HEX_NONE;
	if (cli_number(e, c, "radius", 1, 5, &n) != ERR_OK)
		return e->code;
	*radius = n > 60 ? 60 : (int)n;
	if (hex != NULL && id != NULL)
		return err_set(e, ERR_USAGE, "map takes --around or --unit, "
		    "not both");
	if (hex != NULL) {
		*around = hex_parse(b->grid, hex);
		if (*around == HEX_NONE || !hex_exists(b->grid, *around))
			return err_set(e, ERR_INPUT, "--around %s: this map "
			    "has no such hex", str_shown(c->a, hex, 20));
	}
	if (id != NULL) {
		const struct board_piece *p = board_find(b, id);

		if (p == NULL)
			return err_set(e, ERR_INPUT, "--unit %s: there is no "
			    "unit with this id", str_shown(c->a, id, 60));
		if (p->where != BOARD_ON_MAP)
			return err_set(e, ERR_INPUT, "--unit %s: it is not on "
			    "the map now", p->id);
		*around = p->hex;
	}
	return ERR_OK;
}

/* Is it to be turned round?  The side whose home is below, or the first. */
static int
read_seat(struct err *e, struct cli *c, const struct board *b, bool *flip)
{
	const char *seat = cli_value(c, "seat");

	*flip = false;
	if (seat == NULL)
		return ERR_OK;
	for (int i = 0; i < b->nsides; i++)
		if (strcmp(b->side[i].id, seat) == 0) {
			int home = b->side[i].home;

			*flip = home < 0 ? i == 1 : home == 0 || home == 1;
			return ERR_OK;
		}
	return err_set(e, ERR_INPUT, "--seat %s: there is no such side",
	    str_shown(c->a, seat, 40));
}

/* ------------------------------------------------------- what happened */

/* The events of turns since+1 .. p->n, one after the other. */
static int
read_events(struct err *e, struct cli *c, struct history *h,
    const struct position *p, long since, struct node *out)
{
	for (long n = since + 1; n <= p->n; n++) {
		const struct history_file *f;
		const struct node *list;
		struct position *q = arena_new(c->a, struct position, 1);
		struct node *t;
		char id[41];

		if (n == p->n)
			*q = *p;
		else if (position_at(e, c->a, h, n, id, q) != ERR_OK)
			return e->code;
		f = position_file(q->files, q->nfiles, "events.toml");
		if (f == NULL)
			continue;
		if (toml_read(e, c->a, "events.toml", f->data, f->len,
		    TOML_MAX_SIZE, &t) != ERR_OK)
			return err_unverified(e);
		list = node_array_of(t, "event");
		for (const struct node *x = list ? list->child : NULL;
		    x != NULL; x = x->next)
			node_add(c->a, out, NULL, node_copy(c->a, x));
	}
	return ERR_OK;
}

static const char *
since_note(struct cli *c, const struct position *p, long since)
{
	if (since < 0 || since + 1 >= p->n)
		return picture_note(c->a, p->charter.game, p->n);
	return arena_printf(c->a, "%s, exchanges %ld to %ld", p->charter.game,
	    since + 1, p->n);
}

/* ---------------------------------------------------------------- output */

static int
make_svg(struct err *e, struct cli *c, struct history *h, struct position *p,
    struct board *b, struct str *out)
{
	struct svg_options o = { .dark = cli_given(c, "dark"),
	    .ground = cli_given(c, "ground") };
	struct node *events = node_array(c->a);
	struct track t = { 0, NULL };
	long since;
	int rc = read_around(e, c, b, &o.around, &o.radius);

	if (rc == ERR_OK)
		rc = read_seat(e, c, b, &o.flip);
	if (rc == ERR_OK)
		rc = cli_number(e, c, "since", 0, -1, &since);
	if (rc == ERR_OK && since > p->n)
		rc = err_set(e, ERR_USAGE, "map: --since %ld: the turn shown "
		    "is %ld", since, p->n);
	if (rc == ERR_OK && since >= 0)
		rc = read_events(e, c, h, p, since, events);
	if (rc != ERR_OK)
		return rc;
	t = track_events(&p->game, b, events);
	o.note = since_note(c, p, since);
	svg_board(out, b, since >= 0 ? &t : NULL, &o);
	return ERR_OK;
}

static int
make_text(struct err *e, struct cli *c, struct position *p, struct board *b,
    enum format format, struct str *out)
{
	struct ascii_options o = { .ground = cli_given(c, "ground") };
	int rc = read_around(e, c, b, &o.around, &o.radius);

	if (rc == ERR_OK)
		rc = read_seat(e, c, b, &o.flip);
	if (rc != ERR_OK)
		return rc;
	if (format == WORDS)
		words_board(out, &p->game, b, cli_value(c, "unit"));
	else
		ascii_board(out, b, &o);
	return ERR_OK;
}

static int
print(struct err *e, struct cli *c, struct position *p,
    enum format format, struct str *s)
{
	const char *path = cli_value(c, "output");
	long width;

	if (format == PNG) {
		if (cli_number(e, c, "width", 16, png_natural_width(s->s),
		    &width) != ERR_OK)
			return e->code;
		return png_write(e, c->a, s->s, s->len, width, path);
	}
	if (path != NULL)
		return file_write(e, path, s->s, s->len, 0644);
	if (cli_given(c, "json"))
		cli_json(c, as_json(c, p, s->s));
	else if (format == SVG)
		fputs(s->s, stdout);
	else
		cli_text(c, s->s);
	return ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct str s = str_new(c->a);
	struct history *h = NULL;
	struct board *b = NULL;
	enum format format;
	char id[41];
	long at;
	int rc = read_format(e, c, &format);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "at", 0, -1, &at);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	if (rc == ERR_OK) {
		b = picture_board(&p->game, &p->rules.tree);
		rc = format == SVG || format == PNG ?
		    make_svg(e, c, h, p, b, &s) :
		    make_text(e, c, p, b, format, &s);
	}
	if (rc == ERR_OK)
		rc = print(e, c, p, format, &s);
	history_close(h);
	return rc;
}

/* Pictures of points are made by another program. */
static bool
is_alone(const struct cli *c)
{
	const char *s = cli_value(c, "format");

	return s == NULL || strcmp(s, "png") != 0;
}

const struct command cmd_map = {
	.name = "map", .operands = "[DIR]",
	.help = "the position on its map",
	.max = 1, .options = options, .run = run,
	.alone = is_alone,
};
