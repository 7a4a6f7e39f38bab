/* test-hash.c: SHA-256, HMAC, hex and base64 */
#include "trust-helper.h"

#include "base/arena.h"
#include "trust/hash.h"
#include "trust/sha1.h"
#include "trust/sha_blocks.h"

static void
sha256_of_the_standard_examples(void **state)
{
	static const struct {
		const char *text, *hex;
	} rows[] = {			/* FIPS 180-2, appendix B */
		{ "", "e3b0c44298fc1c149afbf4c8996fb924"
		    "27ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223"
		    "b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		    "248d6a61d20638b8e5c026930c3e6039"
		    "a33ce45964ff2167f6ecedd419db06c1" },
	};
	char hex[HASH_HEX];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		hash_sha256_hex(hex, rows[i].text, strlen(rows[i].text));
		assert_string_equal(hex, rows[i].hex);
	}
	hash_sha256_hex(hex, NULL, 0);
	assert_string_equal(hex, rows[0].hex);
}

/* Where the processor has no such instructions both are the same code. */
static void
sums_do_not_depend_on_the_processor(void **state)
{
	uint8_t text[1000], a[HASH_BYTES], b[HASH_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (uint8_t)(i * i >> 3 ^ i);
	for (size_t n = 0; n <= sizeof text; n += n < 300 ? 1 : 37) {
		for (size_t at = 0; at < 3 && at + n <= sizeof text; at++) {
			hash_sha256(a, text + at, n);
			sha_blocks_use(false);
			hash_sha256(b, text + at, n);
			sha_blocks_use(true);
			assert_memory_equal(a, b, HASH_BYTES);
			sha1_two(a, text, at * 31, text + at, n);
			sha_blocks_use(false);
			sha1_two(b, text, at * 31, text + at, n);
			sha_blocks_use(true);
			assert_memory_equal(a, b, SHA1_BYTES);
		}
	}
}

/* RFC 4231, test cases 1, 2, 6 and 7: keys of 20, 4 and 131 bytes. */
static void
hmac_of_rfc_4231(void **state)
{
	static const struct {
		int key_byte, key_len;
		const char *message, *hex;
	} rows[] = {
		{ 0x0b, 20, "Hi There", "b0344c61d8db38535ca8afceaf0bf12b"
		    "881dc200c9833da726e9376c2e32cff7" },
		{ -1, 4, "what do ya want for nothing?",
		    "5bdcc146bf60754e6a042426089575c7"
		    "5a003f089d2739839dec58b964ec3843" },
		{ 0xaa, 131, "Test Using Larger Than Block-Size Key - Hash "
		    "Key First", "60e431591ee0b67f0d8a26aacbf5b77f"
		    "8e0bc6213728c5140546040f0ee37f54" },
		{ 0xaa, 131, "This is a test using a larger than block-size "
		    "key and a larger than block-size data. The key needs to "
		    "be hashed before being used by the HMAC algorithm.",
		    "9b09ffa71b942fcb27635fbcd5b0e944"
		    "bfdc63644f0713938a7f51535c3a35e2" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint8_t key[131], h[HASH_BYTES];
		char hex[HASH_HEX];

		memset(key, rows[i].key_byte, sizeof key);
		if (rows[i].key_byte < 0)
			memcpy(key, "Jefe", 4);
		hash_hmac(h, key, (size_t)rows[i].key_len, rows[i].message);
		hash_hex(hex, h, sizeof h);
		assert_string_equal(hex, rows[i].hex);
	}
}

static void
hex_is_lower_case_and_exact(void **state)
{
	uint8_t b[4];
	char s[9];

	(void)state;
	assert_int_equal(hash_unhex(b, 4, "00ff1aB9"), -1);
	assert_int_equal(hash_unhex(b, 4, "00ff1ab9"), 0);
	hash_hex(s, b, 4);
	assert_string_equal(s, "00ff1ab9");
	assert_int_equal(hash_unhex(b, 4, "00ff1ab"), -1);
	assert_int_equal(hash_unhex(b, 4, "00ff1ab90"), -1);
	assert_int_equal(hash_unhex(b, 4, "00ff1ab9 "), -1);
	assert_int_equal(hash_unhex(b, 4, "00ff1ag9"), -1);
	assert_int_equal(hash_unhex(b, 4, ""), -1);
	assert_int_equal(hash_unhex(b, 0, ""), 0);
}

static void
base64_there_and_back_at_every_length(void **state)
{
	struct arena a = {0};
	uint8_t b[100], c[100];

	(void)state;
	for (size_t i = 0; i < sizeof b; i++)
		b[i] = (uint8_t)(i * 37 + 11);
	for (size_t n = 0; n <= sizeof b; n++) {
		char *s = hash_base64(&a, b, n);

		assert_int_equal(strlen(s), (n + 2) / 3 * 4);
		assert_int_equal(hash_unbase64(c, sizeof c, s), (long)n);
		assert_memory_equal(b, c, n);
		if (n > 0)
			assert_int_equal(hash_unbase64(c, n - 1, s), -1);
	}
	arena_free(&a);
}

static void
base64_that_is_not_canonical_is_refused(void **state)
{
	static const char *const bad[] = {
		"A", "AA", "AAA", "AA=", "AA===", "AB==", "AAB=", "AAAA=",
		"=", "====", "AAAA====", "AA==AA==", "AA A", " AAAA", "AAAA ",
		"AAAA\n", "AA-_", "AA\tA", "AA=A", "\303\244AA",
	};
	uint8_t b[16];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(hash_unbase64(b, sizeof b, bad[i]), -1);
	for (int c = 1; c < 256; c++) {
		char s[] = { 'A', (char)c, 'A', 'A', '\0' };
		int ok = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		    (c >= '0' && c <= '9') || c == '+' || c == '/';

		assert_int_equal(hash_unbase64(b, sizeof b, s), ok ? 3 : -1);
	}
	assert_int_equal(hash_unbase64(b, sizeof b, "AA=="), 1);
	assert_int_equal(hash_unbase64(b, sizeof b, "+/8="), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sha256_of_the_standard_examples),
		cmocka_unit_test(sums_do_not_depend_on_the_processor),
		cmocka_unit_test(hmac_of_rfc_4231),
		cmocka_unit_test(hex_is_lower_case_and_exact),
		cmocka_unit_test(base64_there_and_back_at_every_length),
		cmocka_unit_test(base64_that_is_not_canonical_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
