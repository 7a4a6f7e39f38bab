#!/bin/sh
# gboh.sh: saved games of every scenario of Cataphract and SPQR: what events.toml
# tells must be enough to go from one position to the next.  IACTA_ORACLE_GAMES
# is how many of each (2).
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} iacta=${IACTA:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for system in cataphract spqr; do
	for f in "$src/games/$system/scenarios"/*.toml; do
		s=$(basename "$f" .toml)
		"$iacta" selfplay "$system/$s" --games "${IACTA_ORACLE_GAMES:-2}" \
		    --seed oracle --save "$dir/$system/$s" >"$dir/log" 2>&1 ||
		    { cat "$dir/log"; exit 1; }
	done
	printf '%s, events and positions: ' "$system"
	python3 "$src/tests/oracle/gboh_replay.py" "$dir/$system"/*/*-[0-9]*
	rm -rf "$dir/$system"
done
