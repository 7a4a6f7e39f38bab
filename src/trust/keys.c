/* keys.c: Ed25519 keys in minisign's and OpenSSH's forms */
#include "trust/keys.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "trust/hash.h"
#include "trust/lines.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX 8192
#define PASSWORD_MAX 1024
#define SSH "ssh-ed25519"
#define UNTRUSTED "untrusted comment:"
#define OPSLIMIT crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE
#define MEMLIMIT crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE

/* minisign's public key, under its base64. */
struct public_file {
	uint8_t algorithm[2];	/* "Ed" */
	uint8_t id[8];
	uint8_t ed[32];
};
_Static_assert(sizeof(struct public_file) == 42, "no padding");

/* What scrypt's output is laid over. */
struct encrypted {
	uint8_t id[8];
	uint8_t ed[64];
	uint8_t checksum[32];	/* BLAKE2b of algorithm, id, ed */
};

/* minisign's secret key, under its base64. */
struct secret_file {
	uint8_t algorithm[2];	/* "Ed" */
	uint8_t kdf[2];		/* "Sc", or zero: not encrypted */
	uint8_t checksum[2];	/* "B2" */
	uint8_t salt[32];
	uint8_t opslimit[8], memlimit[8];	/* little-endian */
	struct encrypted k;
};
_Static_assert(sizeof(struct secret_file) == 158, "no padding");

/* OpenSSH's public key, under its base64: two strings after their lengths. */
#define SSH_PREFIX "\0\0\0\013" SSH "\0\0\0\040"
#define SSH_PREFIX_LEN (sizeof SSH_PREFIX - 1)
#define SSH_LEN (SSH_PREFIX_LEN + 32)

static uint64_t
load64(const uint8_t b[8])
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | b[i];
	return v;
}

static void
store64(uint8_t b[8], uint64_t v)
{
	for (int i = 0; i < 8; i++)
		b[i] = (uint8_t)(v >> 8 * i);
}

/* --- public keys --- */

/* A point that somebody can have the secret of, or a refusal. */
static int
check_point(struct err *e, const char *what, const uint8_t ed[32])
{
	if (crypto_core_ed25519_is_valid_point(ed) != 1)
		return err_set(e, ERR_INPUT, "%s: no valid Ed25519 key "
		    "(its point is not one of the main subgroup)", what);
	return ERR_OK;
}

static int
parse_ssh(struct err *e, const char *what, const char *s,
	struct public_key *out)
{
	uint8_t raw[SSH_LEN];
	char base64[2 * SSH_LEN];
	size_t n;

	s += strlen(SSH " ");
	n = strcspn(s, " ");		/* a comment may follow */
	if (n >= sizeof base64)
		n = 0;
	memcpy(base64, s, n);
	base64[n] = '\0';
	if (hash_unbase64(raw, sizeof raw, base64) != (long)SSH_LEN ||
	    memcmp(raw, SSH_PREFIX, SSH_PREFIX_LEN) != 0)
		return err_set(e, ERR_INPUT, "%s: not a whole line of an "
		    "OpenSSH public key (" SSH " AAAA...)", what);
	out->form = KEY_OPENSSH;
	memcpy(out->ed, raw + SSH_PREFIX_LEN, sizeof out->ed);
	return check_point(e, what, out->ed);
}

int
keys_public_parse(struct err *e, const char *what, const char *s,
	struct public_key *out)
{
	struct secret_file f = { .kdf = { 0 } };
	struct public_file p;
	long n;

