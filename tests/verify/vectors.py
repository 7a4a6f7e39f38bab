#!/usr/bin/env python3
"""Vectors of the protocol, for whoever writes another implementation.

    vectors.py FILE           check that FILE holds what iacta-protocol(7) says
    vectors.py --write FILE   write it anew

Like verify.py it knows nothing of the C code; tests/unit/test-vectors.c makes
the same file from that.  Every number in it follows from `secret`, the texts and
the keys' seeds.
"""
import base64
import hashlib
import hmac
import json
import os
import sys

import crypto

GAME = 'vectors-1'
SECRET = bytes(range(32))
SIDES = ['red', 'blue']
TEXT = 'iacta = 1\ngame = "vectors-1"\n'


def sha(data):
    return hashlib.sha256(data).hexdigest()


def mac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def b64(data):
    return base64.b64encode(data).decode()


def draw(key, sides, message):
    """The first number below the last multiple of `sides`; and its T."""
    t = 0
    while True:
        v = int.from_bytes(mac(key, message % t)[:4], 'big')
        if v < sides * (2 ** 32 // sides):
            return v % sides, t
        t += 1


def shuffled(key, n):
    cards = list(range(n))
    for i in range(n - 1, 0, -1):
        k, _ = draw(key, i + 1, 'card:%d:%%d' % i)
        cards[i], cards[k] = cards[k], cards[i]
    return cards


def seed(n):
    return mac(SECRET, 'iacta-seed:%s:%d' % (GAME, n))


def turn(n):
    return 'iacta = 1\ngame = "%s"\nexchange = %d\n' % (GAME, n)


def orders(n, side):
    return turn(n) + 'side = "%s"\norder = []\n' % side


# label, nth, sides; the last is one whose first number is not used
ROLLS = [('7.0 combat at 3114', 1, 6), ('7.0 combat at 3114', 2, 6),
         ('10.1 fire ballista-67 at hun-archer-2', 1, 10), ('coin', 1, 2),
         ('one', 1, 1), ('x' * 200, 1, 65536), ('again 23245', 1, 65175)]


def exchange(n, senders):
    s = seed(n)
    text = 'turn %s\n' % sha(turn(n).encode()) + ''.join(
        '%s %s\n' % (x, sha(orders(n, x).encode())) for x in senders)
    transcript = sha(text.encode())
    key = mac(s, 'iacta-key:%s:%d:%s' % (GAME, n, transcript))
    bot = mac(mac(SECRET, 'iacta-bot:%s:%d' % (GAME, n)),
              'iacta-bot-key:%s:%d:%s' % (GAME, n, transcript))
    return {
        'n': n, 'seed': s.hex(),
        'commitment': sha(('iacta-commit:%s:%d:%s' % (
            GAME, n, s.hex())).encode()),
        'turn': turn(n), 'turn_sha256': sha(turn(n).encode()),
        'submission': [{'side': x, 'text': orders(n, x),
                        'sha256': sha(orders(n, x).encode())}
                       for x in senders],
        'transcript': transcript, 'key': key.hex(), 'botkey': bot.hex(),
        'roll': [{'label': label, 'nth': nth, 'sides': sides,
                  'face': draw(key, sides, 'roll:%d:%%d:%s' % (nth, label))[0]}
                 for label, nth, sides in ROLLS],
        'pick': [{'nth': i, 'options': o,
                  'pick': draw(bot, o, 'bot:%d:%%d' % i)[0]}
                 for i, o in ((1, 2), (2, 7), (3, 300))],
    }


def deck(j, cards, transcript):
    d = mac(SECRET, 'iacta-deck:%s:%d' % (GAME, j))
    key = mac(d, 'iacta-deck-key:%s:%d:%s' % (GAME, j, transcript))
    return {'deck': j, 'seed': d.hex(),
            'commitment': sha(('iacta-deck-commit:%s:%d:%s' % (
                GAME, j, d.hex())).encode()),
            'transcript': transcript, 'key': key.hex(), 'cards': cards,
            'order': shuffled(key, cards)}


def string(x):
    return len(x).to_bytes(4, 'big') + x


def ssh_blob(public):
    return string(b'ssh-ed25519') + string(public)


def key(side):
    """Made from 32 times the letter of the side, number 8 times the same."""
    s = side[:1].encode() * 32
    public = crypto.ed25519_public(s)
    return {'side': side, 'seed': s.hex(), 'number': (s[:8]).hex(),
            'public': public.hex(),
            'minisign': b64(b'Ed' + s[:8] + public),
            'openssh': 'ssh-ed25519 ' + b64(ssh_blob(public)),
            'x25519': crypto.to_x25519(public).hex()}


def minisig(k, text, comment):
    s = bytes.fromhex(k['seed'])
    sig = crypto.ed25519_sign(s, hashlib.blake2b(text).digest())
    whole = crypto.ed25519_sign(s, sig + comment.encode())
    return ('untrusted comment: signature by iacta\n%s\ntrusted comment: %s\n'
            '%s\n' % (b64(b'ED' + bytes.fromhex(k['number']) + sig), comment,
                      b64(whole)))


def ssh_sig(k, text, namespace):
    s, public = bytes.fromhex(k['seed']), bytes.fromhex(k['public'])
    sig = crypto.ed25519_sign(s, b'SSHSIG' + string(namespace) + string(b'') +
                              string(b'sha512') +
                              string(hashlib.sha512(text).digest()))
    t = b64(b'SSHSIG' + (1).to_bytes(4, 'big') + string(ssh_blob(public)) +
            string(namespace) + string(b'') + string(b'sha512') +
            string(string(b'ssh-ed25519') + string(sig)))
    return ('-----BEGIN SSH SIGNATURE-----\n' +
            ''.join(t[i:i + 70] + '\n' for i in range(0, len(t), 70)) +
            '-----END SSH SIGNATURE-----\n')


def signatures(keys):
    out = []
    for k in keys:
        comment = 'iacta %s 1 %s' % (GAME, k['side'])
        out.append({'key': k['side'], 'form': 'minisign', 'text': TEXT,
                    'comment': comment,
                    'signature': minisig(k, TEXT.encode(), comment)})
        for ns in ('iacta', 'git'):
            out.append({'key': k['side'], 'form': 'openssh', 'text': TEXT,
                        'namespace': ns, 'signature': ssh_sig(
                            k, TEXT.encode(), ns.encode())})
    return out


SEALS = [(3, 'red', 'hand', 'ambush\nleadership-center\n', 1024),
         (3, 'red', 'hand', 'ambush\n', 1024),
         (3, 'blue', 'hand', 'ambush\n', 1024),
         (3, 'blue', 'refusal:2', '{ code = "no-way" }\n', 2048),
         (3, 'referee', 'state', 'deck = [1, 2, 3]\n', 4096)]


def seal(n, to, what, plain, pad):
    text = plain.encode()
    text += b'\n' * (-len(text) % pad if text else pad)
    box = crypto.box_keypair(mac(SECRET, 'iacta-box:' + GAME))[0]
    public = box if to == 'referee' else bytes.fromhex(key(to)['x25519'])
    pair = crypto.box_keypair(mac(SECRET, 'iacta-seal:%s:%d:%s:%s:%s' % (
        GAME, n, to, what, sha(text))))
    sealed = b64(crypto.box_seal(public, pair, text))
    return {'n': n, 'to': to, 'what': what, 'plain': plain, 'pad': pad,
            'sealed': [sealed[i:i + 64] for i in range(0, len(sealed), 64)]}


def vectors():
    exchanges = [exchange(0, SIDES), exchange(1, ['blue']), exchange(12, [])]
    keys = [key(s) for s in SIDES]
    return {
        'iacta': 1, 'game': GAME, 'secret': SECRET.hex(),
        'secret_commitment': sha(('iacta-secret:%s:%s' % (
            GAME, SECRET.hex())).encode()),
        'seal_key': b64(crypto.box_keypair(mac(SECRET,
                                               'iacta-box:' + GAME))[0]),
        'exchange': exchanges,
        'deck': [deck(j, n, exchanges[1]['transcript'])
                 for j, n in ((0, 60), (1, 7), (2, 1))],
        'key': keys, 'signature': signatures(keys),
        'seal': [seal(*x) for x in SEALS],
    }


def check_signature(k, x):
    """The verifier's own view of what was signed."""
    import verify
    text = x['text'].encode()
    if x['form'] == 'minisign':
        number, public = verify.key_of(k['minisign'])
        verify.check_minisign(number, public, text, x['signature'].encode())
    else:
        _, public = verify.key_of(k['openssh'])
        verify.check_ssh(public, x['namespace'].encode(), text,
                         x['signature'].encode())


def check_foreign(directory, x):
    """What minisign and OpenSSH made holds, or does not, as it says there."""
    import verify

    def read(name):
        with open(os.path.join(directory, 'foreign', name), 'rb') as f:
            return f.read()
    text, signature = read(x['text']), read(x['signature'])
    line = read(x['key']).decode().strip().split('\n')[-1]
    try:
        number, public = verify.key_of(line)
        if x['form'] == 'minisign':
            verify.check_minisign(number, public, text, signature)
        else:
            verify.check_ssh(public, x['namespace'].encode(), text, signature)
        holds = True
    except (verify.Fault, ValueError):
        holds = False
    if holds != x['holds']:
        sys.exit('foreign: %s of %s by %s: %s' % (
            x['signature'], x['text'], x['key'],
            'it holds' if holds else 'it does not hold'))


def main():
    write = sys.argv[1] == '--write'
    path = sys.argv[2 if write else 1]
    want = vectors()
    with open(path, encoding='ascii') as f:
        want['foreign'] = json.load(f)['foreign']   # recorded, not made
    if write:
        with open(path, 'w', encoding='ascii') as f:
            json.dump(want, f, indent=1)
            f.write('\n')
    with open(path, encoding='ascii') as f:
        got = json.load(f)
    if got != want:
        sys.exit('%s: it does not hold what the protocol says' % path)
    for x in got['signature']:
        check_signature(next(k for k in got['key'] if k['side'] == x['key']),
                        x)
    for x in got['foreign']:
        check_foreign(os.path.dirname(path), x)
    last = got['exchange'][0]
    label, nth, sides = ROLLS[-1]
    t = draw(bytes.fromhex(last['key']), sides,
             'roll:%d:%%d:%s' % (nth, label))[1]
    if t < 1:
        sys.exit('%s: no roll of it passes a number over' % path)
    print('%s: %d rolls, %d decks, %d signatures, %d foreign, %d seals' % (
        path, sum(len(x['roll']) for x in got['exchange']), len(got['deck']),
        len(got['signature']), len(got['foreign']), len(got['seal'])))


main()
