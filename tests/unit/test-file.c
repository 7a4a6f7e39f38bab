/* test-file.c: whole files in and out */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;
static char *dir;		/* a new directory for each test */

static char *
in_dir(const char *name)
{
	return arena_printf(&arena, "%s/%s", dir, name);
}

static int
make_dir(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	dir = arena_printf(&arena, "%s/iacta-test-XXXXXX",
	    tmp ? tmp : "/tmp");
	return mkdtemp(dir) ? 0 : -1;
}

static void
remove_tree(const char *path)
{
	struct err e;
	char **names;
	size_t n;

	if (unlink(path) == 0)
		return;
	if (file_list(&e, &arena, path, &names, &n) == ERR_OK)
		for (size_t i = 0; i < n; i++)
			remove_tree(arena_printf(&arena, "%s/%s", path,
			    names[i]));
	rmdir(path);
}

static int
drop_dir(void **state)
{
	(void)state;
	remove_tree(dir);
	arena_free(&arena);
	return 0;
}

static unsigned
mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_mode & 07777;
}

static void
put(const char *path, const char *s)
{
	struct err e;

	assert_int_equal(file_write(&e, path, s, strlen(s), 0644), ERR_OK);
}

static void
holds(const char *path, const char *s)
{
	struct err e;
	char *got;
	size_t n;

	assert_int_equal(file_read(&e, &arena, path, 1000, &got, &n), ERR_OK);
	assert_string_equal(got, s);
	assert_int_equal(n, strlen(s));
}

static void
what_is_written_is_read_back(void **state)
{
	char *path = in_dir("a.toml");

	(void)state;
	put(path, "one");
	holds(path, "one");
	put(path, "");
	holds(path, "");
	put(path, "two");
	holds(path, "two");
}

static void
bytes_of_any_value_and_any_length_survive(void **state)
{
	static const size_t lengths[] = { 1, 255, 4095, 4096, 100000 };
	char *path = in_dir("bytes"), *s = arena_alloc(&arena, 100000), *got;
	struct err e;
	size_t n;

	(void)state;
	for (size_t i = 0; i < 100000; i++)
		s[i] = (char)(i * 7 % 256);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		assert_int_equal(file_write(&e, path, s, lengths[i], 0600),
		    ERR_OK);
		assert_int_equal(file_read(&e, &arena, path, 100000, &got,
		    &n), ERR_OK);
		assert_int_equal(n, lengths[i]);
		assert_memory_equal(got, s, n);
		assert_int_equal(got[n], '\0');
	}
}

static void
a_file_longer_than_allowed_is_refused(void **state)
{
	char *path = in_dir("long"), *got;
	struct err e;
	size_t n;

	(void)state;
	put(path, "12345");
	assert_int_equal(file_read(&e, &arena, path, 5, &got, &n), ERR_OK);
	assert_int_equal(file_read(&e, &arena, path, 4, &got, &n), ERR_INPUT);
	assert_non_null(strstr(e.msg, "more than 4 bytes"));
	assert_int_equal(file_read(&e, &arena, path, 0, &got, &n), ERR_INPUT);
}

static void
only_a_regular_file_is_read(void **state)
{
	char *fifo = in_dir("fifo"), *got;
	struct err e;
	size_t n;

	(void)state;
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(file_read(&e, &arena, fifo, 9, &got, &n), ERR_INPUT);
	assert_non_null(strstr(e.msg, "not a regular file"));
	assert_int_equal(file_read(&e, &arena, dir, 9, &got, &n), ERR_INPUT);
	assert_int_equal(file_read(&e, &arena, in_dir("none"), 9, &got, &n),
	    ERR_SYSTEM);
	assert_non_null(strstr(e.msg, "No such file"));
}