	memset(out, 0, sizeof *out);
	if (strncmp(s, SSH " ", strlen(SSH " ")) == 0)
		return parse_ssh(e, what, s, out);
	n = hash_unbase64((uint8_t *)&f, sizeof f, s);
	memcpy(&p, &f, sizeof p);
	sodium_memzero(&f, sizeof f);
	if (n == (long)sizeof f)
		return err_set(e, ERR_INPUT, "%s: this is a secret key; the "
		    "public one is asked for, and the secret one is nobody "
		    "else's business", what);
	if (n != (long)sizeof p || memcmp(p.algorithm, "Ed", 2) != 0)
		return err_set(e, ERR_INPUT, "%s: neither the base64 line of "
		    "a minisign public key (RW...) nor an OpenSSH line ("
		    SSH " AAAA...)", what);
	out->form = KEY_MINISIGN;
	memcpy(out->id, p.id, sizeof out->id);
	memcpy(out->ed, p.ed, sizeof out->ed);
	return check_point(e, what, out->ed);
}

/* The one line of a key file that is no comment, in the arena; NULL if there
 * are none or several. */
static char *
key_line(struct arena *a, const char *s, size_t len)
{
	struct lines l = lines_of(s, len);
	char *line = NULL;

	for (int i = 0; lines_next(&l); i++) {
		lines_trim(&l);
		if (l.n == 0 || (i == 0 && lines_begins(&l, UNTRUSTED)))
			continue;
		if (line != NULL || memchr(l.s, '\0', l.n) != NULL)
			return NULL;
		line = arena_strndup(a, l.s, l.n);
	}
	return line;
}

int
keys_public_read(struct err *e, struct arena *a, const char *path,
	struct public_key *out, const char **line)
{
	char *s, *key;
	size_t len;
	int rc = file_read(e, a, path, FILE_MAX, &s, &len);

	if (rc != ERR_OK)
		return rc;
	key = key_line(a, s, len);
	if (key == NULL)
		return err_set(e, ERR_INPUT, "%s: not the file of one public "
		    "key, minisign's or OpenSSH's", path);
	rc = keys_public_parse(e, path, key, out);
	if (rc == ERR_OK)
		*line = out->form == KEY_MINISIGN ? keys_public_line(a, out) :
		    keys_ssh_line(a, out);
	return rc;
}

char *
keys_public_line(struct arena *a, const struct public_key *k)
{
	struct public_file p = { .algorithm = { 'E', 'd' } };

	memcpy(p.id, k->id, sizeof p.id);
	memcpy(p.ed, k->ed, sizeof p.ed);
	return hash_base64(a, (uint8_t *)&p, sizeof p);
}

char *
keys_ssh_line(struct arena *a, const struct public_key *k)
{
	uint8_t raw[SSH_LEN];

	memcpy(raw, SSH_PREFIX, SSH_PREFIX_LEN);
	memcpy(raw + SSH_PREFIX_LEN, k->ed, sizeof k->ed);
	return arena_printf(a, SSH " %s", hash_base64(a, raw, sizeof raw));
}

void
keys_public_of(const struct secret_key *s, struct public_key *out)
{
	out->form = KEY_MINISIGN;
	memcpy(out->id, s->id, sizeof out->id);
	memcpy(out->ed, s->ed + 32, sizeof out->ed);
}

bool
keys_public_equal(const struct public_key *a, const struct public_key *b)
{
	return a->form == b->form &&
	    memcmp(a->id, b->id, sizeof a->id) == 0 &&
	    memcmp(a->ed, b->ed, sizeof a->ed) == 0;
}

/* --- secret keys --- */

void
keys_wipe(struct secret_key *s)
{
	sodium_memzero(s, sizeof *s);
}

static void
checksum(uint8_t out[32], const struct secret_file *f)
{
	crypto_generichash_state st;

	crypto_generichash_init(&st, NULL, 0, 32);
	crypto_generichash_update(&st, f->algorithm, sizeof f->algorithm);
	crypto_generichash_update(&st, f->k.id, sizeof f->k.id);
	crypto_generichash_update(&st, f->k.ed, sizeof f->k.ed);
	crypto_generichash_final(&st, out, 32);
	sodium_memzero(&st, sizeof st);
}

