"""Commands & Colors: Medieval: what each event does to a position
(iacta-cc-medieval(7), EVENTS)."""

KEYS = {"turn", "phase", "active", "banners", "played", "one", "action",
        "scouted", "taken", "gains", "left", "shuffles", "discard", "opened",
        "newleaders", "side", "unit", "leader", "result"}
SIDES = ("tan", "purple")
IN_TURN = ("ordered", "idle", "stopped", "charge", "fought", "bonus", "wet",
           "again", "joined", "aside", "moved", "fired", "began", "target",
           "targethex")


def other(side):
    return SIDES[1 - SIDES.index(side)]


def turn(p, e):
    if e["turn"] > p["turn"]:
        done = p["side"][p["active"]]
        done["turns"] = done.get("turns", 0) + 1
    p["turn"], p["active"] = e["turn"], e["side"]
    for u in p.get("unit", {}).values():
        for key in IN_TURN:
            u.pop(key, None)
    for leader in p.get("leader", {}).values():
        leader.pop("ordered", None)
        leader.pop("moved", None)
        leader.pop("began", None)
    for side in p["side"].values():
        side.pop("spent", None)
        side.pop("replace", None)
    for key in ("played", "one", "action", "scouted", "taken", "gains"):
        p.pop(key, None)


def off_board(x, status):
    x.pop("hex", None)
    x["status"] = status


def put(x, hex_):
    x["hex"] = hex_
    x.pop("status", None)


def with_leader(p, e):
    if "with" in e:
        p["leader"][e["with"]]["hex"] = e["to"]


def play(p, e):
    """A card leaves a hand; what it counts as is in effect."""
    side, kind = p["side"][e["side"]], e["kind"]
    p["played"] = "counter-attack" if kind == "none" else kind
    p["one"] = e.get("as") == "one"
    p["scouted"] = kind == "scout"
    p["taken"] = e.get("banner", False)
    p["action"] = e.get("action")
    p["gains"] = "action" not in e and (
        kind in ("scout", "leaders") or kind.startswith("leadership-"))
    side["last"] = None if kind == "none" else kind
    throw_away(p, e["side"], e["card"])


def throw_away(p, side, card):
    p["side"][side]["cards"] -= 1
    p.setdefault("discard", []).append(card)


def move(p, e):
    if "leader" in e:
        leader = p["leader"][e["leader"]]
        leader["hex"], leader["moved"] = e["to"], len(e["path"])
        leader.setdefault("began", e["from"])
        if "unordered" in e:
            p["unit"][e["unordered"]].pop("ordered")
        return
    u = p["unit"][e["unit"]]
    put(u, e["to"])
    with_leader(p, e)
    if "with" in e and p["leader"][e["with"]].get("ordered"):
        p["leader"][e["with"]]["moved"] = len(e["path"])
        p["leader"][e["with"]].setdefault("began", e["from"])
    if e.get("stopped"):
        u["stopped"] = True
    if e.get("again"):
        u["again"] = True
        return
    u["began"], u["moved"] = e["from"], len(e["path"])
    u["charge"], u["wet"] = e.get("charge"), e.get("wet")


def fire(p, e):
    u = p["unit"][e["unit"]]
    u["fired"] = u.get("fired", 0) + 1
    if e.get("fought"):
        u["fought"] = True
    if e["target"] in p["unit"]:
        u["target"], u["targethex"] = e["target"], e["hex"]


def enter(p, e):
    if e["unit"] in p.get("leader", {}):
        leader = p["leader"][e["unit"]]
        put(leader, e["hex"])
        leader["ordered"], leader["moved"] = True, 1
        leader["began"] = e["hex"]
        return
    u = p["unit"][e["unit"]]
    put(u, e["hex"])
    if e.get("ordered"):
        u["ordered"] = u["joined"] = True
        u["began"] = e["hex"]


def eliminated(p, e):
    if "leader" in e:
        off_board(p["leader"][e["leader"]], "eliminated")
        return
    u = p["unit"][e["unit"]]
    off_board(u, "eliminated")
    u["blocks"] = 0


def banner(p, e):
    side = p["side"][e["side"]]
    if e["why"] == "hexes-held":
        side["held"] = side.get("held", 0) + e["change"]
    else:
        side["banners"] += e["change"]
    assert side["banners"] + side.get("held", 0) == e["banners"]
    if e["why"] == "scout":
        p["_took"] = True


def token(p, e):
    side = p["side"][e["side"]]
    side["tokens"] += e["change"]
    assert side["tokens"] == e["tokens"]
    if e["change"] < 0:
        side["spent"] = True


