#!/usr/bin/env python3
"""Cataphract against calculators.

    cat_random.py RUN_CASE DIR N    N random positions: reach and sight, and an
                                    order to fire, to shock, or a rout phase
    cat_random.py games REPOSITORY...   the events of saved games
"""
import json
import os
import random
import subprocess
import sys
import tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cat_rules as cat  # noqa: E402
import gboh_replay  # noqa: E402
from cat_check import Watch  # noqa: E402
from tally import Tally  # noqa: E402

SIDES = ("byzantine", "vandal")
TYPES = ("HI", "MI", "LI", "HC", "LN", "LC")
BLANK = cat.land_of("tricameron")           # for its grid alone


def country(r, patch):
    terrain, sides, heights = {}, {}, {}
    for h in r.sample(patch, r.choice([0, 5, 12, 25])):
        kind = r.choice(["woods", "broken", "marsh", "river", "wall",
                         "rampart", "trench", "city", "woods"])
        terrain.setdefault(kind, []).append(h)
    for h in r.sample(patch, r.choice([0, 0, 8, 20, 40])):
        heights[h] = r.choice([1, 1, 2, 3])
    for h in r.sample(patch, r.choice([0, 6, 12])):
        n = cat.step(h, r.choice(cat.DIRECTIONS))
        kind = r.choice(["stream", "stream", "wall"])
        if not any({h, n} == set(p.split("/"))
                   for v in sides.values() for p in v) and BLANK.on(n):
            sides.setdefault(kind, []).append(f"{h}/{n}")
    return terrain, sides, heights


def a_unit(r, side, hex_):
    kind = r.choice(TYPES)
    u = {"side": side, "type": kind, "size": r.randint(1, 10),
         "tq": r.randint(3, 8), "ma": r.randint(3, 10), "hex": hex_,
         "facing": r.choice(cat.VERTICES)}
    x = r.random()
    if x < 0.55:
        u["missile"] = r.choice(["B", "C", "C", "J", "F"])
        u["missiles"] = r.choice(["full", "full", "low", "no"])
    if kind in cat.INFANTRY and r.random() < 0.15:
        u["sword"] = True
    u["hits"] = r.choice([0, 0, 1, u["tq"] - 2, u["tq"] - 1])
    x = r.random()
    if x < 0.08:
        u["routed"], u["hits"] = True, 0
        if kind in cat.INFANTRY and "missile" in u:
            u["missiles"] = "no"
    elif x < 0.16 and kind in cat.INFANTRY:
        u["column"] = r.choice(cat.DIRECTIONS)
        u["hits"] = 0
        del u["facing"]
    elif x < 0.4 and kind in ("HI", "MI"):                      # [11.7]
        u["walls"] = True
        if r.random() < 0.5:
            u["shield"] = True
    return u


def an_engine(r, side, hex_):
    """A cheiroballistra, in either mode [11.6]."""
    u = {"side": side, "type": "LI", "size": 1, "tq": r.randint(2, 5),
         "ma": 3, "missile": "A", "hex": hex_, "hits": r.choice([0, 0, 1])}
    if r.random() < 0.3:
        u["limbered"] = True
    return u


def add_engines(r, units, free):
    """Alone in a hex, or with infantry of their side that stands [11.63]."""
    places = [(u["side"], u["hex"]) for u in units.values()
              if u["type"] in cat.INFANTRY and not u.get("routed") and
              "column" not in u]
    taken = {u["hex"] for u in units.values()}
    places += [(r.choice(SIDES), h) for h in free if h not in taken][:4]
    for n in range(min(len(places), r.choice([0, 1, 3]))):
        side, h = places.pop(r.randrange(len(places)))
        units[f"g{n}"] = an_engine(r, side, h)


def position(r):
    where = r.choice(["2012", "2613", "1104", "4420", "2402", "3023"])
    patch = [h for h in (f"{c:02d}{n:02d}" for c in range(10, 46)
                         for n in range(1, 25))
             if cat.distance(h, where) <= 5]
    terrain, sides, heights = country(r, patch)
    land = cat.Land(BLANK.columns, BLANK.rows, terrain, sides, heights)
    free = [h for h in patch if not land.chart(h).get("prohibited")]
    places = r.sample(free, min(len(free), r.choice([5, 12, 22, 34])))
    units = {f"u{n}": a_unit(r, r.choice(SIDES), h)
             for n, h in enumerate(places)}
    add_engines(r, units, free)
    leaders = {}
    for n, side in enumerate(SIDES):
        mine = [u["hex"] for u in units.values() if u["side"] == side]
        leaders[f"l{n}"] = {
            "side": side, "rank": "overall", "initiative": 9, "lines": 1,
            "range": r.choice([2, 12, 30]), "strategy": 9,
            "charisma": r.randint(0, 4), "combat": 9,
            "hex": r.choice(mine) if mine else r.choice(
                [h for h in free if h not in places])}
    edges = r.choice([("east", "west"), ("north", "south"),
                      ("west", "east"), ("south", "north")])
    return {"terrain": terrain, "hexsides": sides, "heights": heights,
            "unit": units, "leader": leaders, "edges": edges}, land


