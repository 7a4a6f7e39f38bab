/* sides.c: what stands along hexsides, listed below a map in letters */
#include "show/sides.h"

#include "base/arena.h"
#include "engine/engine.h"
#include "hex/map.h"
#include "show/wrap.h"

void
sides_list(struct str *out, struct game *g, const struct map *m, int kind,
    const char *name)
{
	struct wrap_words w = { .out = out, .rest = 4 };

	for (int h = 0; h < hex_count(&m->grid); h++)
		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int to;

			if (!map_side_has(m, h, dir, kind) ||
			    (to = hex_step(&m->grid, h, dir)) <= h)
				continue;
			if (w.at == 0)
				wrap_word(&w, arena_printf(game_arena(g),
				    "%s hexsides:", name));
			wrap_word(&w, arena_printf(game_arena(g), "%s/%s",
			    game_hex(g, h), game_hex(g, to)));
		}
	wrap_end(&w);
}
