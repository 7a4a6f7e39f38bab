/* test-history.c: commits that git accepts, and one winner whatever happens */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/history.h"
#include "trust/inbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <sys/stat.h>
#include <time.h>

#define PROCESSES 8
#define KILLS 100
#define MESSAGE "Turn 1 is published\n\nIacta-Game: bagradas\n" \
	"Iacta-Exchange: 1\n"

static struct arena a;
static struct secret_key key;
static char *dir;		/* the game's */

static int
before_each(void **state)
{
	static const uint8_t seed[32] = { 1, 2, 3 };
	uint8_t pk[32];

	alarm(600);		/* a hang is a failure */
	if (sodium_init() < 0 || make_scratch(state) != 0)
		return -1;
	crypto_sign_seed_keypair(pk, key.ed, seed);
	dir = arena_printf(&a, "%s/game", (char *)*state);
	return 0;
}

static int
after_each(void **state)
{
	arena_free(&a);
	alarm(0);
	return remove_scratch(state);
}

static struct history_file
file(const char *path, const char *data)
{
	return (struct history_file){ path, data, strlen(data) };
}

static struct history *
opened(const char *path)
{
	struct history *h = NULL;
	struct err e;

	if (history_open(&e, path, &h) != ERR_OK)
		fail_msg("%s", e.msg);
	return h;
}

static struct history *
created(void)
{
	struct history *h = NULL;
	struct err e;

	if (history_create(&e, dir, &h) != ERR_OK)
		fail_msg("%s", e.msg);
	return h;
}

/* A small tree with `text` as its turn; the rest never changes. */
static int
append(struct err *e, struct history *h, const char *parent, const char *text,
	char id[41])
{
	struct history_file f[] = {
		file("turn.toml", text), file("game.toml", "iacta = 1\n"),
		file("rules/system.toml", "dice = 6\n"),
		file("rules/maps/a.toml", "hex = 1\n"),
		file("rules.b", ""), file("rules-a", "x"),
		file("orders/roman.toml", text),
	};

	return history_append(e, h, "bagradas", &key, parent, f,
	    sizeof f / sizeof *f, MESSAGE, 1700000000, id);
}

static void
must_append(struct history *h, const char *parent, const char *text,
	char id[41])
{
	struct err e;

	if (append(&e, h, parent, text, id) != ERR_OK)
		fail_msg("%s", e.msg);
}

static void
git_accepts(void)
{
	assert_int_equal(sh("git -C %s fsck --strict --full >%s.fsck 2>&1 || "
	    "{ cat %s.fsck; false; }", dir, dir, dir), 0);
}

static void
commits_are_git_s_and_signed(void **state)
{
	struct history *h = created();
	struct public_key pk;
	struct history_commit *c;
	struct err e;
	char first[41], second[41], head[41];
	size_t n;
	int found;
	FILE *f;

	(void)state;
	assert_int_equal(history_head(&e, h, head, &found), ERR_OK);
	assert_false(found);
	must_append(h, "", "one", first);
	must_append(h, first, "two", second);
	assert_int_equal(history_head(&e, h, head, &found), ERR_OK);
	assert_true(found);
	assert_string_equal(head, second);
	git_accepts();
	assert_string_equal(line_of("git -C %s log --format=%%H,%%P,%%an,%%ae,"
	    "%%ct,%%cn,%%s -1", dir), arena_printf(&a, "%s,%s,bagradas,"
	    "referee@iacta.invalid,1700000000,bagradas,Turn 1 is published",
	    second, first));
	assert_string_equal(line_of("git -C %s show -s --format='%%(trailers:"
	    "key=Iacta-Exchange,valueonly)' HEAD", dir), "1");
	assert_string_equal(line_of("git -C %s symbolic-ref HEAD", dir),
	    "refs/heads/main");

	keys_public_of(&key, &pk);
	f = fopen(arena_printf(&a, "%s.allowed", dir), "w");
	fprintf(f, "referee@iacta.invalid %s\n", keys_ssh_line(&a, &pk));
	fclose(f);
	assert_int_equal(sh("git -C %s -c gpg.format=ssh "
	    "-c gpg.ssh.allowedSignersFile=%s.allowed verify-commit HEAD "
	    "HEAD~1 2>/dev/null", dir, dir), 0);

	assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
	assert_int_equal(n, 2);
	assert_string_equal(c[0].id, first);
	assert_string_equal(c[0].parent, "");
	assert_string_equal(c[1].parent, first);
	assert_string_equal(c[1].message, MESSAGE);
	assert_int_equal(c[1].time, 1700000000);
	assert_string_equal(c[1].author,
	    "bagradas <referee@iacta.invalid> 1700000000 +0000");
	assert_int_equal(strncmp(c[1].signature,
	    "-----BEGIN SSH SIGNATURE-----\n", 30), 0);
	assert_non_null(strstr(c[1].signature,
	    "\n-----END SSH SIGNATURE-----\n"));
	assert_null(strstr(c[1].signed_text, "gpgsig"));
	assert_int_equal(strlen(c[1].signed_text), c[1].signed_len);
	history_close(h);
}

