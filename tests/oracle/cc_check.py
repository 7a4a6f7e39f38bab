"""Commands & Colors: Medieval: every event of a course against the
calculators of cc_rules.py.  Checker.run(position, events) goes along; `faults`
has what differs, `count` how often each subject was reckoned."""
from collections import Counter

import cc_rules as r
import replay_cc_medieval as replay


class Checker:
    def __init__(self, board, where):
        self.b, self.where = board, where
        self.count, self.faults = Counter(), []
        self.full = {}          # at full strength when the combat began
        self.token = set()      # sides whose next roll has a token's die
        self.flags = {}         # unit: flags against it, ignored, brave
        self.left = {}          # unit: hexes of its retreat to go
        self.vacated = None
        self.ambushed = False

    def expect(self, subject, e, want, have):
        self.count[subject] += 1
        if want != have:
            self.faults.append(f"{self.where}: {subject}: {have!r}, but it "
                               f"should be {want!r}: {e}")

    def run(self, p, events):
        for e in events:
            check = getattr(self, "on_" + e["event"].replace("-", "_"), None)
            if check:
                check(p, e)
            replay.apply(p, e)

    # ---- strength when a combat began [close.warrior-full-strength-bonus]

    def begin(self, p, *names):
        for k in names:
            if k in p["unit"]:
                u = p["unit"][k]
                self.full[k] = u["blocks"] == u.get("full", 4)

    def on_attack(self, p, e):
        u = p["unit"][e["unit"]]
        self.begin(p, e["unit"], e["target"])
        self.expect("adjacent", e, 1, r.distance(e["from"], e["hex"]))
        self.expect("ordered", e, True, bool(u.get("ordered")))
        self.ambushed = False

    def on_bonus(self, p, e):
        kept = self.full.get(e["unit"]) and self.ambushed
        self.begin(p, e["unit"], e["target"])
        if kept:
            self.full[e["unit"]] = True
        u = p["unit"][e["unit"]]
        may = u["type"] == "W" or not r.foot(u) or bool(r.attached(p, u))
        self.expect("bonus", e, True, may and not u.get("bonus"))

    def on_ambush(self, p, e):
        self.begin(p, e["unit"], e["attacker"])
        self.ambushed = True

    def on_token(self, p, e):
        if e["why"] == "battle-bonus":
            self.token.add(e["side"])
        if e["change"] < 0:
            self.expect("token", e, False,
                        bool(p["side"][e["side"]].get("spent")))

    # ---- rolls

    def on_close(self, p, e):
        u, t = p["unit"][e["unit"]], p["unit"].get(e["target"])
        deed, faces = e.get("deed"), e["faces"]
        dice = r.close_dice(self.b, p, u, e["from"], e["hex"],
                            self.full.get(e["unit"]))
        if deed in (None, "bonus") and e["event"] == "close":
            dice += r.card_dice(self.b, p, u, deed is None)
        dice += 2 if deed == "ambush" else 0
        dice += u["side"] in self.token
        self.token.discard(u["side"])
        self.expect("dice", e, dice, e["dice"])
        self.expect("dice", e, dice, len(faces))
        if t is None:
            self.expect("hits", e, int("helmet" in faces), e["hits"])
        elif e.get("evades"):
            self.expect("hits", e, faces.count(r.UNITS[t["type"]][0]),
                        e["hits"])
        else:
            self.expect("hits", e, r.close_hits(p, u, t, faces), e["hits"])
            self.rolled(e, faces)
        self.vacated = e["hex"] if t and not e.get("evades") else None

    on_back = on_close

    def on_parthian(self, p, e):
        t = p["unit"][e["target"]]
        self.expect("parthian", e, 2, len(e["faces"]))
        self.expect("hits", e, e["faces"].count(r.UNITS[t["type"]][0]),
                    e["hits"])

    def on_fire(self, p, e):
        u, t = p["unit"][e["unit"]], p["unit"].get(e["target"])
        self.begin(p, e["target"])
        self.expect("sight", e, True,
                    e["target"] in r.fire_targets(self.b, p, e["unit"]))
        dice = r.fire_dice(self.b, p, u, e["hex"])
        if r.active_card(p, "cry-havoc"):
            dice += 1
        if r.active_card(p, "leaders") and r.attached(p, u):
            dice += 1
        if p["phase"] == "volley":
            dice += 1
        self.expect("fire dice", e, dice, len(e["faces"]))
        if t is None:
            self.expect("hits", e, int("helmet" in e["faces"]), e["hits"])
            return
        self.expect("hits", e, e["faces"].count(r.UNITS[t["type"]][0]),
                    e["hits"])
        self.rolled(e, e["faces"])

    def rolled(self, e, faces):
        self.expect("flags", e, faces.count("flag"), e["flags"])
        self.flags = {e["target"]: [e["flags"], 0]}
        self.left = {}

    # ---- flags and retreats

    def on_ignored(self, p, e):
        k = e["unit"]
        most = r.may_ignore(self.b, p, p["unit"][k], self.full.get(k))
        brave = e["ignored"] > self.flags[k][1] > 0 or \
            (e["ignored"] == 1 and most == 0)
        self.expect("morale", e, True, e["ignored"] <= most + brave and
                    e["ignored"] <= self.flags[k][0])
        self.flags[k][1] = e["ignored"]

    def on_retreat(self, p, e):
        k, u = e["unit"], p["unit"][e["unit"]]
        if k not in self.left:
            flags, ignored = self.flags.get(k, [0, 0])
            self.left[k] = (flags - ignored) * r.UNITS[u["type"]][6]
        n, here = self.left[k], e["from"]
        best = r.best_retreat(self.b, p, u, here, n)
        for x in e["path"]:
            ways = dict(r.way_home(self.b, p, u, here))
            self.expect("retreat way", e, True, x in ways)
            n = 0 if ways.get(x) else n - 1
            here = x
        if not self.b.at(p, here) == "marsh" or e["lost"]:
            self.expect("retreat", e, self.left[k] - best, e["lost"])
            self.expect("retreat", e, n, e["lost"])
        self.left[k] = n

    def on_evade(self, p, e):
        if "leader" in e or self.b.at(p, e["from"]) == "marsh":
            return
        ways = r.evasions(self.b, p, p["unit"][e["unit"]])
        self.expect("evasion", e, True,
                    any(w[:len(e["path"])] == e["path"] for w in ways))

    def on_eliminated(self, p, e):
        if "unit" in e:
            self.expect("eliminated", e, 0, p["unit"][e["unit"]]["blocks"])

    def on_check(self, p, e):
        alone = r.unit_at(p, p["leader"][e["leader"]]["hex"]) is None
        self.expect("leader check", e, 1 if alone else 2, len(e["faces"]))
        lost = e["faces"].count("helmet") == len(e["faces"])
        self.expect("leader check", e, "lost" if lost else "safe",
                    e["result"])

    # ---- moves

    def on_move(self, p, e):
        if "leader" in e or r.active_card(p, "redeploy") or \
                r.active_card(p, "fire-and-close"):
            return
        u, led = p["unit"][e["unit"]], r.attached(p, p["unit"][e["unit"]])
        self.expect("reach", e, True, e["to"] in r.reach(
            self.b, p, e["unit"], detached=bool(led) and "with" not in e))
        self.expect("ordered", e, True, bool(u.get("ordered")))
        self.expect("one move", e, False, bool(u.get("moved")) and
                    not e.get("again"))

    def on_advance(self, p, e):
        u = p["unit"][e["unit"]]
        self.expect("advance", e, 1, r.distance(e["from"], e["to"]))
        if e.get("extra"):
            self.expect("extra hex", e, True, not r.foot(u) and
                        u["type"] != "SHC" and not r.must_stop(
                            self.b, p, False, e["from"]))
        elif self.vacated:
            self.expect("advance", e, self.vacated, e["to"])

    def on_gate(self, p, e):
        self.vacated = e["hex"]

    def on_banner(self, p, e):
        side = p["side"][e["side"]]
        self.expect("banners", e, side["banners"] + side.get("held", 0) +
                    e["change"], e["banners"])
