/* test-keys.c: keys of ours, minisign's and OpenSSH's */
#include "trust-helper.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/hash.h"
#include "trust/keys.h"
#include "trust/sig.h"

#include <sodium.h>
#include <sys/stat.h>

static struct arena arena;
static struct err err;

static int
finish(void **state)
{
	arena_free(&arena);
	return leave_dir(state);
}

/* minisign's key pairs, one open and one with the password "alea", and one of
 * OpenSSH's. */
static int
make_keys(void **state)
{
	if (enter_dir(state) != 0)
		return -1;
	must("minisign -G -W -p open.pub -s open.key 2>&1");
	assert_int_equal(run_on_terminal("minisign -G -p locked.pub "
	    "-s locked.key", "alea"), 0);
	must("ssh-keygen -q -t ed25519 -N '' -C 'me@home x' -f ssh 2>&1");
	return 0;
}

/* passwords, for `say` to say */
static char right[] = "alea", wrong[] = "Alea";

static int
say(struct err *e, void *ctx, const char *path, char *out, size_t size)
{
	(void)e;
	(void)path;
	assert_true(strlen(ctx) < size);
	strcpy(out, ctx);
	return ERR_OK;
}

/* A secret key that signs what its public key verifies. */
static void
assert_pair(const struct secret_key *s, const struct public_key *p)
{
	struct public_key q;
	char *sig = sig_minisign(&arena, s, "text", 4, "comment");

	keys_public_of(s, &q);
	assert_true(keys_public_equal(p, &q));
	assert_int_equal(sig_verify(&err, "it", p, "iacta", "text", 4, sig,
	    strlen(sig)), ERR_OK);
}

static void
minisigns_open_key_is_read(void **state)
{
	struct secret_key s;
	struct public_key p;
	const char *line;

	(void)state;
	assert_int_equal(keys_secret_read(&err, &arena, "open.key", NULL,
	    NULL, &s), ERR_OK);
	assert_int_equal(keys_public_read(&err, &arena, "open.pub", &p,
	    &line), ERR_OK);
	assert_non_null(strstr(read_text("open.pub"), line));
	assert_pair(&s, &p);
	keys_wipe(&s);
	assert_true(sodium_is_zero((uint8_t *)&s, sizeof s));
}

static void
minisigns_encrypted_key_is_read_with_its_password_only(void **state)
{
	struct secret_key s;
	struct public_key p;
	const char *line;

	(void)state;
	assert_int_equal(keys_public_read(&err, &arena, "locked.pub", &p,
	    &line), ERR_OK);
	assert_int_equal(keys_secret_read(&err, &arena, "locked.key", say,
	    right, &s), ERR_OK);
	assert_pair(&s, &p);
	assert_int_equal(keys_secret_read(&err, &arena, "locked.key", say,
	    wrong, &s), ERR_INPUT);
	assert_string_equal(err.msg, "locked.key: wrong password");
	assert_int_equal(keys_secret_read(&err, &arena, "locked.key", NULL,
	    NULL, &s), ERR_INPUT);
	assert_non_null(strstr(err.msg, "encrypted"));
}

static void
the_password_comes_from_the_file_that_is_named(void **state)
{
	char out[16];

	(void)state;
	setenv("IACTA_PASSWORD_FILE", "password", 1);
	write_text("password", "alea iacta\nsecond line\n");
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_OK);
	assert_string_equal(out, "alea iacta");
	write_text("password", "crlf\r\n");
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_OK);
	assert_string_equal(out, "crlf");
	write_text("password", "no line end");
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_OK);
	assert_string_equal(out, "no line end");
	write_text("password", "fifteen letters\n");
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_OK);
	write_text("password", "sixteen letters!\n");
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_SYSTEM);
	setenv("IACTA_PASSWORD_FILE", "absent", 1);
	assert_int_equal(keys_ask_password(&err, NULL, "k", out, sizeof out),
	    ERR_SYSTEM);
	assert_non_null(strstr(err.msg, "absent"));
	unsetenv("IACTA_PASSWORD_FILE");
}

