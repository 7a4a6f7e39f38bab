#!/usr/bin/env python3
"""manglings.py: what mail clients, lists and forums do to a signed block.

manglings.py BLOCK DIR: writes DIR/NN-NAME.eml for each of sixty ways in which
a message can arrive that holds the block, and DIR/expect: "NN-NAME accept" or
"NN-NAME refuse WORDS", WORDS being what the refusal must say.
manglings.py BLOCK DIR --random N SEED: writes N messages with three manglings
of the text on one another.
"""
import base64
import quopri
import random
import re
import sys

HEAD = ("From: Anna <anna@example.org>\nTo: referee@example.org\n"
        "Subject: orders\nMessage-ID: <m%s@example.org>\n"
        "Date: Wed, 18 Nov 2026 10:00:00 +0000\n")


def message(name, body, ctype="text/plain; charset=utf-8", extra="",
            encoding="8bit"):
    if isinstance(body, str):
        body = body.encode()
    head = HEAD % name + "MIME-Version: 1.0\n"
    if ctype:
        head += "Content-Type: %s\n" % ctype
    if encoding:
        head += "Content-Transfer-Encoding: %s\n" % encoding
    return (head + extra + "\n").encode() + body


def multipart(name, parts, subtype="mixed"):
    out = HEAD % name + ("MIME-Version: 1.0\nContent-Type: multipart/%s; "
                         "boundary=\"bnd\"\n\n" % subtype)
    for head, body in parts:
        out += "--bnd\n%s\n\n%s\n" % (head, body)
    return (out + "--bnd--\n").encode()


def lines(s, f):
    return "".join(f(x) + "\n" for x in s.rstrip("\n").split("\n"))


def wrap(s, width, eol="\n"):
    out = []
    for x in s.rstrip("\n").split("\n"):
        while len(x) > width:
            cut = x.rfind(" ", 0, width + 1)
            if cut <= 0:
                break
            out.append(x[:cut])
            x = x[cut + 1:]
        out.append(x)
    return eol.join(out) + eol


def chop(s, width, mark):
    out = []
    for x in s.split("\n"):
        pieces = [x[i:i + width] for i in range(0, len(x), width)]
        out.append(mark.join(pieces))
    return "\n".join(out)


def html(s):
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s


def curly(s):
    out, opened = [], False
    for c in s:
        if c == '"':
            out.append("”" if opened else "“")
            opened = not opened
        else:
            out.append(c)
    return "".join(out)


def flowed(s):
    out = []
    for x in s.rstrip("\n").split("\n"):
        if x.startswith((" ", ">", "From ")):
            x = " " + x
        out.append(x)
    return "\n".join(out) + "\n"


def one_line(s):
    return " ".join(s.split("\n")) + "\n"


# manglings of the text of a message, which can be put on one another
TEXT = {
    "tabs": lambda s: s.replace("\t", "        "),
    "wrap-78": lambda s: wrap(s, 78, "\r\n"),
    "wrap-72": lambda s: wrap(s, 72),
    "trailing": lambda s: lines(s, str.rstrip),
    "crlf": lambda s: s.replace("\n", "\r\n"),
    "double-crlf": lambda s: s.replace("\n", "\r\n\r\n"),
    "nbsp": lambda s: s.replace(" ", "\u00a0"),
    "zero-width": lambda s: re.sub(r"([A-Za-z0-9+/]{20})", "\\1\u200b", s),
    "bom": lambda s: "\ufeff" + s,
    "curly": curly,
    "em-dash": lambda s: s.replace("--", "—"),
    "from": lambda s: re.sub(r"(?m)^From ", ">From ", s),
    "dash-escape": lambda s: re.sub(r"(?m)^-", "- -", s),
    "blank-dash-escape": lambda s: re.sub(r"(?m)^-", " - -", s),
    "quote": lambda s: lines(s, lambda x: "> " + x),
    "before": lambda s: "Hello,\n\nhere are my orders.\n\n" + s,
    "banner": lambda s: "[EXTERNAL] This message came from outside.\n\n" + s,
    "disclaimer": lambda s: s + "\n-- \nThis message is confidential.\n",
    "one-line": one_line,
    "no-breaks": lambda s: s.replace("\n", ""),
    "fewer-breaks": lambda s: re.sub(r'",\n"', '", "', s),
    "indent": lambda s: lines(s, lambda x: "    " + x),
    "empty-20": lambda s: re.sub(r"(?m)^$", "=20", s),
    "bare-cr": lambda s: s.replace("\n", "\r"),
    "added-crlf": lambda s: s.replace("\n", "\n\r\n", 3),
    "mailto": lambda s: re.sub(r"(\S+@\S+\.org)", r"\1 <mailto:\1>", s),
}