/* Lay scrypt's output over the key, or take it off; -1: out of memory. */
static int
crypt_with(struct secret_file *f, const char *password)
{
	uint8_t stream[sizeof f->k], *k = (uint8_t *)&f->k;

	if (crypto_pwhash_scryptsalsa208sha256(stream, sizeof stream,
	    password, strlen(password), f->salt, load64(f->opslimit),
	    (size_t)load64(f->memlimit)) != 0)
		return -1;
	for (size_t i = 0; i < sizeof stream; i++)
		k[i] ^= stream[i];
	sodium_memzero(stream, sizeof stream);
	return 0;
}

/* As minisign: what costs an attacker most, or half where memory is short. */
static int
encrypt(struct err *e, struct secret_file *f, const char *password)
{
	unsigned long long ops = OPSLIMIT;
	size_t mem = MEMLIMIT;

	memcpy(f->kdf, "Sc", sizeof f->kdf);
	randombytes_buf(f->salt, sizeof f->salt);
	for (;; ops /= 2, mem /= 2) {
		if (mem < crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MIN)
			return err_set(e, ERR_SYSTEM, "too little memory to "
			    "encrypt a secret key");
		store64(f->opslimit, ops);
		store64(f->memlimit, mem);
		if (crypt_with(f, password) == 0)
			return ERR_OK;
	}
}

/* "PATH: already exists" before anything is made */
static int
refuse_existing(struct err *e, const char *path)
{
	if (access(path, F_OK) == 0)
		return err_set(e, ERR_INPUT, "%s: already exists; a key is "
		    "never overwritten", path);
	return ERR_OK;
}

static int
write_secret(struct err *e, const char *path, const struct secret_file *f,
	const uint8_t id[8])
{
	char text[512], base64[256];
	int n, rc;

	sodium_bin2base64(base64, sizeof base64, (const uint8_t *)f,
	    sizeof *f, sodium_base64_VARIANT_ORIGINAL);
	n = snprintf(text, sizeof text, UNTRUSTED " iacta secret key %016"
	    PRIX64 "\n%s\n", load64(id), base64);
	assert(n > 0 && (size_t)n < sizeof text);
	rc = file_write_new(e, path, text, (size_t)n, 0600);
	sodium_memzero(text, sizeof text);
	sodium_memzero(base64, sizeof base64);
	return rc;
}

static int
write_public(struct err *e, struct arena *a, const char *path,
	const struct public_key *k)
{
	char *text = arena_printf(a, UNTRUSTED " iacta public key %016" PRIX64
	    "\n%s\n", load64(k->id), keys_public_line(a, k));

	return file_write_new(e, path, text, strlen(text), 0644);
}

/* A fresh pair, in the form of the file and not encrypted yet. */
static void
fresh(struct secret_file *f, struct public_key *pk)
{
	memset(f, 0, sizeof *f);
	memcpy(f->algorithm, "Ed", sizeof f->algorithm);
	memcpy(f->checksum, "B2", sizeof f->checksum);
	randombytes_buf(f->k.id, sizeof f->k.id);
	crypto_sign_keypair(pk->ed, f->k.ed);
	checksum(f->k.checksum, f);
	pk->form = KEY_MINISIGN;
	memcpy(pk->id, f->k.id, sizeof pk->id);
}

int
keys_generate(struct err *e, struct arena *a, const char *name,
	const char *password)
{
	const char *key = arena_printf(a, "%s.key", name);
	const char *pub = arena_printf(a, "%s.pub", name);
	struct public_key pk;
	struct secret_file f;
	int rc;

	if (sodium_init() < 0)
		return err_set(e, ERR_SYSTEM, "libsodium does not start");
	if ((rc = refuse_existing(e, key)) != ERR_OK ||
	    (rc = refuse_existing(e, pub)) != ERR_OK)
		return rc;
	fresh(&f, &pk);
	if (password != NULL)
		rc = encrypt(e, &f, password);
	if (rc == ERR_OK)
		rc = write_secret(e, key, &f, pk.id);
	if (rc == ERR_OK) {
		rc = write_public(e, a, pub, &pk);
		if (rc != ERR_OK)
			unlink(key);
	}
	sodium_memzero(&f, sizeof f);
	return rc;
}

