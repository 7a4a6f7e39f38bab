/* test-sig.c: signatures of ours, minisign's and OpenSSH's */
#include "trust-helper.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/hash.h"
#include "trust/sig.h"

#include <sodium.h>

#define TEXT "iacta = 1\ngame = \"zama-1\"\nexchange = 7\n"
#define COMMENT "iacta zama-1 7 rome"

static struct arena arena;
static struct err err;
static struct secret_key ours;
static struct public_key ours_pub, other_pub, mini_pub, ssh_pub;

static int
finish(void **state)
{
	arena_free(&arena);
	return leave_dir(state);
}

static void
read_public(const char *path, struct public_key *out)
{
	const char *line;

	assert_int_equal(keys_public_read(&err, &arena, path, out, &line),
	    ERR_OK);
}

/* Keys of ours, of minisign's and of OpenSSH's, and a text signed by each. */
static int
make_keys(void **state)
{
	if (enter_dir(state) != 0)
		return -1;
	assert_int_equal(keys_generate(&err, &arena, "ours", NULL), ERR_OK);
	assert_int_equal(keys_generate(&err, &arena, "other", NULL), ERR_OK);
	assert_int_equal(keys_secret_read(&err, &arena, "ours.key", NULL,
	    NULL, &ours), ERR_OK);
	must("minisign -G -W -p mini.pub -s mini.key 2>&1");
	must("ssh-keygen -q -t ed25519 -N '' -C '' -f ssh 2>&1");
	read_public("ours.pub", &ours_pub);
	read_public("other.pub", &other_pub);
	read_public("mini.pub", &mini_pub);
	read_public("ssh.pub", &ssh_pub);
	write_text("text", TEXT);
	must("minisign -S -H -s mini.key -m text 2>&1");
	must("ssh-keygen -q -Y sign -n iacta -f ssh text 2>&1");
	return 0;
}

static int
verify(const struct public_key *k, const char *text, const char *sig)
{
	return sig_verify(&err, "text", k, "iacta", text, strlen(text), sig,
	    strlen(sig));
}

static void
assert_holds(const struct public_key *k, const char *text, const char *sig)
{
	if (verify(k, text, sig) != ERR_OK)
		fail_msg("refused: %s\n%s", err.msg, sig);
}

/* Refused, with a sentence that holds these words. */
static void
assert_refused(const struct public_key *k, const char *text, const char *sig,
	const char *words)
{
	assert_int_equal(verify(k, text, sig), ERR_VERIFY);
	assert_int_equal(err.code, ERR_VERIFY);
	assert_memory_equal(err.msg, "text: ", 6);
	if (strstr(err.msg, words) == NULL)
		fail_msg("not \"%s\": %s", words, err.msg);
}

static char *
our_minisig(void)
{
	return sig_minisign(&arena, &ours, TEXT, strlen(TEXT), COMMENT);
}

static char *
copy_of(const char *path)
{
	return arena_strdup(&arena, read_text(path));
}

static void
what_we_sign_minisign_verifies(void **state)
{
	char said[256];

	(void)state;
	write_text("m", TEXT);
	write_text("m.minisig", our_minisig());
	assert_int_equal(run("minisign -V -H -Q -p ours.pub -m m 2>&1", said,
	    sizeof said), 0);
	assert_string_equal(said, COMMENT "\n");
	assert_holds(&ours_pub, TEXT, our_minisig());
	must_not("minisign -V -p other.pub -m m 2>&1");
}

static void
what_minisign_signs_we_verify(void **state)
{
	(void)state;
	assert_holds(&mini_pub, TEXT, copy_of("text.minisig"));
	write_text("empty", "");
	must("minisign -S -H -s mini.key -m empty -t '' -c '' 2>&1");
	assert_holds(&mini_pub, "", copy_of("empty.minisig"));
	must("minisign -S -H -s mini.key -m text -x long.minisig "
	    "-t \"$(printf '%01000d' 1)\" 2>&1");
	assert_holds(&mini_pub, TEXT, copy_of("long.minisig"));
}

