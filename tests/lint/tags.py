#!/usr/bin/env python3
"""Every rule that code covers is tagged where it is coded.

	tags.py SRCDIR

games/SYSTEM/rules.toml says `covered = "code"` of a rule: then a comment or a
text of that system's sources has its number or name in brackets, [7.22], or
after a title where several share the code, [cat 9.13; spqr 9.13]; or the section
that it belongs to, [7.2], or [move.*]; or a label of the rules begins with it,
"10.28 rally %s".  A card's rule is its row of cards.def.

untagged.txt lists those that have no tag yet.  It may only shrink: a rule that
is not in it and has no tag is a fault, and so is one in it that has.
"""
import os
import re
import sys
import tomllib

SYSTEMS = {'ancient-battles': ('ancient_battles', 'ab'),
           'cataphract': ('gboh', 'cat'), 'spqr': ('gboh', 'spqr'),
           'cc-medieval': ('cc_medieval', 'cc')}
NAME = r'(?:[A-Z]?\d+(?:\.\d+)*|[a-z]+(?:[.-][a-z0-9]+)+|[a-z]+\.\*)'


def sources(top, directory):
    path = os.path.join(top, 'src', 'systems', directory)
    for name in sorted(os.listdir(path)):
        if name.endswith(('.c', '.h', '.def')):
            with open(os.path.join(path, name), encoding='utf-8') as f:
                yield name, f.read()


def tags(text, title):
    """The rules that are named for this title"""
    mine = set()
    for inside in re.findall(r'\[([^\[\]]{2,120})\]', re.sub(
            r'\n\s*\*?\s*', ' ', text)):
        for part in inside.split(';'):
            m = re.match(r'\s*(ab|cat|spqr|cc)\b', part)
            if m is None or m[1] == title:
                mine |= set(re.findall(r'(?<![\w.-])' + NAME + r'(?![\w-])',
                                       part))
    return mine | set(re.findall(r'"(' + NAME + r')[ "]', text))


def is_tagged(rule, mine, cards):
    if rule in mine or rule.partition('.')[0] + '.*' in mine:
        return True
    if rule.startswith('card.'):
        return rule[5:] in cards
    return re.fullmatch(r'\w+\.\d\d+', rule) and rule[:-1] in mine


def main():
    top, bad = sys.argv[1], 0
    with open(os.path.join(top, 'tests', 'lint', 'untagged.txt'),
              encoding='utf-8') as f:
        waiting = {line.strip() for line in f if line[0] != '#'}
    for system, (directory, title) in SYSTEMS.items():
        with open(os.path.join(top, 'games', system, 'rules.toml'),
                  'rb') as f:
            rules = tomllib.load(f)['rule']
        mine, cards = set(), ''
        for name, text in sources(top, directory):
            mine |= tags(text, title)
            if name == 'cards.def':
                cards = set(re.findall(r'"([a-z-]+)"', text))
        for r in rules:
            name = '%s %s' % (system, r['rule'])
            tagged = is_tagged(r['rule'], mine, cards)
            if r['covered'] == 'code' and not tagged and name not in waiting:
                print('%s: no source has its tag' % name)
                bad = 1
            if name in waiting and (tagged or r['covered'] != 'code'):
                print('%s: it has its tag; take it out of untagged.txt' %
                      name)
                bad = 1
            waiting.discard(name)
    for name in sorted(waiting):
        print('untagged.txt: %s: there is no such rule' % name)
        bad = 1
    sys.exit(bad)


main()
