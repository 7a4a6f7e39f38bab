#!/bin/sh
# cc-medieval.sh: Commands & Colors: Medieval against calculators written from
# its rulebook: random positions, all cases, and saved games of every scenario
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} iacta=${IACTA:?} run_case=${RUN_CASE:?}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0
mkdir "$tmp/random"
python3 "$src/tests/oracle/cc_random.py" "$run_case" "$tmp/random" \
	"${IACTA_ORACLE:-40000}" || status=1
python3 "$src/tests/oracle/cc_random.py" cases "$run_case" "$tmp" \
	"$src"/tests/cases/cc-medieval/*.toml || status=1
for s in "$src"/games/cc-medieval/scenarios/*.toml; do
	"$iacta" selfplay "cc-medieval/$(basename "$s" .toml)" --games 2 \
		--seed oracle --save "$tmp/games" -q
done
python3 "$src/tests/oracle/cc_random.py" games "$tmp"/games/*/ || status=1
python3 "$src/tests/oracle/replay.py" "$tmp"/games/*/ || status=1
exit $status
