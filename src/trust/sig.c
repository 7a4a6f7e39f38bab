/* sig.c: minisign's signatures, and which kind of signature a text is */
#include "trust/sig.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "trust/hash.h"
#include "trust/lines.h"
#include "trust/sig_ssh.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#define SIG_MAX 4096		/* bytes of a whole signature text */
#define UNTRUSTED "untrusted comment: "
#define TRUSTED "trusted comment: "
#define NAMESPACE "iacta"

/* The first base64 line of a .minisig. */
struct signature {
	uint8_t algorithm[2];	/* "ED", or "Ed" if not prehashed */
	uint8_t id[8];
	uint8_t ed[crypto_sign_BYTES];
};
_Static_assert(sizeof(struct signature) == 74, "no padding");

#define PREHASH_BYTES 64

static void
prehash(uint8_t out[PREHASH_BYTES], const char *text, size_t len)
{
	crypto_generichash(out, PREHASH_BYTES, (const uint8_t *)text, len,
	    NULL, 0);
}

/* What the global signature covers: the signature and the comment. */
static size_t
global_data(uint8_t out[SIG_MAX + crypto_sign_BYTES],
	const struct signature *sig, const char *comment, size_t n)
{
	assert(n <= SIG_MAX);
	memcpy(out, sig->ed, sizeof sig->ed);
	memcpy(out + sizeof sig->ed, comment, n);
	return sizeof sig->ed + n;
}

char *
sig_minisign(struct arena *a, const struct secret_key *k,
	const char *text, size_t len, const char *trusted_comment)
{
	uint8_t hash[PREHASH_BYTES], global[crypto_sign_BYTES];
	uint8_t data[SIG_MAX + crypto_sign_BYTES];
	struct signature sig = { .algorithm = { 'E', 'D' } };
	size_t n;

	assert(strlen(trusted_comment) <= SIG_MAX / 4);
	assert(strpbrk(trusted_comment, "\r\n") == NULL);
	memcpy(sig.id, k->id, sizeof sig.id);
	prehash(hash, text, len);
	crypto_sign_detached(sig.ed, NULL, hash, sizeof hash, k->ed);
	n = global_data(data, &sig, trusted_comment, strlen(trusted_comment));
	crypto_sign_detached(global, NULL, data, n, k->ed);
	return arena_printf(a, UNTRUSTED "signature by iacta\n%s\n"
	    TRUSTED "%s\n%s\n", hash_base64(a, (uint8_t *)&sig, sizeof sig),
	    trusted_comment, hash_base64(a, global, sizeof global));
}

/* A minisig taken apart; the comment is borrowed from the text. */
struct minisig {
	struct signature sig;
	const char *comment;
	size_t comment_len;
	uint8_t global[crypto_sign_BYTES];
};

/* The line read as the base64 of exactly `n` bytes. */
static bool
decode(const struct lines *l, uint8_t *out, size_t n)
{
	char s[128];

	if (l->n >= sizeof s)
		return false;
	memcpy(s, l->s, l->n);
	s[l->n] = '\0';
	return hash_unbase64(out, n, s) == (long)n;
}

/* Exactly the four lines; the last may lack its end. */
static bool
parse(struct minisig *m, const char *s, size_t n)
{
	struct lines l = lines_of(s, n);

	if (!lines_next(&l) || !lines_begins(&l, UNTRUSTED))
		return false;
	if (!lines_next(&l) ||
	    !decode(&l, (uint8_t *)&m->sig, sizeof m->sig))
		return false;
	if (!lines_next(&l) || !lines_begins(&l, TRUSTED))
		return false;
	m->comment = l.s + strlen(TRUSTED);
	m->comment_len = l.n - strlen(TRUSTED);
	return lines_next(&l) && decode(&l, m->global, sizeof m->global) &&
	    l.left == 0;
}

/* A key's number as minisign prints it. */
static uint64_t
number(const uint8_t id[8])
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | id[i];
	return v;
}

static int
verify_minisign(struct err *e, const char *what, const struct public_key *k,
	const char *text, size_t len, const char *s, size_t n)
{
	uint8_t hash[PREHASH_BYTES], data[SIG_MAX + crypto_sign_BYTES];
	struct minisig m;
	size_t size;

	if (!parse(&m, s, n) || m.sig.algorithm[0] != 'E' ||
	    (m.sig.algorithm[1] != 'D' && m.sig.algorithm[1] != 'd'))
		return err_set(e, ERR_VERIFY, "%s: the signature is not the "
		    "four whole lines of a minisign signature", what);
	if (m.sig.algorithm[1] == 'd')
		return err_set(e, ERR_VERIFY, "%s: the signature is of "
		    "minisign's legacy kind; sign again with minisign -S -H",
		    what);
	if (k->form != KEY_MINISIGN)
		return err_set(e, ERR_VERIFY, "%s: the signature is "
		    "minisign's, but the charter names an OpenSSH key; sign "
		    "with ssh-keygen -Y sign -n " NAMESPACE, what);
	if (memcmp(m.sig.id, k->id, sizeof k->id) != 0)
		return err_set(e, ERR_VERIFY, "%s: the signature is by key "
		    "%016" PRIX64 ", but the charter names %016" PRIX64,
		    what, number(m.sig.id), number(k->id));
	prehash(hash, text, len);
	if (crypto_sign_verify_detached(m.sig.ed, hash, sizeof hash,
	    k->ed) != 0)
		return err_set(e, ERR_VERIFY, "%s: the signature does not "
		    "hold: the text was changed after it was signed", what);
	size = global_data(data, &m.sig, m.comment, m.comment_len);
	if (crypto_sign_verify_detached(m.global, data, size, k->ed) != 0)
		return err_set(e, ERR_VERIFY, "%s: the signature's trusted "
		    "comment was changed after it was signed", what);
	return ERR_OK;
}

int
sig_verify(struct err *e, const char *what, const struct public_key *k,
	const char *ns, const char *text, size_t len,
	const char *sig, size_t sig_len)
{
	struct lines l = lines_of(sig, sig_len);

	if (sig_len > SIG_MAX)
		return err_set(e, ERR_VERIFY, "%s: the signature has %zu "
		    "bytes; none is longer than %d", what, sig_len, SIG_MAX);
	if (lines_next(&l) && memchr(sig, '\0', sig_len) == NULL) {
		if (lines_begins(&l, UNTRUSTED))
			return verify_minisign(e, what, k, text, len, sig,
			    sig_len);
		if (lines_is(&l, SIG_SSH_BEGIN))
			return sig_ssh_verify(e, what, k, ns, text, len, sig,
			    sig_len);
	}
	return err_set(e, ERR_VERIFY, "%s: what should be the signature is "
	    "neither minisign's nor OpenSSH's", what);
}

int
sig_verify_text(struct err *e, struct arena *a, const char *what,
	const struct public_key *k, const char *text, size_t len,
	const char *sig, size_t sig_len, const char **out, size_t *out_len)
{
	struct err ignored;
	char *normal;
	size_t n;
	int rc;

	*out = text;
	*out_len = len;
	rc = sig_verify(e, what, k, NAMESPACE, text, len, sig, sig_len);
	if (rc == ERR_OK)
		return rc;
	str_normal(a, text, len, &normal, &n);
	if (sig_verify(&ignored, what, k, NAMESPACE, normal, n, sig,
	    sig_len) != ERR_OK)
		return rc;
	*out = normal;
	*out_len = n;
	return ERR_OK;
}