def phase(p, e):
    p["phase"] = e["phase"]
    if e["phase"] == "keep":    # the banner could not be taken in the end
        p["taken"] = p.get("taken") and p.pop("_took", False)


def draw(p, e):
    p["left"] = e["left"]
    if not e.get("choice"):
        side = p["side"][e["side"]]
        side["cards"] = side.get("cards", 0) + e["cards"]
    elif "_took" not in p:
        p["taken"] = False


def evade(p, e):
    if "leader" in e:
        leader = p["leader"][e["leader"]]
        if e.get("off"):
            off_board(leader, "exited")
        else:
            leader["hex"] = e["to"]
        return
    p["unit"][e["unit"]]["hex"] = e["to"]
    with_leader(p, e)


def ordered(p, e):
    for key, table in (("units", "unit"), ("leaders", "leader")):
        for name in e[key]:
            p[table][name]["ordered"] = True
    for name in e.get("aside", []):
        p["unit"][name]["aside"] = True


def to_hex(p, e):
    u = p["unit"][e["unit"]]
    u["hex"] = e["to"]
    if e.get("stopped"):
        u["stopped"] = True
    with_leader(p, e)


def shuffle(p, e):
    p["left"], p["discard"] = e["cards"], []
    p["shuffles"] = p.get("shuffles", 0) + 1


def newleader(p, e):
    p["newleaders"] = p.get("newleaders", 0) + 1
    p.setdefault("leader", {})[e["leader"]] = {
        "side": e["side"], "hex": e["hex"]}
    if "name" in e:
        p["leader"][e["leader"]]["name"] = e["name"]


def attach(p, e):
    if e.get("stays"):
        p["unit"][e["unit"]]["joined"] = True


def attack(p, e):
    u = p["unit"][e["unit"]]
    u["fought"] = True
    u.pop("charge", None)


def reaction(p, e):
    side = p["side"][e["side"]]
    side["replace"] = side.get("replace", 0) + 1
    throw_away(p, e["side"], e["card"])


def gate(p, e):
    if "faces" in e:
        attack(p, e)
    if e["result"] == "open":
        p.setdefault("opened", []).append(e["hex"])


def summoned(p, e):
    if "leader" in e:
        p["leader"][e["leader"]]["ordered"] = True
        return
    u = p["unit"][e["unit"]]
    u["ordered"], u["idle"] = True, e["die"] == "flag"


def rally(p, e):
    u = p["unit"][e["unit"]]
    u["blocks"] = e["blocks"]
    if e.get("ordered"):
        u["ordered"] = True


def keep(p, e):
    p["side"][e["side"]]["cards"] += 1


def discard(p, e):
    p.setdefault("discard", []).append(e["card"])


def exit_(p, e):
    off_board(p["unit"][e["unit"]], "exited")
    if "leader" in e:
        off_board(p["leader"][e["leader"]], "exited")


def first(p, e):
    if "side" in e:
        p["active"] = e["side"]


def copy(p, e):
    p["side"][e["side"]]["last"] = e["of"]


def bonus(p, e):
    p["unit"][e["unit"]]["bonus"] = True


def hit(p, e):
    p["unit"][e["unit"]]["blocks"] = e["left"]


def charge(p, e):
    if e["result"] == "nobody":
        p["unit"][e["unit"]].pop("charge", None)


def camp(p, e):
    p.setdefault("opened", []).append(e["hex"])


def command(p, e):
    p["side"][e["side"]]["command"] = e["command"]


def victory(p, e):
    p["result"] = e["result"]


DEEDS = {
    "turn": turn, "phase": phase, "card": play, "copy": copy,
    "ordered": ordered, "summoned": summoned, "rally": rally,
    "newleader": newleader, "token": token, "banner": banner, "move": move,
    "attach": attach, "enter": enter, "exit": exit_, "attack": attack,
    "charge": charge, "fire": fire, "bonus": bonus, "hit": hit,
    "eliminated": eliminated, "retreat": to_hex, "advance": to_hex,
    "evade": evade, "first-strike": reaction, "ambush": reaction,
    "gate": gate, "camp": camp, "first": first, "draw": draw, "keep": keep,
    "discard": discard, "shuffle": shuffle, "command": command, "victory": victory,
}
NOTHING = {"close", "back", "parthian", "ignored", "check", "escape", "extra",
           "declined", "marsh", "muster", "wasted", "refused", "late",
           "missed"}


def apply(p, e):
    kind = e["event"]
    assert kind in DEEDS or kind in NOTHING, kind
    if kind in DEEDS:
        DEEDS[kind](p, e)
