#!/usr/bin/env python3
"""Which rules self-play reaches, by the tags in the code.

    reached.py [--lines] [--system ID] BUILD SYSTEM_DIR [GAMES]

BUILD is a built tree.  --system names the title where a directory has several
(src/systems/gboh: cataphract, spqr); of its tags those count that the title has:
[cat 4.63; spqr 4.74], or [4.63] for a rule of both, which titles.c translates.

The system's files are compiled once more to count how often each line is run,
GAMES games of each of its scenarios are played, once as they stand and, where a
scenario has optional rules, once more with all of them, and with them what
SYSTEM-SCENARIO.sed beside this file makes of one of them; and a tag, [rule.name]
or [7.22] in a comment, counts as reached when code at it or right after it was
run.  With --lines the lines that never ran are listed too.

unreached.txt beside this file lists the rules that no play of these scenarios
reaches, and why; one that was reached after all is a fault.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

TAG = re.compile(r"\[((?:[a-z][a-z-]*|X?[0-9]+)\.[A-Za-z0-9.*,\s-]+?)\]")
LIBS = ["-lgit2", "-ledit", "-lsodium", "-lz"]


def build(tree, directory, where):
    objects = []
    for path in sorted(glob.glob(os.path.join(tree, directory, "*.c"))):
        name = os.path.basename(path)[:-2]
        subprocess.run(["gcc", "--coverage", "-O0", "-DHAVE_CONFIG_H", "-I.",
                        "-Isrc", "-std=gnu11", "-c", "-o",
                        os.path.join(where, name + ".o"), path],
                       cwd=tree, check=True)
        objects.append(os.path.join(where, name + ".o"))
    program = os.path.join(where, "iacta")
    subprocess.run(["g++", "--coverage", "-o", program, "src/cli/main.o",
                    *objects, "libiacta.a", "libiacta-toml.a", *LIBS],
                   cwd=tree, check=True)
    return program


# What a scenario says of its optional rules, and what it could say.
OPTIONS = [("engaged = false", "engaged = true"),
           ("elephants = false", "elephants = true"),
           ('pursuit = "tq"', 'pursuit = "rating"')]


def with_options(tree, system, where):
    """A copy of the games in which the optional rules are in force; None"""
    copy, found = os.path.join(where, "options"), False
    shutil.copytree(os.path.join(tree, "games"), os.path.join(copy, "games"))
    for path in glob.glob(os.path.join(copy, "games", system, "scenarios",
                                       "*.toml")):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for off, on in OPTIONS:
            found = found or f"\n{off}" in text
            text = text.replace(f"\n{off}", f"\n{on}")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    for script in glob.glob(os.path.join(os.path.dirname(__file__),
                                         f"{system}-*.sed")):
        base = os.path.basename(script)[len(system) + 1:-4]
        of = os.path.join("games", system, "scenarios")
        with open(os.path.join(copy, of, "options.toml"), "wb") as f:
            subprocess.run(["sed", "-f", script,
                            os.path.join(tree, of, base + ".toml")],
                           check=True, stdout=f)
    return copy if found else None


def unreachable(system):
    """Rule: why no play of the scenarios reaches it"""
    path = os.path.join(os.path.dirname(__file__), "unreached.txt")
    with open(path, encoding="utf-8") as f:
        lines = [line.split(None, 2) for line in f
                 if line.strip() and line[0] != "#"]
    return {x[1]: x[2].strip() for x in lines if x[0] == system}


def rules_of(tree, system):
    with open(os.path.join(tree, "games", system, "rules.toml"), "rb") as f:
        return {r["rule"] for r in tomllib.load(f)["rule"]}


def play(tree, program, system, games):
    for path in sorted(glob.glob(os.path.join(tree, "games", system,
                                              "scenarios", "*.toml"))):
        name = os.path.basename(path)[:-5]
        subprocess.run([program, "selfplay", f"{system}/{name}", "--games",
                        str(games), "--jobs", "1", "-q"], check=True,
                       env={**os.environ, "IACTA_DATA": tree})


def counted_lines(where, source):
    """Line number: how often it was run; absent where there is no code."""
    subprocess.run(["gcov", "-o", where, source], cwd=where, check=True,
                   capture_output=True)
    out = {}
    path = os.path.join(where, os.path.basename(source) + ".gcov")
    if not os.path.exists(path):        # tables only
        return out
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            count, number, _ = line.split(":", 2)
            count = count.strip().rstrip("*")
            if count != "-":
                out[int(number)] = 0 if count.startswith(("#", "=")) \
                    else int(count)
    return out


def numbers_of_titles(tree, directory):
    """The first title's numbers that the second has otherwise."""
    path = os.path.join(tree, directory, "titles.c")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as f:
        return dict(re.findall(r'\{ "([0-9.]+)", "([0-9.]+)" \}', f.read()))


