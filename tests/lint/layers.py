#!/usr/bin/env python3
"""Check that includes go one way only (docs/ARCHITECTURE.md, Layers).

Prints each include that does not, and ends with status 1 if there is one.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(sys.argv[1])
BELOW = {
    'base': [],
    'hex': ['base'],
    'engine': ['base', 'hex'],
    'systems': ['base', 'hex', 'engine'],
    'show': ['base', 'hex', 'engine'],
    'trust': ['base', 'hex', 'engine', 'show'],
    'desk': ['base', 'hex', 'engine', 'show', 'trust'],
    'mail': ['base', 'hex', 'engine', 'show', 'trust', 'desk'],
    'png': ['base'],
    'cli': ['base', 'hex', 'engine', 'show', 'trust', 'desk', 'mail'],
}
# What needs git, keys or a mail library; a browser page has none of them.
FOREIGN = {'git2': ['trust'], 'sodium': ['trust', 'cli', 'mail'],
           'gmime': ['mail'], 'zlib': ['png', 'trust'], 'librsvg': ['png'],
           'toml': ['base']}


def layer(path):
    return path.relative_to(TOP / 'src').parts[0]


def complaints(path):
    here = layer(path)
    own = path.relative_to(TOP / 'src').parts[1] if here == 'systems' else None
    for n, line in enumerate(path.read_text().split('\n'), 1):
        m = re.match(r'\s*#\s*include\s+(["<])([^">]+)[">]', line)
        if not m:
            continue
        parts = m.group(2).split('/')
        if m.group(1) == '<':
            for name, where in FOREIGN.items():
                if parts[0].split('.')[0].startswith(name) and \
                        here not in where:
                    yield n, m.group(2)
        elif parts[0] == 'systems':
            if here != 'systems' or parts[1] != own and path.name != 'systems.c':
                yield n, m.group(2)
        elif len(parts) > 1 and parts[0] != here and \
                parts[0] not in BELOW[here]:
            yield n, m.group(2)


bad = 0
for path in sorted((TOP / 'src').rglob('*.[ch]*')):
    if path.suffix not in ('.c', '.h', '.cc'):
        continue
    for n, what in complaints(path):
        print('%s:%d: includes %s' % (path.relative_to(TOP), n, what))
        bad = 1
sys.exit(bad)
