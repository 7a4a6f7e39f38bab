"""Cataphract reckoned from its rulebook and the charts, knowing nothing of the
program: ground, facing, zones of control, reach, sight, fire, shock and rout.
Numbers in brackets are the rulebook's; where it leaves something open, the
rulings of iacta-cataphract(7) are followed."""
import heapq
import os
import tomllib
from fractions import Fraction
from functools import lru_cache

GAME = os.path.join(os.environ.get("IACTA_SRCDIR", "."), "games", "cataphract")
with open(os.path.join(GAME, "charts.toml"), "rb") as _f:
    CHARTS = tomllib.load(_f)

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
VERTICES = ("NE", "E", "SE", "SW", "W", "NW")
INFANTRY = ("HI", "MI", "LI")
BOWS = ("B", "C")
LEADER_MA = 9


# ------------------------------------------------------------------ the grid

def at(hex_):
    """Column, and row in half hexes: even columns sit half a hex north."""
    c, r = int(hex_[:2]), int(hex_[2:])
    return c, 2 * r + c % 2


def name(c, y):
    return f"{c:02d}{(y - c % 2) // 2:02d}"


STEP = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2),
        "SW": (-1, 1), "NW": (-1, -1)}


def step(hex_, direction):
    c, y = at(hex_)
    dc, dy = STEP[direction]
    return name(c + dc, y + dy)