static void
the_same_files_give_the_same_commit_anywhere(void **state)
{
	struct history *h = created();
	char one[41], two[41], tree[41];
	struct history_file f[] = { file("b/c", "1"), file("a", "2"),
		file("b-", "3"), file("b.c", "4") };
	struct err e;

	must_append(h, "", "one", one);
	assert_int_equal(history_tree_id(&e, h, f, 4, tree), ERR_OK);
	assert_string_equal(tree, line_of("cd %s && git init -q t && cd t && "
	    "mkdir b && printf 1 >b/c && printf 2 >a && printf 3 >b- && "
	    "printf 4 >b.c && git add . && git write-tree", (char *)*state));
	history_close(h);
	dir = arena_printf(&a, "%s/other", (char *)*state);
	h = created();
	must_append(h, "", "one", two);
	assert_string_equal(one, two);
	history_close(h);
}

static void
files_are_read_back(void **state)
{
	struct history *h = created();
	struct history_file *f;
	const char *data;
	size_t n, len;
	struct err e;
	char id[41], at[41];

	(void)state;
	must_append(h, "", "one", id);
	assert_int_equal(history_read_all(&e, h, &a, id, &f, &n), ERR_OK);
	assert_int_equal(n, 7);
	for (size_t i = 1; i < n; i++)
		assert_true(strcmp(f[i - 1].path, f[i].path) < 0);
	assert_int_equal(history_read(&e, h, &a, id, "rules/maps/a.toml",
	    &data, &len), ERR_OK);
	assert_string_equal(data, "hex = 1\n");
	assert_int_equal(len, 8);
	static const char *const absent[] = { "x", "rules", "rules/x",
		"turn.toml/x", "rules/maps/a.toml/b", "orders/", "" };
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
		assert_int_equal(history_read(&e, h, &a, id, absent[i],
		    &data, &len), ERR_OK);
		assert_null(data);
	}
	assert_int_equal(history_id_at(&e, h, id, "rules", at), ERR_OK);
	assert_string_equal(at, line_of("git -C %s rev-parse HEAD:rules",
	    dir));
	assert_int_equal(history_id_at(&e, h, id, "", at), ERR_OK);
	assert_string_equal(at, line_of("git -C %s rev-parse HEAD:", dir));
	assert_int_equal(history_id_at(&e, h, id, "nowhere", at), ERR_OK);
	assert_string_equal(at, "");
	history_close(h);
}

static unsigned long
count_packs(void)
{
	return strtoul(line_of("ls %s/.git/objects/pack | grep -c idx", dir),
	    NULL, 10);
}

/* A commit makes a pack; before they are too many the small ones become one,
 * and those that were made so one again. */
static void
packs_are_gathered_and_all_is_read_as_before(void **state)
{
	struct history *h = created(), *old;
	struct history_commit *c;
	struct err e;
	char id[41] = "", first[41] = "";
	size_t n;

	(void)state;
	must_append(h, "", "0", first);
	assert_int_equal(history_open(&e, dir, &old), ERR_OK);
	assert_int_equal(history_all(&e, old, &a, &c, &n), ERR_OK);
	memcpy(id, first, sizeof id);
	for (int i = 1; i < 140; i++) {
		must_append(h, id, arena_printf(&a, "%d", i), id);
		assert_in_range(count_packs(), 1, 15);
	}
	git_accepts();
	/* also by one who had them open before they were gathered */
	assert_int_equal(history_all(&e, old, &a, &c, &n), ERR_OK);
	assert_int_equal(n, 140);
	assert_string_equal(c[0].id, first);
	assert_int_equal(history_check(&e, old), ERR_OK);
	history_close(old);
	assert_int_equal(history_check(&e, h), ERR_OK);
	history_close(h);
}

/* A turn that is like the one before it, and longer than what stays whole. */
static const char *
long_turn(int n)
{
	const char *s = arena_printf(&a, "exchange = %d\n", n);

	for (int i = 0; i < 60; i++)
		s = arena_printf(&a, "%sunit-%d = { hex = \"%04d\" }\n", s, i,
		    i * 17 + (i % 7 == n % 7 ? n : 0));
	return s;
}

