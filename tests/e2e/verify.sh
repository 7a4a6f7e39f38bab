#!/bin/sh
# verify.sh: the second verifier, written from iacta-protocol(7), agrees on every
# signature, roll, shuffle, hand and seal of games that the program played; how
# many of each: VERIFY=100
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3
python3 -c 'import tomllib' 2>/dev/null || skip "python3 has no tomllib"
games=${VERIFY:-1}
verify=$src/tests/verify/verify.py
export IACTA_DATA="$src"

# the vectors for other implementations hold
must 0 python3 "$src/tests/verify/vectors.py" "$src/tests/vectors/vectors.json"

for s in ancient-battles/chalons cc-medieval/utus cataphract/utus spqr/learning; do
	"$iacta" selfplay "$s" -g "$games" -q --save "saved/${s%/*}" >log 2>&1 || fail "$s: $(cat log)"
	python3 "$verify" saved/"${s%/*}"/*-[0-9]* >out || fail "$s: $(cat out)"
	cat out
	[ "$s" != cc-medieval/utus ] || grep -q ' [1-9][0-9]* hands' out || fail "no hand was checked"
done
# half a game, while everything is sealed
dir=$(ls -d saved/cc-medieval/*-1)
git clone -q "$dir" half
git -C half reset -q --hard "$(git -C "$dir" rev-list --reverse main | sed -n 12p)"
python3 "$verify" half || fail "an open game does not verify"

# acts, a substitute's key, a rewind: a game of people
export IACTA_DATA="$top/data"
found g
play g 3
must 0 python3 "$verify" g
# and one against the bot, whose picks stand in dice.toml
found b --side roman=roman.pub --side hunnic=bot
play b 9
must 0 python3 "$verify" b
grep -q ' [1-9][0-9]* picks' out || fail "no pick was checked: $(cat out)"

# and it is not blind: one face, one letter of an order, one commit
git clone -q "$dir" bad
for path in dice.toml turn.toml; do
	git -C bad reset -q --hard origin/main
	sed -i 's/^face = 0$/face = 1/; s/^exchange = \([0-9]*\)[0-9]$/exchange = \15/' bad/$path
	git -C bad -c user.name=x -c user.email=x@example.org commit -q --amend -am x --allow-empty
	status=0; python3 "$verify" bad >out || status=$?
	[ $status -eq 1 ] || fail "a forged $path was not found: $(cat out)"
done
