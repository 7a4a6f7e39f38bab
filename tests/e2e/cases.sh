#!/bin/sh
# cases.sh: every case of every system, as it stands and again with a stop at
# every question
set -eu
export LC_ALL=C
run=${RUN_CASE:?the program that runs a case}
cd "${IACTA_SRCDIR:?the source tree}"

fail() { echo "cases.sh: $*" >&2; exit 1; }
# Each system has some, and nothing lies about that nobody would run.
for d in games/*/rules.toml; do
	d=$(basename "$(dirname "$d")")
	ls "tests/cases/$d"/*.toml >/dev/null 2>&1 || fail "$d: there are no cases"
done
stray=$(find tests/cases -type f ! -path 'tests/cases/*/*.toml')
[ -z "$stray" ] || fail "not a case: $stray"

# The last line that it prints is the count: all of them, whatever happened.
set -- tests/cases/*/*.toml
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