static void
texts_that_are_alike_become_deltas_of_which_all_is_read(void **state)
{
	struct history *h = created();
	struct history_commit *c;
	struct err e;
	char id[41] = "";
	size_t n;

	(void)state;
	for (int i = 0; i < 140; i++)
		must_append(h, id, long_turn(i), id);
	history_close(h);
	git_accepts();
	/* chains, none of them longer than sixteen */
	n = strtoul(line_of("for p in %s/.git/objects/pack/*.idx; do "
	    "git verify-pack -v $p; done | sed -n 's/^chain length = "
	    "\\([0-9]*\\):.*/\\1/p' | sort -n | tail -n 1", dir), NULL, 10);
	assert_in_range(n, 3, 16);
	h = opened(dir);
	assert_int_equal(history_check(&e, h), ERR_OK);
	assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
	assert_int_equal(n, 140);
	for (int i = 0; i < 140; i++) {
		const char *data, *want = long_turn(i);
		size_t len;

		if (history_read(&e, h, &a, c[i].id, "turn.toml", &data, &len)
		    != ERR_OK)
			fail_msg("%s", e.msg);
		assert_int_equal(len, strlen(want));
		assert_memory_equal(data, want, len);
	}
	history_close(h);
}

static void
a_bare_clone_a_work_tree_and_a_gc_read_the_same(void **state)
{
	struct history *h = created();
	struct history_file *f;
	struct err e;
	char id[41], second[41];
	size_t n;

	must_append(h, "", "one", id);
	history_close(h);
	assert_int_equal(sh("cd %s && git clone -q --bare game bare && "
	    "git clone -q game clone && git -C clone worktree add -q ../tree "
	    "-b other 2>/dev/null && git clone -q --bare game loose && "
	    "mv loose/objects/pack loose/p && mkdir loose/objects/pack && "
	    "(cd loose; for i in p/*.pack; do "
	    "git unpack-objects -q <$i; done)", (char *)*state), 0);
	static const char *const at[] = { "bare", "clone", "clone/.git",
		"tree", "loose", "game/.git" };
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		h = opened(arena_printf(&a, "%s/%s", (char *)*state, at[i]));
		assert_int_equal(history_read_all(&e, h, &a, id, &f, &n),
		    ERR_OK);
		assert_int_equal(n, 7);
		history_close(h);
	}
	h = opened(dir);
	must_append(h, id, "two", second);
	assert_int_equal(sh("git -C %s gc -q", dir), 0);
	must_append(h, second, "three", id);
	assert_int_equal(history_read_all(&e, h, &a, id, &f, &n), ERR_OK);
	history_close(h);
	git_accepts();
	/* what an append to loose objects gives is as good */
	dir = arena_printf(&a, "%s/loose", (char *)*state);
	h = opened(dir);
	snprintf(id, sizeof id, "%s", line_of("git -C %s rev-parse main",
	    dir));
	must_append(h, id, "four", second);
	history_close(h);
	git_accepts();
}

static void
what_git_gc_repacks_under_an_open_history_is_read(void **state)
{
	struct history *h = created();
	struct history_file *f;
	struct history_commit *c;
	struct err e;
	char id[41] = "";
	size_t n, k;

	(void)state;
	for (int i = 0; i < 5; i++)
		must_append(h, id, arena_printf(&a, "turn %d", i), id);
	history_close(h);
	h = opened(dir);
	assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
	assert_int_equal(sh("git -C %s gc -q --prune=now", dir), 0);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(history_read_all(&e, h, &a, c[i].id, &f, &k),
		    ERR_OK);
	history_close(h);
}

static void
a_place_that_is_taken_or_no_repository_is_refused(void **state)
{
	struct history *h = created();
	struct err e;

	history_close(h);
	assert_int_equal(history_create(&e, dir, &h), ERR_INPUT);
	assert_int_equal(history_open(&e, *state, &h), ERR_INPUT);
	assert_int_equal(history_open(&e, "/nonexistent", &h), ERR_INPUT);
	/* no search upwards: a game is where it is said to be */
	assert_int_equal(sh("mkdir %s/sub", dir), 0);
	assert_int_equal(history_open(&e, arena_printf(&a, "%s/sub", dir),
	    &h), ERR_INPUT);
}

