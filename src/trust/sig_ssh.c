/* sig_ssh.c: OpenSSH signatures (PROTOCOL.sshsig), Ed25519 only */
#include "trust/sig_ssh.h"
#include "trust/sig.h"

#include "base/arena.h"
#include "base/err.h"
#include "trust/hash.h"
#include "trust/lines.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define MAGIC "SSHSIG"
#define ALGORITHM "ssh-ed25519"
#define LINE_WIDTH 70		/* as ssh-keygen wraps its base64 */
#define NS_MAX 32
#define BLOB_MAX 1024

/* What is built and what is read: byte strings, each after its length. */
struct blob {
	uint8_t b[BLOB_MAX];
	size_t len;
};

static void
put(struct blob *o, const void *p, size_t n)
{
	assert(n <= sizeof o->b - o->len);
	memcpy(o->b + o->len, p, n);
	o->len += n;
}

static void
put_u32(struct blob *o, size_t v)
{
	const uint8_t b[4] = { (uint8_t)(v >> 24), (uint8_t)(v >> 16),
		(uint8_t)(v >> 8), (uint8_t)v };

	put(o, b, sizeof b);
}

static void
put_string(struct blob *o, const void *p, size_t n)
{
	put_u32(o, n);
	put(o, p, n);
}

/* string algorithm, string bytes: a public key or a signature */
static void
put_typed(struct blob *o, const uint8_t *p, size_t n)
{
	struct blob inner = { .len = 0 };

	put_string(&inner, ALGORITHM, strlen(ALGORITHM));
	put_string(&inner, p, n);
	put_string(o, inner.b, inner.len);
}

/*
 * The bytes that are signed: magic, namespace, reserved (empty), the name of
 * the hash, and the hash of the text.
 */
static void
signed_data(struct blob *o, const char *ns, const char *hash,
	const char *text, size_t len)
{
	uint8_t h[crypto_hash_sha512_BYTES];
	size_t n = crypto_hash_sha512_BYTES;

	if (strcmp(hash, "sha256") == 0) {
		n = crypto_hash_sha256_BYTES;
		crypto_hash_sha256(h, (const uint8_t *)text, len);
	} else {
		crypto_hash_sha512(h, (const uint8_t *)text, len);
	}
	o->len = 0;
	put(o, MAGIC, strlen(MAGIC));
	put_string(o, ns, strlen(ns));
	put_string(o, "", 0);
	put_string(o, hash, strlen(hash));
	put_string(o, h, n);
}

char *
sig_ssh_wrap(struct arena *a, const char *base64)
{
	size_t n = strlen(base64), lines = n / LINE_WIDTH + 1;
	char *out = arena_alloc(a, strlen(SIG_SSH_BEGIN) +
	    strlen(SIG_SSH_END) + n + lines + 3);
	char *p = stpcpy(out, SIG_SSH_BEGIN "\n");

	for (size_t i = 0; i < n; i += LINE_WIDTH) {
		size_t w = n - i < LINE_WIDTH ? n - i : LINE_WIDTH;

		memcpy(p, base64 + i, w);
		p += w;
		*p++ = '\n';
	}
	strcpy(p, SIG_SSH_END "\n");
	return out;
}

char *
sig_ssh(struct arena *a, const struct secret_key *k, const char *ns,
	const char *text, size_t len)
{
	uint8_t sig[crypto_sign_BYTES];
	struct blob o;

	assert(*ns != '\0' && strlen(ns) <= NS_MAX);
	signed_data(&o, ns, "sha512", text, len);
	crypto_sign_detached(sig, NULL, o.b, o.len, k->ed);

	o.len = 0;
	put(&o, MAGIC, strlen(MAGIC));
	put_u32(&o, 1);
	put_typed(&o, k->ed + 32, 32);
	put_string(&o, ns, strlen(ns));
	put_string(&o, "", 0);
	put_string(&o, "sha512", strlen("sha512"));
	put_typed(&o, sig, sizeof sig);
	return sig_ssh_wrap(a, hash_base64(a, o.b, o.len));
}

/* --- reading --- */

/* A place in a blob; `bad` once anything did not fit, for good. */
struct cursor {
	const uint8_t *p;
	size_t left;
	bool bad;
};

