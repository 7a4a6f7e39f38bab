#!/usr/bin/env python3
"""smtp.py PORT FROM [TO]: hand the message on standard input to the server at
127.0.0.1:PORT, from the envelope address FROM ("" for a bounce), to TO or else
to whom its To names: what `sendmail -t -f FROM` does."""
import email
import email.utils
import smtplib
import sys

port, sender = int(sys.argv[1]), sys.argv[2]
data = sys.stdin.buffer.read()
to = sys.argv[3:] or [a for _, a in email.utils.getaddresses(
    email.message_from_bytes(data).get_all("To", []))]
with smtplib.SMTP("127.0.0.1", port, timeout=30) as s:
    s.sendmail(sender, to, data)
