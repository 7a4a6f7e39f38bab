#!/bin/sh
# referee.sh: what the referee does besides adjudicating: extension, pause,
# ruling, substitution by right, forfeit; signed, told and audited like the
# acts of players
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git
has() { grep -qF -- "$2" "$1" || fail "$1 has no $2: $(cat "$1")"; }
# DIR: the deadline passes, and nobody has sent anything
late() { must 0 "$iacta" adjudicate "$1" --deadline; }
first() { asked "$1" | head -n 1 | cut -d' ' -f1; }

found g --side roman=roman.pub --side hunnic=hunnic.pub --missed substitute=2 --missed forfeit=3
has g/game.toml 'missed = { substitute = 2, forfeit = 3 }'
must 1 "$iacta" referee g --ruling "too soon"; says "exchange 1 on"
play g 2
must 0 "$iacta" audit g
must 2 "$iacta" referee g; says "--extend"
must 2 "$iacta" referee g --extend roman; says "="
must 1 "$iacta" referee g --extend gauls=3; says "the name of a side"
must 1 "$iacta" referee g --forfeit roman; says "has not missed as many"
must 1 "$iacta" referee g --ruling "$(printf 'a\033[2Jb')"; says "a text of one line"

# time, and a ruling: on record, and in force in the next turn
must 0 "$iacta" referee g --extend roman=48 --pause 2026-12-24,2027-01-06 --receipt ref.receipt
must 0 "$iacta" referee g --ruling "The ford at 2404 is a marsh." --receipt ref2.receipt
at=$(turn g)
cp -a g dropped
exchange g
has g/orders/referee-act-1.toml 'side = "referee"'
has g/turn.toml "{ exchange = $at, side = \"roman\", hours = 48 }"
has g/turn.toml '{ from = "2026-12-24", to = "2027-01-06" }'
has g/answers.toml 'do = "extension"'
has g/answers.toml 'do = "pause"'
has g/events.toml 'The ford at 2404 is a marsh.'
tr '\n' ' ' <g/report.txt | tr -s ' ' >told
has told 'The referee gives the Romans 48 hours more'
has told 'The referee rules: "The ford at 2404 is a marsh."'
must 0 "$iacta" audit g --receipt ref.receipt --receipt ref2.receipt
grep -q '2 receipts honoured' out || fail "$(cat out)"
echo "ok - extension, pause, ruling"

# one that is left out, or that the referee did not sign
rm dropped/.git/iacta/inbox/*.referee.*
rm -rf home/pins
asked dropped >asked
while read -r s kind; do reply dropped "$s" "$kind"; done <asked
must 0 "$iacta" adjudicate dropped
must 3 "$iacta" audit dropped --receipt ref.receipt; says convicted
rm -rf home/pins
{ header g referee 1; printf '[[act]]\ndo = "extension"\nfor = "roman"\nhours = 999\n'; } >act.toml
status=0; "$iacta" sign g act.toml -k roman.key >out 2>err || status=$?
[ $status -ne 0 ] || fail "a player signs for the referee"
{ header g roman 1; printf '[[act]]\ndo = "ruling"\ntext = "I win"\n'; } >act.toml
must 1 "$iacta" sign g act.toml -k roman.key; says "no such act"
git clone -q g clone
IACTA_HOME="$top/nobody" must 1 "$iacta" referee clone --ruling "mine"
echo "ok - nobody but the referee can, and he cannot take it back"

# a side that vanishes: counted, and after two deadlines another may speak for it
gone=$(first g)
[ "$gone" = roman ] && other=hunnic || other=roman
"$iacta" keygen -o new >/dev/null
# the one who is there goes on; the one who is gone misses
misses() { sed -n '/^\[trips/,/^$/p' "$1/turn.toml" | tr -d ' ' | sed -n "s/.*missed.*$gone=\([0-9]*\).*/\1/p"; }
count() { m=$(misses "$1"); echo "${m:-0}"; }
i=0
while [ "$(count g)" -lt 2 ] && [ $i -lt 20 ] && ! over g; do
	i=$((i + 1))
	must 1 "$iacta" referee g --substitute "$gone=new.pub,new@example.org"; says "has not missed as many"
	asked g >asked
	while read -r s kind; do [ "$s" = "$gone" ] || reply g "$s" "$kind"; done <asked
	late g
done
over g && fail "the game ended too soon"
[ "$(count g)" -eq 2 ] || fail "two deadlines were missed: $(cat g/turn.toml)"
must 1 "$iacta" referee g --substitute "$gone=$other.pub"; says "another side's"
must 1 "$iacta" referee g --substitute "$gone=new.pub,no address"; says "an address"
must 1 "$iacta" referee g --substitute "$other=new.pub"; says "has not missed as many"
must 1 "$iacta" referee g --forfeit "$gone"; says "has not missed as many"
cp -a g back
cp -a g lost
must 0 "$iacta" referee g --substitute "$gone=new.pub,new@example.org"
asked g >asked
while read -r s kind; do [ "$s" = "$gone" ] || reply g "$s" "$kind"; done <asked
late g
has g/turn.toml "$(tail -n 1 new.pub)"
has g/turn.toml 'new@example.org'
[ "$(count g)" -eq 0 ] || fail "the count did not begin anew"
must 0 "$iacta" audit g
{ header g "$gone" 1; echo 'say = "I am new here"'; } >act.toml
must 0 "$iacta" sign g act.toml -k new.key
echo "ok - a substitute by right, after as many deadlines as the charter says"

# he comes back in the last moment: his side stays his
rm -rf home/pins
must 0 "$iacta" referee back --substitute "$gone=new.pub"
{ header back "$gone" 1; echo 'say = "Here I am"'; } >act.toml
sign_over back act.toml "$gone.key"
must 0 "$iacta" submit back act.toml
late back
has back/events.toml 'why = "came-back"'
grep -q "$(tail -n 1 new.pub)" back/turn.toml && fail "he lost his side"
must 0 "$iacta" audit back
echo "ok - whoever sends something keeps his side"

# a third deadline: the game can be declared lost
rm -rf home/pins
i=0
while [ $i -lt 20 ] && [ "$(count lost)" -lt 3 ]; do i=$((i + 1)); late lost; over lost && break; done
over lost && fail "the game ended too soon"
must 0 "$iacta" referee lost --forfeit "$gone"
must 0 "$iacta" adjudicate lost
has lost/turn.toml "result = \"$other wins by forfeit\""
must 0 "$iacta" audit lost
echo "ok - forfeit"
