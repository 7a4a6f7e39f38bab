#!/usr/bin/env python3
"""sentences.py SRCDIR: no sentence for people lives in src/show.

What a report, a picture or a page says stands in templates/ and in the
catalogues of games/.  Prints each string of src/show/*.c with two words of
plain English in a row, and each phrase about pictures and letters that nothing
asks for.  Messages of errors may stay in the code, and what is drawn (paths
and attributes of SVG) is not English.
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\\n]|\\.)*"'
JOINED = re.compile(STRING + r'(?:\s*' + STRING + r')*')
COMMENT = re.compile(r'/\*.*?\*/', re.S)
# Calls that say what is wrong with a file.
ERRORS = re.compile(r'\b(?:err_set|err_prefix|fault|bad|include)\s*$')
MADE = ('layouts.c', 'own_phrases.c')
WORDS = re.compile(r"(?<![\w.#%-])[A-Za-z]{2,}[,:;]? [a-z]{2,}(?![\w=(-])")


def blank(m):
    return re.sub(r'[^\n]', ' ', m.group(0))


def text(literals):
    """What a string says besides markup."""
    s = ''.join(m[1:-1] for m in re.findall(STRING, literals))
    s = s.replace('\\"', '"')
    s = re.sub(r'[\w-]+="[^"]*("|$)', '', s)    # attributes
    s = re.sub(r'^[^<>]*">|</?[\w-]+\s*/?>?', '', s)    # tags
    return s


def call_before(source, at):
    """The function in whose arguments `at` stands, as "name" before its (."""
    depth = 0
    for i in range(at - 1, -1, -1):
        c = source[i]
        if c == ')':
            depth += 1
        elif c == '(':
            if depth == 0:
                return source[max(0, i - 40):i]
            depth -= 1
        elif c in ';{}':
            break
    return ''


def sentences(path):
    source = COMMENT.sub(blank, path.read_text())
    source = re.sub(r'^#.*$', blank, source, flags=re.M)
    # characters in quotes, so that '"' and '(' are nobody's
    source = re.sub(r"'(?:\\.|[^'\\])'", blank, source)
    plain = JOINED.sub(blank, source)
    for m in JOINED.finditer(source):
        said = WORDS.search(text(m.group(0)))
        if said and not ERRORS.search(call_before(plain, m.start())):
            yield source.count('\n', 0, m.start()) + 1, said.group(0)


def phrases(path):
    table = ''
    for row in path.read_text().splitlines():
        m = re.match(r'\[(\w+)\]$', row)
        table = m.group(1) if m else table
        m = re.match(r'([a-z-]+) = ', row)
        if m and table in ('legend', 'letters'):
            yield m.group(1)


def main():
    top = pathlib.Path(sys.argv[1])
    bad, source = [], ''
    for path in sorted((top / 'src/show').glob('*.c')):
        if path.name in MADE:
            continue
        source += path.read_text()
        bad += ['src/show/%s:%d: "%s": a sentence; it belongs into templates/'
                % (path.name, line, said) for line, said in sentences(path)]
    bad += ['templates/phrases.toml: "%s" is not used' % key
            for key in phrases(top / 'templates/phrases.toml')
            if '"%s"' % key not in source]
    for b in bad:
        print(b)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
