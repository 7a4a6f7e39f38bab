#!/bin/sh
# ancient-battles.sh: reach, sight, odds, results, retreats, evasions, duties over
# random positions, and every event of saved games (make oracle)
set -eu
src=${IACTA_SRCDIR:?} iacta=${IACTA:?} run_case=${RUN_CASE:?}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
oracle=$src/tests/oracle
python3 "$oracle/ab-random.py" "$tmp/positions" "${ORACLE_POSITIONS:-25000}"
# the cases expect next to nothing: what the program made of them is the trace
(cd "$tmp/positions" && "$run_case" --trace "$tmp/trace" ./*.toml >/dev/null) ||
	:
python3 "$oracle/ab-random.py" --compare "$tmp/trace" "$tmp/positions"
for s in chalons chalons-free; do
	"$iacta" selfplay ancient-battles/$s --games "${ORACLE_GAMES:-15}" \
		--save "$tmp/games" -q
done
python3 "$oracle/ab-games.py" "$tmp/games"/*/
python3 "$oracle/replay.py" "$tmp/games"/*/