static void
names_that_no_game_has_are_refused(void **state)
{
	static const char *const names[] = { "", "/a", "a/", "a//b", "..",
		"a/../b", ".git/config", "a/.GIT/x", "a\\b", "a\nb", "./a",
		"-rf", "caf\303\251", "a b", "a/b/c/d/e/f/g/h/i" };
	struct history *h = created();
	struct err e;
	char id[41];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct history_file f = file(names[i], "x");

		assert_int_equal(history_tree_id(&e, h, &f, 1, id),
		    ERR_INPUT);
	}
	struct history_file twice[] = { file("a", ""), file("a", "") };
	struct history_file both[] = { file("a/b", ""), file("a-b", ""),
		file("a", "") };
	assert_int_equal(history_tree_id(&e, h, twice, 2, id), ERR_INPUT);
	assert_int_equal(history_tree_id(&e, h, both, 3, id), ERR_INPUT);
	history_close(h);
}

/* Make main a commit with this tree, given as mktree wants it. */
static void
commit_tree(const char *mktree, char id[41])
{
	snprintf(id, 41, "%s", line_of("cd %s && "
	    "B=$(echo x | git hash-object -w --stdin) && "
	    "T=$(printf 'x' | git hash-object -w --stdin | "
	    "xargs -I@ printf '100644 blob @\\ta\\n' | git mktree) && "
	    "R=$( %s) && C=$(git commit-tree -m x $R) && "
	    "git update-ref refs/heads/main $C && echo $C", dir, mktree));
	assert_int_equal(strlen(id), 40);
}

static void
hostile_trees_are_refused(void **state)
{
	static const char *const trees[] = {
		"printf \"100644 blob $B\\t..\\n\" | git mktree",
		"printf \"100644 blob $B\\t.git\\n\" | git mktree",
		"printf \"040000 tree $T\\t.GiT\\n\" | git mktree",
		"printf \"100644 blob $B\\tgit~1\\n\" | git mktree",
		"printf \"100644 blob $B\\ta\\\\\\\\b\\n\" | git mktree",
		"printf \"120000 blob $B\\ta\\n\" | git mktree",
		"printf \"100755 blob $B\\ta\\n\" | git mktree",
		"printf \"160000 commit 123456789012345678901234567890123456"
		"7890\\ta\\n\" | git mktree --missing",
		"printf \"100644 blob $B\\t\\033[31m\\n\" | git mktree",
		/* a blob said to be a tree, and the other way round */
		"perl -e 'print \"40000 a\\0\", pack \"H*\", $ARGV[0]' $B | "
		"git hash-object -t tree -w --stdin --literally",
		"perl -e 'print \"100644 a\\0\", pack \"H*\", $ARGV[0]' $T | "
		"git hash-object -t tree -w --stdin --literally",
		"printf \"100644 blob 1234567890123456789012345678901234567890"
		"\\ta\\n\" | git mktree --missing",
		/* out of order, twice, cut short, a slash in a name */
		"(printf '100644 b\\0AAAAAAAAAAAAAAAAAAAA'; printf '100644 a"
		"\\0AAAAAAAAAAAAAAAAAAAA') | git hash-object -t tree -w "
		"--stdin --literally",
		"(printf '100644 a\\0AAAAAAAAAAAAAAAAAAAA'; printf '100644 a"
		"\\0AAAAAAAAAAAAAAAAAAAA') | git hash-object -t tree -w "
		"--stdin --literally",
		"(printf '100644 a\\0AAAAAAAAAAAAAAAAAAAA'; printf '100644 a-b"
		"\\0AAAAAAAAAAAAAAAAAAAA'; printf '40000 a"
		"\\0AAAAAAAAAAAAAAAAAAAA') | git hash-object -t tree -w "
		"--stdin --literally",
		"printf '100644 a\\0AAAAAAAAAAAAAAAAAAA' | git hash-object "
		"-t tree -w --stdin --literally",
		"printf '100644 a/b\\0AAAAAAAAAAAAAAAAAAAA' | git hash-object "
		"-t tree -w --stdin --literally",
		"printf '100644 \\0AAAAAAAAAAAAAAAAAAAA' | git hash-object "
		"-t tree -w --stdin --literally",
		"printf '0100644 a\\0AAAAAAAAAAAAAAAAAAAA' | git hash-object "
		"-t tree -w --stdin --literally",
		"printf '100644' | git hash-object -t tree -w --stdin "
		"--literally",
	};
	struct history *h = created();
	struct history_file *f;
	struct err e;
	size_t n;
	char id[41];

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		commit_tree(trees[i], id);
		if (history_read_all(&e, h, &a, id, &f, &n) != ERR_VERIFY)
			fail_msg("not refused: %s", trees[i]);
		id[12] = '\0';
		assert_non_null(strstr(e.msg, id));
	}
	history_close(h);
}