/* Ask for the password and take the encryption off. */
static int
decrypt(struct err *e, const char *path, struct secret_file *f,
	keys_password *ask_password, void *ctx)
{
	char password[PASSWORD_MAX];
	int rc;

	if (load64(f->opslimit) > OPSLIMIT || load64(f->memlimit) > MEMLIMIT)
		return err_set(e, ERR_INPUT, "%s: the key asks for more work "
		    "than minisign ever does; it is damaged", path);
	if (ask_password == NULL)
		return err_set(e, ERR_INPUT, "%s: the key is encrypted; one "
		    "without a password is needed here", path);
	rc = ask_password(e, ctx, path, password, sizeof password);
	if (rc == ERR_OK && crypt_with(f, password) != 0)
		rc = err_set(e, ERR_SYSTEM, "%s: too little memory to decrypt "
		    "the key (%" PRIu64 " bytes)", path, load64(f->memlimit));
	sodium_memzero(password, sizeof password);
	return rc;
}

/*
 * The checksum holds (minisign 0.11 leaves it zero in a key that is not
 * encrypted), and the public half is the secret half's.
 */
static bool
is_sound(const struct secret_file *f, bool encrypted)
{
	uint8_t sum[32], pk[32], sk[64];
	bool ok;

	checksum(sum, f);
	crypto_sign_seed_keypair(pk, sk, f->k.ed);
	ok = sodium_memcmp(sk, f->k.ed, sizeof sk) == 0 &&
	    (memcmp(sum, f->k.checksum, sizeof sum) == 0 ||
	    (!encrypted && sodium_is_zero(f->k.checksum, sizeof sum)));
	sodium_memzero(sk, sizeof sk);
	sodium_memzero(sum, sizeof sum);
	return ok;
}

static int
open_secret(struct err *e, const char *path, struct secret_file *f,
	keys_password *ask_password, void *ctx)
{
	bool encrypted = memcmp(f->kdf, "Sc", sizeof f->kdf) == 0;
	int rc = ERR_OK;

	if (encrypted)
		rc = decrypt(e, path, f, ask_password, ctx);
	if (rc != ERR_OK || is_sound(f, encrypted))
		return rc;
	return err_set(e, ERR_INPUT, encrypted ? "%s: wrong password" :
	    "%s: the key is damaged: its parts do not fit together", path);
}

/* The key line of a secret key file's text, decoded. */
static bool
parse_secret(struct arena *a, const char *s, size_t len,
	struct secret_file *f)
{
	char *line = key_line(a, s, len);
	long n;

	if (line == NULL)
		return false;
	n = hash_unbase64((uint8_t *)f, sizeof *f, line);
	sodium_memzero(line, strlen(line));
	return n == (long)sizeof *f && memcmp(f->algorithm, "Ed", 2) == 0 &&
	    memcmp(f->checksum, "B2", 2) == 0 &&
	    (memcmp(f->kdf, "Sc", 2) == 0 || memcmp(f->kdf, "\0", 2) == 0);
}

int
keys_secret_read(struct err *e, struct arena *a, const char *path,
	keys_password *ask_password, void *ctx, struct secret_key *out)
{
	struct secret_file f;
	size_t len;
	char *s;
	int rc = file_read(e, a, path, FILE_MAX, &s, &len);

	if (rc != ERR_OK)
		return rc;
	if (sodium_init() < 0)
		return err_set(e, ERR_SYSTEM, "libsodium does not start");
	if (parse_secret(a, s, len, &f))
		rc = open_secret(e, path, &f, ask_password, ctx);
	else
		rc = err_set(e, ERR_INPUT, "%s: not a minisign secret key "
		    "(iacta keygen or minisign -G makes one)", path);
	if (rc == ERR_OK) {
		memcpy(out->id, f.k.id, sizeof out->id);
		memcpy(out->ed, f.k.ed, sizeof out->ed);
	}
	sodium_memzero(s, len);
	sodium_memzero(&f, sizeof f);
	return rc;
}
