/* test-charter.c: game.toml: what it says, and what is refused */
#include "pipeline.h"

static struct pipeline p;
static char good[8192];

static int
setup(void **state)
{
	const struct rules *r;
	struct str s;

	(void)state;
	memset(&p, 0, sizeof p);
	assert_int_equal(toy_rules(&p.e, "toy", "line", &r), ERR_OK);
	pipeline_charter(&p, r, "--");
	p.charter.side[0].mail = "red@example.org";
	s = str_new(&p.a);
	charter_write(&s, &p.charter);
	assert_true(s.len < sizeof good);
	memcpy(good, s.s, s.len + 1);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(&p.a);
	return 0;
}

static int
parse(const char *text, struct charter *out)
{
	return charter_parse(&p.e, &p.a, "game.toml", text, strlen(text),
	    out);
}

/* The good one with `from` replaced by `to`. */
static const char *
with(const char *from, const char *to)
{
	const char *at = strstr(good, from);

	assert_non_null(at);
	return arena_printf(&p.a, "%.*s%s%s", (int)(at - good), good, to,
	    at + strlen(from));
}

static void
what_is_written_is_read_back(void **state)
{
	struct charter c;
	struct str s = str_new(&p.a);

	(void)state;
	assert_int_equal(parse(good, &c), ERR_OK);
	assert_string_equal(c.game, "duel");
	assert_string_equal(c.system, "toy");
	assert_string_equal(c.scenario, "line");
	assert_int_equal(c.nsides, 2);
	assert_string_equal(c.side[0].name, "red");
	assert_string_equal(c.side[0].mail, "red@example.org");
	assert_string_equal(c.side[1].name, "blue");
	assert_null(c.side[1].mail);
	assert_true(keys_public_equal(&c.side[1].public,
	    &p.charter.side[1].public));
	assert_true(keys_public_equal(&c.referee_key,
	    &p.charter.referee_key));
	assert_memory_equal(c.seal, p.charter.seal, sizeof c.seal);
	assert_int_equal(c.nfiles, 3);
	charter_write(&s, &c);
	assert_string_equal(s.s, good);
}

static void
rules_and_sides_stand_as_sections(void **state)
{
	(void)state;
	assert_non_null(strstr(good, "\n[rules]\n"));
	assert_non_null(strstr(good, "\n\"scenarios/line.toml\" = \""));
	assert_non_null(strstr(good, "\n[[side]]\nname = \"red\"\nkey = \""));
}

static void
a_bot_has_no_key(void **state)
{
	const char *key = arena_printf(&p.a, "key = \"%s\"",
	    p.charter.side[1].key);
	struct charter c;

	(void)state;
	assert_int_equal(parse(with(key, "bot = true"), &c), ERR_OK);
	assert_true(c.side[1].bot);
	assert_null(c.side[1].key);
	assert_int_equal(parse(with(key, arena_printf(&p.a,
	    "%s\nbot = true", key)), &c), ERR_INPUT);
	assert_int_equal(parse(with(key, "bot = false"), &c), ERR_INPUT);
	assert_int_equal(parse(with(key, ""), &c), ERR_INPUT);
}

static void
a_side_may_have_an_openssh_key(void **state)
{
	struct charter c;
	const char *line = keys_ssh_line(&p.a, &p.charter.side[1].public);

	(void)state;
	assert_int_equal(parse(with(p.charter.side[1].key, line), &c),
	    ERR_OK);
	assert_int_equal(c.side[1].public.form, KEY_OPENSSH);
	assert_int_equal(parse(with(p.charter.referee, keys_ssh_line(&p.a,
	    &p.charter.referee_key)), &c), ERR_INPUT);
}

static void
what_is_wrong_is_named(void **state)
{
	static const struct { const char *from, *to, *says; } row[] = {
		{ "iacta = 1\n", "", "iacta = 1" },
		{ "iacta = 1\n", "iacta = 2\n", "version 1" },
		{ "dice = \"referee\"", "dice = \"mine\"", "dice" },
		{ "game = \"duel\"", "game = \"Duel\"", "names are of" },
		{ "game = \"duel\"", "game = 3", "must be a string" },
		{ "game = \"duel\"", "", "there is no game" },
		{ "system = \"toy\"", "system = \"../toy\"", "names are of" },
		{ "scenario = \"line\"", "scenario = \"\"", "names are of" },
		{ "rules_revision = 1", "rules_revision = 0",
		    "rules_revision" },
		{ "secret_commitment = \"", "secret_commitment = \"0",
		    "64 digits" },
		{ "seal_key = \"", "seal_key = \"AAAA", "32 bytes" },
		{ "referee = \"", "referee = \"x", "referee" },
		{ "name = \"red\"", "name = \"turn\"", "reserved name" },
		{ "name = \"red\"", "name = \"referee\"", "reserved name" },
		{ "name = \"red\"", "name = \"Red\"", "names are of" },
		{ "name = \"red\"", "name = \"blue\"", "twice" },
		{ "name = \"red\"", "nam = \"red\"",
		    "did you mean \"name\"" },
		{ "key = \"RW", "key = \"XX", "key" },
		{ "red@example.org", "red", "an address looks like" },
		{ "red@example.org", "red@example.org\\nBcc: x@y.z",
		    "an address looks like" },
		{ "[rules]\n", "[rules]\n\"../x\" = \"00\"\n",
		    "no file of rules/" },
		{ "[rules]\n", "[rules]\n\"x.toml\" = \"00\"\n",
		    "64 digits" },
		{ "[rules]", "[rulez]", "did you mean \"rules\"" },
		{ "[[side]]\n", "[[side]]\nplus = 1\n", "no such entry" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct charter c;

		assert_int_equal(parse(with(row[i].from, row[i].to), &c),
		    ERR_INPUT);
		if (strstr(p.e.msg, row[i].says) == NULL)
			fail_msg("row %zu: %s", i, p.e.msg);
	}
}

static void
two_sides_cannot_have_one_key(void **state)
{
	struct charter c;

	(void)state;
	assert_int_equal(parse(with(p.charter.side[1].key,
	    p.charter.side[0].key), &c), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "same key"));
}

static void
one_side_is_no_game(void **state)
{
	const char *second = strstr(strstr(good, "[[side]]") + 1,
	    "[[side]]");
	struct charter c;

	(void)state;
	assert_int_equal(parse(arena_printf(&p.a, "%.*s",
	    (int)(second - good), good), &c), ERR_INPUT);
}

static void
rules_that_are_not_the_named_ones_do_not_verify(void **state)
{
	struct rules_file f[3];
	const struct rules *r;

	(void)state;
	assert_int_equal(toy_rules(&p.e, "toy", "line", &r), ERR_OK);
	memcpy(f, r->file, sizeof f);
	assert_int_equal(charter_check_rules(&p.e, &p.charter, f, 3), ERR_OK);
	assert_int_equal(charter_check_rules(&p.e, &p.charter, f, 2),
	    ERR_VERIFY);
	f[1].len--;
	assert_int_equal(charter_check_rules(&p.e, &p.charter, f, 3),
	    ERR_VERIFY);
	f[1].len++;
	f[1].path = "other.toml";
	assert_int_equal(charter_check_rules(&p.e, &p.charter, f, 3),
	    ERR_VERIFY);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_is_read_back),
		TEST(rules_and_sides_stand_as_sections),
		TEST(a_bot_has_no_key),
		TEST(a_side_may_have_an_openssh_key),
		TEST(what_is_wrong_is_named),
		TEST(two_sides_cannot_have_one_key),
		TEST(one_side_is_no_game),
		TEST(rules_that_are_not_the_named_ones_do_not_verify),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