/* Ask on a terminal of one's own; tell the exit status what came. */
static int
ask_on_terminal(const char *type, char *shown, size_t size)
{
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, NULL);
	size_t n = 0;

	assert_true(pid >= 0);
	if (pid == 0) {
		char out[64];

		if (keys_ask_password(&err, NULL, "my.key", out,
		    sizeof out) != ERR_OK)
			_exit(2);
		_exit(strcmp(out, "alea") == 0 ? 0 : 1);
	}
	while (n < size - 1 && read(fd, shown + n, 1) == 1) {
		shown[++n] = '\0';
		if (n == strlen("Password for my.key: ")) {
			assert_int_equal(write(fd, type, strlen(type)),
			    strlen(type));
		}
	}
	close(fd);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
a_terminal_is_asked_without_echo(void **state)
{
	char shown[256] = "";

	(void)state;
	assert_int_equal(ask_on_terminal("alea\n", shown, sizeof shown), 0);
	assert_string_equal(shown, "Password for my.key: \r\n");
	assert_int_equal(ask_on_terminal("Alea\n", shown, sizeof shown), 1);
	assert_int_equal(ask_on_terminal("al\003", shown, sizeof shown), 2);
	assert_int_equal(ask_on_terminal("\004", shown, sizeof shown), 2);
}

