/* map.c: a grid with terrain in its hexes and along its hexsides */
#include "hex/map.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define HEIGHT_MAX 99
#define SHOWN 40		/* characters of a wrong value that we repeat */

/* What every part of the reader needs. */
struct reader {
	struct err *e;
	struct arena *a;
	const char *name;
	struct map *m;
};

/* How a list of one kind puts a place on the map. */
typedef int put_place(struct reader *r, const struct node *n, int kind);

/* "name: line 3: " before the message, which is set. */
static int
at_line(struct reader *r, int line)
{
	if (line > 0)
		err_prefix(r->e, "%s: line %d", r->name, line);
	else
		err_prefix(r->e, "%s", r->name);
	return ERR_INPUT;
}

static const char *
shown(struct reader *r, const char *s)
{
	return str_shown(r->a, s, SHOWN);
}

static int
kind_named(struct reader *r, const char *s, int line, int *kind)
{
	const struct map *m = r->m;

	*kind = map_kind(m, s);
	if (*kind >= 0)
		return ERR_OK;
	err_set(r->e, ERR_INPUT, "no such terrain: \"%s\"%s", shown(r, s),
	    str_suggest(r->a, s, m->kind, (size_t)m->kinds));
	return at_line(r, line);
}

static int
hex_named(struct reader *r, const char *s, int line, int *hex)
{
	*hex = hex_parse(&r->m->grid, s);
	if (*hex != HEX_NONE)
		return ERR_OK;
	err_set(r->e, ERR_INPUT, "\"%s\" is no hex of the map", shown(r, s));
	return at_line(r, line);
}

static int
put_hex(struct reader *r, const struct node *n, int kind)
{
	int hex, rc;

	if ((rc = hex_named(r, n->s, n->line, &hex)))
		return rc;
	if (map_has(r->m, hex, kind)) {
		err_set(r->e, ERR_INPUT, "%s has %s twice", n->s,
		    r->m->kind[kind]);
		return at_line(r, n->line);
	}
	r->m->hex[hex] |= UINT32_C(1) << kind;
	return ERR_OK;
}

/* "0101/0102" */
static int
put_side(struct reader *r, const struct node *n, int kind)
{
	const char *slash = strchr(n->s, '/');
	size_t half = slash != NULL ? (size_t)(slash - n->s) : strlen(n->s);
	int p, q, d, rc;

	if ((rc = hex_named(r, arena_strndup(r->a, n->s, half), n->line, &p)))
		return rc;
	if (slash == NULL) {
		err_set(r->e, ERR_INPUT, "\"%s\" is a hex; a hexside is "
		    "written as the two hexes beside it, with a slash between",
		    n->s);
		return at_line(r, n->line);
	}
	if ((rc = hex_named(r, slash + 1, n->line, &q)))
		return rc;
	d = hex_dir(&r->m->grid, p, q);
	if (d < 0) {
		err_set(r->e, ERR_INPUT, "\"%s\" is no hexside: the two hexes "
		    "are not adjacent", n->s);
		return at_line(r, n->line);
	}
	if (map_side_has(r->m, p, d, kind)) {
		err_set(r->e, ERR_INPUT, "%s has %s twice", n->s,
		    r->m->kind[kind]);
		return at_line(r, n->line);
	}
	r->m->side[p][d] |= UINT32_C(1) << kind;
	r->m->side[q][(d + 3) % 6] |= UINT32_C(1) << kind;
	return ERR_OK;
}

/* KIND = ["…", …] for each kind of a section, which may be absent. */
static int
read_kinds(struct reader *r, const struct node *t, const char *section,
	put_place *put)
{
	const struct node *s = node_get(t, section);
	int kind, rc;

	if (s == NULL)
		return ERR_OK;
	if (s->type != NODE_TABLE) {
		err_set(r->e, ERR_INPUT, "[%s] is to be a table", section);
		return at_line(r, s->line);
	}
	for (const struct node *k = s->child; k != NULL; k = k->next) {
		if ((rc = kind_named(r, k->key, k->line, &kind)))
			return rc;
		if (k->type != NODE_ARRAY) {
			err_set(r->e, ERR_INPUT, "%s.%s is to be a list, not "
			    "%s", section, k->key, node_type_name(k->type));
			return at_line(r, k->line);
		}
		for (const struct node *n = k->child; n; n = n->next) {
			if (n->type != NODE_STRING) {
				err_set(r->e, ERR_INPUT, "%s.%s is to list "
				    "hexes as strings, not %s", section,
				    k->key, node_type_name(n->type));
				return at_line(r, n->line);
			}
			if ((rc = put(r, n, kind)))
				return rc;
		}
	}
	return ERR_OK;
}

