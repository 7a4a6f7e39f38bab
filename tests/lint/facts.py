#!/usr/bin/env python3
"""facts.py REPOSITORY...: find prose in the facts of recorded games.

Reads events.toml, answers.toml, turn.toml and checkpoint.toml of every commit.
A string there is an id, a number, a word of a fixed vocabulary, or several of
these with blanks between them (what is written to answer a question).  Names
come from the scenario; a battle's result is a side, a grade and "victory".
"""
import re
import subprocess
import sys
import tomllib

FILES = ('turn.toml', 'events.toml', 'answers.toml', 'checkpoint.toml')
NAMES = ('name', 'title')
WRITTEN = ('text', 'step', 'entry')  # of a refusal: what somebody wrote
RESULT = re.compile(r'[a-z0-9-]+ (?:[a-z]+ )?victory$')
WORDS = {'go', 'on', 'then', 'none', 'fire', 'NE', 'E', 'SE', 'SW', 'W', 'NW',
         'N', 'S'}


def strings(value, key=''):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from strings(v, k)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v, key)
    elif isinstance(value, str):
        yield key, value


def is_prose(key, s, ids):
    if ' ' not in s or key in NAMES or key in WRITTEN or key == 'label':
        return False
    if key == 'result' and RESULT.match(s):
        return False
    return not all(w in ids or w in WORDS or re.search(r'\d', w)
                   for w in re.split(r'[ +]', s))


def commits(repository):
    """Oldest first: who falls in an exchange is known from the one before."""
    return subprocess.run(
        ('git', '-C', repository, 'rev-list', '--reverse', 'main'),
        check=True, capture_output=True, text=True).stdout.split()


def files(repository):
    """Yield commit, name and text of every file of facts."""
    wanted = [(c, n) for c in commits(repository) for n in FILES]
    out = subprocess.run(
        ('git', '-C', repository, 'cat-file', '--batch'), check=True,
        input=''.join('%s:%s\n' % w for w in wanted).encode(),
        capture_output=True).stdout
    at = 0
    for commit, name in wanted:
        line, at = out[at:out.index(b'\n', at)], out.index(b'\n', at) + 1
        if line.endswith(b' missing'):
            continue
        size = int(line.split()[2])
        yield commit, name, out[at:at + size].decode()
        at += size + 1


def main():
    bad, read, mods = 0, 0, 0
    for repository in sys.argv[1:]:
        ids = set()
        for commit, name, text in files(repository):
            tree = tomllib.loads(text)
            for table in ('unit', 'leader', 'side'):
                if isinstance(tree.get(table), dict):
                    ids.update(tree[table])
            mods += text.count('\nmods = ')
            for key, s in strings(tree):
                read += 1
                if is_prose(key, s, ids):
                    print('%s: %.12s: %s: %s = "%s" is prose'
                          % (repository, commit, name, key, s))
                    bad += 1
    print('%d strings, %d lists of modifiers' % (read, mods))
    return 1 if bad or read < 1000 else 0


sys.exit(main())
