"""Commands & Colors: Medieval, reckoned from the rulebook alone: the board,
sight, reach, dice, retreats.  Nothing here is taken from the program."""
from functools import lru_cache

# the unit sheet: class, move, hexes after which it may still close combat,
# dice, swords hit, range (with a bow), retreat, armour, foot
UNITS = {
    "LB":  ("green", 2, 2, 2, False, 4, 2, 0, True),
    "A":   ("green", 2, 2, 2, True, 2, 2, 0, True),
    "MI":  ("blue", 2, 1, 3, True, 0, 1, 1, True),
    "W":   ("blue", 1, 2, 3, True, 0, 2, 1, True),
    "HI":  ("red", 1, 1, 4, True, 0, 1, 2, True),
    "LC":  ("green", 4, 4, 2, False, 2, 4, 0, False),
    "LBC": ("green", 4, 4, 2, False, 3, 4, 0, False),
    "MC":  ("blue", 3, 3, 3, True, 3, 3, 1, False),
    "HC":  ("red", 2, 2, 4, True, 3, 2, 2, False),
    "SHC": ("red", 2, 2, 4, True, 3, 2, 3, False),
}
NEEDS_BOW = ("MC", "HC", "SHC")
ROWS = range(1, 12)


def columns(row):
    return range(1, 14 if row % 2 else 13)


HEXES = [f"{r:02}{c:02}" for r in ROWS for c in columns(r)]
BOARD = set(HEXES)


def split(hex_):
    return int(hex_[:2]), int(hex_[2:])


def centre(row, col):
    """Hexes with corners at (0,2) (1,1) (1,-1) (0,-2) (-1,-1) (-1,1)."""
    return 2 * col + (0 if row % 2 else 1), 3 * row


PLACE = {(x, y): h for h in HEXES for x, y in [centre(*split(h))]}
STEPS = [(2, 0), (-2, 0), (1, 3), (-1, 3), (1, -3), (-1, -3)]


@lru_cache(None)
def neighbours(hex_):
    x, y = centre(*split(hex_))
    return [PLACE[x + dx, y + dy] for dx, dy in STEPS
            if (x + dx, y + dy) in PLACE]


@lru_cache(None)
def distance(a, b):
    (ax, ay), (bx, by) = centre(*split(a)), centre(*split(b))
    rows, across = abs(by - ay) // 3, abs(bx - ax)
    return rows + max(0, (across - rows) // 2)


def homeward(side, hex_):
    """The two hexes toward the baseline: row 11 for tan, row 1 for purple."""
    x, y = centre(*split(hex_))
    dy = 3 if side == "tan" else -3
    return [PLACE[x + dx, y + dy] for dx in (1, -1)
            if (x + dx, y + dy) in PLACE]


# ------------------------------------------------------------------- the line

CORNERS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]


def clip(a, d, c):
    """Where the line a + t d, 0 <= t <= 1, is in the hex around c: the stretch
    as fractions over one denominator, and whether it is inside or along."""
    from fractions import Fraction
    low, high, edge = Fraction(0), Fraction(1), False
    for i in range(6):
        (x1, y1), (x2, y2) = CORNERS[i], CORNERS[(i + 1) % 6]
        ex, ey = x2 - x1, y2 - y1
        # inside is to the right of an edge that goes clockwise
        at = ex * (a[1] - c[1] - y1) - ey * (a[0] - c[0] - x1)
        by = ex * d[1] - ey * d[0]
        if by == 0:
            if at > 0:
                return None
            edge = edge or at == 0
        elif by > 0:
            high = min(high, Fraction(-at, by))
        else:
            low = max(low, Fraction(-at, by))
    return ("along" if edge else "through") if low < high else None


@lru_cache(None)
def line(a, b):
    """The hexes between: those it goes through, and those along whose edges it
    runs, left and right; None stands for one off the board."""
    pa, pb = centre(*split(a)), centre(*split(b))
    d = (pb[0] - pa[0], pb[1] - pa[1])
    through, sides = [], ([], [])
    for row in range(0, 13):
        for col in range(0, 15):
            c = centre(row, col)
            h = PLACE.get(c)
            if h in (a, b):
                continue
            kind = clip(pa, d, c)
            if kind == "through":
                through.append(h)
            elif kind == "along":
                cross = d[0] * (c[1] - pa[1]) - d[1] * (c[0] - pa[0])
                sides[cross < 0].append(h)
    return through, sides


