/* test-audit.c: a history that holds, and every way in which one does not */
#include "toy.h"
#include "pipeline.h"
#include "scratch.h"

#include "base/file.h"
#include "trust/audit.h"
#include "trust/found.h"
#include "trust/history_repo.h"

#include <sys/stat.h>
#include <zlib.h>

#define WHEN 1700000000
#define PLAYED 9		/* commits of the game that goes on */

static struct pipeline p;
static char id[COMMITS][41];	/* what they are called there */
static struct audit_verdict verdict;
static struct arena kept;
static unsigned chance = 1;

static unsigned
next_number(unsigned below)
{
	chance = chance * 1103515245u + 12345u;
	return below > 0 ? (chance >> 8) % below : 0;
}

/* --------------------------------------------------- a game to be audited */

static const char red_sealed[] =
    "say = \"Ave\"\n[[secret.order]]\ndo = \"fight\"\nunits = [\"red-1\"]\n"
    "target = \"blue-1\"\n[[secret.order]]\ndo = \"move\"\nunit = \"red-1\"\n"
    "to = \"0606\"\n[[secret.order]]\ndo = \"fight\"\nunits = [\"red-2\"]\n"
    "target = \"blue-2\"\n[[secret.answer]]\nkind = \"loss\"\n"
    "answer = \"nobody\"\n";
static const char blue_open[] =
    "[[order]]\ndo = \"fight\"\nunits = [\"blue-2\"]\ntarget = \"red-2\"\n"
    "[[order]]\ndo = \"move\"\nunit = \"blue-1\"\nto = \"0101\"\n"
    "[[order]]\ndo = \"fight\"\nunits = [\"blue-3\"]\ntarget = \"red-3\"\n";

static void
reply(const struct node *ask)
{
	int side = strcmp(node_str(ask, "side"), "red") == 0 ? 0 : 1;
	const struct node *list = node_array_of(ask, "options");

	if (list == NULL)
		pipeline_send(&p, side, p.n == 1 ? "[[order]]\ndo = \"pause\"\n"
		    : side == 0 ? red_sealed : blue_open);
	else
		pipeline_send(&p, side, arena_printf(&p.a, "[[answer]]\n"
		    "kind = \"%s\"\nanswer = \"%s\"\n", node_str(ask, "kind"),
		    node_at(list, 0)->s));
}

/* A pause, a side that is late, sealed and open orders, some of them refused,
 * questions that had to be asked. */
static void
play(int upto)
{
	pipeline_found(&p, "--");
	pipeline_send(&p, 0, "[secret]\ndeploy = \"standard\"\n");
	pipeline_send(&p, 1, "deploy = \"standard\"\n[[secret.doctrine]]\n"
	    "kind = \"retreat\"\nanswer = \"ask\"\n");
	pipeline_go(&p);
	while (!p.commit[p.n].over && p.n < upto) {
		const struct node *list = node_array_of(pipeline_tree(&p, p.n,
		    "turn.toml"), "ask");
		const struct node *ask = node_at(list, 0);
		const char *side = node_str(ask, "side"), *last = "";

		if (p.n == 4) {
			assert_int_equal(pipeline_adjudicate(&p, side), ERR_OK);
			continue;
		}
		for (; ask != NULL; ask = ask->next) {
			if (strcmp(node_str(ask, "side"), last) != 0)
				reply(ask);
			last = node_str(ask, "side");
		}
		pipeline_go(&p);
	}
}

static void
append(struct history *h, int n, const struct history_file *files,
    size_t nfiles, const char *parent, char out[41])
{
	if (history_append(&p.e, h, "duel", &p.referee, parent, files, nfiles,
	    exchange_message(&p.a, "duel", &p.commit[n],
	    exchange_program), WHEN, out) != ERR_OK)
		fail_msg("%s", p.e.msg);
}

static void
store(const char *dir)
{
	struct history *h;

	assert_int_equal(history_create(&p.e, dir, &h), ERR_OK);
	for (int n = 0; n <= p.n; n++)
		append(h, n, p.commit[n].file, p.commit[n].nfiles,
		    n > 0 ? id[n - 1] : "", id[n]);
	history_close(h);
}

