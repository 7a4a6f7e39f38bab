/* fuzz-keys.c: any bytes as a public key, as a signature of either form, and as
 * a block of orders; a message always says what is wrong */
#include "fuzz.h"

#include "trust/sig.h"

static struct public_key mini, ssh;
static const char said[] = "iacta = 1\n";

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct secret_key k = fuzz_key(0);
	struct err e = { 0 };

	(void)argc, (void)argv;
	assert(sodium_init() >= 0);
	keys_public_of(&k, &mini);
	fuzz_must(keys_public_parse(&e, "key", keys_ssh_line(&fuzz_kept,
	    &mini), &ssh), &e);
	return 0;
}

static void
try_signature(const struct public_key *k, const char *s, size_t n)
{
	struct err e = { 0 };

	/* the seeds have good ones; what verifies is one of these */
	if (sig_verify(&e, "fuzz", k, "iacta", said, sizeof said - 1, s, n) !=
	    ERR_OK)
		fuzz_message(&e);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct public_key k, again;
	struct err e = { 0 };
	char *s = fuzz_text(&a, data, n), *text, *sig, *sig2;
	size_t len;

	if (memchr(s, '\0', n) == NULL) {
		if (keys_public_parse(&e, "fuzz", s, &k) == ERR_OK) {
			fuzz_must(keys_public_parse(&e, "again", k.form ==
			    KEY_OPENSSH ? keys_ssh_line(&a, &k) :
			    keys_public_line(&a, &k), &again), &e);
			assert(keys_public_equal(&k, &again));
		} else {
			fuzz_message(&e);
		}
	}
	try_signature(&mini, s, n);
	try_signature(&ssh, s, n);
	if (sig_dearmor(&e, &a, "fuzz", s, n, &text, &len, &sig, &sig2) ==
	    ERR_OK) {
		try_signature(&mini, sig, strlen(sig));
		if (sig2 != NULL)
			try_signature(&mini, sig2, strlen(sig2));
	} else {
		fuzz_message(&e);
	}
	arena_free(&a);
	return 0;
}
