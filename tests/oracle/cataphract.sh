#!/bin/sh
# cataphract.sh: saved games of every scenario: what events.toml tells must be
# enough to go from one position to the next.  IACTA_ORACLE_GAMES is how many of
# each (2).
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} iacta=${IACTA:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for s in tricameron callinicum dara taginae casilinum catalaunian utus; do
	"$iacta" selfplay "cataphract/$s" --games "${IACTA_ORACLE_GAMES:-2}" \
	    --seed oracle --save "$dir/$s" >"$dir/log" 2>&1 ||
	    { cat "$dir/log"; exit 1; }
done
printf 'cataphract, events and positions: '
python3 "$src/tests/oracle/cataphract_replay.py" "$dir"/*/*-[0-9]*