static void
a_legacy_signature_is_refused_with_the_remedy(void **state)
{
	(void)state;
	must("minisign -S -l -s mini.key -m text -x legacy.minisig 2>&1");
	assert_refused(&mini_pub, TEXT, copy_of("legacy.minisig"),
	    "minisign -S -H");
}

static void
another_keys_signature_is_refused_by_number(void **state)
{
	struct public_key renumbered = other_pub;

	(void)state;
	assert_refused(&other_pub, TEXT, our_minisig(), "is by key");
	memcpy(renumbered.id, ours_pub.id, sizeof renumbered.id);
	assert_refused(&renumbered, TEXT, our_minisig(), "does not hold");
	assert_refused(&ssh_pub, TEXT, our_minisig(), "ssh-keygen -Y sign");
	assert_refused(&other_pub, TEXT, copy_of("text.sig"), "another key");
}

static void
what_ssh_keygen_signs_we_verify(void **state)
{
	(void)state;
	assert_holds(&ssh_pub, TEXT, copy_of("text.sig"));
	must("ssh-keygen -q -Y sign -n iacta -O hashalg=sha256 -f ssh "
	    "< text > sha256.sig 2>/dev/null");
	assert_holds(&ssh_pub, TEXT, copy_of("sha256.sig"));
	assert_refused(&ssh_pub, TEXT "\n", copy_of("sha256.sig"),
	    "does not hold");
	must("ssh-keygen -q -Y sign -n file -f ssh < text > file.sig "
	    "2>/dev/null");
	assert_refused(&ssh_pub, TEXT, copy_of("file.sig"), "-n iacta");
	must("ssh-keygen -q -t ecdsa -N '' -f ecdsa 2>&1 && "
	    "ssh-keygen -q -Y sign -n iacta -f ecdsa < text > ecdsa.sig "
	    "2>/dev/null");
	assert_refused(&ssh_pub, TEXT, copy_of("ecdsa.sig"), "Ed25519");
}

static void
what_we_sign_ssh_keygen_verifies(void **state)
{
	static const char *const spaces[] = { "git", "iacta" };

	(void)state;
	write_text("allowed_signers", arena_printf(&arena, "referee %s\n",
	    keys_ssh_line(&arena, &ours_pub)));
	for (int i = 0; i < 2; i++) {
		char *sig = sig_ssh(&arena, &ours, spaces[i], TEXT,
		    strlen(TEXT));

		write_text("ours.sig", sig);
		must(arena_printf(&arena, "ssh-keygen -Y verify -f "
		    "allowed_signers -I referee -n %s -s ours.sig < text 2>&1",
		    spaces[i]));
		must_not(arena_printf(&arena, "ssh-keygen -Y verify -f "
		    "allowed_signers -I referee -n %s -s ours.sig "
		    "< ours.pub 2>&1", spaces[i]));
		assert_int_equal(sig_verify(&err, "text", &ours_pub,
		    spaces[i], TEXT, strlen(TEXT), sig, strlen(sig)), ERR_OK);
		assert_int_equal(sig_verify(&err, "text", &ours_pub,
		    spaces[1 - i], TEXT, strlen(TEXT), sig, strlen(sig)),
		    ERR_VERIFY);
	}
}

/* --- every bit, every length --- */

/* `from` replaced by `to` wherever it stands. */
static char *
replaced(const char *s, const char *from, const char *to)
{
	char *out = arena_alloc(&arena, strlen(s) * (strlen(to) + 1) + 1);
	char *p = out;

	while (*s != '\0') {
		if (strncmp(s, from, strlen(from)) == 0) {
			p = stpcpy(p, to);
			s += strlen(from);
		} else {
			*p++ = *s++;
		}
	}
	return out;
}

/* Line `line` (from 0) of a text replaced. */
static char *
replace_line(const char *s, int line, const char *with)
{
	const char *from = s, *to;

	while (line-- > 0)
		from = strchr(from, '\n') + 1;
	to = strchr(from, '\n');
	return arena_printf(&arena, "%.*s%s%s", (int)(from - s), s, with, to);
}

static char *
line_of(const char *s, int line)
{
	while (line-- > 0)
		s = strchr(s, '\n') + 1;
	return arena_strndup(&arena, s, strcspn(s, "\n"));
}

