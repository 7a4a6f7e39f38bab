#!/usr/bin/env python3
"""ab-random.py DIRECTORY [N]: random positions of Ancient Battles as cases.
ab-random.py --compare TRACE DIRECTORY: what the program made of them (run-case
--trace) against ab_rules.py."""
import json
import os
import random
import sys
import tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ab_check as check  # noqa: E402
import ab_rules as ab  # noqa: E402
from tally import Tally  # noqa: E402

TYPES = ["infantry", "infantry", "light-infantry", "skirmisher", "cavalry",
         "light-cavalry", "leader", "artillery"]
LIGHT = ("light-infantry", "skirmisher", "light-cavalry", "leader")
PATCH = [f"{c:02d}{r:02d}" for c in range(22, 31) for r in range(6, 13)]


def country(r):
    terrain, sides = {}, {}
    hexes = r.sample(PATCH, r.choice([0, 4, 12, 25]))
    for h in hexes:
        terrain.setdefault(r.choice(["woods", "river", "slope", "slope",
                                     "hill", "peak", "camp", "lake"]),
                           []).append(h)
    for h in r.sample(PATCH, r.choice([0, 3, 8])):
        terrain.setdefault("trail", []).append(h)
    for h in r.sample(PATCH, r.choice([0, 4, 15, 30])):
        n = r.choice(ab.around(h))
        kind = r.choice(["stream", "ridge", "ridge", "cliff", "trail"])
        side = f"{h}/{n}"
        if f"{n}/{h}" not in sides.get(kind, []):
            sides.setdefault(kind, []).append(side)
    return terrain, sides


def army(r, position):
    units = {}
    crowd = r.choice([6, 12, 24, 40])
    for n in range(crowd):
        side = r.choice(["roman", "hunnic"])
        kind = r.choice(TYPES)
        if kind == "artillery" and side == "hunnic":
            kind = "infantry"
        h = r.choice(PATCH)
        here = [u for u in units.values() if u["hex"] == h]
        if any(u["side"] != side for u in here):
            continue
        if kind not in ("leader", "artillery") and any(
                u["type"] not in ("leader", "artillery") for u in here):
            continue
        u = {"side": side, "type": kind, "strength": r.randint(1, 9),
             "ma": r.randint(1, 9), "hex": h}
        if kind == "leader" and r.random() < 0.5:
            continue
        if kind in LIGHT:
            u["dot"] = True
        if kind != "leader" and r.random() < 0.5:
            u["missile"] = r.choice(["bow", "sling", "javelin", "pilum",
                                     "spear", "ballista"])
        if position["phase"] == "combat":
            if kind in ab.CHARGERS and r.random() < 0.4:
                u["ready"] = True
            if kind != "leader" and r.random() < 0.15:
                u["disrupted"] = True
        units[f"u{n}"] = u
    return units


def toml(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, (int, str)):
        return json.dumps(v)
    if isinstance(v, list):
        return "[" + ", ".join(toml(x) for x in v) + "]"
    return "{ " + ", ".join(f"{k} = {toml(x)}" for k, x in v.items()) + " }"


def an_attack(r, board, side):
    """Several hexes on one, or one hex on one."""
    pairs = [(i, e) for i, u in board.units.items() if u["side"] == side and
             board.fights(u) for e in board.enemies_beside(u)]
    if not pairs:
        return None
    light = [x for x in pairs if board.units[x[1]]["type"] in LIGHT]
    unit, target = r.choice(light if light and r.random() < 0.7 else pairs)
    friends = [i for i, e in pairs if e == target and i != unit]
    mine = [unit] + r.sample(friends, r.randint(0, len(friends)))
    return {"do": "attack", "units": mine, "targets": [target],
            "advance": "none"}


def make(directory, count):
    os.makedirs(directory, exist_ok=True)
    for n in range(count):
        r = random.Random(f"iacta {n}")
        position = {"map": "blank", "phase": r.choice(["orders", "missile",
                                                       "combat", "combat"]),
                    "active": r.choice(["roman", "hunnic"])}
        terrain, sides = country(r)
        units = army(r, position)
        lines = ['system = "ancient-battles"', 'rule = "1.0"',
                 f'title = "{n}"', "", "[position]"]
        lines += [f"{k} = {toml(v)}" for k, v in position.items()]
        lines += ["", "[position.terrain]"]
        lines += [f"{k} = {toml(v)}" for k, v in terrain.items()]
        lines += ["", "[position.hexsides]"]
        lines += [f"{k} = {toml(v)}" for k, v in sides.items()]
        lines += ["", "[position.unit]"]
        lines += [f"{k} = {toml(v)}" for k, v in units.items()]
        board = ab.Board(ab.Country(terrain, sides), {"unit": units})
        order = None
        if position["phase"] == "combat":
            order = an_attack(r, board, position["active"])
        lines += ["", "[[submission]]", f'side = "{position["active"]}"',
                  "order = [" + (toml(order) if order else "") + "]", ""]
        if order and r.random() < 0.7:      # light troops evade, if they can
            other = "hunnic" if position["active"] == "roman" else "roman"
            lines += ["[[submission]]", f'side = "{other}"',
                      'doctrine = [{ kind = "evade", answer = "first" }]', ""]
        lines += ["[dice.for]",
                  f'"7.0*" = [{", ".join(str(r.randint(1, 6)) for _ in range(60))}]',
                  '"12*" = [' + ", ".join(["3"] * 60) + "]", "",
                  "[expect]", 'state = { "turns" = 15 }', ""]
        with open(os.path.join(directory, f"{n:05d}.toml"), "w",
                  encoding="utf-8") as f:
            f.write("\n".join(lines))


def compare(trace, directory):
    tally = Tally("ancient-battles")
    watch = None
    with open(trace, encoding="utf-8") as lines:
        for line in lines:
            x = json.loads(line)
            if "start" in x:
                where = f"{int(x['title']):05d}"
                with open(os.path.join(directory, where + ".toml"),
                          "rb") as f:
                    p = tomllib.load(f)["position"]
                land = ab.Country(p.get("terrain", {}), p.get("hexsides", {}))
                watch = check.Watch(tally, land, x["start"])
                watch.legal(x["legal"], where)
            else:
                watch.follow(x["events"], where)
                watch.asked(x["asks"], where)
    return tally.close()


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        sys.exit(compare(sys.argv[2], sys.argv[3]))
    make(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
