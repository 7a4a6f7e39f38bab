#!/usr/bin/env python3
"""Find refusals that are still told in prose instead of by a code.

Prints "COUNT FILE" for every file of the systems in which a predicate returns
a sentence, or an order is refused with one.  With --show prints each.
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\]|\\.)*"'
SAYS = re.compile(
    r'(?:(?<!")\breturn\b|\b(?:why|reason)\s*=|\border_refuse\s*\(\s*g\s*,'
    r'|\borders_end\s*\([^"();]*,)'
    r'[^";{}]*?((?:' + STRING + r'\s*)+)', re.S)
LABEL = re.compile(r'^=?\d+\.\d+ ')  # a modifier's
# Invariants are our own mistakes, layouts and summaries are for people.
OTHER = re.compile(r'(show|state|data|invariant|bot|legal|sheet|draw)\w*\.c$')


def sentences(path):
    text = re.sub(r'/\*.*?\*/', '', path.read_text(), flags=re.S)
    for m in SAYS.finditer(text):
        s = ''.join(x[1:-1] for x in re.findall(STRING, m.group(1)))
        if ' ' in s.strip() and not LABEL.search(s):
            yield s


def main():
    top = pathlib.Path(sys.argv[1])
    show = '--show' in sys.argv
    for path in sorted(top.glob('src/systems/*/*.c')):
        if OTHER.search(path.name):
            continue
        found = list(sentences(path))
        name = path.relative_to(top)
        if found and not show:
            print(len(found), name)
        for s in found if show else []:
            print('%s: %s' % (name, s))


try:
    main()
except BrokenPipeError:
    pass