static const uint8_t *
take(struct cursor *c, size_t n)
{
	const uint8_t *p = c->p;

	if (c->bad || n > c->left) {
		c->bad = true;
		return NULL;
	}
	c->p += n;
	c->left -= n;
	return p;
}

static size_t
take_u32(struct cursor *c)
{
	const uint8_t *p = take(c, 4);

	return p == NULL ? 0 : (size_t)p[0] << 24 | (size_t)p[1] << 16 |
	    (size_t)p[2] << 8 | (size_t)p[3];
}

static struct cursor
take_string(struct cursor *c)
{
	size_t n = take_u32(c);
	const uint8_t *p = take(c, n);
	struct cursor out = { p, p == NULL ? 0 : n, p == NULL };

	return out;
}

static bool
is(const struct cursor *c, const char *s)
{
	return !c->bad && c->left == strlen(s) && (c->left == 0 ||
	    memcmp(c->p, s, c->left) == 0);
}

/* The `n` bytes of a typed string that holds exactly an Ed25519 one. */
static const uint8_t *
take_typed(struct cursor *c, size_t n)
{
	struct cursor all = take_string(c);
	struct cursor algorithm = take_string(&all);
	struct cursor bytes = take_string(&all);

	if (!is(&algorithm, ALGORITHM) || bytes.left != n || all.bad ||
	    all.left != 0)
		return NULL;
	return bytes.p;
}

/*
 * The lines between BEGIN and END, joined and decoded; nothing before, nothing
 * after, no line empty.  Returns the blob's length, or -1.
 */
static long
unwrap(uint8_t *out, size_t max, const char *s, size_t n)
{
	char base64[BLOB_MAX * 4 / 3 + 8];
	struct lines l = lines_of(s, n);
	size_t m = 0;

	if (!lines_next(&l) || !lines_is(&l, SIG_SSH_BEGIN))
		return -1;
	while (lines_next(&l) && !lines_is(&l, SIG_SSH_END)) {
		if (l.n == 0 || l.n >= sizeof base64 - m)
			return -1;
		memcpy(base64 + m, l.s, l.n);
		m += l.n;
	}
	base64[m] = '\0';
	if (!lines_is(&l, SIG_SSH_END) || l.left != 0)
		return -1;
	return hash_unbase64(out, max, base64);
}

static int
not_ssh(struct err *e, const char *what)
{
	return err_set(e, ERR_VERIFY, "%s: the signature is not a whole "
	    "OpenSSH signature by an Ed25519 key", what);
}

int
sig_ssh_verify(struct err *e, const char *what, const struct public_key *k,
	const char *ns, const char *text, size_t len,
	const char *sig, size_t sig_len)
{
	uint8_t raw[BLOB_MAX];
	long n = unwrap(raw, sizeof raw, sig, sig_len);
	struct cursor c = { raw, n < 0 ? 0 : (size_t)n, n < 0 };
	struct cursor name, reserved, hash, magic = { take(&c, 6), 6, c.bad };
	size_t version = take_u32(&c);
	const uint8_t *pk = take_typed(&c, 32), *s;
	struct blob o;

	name = take_string(&c);
	reserved = take_string(&c);
	hash = take_string(&c);
	s = take_typed(&c, crypto_sign_BYTES);
	if (c.bad || c.left != 0 || !is(&magic, MAGIC) || version != 1 ||
	    !is(&reserved, "") || pk == NULL || s == NULL)
		return not_ssh(e, what);
	if (memcmp(pk, k->ed, sizeof k->ed) != 0)
		return err_set(e, ERR_VERIFY, "%s: the signature is by "
		    "another key than the charter's", what);
	if (!is(&name, ns))
		return err_set(e, ERR_VERIFY, "%s: the signature was made for "
		    "another purpose; sign with ssh-keygen -Y sign -n %s",
		    what, ns);
	if (!is(&hash, "sha256") && !is(&hash, "sha512"))
		return err_set(e, ERR_VERIFY, "%s: the signature's hash is "
		    "neither sha512 nor sha256", what);
	signed_data(&o, ns, is(&hash, "sha256") ? "sha256" : "sha512", text,
	    len);
	if (crypto_sign_verify_detached(s, o.b, o.len, k->ed) != 0)
		return err_set(e, ERR_VERIFY, "%s: the signature does not "
		    "hold: the text was changed after it was signed", what);
	return ERR_OK;
}
