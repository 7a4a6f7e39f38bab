#!/usr/bin/env python3
"""boxes.py MAILDIR: a line for each message, in the order of arrival: what it
is (turn N, remind N, kept, again, refused, other), and its subject; then that
no Message-ID is there twice.
boxes.py MAILDIR sheet N: the order sheet in the message about turn N."""
import email
import email.policy
import os
import re
import sys

box = sys.argv[1] + "/new"
names = sorted(os.listdir(box), key=lambda n: os.stat(box + "/" + n).st_mtime_ns) \
    if os.path.isdir(box) else []
seen = set()
for name in names:
    with open(box + "/" + name, "rb") as f:
        m = email.message_from_binary_file(f, policy=email.policy.default)
    text = m.get_body(("plain",)).get_content()
    subject = str(m["Subject"])
    turn = re.match(r"\[\S+\] turn (\d+): (.*)", subject)
    what = "other"
    if turn:
        what = ("remind " if turn[2] == "you are awaited" else "turn ") + turn[1]
    elif re.match(r"\[\S+\] the game is over", subject):
        what = "over"
    elif subject.startswith("Received: "):
        what = "again" if "It had arrived before" in text else "kept"
    elif subject.startswith("Not accepted: "):
        what = "refused"
    if len(sys.argv) > 2:
        if what == "turn " + sys.argv[3]:
            print(text.split("orders.toml\n", 1)[1].split("- - >8", 1)[0])
        continue
    print("%s\t%s" % (what, subject))
    if m["Message-ID"] in seen:
        sys.exit("twice: %s" % m["Message-ID"])
    seen.add(m["Message-ID"])