static void
a_tree_that_multiplies_is_refused(void **state)
{
	struct history *h = created();
	struct history_file *f;
	struct err e;
	size_t n;
	char id[41];

	(void)state;
	commit_tree("for i in 1 2 3 4 5 6; do T=$(for j in a b c d e f g h i "
	    "j; do printf \"040000 tree $T\\t$j\\n\"; done | git mktree); "
	    "done; echo $T", id);
	assert_int_equal(history_read_all(&e, h, &a, id, &f, &n), ERR_VERIFY);
	commit_tree("for i in $(seq 200); do T=$(printf \"040000 tree $T\\ta"
	    "\\n\" | git mktree); done; echo $T", id);
	assert_int_equal(history_read_all(&e, h, &a, id, &f, &n), ERR_VERIFY);
	history_close(h);
}

static void
hostile_commits_are_refused(void **state)
{
	static const char *const commits[] = {
		"git commit-tree -m x -p $C -p $D $T",
		"printf 'tree x\\n' | git hash-object -t commit -w --stdin "
		"--literally",
		"printf '' | git hash-object -t commit -w --stdin --literally",
		"printf \"tree $T\\nauthor a\\ncommitter b\\n\\nx\" | git "
		"hash-object -t commit -w --stdin --literally",
		"printf \"tree $T\\nauthor a <> 1 +0000\\ncommitter a <> 1 "
		"+0000\\n\\nx\\0y\" | git hash-object -t commit -w --stdin "
		"--literally",
		"printf \"tree $T\\nauthor a <> 1 +0000\\ncommitter a <> 1 "
		"+0000\\ngpgsig x\\n y\\ngpgsig z\\n\\nx\" | git hash-object "
		"-t commit -w --stdin --literally",
		"echo $T", "echo $B",
	};
	struct history *h = created();
	struct history_commit *c;
	struct err e;
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof commits / sizeof *commits; i++) {
		assert_int_equal(sh("cd %s && T=$(git mktree </dev/null) && "
		    "B=$(echo b | git hash-object -w --stdin) && "
		    "C=$(git commit-tree -m c $T) && "
		    "D=$(git commit-tree -m d $T) && X=$(%s) && "
		    "mkdir -p .git/refs/heads && "
		    "echo $X > .git/refs/heads/main", dir, commits[i]), 0);
		if (history_all(&e, h, &a, &c, &n) != ERR_VERIFY)
			fail_msg("not refused: %s", commits[i]);
	}
	assert_int_equal(sh("echo 'ref: refs/heads/x' "
	    ">%s/.git/refs/heads/main", dir), 0);
	assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_VERIFY);
	assert_int_equal(sh("echo nonsense >%s/.git/refs/heads/main", dir), 0);
	assert_int_not_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
	history_close(h);
}

static void
a_damaged_object_is_named_by_commit_and_path(void **state)
{
	struct history *h = created();
	struct history_file *f;
	struct err e;
	size_t n;
	char id[41], blob[41];

	(void)state;
	must_append(h, "", "one", id);
	assert_int_equal(history_id_at(&e, h, id, "rules/maps/a.toml", blob),
	    ERR_OK);
	history_close(h);
	assert_int_equal(sh("cd %s/.git && mv objects/pack p && "
	    "mkdir objects/pack && git unpack-objects -q <$(ls p/*.pack) && "
	    "cd objects/%.2s && chmod u+w %s && : >%s", dir, blob, blob + 2,
	    blob + 2), 0);
	h = opened(dir);
	assert_int_equal(history_read_all(&e, h, &a, id, &f, &n), ERR_VERIFY);
	id[12] = '\0';
	assert_non_null(strstr(e.msg, id));
	assert_non_null(strstr(e.msg, "rules/maps/a.toml"));
	history_close(h);
}

