#!/bin/sh
# cases.sh: every case of every system, as it stands and again with a stop at
# every question
set -eu
export LC_ALL=C
run=${RUN_CASE:?the program that runs a case}
export IACTA_DATA="${IACTA_SRCDIR:?the source tree}"
cd "$IACTA_SRCDIR"

fail() { echo "cases.sh: $*" >&2; exit 1; }
# Each system has some, and nothing lies about that nobody would run.  Cases may
# be there before their system.
systems=$("${IACTA:?the program under test}" games | sed -n 's/^\([a-z][a-z0-9-]*\):.*/\1/p')
[ -n "$systems" ] || fail "there are no systems"
set --
for d in $systems; do
	ls "tests/cases/$d"/*.toml >/dev/null 2>&1 || fail "$d: there are no cases"
	set -- "$@" "tests/cases/$d"/*.toml
done
for d in tests/cases/*/; do
	d=$(basename "$d")
	printf '%s\n' "$systems" | grep -qx "$d" || echo "cases.sh: $d is no system yet: its cases are left out"
done
stray=$(find tests/cases -type f ! -path 'tests/cases/*/*.toml')
[ -z "$stray" ] || fail "not a case: $stray"

# The last line that it prints is the count: all of them, whatever happened.
status=0
for how in '' --stop; do
	out=$("$run" $how "$@") || status=1
	printf '%s\n' "$out" | sed '$s/$/'"${how:+, with a stop at every question}/"
	case $out in
	*"$# passed, 0 failed") ;;
	*) status=1 ;;
	esac
done
[ $status -eq 0 ] || fail "not all passed"

# A hook that a case misspells, or leaves without what it needs, is named.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
case=tests/cases/cc-medieval/scenario.rugged-hills-stop-the-extra-hex.toml
hook() {
	sed "s/^hook = .*/$1/" $case >"$tmp/wrong.toml"
	out=$("$run" "$tmp/wrong.toml") && fail "$1: the case passed"
	case $out in
	*"$2"*) ;;
	*) fail "$1: $out" ;;
	esac
}
hook 'hook = "rugged-hill"' 'there is no hook "rugged-hill"; did you mean "rugged-hills"?'
hook 'side = "tan"' 'rule: it needs hook'
hook 'hook = "gate-banner"' 'rule: gate-banner needs side, tan or purple'
hook 'hook = "hold-hexes"' 'rule: hold-hexes needs hexes'
hook 'hook = "hold-hexes"\nhexes = ["1212"]' 'rule: hold-hexes: hexes: "1212" is not on the board'