static void
our_open_key_pair_is_minisigns(void **state)
{
	struct secret_key s;
	struct public_key p;
	const char *line;
	struct stat st;
	mode_t mask = umask(0);

	(void)state;
	assert_int_equal(keys_generate(&err, &arena, "ours", NULL), ERR_OK);
	umask(mask);
	assert_int_equal(stat("ours.key", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(keys_secret_read(&err, &arena, "ours.key", NULL,
	    NULL, &s), ERR_OK);
	assert_int_equal(keys_public_read(&err, &arena, "ours.pub", &p,
	    &line), ERR_OK);
	assert_pair(&s, &p);
	write_text("m", "move\n");
	must("minisign -S -H -s ours.key -m m 2>&1 && "
	    "minisign -V -p ours.pub -m m 2>&1");
	must("minisign -R -s ours.key -p again.pub 2>&1 && "
	    "tail -n 1 ours.pub > 1 && tail -n 1 again.pub > 2 && cmp 1 2");
}

static void
our_encrypted_key_pair_is_minisigns(void **state)
{
	struct secret_key s;
	struct public_key p;
	const char *line;

	(void)state;
	assert_int_equal(keys_generate(&err, &arena, "safe", "alea"), ERR_OK);
	assert_int_equal(keys_public_read(&err, &arena, "safe.pub", &p,
	    &line), ERR_OK);
	assert_int_equal(keys_secret_read(&err, &arena, "safe.key", say,
	    right, &s), ERR_OK);
	assert_pair(&s, &p);
	write_text("m", "move\n");
	assert_int_equal(run_on_terminal("minisign -S -H -s safe.key -m m",
	    "alea"), 0);
	must("minisign -V -p safe.pub -m m 2>&1");
	must_not("grep -q '^RWQAA' safe.key");
}

static void
no_key_is_overwritten(void **state)
{
	(void)state;
	write_text("a.key", "mine");
	write_text("b.pub", "mine");
	assert_int_equal(keys_generate(&err, &arena, "a", NULL), ERR_INPUT);
	assert_non_null(strstr(err.msg, "a.key: already exists"));
	assert_int_equal(keys_generate(&err, &arena, "b", NULL), ERR_INPUT);
	assert_non_null(strstr(err.msg, "b.pub: already exists"));
	assert_string_equal(read_text("a.key"), "mine");
	assert_string_equal(read_text("b.pub"), "mine");
	assert_int_equal(access("a.pub", F_OK), -1);
	assert_int_equal(access("b.key", F_OK), -1);
	assert_int_equal(keys_generate(&err, &arena, "no/such/dir/c", NULL),
	    ERR_SYSTEM);
}

static void
opensshs_line_is_read_and_its_comment_dropped(void **state)
{
	struct public_key p, q;
	const char *line;

	(void)state;
	assert_int_equal(keys_public_read(&err, &arena, "ssh.pub", &p, &line),
	    ERR_OK);
	assert_int_equal(p.form, KEY_OPENSSH);
	assert_null(strstr(line, "me@home"));
	assert_memory_equal(read_text("ssh.pub"), line, strlen(line));
	assert_int_equal(keys_public_parse(&err, "k", line, &q), ERR_OK);
	assert_true(keys_public_equal(&p, &q));
	assert_string_equal(keys_ssh_line(&arena, &p), line);
	assert_int_equal(keys_public_parse(&err, "k",
	    arena_printf(&arena, "%s a comment", line), &q), ERR_OK);
	assert_true(keys_public_equal(&p, &q));
}

static void
a_public_key_file_may_be_its_line_alone(void **state)
{
	struct public_key p, q;
	const char *line;

	(void)state;
	assert_int_equal(keys_public_read(&err, &arena, "open.pub", &p,
	    &line), ERR_OK);
	write_text("line", arena_printf(&arena, "%s", line));
	assert_int_equal(keys_public_read(&err, &arena, "line", &q, &line),
	    ERR_OK);
	assert_true(keys_public_equal(&p, &q));
	write_text("line", arena_printf(&arena,
	    "untrusted comment: x\r\n%s\r\n\r\n", line));
	assert_int_equal(keys_public_read(&err, &arena, "line", &q, &line),
	    ERR_OK);
	write_text("line", arena_printf(&arena, "%s\n%s\n", line, line));
	assert_int_equal(keys_public_read(&err, &arena, "line", &q, &line),
	    ERR_INPUT);
	write_text("line", "");
	assert_int_equal(keys_public_read(&err, &arena, "line", &q, &line),
	    ERR_INPUT);
	assert_int_equal(keys_public_read(&err, &arena, "nowhere", &q, &line),
	    ERR_SYSTEM);
}

static void
a_secret_key_is_not_taken_for_a_public_one(void **state)
{
	struct public_key p;
	const char *line;

	(void)state;
	assert_int_equal(keys_public_read(&err, &arena, "open.key", &p,
	    &line), ERR_INPUT);
	assert_non_null(strstr(err.msg, "secret key"));
	assert_int_equal(keys_public_read(&err, &arena, "ssh", &p, &line),
	    ERR_INPUT);
}

static void
what_is_no_key_is_refused_and_not_repeated(void **state)
{
	static const char *const bad[] = {
		"", " ", "RW", "Ed", "ssh-ed25519", "ssh-ed25519 ",
		"ssh-ed25519 AAAA", "ssh-rsa AAAAB3NzaC1yc2E=", "\x1b[31m",
		"RWQ6yAgjWgBYSow6ZCmHgHDkVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpS",
		"RWQ6yAgjWgBYSow6ZCmHgHDkVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpSx=",
		"RWQ6yAgjWgBYSow6ZCmHgHDkVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpSx ",
		" RWQ6yAgjWgBYSow6ZCmHgHDkVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpSx",
		/* "ED" where a key has "Ed" */
		"RUQ6yAgjWgBYSow6ZCmHgHDkVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpSx",
	};
	struct public_key p;

	(void)state;
	assert_int_equal(keys_public_parse(&err, "k", "RWQ6yAgjWgBYSow6ZCmHgHD"
	    "kVW4GXJ8/6QPeqcSGesxHBFLEi/4SkpSx", &p), ERR_OK);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(keys_public_parse(&err, "rome", bad[i], &p),
		    ERR_INPUT);
		assert_memory_equal(err.msg, "rome: ", 6);
		assert_null(strchr(err.msg, '\x1b'));
	}
}

/* Points of order 1, 2, 4 and 8, and one that is not canonical: with them
 * some signature would hold for many texts. */
static void
points_of_small_order_are_refused(void **state)
{
	static const char *const points[] = {
		"0100000000000000000000000000000000000000000000000000000000"
		    "000000",
		"0000000000000000000000000000000000000000000000000000000000"
		    "000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
		    "ffff7f",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d"
		    "53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792"
		    "ac037a",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
		    "ffff7f",
	};

	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		struct public_key k = { .form = KEY_MINISIGN }, p;

		assert_int_equal(hash_unhex(k.ed, 32, points[i]), 0);
		assert_int_equal(keys_public_parse(&err, "k",
		    keys_public_line(&arena, &k), &p), ERR_INPUT);
		assert_non_null(strstr(err.msg, "subgroup"));
		assert_int_equal(keys_public_parse(&err, "k",
		    keys_ssh_line(&arena, &k), &p), ERR_INPUT);
	}
}