/* Wait for a child; its exit status, or -1 if a signal ended it. */
static int
status_of(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Eight processes append to the same parent at once. */
static void
race(const char *parent)
{
	pid_t pid[PROCESSES];
	int won = 0, go[2];

	assert_int_equal(pipe(go), 0);
	for (int i = 0; i < PROCESSES; i++) {
		pid[i] = fork();
		if (pid[i] == 0) {
			struct history *h;
			struct err e;
			char id[41], c;
			int rc;

			close(go[1]);
			if (history_open(&e, dir, &h) != ERR_OK)
				_exit(99);
			(void)!read(go[0], &c, 1);
			rc = append(&e, h, parent, arena_printf(&a, "%d", i),
			    id);
			if (rc != ERR_OK && rc != ERR_NOTHING)
				fprintf(stderr, "%s\n", e.msg);
			_exit(rc);
		}
	}
	close(go[0]);
	close(go[1]);		/* now */
	for (int i = 0; i < PROCESSES; i++) {
		int rc = status_of(pid[i]);

		assert_true(rc == ERR_OK || rc == ERR_NOTHING);
		won += rc == ERR_OK;
	}
	assert_int_equal(won, 1);
}

static void
of_eight_at_once_exactly_one_wins(void **state)
{
	struct history *h = created();
	struct history_commit *c;
	char head[41] = "";
	struct err e;
	size_t n;
	int found;

	(void)state;
	for (int i = 0; i < 10; i++) {
		race(head);
		assert_int_equal(history_head(&e, h, head, &found), ERR_OK);
	}
	assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
	assert_int_equal(n, 10);
	history_close(h);
	git_accepts();
}

static void
an_old_parent_is_refused(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41], two[41], x[41];

	(void)state;
	must_append(h, "", "one", one);
	assert_int_equal(append(&e, h, "", "other", x), ERR_NOTHING);
	must_append(h, one, "two", two);
	assert_int_equal(append(&e, h, one, "other", x), ERR_NOTHING);
	assert_string_equal(line_of("git -C %s rev-parse main", dir), two);
	history_close(h);
}

/* Append and refresh without end, until killed. */
static void
go_on(void)
{
	struct history *h;
	struct err e;
	char head[41], id[41], text[32];
	int found, i = 0;

	if (history_open(&e, dir, &h) != ERR_OK)
		_exit(1);
	for (;;) {
		snprintf(text, sizeof text, "%d %ld", i++, (long)getpid());
		if (history_lock(&e, h) != ERR_OK
		    || history_head(&e, h, head, &found) != ERR_OK
		    || append(&e, h, head, text, id) != ERR_OK
		    || history_refresh(&e, h, head, id) != ERR_OK) {
			fprintf(stderr, "%s\n", e.msg);
			_exit(1);
		}
		history_unlock(h);
	}
}

static void
a_kill_at_any_moment_leaves_a_whole_history(void **state)
{
	struct history *h = created();
	struct history_commit *c;
	struct history_file *f;
	struct err e;
	char head[41], id[41];
	size_t n, k;
	int found;

	(void)state;
	history_close(h);
	srandom(1);
	for (int i = 0; i < KILLS; i++) {
		struct timespec t = { .tv_nsec = random() % 12000000 };
		pid_t pid = fork();

		if (pid == 0)
			go_on();
		nanosleep(&t, NULL);
		kill(pid, SIGKILL);
		assert_int_equal(status_of(pid), -1);
		h = opened(dir);
		assert_int_equal(history_lock(&e, h), ERR_OK);
		assert_int_equal(history_all(&e, h, &a, &c, &n), ERR_OK);
		if (n > 0)
			assert_int_equal(history_read_all(&e, h, &a,
			    c[n - 1].id, &f, &k), ERR_OK);
		history_unlock(h);
		history_close(h);
	}
	h = opened(dir);
	assert_int_equal(history_head(&e, h, head, &found), ERR_OK);
	must_append(h, head, "the last", id);
	if (history_refresh(&e, h, head, id) != ERR_OK)
		fail_msg("%s", e.msg);
	history_close(h);
	git_accepts();
	assert_string_equal(line_of("git -C %s status --porcelain", dir), "");
	/* git itself clears away what the killed have left */
	assert_int_equal(sh("cd %s && git gc -q --prune=now && "
	    "! ls .git/objects .git/objects/pack | grep -q tmp_", dir), 0);
}

static void
what_a_dead_process_left_locked_is_freed(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41], two[41];
	pid_t pid = fork();

	(void)state;
	if (pid == 0)
		_exit(0);
	assert_int_equal(status_of(pid), 0);
	must_append(h, "", "one", one);
	assert_int_equal(sh("cd %s/.git && touch refs/heads/main.lock "
	    "index.lock && echo %ld >iacta/lock", dir, (long)pid), 0);
	must_append(h, one, "two", two);
	assert_int_equal(history_refresh(&e, h, one, two), ERR_OK);
	/* even one whose pid has been given to somebody else since */
	assert_int_equal(sh("cd %s/.git && touch refs/heads/main.lock && "
	    "echo 1 >iacta/lock", dir), 0);
	must_append(h, two, "three", one);
	history_close(h);
}

