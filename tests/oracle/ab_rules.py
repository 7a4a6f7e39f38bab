"""Ancient Battles reckoned from the rulebook and the charts (numbers are read
from games/ancient-battles/charts.toml), without the program: reach, sight, odds,
retreats.  Slow and plain on purpose."""
from fractions import Fraction
from functools import lru_cache
import heapq
import os
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../../games/ancient-battles/charts.toml"),
          "rb") as f:
    CHARTS = tomllib.load(f)
with open(os.path.join(HERE,
                       "../../games/ancient-battles/scenarios/chalons.toml"),
          "rb") as f:
    CHALONS = tomllib.load(f)
COLUMNS = [17, 55]
ROWS = [0, 26]
CHARGERS = ("cavalry", "light-cavalry", "elephant", "chariot")


# ------------------------------------------------------------------ the grid

@lru_cache(maxsize=None)
def cube(name):
    """Even columns stand half a hex north of odd ones [7.43]."""
    col, row = int(name[:2]), int(name[2:])
    z = row - (col - col % 2) // 2
    return col, -col - z, z


def name_of(c):
    col, row = c[0], c[2] + (c[0] - c[0] % 2) // 2
    if COLUMNS[0] <= col <= COLUMNS[1] and ROWS[0] <= row <= ROWS[1]:
        return f"{col:02d}{row:02d}"
    return None


STEPS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1),
         (0, -1, 1)]


@lru_cache(maxsize=None)
def around(h):
    c = cube(h)
    found = [name_of(tuple(a + b for a, b in zip(c, s))) for s in STEPS]
    return [x for x in found if x]


@lru_cache(maxsize=None)
def distance(a, b):
    return max(abs(x - y) for x, y in zip(cube(a), cube(b)))


# --------------------------------------------------------------- the country

class Country:
    """Terrain of hexes and hexsides, and what follows from it."""

    def __init__(self, terrain, hexsides):
        self.kinds, self.sides = {}, {}
        for kind, hexes in terrain.items():
            if kind in ("trail", "exit"):
                continue
            for h in hexes:
                self.kinds[h] = kind
        self.trail = set(terrain.get("trail", []))
        for kind, sides in hexsides.items():
            for side in sides:
                self.sides.setdefault(frozenset(side.split("/")),
                                      set()).add(kind)
        self.high = {h for h, k in self.kinds.items() if k in ("hill", "peak")}
        for side, kinds in self.sides.items():
            if "ridge" in kinds:
                self.high |= side
        self.peaks = {h for h, k in self.kinds.items() if k == "peak"}

    def kind(self, h):
        return self.kinds.get(h, "clear")

    def chart(self, h):
        return CHARTS["terrain"][self.kind(h)]

    def between(self, a, b):
        return self.sides.get(frozenset((a, b)), set())

    def prohibited(self, h):
        return self.chart(h).get("prohibited", False)

    def cost(self, a, b):
        """Of a step [5.2]; None where it is prohibited."""
        sides = self.between(a, b)
        if self.prohibited(b) or any(CHARTS["hexside"][k].get("prohibited")
                                     for k in sides):
            return None
        if a in self.trail and b in self.trail and "trail" in sides:
            return 1
        return self.chart(b)["mp"] + sum(CHARTS["hexside"][k]["mp"]
                                         for k in sides if k != "trail")

    def height_distance(self, h, what):
        return min((distance(h, x) for x in what), default=999)


def chalons():
    return Country(CHALONS["terrain"], CHALONS.get("hexsides", {}))


# ------------------------------------------------------------------ the units

class Board:
    def __init__(self, country, position):
        self.land = country
        self.p = position
        self.units = {i: u for i, u in position["unit"].items()
                      if "hex" in u and u.get("status", "map") == "map"}
        self.by_hex, self.zone = {}, {}
        for i, u in self.units.items():
            self.by_hex.setdefault(u["hex"], []).append(i)

    def fights(self, u):
        return u["type"] != "leader"

    def at(self, h, side=None):
        return [i for i in self.by_hex.get(h, []) if side is None or
                self.units[i]["side"] == side]

    def combat_at(self, h, side=None):
        return [i for i in self.at(h, side) if self.fights(self.units[i])]

    def zones(self, side):
        """Hexes in zones of control of a side [6.0, 6.6]."""
        if side in self.zone:
            return self.zone[side]
        out = self.zone[side] = set()
        for u in self.units.values():
            if u["side"] == side and not u.get("dot") and self.fights(u):
                out |= {h for h in around(u["hex"])
                        if not self.land.prohibited(h)}
        return out

    def enemies_beside(self, u):
        beside = set(around(u["hex"]))
        return [i for i, v in self.units.items() if v["side"] != u["side"] and
                self.fights(v) and v["hex"] in beside]

    def may_stay(self, u, h):
        """[5.32, X5.2]"""
        if u["type"] == "leader":
            return True
        plain = [i for i in self.combat_at(h, u["side"])
                 if self.units[i] is not u and
                 self.units[i]["type"] != "artillery"]
        return u["type"] == "artillery" or not plain


