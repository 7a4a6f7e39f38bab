#!/usr/bin/env python3
"""gboh_replay.py: do the events of a game tell its positions?

For each commit of each repository named: the position of the turn file before
it, changed by the events of events.toml as iacta-cataphract(7) and iacta-spqr(7)
describe them, must be the position of its own turn file, in everything that is on the map.
Knows nothing of the program but the pages."""
import subprocess
import sys
import tomllib


def blob(repo, commit, path):
    out = subprocess.run(["git", "-C", repo, "show", f"{commit}:{path}"],
                         capture_output=True)
    return tomllib.loads(out.stdout.decode()) if out.returncode == 0 else {}


def unit_view(u):
    on = u.get("status", "map") == "map" and "hex" in u
    if not on:
        return {"status": u.get("status", "eliminated")}
    column = u.get("column", "none")
    return {"status": "map", "hex": u["hex"],
            "facing": u.get("facing", "E") if column == "none" else column,
            "column": column, "hits": u.get("hits", 0),
            "routed": u.get("routed", False),
            "missiles": u.get("missiles", "full"),
            "shield": u.get("shield", False),
            "engaged": u.get("engaged", False), "foot": u.get("foot", False),
            "limbered": u.get("limbered", False),
            "depleted": u.get("depleted", False),
            "rallied": u.get("rallied", False),
            "screen": u.get("screen_missiles", "full")}


def leader_view(x):
    status = x.get("status", "map" if "hex" in x else "eliminated")
    return {"status": status, "hex": x.get("hex"),
            "wounded": x.get("wounded", False) or x.get("loss", 0) > 0,
            "finished": status == "map" and x.get("finished", False)}


class Position:
    def __init__(self, turn):
        self.raw = turn["unit"]
        self.unit = {k: unit_view(u) for k, u in turn["unit"].items()}
        self.leader = {k: leader_view(x) for k, x in turn["leader"].items()}

    def foot(self, u):
        """Infantry loses its missiles when it routs."""
        return self.raw[u]["type"] in ("HI", "MI", "LI", "PH", "LG", "BI",
                                       "SK")

    def off_map(self, u, status):
        self.unit[u] = {"status": status}

    def routs(self, id):
        u = self.unit[id]
        u.update(routed=True, hits=0, column="none", shield=False,
                 engaged=False, rallied=False)
        if self.foot(id) and "missile" in self.raw[id]:
            u["missiles"] = "no"

    def goes(self, e):
        u = self.unit[e["unit"]]
        u["hex"] = e["to"]
        if "facing" in e:
            u["facing"] = e["facing"]
            if u["column"] != "none":
                u["column"] = e["facing"]

    def move(self, e):
        """A move, alone or with the other unit of its stack."""
        self.goes(e)
        if "with" in e:
            self.goes(e | {"unit": e["with"]})
        if "path" not in e:             # a unit that disengages
            self.unit[e["unit"]]["engaged"] = False

    def pursues(self, e):
        if "off" in e:
            self.off_map(e["unit"], "pursuing")
        else:
            self.goes(e)

    def eliminated(self, e):
        if "unit" in e:
            self.off_map(e["unit"], "eliminated")
        else:
            self.leader[e["leader"]].update(status="eliminated", hex=None,
                                            finished=False)

    def apply(self, e):
        kind = e["event"]
        u = self.unit.get(e.get("unit"))
        if kind == "move":
            self.move(e)
        elif kind in ("withdraw", "feign", "extend", "through"):
            self.goes(e)
        elif kind == "breaks":
            self.routs(e["unit"])
            if "missile" in self.raw[e["unit"]]:
                u["missiles"] = "no"
        elif kind == "rampage":
            self.goes(e)
            if e["result"] == "rallied":
                u.update(routed=False, hits=e["hits"])
        elif kind == "rout":
            self.routs(e["unit"])
            self.goes(e)
        elif kind == "advance":
            self.goes(e)
            u["engaged"] = False
        elif kind == "pursues":
            self.pursues(e)
        elif kind == "return":
            self.unit[e["unit"]] = unit_view(self.raw[e["unit"]] | {
                "status": "map", "hex": e["hex"]})
        elif kind == "face":
            u["facing"] = e["facing"]
            u["hex"] = e.get("hex", u["hex"])
        elif kind in ("hits", "steady", "recover", "collapse"):
            u["hits"] = e["total"]
        elif kind == "depleted":
            u["depleted"] = True
        elif kind == "column":
            out = e["column"] == "out"
            u["column"] = "none" if out else e["column"]
            u["facing"] = e["facing"] if out else e["column"]
        elif kind == "missiles":
            u["screen" if "weapon" in e else "missiles"] = e["missiles"]
        elif kind == "shield":
            for x in e["units"]:
                self.unit[x]["shield"] = e["result"] == "up"
        elif kind in ("engaged", "disengaged"):
            for x in e["units"]:
                self.unit[x]["engaged"] = kind == "engaged"
        elif kind == "rally" and e["result"] == "rallied":
            u.update(routed=False, hits=e["hits"], rallied=True)
            if "facing" in e:
                u["facing"] = e["facing"]
        elif kind in ("dismount", "mount"):
            u.update(foot=kind == "dismount", facing=e["facing"])
        elif kind == "mode":
            u["limbered"] = e["mode"] == "move"
        elif kind == "eliminated":
            self.eliminated(e)
        elif kind in ("leader", "leader-withdraw"):
            self.leader[e["leader"]]["hex"] = e["to"]
        elif kind == "casualty" and e["result"] == "wounded":
            self.leader[e["leader"]]["wounded"] = True
        elif kind == "finished":
            self.leader[e["leader"]]["finished"] = True
        elif kind == "void" and "over" in e:
            self.leader[e["over"]]["finished"] = False
        elif kind == "reactivated":
            self.leader[e["leader"]]["finished"] = False
        elif kind == "rout-phase":
            for x in self.unit.values():
                x["rallied"] = False
        elif kind == "replace":
            self.leader[e["by"]].update(status="map", hex=e["hex"],
                                        finished=True)
        elif kind == "elephant-leader":
            self.leader[e["leader"]].update(
                status="map", hex=self.unit[e["unit"]]["hex"])
        elif kind in ("turn", "victory"):
            for x in self.leader.values():
                x["finished"] = False


def differences(a, b):
    for what in ("unit", "leader"):
        x, y = getattr(a, what), getattr(b, what)
        for k in y:
            for f in y[k]:
                if x[k].get(f) != y[k][f]:
                    yield f"{what} {k} {f}: told {x[k].get(f)}, is {y[k][f]}"


def replay(repo):
    log = subprocess.run(["git", "-C", repo, "rev-list", "--reverse",
                          "HEAD"], capture_output=True, text=True, check=True)
    commits = log.stdout.split()
    faults = 0
    before = blob(repo, commits[0], "turn.toml")
    for n, c in enumerate(commits[1:], 1):
        now = blob(repo, c, "turn.toml")
        p = Position(before)
        for e in blob(repo, c, "events.toml").get("event", []):
            p.apply(e)
        for d in differences(p, Position(now)):
            faults += 1
            if faults <= 20:
                print(f"{repo}: turn {n}: {d}")
        before = now
    return len(commits) - 1, faults


def main():
    total = bad = 0
    for repo in sys.argv[1:]:
        n, faults = replay(repo)
        total += n
        bad += faults
    print(f"{len(sys.argv) - 1} games, {total} exchanges, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
