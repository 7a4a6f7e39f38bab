/* board_deed.c: what an event shows on the board.
 *
 * Events of all systems name the same things alike: `unit` or `leader` (or
 * `attackers`) do it, `target` (or `defenders`) suffer it, `from`, `to`, `hex`,
 * `hexes` and `path` say where.  So a table that says which event is which deed
 * is all that a system has to bring. */
#include "engine/board.h"

#include "base/node.h"
#include "engine/game.h"

#include <string.h>

static int
hex_field(struct game *g, const struct node *event, const char *key)
{
	const char *s = node_str(event, key);

	return s != NULL ? hex_parse(game_grid(g), s) : HEX_NONE;
}

/* Ids of a field, be it one or a list. */
static void
add_ids(const struct node *event, const char *key, const char **list, int *n)
{
	const struct node *x = node_get(event, key);

	if (x == NULL)
		return;
	if (x->type == NODE_STRING) {
		if (*n < BOARD_PARTY)
			list[(*n)++] = x->s;
		return;
	}
	if (x->type != NODE_ARRAY)
		return;
	for (const struct node *c = x->child; c != NULL; c = c->next)
		if (c->type == NODE_STRING && *n < BOARD_PARTY)
			list[(*n)++] = c->s;
}

static void
read_way(struct game *g, const struct node *event, struct board_deed *d)
{
	const struct node *path = node_array_of(event, "path");

	for (const struct node *c = path ? path->child : NULL; c != NULL;
	    c = c->next) {
		int hex = c->type == NODE_STRING ? hex_parse(game_grid(g),
		    c->s) : HEX_NONE;

		if (hex != HEX_NONE && d->nway < BOARD_WAY)
			d->way[d->nway++] = hex;
	}
	if (d->to == HEX_NONE && d->nway > 0)
		d->to = d->way[d->nway - 1];
	if (d->nway == 0 && d->to != HEX_NONE && d->to != d->from)
		d->way[d->nway++] = d->to;
}

/* A facing is written as the vertex, in column as the hexside. */
static void
read_facing(struct game *g, const struct node *event, struct board_deed *d)
{
	const char *s = node_str(event, "facing");

	d->facing = -1;
	if (s == NULL)
		return;
	d->facing = hex_vertex_parse(game_grid(g), s);
	if (d->facing < 0) {
		d->facing = hex_dir_parse(game_grid(g), s);
		d->column = d->facing >= 0;
	}
}

static void
read_loss(const struct node *event, struct board_deed *d)
{
	d->total = (int)node_integer(event, "left",
	    node_integer(event, "total", node_integer(event, "blocks", -1)));
	d->amount = (int)node_integer(event, "lost",
	    node_integer(event, "hits", 0));
	if (d->kind == BOARD_RECOVER)
		d->amount = -d->amount;
}

bool
board_deed(struct game *g, const struct node *event, int index,
    struct board_deed *out)
{
	const char *name = node_str(event, "event");
	const struct board_verb *v = g->sys->deeds;

	while (name != NULL && v != NULL && v->event != NULL &&
	    strcmp(v->event, name) != 0)
		v++;
	if (name == NULL || v == NULL || v->event == NULL ||
	    v->deed == BOARD_NO_DEED)
		return false;
	memset(out, 0, sizeof *out);
	out->kind = v->deed;
	out->event = index;
	add_ids(event, "unit", out->who, &out->n);
	if (out->n == 0 || v->deed == BOARD_PLACE)
		out->n = 0, add_ids(event, "leader", out->who, &out->n);
	if (out->n == 0)
		add_ids(event, "unit", out->who, &out->n);
	/* who evades names his attackers, who do nothing then; a leader who
	 * goes along with a unit names one that is there already */
	if (v->deed == BOARD_ATTACK)
		add_ids(event, "attackers", out->who, &out->n);
	else if (v->deed != BOARD_FIRE && node_get(event, "unit") != NULL)
		add_ids(event, "with", out->who, &out->n);
	if (out->n == 0)
		add_ids(event, "units", out->who, &out->n);
	/* who rides off with a unit, and comes back with it */
	if (v->deed == BOARD_ADVANCE || v->deed == BOARD_PLACE)
		add_ids(event, "leaders", out->who, &out->n);
	out->off = node_get(event, "off") != NULL;
	add_ids(event, "target", out->target, &out->ntargets);
	if (v->deed == BOARD_PLACE && node_str(event, "leader") != NULL)
		add_ids(event, "unit", out->target, &out->ntargets);
	if (v->deed == BOARD_PLACE && node_str(event, "by") != NULL)
		out->n = 0, add_ids(event, "by", out->who, &out->n);
	add_ids(event, "defenders", out->target, &out->ntargets);
	out->from = hex_field(g, event, "from");
	out->to = hex_field(g, event, "to");
	if (out->to == HEX_NONE)
		out->to = hex_field(g, event, "hex");
	read_way(g, event, out);
	read_facing(g, event, out);
	read_loss(event, out);
	return out->n > 0;
}