def other(side):
    return "hunnic" if side == "roman" else "roman"


# ---------------------------------------------------------------------- reach

def may_move(board, u):
    ezoc = board.zones(other(u["side"]))
    if u.get("moved"):
        return False
    if u["hex"] not in ezoc:
        return True
    dot = u.get("dot") or u["type"] == "leader"
    return bool(dot) and all(board.units[i]["ma"] <= u["ma"]
                             for i in board.enemies_beside(u))


def costs(board, u):
    """The least cost to each hex that a unit can get to [5.0, 6.0, 11.1]."""
    foe = other(u["side"])
    ezoc = board.zones(foe)
    held = u["hex"] in ezoc
    best, heap = {u["hex"]: 0}, [(0, u["hex"])]
    while heap:
        c, h = heapq.heappop(heap)
        if c > best[h]:
            continue
        if h != u["hex"] and (h in ezoc or board.at(h, foe)):
            continue
        for n in around(h):
            if board.combat_at(n, foe):
                continue
            if u["type"] == "leader" and board.at(n, foe):
                continue
            if h == u["hex"] and held and n in ezoc:
                continue
            step = board.land.cost(h, n)
            if step is None or c + step > u["ma"]:
                continue
            if n not in best or c + step < best[n]:
                best[n] = c + step
                heapq.heappush(heap, (c + step, n))
    return best


def reach(board, u):
    if not may_move(board, u):
        return set()
    return {h for h in costs(board, u) if h != u["hex"] and
            board.may_stay(u, h)}


# ---------------------------------------------------------------------- sight

def centre(c):
    """In the plane, stretched so that all is rational."""
    return Fraction(3 * c[0]), Fraction(2 * c[2] + c[0])


def hex_at(px, py, near):
    """Whose centre is nearest, among some hexes: a unit of x is half a hex's
    side, a unit of y is that times the root of three."""
    def far(c):
        x, y = centre(c)
        return (px - x) ** 2 + 3 * (py - y) ** 2
    return min(near, key=far)


@lru_cache(maxsize=None)
def line(to, nudge):
    """The hexes along a line from the origin that is moved aside a little."""
    dx, dy = centre(to)
    shift = Fraction(nudge, 1000)
    ax, ay = -dy * shift, dx * shift
    n = max(abs(x) for x in to)
    near = [(x, -x - z, z) for x in range(-n, n + 1) for z in range(-n, n + 1)]
    out, steps = [], 60 * n
    for i in range(steps + 1):
        h = hex_at(ax + dx * i / steps, ay + dy * i / steps, near)
        if not out or out[-1] != h:
            out.append(h)
    return out


def passes(a, b, nudge):
    start, end = cube(a), cube(b)
    way = line(tuple(y - x for x, y in zip(start, end)), nudge)
    return [name_of(tuple(x + y for x, y in zip(start, c))) for c in way]


def line_blocked(land, way):
    """[10.21, 10.23, 10.24]"""
    if any(land.chart(h)["sight"] == "blocks" for h in way[1:-1]):
        return True
    return any("ridge" in land.between(x, y) for x, y in zip(way, way[1:]))


def sees(land, a, b):
    if distance(a, b) <= 1:
        return True
    return not (line_blocked(land, passes(a, b, 1)) and
                line_blocked(land, passes(a, b, -1)))


def targets(board, u):
    """[10.0, 10.1, 10.31]"""
    if "missile" not in u or u.get("fired") or u.get("thrown"):
        return set()
    table = CHARTS["missile"][u["missile"]]["disrupts"]
    held = u["hex"] in board.zones(other(u["side"]))
    return {i for i, v in board.units.items() if v["side"] != u["side"] and
            board.fights(v) and distance(u["hex"], v["hex"]) <= len(table) and
            (distance(u["hex"], v["hex"]) <= 1 or not held) and
            sees(board.land, u["hex"], v["hex"])}


# ----------------------------------------------------------------------- odds

def can_charge(board, u, hexes):
    """[14.0, 14.2]"""
    land = board.land
    if not u.get("ready") or land.chart(u["hex"])["charge"] != "ok":
        return False
    return all(land.chart(h)["charge"] == "ok" and
               not any(CHARTS["hexside"][k].get("charge") == "no"
                       for k in land.between(u["hex"], h)) for h in hexes)


