/* test-stage.c: git's index, read as git wrote it and written for git */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/sha1.h"
#include "trust/stage.h"

#include <sys/stat.h>

static struct arena a;
static char *dir;		/* a repository with some files in its index */
static const struct stat never;	/* an index that is older than every file */

static int
before_each(void **state)
{
	if (make_scratch(state) != 0)
		return -1;
	dir = arena_printf(&a, "%s/r", (char *)*state);
	return sh("git init -q -b main %s && cd %s && mkdir -p d/e && "
	    "echo 1 >b && echo 2 >d/e/f && echo 3 >d.x && echo 4 >d/a && "
	    "git add . && touch -d 2001-02-03 b d/e/f d.x d/a && "
	    "git update-index -q --refresh", dir, dir);
}

static int
after_each(void **state)
{
	arena_free(&a);
	return remove_scratch(state);
}

static char *
bytes(size_t *n)
{
	struct err e;
	char *s;

	if (file_read(&e, &a, arena_printf(&a, "%s/.git/index", dir), 1000000,
	    &s, n) != ERR_OK)
		fail_msg("%s", e.msg);
	return s;
}

static struct stage *
must_read(void)
{
	struct stage *x = NULL;
	struct err e;
	size_t n;
	const char *s = bytes(&n);

	if (stage_read(&e, &a, s, n, &x) != ERR_OK)
		fail_msg("%s", e.msg);
	return x;
}

static void
must_refuse(const char *s, size_t n, const char *why)
{
	struct stage *x = NULL;
	struct err e;

	assert_int_equal(stage_read(&e, &a, s, n, &x), ERR_INPUT);
	if (strstr(e.msg, why) == NULL)
		fail_msg("not \"%s\" but: %s", why, e.msg);
}

static void
put_back(struct stage *x, const struct stat *written)
{
	struct str s = str_new(&a);
	FILE *f = fopen(arena_printf(&a, "%s/.git/index", dir), "w");

	stage_write(&s, x, written);
	assert_non_null(f);
	assert_int_equal(fwrite(s.s, 1, s.len, f), s.len);
	assert_int_equal(fclose(f), 0);
}

/* What git says of its index is the same when we have read and written it. */
static void
comes_back(void)
{
	static const struct stat long_ago = { .st_mtim.tv_sec = 4000000000 };

	assert_int_equal(sh("git -C %s ls-files -s --debug >%s.then", dir,
	    dir), 0);
	put_back(must_read(), &long_ago);
	assert_int_equal(sh("git -C %s ls-files -s --debug >%s.now && "
	    "cmp %s.then %s.now && git -C %s fsck --strict", dir, dir, dir,
	    dir, dir), 0);
}

static void
every_version_comes_back(void **state)
{
	(void)state;
	comes_back();
	assert_int_equal(sh("cd %s && git update-index --index-version 4", dir),
	    0);
	comes_back();
	/* flags that only version 3 has, and a path longer than they tell */
	assert_int_equal(sh("cd %s && echo 5 >new && git add -N new && "
	    "git update-index --assume-unchanged b && "
	    "p=$(printf 'd%%.0s/' $(seq 1000)) && mkdir -p $p && echo 6 >$p/x "
	    "&& git add d", dir), 0);
	comes_back();
	assert_int_equal(line_of("head -c 8 %s/.git/index | tail -c 1 | od -An "
	    "-tu1 | tr -d ' '", dir)[0], '3');
}

static void
what_is_being_merged_comes_back(void **state)
{
	(void)state;
	assert_int_equal(sh("cd %s && git commit -qm 1 && git checkout -qb o && "
	    "echo x >b && git commit -qam 2 && git checkout -q main && "
	    "echo y >b && git commit -qam 3 && ! git merge -q o >/dev/null",
	    dir), 0);
	comes_back();
	assert_null(stage_find(must_read(), "b"));
	assert_non_null(stage_find(must_read(), "d/a"));
	assert_int_equal(stage_count(must_read()), 6);
}

static void
a_file_takes_the_place_of_what_is_in_its_way(void **state)
{
	static const char id[] = "ce013625030ba8dba906f756967f9e9ca394464a";
	struct stage *x = must_read();
	struct stat st;

	(void)state;
	assert_int_equal(sh("cd %s && rm -r d b && echo hello >d && mkdir b && "
	    "echo hello >b/c && git hash-object -w d >/dev/null", dir), 0);
	assert_int_equal(stat(arena_printf(&a, "%s/d", dir), &st), 0);
	stage_put(x, "d", id, &st);
	assert_int_equal(stat(arena_printf(&a, "%s/b/c", dir), &st), 0);
	stage_put(x, "b/c", id, &st);
	stage_remove(x, "nothing");
	assert_int_equal(stage_count(x), 3);
	put_back(x, &never);
	assert_string_equal(line_of("git -C %s ls-files | tr '\\n' ' '", dir),
	    "b/c d d.x ");
	assert_int_equal(sh("git -C %s diff --quiet", dir), 0);
	stage_remove(x, "d.x");
	assert_null(stage_find(x, "d.x"));
	assert_string_equal(stage_find(x, "d")->id, id);
}

/* A file changed in the tick in which the index was written, and of the same
 * length, would be unchanged for ever if a later index believed it. */
static void
git_looks_at_what_may_have_changed_in_a_tick(void **state)
{
	struct stage *x = must_read();
	struct stat st;

	(void)state;
	assert_int_equal(stat(arena_printf(&a, "%s/b", dir), &st), 0);
	put_back(x, &st);
	assert_int_equal(sh("cd %s && git ls-files --debug b | grep -q "
	    "'size: 0' && git diff --quiet", dir), 0);
	st.st_mtim.tv_sec++;
	put_back(x, &st);
	assert_int_equal(sh("cd %s && git ls-files --debug b | grep -q "
	    "'size: 2'", dir), 0);
	/* what we have seen ourselves is as we saw it */
	assert_int_equal(stat(arena_printf(&a, "%s/b", dir), &st), 0);
	stage_put(x, "b", stage_find(x, "b")->id, &st);
	put_back(x, &st);
	assert_int_equal(sh("cd %s && git ls-files --debug b | grep -q "
	    "'size: 2'", dir), 0);
}

static void
no_part_of_one_is_taken_for_the_whole(void **state)
{
	size_t n;
	const char *s = bytes(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		must_refuse(s, i, "damaged");
	/* the same under checksums that fit; between two entries and before
	 * what may be left out there is nothing wrong but their number */
	for (size_t i = 12; i + 20 < n; i++) {
		char *cut = arena_alloc(&a, i + 20);
		struct stage *x;
		struct err e;

		memcpy(cut, s, i);
		sha1((uint8_t *)cut + i, cut, i);
		if (stage_read(&e, &a, cut, i + 20, &x) == ERR_OK)
			assert_int_equal(stage_count(x), 4);
	}
}

static void
one_that_is_split_or_unknown_is_refused(void **state)
{
	size_t n;
	char *s;

	(void)state;
	assert_int_equal(sh("git -C %s update-index --split-index", dir), 0);
	s = bytes(&n);
	must_refuse(s, n, "split");
	s[7] = 5;
	sha1((uint8_t *)s + n - 20, s, n - 20);
	must_refuse(s, n, "version 5");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, after_each)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_version_comes_back),
		TEST(what_is_being_merged_comes_back),
		TEST(a_file_takes_the_place_of_what_is_in_its_way),
		TEST(git_looks_at_what_may_have_changed_in_a_tick),
		TEST(no_part_of_one_is_taken_for_the_whole),
		TEST(one_that_is_split_or_unknown_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
