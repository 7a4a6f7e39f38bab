#!/bin/sh
# acts.sh: what players do besides orders: draw, rewind, substitute, absence,
# revision, note, resign, and talk; adjudicated, audited on the way and at the
# end
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git

# DIR SIDE REVISION KEY BODY: a submission of acts, handed in
act() {
	{ header "$1" "$2" "$3"; printf '%s\n' "$5"; } >act.toml
	sign_over "$1" act.toml "$4"
	must 0 "$iacta" submit "$1" act.toml --receipt "act-$(turn "$1")-$2-$3.receipt"
}
# DIR: what was asked is answered, and the exchange adjudicated
events() { git -C "$1" show main:events.toml; }
has() { grep -qF -- "$2" "$1" || fail "$1 has no $2: $(cat "$1")"; }

found g
play g 2
must 0 "$iacta" audit g
side=$(asked g | cut -d' ' -f1)
[ "$side" = roman ] && other=hunnic || other=roman

# talk and a note alone are acts: they answer nothing and move no die
act g "$side" 1 "$side.key" 'say = "Well met"'
act g "$other" 1 "$other.key" 'say = "Hail"

[[act]]
do = "note"
text = "watch his left"'
must 4 "$iacta" adjudicate g; says "waits for $side"
send g "$side" 'order = []' 2
must 0 "$iacta" adjudicate g
[ -e g/orders/"$side"-act-1.toml ] && [ -e g/orders/"$other"-act-1.toml.minisig ] || fail "the acts are not in orders/: $(ls g/orders)"
grep -rq 'watch his left' g --include='*.toml' --exclude-dir=.git && fail "a note can be read"
has g/report.txt 'Well met'
has g/answers.toml 'do = "note"'
must 0 "$iacta" audit g --receipt act-2-"$side"-1.receipt --receipt act-2-"$other"-1.receipt
# the transcript has the orders alone
want=$(printf 'turn %s\n%s %s\n' "$(git -C g show main~1:turn.toml | sha256sum | cut -c1-64)" \
	"$side" "$(git -C g show main:orders/"$side".toml | sha256sum | cut -c1-64)" | sha256sum | cut -c1-64)
[ "$(sed -n 's/^transcript = "\(.*\)"/\1/p' g/dice.toml)" = "$want" ] || fail "acts are in the transcript"
echo "ok - talk and notes"

# a draw is offered, lapses with the next submission, is offered again
play g 1
side=$(asked g | head -n 1 | cut -d' ' -f1)
[ "$side" = roman ] && other=hunnic || other=roman
cp -a g drawn
act g "$side" 1 "$side.key" '[[act]]
do = "draw"'
send g "$side" 'order = []' 2
must 0 "$iacta" adjudicate g
has g/events.toml 'effect = "proposed"'
grep -q '^pending' g/turn.toml && fail "the offer did not lapse"
must 0 "$iacta" audit g
rm -rf home/pins
act drawn "$side" 1 "$side.key" '[[act]]
do = "draw"'
must 4 "$iacta" adjudicate drawn
act drawn "$other" 1 "$other.key" '[[act]]
do = "draw"'
must 0 "$iacta" adjudicate drawn
has drawn/turn.toml 'result = "draw by agreement"'
has drawn/dice.toml 'secret = '
must 0 "$iacta" audit drawn
must 4 "$iacta" adjudicate drawn; says "the game is over"
echo "ok - draw"
rm -rf home/pins

# a substitute: from the next exchange on the new key speaks
"$iacta" keygen -o new >/dev/null
act g roman 1 roman.key "[[act]]
do = \"substitute\"
key = \"$(tail -n 1 new.pub)\"
mail = \"new@example.org\"

[[act]]
do = \"absence\"
from = \"2999-07-01\"
to = \"2999-07-20\""
must 0 "$iacta" adjudicate g --deadline
has g/turn.toml 'new@example.org'
has g/turn.toml '2999-07-20'
must 0 "$iacta" audit g
{ header g roman 1; echo 'say = "It is I"'; } >act.toml
status=0; "$iacta" sign g act.toml -k roman.key >out 2>err || status=$?
[ $status -ne 0 ] || fail "the old key still speaks"
act g roman 1 new.key 'say = "It is I"'
cp new.key roman.key; cp new.pub roman.pub
echo "ok - substitute, absence"

# revision, and what is not possible
{ header g roman 2; printf '[[act]]\ndo = "revision"\nrules_revision = 99\n'; } >act.toml
sign_over g act.toml roman.key
must 1 "$iacta" submit g act.toml; says "does not play that revision"
{ header g roman 2; printf '[[act]]\ndo = "surrender"\n'; } >act.toml
must 1 "$iacta" sign g act.toml -k roman.key; says "no such act"
{ header g roman 2; printf '[[act]]\ndo = "absence"\nfrom = "2027-07-01"\nto = "2027-07-02"\nwhy = "ill"\n'; } >act.toml
must 1 "$iacta" sign g act.toml -k roman.key; says "act 1: absence takes only from, to"
{ header g roman 2; printf '[[act]]\ndo = "resign"\nwhy = "ill"\n'; } >act.toml
must 1 "$iacta" sign g act.toml -k roman.key; says "act 1: resign takes nothing else"
{ header g roman 2; printf '[[act]]\ndo = "rewind"\nexchange = 99\n'; } >act.toml
sign_over g act.toml roman.key
must 1 "$iacta" submit g act.toml; says "taken back"
must 0 "$iacta" adjudicate g --deadline
must 0 "$iacta" audit g
echo "ok - what is not possible is refused"

# back to the start of exchange 2, when both want it
at=$(turn g)
act g roman 1 roman.key '[[act]]
do = "rewind"
exchange = 2'
act g hunnic 1 hunnic.key '[[act]]
do = "rewind"
exchange = 3'
status=0; "$iacta" adjudicate g >out 2>err || status=$?
[ $status -eq 4 ] || fail "one wants 2 and the other 3: $status: $(cat err)"
act g hunnic 2 hunnic.key '[[act]]
do = "rewind"
exchange = 2'
must 0 "$iacta" adjudicate g
[ "$(turn g)" -eq $((at + 1)) ] || fail "the number did not go on: $(turn g)"
position() { git -C g show "$1:turn.toml" | sed '/^trips/,/^$/d;/^\[trips\]/,/^$/d' | grep -Ev '^(exchange|commitment|checkpoint|previous|transcript|charter) = |^late = |exchanges = |doctrine = |rewound|^\[terms|^key|^mail|^roman = "|absence|at = |side = .*from = |^\]$|^$'; }
then=$(git -C g rev-list --reverse main | sed -n 3p)
position "$then" >was; position main >is
cmp -s was is || fail "the position is another: $(diff was is)"
has g/turn.toml 'rewound'
has g/events.toml 'effect = "agreed"'
must 0 "$iacta" audit g
play g 2
must 0 "$iacta" audit g
echo "ok - rewind"

# an act that is not there any more, or changed, is found
cp -a g forged
if ! over g; then
	act g hunnic 1 hunnic.key '[[act]]
do = "resign"'
	must 0 "$iacta" adjudicate g
	has g/turn.toml 'result = "roman wins by resignation"'
	must 0 "$iacta" audit g --receipt "act-$(($(turn g) - 1))-hunnic-1.receipt"
	rm -rf home/pins
	"$iacta" adjudicate forged --deadline >out 2>err || fail "$(cat err)"
	must 3 "$iacta" audit forged --receipt "act-$(($(turn g) - 1))-hunnic-1.receipt"; says "convicted"
	echo "ok - resign, and an act with a receipt that was left out"
fi