/* The second line of a file, decoded, one bit flipped, and encoded again. */
static void
write_flipped(const char *to, const char *from, size_t bit)
{
	char *s = read_text(from), *line = strchr(s, '\n') + 1;
	uint8_t b[256];
	long n;

	*strchr(line, '\n') = '\0';
	n = hash_unbase64(b, sizeof b, line);
	assert_true((long)(bit / 8) < n);
	b[bit / 8] ^= (uint8_t)(1 << bit % 8);
	write_text(to, arena_printf(&arena, "untrusted comment: \n%s\n",
	    hash_base64(&arena, b, (size_t)n)));
}

/* In a key of ours that is not encrypted every bit of the key's own part is
 * covered by its checksum; salt and limits mean nothing there. */
static void
a_damaged_secret_key_is_refused(void **state)
{
	struct secret_key s;
	size_t cut;
	char *text;

	(void)state;
	assert_int_equal(keys_generate(&err, &arena, "whole", NULL), ERR_OK);
	for (size_t bit = 0; bit < 158 * 8; bit++) {
		if (bit >= 6 * 8 && bit < 54 * 8)
			continue;
		write_flipped("flipped.key", "whole.key", bit);
		assert_int_equal(keys_secret_read(&err, &arena, "flipped.key",
		    NULL, NULL, &s), ERR_INPUT);
	}
	/* minisign 0.11 writes no checksum, but the halves must fit */
	for (size_t bit = 62 * 8; bit < 126 * 8; bit++) {
		write_flipped("flipped.key", "open.key", bit);
		assert_int_equal(keys_secret_read(&err, &arena, "flipped.key",
		    NULL, NULL, &s), ERR_INPUT);
		assert_non_null(strstr(err.msg, "damaged"));
	}
	text = arena_strdup(&arena, read_text("whole.key"));
	for (cut = 0; cut + 1 < strlen(text); cut++) {
		write_bytes("cut.key", text, cut);
		assert_int_equal(keys_secret_read(&err, &arena, "cut.key",
		    NULL, NULL, &s), ERR_INPUT);
	}
}

/* The work that a key file asks for is bounded before any is done. */
static void
a_key_that_asks_for_absurd_work_is_refused(void **state)
{
	struct secret_key s;

	(void)state;
	write_flipped("flipped.key", "locked.key", (38 + 5) * 8);
	assert_int_equal(keys_secret_read(&err, &arena, "flipped.key", say,
	    right, &s), ERR_INPUT);
	assert_non_null(strstr(err.msg, "more work"));
	write_flipped("flipped.key", "locked.key", (46 + 5) * 8);
	assert_int_equal(keys_secret_read(&err, &arena, "flipped.key", say,
	    right, &s), ERR_INPUT);
	assert_non_null(strstr(err.msg, "more work"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(minisigns_open_key_is_read),
		cmocka_unit_test(
		    minisigns_encrypted_key_is_read_with_its_password_only),
		cmocka_unit_test(
		    the_password_comes_from_the_file_that_is_named),
		cmocka_unit_test(a_terminal_is_asked_without_echo),
		cmocka_unit_test(our_open_key_pair_is_minisigns),
		cmocka_unit_test(our_encrypted_key_pair_is_minisigns),
		cmocka_unit_test(no_key_is_overwritten),
		cmocka_unit_test(
		    opensshs_line_is_read_and_its_comment_dropped),
		cmocka_unit_test(a_public_key_file_may_be_its_line_alone),
		cmocka_unit_test(a_secret_key_is_not_taken_for_a_public_one),
		cmocka_unit_test(what_is_no_key_is_refused_and_not_repeated),
		cmocka_unit_test(points_of_small_order_are_refused),
		cmocka_unit_test(a_damaged_secret_key_is_refused),
		cmocka_unit_test(a_key_that_asks_for_absurd_work_is_refused),
	};

	return cmocka_run_group_tests(tests, make_keys, finish);
}
