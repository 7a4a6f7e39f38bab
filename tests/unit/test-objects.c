/* test-objects.c: no object, however damaged, hangs or crashes a reader */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/objects.h"
#include "trust/packs_delta.h"
#include "trust/sha1.h"
#include "trust/sha_blocks.h"

#include <sys/stat.h>
#include <zlib.h>

#define MAX 65536

static struct arena a;

/* A store in the scratch directory with one loose blob of this text. */
static char *
loose_blob(const char *dir, const char *text, char id[OBJECTS_ID])
{
	assert_int_equal(sh("git init -q --bare %s/g", dir), 0);
	snprintf(id, OBJECTS_ID, "%s", line_of("printf '%s' | "
	    "git -C %s/g hash-object -w --stdin", text, dir));
	return arena_printf(&a, "%s/g/objects/%.2s/%s", dir, id, id + 2);
}

static int
read_as(struct err *e, const char *dir, const char *id, enum object_type type,
	char **data, size_t *len)
{
	struct objects *o;
	int rc = objects_open(e, arena_printf(&a, "%s/g/objects", dir), &o);

	assert_int_equal(rc, ERR_OK);
	rc = objects_read(e, o, &a, id, type, MAX, data, len);
	objects_close(o);
	return rc;
}

static void
refused(const char *dir, const char *id, const char *why)
{
	struct err e;
	char *data;
	size_t len;

	assert_int_equal(read_as(&e, dir, id, OBJECT_BLOB, &data, &len),
	    ERR_VERIFY);
	assert_non_null(strstr(e.msg, id));
	if (strstr(e.msg, why) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", e.msg, why);
}

static void
put(const char *path, const char *s, size_t len)
{
	FILE *f;

	unlink(path);		/* another file: the old one may be mapped */
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(s, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

/* Put something deflated in the place of an object. */
static void
put_deflated(const char *path, const char *s, size_t len)
{
	uLongf n = compressBound(len);
	unsigned char *z = arena_alloc(&a, n);

	assert_int_equal(compress(z, &n, (const Bytef *)s, len), Z_OK);
	put(path, (char *)z, n);
}

static void
git_s_loose_objects_are_read(void **state)
{
	struct err e;
	char id[OBJECTS_ID], *data;
	size_t len;

	loose_blob(*state, "the die is cast", id);
	assert_int_equal(read_as(&e, *state, id, OBJECT_BLOB, &data, &len), 0);
	assert_int_equal(len, 15);
	assert_string_equal(data, "the die is cast");
	assert_int_equal(read_as(&e, *state, id, OBJECT_TREE, &data, &len),
	    ERR_VERIFY);
}

static void
an_empty_blob_is_read(void **state)
{
	struct err e;
	char id[OBJECTS_ID], *data;
	size_t len;

	loose_blob(*state, "", id);
	assert_int_equal(read_as(&e, *state, id, OBJECT_BLOB, &data, &len), 0);
	assert_int_equal(len, 0);
}

static void
blobs_of_every_length_around_the_header_s_room_are_read(void **state)
{
	struct objects *o;
	struct err e;
	char text[80], id[OBJECTS_ID], *data;
	size_t len;

	assert_int_equal(sh("git init -q --bare %s/g", (char *)*state), 0);
	assert_int_equal(objects_open(&e, arena_printf(&a, "%s/g/objects",
	    (char *)*state), &o), ERR_OK);
	for (size_t n = 1; n < sizeof text; n++) {
		memset(text, 'x', n);
		text[n] = '\0';
		snprintf(id, sizeof id, "%s", line_of("printf %s | git -C "
		    "%s/g hash-object -w --stdin", text, (char *)*state));
		assert_int_equal(objects_read(&e, o, &a, id, OBJECT_BLOB, MAX,
		    &data, &len), ERR_OK);
		assert_string_equal(data, text);
	}
	objects_close(o);
}

static void
a_loose_object_truncated_anywhere_is_refused(void **state)
{
	char id[OBJECTS_ID], *file, *path;
	struct err e;
	size_t n;

	path = loose_blob(*state, "veni vidi vici veni vidi vici", id);
	assert_int_equal(file_read(&e, &a, path, MAX, &file, &n), ERR_OK);
	for (size_t i = 0; i < n; i++) {
		put(path, file, i);
		refused(*state, id, "damaged");
	}
}

static void
a_loose_object_with_any_bit_flipped_is_never_another(void **state)
{
	char id[OBJECTS_ID], *file, *path, *data;
	struct err e;
	size_t n, len;

	path = loose_blob(*state, "veni vidi vici veni vidi vici", id);
	assert_int_equal(file_read(&e, &a, path, MAX, &file, &n), ERR_OK);
	for (size_t i = 0; i < n * 8; i++) {
		file[i / 8] ^= (char)(1 << i % 8);
		put(path, file, n);
		if (read_as(&e, *state, id, OBJECT_BLOB, &data, &len) == 0)
			assert_string_equal(data,
			    "veni vidi vici veni vidi vici");
		else
			assert_int_equal(e.code, ERR_VERIFY);
		file[i / 8] ^= (char)(1 << i % 8);
	}
}

static void
an_object_that_lies_about_itself_is_refused(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		const char *why;
	} lies[] = {
		{ "blob 4\0abc", 10, "shorter" },
		{ "blob 2\0abc", 10, "longer" },
		{ "blob 0\0abc", 10, "longer" },
		{ "blob 65537\0abc", 14, "too long" },
		{ "blob 18446744073709551615\0abc", 29, "kind" },
		{ "blob 4294967299\0abc", 19, "too long" },
		{ "blob -3\0abc", 11, "kind" },
		{ "blob 03\0abc", 11, "kind" },
		{ "blob \0abc", 9, "kind" },
		{ "blob 3", 6, "kind" },
		{ "tree 3\0abc", 10, "kind" },
		{ "blob 3\0abd", 10, "another name" },
		{ "blob", 4, "kind" },
		{ "", 0, "kind" },
	};
	char id[OBJECTS_ID], *path = loose_blob(*state, "abc", id);

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		put_deflated(path, lies[i].text, lies[i].len);
		refused(*state, id, lies[i].why);
	}
}

static void
a_bomb_is_refused_before_it_is_inflated(void **state)
{
	char id[OBJECTS_ID], *path = loose_blob(*state, "abc", id);
	char *bomb = arena_alloc(&a, 64 << 20);

	memcpy(bomb, "blob 3", 6);
	put_deflated(path, bomb, 64 << 20);
	refused(*state, id, "longer");
}

static void
what_follows_an_object_is_refused(void **state)
{
	char id[OBJECTS_ID], *file, *path = loose_blob(*state, "abc", id);
	struct err e;
	char more[256];
	size_t n;

	assert_int_equal(file_read(&e, &a, path, MAX, &file, &n), ERR_OK);
	memcpy(more, file, n);
	memcpy(more + n, file, n);
	put(path, more, n + 1);
	refused(*state, id, "follows");
	put(path, more, 2 * n);
	refused(*state, id, "follows");
}

static void
what_is_no_file_is_refused_without_waiting(void **state)
{
	char id[OBJECTS_ID], *path = loose_blob(*state, "abc", id);

	assert_int_equal(sh("mv %s %s.x", path, path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	refused(*state, id, "not a file");
	assert_int_equal(sh("rm %s; ln -s %s.x %s", path, path, path), 0);
	refused(*state, id, "not a file");
	assert_int_equal(sh("rm %s; mkdir %s", path, path), 0);
	refused(*state, id, "not a file");
	assert_int_equal(sh("rmdir %s", path), 0);
	refused(*state, id, "missing");
}

/* A pack of ours with two blobs. */
static void
make_pack(const char *dir, struct object x[2], char **pack, char **idx)
{
	struct objects *o;
	const char *name;
	struct err e;

	assert_int_equal(sh("git init -q --bare %s/g", dir), 0);
	assert_int_equal(objects_open(&e, arena_printf(&a, "%s/g/objects",
	    dir), &o), ERR_OK);
	for (int k = 0; k < 2; k++) {
		char *s = arena_alloc(&a, 301);

		/* no two bytes alike in a row, so that a delta pays */
		for (int i = 0; i < 300; i++)
			s[i] = (char)('a' + (i * i + i / 26) % 26);
		s[150] = (char)('0' + k);
		x[k] = (struct object){ OBJECT_BLOB, s, 300, "" };
		objects_name(&x[k]);
	}
	assert_int_equal(objects_make(&e, o, x, 2, &name), ERR_OK);
	assert_int_equal(objects_stage(&e, o, dir), ERR_OK);
	assert_false(objects_published(o, name));
	assert_int_equal(objects_publish(&e, o, dir, name), ERR_OK);
	assert_true(objects_published(o, name));
	objects_close(o);
	*pack = arena_strdup(&a, line_of("ls %s/g/objects/pack/*.pack", dir));
	*idx = arena_strdup(&a, line_of("ls %s/g/objects/pack/*.idx", dir));
}

/* Every object reads as it is, or is refused. */
static void
reads_or_refuses(const char *dir, const struct object x[2])
{
	struct err e;
	char *data;
	size_t len;

	for (int k = 0; k < 2; k++)
		if (read_as(&e, dir, x[k].id, OBJECT_BLOB, &data, &len) == 0)
			assert_string_equal(data, x[k].data);
		else
			assert_int_equal(e.code, ERR_VERIFY);
}

static void
what_is_written_is_read_by_us_and_by_git(void **state)
{
	struct objects *o;
	struct object x[2];
	const char *name;
	struct err e;
	char *pack, *idx, *data;
	size_t len;

	make_pack(*state, x, &pack, &idx);
	for (int k = 0; k < 2; k++) {
		assert_int_equal(read_as(&e, *state, x[k].id, OBJECT_BLOB,
		    &data, &len), ERR_OK);
		assert_int_equal(len, x[k].len);
		assert_string_equal(data, x[k].data);
		assert_string_equal(line_of("git -C %s/g cat-file blob %s",
		    (char *)*state, x[k].id), x[k].data);
	}
	assert_int_equal(sh("git -C %s/g fsck --strict 2>/dev/null >&2",
	    (char *)*state), 0);
	assert_int_equal(sh("git verify-pack %s", idx), 0);
	/* twice the same is once */
	assert_int_equal(objects_open(&e, arena_printf(&a, "%s/g/objects",
	    (char *)*state), &o), ERR_OK);
	x[1] = x[0];
	assert_int_equal(objects_make(&e, o, x, 2, &name), ERR_OK);
	assert_int_equal(objects_stage(&e, o, *state), ERR_OK);
	assert_false(objects_published(o, name));
	assert_int_equal(objects_publish(&e, o, *state, name), ERR_OK);
	assert_true(objects_published(o, name));
	objects_close(o);
	assert_int_equal(sh("git -C %s/g fsck --strict 2>/dev/null >&2",
	    (char *)*state), 0);
}

static void
damage_all(const char *dir, const struct object x[2], const char *path)
{
	struct arena_mark m;
	struct err e;
	char *file;
	size_t n;

	assert_int_equal(file_read(&e, &a, path, MAX, &file, &n), ERR_OK);
	m = arena_mark(&a);
	for (size_t i = 0; i < n; i++) {
		put(path, file, i);
		reads_or_refuses(dir, x);
		arena_reset(&a, m);
	}
	for (size_t i = 0; i < n * 8; i++) {
		file[i / 8] ^= (char)(1 << i % 8);
		put(path, file, n);
		reads_or_refuses(dir, x);
		file[i / 8] ^= (char)(1 << i % 8);
		arena_reset(&a, m);
	}
	put(path, file, n);
}

/* Two entries of a pack, each a delta of the other, and their index. */
static void
deltas_without_end_are_refused(void **state)
{
	static const char delta[] = { 3, 3, (char)0xb0, 3, 0 };
	char pack[12 + 2 * 48 + 20] = "PACK\0\0\0\2\0\0\0\2";
	char idx[8 + 1024 + 2 * 28 + 40] = "\377tOc\0\0\0\2";
	char *path = arena_printf(&a, "%s/g/objects/pack/pack-x",
	    (char *)*state);
	char id[2][21];

	assert_int_equal(sh("git init -q --bare %s/g", (char *)*state), 0);
	for (int k = 0; k < 2; k++) {
		memset(id[k], 'a' + k, 20);
		id[k][20] = '\0';
	}
	for (int k = 0; k < 2; k++) {
		uLongf n = 27;

		pack[12 + 48 * k] = 0x75;	/* a delta by id, 5 bytes */
		memcpy(pack + 13 + 48 * k, id[1 - k], 20);
		assert_int_equal(compress((Bytef *)pack + 33 + 48 * k, &n,
		    (const Bytef *)delta, sizeof delta), Z_OK);
		memcpy(idx + 8 + 1024 + 20 * k, id[k], 20);
		idx[8 + 1024 + 48 + 4 * k + 3] = (char)(12 + 48 * k);
	}
	for (int i = 'a'; i < 256; i++)
		idx[8 + 4 * i + 3] = (char)(i == 'a' ? 1 : 2);
	put(arena_printf(&a, "%s.pack", path), pack, sizeof pack);
	put(arena_printf(&a, "%s.idx", path), idx, sizeof idx);
	refused(*state, "6161616161616161616161616161616161616161",
	    "never end");
}

/* What the index of a pack of 2 GiB has for an offset is the first of the long
 * ones, of which it has none; nearly all of the pack is a hole in its file. */
static void
an_offset_that_is_missing_is_refused_in_a_large_pack(void **state)
{
	char idx[8 + 1024 + 28 + 40] = "\377tOc\0\0\0\2";
	char *path = arena_printf(&a, "%s/g/objects/pack/pack-x",
	    (char *)*state);
	char *pack = arena_printf(&a, "%s.pack", path), *data;
	struct err e;
	size_t len;

	assert_int_equal(sh("git init -q --bare %s/g", (char *)*state), 0);
	memset(idx + 8 + 1024, 'a', 20);
	idx[8 + 1024 + 24] = (char)0x80;
	for (int i = 'a'; i < 256; i++)
		idx[8 + 4 * i + 3] = 1;
	put(pack, "PACK\0\0\0\2\0\0\0\1", 12);
	put(arena_printf(&a, "%s.idx", path), idx, sizeof idx);
	if (sizeof(size_t) < 8 || truncate(pack, 12 + 0x7fffffffL + 20) < 0)
		skip();
	assert_int_equal(read_as(&e, *state,
	    "6161616161616161616161616161616161616161", OBJECT_BLOB, &data,
	    &len), ERR_VERIFY);
	if (strstr(e.msg, "its index points outside of it") == NULL)
		fail_msg("%s", e.msg);
}

/* The one of its two entries is a delta that makes a terabyte of nothing. */
static void
a_delta_that_makes_too_much_is_refused(void **state)
{
	static const char delta[] = { 3, (char)0x80, (char)0x80, (char)0x80,
		(char)0x80, (char)0x80, 0x20, (char)0xb0, 3, 0 };
	char pack[256] = "PACK\0\0\0\2\0\0\0\2\x33";
	char idx[8 + 1024 + 2 * 28 + 40] = "\377tOc\0\0\0\2";
	char *path = arena_printf(&a, "%s/g/objects/pack/pack-x",
	    (char *)*state);
	uLongf n = 40;
	size_t at;

	assert_int_equal(sh("git init -q --bare %s/g", (char *)*state), 0);
	assert_int_equal(compress((Bytef *)pack + 13, &n, (Bytef *)"abc", 3),
	    Z_OK);
	at = 13 + n;
	pack[at] = 0x60 | sizeof delta;		/* a delta by distance */
	pack[at + 1] = (char)(at - 12);
	n = 40;
	assert_int_equal(compress((Bytef *)pack + at + 2, &n,
	    (const Bytef *)delta, sizeof delta), Z_OK);
	memset(idx + 8 + 1024, 'a', 20);
	memset(idx + 8 + 1024 + 20, 'b', 20);
	idx[8 + 1024 + 48 + 3] = 12;
	idx[8 + 1024 + 52 + 3] = (char)at;
	for (int i = 'a'; i < 256; i++)
		idx[8 + 4 * i + 3] = (char)(i == 'a' ? 1 : 2);
	put(arena_printf(&a, "%s.pack", path), pack, at + 2 + n + 20);
	put(arena_printf(&a, "%s.idx", path), idx, sizeof idx);
	refused(*state, "6262626262626262626262626262626262626262",
	    "too long");
}

static void
a_pack_damaged_anywhere_is_read_or_refused(void **state)
{
	struct object x[2];
	char *pack, *idx;

	make_pack(*state, x, &pack, &idx);
	damage_all(*state, x, pack);
	damage_all(*state, x, idx);
}

/* git packs them again, one as a delta of the other. */
static void
damage_deltas(const char *dir, const char *option)
{
	struct object x[2];
	char *pack, *idx;

	make_pack(dir, x, &pack, &idx);
	assert_int_equal(sh("cd %s/g/objects/pack && printf '%s\n%s\n' | "
	    "git pack-objects -q --no-reuse-delta %s new >/dev/null && "
	    "rm pack-* && for i in new-*; do mv $i pack-${i#new-}; done", dir,
	    x[0].id, x[1].id, option), 0);
	pack = arena_strdup(&a, line_of("ls %s/g/objects/pack/*.pack", dir));
	idx = arena_strdup(&a, line_of("ls %s/g/objects/pack/*.idx", dir));
	assert_int_equal(sh("git verify-pack -v %s | grep -q 'chain length = "
	    "1: 1 object'", idx), 0);
	damage_all(dir, x, pack);
	damage_all(dir, x, idx);
}

static void
deltas_by_distance_damaged_anywhere_are_read_or_refused(void **state)
{
	damage_deltas(*state, "--delta-base-offset");
}

static void
deltas_by_id_damaged_anywhere_are_read_or_refused(void **state)
{
	damage_deltas(*state, "");
}

static void
the_checksum_is_that_of_sha1sum(void **state)
{
	uint8_t sum[SHA1_BYTES];
	char text[200], hex[41];

	(void)state;
	memset(text, 'x', sizeof text);
	for (int n = 0; n < 200; n++) {
		sha_blocks_use(n % 2 == 0);
		sha1(sum, text, (size_t)n);
		for (int i = 0; i < SHA1_BYTES; i++)
			snprintf(hex + 2 * i, 3, "%02x", sum[i]);
		assert_memory_equal(hex, line_of("head -c %d /dev/zero | "
		    "tr '\\0' x | sha1sum", n), 40);
	}
	sha_blocks_use(true);
}

static unsigned
pick(unsigned n)
{
	static uint64_t seed = 1;

	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* Text of lines, and now and then a long run of one character. */
static void
add_lines(struct str *s, unsigned n)
{
	while (n-- > 0)
		if (pick(40) == 0)
			str_addf(s, "%0*d\n", (int)pick(30000), 7);
		else
			str_addf(s, "unit-%u = { hex = \"%04u\" }\n", pick(99),
			    pick(9999));
}

static void
a_delta_makes_what_it_was_made_for(void **state)
{
	int found = 0;

	(void)state;
	for (int i = 0; i < 600; i++) {
		struct arena_mark mark = arena_mark(&a);
		struct str base = str_new(&a), s = str_new(&a);
		struct str delta = str_new(&a);
		size_t from = 0, max, len = 0;
		char *made = NULL;

		add_lines(&base, pick(60));
		while (from < base.len) {	/* parts of it, in between others */
			size_t n = pick(3000) + 1;

			n = n < base.len - from ? n : base.len - from;
			if (pick(4) != 0)
				str_addn(&s, base.s + from, n);
			if (pick(3) == 0)
				add_lines(&s, pick(3));
			from = pick(9) == 0 ? from / 2 + 1 : from + n;
			if (s.len > 300000)
				break;
		}
		max = s.len / (1 + pick(4)) + 10;
		if (!packs_make_delta(&delta, base.s, base.len, s.s, s.len,
		    max)) {
			arena_reset(&a, mark);
			continue;
		}
		found++;
		assert_true(delta.len <= max);
		assert_null(packs_apply_delta(&a, base.s, base.len, delta.s,
		    delta.len, s.len, &made, &len));
		assert_int_equal(len, s.len);
		assert_memory_equal(made, s.s, len);
		/* and no part of it makes anything */
		for (size_t k = 1; k < 20 && k < delta.len; k++)
			if (packs_apply_delta(&a, base.s, base.len, delta.s,
			    delta.len - k, s.len, &made, &len) == NULL)
				fail_msg("cut by %zu it is still a delta", k);
		arena_reset(&a, mark);
	}
	assert_true(found > 200);
}

static int
after_each(void **state)
{
	arena_free(&a);
	alarm(0);
	return remove_scratch(state);
}

static int
before_each(void **state)
{
	alarm(300);		/* a hang is a failure */
	return make_scratch(state);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, before_each, after_each)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(git_s_loose_objects_are_read),
		TEST(an_empty_blob_is_read),
		TEST(blobs_of_every_length_around_the_header_s_room_are_read),
		TEST(a_loose_object_truncated_anywhere_is_refused),
		TEST(a_loose_object_with_any_bit_flipped_is_never_another),
		TEST(an_object_that_lies_about_itself_is_refused),
		TEST(a_bomb_is_refused_before_it_is_inflated),
		TEST(what_follows_an_object_is_refused),
		TEST(what_is_no_file_is_refused_without_waiting),
		TEST(what_is_written_is_read_by_us_and_by_git),
		TEST(deltas_without_end_are_refused),
		TEST(an_offset_that_is_missing_is_refused_in_a_large_pack),
		TEST(a_delta_that_makes_too_much_is_refused),
		TEST(a_pack_damaged_anywhere_is_read_or_refused),
		TEST(deltas_by_distance_damaged_anywhere_are_read_or_refused),
		TEST(deltas_by_id_damaged_anywhere_are_read_or_refused),
		TEST(the_checksum_is_that_of_sha1sum),
		TEST(a_delta_makes_what_it_was_made_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