def titled(text, system, numbers):
    """The rules of one bracket that this title has."""
    words = {"cataphract": "cat"}
    if not re.search(r"\b(?:cat|spqr)\b", text):
        found = re.findall(r"\b\d{1,2}\.\d{1,2}\b", text)
        return [numbers.get(x, x) if system == "spqr" else x for x in found]
    out = []
    for part in text.split(";"):
        if re.match(r"\s*" + words.get(system, system) + r"\b", part):
            out += re.findall(r"\b\d{1,2}\.\d{1,2}\b", part)
    return out


def tags_of_title(source, system, numbers):
    with open(source, encoding="utf-8") as f:
        text = f.read()
    head = text.index("#include")
    for c in re.finditer(r"/\*.*?\*/", text, re.S):
        for t in re.finditer(r"\[([^]]*\d\.\d[^]]*)\]", c.group(0)):
            line = text.count("\n", 0, c.start() + t.start()) + 1
            for name in titled(t.group(1), system, numbers) \
                    if c.start() > head else []:
                yield name, line


def tags_of(source):
    """(tag, line) of every comment; the head of a file tags nothing."""
    with open(source, encoding="utf-8") as f:
        text = f.read()
    head = text.index("#include")
    for c in re.finditer(r"/\*.*?\*/", text, re.S):
        if c.start() < head:
            continue
        for t in TAG.finditer(c.group(0)):
            line = text.count("\n", 0, c.start() + t.start()) + 1
            for name in re.split(r"[,\s*]+", t.group(1)):
                if "." in name and not name.endswith("."):
                    yield name, line


def main(args):
    list_lines = "--lines" in args
    args = [a for a in args if a != "--lines"]
    unrun = []
    system = None
    if "--system" in args:
        at = args.index("--system")
        system = args[at + 1]
        del args[at:at + 2]
    tree, directory = os.path.abspath(args[0]), args[1].rstrip("/")
    games = int(args[2]) if len(args) > 2 else 50
    where = tempfile.mkdtemp()
    try:
        program = build(tree, directory, where)
        title = system or os.path.basename(directory).replace("_", "-")
        play(tree, program, title, games)
        options = with_options(tree, title, where)
        if options is not None:
            play(options, program, title, games)
        numbers = numbers_of_titles(tree, directory)
        reached = {}
        for source in sorted(glob.glob(os.path.join(tree, directory, "*.c"))):
            lines = counted_lines(where, source)
            unrun += [(source, n) for n in sorted(lines) if lines[n] == 0]
            for tag, at in tags_of_title(source, system, numbers) \
                    if system else tags_of(source):
                after = next((lines[n] for n in range(at, at + 25)
                              if n in lines), 0)
                reached[tag] = reached.get(tag, 0) + after
    finally:
        shutil.rmtree(where)
    if system:          # a shared file's tags may be of another title alone
        known = rules_of(tree, title)
        reached = {t: n for t, n in reached.items() if t in known or
                   any(r.startswith(t) for r in known)}
    why, bad = unreachable(title), 0
    never = sorted(t for t, n in reached.items() if n == 0)
    print(f"{title}: {len(reached)} tags, {len(reached) - len(never)} "
          f"reached by {games} games of each scenario")
    for tag in never:
        print("  never:", tag, f"({why[tag]})" if tag in why else "")
    for tag in sorted(why):
        if reached.get(tag, 1) > 0:
            print("  reached after all, see unreached.txt:", tag)
            bad = 1
    for source, n in unrun if list_lines else []:
        with open(source, encoding="utf-8") as f:
            print(f"  {os.path.basename(source)}:{n}:"
                  f" {f.read().splitlines()[n - 1].strip()}")
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
