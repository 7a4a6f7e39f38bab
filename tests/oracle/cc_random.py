#!/usr/bin/env python3
"""Commands & Colors: Medieval against calculators.

    cc_random.py RUN_CASE DIR N     N random positions: reach, sight, and one
                                    attack or shot of each with its dice
    cc_random.py cases RUN_CASE DIR CASES...    the events of cases
    cc_random.py games REPOSITORY...            the events of saved games

Prints what differs, and how often each subject was reckoned.
"""
import json
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cc_check  # noqa: E402
import cc_rules as r  # noqa: E402
import replay  # noqa: E402
import replay_cc_medieval as module  # noqa: E402

FACES = ["green", "blue", "red", "helmet", "swords", "flag", "flag"]
KINDS = ["broken", "forest", "hill", "river", "ford", "bridge", "camp",
         "marsh", "wall", "gate"]
CARDS = ["forward", "forward", "line-command", "double-time",
         "foot-onslaught", "mounted-charge", "light-troops",
         "clash-of-shields", "cry-havoc", "leaders", "move-fire-move"]
OWNED = ("camp", "gate")
AT_ONCE = 4000           # cases for one run of the program
# What positions are rich in, in turn: of anything; of light horse of purple that
# evades and shoots; of weak foot of purple that is lost to cavalry; of leaders.
FLAVOURS = ["any", "light", "weak", "led"]
DOCTRINE = {
    "light": ('purple', '{ kind = "evade", answer = "first" }'),
    "weak": ('tan', '{ kind = "advance", answer = "yes" }, '
                    '{ kind = "bonus", answer = "first" }'),
}


def random_unit(rng, side, flavour):
    kind, blocks = rng.choice(list(r.UNITS)), rng.choice([1, 2, 3, 4, 4])
    if flavour == "light" and side == "purple" and rng.random() < 0.8:
        kind = rng.choice(["LC", "LBC", "LBC"])
    if flavour == "weak":
        kind = rng.choice(["MC", "HC", "SHC", "W"] if side == "tan" else
                          ["LB", "A", "MI", "MI", "W", "HI"])
        blocks = 4 if side == "tan" else 1
    return kind, blocks


def random_position(rng, flavour):
    """Units crowded around the middle of a board with random terrain."""
    middle = rng.choice([h for h in r.HEXES if 3 <= int(h[:2]) <= 9])
    close = [h for h in r.HEXES if r.distance(h, middle) <= 4]
    terrain, owner = {}, {}
    for h in close:
        if rng.random() < 0.35:
            kind = rng.choice(KINDS + ["hill", "forest"])
            terrain.setdefault(kind, []).append(h)
            if kind in OWNED:
                owner[h] = rng.choice(["tan", "purple"])
    barred = set(terrain.get("river", []) + terrain.get("wall", []))
    gates = {h: owner[h] for h in terrain.get("gate", [])}
    places = rng.sample(close, min(len(close), rng.randint(6, 16)))
    units, leaders = {}, {}
    for h in places:
        side = rng.choice(["tan", "purple"])
        if h in barred or gates.get(h, side) != side:
            continue
        x = rng.random() * (0.5 if flavour == "led" else 1)
        if x < 0.12:
            leaders[f"l{len(leaders)}"] = {"side": side, "hex": h}
            continue
        kind, blocks = random_unit(rng, side, flavour)
        u = {"side": side, "type": kind, "hex": h, "blocks": blocks}
        if u["type"] in r.NEEDS_BOW and rng.random() < 0.6:
            u["bow"] = True
        units[f"u{len(units)}"] = u
        if x < 0.3:
            leaders[f"l{len(leaders)}"] = {"side": side, "hex": h}
    rules = [{"hook": k} for k in ("stream", "rugged-hills")
             if rng.random() < 0.15]
    return {"units": units, "leaders": leaders, "terrain": terrain,
            "owner": owner, "rules": rules, "flavour": flavour}


def table(x):
    return "{ " + ", ".join(
        f"{k} = {json.dumps(v)}" for k, v in x.items()) + " }"


