#!/usr/bin/env python3
"""seeds.py SOURCE OUT: the texts that the harnesses begin with

What is small and made by hand stands in tests/fuzz/seeds; this writes the rest
from the tree's own files, each under the byte that tells a harness what it is.
(fuzz-turn writes its own, of the games that it founds: FUZZ_SEEDS=DIR.)
The order of SYSTEMS is that of fuzz_tables in fuzz.h.
"""
import pathlib
import random
import sys

SYSTEMS = [('ancient-battles', 'chalons-free'), ('cc-medieval', 'petra-passes'),
           ('cataphract', 'utus'), ('spqr', 'learning')]


def write(out, name, n, data):
    d = out / (name + '-seeds')
    d.mkdir(parents=True, exist_ok=True)
    (d / str(n)).write_bytes(data)


def scenario(src, out):
    """Each file of rules/ in the place that it has there, sorted by path."""
    for s, (system, name) in enumerate(SYSTEMS):
        top = src / 'games' / system
        text = (top / 'scenarios' / (name + '.toml')).read_text()
        base = [l.split('"')[1] for l in text.splitlines()
                if l.startswith('based_on')]
        paths = sorted(['charts.toml', 'phrases.toml', 'system.toml'] + [
            'scenarios/%s.toml' % x for x in [name] + base])
        for i, path in enumerate(paths):
            if (top / path).exists():
                write(out, 'scenario', '%d-%d' % (s, i),
                      bytes([i << 4 | s]) + (top / path).read_bytes())


def engine(out):
    random.seed(1)
    for i in range(16):
        write(out, 'engine', i, bytes([i % 4]) + bytes(
            random.randrange(256) for _ in range(300)))


def main():
    src, out = map(pathlib.Path, sys.argv[1:])
    scenario(src, out)
    engine(out)


main()
