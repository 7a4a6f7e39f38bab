/* test-board.c: everything that can stand on a board has a drawing, a letter
 * and a word; every scenario can be drawn; hostile text stays text */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "engine/rules.h"
#include "show/ascii.h"
#include "show/picture.h"
#include "show/say.h"
#include "show/replay.h"
#include "show/words.h"

#include <zlib.h>

static int
set_up(void **state)
{
	*state = calloc(1, sizeof(struct arena));
	return *state == NULL;
}

static int
tear_down(void **state)
{
	arena_free(*state);
	free(*state);
	return 0;
}

/* Its own, and in words. */
static bool
has_name(const struct board *b, const char *code)
{
	return strstr(code, ".unknown") == NULL && strcmp(say_name(b, code),
	    code) != 0;
}

static void
every_symbol_has_a_drawing_a_code_and_a_name(void **state)
{
	struct board b = { .arena = *state };
	char seen[BOARD_SYMBOL_COUNT][8];

	for (int x = 0; x < BOARD_SYMBOL_COUNT; x++) {
		struct board_piece p = { .symbol = (enum board_symbol)x };

		b.piece = &p;
		assert_true(svg_has_symbol((enum board_symbol)x));
		assert_true(has_name(&b, board_symbol_code(
		    (enum board_symbol)x)));
		ascii_code(&b, &p, seen[x]);
		assert_int_equal(strlen(seen[x]), 4);
		assert_true(seen[x][0] >= 'A' && seen[x][0] <= 'Z');
		for (int y = 0; y < x; y++)
			assert_string_not_equal(seen[x], seen[y]);
	}
	assert_false(svg_has_symbol(BOARD_SYMBOL_COUNT));
}

static void
every_ground_and_hexside_has_a_drawing_a_sign_and_a_name(void **state)
{
	struct board b = { .arena = *state };

	for (int x = 0; x < BOARD_GROUND_COUNT; x++) {
		assert_true(svg_has_ground((enum board_ground)x));
		assert_true(ascii_ground((enum board_ground)x) != '\0');
		assert_true(has_name(&b, board_ground_code(
		    (enum board_ground)x)));
		for (int y = 0; y < x; y++)
			assert_true(ascii_ground((enum board_ground)x) !=
			    ascii_ground((enum board_ground)y));
	}
	for (int x = 0; x < BOARD_EDGE_COUNT; x++) {
		assert_true(svg_has_edge((enum board_edge)x));
		assert_true(ascii_edge((enum board_edge)x) != '\0');
		assert_true(has_name(&b, board_edge_code(
		    (enum board_edge)x)));
		for (int y = 0; y < x; y++)
			assert_true(ascii_edge((enum board_edge)x) !=
			    ascii_edge((enum board_edge)y));
	}
}

/* ------------------------------------------------------ all scenarios */

static void
assert_narrow(const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n"), columns = 0;

		for (size_t i = 0; i < n; i++)
			columns += (text[i] & 0xc0) != 0x80;
		if (columns > ASCII_WIDTH)
			print_error("%.*s\n", (int)n, text);
		assert_true(columns <= ASCII_WIDTH);
		text += n + (text[n] == '\n');
	}
}

/* Every terrain of the map came through: no hex without any ground. */
static void
assert_mapped(const struct board *b)
{
	for (int h = 0; h < hex_count(b->grid); h++)
		if (hex_exists(b->grid, h))
			assert_true(b->ground[h] != 0);
}

/* Trails and arrows come on top of it; a commit's map has 12,000 in all. */
#define MAP_MOST 11000

static size_t
deflated(const char *s, size_t n)
{
	uLongf len = compressBound(n);
	unsigned char *buf = malloc(len);

	assert_non_null(buf);
	assert_int_equal(compress2(buf, &len, (const unsigned char *)s, n, 6),
	    Z_OK);
	free(buf);
	return len;
}