class Board:
    """Terrain that stays, whose it is, and the special rules."""

    def __init__(self, terrain, owner, rules):
        self.terrain = {h: kind for kind, list_ in terrain.items()
                        for h in list_}
        self.owner, self.rules = owner, rules
        self.hooks = {r["hook"] for r in rules}
        self.city = {h for r in rules if r["hook"] == "city-flag"
                     for h in r["hexes"]}
        self.group = self.groups()

    def groups(self):
        out, n = {}, 0
        for h in HEXES:
            if self.terrain.get(h) != "hill" or h in out:
                continue
            stack, n = [h], n + 1
            while stack:
                x = stack.pop()
                if x in out:
                    continue
                out[x] = n
                stack += [y for y in neighbours(x)
                          if self.terrain.get(y) == "hill"]
        return out

    def at(self, p, hex_):
        if hex_ in p.get("opened", []):
            return "clear"
        return self.terrain.get(hex_, "clear")


# ------------------------------------------------------------------ positions

def on_board(x):
    return "hex" in x and x.get("status", "board") == "board"


def unit_at(p, hex_):
    return next((k for k, u in p.get("unit", {}).items()
                 if on_board(u) and u["hex"] == hex_), None)


def leader_at(p, hex_):
    return next((k for k, x in p.get("leader", {}).items()
                 if on_board(x) and x["hex"] == hex_), None)


def attached(p, u):
    k = leader_at(p, u["hex"])
    return k if k and p["leader"][k]["side"] == u["side"] else None


def lone_leader_at(p, hex_):
    return None if unit_at(p, hex_) else leader_at(p, hex_)


def foot(u):
    return UNITS[u["type"]][8]


def reach_of_fire(u):
    if u["type"] in NEEDS_BOW and not u.get("bow"):
        return 0
    return UNITS[u["type"]][5]


def near(p, hex_, side, leaders=False):
    """Units of the side next to the hex, and leaders alone if asked for."""
    out = [k for h in neighbours(hex_) for k in [unit_at(p, h)]
           if k and p["unit"][k]["side"] == side]
    if leaders:
        out += [k for h in neighbours(hex_) for k in [lone_leader_at(p, h)]
                if k and p["leader"][k]["side"] == side]
    return out


def enemy(side):
    return "purple" if side == "tan" else "tan"


def active_card(p, kind):
    return not p.get("one") and kind in (p.get("played"), p.get("action"))


# ---------------------------------------------------------------------- sight

def obstructs(b, p, hex_, a, z):
    if hex_ is None or unit_at(p, hex_) or leader_at(p, hex_):
        return True
    kind = b.at(p, hex_)
    if kind == "hill":      # one plateau sees itself
        g = b.group[hex_]
        return not b.group.get(a) == g == b.group.get(z)
    return kind in ("forest", "camp", "wall", "gate")


def sees(b, p, a, z):
    through, sides = line(a, z)
    return not any(obstructs(b, p, h, a, z) for h in through) and \
        not all(any(obstructs(b, p, h, a, z) for h in s) for s in sides)


def fire_targets(b, p, name):
    u = p["unit"][name]
    side, out = enemy(u["side"]), []
    if near(p, u["hex"], side):
        return []
    for k, t in [*p["unit"].items(), *p.get("leader", {}).items()]:
        if not on_board(t) or t["side"] != side or \
                (k in p.get("leader", {}) and unit_at(p, t["hex"])):
            continue
        if 2 <= distance(u["hex"], t["hex"]) <= reach_of_fire(u) and \
                sees(b, p, u["hex"], t["hex"]):
            out.append(k)
    return out


# ---------------------------------------------------------------------- reach

def passable(b, p, side, hex_):
    kind = b.at(p, hex_)
    if kind == "gate":
        return b.owner.get(hex_) == side
    return kind not in ("river", "wall")


def must_stop(b, p, on_foot, hex_):
    kind = b.at(p, hex_)
    if kind == "ford":
        return "stream" not in b.hooks
    if kind == "hill":
        return "rugged-hills" in b.hooks
    return kind in ("forest", "camp", "marsh") or \
        (kind == "broken" and not on_foot)


def allowance(b, p, u):
    """The farthest, and from which length on warriors must charge."""
    kind = u["type"]
    most, free = UNITS[kind][1], UNITS[kind][1]
    if kind == "W":
        most = 2
    if active_card(p, "line-command"):
        most = 1
    elif active_card(p, "double-time"):
        most = free = 2
    elif active_card(p, "foot-onslaught") and foot(u):
        most, free = (3, 2) if kind == "W" else (2, 2)
    elif active_card(p, "mounted-charge") and kind in ("HC", "SHC"):
        most = 3
    if b.at(p, u["hex"]) in ("camp", "marsh"):
        most = min(most, 1)
    return most, free


