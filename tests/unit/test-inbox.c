/* test-inbox.c: a submission that waits is the one that will be used */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/history.h"
#include "trust/inbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

static struct arena a;
static struct history *h;
static char *in;		/* the inbox directory */

static int
before_each(void **state)
{
	struct err e;
	const char *top;
	char *dir;

	alarm(120);
	if (make_scratch(state) != 0)
		return -1;
	dir = arena_printf(&a, "%s/game", (char *)*state);
	if (history_create(&e, dir, &h) != ERR_OK
	    || history_private(&e, h, &a, &top) != ERR_OK)
		return -1;
	in = arena_printf(&a, "%s/inbox", top);
	return 0;
}

static int
after_each(void **state)
{
	history_close(h);
	arena_free(&a);
	alarm(0);
	return remove_scratch(state);
}

static struct inbox_entry
entry(long exchange, const char *side, long revision, const char *text)
{
	return (struct inbox_entry){ .exchange = exchange, .side = side,
		.revision = revision, .text = text, .len = strlen(text),
		.sig = "signature\n", .sig_len = 10 };
}

static int
put(long exchange, const char *side, long revision, const char *text)
{
	struct inbox_entry x = entry(exchange, side, revision, text);
	struct err e;
	int again;
	int rc = inbox_put(&e, &a, h, &x, &again);

	return rc == ERR_OK && again ? -1 : rc;
}

static size_t
get(long exchange, struct inbox_entry **out)
{
	struct err e;
	size_t n;

	if (inbox_get(&e, &a, h, exchange, out, &n) != ERR_OK)
		fail_msg("%s", e.msg);
	return n;
}

static void
the_highest_revision_counts_for_each_side(void **state)
{
	struct inbox_entry *x;

	(void)state;
	assert_int_equal(put(3, "rome", 1, "r1"), ERR_OK);
	assert_int_equal(put(3, "carthage", 2, "c2"), ERR_OK);
	assert_int_equal(put(3, "rome", 9, "r9"), ERR_OK);
	assert_int_equal(put(3, "rome", 10, "r10"), ERR_OK);
	assert_int_equal(put(4, "rome", 11, "later"), ERR_OK);
	assert_int_equal(get(3, &x), 2);
	assert_string_equal(x[0].side, "carthage");
	assert_string_equal(x[0].text, "c2");
	assert_string_equal(x[1].side, "rome");
	assert_string_equal(x[1].text, "r10");
	assert_int_equal(x[1].revision, 10);
	assert_int_equal(x[1].len, 3);
	assert_int_equal(x[1].sig_len, 10);
	assert_false(x[1].ssh);
	assert_int_equal(get(5, &x), 0);
}

static void
the_first_of_a_revision_counts(void **state)
{
	struct inbox_entry *x;

	(void)state;
	assert_int_equal(put(0, "rome", 1, "first"), ERR_OK);
	assert_int_equal(put(0, "rome", 1, "second"), ERR_INPUT);
	assert_int_equal(put(0, "rome", 1, "firs"), ERR_INPUT);
	assert_int_equal(put(0, "rome", 1, "first"), -1);
	assert_int_equal(get(0, &x), 1);
	assert_string_equal(x[0].text, "first");
}

static void
a_lower_revision_comes_too_late(void **state)
{
	(void)state;
	assert_int_equal(put(1, "rome", 1, "one"), ERR_OK);
	assert_int_equal(put(1, "rome", 3, "three"), ERR_OK);
	assert_int_equal(put(1, "rome", 2, "two"), ERR_INPUT);
	/* what was received once may come again */
	assert_int_equal(put(1, "rome", 1, "one"), -1);
	/* each side and each exchange counts its own */
	assert_int_equal(put(1, "carthage", 1, "one"), ERR_OK);
	assert_int_equal(put(2, "rome", 1, "one"), ERR_OK);
}

static void
both_kinds_of_signature_are_kept(void **state)
{
	struct inbox_entry *y, x = entry(1, "rome", 1, "text");
	struct err e;
	int again;

	(void)state;
	/* somebody died here between signature and text, with the other */
	assert_int_equal(sh("echo old >%s/1.rome.1.toml.minisig", in), 0);
	assert_int_equal(get(1, &y), 0);
	x.ssh = 1;
	assert_int_equal(inbox_put(&e, &a, h, &x, &again), ERR_OK);
	assert_false(again);
	assert_int_equal(get(1, &y), 1);
	assert_true(y[0].ssh);
	assert_string_equal(y[0].sig, "signature\n");
	assert_int_equal(sh("test -e %s/1.rome.1.toml.minisig", in), 1);
}

static void
nul_bytes_are_kept(void **state)
{
	struct inbox_entry *y, x = entry(1, "rome", 1, "");
	struct err e;
	int again;

	(void)state;
	x.text = "a\0b";
	x.len = 3;
	assert_int_equal(inbox_put(&e, &a, h, &x, &again), ERR_OK);
	assert_int_equal(get(1, &y), 1);
	assert_int_equal(y[0].len, 3);
	assert_memory_equal(y[0].text, "a\0b", 3);
}

