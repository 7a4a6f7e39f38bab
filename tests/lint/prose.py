#!/usr/bin/env python3
"""prose.py SRCDIR: find refusals that are told in prose instead of by a code.

Prints "FILE: SENTENCE" wherever a predicate of a system returns a sentence, or
an order is refused with one, and fails if there is any.
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\]|\\.)*"'
SAYS = re.compile(
    r'(?:(?<!")\breturn\b|\b(?:why|reason)\s*=|\border_cannot\s*\(\s*g\s*,'
    r'|\borders_end\s*\([^"();]*,)'
    r'[^";{}]*?((?:' + STRING + r'\s*)+)', re.S)
LABEL = re.compile(r'^=?\d+\.\d+ ')  # a modifier's
# Invariants are our own mistakes, layouts and summaries are for people.
OTHER = re.compile(r'(show|state|data|invariant|bot|legal|sheet|draw)\w*\.c$')


# So are functions that say so by their name.
WORDS = re.compile(r'^\w+_words\(.*?^}', re.S | re.M)


def sentences(path):
    text = re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S)
    text = WORDS.sub('', text)
    for m in SAYS.finditer(text):
        s = ''.join(x[1:-1] for x in re.findall(STRING, m.group(1)))
        if ' ' in s.strip() and not LABEL.search(s):
            yield s


def main():
    top = pathlib.Path(sys.argv[1])
    bad = 0
    for path in sorted(top.glob('src/systems/*/*.c')):
        if OTHER.search(path.name):
            continue
        for s in sentences(path):
            print('%s: a refusal in prose: %s' % (path.relative_to(top), s))
            bad = 1
    return bad


sys.exit(main())