static void
flip_base64_line(const struct public_key *k, const char *sig, int line)
{
	uint8_t b[128];
	long n = hash_unbase64(b, sizeof b, line_of(sig, line));

	assert_true(n == 74 || n == 64);
	for (long i = 0; i < n * 8; i++) {
		b[i / 8] ^= (uint8_t)(1 << i % 8);
		assert_refused(k, TEXT, replace_line(sig, line,
		    hash_base64(&arena, b, (size_t)n)), "");
		b[i / 8] ^= (uint8_t)(1 << i % 8);
	}
}

static void
every_bit_of_a_minisign_signature_counts(void **state)
{
	char *sig = our_minisig(), *trusted = line_of(sig, 2);

	(void)state;
	flip_base64_line(&ours_pub, sig, 1);
	flip_base64_line(&ours_pub, sig, 3);
	for (size_t i = 0; i < strlen(trusted) * 8; i++) {
		char *t = arena_strdup(&arena, trusted);

		t[i / 8] ^= (char)(1 << i % 8);
		if (t[i / 8] == '\0')
			continue;
		assert_refused(&ours_pub, TEXT, replace_line(sig, 2, t), "");
	}
}

static char *
ssh_armour(const uint8_t *b, size_t n)
{
	return arena_printf(&arena, "-----BEGIN SSH SIGNATURE-----\n%s\n"
	    "-----END SSH SIGNATURE-----\n", hash_base64(&arena, b, n));
}

/* The blob under an armoured signature. */
static size_t
ssh_blob(uint8_t *out, size_t max, const char *sig)
{
	char *s = arena_strdup(&arena, sig), *to = s;
	const char *from = strchr(sig, '\n') + 1;
	long n;

	for (; *from != '-'; from++)
		if (*from != '\n')
			*to++ = *from;
	*to = '\0';
	n = hash_unbase64(out, max, s);
	assert_true(n > 0);
	return (size_t)n;
}