def attack_strength(board, attackers, hexes):
    """In half points; `hexes` those that are fought for."""
    land, total, led = board.land, 0, set()
    for i in attackers:
        u = board.units[i]
        n = 2 * u["strength"]
        if can_charge(board, u, hexes):
            n *= 2
        if u["hex"] not in led:
            led.add(u["hex"])
            n += 2 * sum(board.units[k]["strength"]
                         for k in board.at(u["hex"], u["side"])
                         if board.units[k]["type"] == "leader")
        if any(land.chart(h)["combat"] == "AH" or
               any(CHARTS["hexside"][k].get("combat") == "AH"
                   for k in land.between(u["hex"], h)) for h in hexes):
            n //= 2
        total += n
    return total


def multiple(board, h, from_):
    land, effect = board.land, board.land.chart(h)["combat"]
    if effect == "DD":
        return 2
    if effect == "DT":
        return 3
    if effect in ("DD-slope", "DD-hill"):
        what = land.high if effect == "DD-slope" else land.peaks
        mine = land.height_distance(h, what)
        return 2 if all(land.height_distance(x, what) > mine
                        for x in from_) else 1
    return 1


def bare_defence(u):
    return u["strength"] // 2 if u.get("disrupted") else u["strength"]


def defence_strength(board, defenders, from_, lent=()):
    total = 0
    side = board.units[defenders[0]]["side"]
    for h in {board.units[i]["hex"] for i in defenders}:
        n = sum(bare_defence(board.units[i]) for i in defenders
                if board.units[i]["hex"] == h)
        n += sum(board.units[k]["strength"] for k in board.at(h, side)
                 if board.units[k]["type"] == "leader")
        total += 2 * n * multiple(board, h, from_)
    return total + 2 * sum(bare_defence(board.units[i]) for i in lent)


def column(strength, defence):
    """The best that the odds reach; None below the chart [7.0, 7.52]."""
    best = None
    for n, name in enumerate(CHARTS["crt"]["columns"]):
        a, b = (int(x) for x in name.split(":"))
        if a * defence <= b * strength:
            best = n
    return best


# ------------------------------------------------------------------- retreats

def open_hexes(board, side, h):
    """[7.72] where a step of a retreat may lead, friends aside"""
    foe = other(side)
    ezoc = board.zones(foe)
    return [n for n in around(h) if board.land.cost(h, n) is not None and
            n not in ezoc and not board.at(n, foe)]


def may_join(board, movers, h):
    return all(board.may_stay(board.units[i], h) for i in movers)


def without_pushing(board, side, h, movers, closed):
    """Vacant hexes; if there are none, hexes to share [7.73, 7.82, X5.2]."""
    ways = [n for n in open_hexes(board, side, h) if n not in closed]
    vacant = [n for n in ways if not board.combat_at(n, side)]
    return vacant or [n for n in ways if may_join(board, movers, n)]


def chain(board, side, h, closed, involved):
    """How few units are pushed if h is to be freed; None: it cannot be."""
    if h in closed or involved & set(board.combat_at(h, side)):
        return None
    heap, best = [(len(board.combat_at(h, side)), h)], {}
    while heap:
        n, x = heapq.heappop(heap)
        if x in best:
            continue
        best[x] = n
        involved_hexes = {board.units[i]["hex"] for i in involved}
        mine = board.combat_at(x, side)
        ways = [y for y in open_hexes(board, side, x) if y not in closed]
        if any(not board.combat_at(y, side) for y in ways) or \
                any(may_join(board, mine, y) for y in ways
                    if y not in involved_hexes):
            return n
        for y in ways:
            if y not in best and y not in involved_hexes and \
                    board.combat_at(y, side):
                heapq.heappush(heap, (n + len(board.combat_at(y, side)), y))
    return None


def retreats(board, side, h, involved):
    """The hexes to which what stands in h may retreat [7.7, 7.8]."""
    movers = board.combat_at(h, side)
    involved_hexes = {board.units[i]["hex"] for i in involved
                      if i in board.units}
    ways = open_hexes(board, side, h)
    vacant = [n for n in ways if not board.combat_at(n, side)]
    if vacant:
        return set(vacant)
    shared = [n for n in ways if n not in involved_hexes and
              may_join(board, movers, n)]
    if shared:
        return set(shared)
    alive = {i for i in involved if i in board.units}
    pushed = {n: chain(board, side, n, {h}, alive) for n in ways}
    fewest = min((v for v in pushed.values() if v), default=None)
    return {n for n, v in pushed.items() if v and v == fewest}
