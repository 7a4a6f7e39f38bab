#!/usr/bin/env python3
"""A stranger's replay: what events.toml tells must be enough to go from one
position to the next.

    replay.py SYSTEM TRACE      what tests/run-case --trace wrote
    replay.py REPOSITORY...     games, every commit of them

A system is a module replay_SYSTEM.py here with one function, apply(position,
event), written from the system's manual page alone; what it needs to know
besides is said there.  Positions are compared as a whole.
"""
import importlib
import json
import os
import subprocess
import sys
import tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))



def system_module(system):
    return importlib.import_module("replay_" + system.replace("-", "_"))


def differences(want, have, path=""):
    """Paths at which two positions differ; false and absent are the same."""
    out = []
    for key in sorted(set(want) | set(have)):
        a, b = want.get(key), have.get(key)
        where = f"{path}{key}"
        if isinstance(a, dict) and isinstance(b, dict):
            out += differences(a, b, where + ".")
        elif (a or None) != (b or None):
            out.append(f"{where}: the events lead to {b!r}, but it is {a!r}")
    return out


def known(keys, position):
    """What all may know of it: a case shows hands and decks too."""
    return {k: v for k, v in position.items() if k in keys}


def step(module, keys, position, events, target, where):
    for event in events:
        module.apply(position, event)
    wrong = differences(known(keys, target), known(keys, position))
    for line in wrong[:5]:
        print(f"{where}: {line}")
    if wrong:
        print("    after", ", ".join(e["event"] for e in events[-8:]))
    return not wrong


def replay_trace(system, path):
    module, good, bad, position = system_module(system), 0, 0, None
    keys = module.KEYS - {"result"}     # a trace has none
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            x = json.loads(line)
            if "start" in x:
                position = x["start"]
                continue
            if step(module, keys, position, x["events"], x["position"],
                    f"{path}: line {number}"):
                good += 1
            else:
                bad += 1
            position = x["position"]
    print(f"{system}: {good} stops of cases replayed, {bad} differ")
    return bad == 0 and good > 0


def git(repository, *args):
    return subprocess.run(["git", "-C", repository, *args], check=True,
                          capture_output=True).stdout


def file_at(repository, commit, name):
    try:
        return tomllib.loads(git(repository, "show",
                                 f"{commit}:{name}").decode())
    except subprocess.CalledProcessError:
        return {}


def replay_game(repository):
    commits = git(repository, "log", "--reverse", "--format=%H",
                  "refs/heads/main").decode().split()
    system = file_at(repository, commits[0], "game.toml")["system"]
    module = system_module(system)
    keys = module.KEYS
    before, good = None, 0
    for n, commit in enumerate(commits):
        turn = file_at(repository, commit, "turn.toml")
        position = {k: v for k, v in turn.items() if k in keys}
        if before is not None:
            events = file_at(repository, commit, "events.toml")
            if not step(module, keys, before, events.get("event", []),
                        position, f"{repository}: commit {n}"):
                return 0, 1
            good += 1
        before = position
    return good, 0


def main(args):
    if len(args) == 2 and not os.path.isdir(args[0]):
        return 0 if replay_trace(args[0], args[1]) else 1
    good = bad = 0
    for repository in args:
        g, b = replay_game(repository)
        good, bad = good + g, bad + b
    print(f"{len(args)} games: {good} commits replayed, {bad} games differ")
    return 0 if bad == 0 and good > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