static void
the_lock_is_one_process_s_and_dies_with_it(void **state)
{
	struct history *h = created();
	struct err e;
	int ready[2];
	char c;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		if (history_lock(&e, h) == ERR_OK)
			(void)!write(ready[1], "x", 1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	assert_int_equal(sh("flock -n %s/.git/iacta/lock true", dir), 1);
	kill(pid, SIGKILL);
	status_of(pid);
	assert_int_equal(history_lock(&e, h), ERR_OK);
	assert_int_equal(sh("flock -n %s/.git/iacta/lock true", dir), 1);
	history_unlock(h);
	assert_int_equal(sh("flock -n %s/.git/iacta/lock true", dir), 0);
	history_close(h);
}

static mode_t
mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(lstat(path, &st), 0);
	return st.st_mode & 07777;
}

static void
the_private_directory_is_private_whatever_the_umask(void **state)
{
	static const mode_t masks[] = { 0, 022, 0777 };
	const char *top;
	struct history *h;
	struct err e;

	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		mode_t old;

		dir = arena_printf(&a, "%s/g%zu", (char *)*state, i);
		h = created();
		old = umask(masks[i]);
		assert_int_equal(history_lock(&e, h), ERR_OK);
		assert_int_equal(history_private(&e, h, &a, &top), ERR_OK);
		umask(old);
		assert_int_equal(mode_of(top), 0700);
		assert_int_equal(mode_of(arena_printf(&a, "%s/inbox", top)),
		    0700);
		assert_int_equal(mode_of(arena_printf(&a, "%s/receipts", top)),
		    0700);
		assert_int_equal(mode_of(arena_printf(&a, "%s/lock", top)),
		    0600);
		history_close(h);
	}
}

static void
a_link_in_the_private_directory_s_place_is_refused(void **state)
{
	struct history *h = created();
	struct err e;

	assert_int_equal(sh("mkdir %s/x && ln -s %s/x %s/.git/iacta",
	    (char *)*state, (char *)*state, dir), 0);
	assert_int_equal(history_lock(&e, h), ERR_SYSTEM);
	history_close(h);
}

/* The work tree follows, and touches nothing that is not the game's. */
static void
the_work_tree_is_brought_up_to_date(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41], two[41];
	struct history_file f[] = { file("turn.toml", "second"),
		file("rules/system.toml", "dice = 6\n"),
		file("game.toml", "iacta = 1\n") };

	(void)state;
	must_append(h, "", "one", one);
	assert_int_equal(sh("echo mine >%s/mine && mkdir %s/orders && "
	    "echo mine >%s/orders/mine && echo x >%s/turn.toml", dir, dir,
	    dir, dir), 0);
	assert_int_equal(history_refresh(&e, h, "", one), ERR_OK);
	assert_string_equal(line_of("cat %s/turn.toml", dir), "one");
	assert_string_equal(line_of("git -C %s status --porcelain "
	    "--untracked-files=no", dir), "");
	assert_int_equal(sh("rm %s/game.toml", dir), 0);
	assert_int_equal(history_append(&e, h, "bagradas", &key, one, f, 3,
	    MESSAGE, 1700000001, two), ERR_OK);
	assert_int_equal(history_refresh(&e, h, one, two), ERR_OK);
	assert_string_equal(line_of("cat %s/turn.toml", dir), "second");
	assert_string_equal(line_of("cat %s/game.toml", dir), "iacta = 1");
	assert_string_equal(line_of("cd %s && git status --porcelain "
	    "--untracked-files=no", dir), "");
	assert_string_equal(line_of("cd %s && find . -path ./.git -prune -o "
	    "-type f -print | sort | tr '\\n' ' '", dir), "./game.toml ./mine "
	    "./orders/mine ./rules/system.toml ./turn.toml ");
	history_close(h);
}

static void
a_link_in_the_work_tree_is_never_followed(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41];

	must_append(h, "", "one", one);
	assert_int_equal(sh("cd %s && mkdir out && echo keep >out/turn.toml "
	    "&& echo keep >out/roman.toml && cd game && ln -s ../out orders "
	    "&& ln -s ../out/turn.toml turn.toml && ln -s /nonexistent rules",
	    (char *)*state), 0);
	if (history_refresh(&e, h, "", one) != ERR_OK)
		fail_msg("%s", e.msg);
	assert_string_equal(line_of("cat %s/out/turn.toml",
	    (char *)*state), "keep");
	assert_string_equal(line_of("cat %s/out/roman.toml",
	    (char *)*state), "keep");
	assert_string_equal(line_of("cat %s/orders/roman.toml", dir), "one");
	assert_string_equal(line_of("cat %s/rules/maps/a.toml", dir),
	    "hex = 1");
	history_close(h);
}

