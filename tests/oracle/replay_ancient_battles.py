"""Ancient Battles: what each event does to a position (iacta-ancient-battles(7),
EVENTS)."""

KEYS = {"turn", "turns", "phase", "active", "step", "arrivals", "rallied",
        "camps", "side", "unit", "result"}
SIDES = ["roman", "hunnic"]     # in playing order

# what ends with a phase
OVER = {
    "missile": ["moved", "from", "arrival"],
    "combat": ["fired"],
    "rally": ["attacked", "defended", "advanced", "ready"],
}


def put(unit, hex_):
    unit["hex"] = hex_
    unit.pop("status", None)


def off_map(unit, status):
    for key in ("hex", "disrupted", "moved", "ready", "from", "arrival",
                "fired", "attacked", "defended", "advanced"):
        unit.pop(key, None)
    unit["status"] = status


def phase(p, e):
    p["phase"], p["active"] = e["phase"], e["side"]
    for unit in p["unit"].values():
        for key in OVER.get(e["phase"], []):
            unit.pop(key, None)
    if e["phase"] == "missile":
        p.pop("arrivals", None)
    if e["phase"] == "orders":
        p.pop("rallied", None)
        p.pop("step", None)


def moves_first(p, u, from_):
    """The first step of a unit's move, or its entry."""
    p["arrivals"] = p.get("arrivals", 0) + 1
    u["moved"], u["arrival"] = True, p["arrivals"]
    if from_:
        u["from"] = from_


def move(p, e):
    u = p["unit"][e["unit"]]
    if not u.get("moved"):
        moves_first(p, u, e["from"])
    put(u, e["to"])
    u["ready"] = e.get("charge", False)


def enter(p, e):
    u = p["unit"][e["unit"]]
    moves_first(p, u, None)
    put(u, e["hex"])
    u["ready"] = e.get("charge", False)


def undone(p, e):
    u = p["unit"][e["unit"]]
    if "to" in e:
        put(u, e["to"])
    else:
        u.pop("hex")
        u["status"] = "reserve"
    u["ready"] = False


def together(p, e, to):
    for name in [e["unit"], *e.get("with", [])]:
        put(p["unit"][name], to)


def eliminated(p, e):
    u = p["unit"][e["unit"]]
    off_map(u, "eliminated")
    if u["type"] != "leader":
        p["side"][u["side"]]["lost"] += u["strength"]


def rally(p, e):
    p["rallied"] = True
    if e["result"] != "rallied":
        return
    u = p["unit"][e["unit"]]
    put(u, e["hex"])
    if e.get("thrown"):
        u["thrown"] = True
    p["side"][u["side"]]["lost"] -= u["strength"]


def fire(p, e):
    p["unit"][e["unit"]]["fired"] = True
    if e.get("thrown"):
        p["unit"][e["unit"]]["thrown"] = True
    if e["result"] == "disrupted":
        p["unit"][e["target"]]["disrupted"] = True


def score(p, side, points):
    p["side"][side]["points"] += points


def apply(p, e):
    kind = e["event"]
    if kind == "turn":
        p["turn"], p["active"] = e["turn"], SIDES[0]
    elif kind == "phase":
        phase(p, e)
    elif kind == "deployed":
        p["step"] = e["step"]
        for name, hex_ in e["places"].items():
            put(p["unit"][name], hex_)
    elif kind == "move":
        move(p, e)
    elif kind == "enter":
        enter(p, e)
    elif kind == "undone":
        undone(p, e)
    elif kind == "exit":
        u = p["unit"][e["unit"]]
        off_map(u, "exited")
        score(p, u["side"], e["points"])
    elif kind == "camp":
        p.setdefault("camps", []).append(e["hex"])
        score(p, p["unit"][e["unit"]]["side"], e["points"])
    elif kind == "flight":
        put(p["unit"][e["leader"]], e["to"])
    elif kind == "fire":
        fire(p, e)
    elif kind == "assault":
        for name in e["attackers"]:
            p["unit"][name]["attacked"] = True
        for name in e["targets"]:
            p["unit"][name]["defended"] = True
    elif kind == "attack":
        for name in e.get("lent", []):
            p["unit"][name]["defended"] = True
    elif kind == "released":
        for name in e["units"]:
            p["unit"][name]["attacked"] = False
    elif kind == "evade":
        together(p, e, e["path"][-1])
    elif kind in ("retreat", "displaced"):
        together(p, e, e["to"])
    elif kind == "advance":
        together(p, e, e["to"])
        p["unit"][e["unit"]]["advanced"] = True
    elif kind == "eliminated":
        eliminated(p, e)
    elif kind == "recover":
        for name in e["units"]:
            p["unit"][name]["disrupted"] = False
    elif kind == "rally":
        rally(p, e)
    elif kind in ("demoralized", "steadied"):
        p["side"][e["side"]]["demoralized"] = kind == "demoralized"
    elif kind == "victory":
        p["result"] = e["result"]
    else:   # what tells of no change
        assert kind in ("escape", "attack", "extended", "forced", "result",
                        "disintegrated", "refused", "late",
                        "missed"), kind
