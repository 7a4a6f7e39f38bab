#!/usr/bin/env python3
"""codes.py SRCDIR: codes of refusals and modifiers, in code, words and manual.

Every code that src/systems/ refuses by has its words under [why] of the
system's phrases.toml, every modifier under [mod], and nothing else stands
there; the sections REFUSALS and MODIFIERS of the system's manual page list the
same codes with the same words; and what the two titles of Great Battles of
History share they say in the same words, each with the numbers of its own
rulebook.

codes.py SRCDIR --page SYSTEM why|mod prints the list for the manual page.
"""
import pathlib
import re
import sys

STRING = r'"(?:[^"\\]|\\.)*"'
CODE = re.compile(r'^[a-z0-9]+(?:[.-][a-z0-9]+)*$')
# Where the first string is a code ...
CALLS = re.compile(r'\b(?:why_not|orders_end|\w+_cannot)\s*\(\s*[\w>.-]+\s*,'
                   r'(?:[\w\s>.-]+,)?\s*(' + STRING + ')')
# ... and where all are.
ASSIGNS = re.compile(r'\bwhy\s*=(?!=)([^;]*);')
FUNCTION = re.compile(r'^(?:static )?const char \*\n(\w+)\(.*?^}', re.S | re.M)
RETURNS = re.compile(r'\breturn\b([^;]*);')
# Labels of rolls, which look like modifiers.
LABELS = re.compile(r'\bgboh_tq_check(?:_flat)?\s*\([^"]*' + STRING + r'(?:\s*:\s*' +
                    STRING + ')?')
# Names and words, not reasons.
OTHER = re.compile(r'(show|state|data|invariant|bot|legal|sheet|draw)\w*\.c$')
SYSTEMS = {
    'ancient-battles': 'ancient_battles', 'cataphract': 'gboh',
    'cc-medieval': 'cc_medieval', 'spqr': 'gboh',
}


def literals(text):
    """The strings of an expression that can be its value: of a call none."""
    text = re.sub(r'\bwhy_also\s*\(\s*[\w>.-]+\s*,', ' ', text)
    depth, out, i = 0, [], 0
    while i < len(text):
        m = re.compile(STRING).match(text, i)
        if m:
            if depth == 0:
                out.append(m.group(0)[1:-1])
            i = m.end()
            continue
        depth += (text[i] == '(') - (text[i] == ')')
        i += 1
    return out


def sources(directory):
    for path in sorted(directory.glob('*.c')):
        if not OTHER.search(path.name):
            yield path, re.sub(r'/\*.*?\*/', '', path.read_text(),
                               flags=re.S)


def modifiers(directory):
    """code: file, of every modifier; "8.15 moved" stands for moved"""
    found = {}
    for path, text in sources(directory):
        text = LABELS.sub('', text)
        said = re.findall(r'"=?[A-Z]?\d+\.\w+ ([a-z-]+)"', text)
        for m in re.finditer(r'\b(?:drm|mod)\s*\(([^;]*);', text):
            said += [s for s in re.findall('"([^" ]*)"', re.sub(
                r'\b(?:FACTS|strcmp|\w+)\s*\((?:[^()]|\([^()]*\))*\)', '',
                m.group(1))) if CODE.match(s)]
        for s in said:
            found.setdefault(s, path.name)
    return found


def in_source(directory):
    """code: file, of every code that this system may refuse by."""
    found = {}
    for path, text in sources(directory):
        said = [m.group(1)[1:-1] for m in CALLS.finditer(text)]
        for m in ASSIGNS.finditer(text):
            said += literals(m.group(1))
        for f in FUNCTION.finditer(text):
            if NAMES.search(f.group(1)):
                continue
            for m in RETURNS.finditer(f.group(0)):
                said += literals(m.group(1))
        for s in said:
            if CODE.match(s):
                found.setdefault(s, path.name)
    return found


# Functions that name something rather than refuse it.
NAMES = re.compile(r'_name$|_cite$|^(?:alone|no_momentum|plan_text)$')


def unquoted(s):
    return re.sub(r'\\(["\\])', r'\1', s)


def phrases(path, table):
    """code: phrase, of a table of a catalogue"""
    out, on = {}, False
    for row in path.read_text().splitlines():
        if row.startswith('['):
            on = row.strip() == '[%s]' % table
        m = re.match(r'"?([a-z0-9.-]+)"? = "(.*)"$', row)
        if on and m:
            out[m.group(1)] = unquoted(m.group(2))
    return out


def catalogue(top, system, table):
    """The same of a system's, [why] or [mod]."""
    return phrases(top / 'games' / system / 'phrases.toml', table)


# ------------------------------------------------------- a phrase in plain words

