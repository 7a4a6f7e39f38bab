#!/bin/sh
# dice.sh: every roll of a played game again: with verify-dice.sh, and with the
# commands that `iacta why` prints
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need openssl git

found g
play g
sh "$src/tests/e2e/verify-dice.sh" g >out 2>err || fail "$(cat err)"
n=0
for c in $(git -C g rev-list --reverse main); do
	git -C g cat-file blob "$c:dice.toml" 2>/dev/null >dice || continue
	e=$(sed -n 's/^exchange = //p' dice)
	sed -n 's/^face = //p' dice >faces
	k=0
	while read -r face; do
		k=$((k + 1)) n=$((n + 1))
		must 0 "$iacta" why g "$e.$k"
		sed '1,/^To roll it again/d' out >again
		sh again >answer 2>err </dev/null || fail "$e.$k: $(cat err)"
		[ "$(tail -n 1 answer)" = "face $face" ] || fail "$e.$k: $(cat answer), not face $face"
		[ "$(sed -n 1p answer)" = "$(sed -n 2p answer)" ] || fail "$e.$k: the commitment"
		grep -q '^what it did' out || fail "$e.$k: $(cat out)"
		must 0 "$iacta" why g "$e.$k" --json
	done <faces
done
[ $n -gt 0 ] || fail "nothing was rolled"
must 1 "$iacta" why g 0.1
must 1 "$iacta" why g 999.1
must 2 "$iacta" why g x
must 2 "$iacta" why g 1.99999999999
echo "$me: $n rolls: passed"
