#!/bin/sh
# gboh.sh: Cataphract against calculators written from its rulebook, over random
# positions, random orders and, event by event, saved games; and saved games of
# every scenario of Cataphract and SPQR: what events.toml tells must be enough to
# go from one position to the next.  IACTA_ORACLE_GAMES is how many of each
# scenario (5 of Cataphract's, 2 of SPQR's), IACTA_ORACLE how many positions,
# IACTA_ORACLE_ORDERS how many with random orders.
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} iacta=${IACTA:?} run_case=${RUN_CASE:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
oracle=$src/tests/oracle status=0
python3 "$oracle/cat_random.py" "$run_case" "$dir/positions" \
    "${IACTA_ORACLE:-8000}" || status=1
python3 "$oracle/cat_orders.py" "$run_case" "$dir/orders" \
    "${IACTA_ORACLE_ORDERS:-4000}" || status=1
rm -rf "$dir/positions" "$dir/orders"
for system in cataphract spqr; do
	games=5
	[ $system = spqr ] && games=2
	for f in "$src/games/$system/scenarios"/*.toml; do
		s=$(basename "$f" .toml)
		"$iacta" selfplay "$system/$s" \
		    --games "${IACTA_ORACLE_GAMES:-$games}" \
		    --seed oracle --save "$dir/$system/$s" >"$dir/log" 2>&1 ||
		    { cat "$dir/log"; exit 1; }
	done
	printf '%s, events and positions: ' "$system"
	python3 "$oracle/gboh_replay.py" "$dir/$system"/*/*-[0-9]* || status=1
	[ $system = spqr ] ||
		python3 "$oracle/cat_random.py" games "$dir/$system"/*/*-[0-9]* ||
		status=1
	rm -rf "${dir:?}/$system"
done
# ... and with every optional rule
mkdir "$dir/data"
cp -R "$src/games" "$dir/data"
sed -f "$oracle/spqr-bagradas.sed" "$src/games/spqr/scenarios/bagradas.toml" \
    >"$dir/data/games/spqr/scenarios/options.toml"
IACTA_DATA=$dir/data "$iacta" selfplay spqr/options \
    --games "${IACTA_ORACLE_GAMES:-3}" --seed oracle --save "$dir/options" \
    >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
printf 'spqr with options, events and positions: '
python3 "$oracle/gboh_replay.py" "$dir/options"/*-[0-9]* || status=1
exit $status