def case_text(x, phase, card, order, rng):
    lines = ['system = "cc-medieval"', 'rule = "board.sections"',
             'title = "a random position"', "default_doctrine = true",
             "[position]", 'active = "tan"', f'phase = "{phase}"',
             f'played = "{card}"', "banners = 99", "[position.terrain]"]
    lines += [f"{k} = {json.dumps(v)}" for k, v in x["terrain"].items()]
    lines += ["[position.owner]"] + [f'"{h}" = "{s}"'
                                     for h, s in x["owner"].items()]
    for rule in x["rules"]:
        lines += ["[[position.rule]]", f'hook = "{rule["hook"]}"']
    lines.append("[position.unit]")
    lines += [f"{k} = {table(u)}" for k, u in x["units"].items()]
    lines.append("[position.leader]")
    lines += [f"{k} = {table(v)}" for k, v in x["leaders"].items()]
    who, doctrine = DOCTRINE.get(x["flavour"], (None, ""))
    if order:
        lines += ["[[submission]]", 'side = "tan"',
                  f'order = [{table(order)}, {{ do = "pause" }}]']
        if who == "purple":
            lines += ["[[submission]]", 'side = "purple"']
        if who:
            lines.append(f"doctrine = [{doctrine}]")
        lines += ["[dice]", "shows = " + json.dumps([rng.choice(FACES)
                                           for _ in range(60)])]
    lines += ["[expect]", "refused = []"]
    return "\n".join(lines) + "\n"


def run(run_case, trace, files):
    """A case that differs from what it expects is none the less traced."""
    subprocess.run([run_case, "--legal", "--trace", trace, *files],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)
    out = []
    with open(trace, encoding="utf-8") as lines:
        for line in lines:
            x = json.loads(line)
            if "start" in x:
                out.append([x])
            else:
                out[-1].append(x)
    return out


def report(count, faults, what):
    for line in faults[:20]:
        print(line)
    shown = ", ".join(f"{k} {n}" for k, n in sorted(count.items()))
    print(f"cc-medieval: {what}: {shown}; {len(faults)} differ")
    return 1 if faults or not count else 0


def offered(legal, verb, key):
    return {o["unit"]: set(o[key]) for o in legal if o["do"] == verb}


def compare_legal(b, x, position, phase, count, faults, where):
    legal = x["legal"]["tan"]
    subjects = [("reach", "move", "to")] if phase == "move" else \
        [("sight", "fire", "target"), ("close", "close", "target")]
    for subject, verb, key in subjects:
        have = offered(legal, verb, key)
        for k, u in position["unit"].items():
            if u["side"] != "tan":
                continue
            want = reckoned(b, position, k, verb)
            count[subject] += 1
            if want != have.get(k, set()):
                faults.append(f"{where}: {subject} of {k} ({u['type']} in "
                              f"{u['hex']}): the program has "
                              f"{sorted(have.get(k, set()) - want)} too many "
                              f"and {sorted(want - have.get(k, set()))} too "
                              "few")


def reckoned(b, p, k, verb):
    u, card = p["unit"][k], p["played"]
    green = r.UNITS[u["type"]][0] == "green"
    if verb == "move":
        return set() if card == "clash-of-shields" else r.reach(b, p, k)
    if verb == "fire":
        none = card in ("clash-of-shields", "double-time") or \
            (card == "foot-onslaught" and r.foot(u)) or \
            (card == "mounted-charge" and not r.foot(u))
        return set() if none else set(r.fire_targets(b, p, k))
    if card == "move-fire-move" and green:
        return set()
    return set(r.near(p, u["hex"], "purple", leaders=True))


