"""What the program says of Cataphract, event by event, against cat_rules.py."""
import cat_rules as cat
import gboh_replay

REACTIONS = ("entry", "retire", "return", "artillery")


class Watch:
    """One game or case, from a position on."""

    def __init__(self, tally, land, position):
        self.t, self.land, self.p = tally, land, position
        self.now = gboh_replay.Position(position)
        self.ferocity = {k: s.get("ferocity", False)
                         for k, s in position["side"].items()}
        self.champions = {k for k, s in position["side"].items()
                          if s.get("champion")}
        self.wounds = {}
        self.combats, self.way, self.fallen = {}, [], {}
        self.runs = {}          # routs under way: hexes, points left
        self.fled = (None, 0)   # who feigns, and how many hexes so far
        self.struck = set()     # units that stepped since a feigned retreat

    def board(self):
        units = {}
        for k, u in self.p["unit"].items():
            v = self.now.unit[k]
            if v["status"] != "map":
                continue
            x = {**u, **v}
            if v["foot"] != u.get("foot", False):
                x["type"] = "HI" if v["foot"] else "HC"
                x["ma"] = 4 if v["foot"] else u.get("horse_ma", u["ma"])
            units[k] = x
        leaders = {}
        for k, x in self.p["leader"].items():
            v = self.now.leader[k]
            if v["status"] != "map" or v["hex"] is None:
                continue
            worse = self.wounds.get(k, 0)
            leaders[k] = {**x, "hex": v["hex"], "status": "map", "charisma":
                          max(0, x.get("charisma", 0) - worse)}
        side = {k: {**s, "ferocity": self.ferocity[k]}
                for k, s in self.p["side"].items()}
        return cat.Board(self.land, {"unit": units, "leader": leaders,
                                     "side": side})

    def champion(self, side):
        """[11.85] TQ rolls of the first turn"""
        return -1 if self.p["turn"] == 1 and side in self.champions else 0

    # ------------------------------------------------- what may be ordered

    def legal(self, legal, where):
        side, board = self.p["active"], self.board()
        moves, fires = {}, {}
        for x in legal[side]:
            if x["do"] == "move" and "to" in x:
                moves[x["unit"]] = sorted(x["to"])
            elif x["do"] == "fire":
                fires[x["unit"]] = sorted(x["target"])
        leader = self.p["active_leader"]
        heard = board.commands(leader, board.leader[leader]["range"])
        for k, u in board.unit.items():
            if u["side"] != side or u.get("rallied"):
                continue
            told = not u.get("routed") and not u.get("ordered") and (
                u["hex"] in heard or cat.artillery(u))          # [11.65]
            if not cat.artillery(u):
                self.t.check("reach", f"{where} {k}",
                             sorted(board.reach(k)) if told else [],
                             moves.get(k, []))
            self.t.check("sight", f"{where} {k}",
                         sorted(board.targets(k)) if told else [],
                         fires.get(k, []))

    # ------------------------------------------------------- what happened

    def move(self, e, where, board):
        u = board.unit[e["unit"]]
        side, ezoc = u["side"], board.zones(board.other(u["side"]))
        here, ok = e["from"], u["hex"] == e["from"]
        if e.get("stopped") == "back":      # off a friend [ruling 6.61]
            return
        free = e.get("stopped") in ("pursuit", "strike", "impetus")
        for n, h in enumerate(e["path"]):
            ok = ok and cat.distance(here, h) == 1 and \
                self.land.open(here, h) and not board.foes_at(h, side)
            if not free and n > 0:
                ok = ok and here not in ezoc                    # [7.23]
            here = h
        if not free and "mp" in e:
            more = 0 if u["column"] == "none" else 1
            ok = ok and self.fewest(u, e["path"]) <= e["mp"] <= u["ma"] + more
        self.t.check("moves", where, (True, e["to"]), (ok, here))

    def fewest(self, u, path):
        """The fewest points a path can cost, with the turns it needs."""
        if cat.artillery(u):            # it has no facing [11.64]
            return sum(self.land.cost(a, b)
                       for a, b in zip([u["hex"], *path], path))
        column = u["column"] != "none"
        names = cat.DIRECTIONS if column else cat.VERTICES
        best = {u["column"] if column else u["facing"]: 0}
        here = u["hex"]
        for h in path:
            d, then = cat.beside(here, h), {}
            for f, mp in best.items():
                for g in names:
                    if column:
                        if cat.turns(g, d, names) > 1:
                            continue
                    elif cat.aspect_of(u | {"facing": g}, d) != "front":
                        continue
                    cost = mp + cat.turns(f, g, names)
                    ends = d if column else g
                    then[ends] = min(cost, then.get(ends, 99))
            best = {f: mp + self.land.cost(here, h)
                    for f, mp in then.items()}
            here = h
        return min(best.values())

    def fire(self, e, where, board, moved):
        kind, u = e["kind"], board.unit[e["unit"]]
        from_, moves = None, False
        if kind == "harass":
            range_, from_, moves = 1, self.way[-1], True
        elif kind == "withdraw":
            range_, moves = 2, True
        elif kind == "entry":
            range_ = 1
        elif kind == "retire":
            range_ = 2
        else:
            range_ = cat.distance(e["from"], e["hex"])
            moves = moved if kind == "order" else e["unit"] in self.struck
        mine = board.fire(e["unit"], e["target"], range_, e["die"],
                          moves and kind not in REACTIONS, from_)
        self.t.check("fire", where, (range_,) + mine,
                     (e["range"], e["total"], e["strength"], e["hits"]))
        ok = board.can_shoot(e["unit"]) and u["hex"] == e["from"]
        if kind in ("order", "return", "artillery", "withdraw"):
            ok = ok and (kind == "withdraw" or board.can_hit(
                e["unit"], e["hex"])) and board.sees(e["unit"], e["hex"])
        self.t.check("sight", where, True, ok)

    def clash(self, e, where, board):
        a, d = e["attacker"], e["defender"]
        self.t.check("clash", where,
                     (board.aspect(a, d), board.base(a, d),
                      board.superiority(a, d)),
                     (e["aspect"], e["column"], e["superiority"]))

    def result(self, e, where, board):
        c = self.combats[e["combat"]]
        routed = {k for k in board.unit if board.unit[k]["routed"]}
        attackers = [k for k in c["attackers"] if k in board.unit and
                     k not in routed]
        defenders = [k for k in c["defenders"] if k in board.unit and
                     (k not in routed or k in c["routed"]) and
                     board.unit[k]["hex"] == c["hexes"][k]]
        hexes = [board.unit[k]["hex"] for k in attackers]
        theirs = [board.unit[k]["hex"] for k in defenders]
        drm = 0
        for sign, where_, who in ((1, hexes, attackers),
                                  (-1, theirs, defenders)):
            side = board.unit[who[0]]["side"]
            drm += sign * max([x["charisma"] for x in board.leader.values()
                               if x["hex"] in where_ and x["side"] == side],
                              default=0)
            drm -= sign * sum(v for k, (h, v) in self.fallen.items()
                              if h in where_)
        moved = any(k in c["check"] for k in attackers)
        mine = board.struggle(attackers, defenders, e["attacker"],
                              e["defender"], moved, e["die"], drm)
        self.t.check("shock", where, mine,
                     (e["ratio"], e["column"], e["total"], e["result"],
                      e["attackers"], e["defenders"]))

    def tq_check(self, e, where, board):
        tq = board.tq(e["unit"])
        die = e["die"] + self.champion(board.unit[e["unit"]]["side"])
        if e["event"] == "charge":
            self.t.check("checks", where, (tq, max(0, die - tq)),
                         (e["tq"], e["hits"]))
        else:
            self.t.check("checks", where,
                         (tq, "holds" if die <= tq else "routs"),
                         (e["tq"], e["result"]))

    def rout(self, e, where, board, phase, rest):
        """Each step, and whether it went as far as it must [10.21-10.24].  A
        stretch that ends on a friend goes on when that friend's check is
        over."""
        k, here, ok = e["unit"], e["from"], True
        u = board.unit[k]
        r = self.runs.get(k)
        if r is None or r["gone"][-1] != e["from"]:
            full = phase and u["routed"]
            r = self.runs[k] = {"gone": [e["from"]], "full": full,
                                "left": u["ma"] if full else 2}
        for h in e["path"]:
            ok = ok and h in board.rout_steps(k, here, r["gone"])
            r["left"] -= self.land.cost(here, h) if r["full"] else 1
            r["gone"].append(h)
            here = h
        onward = next((x for x in rest if x["event"] == "rout"), {})
        if not board.friends_at(here, u["side"], k) and \
                (onward.get("unit"), onward.get("from")) != (k, here):
            ok = ok and self.rout_ends(k, here, r, board) == \
                self.lost(k, rest)
        self.t.check("routs", where, (e["to"], True), (here, ok))

    def rout_ends(self, k, here, r, board):
        """Whether it leaves the map or is stuck, with its points [10.23]."""
        if r["left"] <= 0:
            return False
        if board.at_edge(board.unit[k]["side"], here):
            return True
        ways = board.rout_steps(k, here, r["gone"])
        if not ways:
            return True
        dear = not r["full"] or min(self.land.cost(here, h)
                                    for h in ways) <= r["left"]
        return None if dear else False      # None: it should have gone on

    def lost(self, k, rest):
        for e in rest:
            if e["event"] == "eliminated" and e.get("unit") == k:
                return e["cause"] in ("edge", "blocked", "rout")
            if e["event"] in ("rout", "rout-phase", "turn", "activate",
                              "harass"):
                break
        return False

    def withdraw(self, e, where, board):
        """[6.51, 6.55] each hex farther from the enemy, in no zone of his"""
        u = board.unit[e["unit"]]
        foe = e["enemy"]
        there = board.unit.get(foe)             # or gone, by its fire
        if (there is None or there["routed"]) and foe in self.runs:
            far = self.runs[foe]["gone"][0]     # [ruling 6.56]
        elif there is not None:
            far = there["hex"]
        else:
            return                              # lost where it stood
        ezoc = board.zones(board.other(u["side"]))
        here, ok, mp = e["from"], True, 0
        for h in e.get("path", []):
            ok = ok and cat.distance(here, h) == 1 and \
                self.land.open(here, h) and h not in ezoc and \
                not board.foes_at(h, u["side"]) and \
                cat.distance(h, far) > cat.distance(here, far)
            if e["event"] == "withdraw":
                ok = ok and self.land.terrain(h) not in ("woods", "marsh")
            mp += self.land.cost(here, h)
            here = h
        if e["event"] == "withdraw":
            ok = ok and mp <= u["ma"] - self.p["unit"][foe]["ma"]
        else:                   # in parts, where friends interrupt it
            past = self.fled[1] if self.fled[0] == e["unit"] else 0
            self.fled = (e["unit"], past + len(e.get("path", [])))
        self.t.check("withdrawals", where, (True, e["to"]), (ok, here))

    def designated(self, e, board):
        ids = e["attackers"] + e["defenders"]
        self.combats[e["combat"]] = {
            **e, "hexes": {k: board.unit[k]["hex"] for k in ids},
            "routed": {k for k in ids if board.unit[k]["routed"]}}

    def refused(self, events, where):
        """Orders that are legal by the calculators are not refused."""
        self.t.check("orders", where, [],
                     [e["why"] for e in events if e["event"] == "refused"])

    def follow(self, events, where):
        phase = self.p.get("phase") == "rout"
        for n, e in enumerate(events):
            kind = e["event"]
            spot = f"{where} commit {e['commit']} {kind}" \
                if "commit" in e else f"{where} event {n + 1}"
            self.one(e, kind, spot, events, n, phase)
            if kind == "rout-phase":
                phase = True
            elif kind == "turn":
                phase = False
                self.p = self.p | {"turn": e["turn"]}
            self.now.apply(e)

    def one(self, e, kind, spot, events, n, phase):
        board = None
        if kind in ("move", "fire", "clash", "result", "charge", "collapse",
                    "rout", "withdraw", "feign", "shock", "casualty"):
            board = self.board()
        if kind == "move":
            self.move(e, spot, board)
            if e["path"]:
                self.struck.add(e["unit"])
        elif kind == "fire":
            self.fire(e, spot, board, moves_too(events, n, e["unit"]))
        elif kind == "clash":
            self.clash(e, spot, board)
        elif kind == "result":
            self.result(e, spot, board)
        elif kind in ("charge", "collapse"):
            self.tq_check(e, spot, board)
        elif kind == "rout":
            self.rout(e, spot, board, phase, events[n + 1:])
        elif kind in ("withdraw", "feign"):
            self.withdraw(e, spot, board)
        elif kind == "shock":
            self.designated(e, board)
        elif kind == "harass":
            self.way = e["path"]
        elif kind == "bait":        # [6.73] after harassment it stays
            self.t.check("withdrawals", spot, True,
                         self.fled[1] in (0, 3, 4, 5))
            self.fled = (None, 0)
        elif kind == "feign-result":
            self.struck = set()
        elif kind == "champion":
            self.champions = {e["winner"]}
        elif kind == "discipline" and e["result"] == "lost":
            self.ferocity[e["side"]] = False
        elif kind == "casualty" and e["result"] == "wounded":
            self.wounds[e["leader"]] = self.wounds.get(e["leader"], 0) + 1
        elif kind == "casualty" and e["result"] == "killed" and \
                e["why"] == "shock":
            x = board.leader[e["leader"]]
            self.fallen[e["leader"]] = (x["hex"], x["charisma"])
        elif kind in ("rout-phase", "turn"):
            self.runs = {}
        elif kind in ("activate", "finished", "momentum"):
            self.combats, self.fallen = {}, {}


ENDS = ("activate", "finished", "momentum", "turn", "rout-phase")


def moves_too(events, n, unit):
    """Whether it enters a hex in the Orders Phase of event n [8.15]."""
    def enters(e):
        return e["event"] == "move" and e["unit"] == unit and e["path"] and \
            e.get("stopped") not in ("pursuit", "strike", "impetus")
    for e in events[n + 1:]:
        if e["event"] in ENDS:
            break
        if enters(e):
            return True
    for e in reversed(events[:n]):
        if e["event"] in ENDS:
            break
        if enters(e):
            return True
    return False