def reach(b, p, name, detached=False):
    u = p["unit"][name]
    side, led = u["side"], attached(p, u) and not detached
    most, free = allowance(b, p, u)
    through = foot(u) and UNITS[u["type"]][0] == "green" and (
        active_card(p, "light-troops") or active_card(p, "move-fire-move"))
    best, ring = {u["hex"]: 0}, [u["hex"]]
    ends = set()
    for n in range(1, most + 1):
        nxt = []
        for h in ring:
            if h != u["hex"] and (must_stop(b, p, foot(u), h) or
                                  lone_leader_at(p, h)):
                continue
            for x in neighbours(h):
                if x in best or not passable(b, p, side, x):
                    continue
                other, leader = unit_at(p, x), leader_at(p, x)
                if other and (p["unit"][other]["side"] != side or not through):
                    continue
                if leader and (p["leader"][leader]["side"] != side or
                               (not other and led)):
                    continue
                best[x] = n
                nxt.append(x)
                if not other:
                    ends.add(x)
        ring = nxt
    return {x for x in ends if u["type"] != "W" or best[x] <= free or
            may_charge(b, p, u, x)}


def may_charge(b, p, u, hex_):
    """Warriors may battle on entering any terrain."""
    return bool(near(p, hex_, enemy(u["side"]))) and not u.get("idle")


# ----------------------------------------------------------------------- dice

def cap(dice, limit):
    return min(dice, limit) if limit else dice


def close_dice(b, p, u, frm, to, full):
    dice = UNITS[u["type"]][3] + (1 if u["type"] == "W" and full else 0)
    here, there = b.at(p, frm), b.at(p, to)
    two = ("broken", "forest", "ford", "bridge", "marsh")
    if there in two or there == "camp" or here in two:
        dice = cap(dice, 2)
    if here == "camp":
        dice = cap(dice, 3 if b.owner.get(frm) == u["side"] else 2)
    if here == "hill":
        dice = cap(dice, 3 if foot(u) else 2)
    elif there == "hill":
        dice = cap(dice, 2)
    return dice


def fire_dice(b, p, u, to):
    dice = 1 if u.get("moved") else 2
    if b.at(p, to) == "forest" or \
            b.at(p, u["hex"]) in ("ford", "bridge", "marsh"):
        dice = 1
    return dice


def card_dice(b, p, u, initial):
    """Of the card in effect, for an ordered unit of the active side."""
    if u["side"] != p["active"] or not u.get("ordered") or p.get("one"):
        return 0
    n = 0
    if active_card(p, "cry-havoc"):
        n += 1
    if active_card(p, "leaders") and attached(p, u):
        n += 1
    if initial and active_card(p, "clash-of-shields"):
        n += 1
    if initial and active_card(p, "foot-onslaught") and foot(u):
        n += 1
    if initial and active_card(p, "mounted-charge") and not foot(u):
        wet = u.get("wet") or ("stream" in b.hooks and
                               b.at(p, u["hex"]) == "ford")
        n += 0 if u["type"] == "LBC" or wet else \
            2 if u["type"] == "SHC" else 1
    return n


def led_or_near(p, u):
    return any(on_board(x) and x["side"] == u["side"] and
               distance(x["hex"], u["hex"]) <= 1
               for x in p.get("leader", {}).values())


def close_hits(p, u, t, faces):
    hits = faces.count(UNITS[t["type"]][0])
    swords = faces.count("swords") if UNITS[u["type"]][4] else 0
    ignored = (UNITS[t["type"]][7] > UNITS[u["type"]][7]) + \
        (foot(u) and not foot(t))
    hits += max(0, swords - ignored)
    return hits + (faces.count("helmet") if led_or_near(p, u) else 0)


# ------------------------------------------------------------------- retreats

def may_ignore(b, p, u, full):
    n = 1 if attached(p, u) else 0
    friends = len(near(p, u["hex"], u["side"], leaders=not attached(p, u)))
    n += friends >= 2
    kind = b.at(p, u["hex"])
    n += (kind == "bridge" and foot(u)) or \
        (kind == "camp" and b.owner.get(u["hex"]) == u["side"])
    n += u["type"] == "W" and full
    return n + (u["hex"] in b.city)


def way_home(b, p, u, hex_):
    """Hexes it may go back into from here; whether a leader takes it in."""
    out = []
    for x in homeward(u["side"], hex_):
        if not passable(b, p, u["side"], x) or unit_at(p, x):
            continue
        leader = leader_at(p, x)
        if leader and (p["leader"][leader]["side"] != u["side"] or
                       attached(p, u)):
            continue
        out.append((x, bool(leader)))
    return out


def best_retreat(b, p, u, hex_, n):
    """How many of n hexes it can go; a leader ends it as if all were gone."""
    if n == 0:
        return 0
    return max([n if joins else 1 + best_retreat(b, p, u, x, n - 1)
                for x, joins in way_home(b, p, u, hex_)], default=0)


def may_evade(u, by):
    kind = u["type"]
    if kind in ("LB", "LC", "LBC"):
        return True
    if kind == "MC":
        return foot(by) or by["type"] in ("HC", "SHC")
    return kind in ("HC", "SHC") and foot(by)


def evasions(b, p, u):
    out = []
    for x, joins in way_home(b, p, u, u["hex"]):
        if joins:
            out.append([x])
        else:
            out += [[x, y] for y, _ in way_home(b, p, u, x)]
    return out