static void
a_dash_is_standard_input(void **state)
{
	int ends[2], saved = dup(0);
	char block[3000], *got;
	struct err e;
	size_t n;

	(void)state;
	memset(block, 'b', sizeof block);
	assert_int_equal(pipe(ends), 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(write(ends[1], block, sizeof block), 3000);
	close(ends[1]);
	dup2(ends[0], 0);
	close(ends[0]);
	assert_int_equal(file_read(&e, &arena, "-", 20000, &got, &n), ERR_OK);
	dup2(saved, 0);
	close(saved);
	assert_int_equal(n, 12000);
	assert_int_equal(strlen(got), 12000);
}

static void
the_mode_is_exact_whatever_the_umask(void **state)
{
	char *path = in_dir("secret"), *made = in_dir("x/y/z");
	mode_t old = umask(0077);
	struct err e;

	(void)state;
	assert_int_equal(file_write(&e, path, "s", 1, 0644), ERR_OK);
	assert_int_equal(mode_of(path), 0644);
	umask(0);
	assert_int_equal(file_write(&e, path, "s", 1, 0600), ERR_OK);
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(file_mkdirs(&e, made, 0700), ERR_OK);
	assert_int_equal(mode_of(made), 0700);
	umask(0077);
	assert_int_equal(file_mkdirs(&e, in_dir("x/w//v/"), 0755), ERR_OK);
	assert_int_equal(mode_of(in_dir("x/w")), 0755);
	assert_int_equal(mode_of(in_dir("x/w/v")), 0755);
	assert_int_equal(mode_of(in_dir("x")), 0700);
	umask(old);
}

static void
a_new_file_does_not_replace_another(void **state)
{
	char *path = in_dir("receipt");
	struct err e;
	char **names;
	size_t n;

	(void)state;
	assert_int_equal(file_write_new(&e, path, "1", 1, 0600), ERR_OK);
	assert_int_equal(file_write_new(&e, path, "2", 1, 0600), ERR_INPUT);
	assert_non_null(strstr(e.msg, "already exists"));
	holds(path, "1");
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(file_list(&e, &arena, dir, &names, &n), ERR_OK);
	assert_int_equal(n, 1);		/* and no temp file stays */
}

static void
a_failed_write_leaves_nothing_behind(void **state)
{
	char *path = in_dir("taken"), **names;
	struct err e;
	size_t n;

	(void)state;
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(file_write(&e, path, "1", 1, 0600), ERR_INPUT);
	assert_int_equal(file_list(&e, &arena, dir, &names, &n), ERR_OK);
	assert_int_equal(n, 1);
	assert_int_equal(file_write(&e, in_dir("no/such"), "1", 1, 0600),
	    ERR_SYSTEM);
}

/* A disk that fails is told apart from a text that is wrong: it has the same
 * exit status, and never makes a history one that does not verify. */
static void
a_failing_system_blames_nobody(void **state)
{
	struct err e;
	char *text;
	size_t len;

	(void)state;
	assert_int_not_equal(ERR_INPUT, ERR_SYSTEM);
	assert_int_equal(err_status(ERR_INPUT), 1);
	assert_int_equal(err_status(ERR_SYSTEM), 1);
	assert_int_equal(err_status(ERR_VERIFY), 3);
	assert_int_equal(file_read(&e, &arena, in_dir("none"), 10, &text,
	    &len), ERR_SYSTEM);
	assert_int_equal(err_unverified(&e), ERR_SYSTEM);
	err_set(&e, ERR_INPUT, "turn.toml: line 1: what is this?");
	assert_int_equal(err_unverified(&e), ERR_VERIFY);
	assert_int_equal(e.code, ERR_VERIFY);
}

static void
making_directories_twice_is_no_error(void **state)
{
	char *path = in_dir("p/q");
	struct err e;

	(void)state;
	assert_int_equal(file_mkdirs(&e, path, 0755), ERR_OK);
	assert_int_equal(file_mkdirs(&e, path, 0700), ERR_OK);
	assert_int_equal(mode_of(path), 0755);	/* only what is made */
	put(in_dir("file"), "");
	assert_int_equal(file_mkdirs(&e, in_dir("file"), 0755), ERR_SYSTEM);
	assert_int_equal(file_mkdirs(&e, in_dir("file/x"), 0755), ERR_SYSTEM);
	assert_int_equal(file_mkdirs(&e, "", 0755), ERR_INPUT);
}

static void
a_listing_is_in_byte_order(void **state)
{
	char **names;
	struct err e;
	size_t n;

	(void)state;
	put(in_dir("b"), "");
	put(in_dir("a"), "");
	put(in_dir("B"), "");
	put(in_dir("\xc3\xa4"), "");
	put(in_dir(".hidden"), "");
	for (int i = 10; i < 40; i++)
		put(in_dir(arena_printf(&arena, "n%d", i)), "");
	assert_int_equal(file_list(&e, &arena, dir, &names, &n), ERR_OK);
	assert_int_equal(n, 35);
	assert_string_equal(names[0], ".hidden");
	assert_string_equal(names[1], "B");
	assert_string_equal(names[2], "a");
	assert_string_equal(names[3], "b");
	assert_string_equal(names[4], "n10");
	assert_string_equal(names[34], "\xc3\xa4");
	assert_int_equal(file_list(&e, &arena, in_dir("none"), &names, &n),
	    ERR_SYSTEM);
}

static void
existence_is_told(void **state)
{
	struct err e;

	(void)state;
	assert_true(file_exists(dir));
	assert_false(file_exists(in_dir("none")));
	put(in_dir("some"), "");
	assert_true(file_exists(in_dir("some")));
	assert_int_equal(file_sync_dir(&e, dir), ERR_OK);
	assert_int_equal(file_sync_dir(&e, in_dir("none")), ERR_SYSTEM);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_dir, drop_dir)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_is_read_back),
		TEST(bytes_of_any_value_and_any_length_survive),
		TEST(a_file_longer_than_allowed_is_refused),
		TEST(only_a_regular_file_is_read),
		TEST(a_dash_is_standard_input),
		TEST(the_mode_is_exact_whatever_the_umask),
		TEST(a_new_file_does_not_replace_another),
		TEST(a_failed_write_leaves_nothing_behind),
		TEST(a_failing_system_blames_nobody),
		TEST(making_directories_twice_is_no_error),
		TEST(a_listing_is_in_byte_order),
		TEST(existence_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
