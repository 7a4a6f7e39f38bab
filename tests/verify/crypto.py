"""Ed25519, X25519 and crypto_box, in plain Python: slow, and easy to read.

Written from RFC 8032, RFC 7748 and the papers on NaCl, so that the second
verifier shares no line with the program that it checks.
"""
import hashlib
import struct

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


# ------------------------------------------------------------ Ed25519

def _x_of(y, sign):
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * ROOT % P
    if (x * x - xx) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


_BY = 4 * pow(5, P - 2, P) % P
_BX = _x_of(_BY, 0)
BASE = (_BX, _BY, 1, _BX * _BY % P)


def _add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _mul(k, p):
    q = (0, 1, 1, 0)
    while k:
        if k & 1:
            q = _add(q, p)
        p = _add(p, p)
        k >>= 1
    return q


def _decode(s):
    y = int.from_bytes(s, 'little')
    sign = y >> 255
    y &= (1 << 255) - 1
    x = _x_of(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def _equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and \
        (p[1] * q[2] - q[1] * p[2]) % P == 0


def ed25519_verify(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = _decode(public), _decode(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L:
        return False
    h = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(h, 'little') % L
    return _equal(_mul(s, BASE), _add(r, _mul(k, a)))


def to_x25519(public):
    """An Ed25519 public key as one of X25519."""
    y = int.from_bytes(public, 'little') & (1 << 255) - 1
    return ((1 + y) * pow(1 - y, P - 2, P) % P).to_bytes(32, 'little')


# ------------------------------------------------------------- X25519

def x25519(k, u):
    k = int.from_bytes(k, 'little')
    k = (k & ~(7 | 1 << 255)) | 1 << 254
    x1 = int.from_bytes(u, 'little') & (1 << 255) - 1
    x2, z2, x3, z3, swap = 1, 0, x1, 1, 0
    for t in range(254, -1, -1):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        x3, z3 = (da + cb) ** 2 % P, x1 * (da - cb) ** 2 % P
        x2, e = aa * bb % P, aa - bb
        z2 = e * (aa + 121665 * e) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, 'little')


NINE = b'\x09' + bytes(31)


def box_keypair(seed):
    """crypto_box_seed_keypair"""
    secret = hashlib.sha512(seed).digest()[:32]
    return x25519(secret, NINE), secret


# ------------------------------------------------- XSalsa20 and Poly1305

def _salsa_rounds(x):
    def quarter(a, b, c, d):
        for to, m, n, r in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13),
                            (a, d, c, 18)):
            v = x[m] + x[n] & 0xffffffff
            x[to] ^= (v << r | v >> 32 - r) & 0xffffffff
    for _ in range(10):
        quarter(0, 4, 8, 12)
        quarter(5, 9, 13, 1)
        quarter(10, 14, 2, 6)
        quarter(15, 3, 7, 11)
        quarter(0, 1, 2, 3)
        quarter(5, 6, 7, 4)
        quarter(10, 11, 8, 9)
        quarter(15, 12, 13, 14)


def _salsa_input(key, block):
    s = struct.unpack('<4I', b'expand 32-byte k')
    k, n = struct.unpack('<8I', key), struct.unpack('<4I', block)
    return [s[0], *k[:4], s[1], *n, s[2], *k[4:], s[3]]


def _hsalsa20(key, block):
    x = _salsa_input(key, block)
    _salsa_rounds(x)
    return struct.pack('<8I', *(x[i] for i in (0, 5, 10, 15, 6, 7, 8, 9)))


def _xsalsa20(key, nonce, n):
    sub, out, i = _hsalsa20(key, nonce[:16]), b'', 0
    while len(out) < n:
        x = _salsa_input(sub, nonce[16:] + struct.pack('<Q', i))
        y = list(x)
        _salsa_rounds(y)
        out += struct.pack('<16I', *(a + b & 0xffffffff
                                     for a, b in zip(x, y)))
        i += 1
    return out[:n]


def _poly1305(key, message):
    r = int.from_bytes(key[:16], 'little') & \
        0x0ffffffc0ffffffc0ffffffc0fffffff
    acc = 0
    for i in range(0, len(message), 16):
        acc += int.from_bytes(message[i:i + 16] + b'\x01', 'little')
        acc = acc * r % (2 ** 130 - 5)
    acc += int.from_bytes(key[16:], 'little')
    return (acc & (1 << 128) - 1).to_bytes(16, 'little')


def _box_key(public, secret):
    return _hsalsa20(x25519(secret, public), bytes(16))


def _seal_nonce(ephemeral, public):
    return hashlib.blake2b(ephemeral + public, digest_size=24).digest()


def box_seal(public, ephemeral_pair, plain):
    """crypto_box_seal's format, with the ephemeral pair given."""
    epk, esk = ephemeral_pair
    stream = _xsalsa20(_box_key(public, esk), _seal_nonce(epk, public),
                       32 + len(plain))
    text = bytes(a ^ b for a, b in zip(plain, stream[32:]))
    return epk + _poly1305(stream[:32], text) + text


def box_open(public, secret, sealed):
    epk, tag, text = sealed[:32], sealed[32:48], sealed[48:]
    stream = _xsalsa20(_box_key(epk, secret), _seal_nonce(epk, public),
                       32 + len(text))
    if _poly1305(stream[:32], text) != tag:
        return None
    return bytes(a ^ b for a, b in zip(text, stream[32:]))


# ----------------------------------------------------------------- signing
# For vectors alone: it is slow, and its time tells the key.

def _encode(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, 'little')


def _expand(seed):
    h = hashlib.sha512(seed).digest()
    return (int.from_bytes(h[:32], 'little') & (1 << 254) - 8 | 1 << 254,
            h[32:])


def ed25519_public(seed):
    return _encode(_mul(_expand(seed)[0], BASE))


def ed25519_sign(seed, message):
    a, prefix = _expand(seed)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(),
                       'little') % L
    point = _encode(_mul(r, BASE))
    k = int.from_bytes(hashlib.sha512(point + ed25519_public(seed) +
                                      message).digest(), 'little') % L
    return point + ((r + k * a) % L).to_bytes(32, 'little')
