#!/bin/sh
# show.sh: show, map, report, orders and check, on two turns of a game
set -eu
export LC_ALL=C
iacta=${IACTA:?the program under test}
work=$(mktemp -d "${TMPDIR:-/tmp}/iacta-show.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
export IACTA_HOME="$work/home"

fail() { echo "show.sh: $*" >&2; exit 1; }
expect() { # STATUS COMMAND...: its output goes to out, its message to msg
	want=$1; shift
	set +e; "$iacta" "$@" >out 2>msg; got=$?; set -e
	[ "$got" -eq "$want" ] || { cat out msg; fail "$*: exit $got, not $want"; }
}
has() { grep -qF -- "$1" out || { cat out; fail "out has no \"$1\""; }; }
hasnt() { ! grep -qF -- "$1" out || { cat out; fail "out has \"$1\""; }; }
says() { grep -qF -- "$1" msg || { cat msg; fail "msg has no \"$1\""; }; }
sign() { # DIR PAPER KEY: and put what is signed in the draft's place
	expect 0 sign "$1" "$2" -k "$3"
	mv "${2%.toml}.signed.toml" "$2"; mv "${2%.toml}.signed.toml.minisig" "$2.minisig"
}
narrow() { # COLUMNS
	awk -v n="$1" 'length > n { print; bad = 1 } END { exit bad }' out ||
		fail "a line is longer than $1"
}
json() { # what is printed is JSON, in ASCII
	! grep -q '[^ -~]' out || fail "JSON with other than ASCII"
	! command -v python3 >/dev/null || python3 -m json.tool <out >/dev/null
}

"$iacta" keygen -o r >/dev/null
"$iacta" keygen -o h >/dev/null
"$iacta" new ancient-battles/chalons g --side roman=r.pub \
    --side hunnic=h.pub >/dev/null

# before the first turn
expect 0 show g
has 'g: ancient-battles/chalons, turn file 0'
has 'deployment'
has 'Romans: sign the charter'
has 'Not placed yet: aetius, legio-49'
expect 0 orders g -s hunnic
has 'iacta accept'
has '# - attila: 4300, 4400 or 4401'
has '# - all but attila stand in columns 33 to 55, rows 00 to 01, not within'
has '# hun-archer-2 = "3901"'
# uncommented, the sheet is the standard set-up and can be handed in
sed 's/^# \(\[deploy\]\)/\1/; s/^# \([a-z0-9-]* = "[0-9]\)/\1/' out >set-up.toml
expect 0 orders g -s roman
has '# - 5 visigoth units in and around 4525'
"$iacta" accept g -s roman -k r.key --submit >/dev/null
"$iacta" accept g -s hunnic -k h.key set-up.toml --submit >/dev/null
"$iacta" adjudicate g >/dev/null 2>&1

# show
expect 0 show g
narrow 72
has 'turn 1 of 15, Romans: orders'
has 'Romans: the orders for a player turn'
has 'roman: it is asked; no orders stand; the default doctrine.'
has 'legio-49        8-5  2424  pilum'
has 'attila           4-8  4400'
hasnt 'Sealed to'
expect 0 show g --at 0
has 'turn file 0'
expect 0 show g --json
json
has '"when": "turn 1 of 15, Romans: orders"'
has '"ask": [{"side": "roman", "kind": "orders"}]'
has '"legio-49": {"number": 49,'
expect 1 show g --at 7
says 'there is no turn 7: the last is 1'
expect 2 show g --side roman
says '--side and --key go together'
expect 1 show g --side roman -k h.key
says 'h.key: this is the key of hunnic in'
expect 1 show g --side gaul -k h.key
says 'the sides of g are roman, hunnic'
expect 1 show nowhere

# map
expect 0 map g
narrow 78
has 'Ground: w woods, c camp, x exit, a digit the level, blank clear.'
has 'Hexsides: ^ ridge.'
has 'Romans in capitals, Huns small: kind and number.'
has 'HI01 2424 legio-49 8-5'
expect 0 map g --ground
narrow 78
hasnt 'legio-49'
expect 0 map g --unit attila
narrow 78
has 'oc01 4400 attila 4-8'
hasnt 'legio-49'
expect 0 map g --at 0
expect 0 map g --json
json
expect 0 map g --format words
narrow 78
has 'Attila (attila), leader, strength 4, movement 8, is in 4400 in camp.'
has 'It sees'
expect 0 map g --format svg
has '<title>legionaries (legio-49), infantry, in 2424</title>'
hasnt '(null)'
cp out start.svg
expect 0 map g --format svg --since 0
cmp -s out g/map.svg || fail "map.svg is not the map since the turn before"
expect 0 map g --format svg
cmp -s out start.svg || fail "the same map, other bytes"
expect 0 map g --format svg --seat hunnic
cmp -s out start.svg && fail "both seats see the same"
expect 0 map g --format svg --since 0 --dark -o since.svg
[ -s since.svg ] || fail "-o wrote nothing"
expect 0 map g --format svg --around 4400 --radius 3
hasnt 'legio-49'
expect 1 map g --around 9999
says '--around 9999: this map has no such hex'
expect 1 map g --unit nobody
says 'there is no unit with this id'
expect 1 map g --seat gaul
says 'there is no such side'
expect 2 map g --format svg --since 7
says 'the turn shown is 1'
expect 2 map g --format asci
says 'did you mean "ascii"?'
if [ -x "$(dirname "$iacta")/iacta-png" ]; then
	expect 0 map g --format png --width 400 -o map.png
	[ "$(head -c 4 map.png | tail -c 3)" = PNG ] || fail "map.png is no PNG"
fi

# report
expect 0 report g
cmp -s out g/report.txt || fail "report is not report.txt"
has 'The Romans are set up, as in the standard set-up.'
expect 0 report g --at 0
has 'g, turn file 0'
expect 0 report g --json
json
has '{"event": "deployed", "side": "roman", "answer": "standard", "step": 1'
expect 0 report g --format markdown
cmp -s out g/README.md || fail "report --format markdown is not README.md"
expect 0 report g --format bbcode
has '[b]What happened[/b]'
expect 0 report g --format html
has 'What happened</h2>'
expect 2 report g --format htlm
says 'did you mean "html"?'
expect 0 report g --since 0
has 'What happened'
expect 1 report g --since 1
says 'turn 1 is not before turn 1'
printf '{game} has {each side}{first?yes=|, }{title}{end}.\n' > own.txt
expect 0 report g --layout own.txt
has 'g has Romans, Huns.'
printf '{each side}\n' > own.txt
expect 1 report g --layout own.txt
says 'own.txt: line 1: this block has no {end}'

# the order sheet is a draft that gives no orders
expect 0 orders g --side roman
cp out sheet.toml
narrow 72
has 'exchange = 1'
has 'revision = 1'
has 'order = ['
has '[secret]'
has 'Who can only move'
has '  legio-49       2424 to 2419'
has '#    { do = "move", unit = "aetius", to = "'
expect 0 orders g -s roman --all
has '# legio-49: to '
has '`iacta doctrine ancient-battles`'
expect 0 orders g -s roman
! cmp -s out sheet.toml || fail "the nonce is not new"
expect 2 orders g
expect 0 orders g -s roman --json
json
has '{"do": "move", "unit": "legio-49", "to": ['
expect 0 orders g -s roman --open
hasnt 'secret'
cp out open.toml
sign g open.toml r.key
cp sheet.toml draft.toml
sign g draft.toml r.key
grep -q '^sealed = ' draft.toml || fail "the sheet was not sealed"
expect 0 orders g -s hunnic
has 'You are not asked for orders now'
has '# order = ['
expect 0 submit g draft.toml
expect 0 orders g -s roman
has 'revision = 2'
IACTA_HOME=$work/none expect 0 orders g -s roman
has 'revision = 2'	# the clone remembers what was signed in it
git clone -q g other
IACTA_HOME=$work/none expect 0 orders other -s roman
has 'revision = 1'

# what it would do, and everything that is wrong with it
fill() { # ORDERS...: into the empty list of the sheet
	awk -v orders="$1" '{ sub(/^revision = 1$/, "revision = 2"); print }
		/^order = \[/ { print orders }' sheet.toml >orders.toml
}
expect 0 check g sheet.toml
has 'sheet.toml: roman in exchange 1 of g, revision 1'
has 'Huns: the orders for a player turn'
fill '{ do = "move", unit = "equites-63", to = "2521" },
{ do = "mov", unit = "legio-49", to = "2421" },
{ do = "move", unit = "legio-50", to = "2500" },
{ do = "move", unit = "legio-00", to = "2500" },
{ do = "attack", units = ["legio-51"], targets = ["attila"] },'
before=$(git -C g rev-parse HEAD; ls -R g/.git/iacta)
expect 1 check g orders.toml
narrow 80
has 'order 1 (line '
has '): move, unit equites-63, to 2521'
has '(equites-63) 2426-2425-2424-2423-2422-2521 (5'
has 'wrong: do = "mov": no such order (did you mean "move"?)'
has 'refused: legionaries 50 (legio-50) cannot reach 2500 from 2524 with'
has 'wrong: unit "legio-00": no such unit; did you mean "legio-50"?'
has 'refused: Attila (attila) stands with a unit: attack the unit'
says 'orders.toml: order 2 (line '
says '; and 3 more'
[ "$before" = "$(git -C g rev-parse HEAD; ls -R g/.git/iacta)" ] ||
	fail "check changed something"
expect 1 check g orders.toml --json
json
has '"outcome": "wrong"'
has '"outcome": "refused"'
has '"outcome": "done"'
expect 1 check g orders.toml -k h.key
sed 's/^exchange = 1/exchange = 0/' sheet.toml >old.toml
expect 1 check g old.toml
has 'header: it answers exchange 0, which is closed; exchange 1 is open'
printf 'iacta = 1\n[' >broken.toml
expect 1 check g broken.toml
says 'broken.toml: line 2'
sed 's/^side = "roman"/side = "gaul"/' sheet.toml >whose.toml
expect 1 check g whose.toml
says 'the sides are roman, hunnic'

# what is sealed only the referee opens
fill '{ do = "move", unit = "legio-49", to = "2421" },
{ do = "move", unit = "legio-50", to = "2500" },
{ do = "move", unit = "ballista-67", to = "2423" },
{ do = "move", unit = "visi-lancer-86", to = "4517" },'
sign g orders.toml r.key
expect 1 check g orders.toml
has '(legio-49) 2424-2423-2422-2421'
IACTA_HOME=$work/none expect 0 check g orders.toml
has 'only the referee can'
hasnt legio
expect 0 submit g orders.toml
expect 0 adjudicate g

# the turn that came of it
expect 0 report g
has '* Romans: movement'
has '2424-2423-2422-2421 (3 MP)'
has '2425-2424-2423 (2'
has 'Romans, order 2: sealed; its text and the reason are for the Romans'
hasnt 'Romans: combat'
hasnt 2500
expect 0 show g -s roman -k r.key
has 'Sealed to roman'
has 'order 2 is refused: legionaries 50 (legio-50) cannot reach 2500'
has '{ do = "move", unit = "legio-50", to = "2500" }'
expect 0 show g -s hunnic -k h.key
hasnt 2500
expect 0 show g -s roman -k r.key --json
json
has '"sealed": [{"what": "order", "number": 2,'

# a pause, an answer to come, and where dice begin
expect 0 orders g -s hunnic
cp out sheet.toml
fill '{ do = "move", unit = "hun-archer-14", to = "4509" },
{ do = "pause" },
{ do = "fire", unit = "hun-archer-2", target = "legio-49" },'
expect 0 check g orders.toml
has '4501-4502-4503-4504-4505-4506-4507-4508-4509'
has 'not reached: the turn stops before it'
has 'Huns: the orders for a player turn'
sed '/"pause"/d; /"fire"/d' orders.toml >moves.toml
sign g moves.toml h.key
expect 0 submit g moves.toml
expect 0 adjudicate g
expect 0 orders g -s roman
has '# visi-lancer-86'
cp out sheet.toml
fill '{ do = "move", unit = "visi-lancer-86", to = "4510" },
{ do = "attack", units = ["visi-lancer-86"], targets = ["hun-archer-14"] },
{ do = "rally", unit = "legio-49" },'
expect 0 check g orders.toml
has 'Lines with ~ are assumed'
has 'Visigoth lancers 86 (visi-lancer-86) in 4510 attacks'
has 'against 5, odds 3.20:1, column'
has 'x2 charge of Visigoth lancers 86 [14.0]'
grep -q '^~       *Die [1-6], column 3:1: ' out || fail "no assumed result"
grep -q '^~ order 3 (line' out || fail "the order after the dice is not judged"
expect 0 check g orders.toml --json
json
has '"assumed": true'
has '"dice": "7.0 combat at 4509"'
sign g orders.toml r.key
expect 0 submit g orders.toml
expect 0 adjudicate g
expect 0 report g
narrow 80
has '* Romans: combat'
has 'against 5, odds 3.20:1, column'
grep -q '^    Die [1-6], column 3:1: .*(roll 3.1)$' out || fail "the report has no die"
has '3.1     '

echo ok