def make_one(rng, i):
    x = random_position(rng, FLAVOURS[i // 3 % len(FLAVOURS)])
    mine = [k for k, u in x["units"].items() if u["side"] == "tan"]
    for k in mine:
        x["units"][k]["ordered"] = True
    card = rng.choice(CARDS)
    phase = ["move", "combat", "combat"][i % 3]
    order = None
    if phase == "combat":
        b = r.Board(x["terrain"], x["owner"], x["rules"])
        p = {"unit": x["units"], "leader": x["leaders"], "played": card,
             "active": "tan"}
        deeds = [(k, v, t) for k in mine for v in ("fire", "close")
                 for t in sorted(reckoned(b, p, k, v))]
        if x["flavour"] in DOCTRINE:
            deeds = [d for d in deeds if d[1] == "close"] or deeds
        if deeds:
            k, v, t = rng.choice(deeds)
            order = {"do": v, "unit": k, "target": t}
    return x, phase, card, order


def random_positions(run_case, where, n):
    rng, count, faults = random.Random(528), Counter(), []
    for first in range(0, n, AT_ONCE):
        made, files = [], []
        for i in range(first, min(n, first + AT_ONCE)):
            made.append(make_one(rng, i))
            files.append(os.path.join(where, f"{i:05}.toml"))
            with open(files[-1], "w", encoding="utf-8") as f:
                f.write(case_text(*made[-1], rng))
        traced = run(run_case, os.path.join(where, "trace"), files)
        assert len(traced) == len(files), \
            "a random position could not be loaded"
        for (x, phase, _, _), name, runs in zip(made, files, traced):
            b = r.Board(x["terrain"], x["owner"], x["rules"])
            compare_legal(b, runs[0], runs[0]["start"], phase, count, faults,
                          name)
            follow(b, runs, name, count, faults)
        if not faults:
            for name in files:
                os.remove(name)
    return report(count, faults, f"{n} random positions")


def follow(b, runs, where, count, faults):
    """The events of a run, from its start on."""
    checker = cc_check.Checker(b, where)
    position = runs[0]["start"]
    for x in runs[1:]:
        checker.run(position, x["events"])
        position = x["position"]
    count.update(checker.count)
    faults += checker.faults


def case_board(tree, data):
    """A case's board: its map's, or blank, and what it changes."""
    p = tree.get("position", {})
    name = p.get("scenario") or p.get("map")
    terrain, owner, rules = {}, {}, []
    if name and name != "blank":
        with open(os.path.join(data, name + ".toml"), "rb") as f:
            s = tomllib.load(f)
        terrain = {k: list(v) for k, v in s.get("terrain", {}).items()}
        owner, rules = dict(s.get("owner", {})), s.get("rule", [])
    for kind, hexes in p.get("terrain", {}).items():
        for list_ in terrain.values():
            list_[:] = [h for h in list_ if h not in hexes]
        terrain.setdefault(kind, []).extend(hexes)
    owner.update(p.get("owner", {}))
    return r.Board(terrain, owner, p.get("rule", rules))


def check_cases(run_case, where, files):
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../../games/cc-medieval/scenarios")
    traced = run(run_case, os.path.join(where, "trace"), files)
    assert len(traced) == len(files)
    count, faults = Counter(), []
    for name, runs in zip(files, traced):
        with open(name, "rb") as f:
            tree = tomllib.load(f)
        follow(case_board(tree, data), runs, os.path.basename(name), count,
               faults)
    return report(count, faults, f"{len(files)} cases")


def check_games(repositories):
    count, faults = Counter(), []
    for path in repositories:
        commits = replay.git(path, "log", "--reverse", "--format=%H",
                             "refs/heads/main").decode().split()
        name = replay.file_at(path, commits[0], "game.toml")["scenario"]
        s = replay.file_at(path, commits[0], f"rules/scenarios/{name}.toml")
        b = r.Board(s.get("terrain", {}), s.get("owner", {}),
                    s.get("rule", []))
        checker, before = cc_check.Checker(b, path), None
        for n, commit in enumerate(commits):
            turn = replay.file_at(path, commit, "turn.toml")
            now = {k: v for k, v in turn.items() if k in module.KEYS}
            if before is not None:
                checker.where = f"{path}: commit {n}"
                checker.run(before, replay.file_at(
                    path, commit, "events.toml").get("event", []))
            before = now
        count.update(checker.count)
        faults += checker.faults
    return report(count, faults, f"{len(repositories)} saved games")


def main(args):
    if args[0] == "games":
        return check_games(args[1:])
    if args[0] == "cases":
        return check_cases(args[1], args[2], args[3:])
    return random_positions(args[0], args[1], int(args[2]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
