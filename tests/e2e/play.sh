#!/bin/sh
# play.sh: a game of several exchanges to its end: both sides, doctrine, a stop
# for a question, a pause, a late side, refused orders; audited at every step
. "${IACTA_SRCDIR:?}/tests/e2e/lib"

found g
must 0 "$iacta" audit g
while ! over g; do
	play g 1
	must 0 "$iacta" audit g
	over g || grep -q '^not checked yet: that every seed' out || fail "audit: $(cat out)"
done
grep -q 'secret is out' out || fail "audit: $(cat out)"
must 0 "$iacta" audit g --json
grep -q '"holds": *true' out || fail "audit --json: $(cat out)"

# it was a game worth auditing
for c in $(git -C g rev-list --reverse main); do
	git -C g cat-file blob "$c:events.toml"; git -C g cat-file blob "$c:turn.toml"
	git -C g cat-file -e "$c:answers.toml" 2>/dev/null && git -C g cat-file blob "$c:answers.toml"
done >all
for w in 'event = "fire"' 'event = "result"' 'event = "refused"' 'sealed = \[' 'why = ' \
    'answer = "pause"' '^late = ' 'kind = "retreat"' 'by = "doctrine"'; do
	grep -q "$w" all || echo "$me: there was no $w in this game" >&2
done

# receipts that were honoured, one that is not this referee's, one of a
# submission that the referee lost
set -- ; for r in g-*.receipt; do set -- "$@" --receipt "$r"; [ $# -lt 16 ] || break; done
must 0 "$iacta" audit g "$@"
grep -q honoured out || fail "audit: $(cat out)"
r=g-2-roman.toml.receipt
sed 's/^revision = 1/revision = 2/' $r >forged; cp $r.minisig forged.minisig
must 3 "$iacta" audit g --receipt forged; says 'not by the referee'
found h
play h 1
cp -a h old
play h 1
cp -a h lost
send lost roman 'order = []'
must 0 "$iacta" audit lost --receipt lost-2-roman.toml.receipt
grep -q 'still open' out || fail "audit: $(cat out)"
rm lost/.git/iacta/inbox/*
must 0 "$iacta" adjudicate lost --deadline
must 0 "$iacta" audit lost
must 3 "$iacta" audit lost --receipt lost-2-roman.toml.receipt; says 'convicted'; says 'commit 3 ('
must 3 "$iacta" audit old --receipt lost-2-roman.toml.receipt; says 'ends with commit 1'
must 1 "$iacta" audit h --receipt g-2-roman.toml.receipt; says 'of the game "g"'
must 1 "$iacta" audit h --receipt nothing
must 3 "$iacta" audit lost --receipt lost-2-roman.toml.receipt --json || :
grep -q '"holds": *false' out || fail "audit --json: $(cat out)"
echo "$me: passed"