static void
what_is_no_submission_is_not_kept(void **state)
{
	(void)state;
	assert_int_equal(put(1, "../x", 1, "t"), ERR_INPUT);
	assert_int_equal(put(1, "Rome", 1, "t"), ERR_INPUT);
	assert_int_equal(put(1, "", 1, "t"), ERR_INPUT);
	assert_int_equal(put(-1, "rome", 1, "t"), ERR_INPUT);
	assert_int_equal(put(1, "rome", 0, "t"), ERR_INPUT);
	assert_int_equal(put(1, "rome", 1000000000, "t"), ERR_INPUT);
}

static void
what_was_not_put_there_is_ignored(void **state)
{
	static const char *const names[] = { "1.rome.01.toml", "x", "1.rome",
		"1.rome.1.toml.minisig", "01.rome.1.toml", "1.ROME.1.toml",
		".iacta-abcdef", "1.rome.1.toml~", "1.rome.9999999999.toml",
		"1..1.toml" };
	struct inbox_entry *x;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_int_equal(sh("touch %s/%s", in, names[i]), 0);
	assert_int_equal(get(1, &x), 0);
	/* temp files go, what somebody else put there stays */
	assert_int_equal(inbox_clean(&e, &a, h, 1), ERR_OK);
	assert_int_equal(sh("test -e %s/.iacta-abcdef", in), 1);
	assert_int_equal(sh("test -e %s/x", in), 0);
}

static void
leftovers_are_removed(void **state)
{
	struct inbox_entry *x;
	struct err e;

	(void)state;
	assert_int_equal(put(1, "rome", 1, "one"), ERR_OK);
	assert_int_equal(put(9, "rome", 1, "nine"), ERR_OK);
	assert_int_equal(put(10, "rome", 1, "ten"), ERR_OK);
	assert_int_equal(inbox_clean(&e, &a, h, 10), ERR_OK);
	assert_int_equal(get(1, &x), 0);
	assert_int_equal(get(9, &x), 0);
	assert_int_equal(get(10, &x), 1);
	assert_string_equal(line_of("ls -A %s | wc -l", in), "2");
}

static void
files_are_private_whatever_the_umask(void **state)
{
	struct inbox_entry x = entry(1, "rome", 1, "text");
	mode_t old = umask(0);
	struct err e;

	(void)state;
	assert_int_equal(put(1, "rome", 1, "text"), ERR_OK);
	assert_int_equal(inbox_put_receipt(&e, &a, h, &x, "receipt\n",
	    "sig\n"), ERR_OK);
	umask(0777);
	assert_int_equal(put(1, "rome", 2, "text"), ERR_OK);
	umask(old);
	assert_string_equal(line_of("find %s/.. -type f ! -perm 600", in), "");
	assert_string_equal(line_of("find %s/.. -type d ! -perm 700", in), "");
	assert_string_equal(line_of("cat %s/../receipts/1.rome.1.toml", in),
	    "receipt");
	assert_string_equal(line_of("cat "
	    "%s/../receipts/1.rome.1.toml.minisig", in), "sig");
}

/* Whoever is killed while he puts has put it whole or not at all. */
static void
a_kill_leaves_a_whole_submission_or_none(void **state)
{
	char big[20000];
	struct inbox_entry *x;
	size_t n, arrived = 0;

	(void)state;
	memset(big, 'x', sizeof big - 1);
	big[sizeof big - 1] = '\0';
	srandom(1);
	for (int i = 0; i < 60; i++) {
		/* longer and longer, for a machine that is busy */
		struct timespec t = { .tv_nsec = random() % (4000000 +
		    i * 500000L) };
		pid_t pid = fork();
		int status;

		/* an exchange takes only so many of a side */
		if (pid == 0)
			for (long r = 1 + i * 1000; ; r++)
				if (put(r, "rome", 1, big) != ERR_OK)
					_exit(1);
		nanosleep(&t, NULL);
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		for (long r = 1 + i * 1000; (n = get(r, &x)) > 0; r++) {
			assert_int_equal(x[0].len, sizeof big - 1);
			assert_int_equal(x[0].sig_len, 10);
			arrived++;
		}
	}
	assert_true(arrived > 0);
	assert_int_equal(put(999999, "rome", 1, "the last"), ERR_OK);
	assert_int_equal(get(999999, &x), 1);
	assert_string_equal(x[0].text, "the last");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, after_each)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_highest_revision_counts_for_each_side),
		TEST(the_first_of_a_revision_counts),
		TEST(a_lower_revision_comes_too_late),
		TEST(both_kinds_of_signature_are_kept),
		TEST(nul_bytes_are_kept),
		TEST(what_is_no_submission_is_not_kept),
		TEST(what_was_not_put_there_is_ignored),
		TEST(leftovers_are_removed),
		TEST(files_are_private_whatever_the_umask),
		TEST(a_kill_leaves_a_whole_submission_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
