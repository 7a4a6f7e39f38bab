#!/usr/bin/env python3
"""Turn a copy of the source tree into the program of a later release.

What a later release may do: say something in other words, know one more
terrain, troop type, card and field of the state, and mend a rule behind a
revision of the rules.  Used by tests/e2e/later.sh; fails where a place that it
changes has moved.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(sys.argv[1])
CC = 'src/systems/cc_medieval/'


def change(path, pattern, to, count=1):
    p = TOP / path
    text, n = re.subn(pattern, to, p.read_text(), count=count, flags=re.S)
    if n == 0:
        sys.exit('later.py: %s has no %s' % (path, pattern))
    p.write_text(text)


def change_any(paths, pattern, to):
    for path in sorted(TOP.glob(paths)):
        if re.search(pattern, path.read_text(), re.S):
            change(path.relative_to(TOP), pattern, to)
            return
    sys.exit('later.py: no %s has %s' % (paths, pattern))


# a table of names, and where one more goes
LIST = r'(const %s\[\w*\] = \{[^}]*?)(,?\s*(?:NULL,?\s*)?\};)'

# other words
change('templates/told.txt', r'What happened\n-+\n',
       'What came to pass\n-----------------\n')
for system in ('ancient-battles', 'cataphract', 'cc-medieval', 'spqr'):
    change('games/%s/phrases.toml' % system, r'The battle is over',
           'It is done')
    change('games/%s/phrases.toml' % system, r'(\[why\]\n(?:#[^\n]*\n)?'
           r'"?[a-z.-]+"? = ")', r'\1alas, ')
change_any('src/trust/exchange_files.c', r'"turn %ld: "', '"turn file %ld: "')

# one more terrain, troop type and card
change(CC + 'cc.h', r'CC_TERRAIN_COUNT \};', 'CC_BOG, CC_TERRAIN_COUNT };')
change_any(CC + '*.c', LIST % 'cc_terrain_names',
           r'\1, "bog"\2')
change(CC + 'cc.h', r'CC_TYPE_COUNT \};', 'CC_CAMELS, CC_TYPE_COUNT };')
change_any(CC + '*.c', LIST % 'cc_type_names',
           r'\1, "CAM"\2')
with open(TOP / CC / 'cards.def', 'a') as f:
    f.write('CARD(PARLEY, "parley", .by = CC_BY_NUMBER, .most = 1)\n')
with open(TOP / 'games/cc-medieval/charts.toml', 'a') as f:
    f.write('\n[terrain.bog]\nimpassable = true\n'
            '\n[type.CAM]\nname = "Camels"\nclass = "light"\nblocks = 3\n')

# one more field of a unit
change(CC + 'cc.h', r'(struct cc_unit \{\n)', r'\1\tint weary;\n')
change(CC + 'state.c', r'(\n\t\{ "blocks", FIELD_INT, AT\(cc_unit, blocks\))',
       r'\n\t{ "weary", FIELD_INT, AT(cc_unit, weary) },\1')

# the same for the systems that have no cards
AB, GBOH = 'src/systems/ancient_battles/', 'src/systems/gboh/'
for where, name, prefix in ((AB, 'ab', 'AB'), (GBOH, 'gboh', 'GBOH')):
    change(where + name + '.h', prefix + r'_TERRAIN_COUNT \};',
           '%s_BOG, %s_TERRAIN_COUNT };' % (prefix, prefix))
    change(where + 'data.c', LIST % 'terrain_names', r'\1, "bog"\2')
    change(where + name + '.h', prefix + r'_TYPE_COUNT \};',
           '%s_CAMELS, %s_TYPE_COUNT };' % (prefix, prefix))
    change(where + 'state.c', LIST % (name + '_type_names'), r'\1, "CAM"\2')
    change(where + name + '.h', r'(struct %s_unit \{\n)' % name,
           r'\1\tint weary;\n')
change(AB + 'state.c', r'(\n\t\{ "number", FIELD_INT, AT\(ab_unit, number\))',
       r'\n\t{ "weary", FIELD_INT, AT(ab_unit, weary) },\1')
change(GBOH + 'state.c', r'(\n\t\{ "size", FIELD_INT, AT\(gboh_unit, size\))',
       r'\n\t{ "weary", FIELD_INT, AT(gboh_unit, weary) },\1')
for system in ('ancient-battles', 'cataphract', 'spqr'):
    with open(TOP / 'games' / system / 'charts.toml', 'a') as f:
        f.write('\n[terrain.bog]\nmp = 2\n')

# the next revision of all of them
SYSTEMS = ((AB + 'ab.c', 'ancient-battles'), (GBOH + 'gboh.c', 'cataphract'),
           (GBOH + 'spqr.c', 'spqr'), (CC + 'cc.c', 'cc-medieval'))
REVISION = r'\brevision = (\d+)'
NEXT = 1 + max(int(re.search(REVISION, (TOP / 'games' / system /
                                        'system.toml').read_text())[1])
               for _, system in SYSTEMS)
for path, system in SYSTEMS:
    for name in (path, 'games/%s/system.toml' % system):
        change(name, REVISION, 'revision = %d' % NEXT)
MORE = '(game_revision(g) < %d ? 0 : 1)' % NEXT

# a rule mended: missiles that hit more often ...
change(AB + 'missile.c', r'(\n\tneeded = )([^;]*);', r'\1\2 + %s;' % MORE)
change(GBOH + 'missile.c', r'if \(total <= strength\)',
       'if (total <= strength + %s)' % MORE)

# ... and one die more in close combat
change_any(CC + 'dice.c', r'(\ncc_close_dice\([^{]*\{.*?\n\treturn )([^;]*);',
           r'\1(\2) + %s;' % MORE)
