#!/usr/bin/env python3
"""sentences.py SRCDIR: no sentence for people lives in C.

What a report, a picture or a page says stands in templates/ and in the
catalogues of games/.  Prints each string of DIRECTORIES with two words of plain
English in a row, each phrase that nothing asks for, and each thing said
(engine/say.h) that has no phrase.  What is drawn (paths and attributes of SVG)
is not English.

These stay in C, and are no sentences of a report:
- what is wrong with a file or with the program itself (err_set and the like,
  and what ALLOWED lists): diagnostics, written once, where the fault is known;
- why a trial run stops (game_halt), which `iacta check` quotes;
- labels of rolls, results, answers and other words that are format;
- the tables of questions, verbs, fields and events: they describe the format
  beside what reads it, and the manual pages, `iacta games` and the sheets quote
  them.
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\\n]|\\.)*"'
JOINED = re.compile(STRING + r'(?:\s*' + STRING + r')*')
COMMENT = re.compile(r'/\*.*?\*/', re.S)
# Calls that say what is wrong with a file.
ERRORS = re.compile(r'\b(?:err_set|err_prefix|fault|bad|include|wrong_type|'
                    r'game_fail|game_halt|assert)\s*$')
MADE = ('layouts.c', 'own_phrases.c', 'catalogues.c')
DIRECTORIES = ('src/show', 'src/engine', 'src/systems', 'src/desk', 'src/mail')
TABLES = re.compile(r'\bconst struct (?:question_kind|order_field|order_verb|'
                    r'event_kind|difference)\b[^;{]*=\s*\{')
# file, line, why it may stay
ALLOWED = (
    (r'systems/\w+/state\.c$', r'arena_printf|return "|why = "',
     'a position that cannot be: a diagnostic'),
    (r'.', r'\broll\(', 'the label of a roll is format'),
    (r'engine/orders\.c$', '"go on"', 'an answer is format'),
    (r'engine/rules\.c$', 'values of an owner', 'a comment in a file'),
    (r'systems/\w+/(cc|spqr)\.c$', '"(attacker-blocks|approach) ',
     'names of facts'),
    (r'desk/(assume|try)\.c$', '"(does least|not reached)"',
     'values in the JSON of iacta check'),
    (r'gboh/victory\.c$', 'end_game', 'a result is format'),
    (r'mail/relay\.c$', 'trusted comment', 'a line of a signature'),
    (r'mail/(incoming|write)\.c$', 'Safe Links|URL Defense|temporary file',
     'what an error is about'),
)
SAID = re.compile(r'\bSAID(?:_ALONE)?\(\s*"([a-z0-9.-]+)"')
OWN = ('legend', 'letters', 'ground', 'edge', 'symbol', 'check', 'warn', 'order',
       'standing', 'form', 'subject')
SYSTEMS = {
    'ancient_battles': ('ancient-battles',), 'cc_medieval': ('cc-medieval',),
    'gboh': ('cataphract', 'spqr'),
}
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


def described(path):
    """The lines of tables that describe the format, as (first, last)."""
    source = path.read_text()
    return [(source.count('\n', 0, m.start()) + 1,
             source.count('\n', 0, source.index('\n};', m.end())) + 1)
            for m in TABLES.finditer(source)]


def allowed(name, line, spans, row):
    return any(a <= line <= b for a, b in spans) or any(
        re.search(files, name) and re.search(rows, row)
        for files, rows, _ in ALLOWED)


def catalogue(path):
    """table, key of each phrase"""
    table = ''
    for row in path.read_text().splitlines():
        m = re.match(r'\[(\w+)\]$', row)
        table = m.group(1) if m else table
        m = re.match(r'"?([a-z0-9.-]+)"? = ', row)
        if m:
            yield table, m.group(1)


def unused(path, source, tables):
    """Phrases that nothing asks for."""
    for table, key in catalogue(path):
        code = key if table in ('say', 'legend', 'letters', 'subject') else \
            table + '.' + key
        # "card.%s": made of the row's name
        made = code.startswith('card.') and '"%s"' % code[5:] in source
        if table in tables and '"%s"' % code not in source and not made:
            yield '%s: "%s" is not used' % (path, key)


def main():
    top = pathlib.Path(sys.argv[1])
    bad, source = [], {}
    for directory in DIRECTORIES:
        for path in sorted((top / directory).rglob('*.c')):
            if path.name in MADE:
                continue
            name = str(path.relative_to(top))
            rows, spans = path.read_text().splitlines(), described(path)
            bad += ['%s:%d: "%s": a sentence; it belongs into templates/ or '
                    'games/' % (name, line, said)
                    for line, said in sentences(path)
                    if not allowed(name, line, spans, rows[line - 1])]
    for path in sorted((top / 'src').rglob('*.[cd]*')):
        if path.suffix in ('.c', '.def') and path.name not in MADE:
            source[path.relative_to(top)] = path.read_text()
    everything = '\n'.join(source.values())
    bad += unused(top / 'templates/phrases.toml', everything, OWN)
    own = {t + '.' + k for t, k in catalogue(top / 'templates/phrases.toml')}
    for directory, games in SYSTEMS.items():
        code = '\n'.join(s for p, s in source.items()
                         if 'src/systems/' + directory in str(p))
        words = set()
        for game in games:
            path = top / 'games' / game / 'phrases.toml'
            bad += unused(path, code, ('say',))
            words |= {k for t, k in catalogue(path) if t == 'say'}
        bad += ['src/systems/%s: "%s" has no phrase under [say]'
                % (directory, c) for c in SAID.findall(code)
                if c not in words]
    bad += ['%s: "%s" has no phrase in templates/phrases.toml' % (p, c)
            for p, s in source.items() if 'systems' not in str(p)
            for c in SAID.findall(s) if c not in own]
    for b in bad:
        print(b)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
