#!/usr/bin/env python3
"""messages.py SRCDIR: print every message that a user can meet, by file, and
fail on wording that has annoyed people.

Messages are the formats of err_set, cli_note, err_prefix, order_refuse and the
reasons that predicates return as prose, and the phrases of refusals ([why]).
"""
import ast
import os
import re
import sys

CALLS = re.compile(r'\b(err_set|cli_note|order_refuse|game_halt|say|toml_refuse)\s*\(')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
RIDDLES = [
    (r'\bthere is none\b', 'say what is missing'),
    (r'\bis one too many\b', 'say which argument was not expected'),
    (r'\bsomething is missing\b', 'say what is missing'),
    (r'\bstands there twice\b|\bis there twice\b', 'say "is given twice"'),
    (r'\bopens nothing\b', 'say what cannot be opened'),
    (r'\bit is none\b', 'name what it should be'),
    (r'\bcan be called so\b', 'say that the name is reserved'),
    (r'\.$', 'no full stop: it is one sentence after a colon'),
    (r'!', 'no exclamation marks'),
]


def strings_at(text, start):
    """The string literals of a call's arguments: adjacent ones joined."""
    depth, i, out, current = 0, start, [], None
    while i < len(text):
        c = text[i]
        if c == '"':
            m = STRING.match(text, i)
            piece = ast.literal_eval('"' + m.group(1).replace('\n', '') + '"')
            current = piece if current is None else current + piece
            i = m.end()
            continue
        if c in '(':
            depth += 1
        elif c == ')':
            depth -= 1
            if depth == 0:
                break
        if not c.isspace() and current is not None:
            out.append(current)
            current = None
        i += 1
    if current is not None:
        out.append(current)
    return out


def messages(src):
    for top, dirs, files in os.walk(os.path.join(src, 'src')):
        dirs.sort()
        for name in sorted(files):
            if not name.endswith('.c'):
                continue
            path = os.path.join(top, name)
            text = open(path, encoding='utf-8').read()
            for m in CALLS.finditer(text):
                for s in strings_at(text, m.end() - 1):
                    if ' ' in s.strip():
                        line = text.count('\n', 0, m.start()) + 1
                        yield os.path.relpath(path, src), line, s
                        break
    games = os.path.join(src, 'games')
    for system in sorted(os.listdir(games)):
        path = os.path.join(games, system, 'phrases.toml')
        if not os.path.exists(path):
            continue
        on = False
        for number, row in enumerate(open(path, encoding='utf-8'), 1):
            if row.startswith('['):
                on = row.strip() == '[why]'
            elif on and '=' in row and not row.startswith('#'):
                yield (os.path.relpath(path, src), number,
                       row.split('=', 1)[1].strip().strip('"'))


def main():
    src, last, bad, count = sys.argv[1], None, 0, 0
    for path, line, text in messages(src):
        if path != last:
            print('\n%s' % path)
            last = path
        print('%6d  %s' % (line, text))
        count += 1
        for pattern, why in RIDDLES:
            if re.search(pattern, text):
                print('%s:%d: "%s": %s' % (path, line, text, why),
                      file=sys.stderr)
                bad += 1
    print('\n%d messages' % count)
    sys.exit(1 if bad or count < 300 else 0)


main()
