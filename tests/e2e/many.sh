#!/bin/sh
# many.sh: a directory of many games, and many messages at once through eight
# pipes, with ticks beside them: nothing is lost, nothing is doubled, and each
# exchange is adjudicated once.  IACTA_GAMES says how many games (60), and
# IACTA_MESSAGES how many messages at once (40); `make many` runs 1,000 and 100.
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3 xargs
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
games=${IACTA_GAMES:-60} messages=${IACTA_MESSAGES:-40}
played=$((messages / 2))
[ "$played" -le "$games" ] || fail "more messages than games"
for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
mkdir games post box box/tmp box/new box/cur

# the games; of every so-manieth something is to come
make_games() { xargs -P 4 -I N "$iacta" new ancient-battles/skirmish games/gN \
    --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub,bert@example.org >/dev/null; }
seq "$games" | make_games
[ "$(find games -mindepth 1 -maxdepth 1 | wc -l)" -eq "$games" ] || fail "not $games games"
echo "$me: $games games founded"
tick() { "$iacta" tick --games games --from referee@example.org --maildir box 2>>ticks; }
tick || fail "tick: $(cat ticks)"
[ "$(find box/new -type f | wc -l)" -eq $((2 * games)) ] || fail "$(find box/new -type f | wc -l) messages about $games foundings"

# NAME FILE SIGNATURE: a message with both attached as a block
letter() {
	{ printf 'From: somebody@example.org\nTo: referee@example.org\nMessage-ID: <%s@example.org>\n\n' "$1"
	  echo "-----BEGIN IACTA ORDERS-----"; cat "$2"; echo "-----BEGIN IACTA SIGNATURE-----"
	  cat "$3"; echo "-----END IACTA ORDERS-----"; } >"post/$1.eml"
}
cat >pipe <<END
#!/bin/sh
# as an MTA does it: what is put off is tried again
n=0
until "$iacta" submit --mail --games games --answer --from referee@example.org --maildir box --wait 1 <"\$1" 2>>piped; do
	[ \$? -eq 75 ] && [ \$((n += 1)) -lt 100 ] || { echo "\$1" >>failed; exit 0; }
	sleep 0.1
done
END
chmod +x pipe
# all that is in post/, in any order, eight at a time, and two ticks beside
deliver() {
	rm -f failed stop
	for i in 1 2; do (while [ ! -e stop ]; do tick || echo bad >>failed; sleep 0.2; done) & done
	find post -name '*.eml' | sort -R --random-source="$iacta" | xargs -P 8 -n 1 ./pipe
	touch stop
	wait
	tick || echo bad >>failed
	[ ! -e failed ] || fail "failed: $(sort failed | uniq -c) $(tail -3 piped ticks)"
	rm -f post/*
}
# PATTERN: how many messages with such a subject are in the box
answers() { grep -l "^Subject: $1" box/new/* | wc -l; }

# first the acceptances of both sides, all at once
i=0
while [ $((i += 1)) -le "$played" ]; do
	for s in roman hunnic; do
		"$iacta" accept games/g$i --side $s -k $s.key -o a.toml >/dev/null 2>&1 || fail "accept"
		letter "$i-$s" a.toml a.toml.minisig
	done
done
start=$(date +%s)
deliver
echo "$me: $((2 * played)) messages in $(($(date +%s) - start)) seconds"
[ "$(answers 'Received: ')" -eq $((2 * played)) ] || fail "$(answers 'Received: ') receipts for $((2 * played)) messages"
[ "$(answers '\[.*turn 1: ')" -eq $((2 * played)) ] || fail "$(answers '\[.*turn 1: ') messages about turn 1 of $played games"

# then the Romans' orders, each twice: one is kept and the other is there again,
# or comes too late, and nothing else comes of it
i=0
while [ $((i += 1)) -le "$played" ]; do
	header games/g$i roman 1 >a.toml
	roman_orders >>a.toml
	sign_over games/g$i a.toml roman.key
	letter "$i-first" a.toml a.toml.minisig
	letter "$i-again" a.toml a.toml.minisig
done
deliver
got=$(answers 'Received: .*exchange 1') not=$(answers 'Not accepted')
[ "$got" -ge "$played" ] || fail "$got receipts for orders of $played sides"
[ $((got + not)) -eq $((2 * played)) ] || fail "$got receipts and $not refusals for $((2 * played)) messages"

# each exchange once: three commits where there was something, one elsewhere
i=0
while [ $((i += 1)) -le "$games" ]; do
	n=1; [ $i -gt "$played" ] || n=3
	[ "$(git -C games/g$i rev-list --count main)" -eq $n ] || fail "g$i: not $n commits: $(git -C games/g$i log --oneline main)"
	[ "$(turn games/g$i)" -eq $((n - 1)) ] || fail "g$i: turn $(turn games/g$i) after $n commits"
	[ $n -eq 3 ] || continue
	[ -z "$(find games/g$i/.git/iacta/inbox -type f)" ] || fail "g$i: something is left"
	# the acceptance, and the orders
	[ "$(git -C games/g$i rev-list --count main -- orders/roman.toml.minisig)" -eq 2 ] || fail "g$i: not the Romans' two submissions"
done
for i in 1 "$played"; do must 0 "$iacta" audit games/g$i; done
[ "$(grep -hi '^Message-ID:' box/new/* | sort | uniq -d | wc -l)" -eq 0 ] || fail "a message twice"
# every message out is one of these: to both sides of each game its founding,
# turn 1 and turn 2 where there was one, and an answer to every message in
about=$((2 * games + 4 * played)) all=$((2 * games + 8 * played))
[ "$(answers '\[g')" -eq $about ] || fail "$(answers '\[g') messages about turns, not $about"
[ "$(find box/new -type f | wc -l)" -eq $all ] || fail "$(find box/new -type f | wc -l) messages out, not $all"
echo "$me: passed: $(find box/new -type f | wc -l) messages out"