static int
read_heights(struct reader *r, const struct node *t)
{
	const struct node *s = node_get(t, "heights");
	int hex, rc;

	if (s == NULL)
		return ERR_OK;
	if (s->type != NODE_TABLE) {
		err_set(r->e, ERR_INPUT, "[heights] is to be a table");
		return at_line(r, s->line);
	}
	for (const struct node *n = s->child; n != NULL; n = n->next) {
		if ((rc = hex_named(r, n->key, n->line, &hex)))
			return rc;
		if (n->type != NODE_INT || n->i < -HEIGHT_MAX ||
		    n->i > HEIGHT_MAX) {
			err_set(r->e, ERR_INPUT, "the height of %s is to be a "
			    "number, %d to %d", n->key, -HEIGHT_MAX,
			    HEIGHT_MAX);
			return at_line(r, n->line);
		}
		r->m->height[hex] = (short)n->i;
	}
	return ERR_OK;
}

/* Hexes that are listed nowhere have the default terrain alone. */
static int
fill_default(struct reader *r, const struct node *section)
{
	const struct node *n = node_get(section, "default");
	struct map *m = r->m;
	int kind = 0, rc;

	if (n != NULL && n->type != NODE_STRING) {
		err_set(r->e, ERR_INPUT, "default is to be a terrain's name");
		return at_line(r, n->line);
	}
	if (n != NULL && (rc = kind_named(r, n->s, n->line, &kind)))
		return rc;
	for (int h = 0; h < hex_count(&m->grid); h++)
		if (m->hex[h] == 0 && hex_exists(&m->grid, h))
			m->hex[h] = UINT32_C(1) << kind;
	return ERR_OK;
}

/* What lies beyond the last hex is never looked at. */
static void
clear_hexes(struct map *m, size_t n)
{
	memset(m->hex, 0, n * sizeof m->hex[0]);
	memset(m->side, 0, n * sizeof m->side[0]);
	memset(m->height, 0, n * sizeof m->height[0]);
}

int
map_read(struct err *e, struct arena *a, const char *name,
	const struct node *t, const char *const kinds[], int nkinds,
	struct map *m)
{
	const struct node *section = node_table_of(t, "map");
	struct reader r = { e, a, name, m };
	int rc;

	assert(nkinds > 0 && nkinds <= MAP_KINDS);
	memset(m, 0, offsetof(struct map, hex));
	m->kinds = nkinds;
	for (int i = 0; i < nkinds; i++)
		m->kind[i] = kinds[i];
	if (section == NULL)
		return err_set(e, ERR_INPUT, "%s: there is no [map]", name);
	if ((rc = hex_grid_read(e, section, &m->grid))) {
		err_prefix(e, "%s", name);
		return rc;
	}
	hex_grid_prepare(a, &m->grid);
	clear_hexes(m, (size_t)hex_count(&m->grid));
	if ((rc = read_kinds(&r, t, "terrain", put_hex)))
		return rc;
	if ((rc = read_kinds(&r, t, "hexsides", put_side)))
		return rc;
	if ((rc = read_heights(&r, t)))
		return rc;
	return fill_default(&r, section);
}

int
map_kind(const struct map *m, const char *name)
{
	for (int i = 0; i < m->kinds; i++)
		if (strcmp(m->kind[i], name) == 0)
			return i;
	return -1;
}