static void
the_configuration_does_not_say_where_files_are_written(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41];

	must_append(h, "", "one", one);
	history_close(h);
	assert_int_equal(sh("mkdir %s/out && git -C %s config core.worktree "
	    "%s/out && git -C %s config core.fsmonitor 'touch %s/ran'",
	    (char *)*state, dir, (char *)*state, dir, (char *)*state), 0);
	h = opened(dir);
	assert_int_equal(history_refresh(&e, h, "", one), ERR_OK);
	assert_int_equal(sh("test -e %s/out/turn.toml -o -e %s/ran",
	    (char *)*state, (char *)*state), 1);
	assert_string_equal(line_of("cat %s/turn.toml", dir), "one");
	history_close(h);
}

static void
another_branch_s_work_tree_is_left_alone(void **state)
{
	struct history *h = created();
	struct err e;
	char one[41];

	(void)state;
	must_append(h, "", "one", one);
	assert_int_equal(sh("git -C %s symbolic-ref HEAD refs/heads/x", dir),
	    0);
	assert_int_equal(history_refresh(&e, h, "", one), ERR_OK);
	assert_int_equal(sh("test -e %s/turn.toml", dir), 1);
	history_close(h);
}

/* Somebody else audits: nothing may be written, nothing needs to be. */
static void
reading_needs_no_right_to_write(void **state)
{
	struct history *h = created();
	char one[41];
	pid_t pid;

	must_append(h, "", "one", one);
	history_close(h);
	assert_int_equal(sh("chmod -R a-w,a+rX %s && chmod a+rx %s",
	    dir, (char *)*state), 0);
	pid = fork();
	if (pid == 0) {
		struct history_file *f;
		struct history_commit *c;
		struct err e;
		size_t n;
		int rc = 99;

		if (getuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0))
			_exit(98);
		if (history_open(&e, dir, &h) == ERR_OK
		    && history_all(&e, h, &a, &c, &n) == ERR_OK
		    && history_read_all(&e, h, &a, one, &f, &n) == ERR_OK)
			rc = 0;
		_exit(rc);
	}
	assert_int_equal(status_of(pid), 0);
}

static void
the_clock_is_overridden_by_source_date_epoch(void **state)
{
	static const char *const bad[] = { "", "x", "-1", "1 ", " 1", "1.5",
		"99999999999999999", "253402300800" };
	struct err e;
	int64_t when;

	(void)state;
	setenv("SOURCE_DATE_EPOCH", "1234567890", 1);
	assert_int_equal(history_now(&e, &when), ERR_OK);
	assert_int_equal(when, 1234567890);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		setenv("SOURCE_DATE_EPOCH", bad[i], 1);
		assert_int_equal(history_now(&e, &when), ERR_INPUT);
	}
	unsetenv("SOURCE_DATE_EPOCH");
	assert_int_equal(history_now(&e, &when), ERR_OK);
	assert_true(when > 1700000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, after_each)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(commits_are_git_s_and_signed),
		TEST(the_same_files_give_the_same_commit_anywhere),
		TEST(files_are_read_back),
		TEST(packs_are_gathered_and_all_is_read_as_before),
		TEST(texts_that_are_alike_become_deltas_of_which_all_is_read),
		TEST(a_bare_clone_a_work_tree_and_a_gc_read_the_same),
		TEST(what_git_gc_repacks_under_an_open_history_is_read),
		TEST(a_place_that_is_taken_or_no_repository_is_refused),
		TEST(names_that_no_game_has_are_refused),
		TEST(hostile_trees_are_refused),
		TEST(a_tree_that_multiplies_is_refused),
		TEST(hostile_commits_are_refused),
		TEST(a_damaged_object_is_named_by_commit_and_path),
		TEST(of_eight_at_once_exactly_one_wins),
		TEST(an_old_parent_is_refused),
		TEST(a_kill_at_any_moment_leaves_a_whole_history),
		TEST(what_a_dead_process_left_locked_is_freed),
		TEST(the_lock_is_one_process_s_and_dies_with_it),
		TEST(the_private_directory_is_private_whatever_the_umask),
		TEST(a_link_in_the_private_directory_s_place_is_refused),
		TEST(the_work_tree_is_brought_up_to_date),
		TEST(a_link_in_the_work_tree_is_never_followed),
		TEST(the_configuration_does_not_say_where_files_are_written),
		TEST(another_branch_s_work_tree_is_left_alone),
		TEST(reading_needs_no_right_to_write),
		TEST(the_clock_is_overridden_by_source_date_epoch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