static void
every_bit_of_an_openssh_signature_counts(void **state)
{
	uint8_t b[512];
	size_t n = ssh_blob(b, sizeof b, copy_of("text.sig"));

	(void)state;
	assert_holds(&ssh_pub, TEXT, ssh_armour(b, n));
	for (size_t i = 0; i < n * 8; i++) {
		b[i / 8] ^= (uint8_t)(1 << i % 8);
		assert_refused(&ssh_pub, TEXT, ssh_armour(b, n), "");
		b[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	for (size_t cut = 0; cut < n; cut++)
		assert_refused(&ssh_pub, TEXT, ssh_armour(b, cut), "");
	b[n] = 0;
	assert_refused(&ssh_pub, TEXT, ssh_armour(b, n + 1), "");
}

/* A zero byte more at `at` of a blob, counted in the length at `count`. */
static char *
ssh_with_more(const uint8_t *b, size_t len, size_t at, size_t count)
{
	uint8_t out[512] = { 0 };

	memcpy(out, b, at);
	memcpy(out + at + 1, b + at, len - at);
	out[count + 3]++;
	return ssh_armour(out, len + 1);
}

/* magic 6, version 4, key 4+51, namespace 4+5, reserved 4, hash 4+6, ... */
static void
an_openssh_signature_has_no_second_form(void **state)
{
	uint8_t b[512];
	char *sig = copy_of("text.sig");
	size_t n = ssh_blob(b, sizeof b, sig);

	(void)state;
	assert_int_equal(n, 175);
	assert_memory_equal(b + 69, "iacta\0\0\0\0", 9);
	assert_refused(&ssh_pub, TEXT, ssh_with_more(b, n, 78, 74),
	    "whole");
	assert_refused(&ssh_pub, TEXT, ssh_with_more(b, n, 65, 10),
	    "whole");
	assert_refused(&ssh_pub, TEXT, ssh_with_more(b, n, n, 88),
	    "whole");
	assert_refused(&ssh_pub, TEXT, replaced(sig, "-----\n", "-----\n\n"),
	    "whole");
	assert_refused(&ssh_pub, TEXT, replaced(sig, "\n-----", "\n\n-----"),
	    "whole");
}

static void
a_nul_hides_nothing(void **state)
{
	char *sig = our_minisig();
	char *end = strchr(strchr(sig, '\n') + 1, '\n');
	size_t head = (size_t)(end - sig), n = strlen(sig) + 8;
	char *bad = arena_alloc(&arena, n);

	(void)state;
	memcpy(bad, sig, head);
	memcpy(bad + head, "\0garbage", 8);
	memcpy(bad + head + 8, end, strlen(end));
	assert_int_equal(sig_verify(&err, "text", &ours_pub, "iacta", TEXT,
	    strlen(TEXT), bad, n), ERR_VERIFY);
}

static void
every_bit_of_the_text_counts(void **state)
{
	char *mine = our_minisig(), *theirs = copy_of("text.sig");
	char text[] = TEXT;

	(void)state;
	for (size_t i = 0; i < strlen(TEXT) * 8; i++) {
		text[i / 8] ^= (char)(1 << i % 8);
		assert_int_equal(sig_verify(&err, "text", &ours_pub, "iacta",
		    text, strlen(TEXT), mine, strlen(mine)), ERR_VERIFY);
		assert_int_equal(sig_verify(&err, "text", &ssh_pub, "iacta",
		    text, strlen(TEXT), theirs, strlen(theirs)), ERR_VERIFY);
		text[i / 8] ^= (char)(1 << i % 8);
	}
	for (size_t n = 0; n < strlen(TEXT); n++)
		assert_int_equal(sig_verify(&err, "text", &ours_pub, "iacta",
		    text, n, mine, strlen(mine)), ERR_VERIFY);
}

/* Each in memory of its own length, so that a sanitizer sees a step too far;
 * only the last line's end may be missing. */
static void
cut_everywhere(const struct public_key *k, const char *sig)
{
	for (size_t n = 0; n <= strlen(sig); n++) {
		char *cut = malloc(n > 0 ? n : 1);
		int rc;

		assert_non_null(cut);
		memcpy(cut, sig, n);
		rc = sig_verify(&err, "text", k, "iacta", TEXT, strlen(TEXT),
		    cut, n);
		assert_int_equal(rc, n + 1 < strlen(sig) ? ERR_VERIFY :
		    ERR_OK);
		free(cut);
	}
}

static void
a_signature_cut_off_anywhere_is_refused(void **state)
{
	(void)state;
	cut_everywhere(&ours_pub, our_minisig());
	cut_everywhere(&mini_pub, copy_of("text.minisig"));
	cut_everywhere(&ssh_pub, copy_of("text.sig"));
}

static void
a_signature_with_anything_added_is_refused(void **state)
{
	static const char *const more[] = { "\n", " ", "x", "x\n", "\r\n",
		"untrusted comment: signature by iacta\n" };
	char *forms[] = { our_minisig(), copy_of("text.sig") };
	const struct public_key *keys[] = { &ours_pub, &ssh_pub };

	(void)state;
	for (int i = 0; i < 2; i++) {
		for (size_t j = 0; j < sizeof more / sizeof *more; j++) {
			assert_refused(keys[i], TEXT, arena_printf(&arena,
			    "%s%s", forms[i], more[j]), "");
			assert_refused(keys[i], TEXT, arena_printf(&arena,
			    "%s%s", more[j], forms[i]), "");
		}
		assert_refused(keys[i], TEXT, arena_printf(&arena, "%s%04096d",
		    forms[i], 0), "none is longer");
		assert_int_equal(sig_verify(&err, "text", keys[i], "iacta",
		    TEXT, strlen(TEXT), forms[i], strlen(forms[i]) + 1),
		    ERR_VERIFY);
	}
	assert_refused(&ours_pub, TEXT, "", "neither");
	assert_refused(&ours_pub, TEXT, "\x1b[31mhello", "neither");
	assert_null(strchr(err.msg, '\x1b'));
}

static void
base64_of_a_signature_must_be_canonical(void **state)
{
	char *sig = our_minisig(), *line = line_of(sig, 3);

	(void)state;
	/* 64 bytes leave two characters of which the last has spare bits */
	assert_string_equal(line + 86, "==");
	line[85]++;
	assert_refused(&ours_pub, TEXT, replace_line(sig, 3, line),
	    "four whole lines");
	line[85]--;
	assert_refused(&ours_pub, TEXT, replace_line(sig, 3,
	    arena_printf(&arena, "%.86s", line)), "four whole lines");
	assert_refused(&ours_pub, TEXT, replace_line(sig, 3,
	    arena_printf(&arena, "%s ", line)), "four whole lines");
	assert_refused(&ours_pub, TEXT, replace_line(sig, 3,
	    arena_printf(&arena, " %s", line)), "four whole lines");
}

/* Adding the group's order to S gives the same point: it must not pass. */
static void
a_signature_has_no_second_form(void **state)
{
	static const uint8_t order[32] = { 0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63,
		0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		[31] = 0x10 };
	char *sig = our_minisig();
	uint8_t b[74];
	int carry = 0;

	(void)state;
	assert_int_equal(hash_unbase64(b, sizeof b, line_of(sig, 1)), 74);
	for (int i = 0; i < 32; i++) {
		carry += b[42 + i] + order[i];
		b[42 + i] = (uint8_t)carry;
		carry >>= 8;
	}
	assert_refused(&ours_pub, TEXT, replace_line(sig, 1,
	    hash_base64(&arena, b, sizeof b)), "does not hold");
}

/* A verified comment goes with the signature it was made for, and no other. */
static void
comments_cannot_be_exchanged(void **state)
{
	char *one = our_minisig(), *mixed;
	char *two = sig_minisign(&arena, &ours, "b", 1, "iacta zama-1 8 rome");

	(void)state;
	mixed = replace_line(replace_line(one, 2, line_of(two, 2)), 3,
	    line_of(two, 3));
	assert_refused(&ours_pub, TEXT, mixed, "comment was changed");
}

static char *
with_crlf(const char *s)
{
	char *out = arena_alloc(&arena, 2 * strlen(s) + 1), *p = out;

	for (; *s != '\0'; s++) {
		if (*s == '\n')
			*p++ = '\r';
		*p++ = *s;
	}
	return out;
}

static void
a_signature_whose_lines_end_in_crlf_holds(void **state)
{
	(void)state;
	assert_holds(&ours_pub, TEXT, with_crlf(our_minisig()));
	assert_holds(&ssh_pub, TEXT, with_crlf(copy_of("text.sig")));
}

/* --- the normal form --- */

static void
assert_signed_bytes(const char *text, const char *sig, const char *expected)
{
	const char *out;
	size_t n;

	assert_int_equal(sig_verify_text(&err, &arena, "text", &ours_pub,
	    text, strlen(text), sig, strlen(sig), &out, &n), ERR_OK);
	assert_int_equal(n, strlen(expected));
	assert_memory_equal(out, expected, n);
}

static void
a_text_holds_as_it_came_or_in_its_normal_form(void **state)
{
	const char *odd = "\xef\xbb\xbf\r\n\na = 1  \r\nb = 2\t\n\n";
	char *of_odd = sig_minisign(&arena, &ours, odd, strlen(odd), "c");
	char *sig = our_minisig();
	const char *out;
	size_t n;

	(void)state;
	assert_signed_bytes(TEXT, sig, TEXT);
	assert_signed_bytes(with_crlf(TEXT), sig, TEXT);
	assert_signed_bytes("\n\n" TEXT "\n \n", sig, TEXT);
	assert_signed_bytes("\xef\xbb\xbf" TEXT, sig, TEXT);
	assert_signed_bytes("iacta = 1 \ngame = \"zama-1\"\t\nexchange = 7",
	    sig, TEXT);
	assert_signed_bytes(odd, of_odd, odd);
	assert_int_equal(sig_verify_text(&err, &arena, "text", &ours_pub,
	    " " TEXT, strlen(TEXT) + 1, sig, strlen(sig), &out, &n),
	    ERR_VERIFY);
	assert_non_null(strstr(err.msg, "does not hold"));
	assert_int_equal(sig_verify_text(&err, &arena, "text", &ours_pub,
	    "a = 1\nb = 2\n", 12, of_odd, strlen(of_odd), &out, &n),
	    ERR_VERIFY);
}

/* --- mail --- */

static int
dearmor(const char *message, char **text, char **sig, char **sig2)
{
	size_t n;
	int rc = sig_dearmor(&err, &arena, "mail", message, strlen(message),
	    text, &n, sig, sig2);

	if (rc == ERR_OK)
		assert_int_equal(n, strlen(*text));
	return rc;
}

/* The message holds the text, signed by `k`. */
static void
assert_message(const struct public_key *k, const char *message)
{
	char *text, *sig, *sig2;
	const char *out;
	size_t n;
	int rc;

	if (dearmor(message, &text, &sig, &sig2) != ERR_OK)
		fail_msg("%s\n%s", err.msg, message);
	rc = sig_verify_text(&err, &arena, "mail", k, text, strlen(text), sig,
	    strlen(sig), &out, &n);
	if (rc != ERR_OK && sig2 != NULL)
		rc = sig_verify_text(&err, &arena, "mail", k, text,
		    strlen(text), sig2, strlen(sig2), &out, &n);
	if (rc != ERR_OK)
		fail_msg("%s\n%s", err.msg, message);
	assert_int_equal(n, strlen(TEXT));
	assert_memory_equal(out, TEXT, n);
}

static void
assert_no_message(const char *message, const char *words)
{
	char *text, *sig, *sig2;

	assert_int_equal(dearmor(message, &text, &sig, &sig2), ERR_INPUT);
	assert_memory_equal(err.msg, "mail: ", 6);
	if (strstr(err.msg, words) == NULL)
		fail_msg("not \"%s\": %s", words, err.msg);
}

static void
a_message_gives_back_what_went_in(void **state)
{
	char *message = sig_armor(&arena, TEXT, our_minisig());
	char *text, *sig, *sig2;

	(void)state;
	assert_int_equal(dearmor(message, &text, &sig, &sig2), ERR_OK);
	assert_string_equal(text, TEXT);
	assert_null(sig2);
	for (int i = 1; i < 4; i++)
		assert_string_equal(line_of(sig, i),
		    line_of(our_minisig(), i));
	assert_message(&ours_pub, message);
	assert_message(&mini_pub, sig_armor(&arena, TEXT,
	    copy_of("text.minisig")));
	message = sig_armor(&arena, TEXT, copy_of("text.sig"));
	assert_int_equal(dearmor(message, &text, &sig, &sig2), ERR_OK);
	assert_string_equal(sig, copy_of("text.sig"));
	assert_message(&ssh_pub, message);
}

static void
a_block_stands_among_prose_in_crlf_with_trailing_blanks(void **state)
{
	char *m = sig_armor(&arena, TEXT, our_minisig());

	(void)state;
	assert_message(&ours_pub, arena_printf(&arena,
	    "Hello,\n\nhere they are.\n\n%s\n-- \nA. Player\n", m));
	assert_message(&ours_pub, with_crlf(arena_printf(&arena,
	    "Hello,\n%sBye\n", m)));
	assert_message(&ours_pub, arena_printf(&arena,
	    "-----BEGIN IACTA ORDERS----- \t\n%s \n"
	    "-----BEGIN IACTA SIGNATURE-----  \n\n%s\n"
	    "-----END IACTA ORDERS-----", TEXT, our_minisig()));
}

/* `s` with a line end after every `width` characters of its long lines. */
static char *
wrapped(const char *s, int width)
{
	char *out = arena_alloc(&arena, 2 * strlen(s) + 1), *p = out;

	for (int column = 0; *s != '\0'; s++) {
		if (*s == '\n')
			column = 0;
		else if (++column > width) {
			*p++ = '\n';
			column = 1;
		}
		*p++ = *s;
	}
	return out;
}

static void
base64_that_mail_wrapped_is_joined(void **state)
{
	(void)state;
	for (int width = 60; width < 110; width++) {
		assert_message(&ours_pub, sig_armor(&arena, TEXT,
		    wrapped(our_minisig(), width)));
		assert_message(&ssh_pub, sig_armor(&arena, TEXT,
		    wrapped(copy_of("text.sig"), width)));
	}
}

static void
minisigns_comment_gets_its_tabs_back(void **state)
{
	static const char *const blanks[] = { " ", "  ", "        ", "\t" };
	char *sig = copy_of("text.minisig"), *name;

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_message(&mini_pub, sig_armor(&arena, TEXT,
		    replaced(sig, "\t", blanks[i])));
	/* a name with blanks keeps them */
	write_text("my hashed orders.toml", TEXT);
	must("minisign -S -H -s mini.key -m 'my hashed orders.toml' 2>&1");
	name = copy_of("my hashed orders.toml.minisig");
	assert_message(&mini_pub, sig_armor(&arena, TEXT,
	    replaced(name, "\t", " ")));
	/* and a comment may have been wrapped where a tab stood */
	assert_message(&mini_pub, sig_armor(&arena, TEXT,
	    replaced(name, "\thashed", "\nhashed")));
	assert_message(&mini_pub, sig_armor(&arena, TEXT,
	    replaced(replaced(name, "\t", " "), " orders", "\norders")));
	assert_message(&mini_pub, sig_armor(&arena, TEXT,
	    replaced(sig, "trusted comment: t", "trusted comment:\nt")));
}

static void
a_quoted_block_is_prose(void **state)
{
	char *m = sig_armor(&arena, TEXT, our_minisig());
	char *quoted = arena_printf(&arena, "> %s", replaced(m, "\n", "\n> "));

	(void)state;
	assert_no_message(quoted, "quoted");
	assert_message(&ours_pub, arena_printf(&arena, "%s\n%s", quoted, m));
	assert_message(&ours_pub, arena_printf(&arena, "%s\n%s", m, quoted));
}

static void
two_blocks_are_refused(void **state)
{
	char *m = sig_armor(&arena, TEXT, our_minisig());

	(void)state;
	assert_no_message(arena_printf(&arena, "%s%s", m, m), "more than once");
	assert_no_message(arena_printf(&arena, "%s\n" TEXT "%s",
	    "-----BEGIN IACTA ORDERS-----", m), "more than once");
}

static void
a_message_that_is_no_whole_block_is_refused(void **state)
{
	char *m = sig_armor(&arena, TEXT, our_minisig());

	(void)state;
	assert_no_message("", "no line is");
	assert_no_message("hello\n", "no line is");
	assert_no_message("-----BEGIN IACTA ORDERS-----\n" TEXT, "cut off");
	assert_no_message("-----BEGIN IACTA ORDERS-----\n" TEXT
	    "-----BEGIN IACTA SIGNATURE-----\n", "cut off");
	assert_no_message(sig_armor(&arena, TEXT, ""), "not a whole");
	assert_no_message(sig_armor(&arena, TEXT, "hello\n"), "not a whole");
	assert_no_message(sig_armor(&arena, TEXT,
	    replace_line(our_minisig(), 3, "x")), "not a whole");
	assert_no_message(sig_armor(&arena, TEXT, arena_printf(&arena,
	    "untrusted comment: %05000d\n", 1)), "not a whole");
	for (size_t n = 0; n + 1 < strlen(m); n++)
		assert_no_message(arena_strndup(&arena, m, n), "");
}

static void
no_line_of_a_text_begins_with_dashes(void **state)
{
	(void)state;
	assert_no_message(sig_armor(&arena, "a = 1\n-----BEGIN PGP-----\n",
	    our_minisig()), "line 2 begins with -----");
	assert_no_message(sig_armor(&arena, "-----\n", our_minisig()),
	    "line 1 begins with -----");
	assert_no_message(sig_armor(&arena, "a = 1\r-----\n", our_minisig()),
	    "begins with -----");
	assert_int_equal(sig_check_text(&err, "t", "a\n----\n -----\n", 14),
	    ERR_OK);
	assert_int_equal(sig_check_text(&err, "t", "----", 4), ERR_OK);
	assert_int_equal(sig_check_text(&err, "t", "\n-----", 6), ERR_INPUT);
}

static void
a_message_has_a_size_and_no_nul(void **state)
{
	size_t size = (1 << 20) + 1, n;
	char *big = arena_alloc(&arena, size + 1), *text, *sig, *sig2;
	char *m = sig_armor(&arena, TEXT, our_minisig());

	(void)state;
	memset(big, '\n', size);
	memcpy(big, m, strlen(m));
	assert_int_equal(sig_dearmor(&err, &arena, "mail", big, size - 1,
	    &text, &n, &sig, &sig2), ERR_OK);
	assert_int_equal(sig_dearmor(&err, &arena, "mail", big, size, &text,
	    &n, &sig, &sig2), ERR_INPUT);
	assert_int_equal(sig_dearmor(&err, &arena, "mail", m, strlen(m) + 1,
	    &text, &n, &sig, &sig2), ERR_INPUT);
	assert_non_null(strstr(err.msg, "NUL"));
}

/* Nothing crashes, and nothing verifies but what was signed, when bytes of a
 * message are changed, doubled or dropped. */
static void
damaged_messages_never_verify_otherwise(void **state)
{
	const char *base = sig_armor(&arena, TEXT, our_minisig());
	uint32_t x = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct arena_mark mark = arena_mark(&arena);
		char *m = arena_strdup(&arena, base), *text, *sig, *sig2;
		const char *out;
		size_t n;

		for (int j = 0; j < 1 + i % 3; j++) {
			x = x * 1664525 + 1013904223;
			m[(x >> 8) % strlen(base)] =
			    "\n\r \t-=A>\x80\x7f"[x % 10];
		}
		if (dearmor(m, &text, &sig, &sig2) == ERR_OK &&
		    sig_verify_text(&err, &arena, "m", &ours_pub, text,
		    strlen(text), sig, strlen(sig), &out, &n) == ERR_OK) {
			assert_int_equal(n, strlen(TEXT));
			assert_memory_equal(out, TEXT, n);
		}
		arena_reset(&arena, mark);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_we_sign_minisign_verifies),
		cmocka_unit_test(what_minisign_signs_we_verify),
		cmocka_unit_test(
		    a_legacy_signature_is_refused_with_the_remedy),
		cmocka_unit_test(another_keys_signature_is_refused_by_number),
		cmocka_unit_test(what_ssh_keygen_signs_we_verify),
		cmocka_unit_test(what_we_sign_ssh_keygen_verifies),
		cmocka_unit_test(every_bit_of_a_minisign_signature_counts),
		cmocka_unit_test(every_bit_of_an_openssh_signature_counts),
		cmocka_unit_test(an_openssh_signature_has_no_second_form),
		cmocka_unit_test(a_nul_hides_nothing),
		cmocka_unit_test(every_bit_of_the_text_counts),
		cmocka_unit_test(a_signature_cut_off_anywhere_is_refused),
		cmocka_unit_test(a_signature_with_anything_added_is_refused),
		cmocka_unit_test(base64_of_a_signature_must_be_canonical),
		cmocka_unit_test(a_signature_has_no_second_form),
		cmocka_unit_test(comments_cannot_be_exchanged),
		cmocka_unit_test(a_signature_whose_lines_end_in_crlf_holds),
		cmocka_unit_test(
		    a_text_holds_as_it_came_or_in_its_normal_form),
		cmocka_unit_test(a_message_gives_back_what_went_in),
		cmocka_unit_test(
		    a_block_stands_among_prose_in_crlf_with_trailing_blanks),
		cmocka_unit_test(base64_that_mail_wrapped_is_joined),
		cmocka_unit_test(minisigns_comment_gets_its_tabs_back),
		cmocka_unit_test(a_quoted_block_is_prose),
		cmocka_unit_test(two_blocks_are_refused),
		cmocka_unit_test(a_message_that_is_no_whole_block_is_refused),
		cmocka_unit_test(no_line_of_a_text_begins_with_dashes),
		cmocka_unit_test(a_message_has_a_size_and_no_nul),
		cmocka_unit_test(damaged_messages_never_verify_otherwise),
	};

	return cmocka_run_group_tests(tests, make_keys, finish);
}
