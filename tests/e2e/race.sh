#!/bin/sh
# race.sh: eight adjudications at once: one commit, and the others say so
. "${IACTA_SRCDIR:?}/tests/e2e/lib"

# eight first foundings at once, twenty times: all by one referee's key
"$iacta" keygen -o roman >/dev/null; "$iacta" keygen -o hunnic >/dev/null
round=0
while [ $round -lt 20 ]; do
	round=$((round + 1))
	for i in 1 2 3 4 5 6 7 8; do
		( s=0; IACTA_HOME="$top/first$round" "$iacta" new ancient-battles/skirmish f$round-$i \
		    --side roman=roman.pub --side hunnic=hunnic.pub >o$i 2>e$i || s=$?; echo $s >s$i ) &
	done
	wait
	[ "$(cat s? | tr -d '\n')" = 00000000 ] || fail "foundings at once: $(cat s? | tr '\n' ' '): $(cat e?)"
	[ "$(sed -n 's/^referee = //p' f$round-?/game.toml | sort | uniq -c | awk '{ print $1 }')" = 8 ] ||
		fail "foundings at once: $(grep -h '^referee = ' f$round-?/game.toml | sort | uniq -c)"
	grep -qF "$(sed -n 's/^referee = "\(.*\)"/\1/p' f$round-1/game.toml)" first$round/referee.pub || fail "another key is kept"
	rm -rf f$round-? first$round
done

found g
play g 2
round=0
while [ $round -lt 5 ]; do
	round=$((round + 1))
	cp -a g r$round
	send r$round roman "$(roman_orders)"
	before=$(git -C r$round rev-list --count main)
	for i in 1 2 3 4 5 6 7 8; do
		( s=0; "$iacta" adjudicate r$round >o$i 2>e$i || s=$?; echo $s >s$i ) &
	done
	wait
	[ "$(cat s? | sort | tr -d '\n')" = 04444444 ] || fail "they ended with $(cat s? | tr '\n' ' '): $(cat e?)"
	for i in 1 2 3 4 5 6 7 8; do
		[ "$(cat s$i)" -eq 0 ] && continue
		[ "$(wc -l <e$i)" -eq 1 ] && [ ! -s o$i ] || fail "it said: $(cat o$i e$i)"
	done
	[ "$(git -C r$round rev-list --count main)" -eq $((before + 1)) ] || fail "not one commit"
	[ -z "$(git -C r$round status --porcelain)" ] || fail "the work tree: $(git -C r$round status --porcelain)"
	git -C r$round fsck --strict --no-dangling >out 2>&1 || fail "fsck: $(cat out)"
	rm -rf home/pins
	must 0 "$iacta" audit r$round --receipt r$round-2-roman.toml.receipt
done
# submissions of one side at once: one of a revision wins, with a receipt
cp -a g many
for i in 1 2 3 4 5 6 7 8; do
	{ header many roman 1; echo 'order = []'; } >many$i.toml
	sign_over many many$i.toml roman.key
done
for i in 1 2 3 4 5 6 7 8; do
	( s=0; "$iacta" submit many many$i.toml >o$i 2>e$i || s=$?; echo $s >s$i ) &
done
wait
[ "$(cat s? | sort | tr -d '\n')" = 01111111 ] || fail "submissions at once: $(cat s? | tr '\n' ' '): $(cat e?)"
must 0 "$iacta" adjudicate many
for i in 1 2 3 4 5 6 7 8; do
	[ "$(cat s$i)" -ne 0 ] || cmp -s many/orders/roman.toml many$i.toml || fail "another one was used than the one with the receipt"
done
echo "$me: passed"
