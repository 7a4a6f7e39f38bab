#!/bin/sh
# events.sh: a stranger's replay: the events are enough to go from each position
# to the next, at every stop of every case and every commit of a saved game.
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} iacta=${IACTA:?} run_case=${RUN_CASE:?}
command -v python3 >/dev/null || exit 77
python3 -c 'import tomllib' 2>/dev/null || exit 77
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# systems whose events are known to be enough, and a scenario of each
for game in ancient-battles/chalons cc-medieval/dara; do
	system=${game%/*}
	"$run_case" --stop --trace "$tmp/$system" \
		"$src/tests/cases/$system"/*.toml >/dev/null
	python3 "$src/tests/oracle/replay.py" "$system" "$tmp/$system"
	"$iacta" selfplay "$game" --games 1 --save "$tmp/games" >/dev/null 2>&1
	python3 "$src/tests/oracle/replay.py" "$tmp/games"/*/
	rm -rf "$tmp/games"
done

# what is on the map, of the two titles of Great Battles of History
for game in cataphract/tricameron spqr/learning; do
	"$iacta" selfplay "$game" --games 1 --save "$tmp/games" >/dev/null 2>&1
	python3 "$src/tests/oracle/gboh_replay.py" "$tmp/games"/*-[0-9]*
	rm -rf "$tmp/games"
done