static void
check_scenario(struct arena *a, const char *system, const char *scenario)
{
	struct game g;
	struct rules r;
	struct board *b;
	struct err e = { 0 };
	int standing = 0;

	if (rules_from_disk(&e, a, system, scenario, NULL, &r) != ERR_OK ||
	    rules_game(&e, a, &r, NULL, &g) != ERR_OK)
		fail_msg("%s/%s: %s", system, scenario, e.msg);
	b = picture_board(&g, &r.tree);
	assert_mapped(b);
	assert_non_null(b->title);
	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *p = &b->piece[i];

		assert_true(svg_has_symbol(p->symbol));
		assert_true(p->side >= 0 && p->side < b->nsides);
		assert_true((p->hex != HEX_NONE) ==
		    (p->where == BOARD_ON_MAP));
		standing += p->where == BOARD_ON_MAP;
		assert_true(*say_kind(b, p) != '\0');
	}
	for (int flags = 0; flags < 16; flags++) {
		struct svg_options o = { .dark = flags & 1, .flip = flags & 2,
		    .ground = flags & 4, .around = flags & 8 ? hex_count(
		    b->grid) / 2 : HEX_NONE, .radius = 4 };
		struct ascii_options q = { .ground = o.ground, .flip = o.flip,
		    .around = o.around, .radius = 4 };
		struct str s = str_new(a), t = str_new(a);

		svg_board(&s, b, NULL, &o);
		assert_true(s.len > 1000 && s.len < 150000);
		assert_true(deflated(s.s, s.len) < MAP_MOST);
		assert_null(strstr(s.s, "(null)"));
		assert_null(strstr(s.s, ">?<"));
		ascii_board(&t, b, &q);
		assert_narrow(t.s);
	}
	if (standing > 0) {
		struct str w = str_new(a);

		words_board(&w, &g, b, NULL);
		assert_narrow(w.s);
		for (int i = 0; i < b->npieces; i++)
			assert_non_null(strstr(w.s, b->piece[i].id));
	}
}

static void
every_scenario_can_be_drawn_and_is_never_too_wide(void **state)
{
	int n = 0;

	for (const struct system *const *s = systems; *s != NULL; s++) {
		struct rules r;
		struct err e = { 0 };
		const struct node *list;

		if (rules_from_disk(&e, *state, (*s)->id, NULL, NULL, &r) !=
		    ERR_OK)
			fail_msg("%s: %s", (*s)->id, e.msg);
		assert_non_null((*s)->board);
		assert_non_null((*s)->deeds);
		list = node_array_of(r.tree.system, "scenarios");
		for (const struct node *x = list->child; x != NULL;
		    x = x->next, n++)
			check_scenario(*state, (*s)->id, x->s);
	}
	assert_true(n >= 28);
}

static bool
tells(const struct system *s, const char *event)
{
	for (const struct event_kind *k = s->events; k->event != NULL; k++)
		if (strcmp(k->event, event) == 0)
			return true;
	return false;
}

/* What shows on the board is an event of the system, or of another with the
 * same table. */
static void
deeds_are_events_of_their_system(void **state)
{
	(void)state;
	for (const struct system *const *s = systems; *s != NULL; s++)
		for (const struct board_verb *v = (*s)->deeds; v->event != NULL;
		    v++) {
			bool found = false;

			for (const struct system *const *t = systems; *t; t++)
				found = found || ((*t)->deeds == (*s)->deeds &&
				    tells(*t, v->event));
			if (!found)
				fail_msg("%s has no event %s", (*s)->id,
				    v->event);
		}
}

/* ---------------------------------------------------------- hostile text */

static const char *const bits[] = { "<script>alert(1)</script>", "\"><svg/on"
    "load=alert(1)>", "' onclick='x", "</title><script>", "]]>", "<!--", "-->",
    "&lt;", "&#60;", "&", "<", ">", "\"", "'", "\x01", "\x1b[31m", "\xe2\x80"
    "\xae", "\xc2\x85", "\xff\xfe", "\xed\xa0\x80", "javascript:x", "</svg>",
    "</text>", "<?xml?>", "{{x}}", "${x}", "%s%n", "\\u003c", "</style>",
    "<![CDATA[" };

#define BITS (sizeof bits / sizeof bits[0])