def parts(s):
    """"A=x|B=y|z": the alternatives, at this level only."""
    depth, last, out = 0, 0, []
    for i, c in enumerate(s):
        depth += c in '{[' and s[i - 1:i] != '\\'
        depth -= c in '}]' and s[i - 1:i] != '\\'
        if c == '|' and depth == 0:
            out.append(s[last:i])
            last = i + 1
    return out + [s[last:]]


def closing(s, i):
    depth = 0
    while True:
        if s[i] == '\\':
            i += 1
        elif s[i] in '{[':
            depth += 1
        elif s[i] in '}]':
            depth -= 1
            if depth == 0:
                return i
        i += 1


def field_in_words(s):
    name = re.match(r'[a-z.-]+', s).group(0)
    if s.endswith(':s') and '?' not in s:
        return 's'
    return plain(parts(s[s.index('?') + 1:])[-1]) if '?' in s \
        else name.upper()


def plain(phrase):
    """The phrase with its fields as words in capitals."""
    out, i = '', 0
    while i < len(phrase):
        c = phrase[i]
        if c == '\\':
            out += phrase[i + 1]
            i += 1
        elif c == '{':
            end = closing(phrase, i)
            out += field_in_words(phrase[i + 1:end])
            i = end
        elif c == '[':
            end = closing(phrase, i)
            out += plain(phrase[i + 1:end])
            i = end
        else:
            out += c
        i += 1
    return out


# --------------------------------------------------------------- the manual page

def roff(text):
    """Filled at 80 columns; no line begins with a control character."""
    lines, line = [], ''
    for word in text.replace('\\', '\\e').split(' '):
        if line and len(line) + 1 + len(word) > 80:
            lines.append(line)
            line = ''
        line += (' ' if line else '') + word
    return ['\\&' + x if x[0] in ".'" else x for x in lines + [line]]


def as_page(codes):
    rows = ['.Bl -tag -width Ds -compact']
    for code, phrase in codes.items():
        rows += ['.It Cm ' + code] + roff(plain(phrase))
    return '\n'.join(rows + ['.El']) + '\n'


def on_page(top, system, section):
    text = (top / 'man' / ('iacta-%s.7' % system)).read_text()
    m = re.search(r'^\.Sh %s\n.*?(?=^\.Sh )' % section, text, re.S | re.M)
    return m.group(0) if m else ''


# -------------------------------------------------------- the titles' own numbers

def cited(top):
    text = (top / 'src/systems/gboh/titles.c').read_text()
    table = dict(re.findall(r'\{ "([\d.]+)", "([\d.]+)" \}', text))

    def cite(phrase):
        return re.sub(r'(?<![\w.-])\d{1,2}\.\d{1,2}(?![\w-])',
                      lambda m: table.get(m.group(0), m.group(0)), phrase)
    return cite


def check(top, table, section, used, known):
    """Of one table of the catalogues: what is wrong."""
    bad = []
    words = {s: catalogue(top, s, table) for s in SYSTEMS}
    for directory in sorted(set(SYSTEMS.values())):
        mine = [s for s in SYSTEMS if SYSTEMS[s] == directory]
        path = top / 'src/systems' / directory
        source = ''.join(p.read_text() for p in sorted(path.glob('*.c')))
        for code, where in used(path).items():
            if code not in known and not any(code in words[s] for s in mine):
                bad.append('src/systems/%s/%s: "%s" has no words in [%s] of '
                           'phrases.toml' % (directory, where, code, table))
        for s in mine:
            bad += ['games/%s/phrases.toml: [%s] "%s" is not used'
                    % (s, table, c) for c in words[s]
                    if not re.search(r'[" ]%s"' % re.escape(c), source)]
    for s in SYSTEMS:
        if as_page(words[s]) not in on_page(top, s, section):
            bad.append('man/iacta-%s.7: %s does not list [%s] of phrases.toml;'
                       ' tests/lint/codes.py . --page %s %s prints the list'
                       % (s, section, table, s, table))
    cite = cited(top)
    for code, phrase in words['cataphract'].items():
        other = words['spqr'].get(code, cite(phrase))
        if other != cite(phrase):
            bad.append('games/spqr/phrases.toml: [%s] "%s" is not "%s", as '
                       'Cataphract has it' % (table, code, cite(phrase)))
    return bad


def main():
    top = pathlib.Path(sys.argv[1])
    if '--page' in sys.argv:
        sys.stdout.write(as_page(catalogue(top, sys.argv[3], sys.argv[4])))
        return 0
    engine = phrases(top / 'templates/phrases.toml', 'why')
    bad = check(top, 'why', 'REFUSALS', in_source, engine)
    bad += check(top, 'mod', 'MODIFIERS', modifiers, [])
    for b in bad:
        print(b)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
