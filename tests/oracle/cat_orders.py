#!/usr/bin/env python3
"""Cataphract: random orders in random positions.

    cat_orders.py RUN_CASE DIR N    N positions in which a side hands in whatever
                                    comes to mind, with answers as random

Most orders are refused.  What is carried out is compared event by event with the
calculators, what the events tell must reach the position at the end, and no run
may break off or go on for ever.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cat_random  # noqa: E402
import cat_rules as cat  # noqa: E402
import gboh_replay  # noqa: E402
from cat_check import Watch  # noqa: E402
from tally import Tally  # noqa: E402

SECONDS = 60            # for a hundred cases: enough on a busy machine
ANSWERS = {
    "withdraw": ["first", "last", "line", "none"],
    "line-withdraw": ["first", "last"], "withdraw-fire": ["first", "none"],
    "withdraw-face": ["first", "last", "keep"],
    "feign": ["first", "last", "none"],
    "feign-strike": ["fire", "close-fire", "shock", "none"],
    "pursuit-strike": ["fire", "shock", "none"],
    "face": ["first", "last", "keep"], "shield": ["wall", "none"],
    "entry-fire": ["first", "none"], "retire-fire": ["first", "none"],
    "return-fire": ["first", "none"],
    "artillery-fire": ["first", "last", "none"],
    "artillery-rest": ["first", "last", "none"],
    "impetus": ["first", "last"], "rush": ["first", "straight"],
    "uncontrolled": ["first", "last"], "rout": ["first", "last"],
    "leader-withdraw": ["first", "none"], "leader-goes": ["go", "stay"],
    "clash": ["first", "last"], "extra-hit": ["first", "last"],
    "advance": ["first", "last"], "advance-face": ["first", "last", "keep"],
    "column-face": ["first", "last"], "momentum-trump": ["first", "none"],
}


def doctrine(r):
    return [{"kind": k, "answer": r.choice(v)} for k, v in ANSWERS.items()]


def near(r, h, steps):
    for _ in range(steps):
        n = cat.step(h, r.choice(cat.DIRECTIONS))
        h = n if cat_random.BLANK.on(n) else h
    return h


def moves(r, k, u, foes, units):
    out = []
    for _ in range(3):          # to beside an enemy, mostly
        o = {"do": "move", "unit": k,
             "to": near(r, units[r.choice(foes)]["hex"], r.choice([1, 1, 2]))}
        if r.random() < 0.4:
            o["shock"] = True
        out.append(o)
    path = [near(r, u["hex"], 1)]
    for _ in range(r.randint(0, 3)):
        path.append(near(r, path[-1], 1))
    return out + [{"do": "move", "unit": k, "path": path}]


def orders(r, units):
    mine = [k for k, u in units.items() if u["side"] == "byzantine"]
    foes = [k for k in units if k not in mine]
    out = []
    if not mine or not foes:
        return out
    if r.random() < 0.3:
        out.append({"do": "line", "unwall": r.random() < 0.3, "units":
                    r.sample(mine, min(len(mine), r.randint(1, 3)))})
    for k in r.sample(mine, len(mine)):
        u, x = units[k], r.random()
        if u.get("routed"):
            out.append({"do": "rally", "unit": k})
            continue
        if u["type"] == "LC" and x < 0.6:
            out += [{"do": "harass", "unit": k, "target": r.choice(foes),
                     "feign": r.random() < 0.4} for _ in range(4)]
        if x < 0.2 or cat.artillery(u):
            out.append({"do": "fire", "unit": k, "target": r.choice(foes)})
        if 0.5 < x < 0.55:
            out.append({"do": "recover", "unit": k})
        if not cat.artillery(u):
            out += moves(r, k, u, foes, units)
    for _ in range(3):
        out.append({"do": "shock", "targets": [r.choice(foes)], "units":
                    r.sample(mine, min(len(mine), r.randint(1, 2)))})
    if r.random() < 0.5:
        out.append({"do": "momentum"})
    return out


def case(n):
    r = random.Random(f"cataphract orders {n}")
    x, _ = cat_random.position(r)
    for u in x["unit"].values():
        if u["type"] == "LC" and r.random() < 0.6:
            u["feigns"] = True
        if r.random() < 0.05 and not u.get("routed"):
            u["uncontrolled"] = r.choice([2, 3])
        if r.random() < 0.3:
            u["moved"] = True
    x["leader"]["l0"]["range"] = 30
    return cat_random.page(r, n, x, False, {
        "byzantine": {"order": orders(r, x["unit"]), "doctrine": doctrine(r)},
        "vandal": {"doctrine": doctrine(r)}})


def follow(tally, directory, trace):
    start = watch = where = None
    with open(trace, encoding="utf-8") as lines:
        for line in lines:
            x = json.loads(line)
            if "start" in x:
                where, start = x["title"], x["start"]
                watch = Watch(tally, cat_random.land_of_case(
                    directory, where), start)
                continue
            watch.follow(x["events"], where)
            told = gboh_replay.Position(start)
            for e in x["events"]:
                told.apply(e)
            tally.check("told", where, [], list(gboh_replay.differences(
                told, gboh_replay.Position(x["position"]))))


def main(run_case, directory, count):
    names = cat_random.write_cases(directory, count, case)
    tally = Tally("cataphract, random orders,")
    trace = os.path.join(directory, "trace")
    for start in range(0, count, 100):
        some = names[start:start + 100]
        try:
            status = subprocess.run(
                [run_case, "--trace", trace, *some], cwd=directory,
                stdout=subprocess.DEVNULL, timeout=SECONDS,
                check=False).returncode
        except subprocess.TimeoutExpired:
            status = "no end"
        tally.check("runs", f"{some[0]} to {some[-1]}", True,
                    status in (0, 1))
        if status in (0, 1):
            follow(tally, directory, trace)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