/* Nothing of it may open a tag, an attribute or an entity of its own. */
static void
assert_tame(const char *s)
{
	assert_null(strpbrk(s, "<>\"'\x01\x1b"));
	for (const char *p = s; (p = strchr(p, '&')) != NULL; p++)
		assert_true(!strncmp(p, "&amp;", 5) || !strncmp(p, "&lt;", 4) ||
		    !strncmp(p, "&gt;", 4) || !strncmp(p, "&quot;", 6) ||
		    !strncmp(p, "&#39;", 5));
	assert_true(str_is_utf8(s, strlen(s)));
	assert_null(strstr(s, "\xe2\x80\xae"));
}

static void
nine_hundred_hostile_strings_stay_text(void **state)
{
	static const struct hex_grid grid = { .cols = 3, .rows = 3,
	    .digits = 2, .col0 = 1, .row0 = 1 };
	int n = 0;

	for (size_t i = 0; i < BITS; i++)
		for (size_t k = 0; k < BITS; k++, n++) {
			const char *evil = arena_printf(*state, "%s%sx",
			    bits[i], bits[k]);
			struct said said = SAID("status", fact_text("x",
			    evil));
			struct board b = { .arena = *state, .grid = &grid,
			    .title = evil, .system = evil, .when = evil,
			    .nsides = 2, .side = { { .id = "a", .title = evil,
			    .status = said }, { .id = "b", .title = evil,
			    .status = said, .ink = BOARD_AMBER } } };
			struct svg_options o = { .around = HEX_NONE,
			    .note = evil };
			struct board_piece *p;
			struct str s = str_new(*state), t = str_new(*state);
			size_t tags = 0;

			b.ground = arena_new(*state, uint32_t, 9);
			b.edge = arena_calloc(*state, 9, sizeof b.edge[0]);
			b.level = arena_new(*state, short, 9);
			p = board_add(&b, evil, evil, i & 1);
			p->hex = 4;
			p->kind = p->rating = p->label = evil;
			p->facts = said;
			svg_escape(&t, evil);
			assert_tame(t.s);
			svg_board(&s, &b, NULL, &o);
			for (const char *q = s.s; *q != '\0'; q++)
				tags += *q == '<';
			for (const char *q = s.s; *q != '\0'; q++)
				tags -= *q == '>';
			assert_int_equal(tags, 0);
			assert_null(strstr(s.s, "<script"));
			assert_null(strstr(s.s, "<svg/"));
			if (strpbrk(evil, "<>\"'"))
				assert_null(strstr(s.s, evil));
		}
	assert_int_equal(n, 900);
}

static size_t
times(const char *s, const char *part)
{
	size_t n = 0;

	for (; (s = strstr(s, part)) != NULL; s++)
		n++;
	return n;
}

/* [spqr 9.51] both can be read: ratings and hits of the rear one too, and the
 * legend says what the two ranks are */
static void
double_depth_has_a_drawing_of_its_own(void **state)
{
	static const struct hex_grid grid = { .cols = 6, .rows = 6,
	    .digits = 2, .col0 = 1, .row0 = 1, .top = HEX_FLAT };
	struct board b = { .arena = *state, .grid = &grid, .nsides = 2,
	    .manner = BOARD_FACED, .side = { { .id = "a", .title = "A" },
	    { .id = "b", .title = "B", .ink = BOARD_SKY } } };
	struct svg_options o = { .around = HEX_NONE };

	b.ground = arena_new(*state, uint32_t, 36);
	b.edge = arena_calloc(*state, 36, sizeof b.edge[0]);
	b.level = arena_new(*state, short, 36);
	for (int i = 0; i < 2; i++) {
		struct board_piece *p = board_add(&b, i ? "rear" : "front", "",
		    0);

		p->symbol = BOARD_PHALANX;
		p->hex = 14;
		p->hex2 = 20;
		p->facing = 1;
		p->hits = 3 + i;
		p->rating = i ? "8-7-4" : "9-7-4";
		p->kind = p->label = "";
	}
	for (int doubled = 0; doubled < 2; doubled++) {
		struct str s = str_new(*state);

		for (int i = 0; i < 2; i++)
			b.piece[i].state = doubled ? BOARD_DOUBLED : 0;
		svg_board(&s, &b, NULL, &o);
		assert_int_equal(times(s.s, ">9-7-4<"), 1);
		assert_int_equal(times(s.s, ">8-7-4<"), 1);
		assert_int_equal(times(s.s, ">3</text>"), 1);
		assert_int_equal(times(s.s, ">4</text>"), 1);
		assert_int_equal(times(s.s, "href=\"#pd0\""), doubled);
		assert_int_equal(times(s.s, "Double Depth"), doubled);
		/* the front's bar lies along both of its hexes */
		if (doubled)
			assert_int_equal(times(s.s, "href=\"#f0-1\""), 2);
	}
}