def shock_orders(r, board, units, heard):
    """Combats that do not touch one another, each of one unit at all in its
    zone, or of several at the same enemies."""
    mine = [k for k, u in units.items() if u["side"] == "byzantine" and
            u["hex"] in heard and
            not u.get("routed") and "column" not in u and
            not u.get("shield") and not cat.artillery(u)]
    r.shuffle(mine)
    zone = {k: [e for e in board.unit if board.unit[e]["hex"] in
                board.zone(k) and board.unit[e]["side"] == "vandal" and
                not board.protected(e)]
            for k in mine}
    used, out = set(), []
    for k in mine:
        if not zone[k] or k in used or used & set(zone[k]):
            continue
        joint = [x for x in mine if zone[x] == zone[k] and x not in used]
        joint = [k] + [x for x in joint if x != k][:r.choice([0, 1, 3])]
        for x in joint:
            if r.random() < 0.5:
                units[x].update(shock="must", entered=True, stepped=True,
                                ordered=True, moved=True)
        used |= set(joint) | set(zone[k])
        out.append({"do": "shock", "units": joint, "targets": zone[k]})
    return out


def table(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, dict):
        return "{ " + ", ".join(f'{k} = {table(x)}'
                                for k, x in v.items()) + " }"
    return json.dumps(v)


def case(n):
    r = random.Random(f"cataphract {n}")
    x, land = position(r)
    kind = ("legal", "fire", "shock", "rout")[n % 4]
    orders = []
    board = cat.Board(land, {
        "unit": x["unit"], "leader": x["leader"],
        "side": {"byzantine": {}, "vandal": {"ferocity": True}}})
    heard = board.commands("l0", 30)
    if kind == "rout":
        for u in x["unit"].values():
            if r.random() < 0.4 and "column" not in u and \
                    not cat.artillery(u) and len(board.units_at(
                        u["hex"])) == 1:
                u.pop("shield", None)
                u.update(routed=True, hits=0)
                if u["type"] in cat.INFANTRY and "missile" in u:
                    u["missiles"] = "no"
    if kind in ("fire", "shock"):
        x["leader"]["l0"]["range"] = 30
    if kind == "fire":
        pairs = [(k, t) for k, u in x["unit"].items()
                 if u["side"] == "byzantine" and u["hex"] in heard
                 for t in board.targets(k)]
        if pairs:
            k, t = r.choice(pairs)
            orders = [{"do": "fire", "unit": k, "target": t}]
    elif kind == "shock":
        orders = shock_orders(r, board, x["unit"], heard)
    return page(r, n, x, kind == "rout", {"byzantine": {"order": orders}})


def page(r, n, x, rout, submissions):
    """The text of a case."""
    lines = ['system = "cataphract"', 'rule = "1.0"', f'title = "{n}"',
             "default_doctrine = true", "[position]", 'map = "blank"',
             "turn = 2"]
    lines += ['phase = "rout"'] if rout else \
        ['phase = "orders"', 'active_leader = "l0"']
    for key in ("terrain", "hexsides", "heights"):
        lines.append(f"[position.{key}]")
        lines += [f'"{k}" = {table(v)}' for k, v in x[key].items()]
    lines += ["[position.side]"] + [
        f'{s} = {{ edge = "{e}", level = 900 }}'
        for s, e in zip(SIDES, x["edges"])]
    for key in ("unit", "leader"):
        lines.append(f"[position.{key}]")
        lines += [f"{k} = {table(v)}" for k, v in x[key].items()]
    for side, parts in submissions.items():
        lines += ["[[submission]]", f'side = "{side}"']
        lines += [f"{k} = [" + ", ".join(table(o) for o in v) + "]"
                  for k, v in parts.items()]
    lines += ["[dice.for]",
              '"*" = [' + ", ".join(str(r.randint(0, 9))
                                    for _ in range(200)) + "]",
              "[expect]", "refused = []", ""]
    return "\n".join(lines)


def write_cases(directory, count, text):
    os.makedirs(directory, exist_ok=True)
    names = [f"{n:05d}.toml" for n in range(count)]
    for n, f in enumerate(names):
        with open(os.path.join(directory, f), "w", encoding="utf-8") as out:
            out.write(text(n))
    return names


def land_of_case(directory, title):
    with open(os.path.join(directory, f"{int(title):05d}.toml"), "rb") as f:
        p = tomllib.load(f)["position"]
    return cat.Land(BLANK.columns, BLANK.rows, p["terrain"], p["hexsides"],
                    p["heights"])


def random_positions(run_case, directory, count):
    names = write_cases(directory, count, case)
    tally, watch = Tally("cataphract"), None
    for start in range(0, count, 500):
        trace = os.path.join(directory, "trace")
        subprocess.run([run_case, "--trace", trace, *names[start:start + 500]],
                       cwd=directory, stdout=subprocess.DEVNULL, check=False)
        with open(trace, encoding="utf-8") as lines:
            for line in lines:
                x = json.loads(line)
                if "start" in x:
                    where = x["title"]
                    watch = Watch(tally, land_of_case(directory, where),
                                  x["start"])
                    if x["start"]["phase"] == "orders":
                        watch.legal(x["legal"], where)
                else:
                    watch.refused(x["events"], where)
                    watch.follow(x["events"], where)
    return tally.close()


def games(repositories):
    tally = Tally("cataphract")
    for repo in repositories:
        commits = subprocess.run(
            ["git", "-C", repo, "rev-list", "--reverse", "HEAD"],
            capture_output=True, text=True, check=True).stdout.split()
        land = cat.land_of(gboh_replay.blob(repo, commits[0],
                                            "game.toml")["scenario"])
        events = []         # all of the game: a move can span two commits
        for n, c in enumerate(commits):
            told = gboh_replay.blob(repo, c, "events.toml")
            events += [e | {"commit": n} for e in told.get("event", [])]
        Watch(tally, land, gboh_replay.blob(repo, commits[0], "turn.toml")
              ).follow(events, os.path.basename(repo.rstrip("/")))
    return tally.close()


if __name__ == "__main__":
    if sys.argv[1] == "games":
        sys.exit(games(sys.argv[2:]))
    sys.exit(random_positions(sys.argv[1], sys.argv[2], int(sys.argv[3])))