/* The hexside "0101/0102"; false if there is none. */
static bool
find_side(const struct hex_grid *g, const char *s, int *hex, int *dir)
{
	char first[8] = "";
	const char *slash = s != NULL ? strchr(s, '/') : NULL;
	int other;

	if (slash == NULL || slash - s >= (long)sizeof first)
		return false;
	memcpy(first, s, (size_t)(slash - s));
	*hex = hex_parse(g, first);
	other = hex_parse(g, slash + 1);
	*dir = *hex != HEX_NONE && other != HEX_NONE ?
	    hex_dir(g, *hex, other) : -1;
	return *dir >= 0;
}

/* Both hexes of a hexside agree. */
static void
set_side(struct map *m, int hex, int dir, uint32_t bits)
{
	m->side[hex][dir] = bits;
	m->side[hex_step(&m->grid, hex, dir)][(dir + 3) % HEX_DIRS] = bits;
}

/* KIND = ["0101/0102", …]; `none` takes away whatever lies there, before
 * anything is added. */
static int
change_sides(struct err *e, struct map *m, const struct node *sides,
	bool removing)
{
	const struct node *k = sides != NULL ? sides->child : NULL;

	for (; k != NULL; k = k->next) {
		int kind = map_kind(m, k->key);
		bool none = strcmp(k->key, "none") == 0;

		if (none != removing)
			continue;
		for (const struct node *c = k->child; c; c = c->next) {
			int x, dir;

			if ((kind < 0 && !none) ||
			    !find_side(&m->grid, c->s, &x, &dir))
				return err_set(e, ERR_INPUT, "hexsides.%s: no "
				    "such terrain, or not \"HEX/HEX\" of two "
				    "neighbours", k->key);
			set_side(m, x, dir, none ? 0 : m->side[x][dir] |
			    UINT32_C(1) << kind);
		}
	}
	return ERR_OK;
}

static int
change_hexes(struct err *e, struct map *m, const struct node *hexes,
	uint32_t allowed, uint32_t overlays)
{
	const struct node *k = hexes != NULL ? hexes->child : NULL;

	for (; k != NULL; k = k->next) {
		int kind = map_kind(m, k->key);
		uint32_t bit = kind < 0 ? 0 : UINT32_C(1) << kind;

		for (const struct node *c = k->child; c; c = c->next) {
			int h = c->s ? hex_parse(&m->grid, c->s) : HEX_NONE;

			if ((bit & allowed) == 0 || h == HEX_NONE)
				return err_set(e, ERR_INPUT, "terrain.%s: no "
				    "such terrain or hex", k->key);
			m->hex[h] = bit & overlays ? m->hex[h] | bit : bit;
			if (kind == 0)
				m->height[h] = 0;
		}
	}
	return ERR_OK;
}

static int
change_heights(struct err *e, struct map *m, const struct node *heights)
{
	const struct node *c = heights != NULL ? heights->child : NULL;

	for (; c != NULL; c = c->next) {
		int h = hex_parse(&m->grid, c->key);

		if (h == HEX_NONE || c->type != NODE_INT || c->i < -9 ||
		    c->i > 9)
			return err_set(e, ERR_INPUT, "heights.%s: no such hex, "
			    "or no level", c->key);
		m->height[h] = (short)c->i;
	}
	return ERR_OK;
}

bool
map_is_blank(const struct node *position)
{
	const char *name = node_str(position, "map");

	return name != NULL && strcmp(name, "blank") == 0;
}

int
map_change(struct err *e, struct map *m, const struct node *position,
	uint32_t allowed, uint32_t overlays)
{
	const struct node *sides = node_table_of(position, "hexsides");
	int rc;

	if (map_is_blank(position)) {
		clear_hexes(m, (size_t)hex_count(&m->grid));
		for (int h = 0; h < hex_count(&m->grid); h++)
			if (hex_exists(&m->grid, h))
				m->hex[h] = 1;
	}
	rc = change_hexes(e, m, node_table_of(position, "terrain"), allowed,
	    overlays);
	if (rc == ERR_OK)
		rc = change_sides(e, m, sides, true);
	if (rc == ERR_OK)
		rc = change_sides(e, m, sides, false);
	if (rc == ERR_OK)
		rc = change_heights(e, m, node_table_of(position, "heights"));
	return rc;
}