/* Without a sync: there are hundreds, and nobody pulls the plug. */
static void
put(const char *path, const char *data, size_t len)
{
	FILE *f;

	unlink(path);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void
set_ref(const char *dir, const char *to)
{
	const char *line = arena_printf(&kept, "%s\n", to);

	put(arena_printf(&kept, "%s/.git/refs/heads/main", dir), line,
	    strlen(line));
}

static int
audit_by(const char *dir, int jobs, struct err *e, struct audit_verdict *v)
{
	struct arena a = {0};
	struct history *h = NULL;
	int rc = history_open(e, dir, &h);

	if (rc == ERR_OK)
		rc = audit(e, &a, h, NULL, 0, jobs, v);
	history_close(h);
	arena_free(&a);
	return rc;
}

/* However many processes share the work, the verdict is the same. */
static int
audit_of(const char *dir)
{
	struct audit_verdict v;
	struct err e = {0};
	int rc = audit_by(dir, 1, &p.e, &verdict);

	for (int jobs = 2; jobs <= 3; jobs++) {
		assert_int_equal(audit_by(dir, jobs, &e, &v), rc);
		if (rc != ERR_OK) {
			assert_string_equal(e.msg, p.e.msg);
			continue;
		}
		assert_int_equal(v.commits, verdict.commits);
		assert_int_equal(v.submissions, verdict.submissions);
		assert_int_equal(v.rolls, verdict.rolls);
		assert_int_equal(v.shuffles, verdict.shuffles);
	}
	return rc;
}

static const char *
repository(void **state, int upto)
{
	const char *dir = arena_printf(&kept, "%s/g", (char *)*state);

	arena_free(&p.a);
	play(upto);
	store(dir);
	return dir;
}

/* -------------------------------------------------------- what holds */

static void
a_history_holds_after_every_commit(void **state)
{
	const char *dir = repository(state, COMMITS - 1);

	assert_true(p.commit[p.n].over);
	for (int n = 0; n <= p.n; n++) {
		set_ref(dir, id[n]);
		if (audit_of(dir) != ERR_OK)
			fail_msg("%s", p.e.msg);
		assert_int_equal(verdict.commits, n + 1);
		assert_string_equal(verdict.head, id[n]);
		assert_int_equal(verdict.result != NULL, n == p.n);
	}
	assert_true(verdict.rolls > 3 && verdict.submissions > 5);
}

/* ------------------------------------------- lies, signed by the referee */

/* Is this byte in what only one side can read? */
static bool
is_sealed(const struct history_file *f, size_t byte)
{
	const char *from = f->data, *to;

	if (strcmp(f->path, "events.toml") != 0)
		return false;
	while ((from = memmem(from, f->len - (size_t)(from - f->data),
	    "sealed = [", 10)) != NULL) {
		to = strchr(from, ']');
		if (f->data + byte > from + 9 && f->data + byte < to)
			return true;
		from = to;
	}
	return false;
}

/* A minisign signature does not cover the comment in its first line; and what
 * is sealed nobody can read before the end. */
static bool
is_covered(const struct history_file *f, size_t byte)
{
	size_t n = strlen(f->path);
	const char *end = memchr(f->data, '\n', f->len);

	return (n < 8 || strcmp(f->path + n - 8, ".minisig") != 0 ||
	    f->data + byte > end) && !is_sealed(f, byte);
}

/* Commit n with one bit of one file changed, upon commit n-1. */
static void
must_find(const char *dir, int n, size_t which)
{
	const struct exchange_output *x = &p.commit[n];
	struct history_file *files = arena_new(&p.a, struct history_file,
	    x->nfiles);
	size_t byte = next_number((unsigned)x->file[which].len);
	struct history *h;
	char lie[41], *data;
	int rc;

	if (x->file[which].len == 0)
		return;
	memcpy(files, x->file, x->nfiles * sizeof *files);
	data = arena_strndup(&p.a, files[which].data, files[which].len);
	data[byte] = (char)(data[byte] ^ 1 << next_number(8));
	files[which].data = data;
	if (!is_covered(&x->file[which], byte))
		return;
	if (n > 0)
		set_ref(dir, id[n - 1]);
	else
		assert_int_equal(sh("rm '%s/.git/refs/heads/main'", dir), 0);
	assert_int_equal(history_open(&p.e, dir, &h), ERR_OK);
	append(h, n, files, x->nfiles, n > 0 ? id[n - 1] : "", lie);
	history_close(h);
	rc = audit_of(dir);
	if (rc != ERR_VERIFY)
		fail_msg("commit %d: %s, byte %zu: status %d", n,
		    files[which].path, byte, rc);
	if (strstr(p.e.msg, arena_printf(&p.a, "commit %d (%.12s): ", n, lie))
	    == NULL || (strstr(p.e.msg, ".toml") == NULL &&
	    strstr(p.e.msg, files[which].path) == NULL))
		fail_msg("commit %d: %s: %s", n, files[which].path, p.e.msg);
}

static void
one_bit_of_any_file_is_found_though_it_is_signed(void **state)
{
	const char *dir = repository(state, PLAYED);

	for (int n = 0; n <= p.n; n++)
		for (size_t i = 0; i < p.commit[n].nfiles; i++)
			for (int k = 0; k < 2; k++)
				must_find(dir, n, i);
}

/* The whole of a finished game with one bit changed in commit n. */
static void
must_find_at_the_end(const char *dir, int n, size_t which, size_t byte)
{
	struct history_file *files = arena_new(&p.a, struct history_file,
	    p.commit[n].nfiles);
	struct history *h;
	char *data, lie[COMMITS][41];

	memcpy(files, p.commit[n].file, p.commit[n].nfiles * sizeof *files);
	data = arena_strndup(&p.a, files[which].data, files[which].len);
	data[byte] = (char)(data[byte] ^ 1);
	files[which].data = data;
	memcpy(lie[n - 1], id[n - 1], sizeof lie[n - 1]);
	set_ref(dir, id[n - 1]);
	assert_int_equal(history_open(&p.e, dir, &h), ERR_OK);
	for (int i = n; i <= p.n; i++)
		append(h, i, i == n ? files : p.commit[i].file,
		    p.commit[i].nfiles, lie[i - 1], lie[i]);
	history_close(h);
	if (audit_of(dir) != ERR_VERIFY || strstr(p.e.msg, arena_printf(&p.a,
	    "commit %d (%.12s): %s", n, lie[n], files[which].path)) == NULL)
		fail_msg("commit %d: %s, byte %zu: %s", n, files[which].path,
		    byte, p.e.msg);
}

static void
a_seal_that_was_changed_shows_at_the_end(void **state)
{
	const char *dir = repository(state, COMMITS - 1);
	int found = 0;

	assert_true(p.commit[p.n].over);
	for (int n = 1; n <= p.n && found < 3; n++)
		for (size_t i = 0; i < p.commit[n].nfiles; i++) {
			const struct history_file *f = &p.commit[n].file[i];
			size_t byte = 0;

			while (byte < f->len && (!is_sealed(f, byte) ||
			    f->data[byte] < 'a'))
				byte++;
			if (byte == f->len)
				continue;
			must_find_at_the_end(dir, n, i, byte);
			found++;
		}
	assert_true(found > 0);
}

/* What the referee might do, and what the audit says about it. */
static void
must_say(const char *dir, int n, const struct history_file *files,
    size_t nfiles, const char *message, const struct secret_key *k,
    const char *says)
{
	struct history *h;
	char lie[41];

	set_ref(dir, id[n - 1]);
	assert_int_equal(history_open(&p.e, dir, &h), ERR_OK);
	assert_int_equal(history_append(&p.e, h, "duel", k, id[n - 1], files,
	    nfiles, message, WHEN, lie), ERR_OK);
	history_close(h);
	assert_int_equal(audit_of(dir), ERR_VERIFY);
	if (strstr(p.e.msg, says) == NULL)
		fail_msg("\"%s\" is not in: %s", says, p.e.msg);
}

static void
files_messages_and_keys_are_as_they_should_be(void **state)
{
	const char *dir = repository(state, PLAYED);
	const struct exchange_output *x = &p.commit[3];
	struct history_file *files = arena_new(&p.a, struct history_file,
	    x->nfiles + 1);
	const char *message = exchange_message(&p.a, "duel", x,
	    exchange_program);

	memcpy(files, x->file, x->nfiles * sizeof *files);
	files[x->nfiles] = (struct history_file){ "more.toml", "a = 1\n", 6 };
	must_say(dir, 3, files, x->nfiles + 1, message, &p.referee,
	    "more.toml: there should be no such file");
	for (size_t i = 0; i < x->nfiles; i++)
		if (strcmp(x->file[i].path, "report.txt") == 0) {
			files[i] = files[x->nfiles - 1];
			must_say(dir, 3, files, x->nfiles - 1, message,
			    &p.referee, "report.txt: it is missing");
			files[i] = x->file[i];
		}
	must_say(dir, 3, x->file, x->nfiles, "duel: victory\n", &p.referee,
	    "message");
	must_say(dir, 3, x->file, x->nfiles, message, &p.key[0],
	    "the commit");
	/* the same exchange again, and the one before it */
	must_say(dir, 3, p.commit[2].file, p.commit[2].nfiles, message,
	    &p.referee, "commit 3 (");
}
/* Another version's words for people are remarked on; its facts are strict. */
static void
what_another_version_wrote_is_remarked(void **state)
{
	const char *dir = repository(state, PLAYED);
	const struct exchange_output *x = &p.commit[3];
	struct history_file *files = arena_new(&p.a, struct history_file,
	    x->nfiles + 1);
	const char *other = arena_printf(&p.a, "duel: in other words%s",
	    strchr(exchange_message(&p.a, "duel", x, "0.0.9"), '\n'));
	struct arena a = {0};
	struct audit_verdict v;
	struct history *h;
	char lie[41];
	size_t events = 0;

	memcpy(files, x->file, x->nfiles * sizeof *files);
	for (size_t i = 0; i < x->nfiles; i++) {
		if (strcmp(files[i].path, "report.txt") == 0)
			files[i] = (struct history_file){ "report.txt",
			    "Hear ye\n", 8 };
		if (strcmp(files[i].path, "events.toml") == 0)
			events = i;
	}
	files[x->nfiles] = (struct history_file){ "page.html", "<p>\n", 4 };
	set_ref(dir, id[2]);
	assert_int_equal(history_open(&p.e, dir, &h), ERR_OK);
	assert_int_equal(history_append(&p.e, h, "duel", &p.referee, id[2],
	    files, x->nfiles + 1, other, WHEN, lie), ERR_OK);
	if (audit(&p.e, &a, h, NULL, 0, 2, &v) != ERR_OK)
		fail_msg("%s", p.e.msg);
	history_close(h);
	assert_int_equal(v.remarks->n, 3);
	assert_non_null(strstr(v.remarks->child->s, "report.txt was written "
	    "by iacta 0.0.9"));
	arena_free(&a);

	files[events].data = "event = []\n";
	files[events].len = 11;
	must_say(dir, 3, files, x->nfiles, other, &p.referee, "events.toml");
	memcpy(files, x->file, x->nfiles * sizeof *files);
	must_say(dir, 3, files, x->nfiles, exchange_message(&p.a, "duel", x,
	    "Version 2"), &p.referee, "Iacta-Program");
	must_say(dir, 3, files, x->nfiles, "duel: no trailer\n", &p.referee,
	    "Iacta-Program");
}

/* ----------------------------------------------------- damaged objects */

struct thing {
	char id[41];
	const char *type;
	char *data;
	size_t len;
};

static struct thing things[2000];
static int nthings;

/* Every object of the history, as git names and shows them. */
static void
list_things(const char *dir)
{
	char line[200];
	FILE *f = popen(arena_printf(&kept, "git -C '%s' rev-list --objects "
	    "main | cut -c1-40 | git -C '%s' cat-file --batch-check", dir,
	    dir), "r");

	assert_non_null(f);
	nthings = 0;
	while (fgets(line, sizeof line, f) != NULL && nthings < 2000) {
		struct thing *t = &things[nthings++];
		FILE *c;

		memcpy(t->id, line, 40);
		t->type = line[41] == 'c' ? "commit" : line[41] == 't' ?
		    "tree" : "blob";
		t->len = (size_t)strtol(strrchr(line, ' '), NULL, 10);
		t->data = arena_alloc(&kept, t->len + 1);
		c = popen(arena_printf(&kept, "git -C '%s' cat-file %s %s",
		    dir, t->type, t->id), "r");
		assert_non_null(c);
		assert_int_equal(fread(t->data, 1, t->len, c), t->len);
		pclose(c);
	}
	pclose(f);
	assert_true(nthings > 50);
}

static const char *
loose_path(const char *dir, const char *name)
{
	const char *sub = arena_printf(&kept, "%s/.git/objects/%.2s", dir,
	    name);

	mkdir(sub, 0755);
	return arena_printf(&kept, "%s/%s", sub, name + 2);
}

/* A loose object with this header and content; returns its size. */
static size_t
write_loose(const char *path, const char *header, const char *data, size_t len,
    size_t cut)
{
	size_t k = strlen(header) + 1;
	uLongf n = compressBound(k + len);
	Bytef *in = arena_alloc(&kept, k + len), *out = arena_alloc(&kept, n);

	memcpy(in, header, k);
	memcpy(in + k, data, len);
	assert_int_equal(compress(out, &n, in, k + len), Z_OK);
	if (cut != SIZE_MAX)		/* what packs well is shorter still */
		n = cut < n ? cut : n / 2;
	put(path, (char *)out, n);
	return n;
}

static void
must_be_damaged(const char *dir, const struct thing *t)
{
	int rc = audit_of(dir);

	if (rc != ERR_VERIFY || strstr(p.e.msg, "commit ") == NULL)
		fail_msg("%s %s: status %d: %s", t->type, t->id, rc, p.e.msg);
}

/* One bit of its content, in a loose object that is well made otherwise. */
static void
flip_content(const char *dir, const struct thing *t)
{
	const char *path = loose_path(dir, t->id);
	size_t byte = next_number((unsigned)t->len);
	char was = t->data[byte];

	if (t->len == 0)
		return;
	t->data[byte] = (char)(was ^ 1 << next_number(8));
	write_loose(path, arena_printf(&kept, "%s %zu", t->type, t->len),
	    t->data, t->len, SIZE_MAX);
	must_be_damaged(dir, t);
	t->data[byte] = was;
	unlink(path);
}

static void
one_bit_of_any_object_is_found(void **state)
{
	const char *dir = repository(state, 4);

	list_things(dir);
	for (int i = 0; i < 600; i++)
		flip_content(dir, &things[next_number((unsigned)nthings)]);
	assert_int_equal(audit_of(dir), ERR_OK);
}

static void
objects_that_are_cut_short_or_lie_about_their_size_are_found(void **state)
{
	const char *dir = repository(state, 4);

	list_things(dir);
	for (int i = 0; i < 200; i++) {
		const struct thing *t = &things[next_number((unsigned)nthings)];
		const char *path = loose_path(dir, t->id);
		const char *header = arena_printf(&kept, "%s %zu", t->type,
		    t->len);
		const size_t lies[] = { t->len + 1, t->len / 2 + 2, 1,
		    t->len + 4096, (size_t)1 << 40 };

		if (i % 2 == 0)
			write_loose(path, header, t->data, t->len,
			    next_number((unsigned)(t->len / 4 + 1)));
		else
			write_loose(path, arena_printf(&kept, "%s %zu",
			    t->type, lies[i / 2 % 5]), t->data, t->len,
			    SIZE_MAX);
		must_be_damaged(dir, t);
		unlink(path);
	}
	assert_int_equal(audit_of(dir), ERR_OK);
}

/* -------------------------------------------------- the stored files */

/* In a repository whose objects are loose, or packed by git with deltas. */
static void
flip_stored(const char *dir, const char *find, int times)
{
	for (int i = 0; i < times; i++) {
		struct arena a = {0};
		char *path, *data, *whole;
		size_t byte, len;
		int rc;

		path = line_of("find '%s'/.git/%s -type f | sort | tail -n "
		    "+%u | head -n 1", dir, find, next_number(40) + 1);
		if (*path == '\0')
			path = line_of("find '%s'/.git/%s -type f | sort | "
			    "head -n 1", dir, find);
		path = arena_strdup(&a, path);
		assert_int_equal(file_read(&p.e, &a, path, 1 << 24, &data,
		    &len), ERR_OK);
		whole = arena_strndup(&a, data, len);
		byte = next_number((unsigned)len);
		data[byte] = (char)(data[byte] ^ 1 << next_number(8));
		put(path, data, len);
		rc = audit_of(dir);
		if (rc != ERR_VERIFY && (rc != ERR_OK ||
		    sh("git -C '%s' fsck --strict --full >/dev/null 2>&1",
		    dir) != 0))
			fail_msg("%s, byte %zu of %zu: status %d: %s", path,
			    byte, len, rc, p.e.msg);
		put(path, whole, len);
		arena_free(&a);
	}
}

static void
one_bit_of_any_stored_file_is_found_or_does_not_matter(void **state)
{
	const char *dir = repository(state, 4);

	/* as we wrote them: packs without deltas */
	flip_stored(dir, "objects", 100);
	/* all loose */
	assert_int_equal(sh("cd '%s' && mkdir old && mv .git/objects/pack/* "
	    "old && for p in old/*.pack; do git unpack-objects -q <$p; done",
	    dir), 0);
	flip_stored(dir, "objects/??", 150);
	/* one pack of git's own */
	assert_int_equal(sh("cd '%s' && git gc -q && git repack -q -a -d -f",
	    dir), 0);
	flip_stored(dir, "objects/pack", 150);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, make_scratch, remove_scratch)
		TEST(a_history_holds_after_every_commit),
		TEST(one_bit_of_any_file_is_found_though_it_is_signed),
		TEST(a_seal_that_was_changed_shows_at_the_end),
		TEST(files_messages_and_keys_are_as_they_should_be),
		TEST(what_another_version_wrote_is_remarked),
		TEST(one_bit_of_any_object_is_found),
		TEST(objects_that_are_cut_short_or_lie_about_their_size_are_found),
		TEST(one_bit_of_any_stored_file_is_found_or_does_not_matter),
	};
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	arena_free(&p.a);
	arena_free(&kept);
	return rc;
}
