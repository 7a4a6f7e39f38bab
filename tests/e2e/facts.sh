#!/bin/sh
# facts.sh: no prose in the facts of games that were played, of each system
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3
python3 -c 'import tomllib' 2>/dev/null || skip "python3 has no tomllib"
unset IACTA_DATA

for s in ancient-battles/chalons cataphract/utus cc-medieval/utus spqr/learning; do
	"$iacta" selfplay $s -g 1 -s facts -q --save "${s%/*}" >log || fail "$(cat log)"
	echo "$s"
	python3 "$src/tests/lint/facts.py" "${s%/*}"/*-1 || fail "$s: prose in the facts"
done