def all_sixty(s):
    t = TEXT
    q = quopri.encodestring(s.encode()).decode()
    b = base64.encodebytes(s.encode()).decode()
    body, sig = s.split("-----BEGIN IACTA SIGNATURE-----\n")
    toml = body.split("\n", 1)[1]
    sig = sig.split("-----END")[0]
    text = "Content-Type: text/plain; charset=utf-8"
    link = html(s).replace("example", '<a href="http://x">example</a>')
    half = s[:len(s) // 2].rsplit("\n", 1)[0] + "\n"
    yield 1, "tabs", message("1", t["tabs"](s)), None
    yield 2, "tabs-paste", message("2", t["tabs"](s)), None
    yield 3, "wrap-78-crlf", message("3", t["wrap-78"](s)), None
    yield 4, "wrap-72", message("4", t["wrap-72"](s)), None
    yield 5, "wrap-60", message("5", wrap(s, 60)), None
    yield 6, "flowed", message("6", lines(s, lambda x: x), "text/plain; "
                               "charset=utf-8; format=flowed"), None
    yield 7, "stuffed", message("7", flowed(s), "text/plain; charset=utf-8; "
                                "format=flowed; delsp=yes"), None
    yield 8, "trailing", message("8", t["trailing"](s)), None
    yield 9, "show-original", b"   " + message("9", s).replace(
        b"\n", b"\n   "), None
    yield 10, "base64", message("10", b, encoding="base64"), None
    yield 11, "quoted-printable", message(
        "11", q, encoding="quoted-printable"), None
    yield 12, "quoted-cr", message("12", re.sub(r"(?<!=)\n", "=0D\n", q),
                                   encoding="quoted-printable"), None
    yield 13, "empty-20", message("13", t["empty-20"](
        s.replace("\nsealed", "\n\nsealed"))), None
    yield 14, "break-965", message("14", chop(s, 965, "\n")), None
    yield 15, "bang-990", message("15", chop(s, 990, "!\n")), None
    yield 16, "fold-998", message("16", chop(s, 998, "\r\n ")), None
    yield 17, "fewer-breaks", message("17", t["fewer-breaks"](s)), None
    yield 18, "no-breaks", message("18", t["no-breaks"](s)), None
    yield 19, "breaks-in-html-only", multipart("19", [
        (text, one_line(s)),
        ("Content-Type: text/html; charset=utf-8",
         html(s).replace("\n", "<br>\n"))], "alternative"), None
    yield 20, "one-line", message("20", t["one-line"](s)), None
    yield 21, "html-only", message("21", "<html><body><div>" + html(s).replace(
        "\n", "</div>\n<div>") + "</div></body></html>",
        "text/html; charset=utf-8"), None
    yield 22, "html-pre-links", message(
        "22", "<html><body><pre>" + link + "</pre></body></html>",
        "text/html; charset=utf-8"), None
    yield 23, "nbsp", message("23", t["nbsp"](s)), None
    yield 24, "zero-width", message("24", t["zero-width"](s)), None
    yield 25, "bom", message("25", t["bom"](s)), None
    yield 26, "curly", message("26", t["curly"](s)), None
    yield 27, "em-dash", message("27", t["em-dash"](s)), None
    yield 28, "cp1252-as-latin1", message(
        "28", "Sch\u00f6n \u2013 hier:\n\n".encode("cp1252") + s.encode(),
        "text/plain; charset=iso-8859-1"), None
    yield 29, "utf8-as-cp1252", message(
        "29", "Schön:\n\n" + s, "text/plain; charset=windows-1252"), None
    yield 30, "no-such-charset", message(
        "30", s, "text/plain; charset=x-unknown-42"), None
    yield 31, "mailto", message("31", "anna@example.org <mailto:"
                                "anna@example.org>\n" + t["mailto"](s)), None
    yield 32, "safe-links", message("32", s.replace(
        'game = "', 'game = "https://eur01.safelinks.protection.example/?url=',
        1)), "safelinks|Safe Links|game"
    yield 33, "from", message("33", "From here on:\n" + t["from"](s)), None
    yield 34, "dash-escape", message("34", t["dash-escape"](s)), None
    yield 35, "blank-dash-escape", message(
        "35", t["blank-dash-escape"](s)), None
    yield 36, "quoted", message("36", t["quote"](s)), None
    yield 37, "old-below", message("37", s + "\nOn Monday Anna wrote:\n" +
                                   t["quote"](s.replace("revision = 1",
                                                        "revision = 0"))), None
    yield 38, "cut-at-signature", message("38", half), "cut off"
    yield 39, "before", message("39", t["before"](s)), None
    yield 40, "banner", message("40", t["banner"](s)), None
    yield 41, "disclaimer", message("41", t["disclaimer"](s)), None
    yield 42, "list-footer", multipart("42", [(text, s), (
        text, "_______\nplayers mailing list\n")]), None
    yield 43, "attachment-dropped", multipart("43", [(
        text, "My orders are attached.\n")]), "no submission in it"
    yield 44, "list-rewrites", message(
        "44", "[players] " + s + "\n-- \nlist footer\n"), None
    yield 45, "winmail", multipart("45", [
        (text, "orders\n"),
        ("Content-Type: application/ms-tnef; name=\"winmail.dat\"\n"
         "Content-Transfer-Encoding: base64", base64.encodebytes(
             b"\x78\x9f\x3e\x22" + b"\0" * 60).decode())]), "winmail.dat"
    yield 46, "headers-rewritten", message(
        "46", s, 'text/plain;\n\tcharset="UTF-8";\n\tformat="fixed"'), None
    k = s.index("\nsealed") + 1
    yield 47, "split-parts", multipart("47", [
        (text, s[:k].rstrip("\n")),
        ("Content-Type: image/png\nContent-Transfer-Encoding: base64",
         "iVBORw0KGgo="), (text, s[k:])]), None
    yield 48, "inside-alternative", multipart("48", [
        (text, "see attachment"),
        ("Content-Type: multipart/mixed; boundary=\"in\"",
         "--in\nContent-Type: text/html\n\n<p>see attachment</p>\n--in\n"
         "Content-Type: application/octet-stream; name=\"orders.txt\"\n"
         "Content-Disposition: attachment; filename=\"orders.txt\"\n\n" + s +
         "\n--in--")], "alternative"), None
    yield 49, "inline-attachment", multipart("49", [
        (text, "here"), ("Content-Type: text/plain; name=\"o.txt\"\n"
                         "Content-Disposition: inline; filename=\"o.txt\"",
                         s)]), None
    yield 50, "attachment-as-body", message(
        "50", s, "text/plain; name=\"orders.txt\"",
        "Content-Disposition: attachment; filename=\"orders.txt\"\n"), None
    yield 51, "unknown-extension", multipart("51", [(
        text, "orders:\n\n" + s + "\norders.iacta")]), None
    yield 52, "attachment-qp", multipart("52", [
        (text, "attached"),
        ("Content-Type: application/toml; name=\"orders.toml\"\n"
         "Content-Transfer-Encoding: quoted-printable",
         quopri.encodestring(toml.encode()).decode()),
        ("Content-Type: application/octet-stream; name="
         "\"orders.toml.minisig\"\nContent-Transfer-Encoding: base64",
         base64.encodebytes(sig.encode()).decode())]), None
    yield 53, "base64-without-header", message(
        "53", b, ctype=None, encoding=None), None
    yield 54, "two-content-types", message(
        "54", s, "text/plain; charset=utf-8\nContent-Type: text/html"), None
    yield 55, "encrypted", multipart("55", [
        ("Content-Type: application/pgp-encrypted", "Version: 1"),
        ("Content-Type: application/octet-stream",
         "-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----")],
        "encrypted"), "encrypted"
    yield 56, "added-crlf", message("56", t["added-crlf"](s)), None
    yield 57, "bare-cr", message("57", t["bare-cr"](s)), None
    yield 58, "nul", message("58", s.replace("\n", "\n\0", 4)), None
    yield 59, "part-end", multipart("59", [(text, s.rstrip("\n"))]), None
    yield 60, "mbox-split", b"From anna Wed Nov 18 10:00:00 2026\n" + message(
        "60", half + "From anna Wed Nov 18 10:00:01 2026\n"), "cut off"


def main():
    block = open(sys.argv[1], encoding="utf-8").read()
    where = sys.argv[2]
    if len(sys.argv) > 3:
        pick = random.Random(sys.argv[5])
        for i in range(int(sys.argv[4])):
            s, names = block, pick.sample(sorted(TEXT), 3)
            for n in names:
                s = TEXT[n](s)
            with open("%s/r%03d.eml" % (where, i), "wb") as f:
                f.write(message("r%d" % i, s))
            with open("%s/r%03d.how" % (where, i), "w") as f:
                f.write(" ".join(names) + "\n")
        return
    with open(where + "/expect", "w") as expect:
        for n, name, data, words in all_sixty(block):
            with open("%s/%02d-%s.eml" % (where, n, name), "wb") as f:
                f.write(data)
            expect.write("%02d-%s %s\n" % (n, name, "refuse " + words
                                           if words else "accept"))


main()