def distance(a, b):
    (c, y), (d, z) = at(a), at(b)
    across, down = abs(c - d), abs(y - z)
    return max(across, (across + down) // 2)


def beside(a, b):
    """The direction from a to its neighbour b."""
    return next((d for d in DIRECTIONS if step(a, d) == b), None)


def exits(a, b):
    """The hexsides through which the line from a to b leaves a: two where it
    leaves through a vertex."""
    (c, y), (d, z) = at(a), at(b)
    x, y = 3 * (d - c), z - y
    how_far = {"N": -2 * y, "NE": x - y, "SE": x + y, "S": 2 * y,
               "SW": y - x, "NW": -x - y}
    most = max(how_far.values())
    return [k for k in DIRECTIONS if how_far[k] == most]


@lru_cache(maxsize=None)
def crossed(dx, dy):
    """Hexes, as offsets, with which the segment from a centre to that dx
    columns and dy half rows away has more than a point in common, its ends
    left out.  A hex is |y| <= 1, |x + y| <= 2, |x - y| <= 2 around its centre,
    where a column is 3 wide."""
    x1, y1, out = 3 * dx, dy, []
    for c in range(min(0, dx) - 1, max(0, dx) + 2):
        for y in range(min(0, dy) - 2, max(0, dy) + 3):
            if (c + y) % 2 or (c, y) in ((0, 0), (dx, dy)):
                continue
            low, high = Fraction(0), Fraction(1)
            for a, b, limit in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
                k = a * x1 + b * y1             # k t - m lies within limit
                m = a * 3 * c + b * y
                if k == 0:
                    if abs(m) > limit:
                        high = Fraction(-1)
                    continue
                one, two = sorted((Fraction(m - limit, k),
                                   Fraction(m + limit, k)))
                low, high = max(low, one), min(high, two)
            if low < high:
                out.append((c, y))
    return out


def between(a, b):
    (c, y), (d, z) = at(a), at(b)
    return [name(c + i, y + j) for i, j in crossed(d - c, z - y)]


class Land:
    def __init__(self, columns, rows, terrain, sides, heights):
        self.columns, self.rows = columns, rows
        self.of = {h: k for k, hexes in terrain.items() if k != "from"
                   for h in hexes}
        self.sides = {}
        for k, pairs in sides.items():
            if k != "from":
                for p in pairs:
                    self.sides.setdefault(frozenset(p.split("/")), k)
        self.heights = {h: n for h, n in heights.items() if h != "from"}

    def on(self, h):
        c, r = int(h[:2]), int(h[2:])
        return self.columns[0] <= c <= self.columns[1] and \
            self.rows[0] <= r <= self.rows[1]

    def terrain(self, h):
        return self.of.get(h, "clear")

    def chart(self, h):
        return CHARTS["terrain"][self.terrain(h)]

    def height(self, h):
        return self.heights.get(h, 0)

    def rough(self, h):
        return self.terrain(h) in ("woods", "broken")           # [6.27]

    def open(self, a, b):
        """Whether one can step from a to b at all [6.25]."""
        side = self.sides.get(frozenset((a, b)))
        return self.on(b) and not self.chart(b).get("prohibited") and \
            not (side and CHARTS["hexside"][side].get("prohibited"))

    def cost(self, a, b):
        """Points [6.21]: the ground, and one for each level up."""
        side = self.sides.get(frozenset((a, b)))
        mp = self.chart(b)["mp"] + (
            CHARTS["hexside"][side]["mp"] if side else 0)
        return mp + max(0, self.height(b) - self.height(a))


def land_of(scenario):
    with open(os.path.join(GAME, "scenarios", scenario + ".toml"), "rb") as f:
        s = tomllib.load(f)
    return Land(s["map"]["columns"], s["map"]["rows"], s.get("terrain", {}),
                s.get("hexsides", {}), s.get("heights", {}))


# ------------------------------------------------------------------- facing

def turns(a, b, names=VERTICES):
    n = abs(names.index(a) - names.index(b))
    return min(n, 6 - n)


def aspect_of(unit, direction):
    """Front, flank or rear of a unit is what lies in that direction [7.11]."""
    if unit.get("column", "none") != "none":                    # [6.43]
        n = turns(unit["column"], direction, DIRECTIONS)
        return "front" if n == 0 else "rear" if n == 3 else "flank"
    v, d = VERTICES.index(unit["facing"]), DIRECTIONS.index(direction)
    # the vertex NE lies between the hexsides N and NE, and so on
    return {0: "front", 1: "front", 2: "flank", 5: "flank", 3: "rear",
            4: "rear"}[(d - v) % 6]


def artillery(unit):
    return unit.get("missile") == "A"


def on_map(x):
    return "hex" in x and x.get("status", "map") == "map"


class Board:
    def __init__(self, land, position):
        self.land, self.p = land, position
        self.unit = {k: u for k, u in position["unit"].items() if on_map(u)}
        self.leader = {k: x for k, x in position["leader"].items()
                       if on_map(x) and x.get("status", "map") == "map"}

    def units_at(self, h):
        return [k for k, u in self.unit.items() if u["hex"] == h]

    def troops(self, h):
        """Combat units other than artillery."""
        return [k for k in self.units_at(h) if not artillery(self.unit[k])]

    def protected(self, id_):
        """A cheiroballistra with infantry in its hex [11.63]."""
        u = self.unit.get(id_)
        return bool(u and artillery(u) and self.troops(u["hex"]))

    def foes_at(self, h, side):
        return [k for k in self.units_at(h) if self.unit[k]["side"] != side]

    def friends_at(self, h, side, but=None):
        return [k for k in self.units_at(h)
                if self.unit[k]["side"] == side and k != but]

    def tq(self, id_):
        """The TQ as it is now [6.45, 10.26, 11.2]."""
        u = self.unit[id_]
        if u.get("routed"):
            return 1
        tq = u["tq"]
        if self.p["side"][u["side"]].get("ferocity"):
            tq += 2
        if u.get("column", "none") != "none":
            tq -= 2
        return tq

    def zone(self, id_):
        """[7.21, 7.22]"""
        u = self.unit[id_]
        if u.get("routed") or artillery(u):
            return set()
        return {step(u["hex"], d) for d in DIRECTIONS
                if aspect_of(u, d) == "front" and
                self.land.open(u["hex"], step(u["hex"], d))}

    def zones(self, side):
        """Hex: the units of that side that control it."""
        out = {}
        for k, u in self.unit.items():
            if u["side"] == side:
                for h in self.zone(k):
                    out.setdefault(h, []).append(k)
        return out

    def other(self, side):
        return next(s for s in self.p["side"] if s != side)

    # ------------------------------------------------------------ command

    def commands(self, leader, range_):
        """Hexes of units that a leader reaches [4.21]."""
        x = self.leader[leader]
        side = x["side"]
        ezoc = self.zones(self.other(side))
        seen, ring = {x["hex"]}, [x["hex"]]
        for _ in range(range_):
            following = []
            for h in ring:
                for d in DIRECTIONS:
                    n = step(h, d)
                    if n in seen or not self.land.open(h, n) or \
                            self.foes_at(n, side):
                        continue
                    if n in ezoc and not self.friends_at(n, side):
                        continue
                    seen.add(n)
                    following.append(n)
            ring = following
        return seen

    # -------------------------------------------------------------- reach

    def reach(self, id_):
        """Where a unit may end a move: the fewest points for each hex."""
        u = self.unit[id_]
        if u.get("shield"):                                     # [11.73]
            return {}
        side, column = u["side"], u.get("column", "none")
        names = VERTICES if column == "none" else DIRECTIONS
        ma = u["ma"] + (0 if column == "none" else 1)           # [6.42]
        ezoc = self.zones(self.other(side))
        start = (u["hex"], u["facing"] if column == "none" else column)
        best, queue, ends = {start: 0}, [(0, *start)], {}
        pinned = u["hex"] in ezoc
        if pinned and (any(self.unit[e]["ma"] >= u["ma"]
                           for e in ezoc[u["hex"]]) or
                       not any(not self.units_at(h)
                               for h in self.front(u))):
            return ends                                         # [7.23]
        while queue:
            mp, h, facing = heapq.heappop(queue)
            if mp > best[(h, facing)]:
                continue
            if (h, facing) != start and h in ezoc and h != u["hex"]:
                continue                                        # [7.23]
            following = []
            if not (pinned and h == u["hex"]):
                k = names.index(facing)
                following = [(mp + 1, h, names[(k + 1) % 6]),
                             (mp + 1, h, names[(k - 1) % 6])]   # [7.12]
            for d in DIRECTIONS:
                now = facing
                if column == "none":
                    if aspect_of(u | {"facing": facing}, d) != "front":
                        continue                                # [6.32]
                else:
                    if turns(facing, d, DIRECTIONS) > 1:        # [6.44]
                        continue
                    now = d
                n = step(h, d)
                if self.enters(u, id_, h, n, ezoc):
                    following.append((mp + self.land.cost(h, n), n, now))
            for cost, n, now in following:
                if cost > ma or best.get((n, now), 99) <= cost:
                    continue
                best[(n, now)] = cost
                heapq.heappush(queue, (cost, n, now))
                if n != u["hex"] and not self.in_the_way(u, id_, n):
                    ends[n] = min(cost, ends.get(n, 99))
        return ends

    def front(self, u):
        """The front hexes that are on the map."""
        return [h for d in DIRECTIONS for h in (step(u["hex"], d),)
                if aspect_of(u, d) == "front" and self.land.on(h)]

    def in_the_way(self, u, id_, n):
        """Friends there; infantry stacks with a cheiroballistra, while it
        moves as well [6.6, 11.63]."""
        return [k for k in self.friends_at(n, u["side"], id_)
                if not (artillery(self.unit[k]) and u["type"] in INFANTRY)]

    def enters(self, u, id_, h, n, ezoc):
        """[6.25, 6.47, 6.61, 6.62, 6.63]"""
        if not self.land.open(h, n) or self.foes_at(n, u["side"]):
            return False
        friends = self.in_the_way(u, id_, n)
        if not friends:
            return True
        if u.get("column", "none") != "none" or n in ezoc:
            return False                # it would have to stop on a friend
        # a routed unit would be eliminated: no way that is found goes there
        return not any(self.unit[k].get("column", "none") != "none" or
                       self.unit[k].get("routed") for k in friends)

    # -------------------------------------------------------------- sight

    def sees(self, id_, hex_, from_=None):
        """[8.14] the line of sight, not the arc"""
        u = self.unit[id_]
        a = from_ or u["hex"]
        if distance(a, hex_) <= 1:
            return True
        low = min(self.land.height(a), self.land.height(hex_))
        high = max(self.land.height(a), self.land.height(hex_))
        for h in between(a, hex_):
            z = self.land.height(h)
            if z > high:
                return False
            if z < low:
                continue                # lower than both
            if self.land.chart(h).get("sight") == "blocks":
                return False
            if self.units_at(h) and not (
                    u.get("missile") in BOWS and
                    distance(a, h) < distance(h, hex_)):
                return False
        return True

    def in_arc(self, id_, hex_):
        """[8.13] front or flank; artillery all round [11.64]"""
        u = self.unit[id_]
        return artillery(u) or any(aspect_of(u, d) != "rear"
                                   for d in exits(u["hex"], hex_))

    def strengths(self, id_):
        u = self.unit[id_]
        if artillery(u):
            return CHARTS["missile"]["A"]
        on = "foot" if u["type"] in INFANTRY else "horse"
        return CHARTS["missile"][f"{u['missile']}-{on}"]

    def range_of(self, id_, hex_):
        """How far it shoots there [8.16]."""
        h = self.unit[id_]["hex"]
        more = 0
        if self.land.height(hex_) < self.land.height(h):
            more = 2 if self.land.terrain(h) == "rampart" else 1
        return len(self.strengths(id_)) + more

    def can_shoot(self, id_):
        u = self.unit[id_]
        return "missile" in u and u.get("missiles", "full") != "no" and \
            not u.get("routed") and u.get("column", "none") == "none" and \
            not u.get("shield") and not u.get("engaged") and \
            not u.get("limbered")

    def can_hit(self, id_, hex_):
        u = self.unit[id_]
        return distance(u["hex"], hex_) <= self.range_of(id_, hex_) and \
            self.in_arc(id_, hex_) and self.sees(id_, hex_)

    def targets(self, id_):
        u = self.unit[id_]
        if not self.can_shoot(id_):
            return []
        out = [k for k, e in self.unit.items() if e["side"] != u["side"] and
               not e.get("engaged") and not self.protected(k) and
               self.can_hit(id_, e["hex"])]
        return out + [k for k, x in self.leader.items()
                      if x["side"] != u["side"] and
                      not self.units_at(x["hex"]) and
                      self.can_hit(id_, x["hex"])]              # [8.19]

    # --------------------------------------------------------------- fire

    def fire(self, id_, target, range_, die, moved, from_=None):
        """Adjusted die, strength and hits [8.15, 8.16, 11.73]; the hex that
        the fire comes from decides through which hexside it comes."""
        u, t = self.unit[id_], self.unit.get(target)
        row = self.strengths(id_)
        strength = row[range_ - 1] if range_ <= len(row) else 0
        extended = range_ > len(row)
        where = (t or self.leader.get(target))["hex"]
        total = die
        if self.land.terrain(where) == "woods":
            total += 1
        if moved and u["missile"] != "F" and not (
                u["missile"] == "J" and u["type"] in INFANTRY):
            total += 1
        if t and t.get("shield"):
            total += 3
        elif t and t["type"] == "HI" and not artillery(t):
            sides = exits(where, from_ or u["hex"])
            if range_ == 1 and u["missile"] in BOWS and any(
                    aspect_of(t, d) == "front" for d in sides):
                total += 3
            else:
                total += 1
        hits = 1 if t and total <= strength else 0  # of a leader none [8.19]
        if hits and not extended and u["missile"] == "C" and \
                u["type"] in INFANTRY and total <= 1:
            hits = 2
        return total, strength, hits

    # -------------------------------------------------------------- shock

    def aspect(self, attacker, defender):
        """From where the attacker comes [9.15, 11.64]."""
        a, d = self.unit[attacker], self.unit[defender]
        if artillery(d):
            return "front"
        return aspect_of(d, beside(d["hex"], a["hex"]))

    def kind(self, id_):
        u = self.unit[id_]
        return "LI" if artillery(u) else u["type"]              # [11.61]

    def base(self, attacker, defender):
        row = CHARTS["clash"][self.aspect(attacker, defender)]
        return row[self.kind(defender)][
            CHARTS["clash"]["attackers"].index(self.kind(attacker))]

    def superiority(self, attacker, defender):
        """[6.45, 9.16, 11.5]"""
        a, d = self.unit[attacker], self.unit[defender]
        if d.get("column", "none") != "none":
            return "AS"
        if self.aspect(attacker, defender) != "front":
            behind = [k for k in self.zones(d["side"]).get(a["hex"], [])
                      if aspect_of(a, beside(a["hex"],
                                             self.unit[k]["hex"])) != "front"]
            if not behind:
                return "AS"
        if a.get("sword") and a["type"] in INFANTRY and \
                self.kind(defender) in INFANTRY and \
                self.open_flank(defender):
            return "AS"
        cell = CHARTS["superiority"][self.kind(defender)][
            CHARTS["clash"]["attackers"].index(self.kind(attacker))]
        if cell == "DS*":
            spent = "missile" in d and d.get("missiles") == "no"
            cell = "-" if spent else "DS"
        return "none" if cell == "-" else cell

    def open_flank(self, id_):
        u = self.unit[id_]
        if artillery(u):
            return False
        for d in DIRECTIONS:
            h = step(u["hex"], d)
            if aspect_of(u, d) != "flank" or not self.land.on(h):
                continue
            held = self.friends_at(h, u["side"], id_) or any(
                h in self.zone(k) for k, v in self.unit.items()
                if v["side"] == u["side"] and k != id_)
            if not held:
                return True
        return False

    def size_shift(self, attackers, defenders, moved):
        """Columns by the size ratio, and the ratio [9.16 step 2]."""
        def total(ids):
            return sum(self.unit[k]["size"] for k in ids
                       if not (artillery(self.unit[k]) and
                               len(self.units_at(self.unit[k]["hex"])) > 1))
        a, d = total(attackers), total(defenders)
        if a >= d:
            n = -(-a // d) if moved else a // d
            return n - 1, f"{n}:1"
        n = d // a if moved else -(-d // a)
        return 1 - n, f"1:{n}"

    def ground_shift(self, attackers, defenders):
        """Woods, marsh and heights; higher and lower than all attackers
        [charts: the shifts; ruling 9.16]."""
        heights = [self.land.height(self.unit[k]["hex"]) for k in attackers]
        theirs = [self.land.height(self.unit[k]["hex"]) for k in defenders]
        n = 0
        if all(self.land.chart(self.unit[k]["hex"]).get("shift")
               for k in defenders):
            n -= 1
        higher = [z for z in theirs if z > max(heights)]
        if len(higher) == len(theirs):
            n -= 2
        elif higher:
            n -= 1
        if max(theirs) < min(heights):
            n += 1
        return n

    def struggle(self, attackers, defenders, attacker, defender, moved, die,
                 charisma=0):
        """Column, total, table result, hits of each side [9.16]."""
        shift, ratio = self.size_shift(attackers, defenders, moved)
        column = self.base(attacker, defender) + shift + \
            self.ground_shift(attackers, defenders)
        column = min(13, max(1, column))
        total = die + charisma
        cell = CHARTS["crt"]["die"][str(min(9, max(0, total)))][column - 1]
        ours, theirs = (int(x) for x in cell.rstrip(")").split("("))
        best = self.superiority(attacker, defender)
        if best == "AS":
            theirs *= 2
        if best == "DS":
            ours *= 3
        a, d = self.unit[attacker], self.unit[defender]
        if a["type"] in ("LC", "LI") and a.get("missile") in BOWS and \
                self.kind(defender) in ("HI", "MI") and not d.get("routed"):
            theirs //= 2
        return ratio, column, total, cell, ours, theirs

    # --------------------------------------------------------------- rout

    def to_edge(self, side, h):
        """How far a hex is from the retreat edge, in half hexes."""
        edge = self.p["side"][side]["edge"]
        (c, y), land = at(h), self.land
        return {"west": 2 * (c - land.columns[0]),
                "east": 2 * (land.columns[1] - c),
                "north": y, "south": -y}[edge]

    def at_edge(self, side, h):
        """Whether a hex off the map lies nearer to the edge."""
        edge = self.p["side"][side]["edge"]
        d = {"west": "NW", "east": "NE", "north": "N", "south": "S"}[edge]
        return not self.land.on(step(h, d)) and edge in (
            "north", "south") or not self.land.on(step(h, d)) and \
            int(h[:2]) in self.land.columns

    def rout_steps(self, id_, h, gone):
        """The best next hexes of a rout [10.21], and what is wrong with each:
        1 nothing, 2 a friend, 3 a friend in an enemy zone."""
        u = self.unit[id_]
        ezoc = self.zones(self.other(u["side"]))
        found = []
        for d in DIRECTIONS:
            n = step(h, d)
            if n in gone or not self.land.open(h, n) or \
                    self.foes_at(n, u["side"]):
                continue
            friend = bool(self.friends_at(n, u["side"], id_))
            if n in ezoc and not friend:
                continue
            worse = 3 if friend and n in ezoc else 2 if friend else 1
            far, now = self.to_edge(u["side"], n), self.to_edge(u["side"], h)
            tier = 1 if far < now else 2 if far == now else 3
            found.append((tier, worse, far, n))
        if not found:
            return []
        best = min(found)[:3]
        return [x[3] for x in found if x[:3] == best]