/* Whether a replay of this event takes these off the map, and them alone. */
static void
assert_taken_off(struct arena *a, const char *system, const char *scenario,
    const char *event, const char *const *ids)
{
	struct game *g = arena_new(a, struct game, 1);
	const struct board *boards[2];
	struct board *after;
	struct replay_pieces all = { 0 };
	struct node *t;
	struct rules r;
	struct err e = { 0 };
	int moved = 0;

	if (rules_from_disk(&e, a, system, scenario, NULL, &r) != ERR_OK ||
	    rules_game(&e, a, &r, NULL, g) != ERR_OK ||
	    toml_read(&e, a, "event", event, strlen(event), 1000, &t) !=
	    ERR_OK)
		fail_msg("%s/%s: %s", system, scenario, e.msg);
	boards[0] = picture_board(g, &r.tree);
	boards[1] = after = picture_board(g, &r.tree);
	for (; *ids != NULL; ids++) {
		struct board_piece *p = after->piece;

		while (p < after->piece + after->npieces &&
		    strcmp(p->id, *ids) != 0)
			p++;
		assert_true(p < after->piece + after->npieces &&
		    p->where == BOARD_ON_MAP);
		p->where = BOARD_LEFT_MAP;
		p->hex = HEX_NONE;
	}
	replay_add(a, &all, boards[0]);
	replay_add(a, &all, boards[1]);
	replay_steps(g, &all, boards[0], after, node_array_of(t, "event"),
	    &moved);
	assert_int_equal(moved, 0);
}

/* A leader who evades off the board, and one who rides off with a unit. */
static void
who_goes_beyond_the_edge_is_off_the_map(void **state)
{
	static const char *const one[] = { "coutzes", NULL };
	static const char *const two[] = { "xix-rc", "varro", NULL };

	assert_taken_off(*state, "cc-medieval", "thannuris",
	    "[[event]]\nevent = \"evade\"\nleader = \"coutzes\"\n"
	    "from = \"0303\"\npath = [\"0203\", \"0104\"]\noff = true\n",
	    one);
	/* it stood at the edge */
	assert_taken_off(*state, "cc-medieval", "thannuris",
	    "[[event]]\nevent = \"evade\"\nleader = \"coutzes\"\n"
	    "from = \"0303\"\npath = []\noff = true\n", one);
	assert_taken_off(*state, "spqr", "cannae",
	    "[[event]]\nevent = \"pursues\"\nunit = \"xix-rc\"\n"
	    "from = \"0303\"\nto = \"0101\"\noff = \"0101\"\n"
	    "leaders = [\"varro\"]\n", two);
}

/* He names the unit that he goes along with, which has gone before. */
static void
a_leader_takes_no_unit_along(void **state)
{
	static const char *const none[] = { NULL };

	assert_taken_off(*state, "spqr", "cannae",
	    "[[event]]\nevent = \"leader\"\nleader = \"varro\"\n"
	    "from = \"3824\"\nto = \"3824\"\nwith = \"xix-rc\"\n", none);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    every_symbol_has_a_drawing_a_code_and_a_name, set_up,
		    tear_down),
		cmocka_unit_test(
		    every_ground_and_hexside_has_a_drawing_a_sign_and_a_name),
		cmocka_unit_test_setup_teardown(
		    every_scenario_can_be_drawn_and_is_never_too_wide, set_up,
		    tear_down),
		cmocka_unit_test(deeds_are_events_of_their_system),
		cmocka_unit_test_setup_teardown(
		    double_depth_has_a_drawing_of_its_own, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    who_goes_beyond_the_edge_is_off_the_map, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_leader_takes_no_unit_along,
		    set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    nine_hundred_hostile_strings_stay_text, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
