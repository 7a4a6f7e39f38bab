"""What the program says, event by event, against ab_rules.py."""
import copy

import ab_rules as ab
import replay_ancient_battles as replay


class Watch:
    """One game or case, from a position on."""

    def __init__(self, tally, land, position):
        self.t, self.land, self.p = tally, land, copy.deepcopy(position)
        self.attack = {"attackers": [], "defenders": []}
        self.before = None      # the position before anybody is displaced

    def board(self, position=None):
        return ab.Board(self.land, position or self.p)

    # ------------------------------------------------- what may be ordered

    def legal(self, legal, where):
        side, board = self.p["active"], self.board()
        moves, fires = {}, {}
        for x in legal[side]:
            if x["do"] == "move":
                moves[x["unit"]] = sorted(x["to"])
            elif x["do"] == "fire":
                fires[x["unit"]] = sorted(x["target"])
        for i, u in board.units.items():
            if u["side"] != side:
                continue
            if self.p["phase"] == "orders":
                self.t.check("reach", f"{where} {i}",
                             sorted(ab.reach(board, u)), moves.get(i, []))
            if self.p["phase"] == "missile":
                self.t.check("sight", f"{where} {i}",
                             sorted(ab.targets(board, u)), fires.get(i, []))

    # ------------------------------------------------------- what happened

    def move(self, e, where):
        """Every step of a way, and its cost [5.0, 6.0, 11.1]."""
        board = self.board()
        u = board.units[e["unit"]]
        foe = ab.other(u["side"])
        ezoc, at, cost, ok = board.zones(foe), e["from"], 0, True
        fresh = not u.get("moved")
        if fresh:
            ok = ab.may_move(board, u) and u["hex"] == at
        for n, h in enumerate(e["path"]):
            step = self.land.cost(at, h) if h in ab.around(at) else None
            if step is None or board.combat_at(h, foe) or \
                    (n > 0 and at in ezoc) or \
                    (n == 0 and fresh and at in ezoc and h in ezoc):
                ok = False
                break
            cost, at = cost + step, h
        if fresh:
            ok = ok and cost <= u["ma"]
        self.t.check("moves", where, (True, e["cost"], e["to"]),
                     (ok, cost, at))

    def fire(self, e, where):
        board = self.board()
        u = board.units[e["unit"]]
        range_ = ab.distance(u["hex"], board.units[e["target"]]["hex"])
        needed = ab.CHARTS["missile"][u["missile"]]["disrupts"]
        self.t.check("fire", where, (True, range_, needed[range_ - 1],
                                     "disrupted" if e["die"] <=
                                     needed[range_ - 1] else "none"),
                     (e["target"] in ab.targets(board, u), e["range"],
                      e["needed"], e["result"]))

    def odds(self, e, where):
        board = self.board()
        hexes = sorted({board.units[i]["hex"] for i in e["defenders"]})
        from_ = {board.units[i]["hex"] for i in e["attackers"]}
        strength = ab.attack_strength(board, e["attackers"], hexes)
        defence = ab.defence_strength(board, e["defenders"], from_,
                                      e.get("lent", []))
        side = board.units[e["attackers"][0]]["side"]
        n = ab.column(strength, defence)
        if n is not None and self.p["side"][side].get("demoralized"):
            n = n - 1 if n > 0 else None
        name = "below" if n is None else ab.CHARTS["crt"]["columns"][n]
        self.t.check("odds", where, (strength, defence, name),
                     (e["strength"], e["defence"], e["column"]))

    def result(self, e, where):
        if "die" not in e:
            self.t.check("results", where, "AL", e["result"])
            return
        n = ab.CHARTS["crt"]["columns"].index(e["column"])
        mine = ab.CHARTS["crt"]["die"][str(e["die"])][n]
        mine = "none" if mine == "-" else mine
        if mine == "AR" and self.attack.get("charging"):
            mine = "AL"                                     # [14.0]
        self.t.check("results", where, mine, e["result"])

    def ways(self, position, side, hex_):
        involved = self.attack["attackers"] + self.attack["defenders"]
        return sorted(ab.retreats(self.board(position), side, hex_, involved))

    def retreat(self, e, where):
        side = self.p["unit"][e["unit"]]["side"]
        ways = self.ways(self.before or self.p, side, e["from"])
        self.t.check("retreats", where, True, e["to"] in ways)

    def lost(self, e, where):
        if e["cause"] != "retreat" or (self.before or self.p)["unit"][
                e["unit"]].get("hex") is None:
            return
        side = self.p["unit"][e["unit"]]["side"]
        self.t.check("retreats", where, [],
                     self.ways(self.p, side, e["hex"]))

    def evade(self, e, where):
        """[11.21, 12.3] two hexes, out of zones of control"""
        board = self.board()
        u = board.units[e["unit"]]
        one, two = e["path"]
        ok = one in ab.open_hexes(board, u["side"], u["hex"]) and \
            two in ab.open_hexes(board, u["side"], one) and \
            ab.distance(u["hex"], two) == 2 and board.may_stay(u, two)
        if u["type"] != "leader":
            ok = ok and bool(u.get("dot")) and not u.get("disrupted") and \
                all(board.units[i]["ma"] <= u["ma"] for i in e["attackers"])
        self.t.check("evasions", where, True, ok)

    def duties(self, where):
        """[7.11, 7.12] when the combat phase is over, nobody is left who had
        to attack, nor beside an enemy who had to be attacked"""
        board, side = self.board(), self.p["active"]
        ezoc, mine = board.zones(ab.other(side)), board.zones(side)
        idle = [i for i, u in board.units.items() if u["side"] == side and
                board.fights(u) and not u.get("attacked") and
                not u.get("advanced")]
        late = [i for i in idle if board.units[i]["hex"] in ezoc or
                any(not board.units[k].get("defended") and
                    board.units[k]["hex"] in mine
                    for k in board.enemies_beside(board.units[i]))]
        self.t.check("duties", where, [], late)

    def follow(self, events, where):
        for n, e in enumerate(events):
            at, kind = f"{where} event {n + 1}", e["event"]
            if kind == "displaced":
                self.before = self.before or copy.deepcopy(self.p)
            if kind == "phase" and e["phase"] == "rally":
                self.duties(at)
            if kind == "attack":
                self.attack = e
                self.odds(e, at)
            known = {"move": self.move, "fire": self.fire,
                     "result": self.result, "retreat": self.retreat,
                     "eliminated": self.lost, "evade": self.evade}
            if kind in known:
                known[kind](e, at)
            replay.apply(self.p, e)
            if kind != "displaced":
                self.before = None

    def asked(self, asks, where):
        for q in asks:
            if q["kind"] == "retreat":
                self.t.check("retreats", f"{where} {q['unit']}",
                             self.ways(self.p, q["side"], q["hex"]),
                             sorted(q["options"]))
