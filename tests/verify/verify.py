#!/usr/bin/env python3
"""A second verifier of a game's history, from iacta-protocol(7) alone.

	verify.py DIR...

Checks, with Python's standard library and `git` to read objects: the chain of
turns; the referee's signature on every commit and the players' on every
submission; every commitment, seed, transcript, key and roll; and, when the game
is over, the secret, the deck of every shuffle, every seal of the referee's (made
again where the plaintext is known), and that what players sealed begins as it
must.  It knows no rules.  Prints one line for each game; status 1 if one does
not hold.
"""
import base64
import hashlib
import hmac
import re
import struct
import subprocess
import sys
import tomllib

import crypto


class Fault(Exception):
    pass


def need(truth, *what):
    if not truth:
        raise Fault(' '.join(str(x) for x in what))


def sha(data):
    return hashlib.sha256(data).hexdigest()


def mac(key, text):
    return hmac.new(key, text.encode('ascii'), hashlib.sha256).digest()


# ---------------------------------------------------------------- git

def git(directory, *args):
    return subprocess.run(['git', '-C', directory, *args], check=True,
                          stdout=subprocess.PIPE).stdout


class Objects:
    """Objects by name, through one process; each is read once."""

    def __init__(self, directory):
        self.pipe = subprocess.Popen(
            ['git', '-C', directory, 'cat-file', '--batch'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.known = {}

    def read(self, name):
        if name not in self.known:
            self.pipe.stdin.write(name.encode() + b'\n')
            self.pipe.stdin.flush()
            size = int(self.pipe.stdout.readline().split()[2])
            self.known[name] = self.pipe.stdout.read(size)
            self.pipe.stdout.read(1)
        return self.known[name]

    def tree(self, name, prefix=''):
        """path: object, of all files of a tree"""
        data, out = self.read(name), {}
        while data:
            head, rest = data.split(b'\0', 1)
            mode, path = head.split(b' ', 1)
            child, data = rest[:20].hex(), rest[20:]
            if mode == b'40000':
                out.update(self.tree(child, prefix + path.decode() + '/'))
            else:
                out[prefix + path.decode()] = child
        return out


class Commit:
    def __init__(self, objects, name):
        self.raw = objects.read(name)
        tree = re.match(rb'tree ([0-9a-f]{40})\n', self.raw).group(1)
        self.files = {path: objects.read(x) for path, x in
                      objects.tree(tree.decode()).items()}

    def toml(self, path):
        return tomllib.loads(self.files[path].decode())

    def signature(self):
        """(what was signed, the armoured signature)"""
        head, body = self.raw.split(b'\n\n', 1)
        m = re.search(rb'^gpgsig (.*(?:\n .*)*)\n?', head, re.M)
        need(m, 'the commit is not signed')
        rest = (head[:m.start()] + head[m.end():]).rstrip(b'\n')
        return rest + b'\n\n' + body, m.group(1).replace(b'\n ', b'\n')


# ---------------------------------------------------------- signatures

def strings(data):
    out = []
    while data:
        n, = struct.unpack('>I', data[:4])
        out.append(data[4:4 + n])
        data = data[4 + n:]
    return out


def string(s):
    return struct.pack('>I', len(s)) + s


def key_of(line):
    """(number or None, the Ed25519 key) of a charter's line"""
    if line.startswith('ssh-ed25519 '):
        kind, key = strings(base64.b64decode(line.split()[1]))
        need(kind == b'ssh-ed25519', 'not an Ed25519 key')
        return None, key
    raw = base64.b64decode(line)
    need(len(raw) == 42 and raw[:2] == b'Ed', 'not a minisign key')
    return raw[2:10], raw[10:]


def check_ssh(key, namespace, message, armour):
    lines = armour.decode().strip().split('\n')
    blob = base64.b64decode(''.join(lines[1:-1]))
    need(blob[:6] == b'SSHSIG' and blob[6:10] == b'\0\0\0\1', 'not an SSHSIG')
    public, space, _, algorithm, signature = strings(blob[10:])
    need(strings(public)[1] == key, 'signed by another key')
    need(space == namespace, 'namespace', space)
    need(algorithm in (b'sha256', b'sha512'), 'hash', algorithm)
    digest = hashlib.new(algorithm.decode(), message).digest()
    signed = b'SSHSIG' + string(space) + string(b'') + string(algorithm) + \
        string(digest)
    need(crypto.ed25519_verify(key, signed, strings(signature)[1]),
         'the signature does not hold')


def check_minisign(number, key, message, text):
    lines = text.decode().split('\n')
    raw = base64.b64decode(lines[1])
    need(raw[:2] == b'ED' and raw[2:10] == number, 'not by that key')
    need(crypto.ed25519_verify(key, hashlib.blake2b(message).digest(),
                               raw[10:]), 'the signature does not hold')
    need(lines[2].startswith('trusted comment: '), 'no trusted comment')
    comment = lines[2][len('trusted comment: '):].encode()
    need(crypto.ed25519_verify(key, raw[10:] + comment,
                               base64.b64decode(lines[3])),
         'the trusted comment was changed')


# ----------------------------------------------------------------- dice

def draw(key, sides, message):
    """v mod S of the first v that is small enough"""
    t = 0
    while True:
        v = int.from_bytes(mac(key, message % t)[:4], 'big')
        if v < sides * (2 ** 32 // sides):
            return v % sides
        t += 1


def roll(key, sides, nth, label):
    need(re.fullmatch(r'''[ -~]{1,200}''', label) and label.strip() == label
         and not set('"\'\\`$') & set(label), 'label', label)
    return draw(key, sides, 'roll:%d:%%d:%s' % (nth, label.replace('%', '%%')))


def shuffled(key, n):
    cards = list(range(n))
    for i in range(n - 1, 0, -1):
        j = draw(key, i + 1, 'card:%d:%%d' % i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


# ------------------------------------------------------------------ a game

class Game:
    def __init__(self, directory):
        names = git(directory, 'rev-list', '--reverse', '--first-parent',
                    'refs/heads/main').decode().split()
        objects = Objects(directory)
        self.commits = [Commit(objects, x) for x in names]
        self.charter = self.commits[0].toml('game.toml')
        self.name = self.charter['game']
        self.referee = key_of(self.charter['referee'])
        self.secret = None
        last = self.commits[-1]
        if 'dice.toml' in last.files and 'secret' in last.toml('dice.toml'):
            self.secret = bytes.fromhex(last.toml('dice.toml')['secret'])
        self.count = dict(signatures=0, rolls=0, shuffles=0, seals=0, hands=0,
                          picks=0)

    def sides(self):
        return [s for s in self.charter['side'] if not s.get('bot')]

    def key(self, turn, side):
        """Who speaks for a side in the exchange that this turn opened."""
        if side == 'referee':
            return self.referee
        own = next(s['key'] for s in self.sides() if s['name'] == side)
        return key_of(turn.get('terms', {}).get('key', {}).get(side, own))

    # ------------------------------------------------------- one commit

    def check_commit(self, n):
        c, charter = self.commits[n], self.commits[0].files['game.toml']
        text, armour = c.signature()
        check_ssh(self.referee[1], b'git', text, armour)
        self.count['signatures'] += 1
        need(c.files['game.toml'] == charter, 'another charter')
        for path, digest in self.charter['rules'].items():
            need(sha(c.files['rules/' + path]) == digest, 'rules/' + path)
        turn = c.toml('turn.toml')
        need(turn['exchange'] == n and turn['charter'] == sha(charter) and
             turn['checkpoint'] == sha(c.files['checkpoint.toml']),
             'turn.toml')
        need(('Iacta-Exchange: %d\n' % n).encode() in c.raw, 'trailer')
        return turn

    def submissions(self, n, before):
        """The transcript of exchange n, as commit n+1 has it."""
        c = self.commits[n + 1]
        text = 'turn %s\n' % sha(self.commits[n].files['turn.toml'])
        papers = {p for p in c.files if p.startswith('orders/') and
                  p.endswith('.toml')}
        for side in [s['name'] for s in self.sides()] + ['referee']:
            for path in sorted(papers):
                if side != 'referee' and path == 'orders/%s.toml' % side:
                    text += '%s %s\n' % (side, sha(c.files[path]))
                elif not re.fullmatch(r'orders/%s-act-\d+\.toml' % side, path):
                    continue
                self.check_paper(n, before, side, path)
                papers.discard(path)
        need(not papers, 'nobody sent', papers)
        return sha(text.encode())

    def check_paper(self, n, before, side, path):
        c = self.commits[n + 1]
        number, key = self.key(before, side)
        data = c.files[path]
        if number is None:
            check_ssh(key, b'iacta', data, c.files[path + '.sig'])
        else:
            check_minisign(number, key, data, c.files[path + '.minisig'])
        self.count['signatures'] += 1
        t = tomllib.loads(data.decode().replace('\r\n', '\n'))
        need(t['game'] == self.name and t['side'] == side and
             t['exchange'] == n and
             t['turn'] == sha(self.commits[n].files['turn.toml']), path)
        if 'sealed' in t and self.secret:
            self.check_sealed(t, path)

    def check_sealed(self, t, path):
        pair = crypto.box_keypair(mac(self.secret, 'iacta-box:' + self.name))
        plain = crypto.box_open(*pair, base64.b64decode(''.join(t['sealed'])))
        need(plain is not None and len(plain) % 2048 == 0, path, 'sealed')
        keys = list(tomllib.loads(plain.decode()))
        need(keys[:3] == ['game', 'exchange', 'side'], path, 'header', keys)
        self.count['seals'] += 1

    def check_dice(self, n, before):
        """dice.toml of commit n+1"""
        c = self.commits[n + 1]
        dice = c.toml('dice.toml')
        seed = bytes.fromhex(dice['seed'])
        transcript = self.submissions(n, before)
        need(before['commitment'] == sha(('iacta-commit:%s:%d:%s' % (
            self.name, n, seed.hex())).encode()), 'seed and commitment')
        key = mac(seed, 'iacta-key:%s:%d:%s' % (self.name, n, transcript))
        need(dice['exchange'] == n and dice['transcript'] == transcript and
             dice['key'] == key.hex(), 'dice.toml')
        times = {}
        for i, r in enumerate(dice.get('roll', []), 1):
            nth = times[r['label']] = times.get(r['label'], 0) + 1
            need(r['index'] == i and r['nth'] == nth, 'roll', i)
            need(roll(key, r['sides'], nth, r['label']) == r['face'],
                 'roll %d.%d' % (n, i))
            self.count['rolls'] += 1
        if self.secret:
            need(seed == mac(self.secret, 'iacta-seed:%s:%d' % (
                self.name, n)), 'seed and secret')
            need(all(2 <= n <= 65536 for n in dice.get('picks', [])), 'picks')
            self.count['picks'] += len(dice.get('picks', []))
            for s in dice.get('shuffle', []):
                self.check_shuffle(n, s, transcript)
        return transcript

    # ------------------------------------------------- when it is over

    def check_shuffle(self, n, s, transcript):
        deck = mac(self.secret, 'iacta-deck:%s:%d' % (self.name, s['deck']))
        need(s['commitment'] == sha(('iacta-deck-commit:%s:%d:%s' % (
            self.name, s['deck'], deck.hex())).encode()), 'deck', s['deck'])
        self.count['shuffles'] += 1
        key = mac(deck, 'iacta-deck-key:%s:%d:%s' % (self.name, s['deck'],
                                                    transcript))
        if s['deck'] == 0:
            self.check_deal(n + 1, shuffled(key, s['cards']))

    def hidden(self, n):
        """What checkpoint.toml of commit n hides; {} where nothing is."""
        sealed = self.commits[n].toml('checkpoint.toml').get('sealed')
        if not sealed:
            return {}
        pair = crypto.box_keypair(mac(self.secret, 'iacta-box:' + self.name))
        box = base64.b64decode(''.join(sealed))
        plain = crypto.box_open(*pair, box)
        need(plain is not None and len(plain) % 4096 == 0, 'sealed state')
        self.must_seal(n, 'referee', 'state', pair[0], plain, box)
        return tomllib.loads(plain.decode())

    def check_deal(self, n, order):
        """The first deck: what is left of it is its end, and nobody holds
        what is in it."""
        state = self.hidden(n)
        cards = [c['id'] for c in tomllib.loads(self.commits[0].files[
            'rules/charts.toml'].decode()).get('cards', {}).get('list', [])]
        deck = state.get('deck')
        if not cards or not isinstance(deck, list) or len(cards) != len(order):
            return
        whole = [cards[i] for i in order]
        need(deck == whole[len(whole) - len(deck):], 'the deck of commit', n)
        dealt = set(whole[:len(whole) - len(deck)])
        for side, hand in state.get('hand', {}).items():
            need(set(hand) <= dealt, 'the hand of', side)

    def must_seal(self, n, to, what, public, plain, box):
        pair = crypto.box_keypair(mac(self.secret, 'iacta-seal:%s:%d:%s:%s:%s'
                                      % (self.name, n, to, what, sha(plain))))
        need(crypto.box_seal(public, pair, plain) == box, 'the seal of', what,
             'to', to)
        self.count['seals'] += 1

    def check_hands(self, n, turn):
        state = self.hidden(n) if n > 0 else {}
        if 'state' in self.commits[n].toml('checkpoint.toml'):
            return          # the checkpoint is an earlier position
        for h in turn.get('hand', []):
            hand = state.get('hand', {}).get(h['side'])
            if 'sealed' not in h or hand is None:
                continue
            need(h['count'] == len(hand), 'count of', h['side'])
            plain = ''.join(x + '\n' for x in hand).encode()
            plain += b'\n' * (-len(plain) % 1024 or (0 if plain else 1024))
            self.must_seal(n, h['side'], 'hand', crypto.to_x25519(
                self.key(turn, h['side'])[1]), plain,
                base64.b64decode(''.join(h['sealed'])))
            self.count['hands'] += 1

    def verify(self):
        before = self.check_commit(0)
        if self.secret:
            need(self.charter['secret_commitment'] == sha((
                'iacta-secret:%s:%s' % (self.name, self.secret.hex())
            ).encode()), 'secret')
        for n in range(1, len(self.commits)):
            try:
                turn = self.check_commit(n)
                need(turn['previous'] == sha(
                    self.commits[n - 1].files['turn.toml']), 'previous')
                transcript = self.check_dice(n - 1, before)
                need(turn['transcript'] == transcript, 'transcript')
                if self.secret:
                    self.check_hands(n, turn)
            except (Fault, KeyError) as e:
                raise Fault('commit %d: %s' % (n, e)) from e
            before = turn
        need(('result' in before) == (self.secret is not None), 'the end')


def main():
    bad = 0
    for directory in sys.argv[1:]:
        try:
            g = Game(directory)
            g.verify()
            print('%s: %d commits, %s' % (directory, len(g.commits), ', '.join(
                '%d %s' % (v, k) for k, v in g.count.items())))
        except Fault as e:
            print('%s: %s' % (directory, e))
            bad = 1
    return bad


if __name__ == '__main__':
    sys.exit(main())
