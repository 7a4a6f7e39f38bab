#!/usr/bin/env python3
"""ab-games.py REPOSITORY...: saved games of Ancient Battles, event by event,
against ab_rules.py."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ab_check  # noqa: E402
import ab_rules  # noqa: E402
import replay  # noqa: E402
import replay_ancient_battles  # noqa: E402
from tally import Tally  # noqa: E402


def main(repositories):
    tally = Tally("ancient-battles")
    for r in repositories:
        commits = replay.git(r, "log", "--reverse", "--format=%H",
                             "refs/heads/main").decode().split()
        watch = None
        for n, commit in enumerate(commits):
            turn = replay.file_at(r, commit, "turn.toml")
            if watch is not None:
                events = replay.file_at(r, commit, "events.toml")
                watch.follow(events.get("event", []),
                             f"{os.path.basename(r.rstrip('/'))} commit {n}")
            else:
                watch = ab_check.Watch(tally, ab_rules.chalons(), {
                    k: v for k, v in turn.items()
                    if k in replay_ancient_battles.KEYS})
    return tally.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
