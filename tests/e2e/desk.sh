#!/bin/sh
# desk.sh: trying orders at home: past dice, rehearsed, with a secret question
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
export IACTA_DATA="$src"
has() { grep -qF -- "$1" out || fail "\"$1\" is not in: $(cat out)"; }
hasnt() { ! grep -qF -- "$1" out || fail "\"$1\" is in: $(cat out)"; }
# DIR SIDE KEY ORDERS: a draft with these orders
draft() {
	"$iacta" orders "$1" --side "$2" ${3:+-k "$3"} | sed 's/^order = \[$/&\n'"$4"'/' >draft
}

# --- a card that draws two: the answer may name the card
"$iacta" keygen -o a >/dev/null; "$iacta" keygen -o b >/dev/null
i=0; card=
while [ -z "$card" ]; do
	i=$((i + 1)); [ $i -lt 60 ] || fail "nobody was ever dealt a Scout"
	must 0 "$iacta" new cc-medieval/thannuris g$i --side purple=a.pub --side tan=b.pub
	must 0 "$iacta" accept g$i --side purple -k a.key --submit
	must 0 "$iacta" accept g$i --side tan -k b.key --submit
	must 0 "$iacta" adjudicate g$i
	must 0 "$iacta" show g$i --side purple -k a.key
	card=$(tr ' ' '\n' <out | sed -n 's/^\(scout-[0-9]*\)$/\1/p' | head -n 1)
done
g=g$i
draft $g purple a.key '{ do = "play", card = "'$card'", units = ["purple-mc-1"] },\n{ do = "move", unit = "purple-mc-1", to = "0502" },'
printf '[[secret.doctrine]]\nkind = "keep"\nanswer = "ask"\n' >>draft
must 0 "$iacta" check $g draft -k a.key
has '-0502'; hasnt 'is not in your hand'
must 0 "$iacta" check $g draft
has 'whether you hold the card was not looked at'
# a doctrine that the enemy is supposed to have makes a difference, and is named
cp draft kept
draft $g purple a.key '{ do = "play", card = "'$card'", units = ["purple-mc-3"] },\n{ do = "move", unit = "purple-mc-3", to = "0706" },\n{ do = "close", unit = "purple-mc-3", target = "tan-lbc-1" },'
printf '[[doctrine]]\nkind = "battle-back"\nanswer = "none"\n[[doctrine]]\nkind = "evade"\nanswer = "none"\n' >suppose
must 0 "$iacta" check $g draft -k a.key --brief --sample 200
has 'unless his own is'; grep -q '^    Byzantines: blocks lost' out || fail "nobody battles back: $(cat out)"
must 0 "$iacta" check $g draft -k a.key --brief --sample 200 --suppose suppose
has 'the doctrine that you suppose'; hasnt 'Byzantines: blocks lost'
mv kept draft
other=three-left-1
must 0 "$iacta" show $g --side purple -k a.key
while grep -q "[ :]$other\( \|$\)" out; do other=three-left-$((${other##*-} + 1)); done
sed "s/card = \"$card\"/card = \"$other\"/" draft >bad
"$iacta" check $g bad -k a.key --brief >out 2>err || :
has "the card \"$other\" is not in your hand"; hasnt 'was not looked at'
sign_over $g draft a.key
must 0 "$iacta" submit $g draft
must 0 "$iacta" adjudicate $g
must 0 "$iacta" show $g --side purple -k a.key
grep -q '^The options of keep:' out || fail "keep was not asked: $(cat out)"
two=$(sed -n 's/.*2 is \([a-z0-9-]*\).*/\1/p' out | head -n 1)
[ -n "$two" ] || fail "no second option in: $(cat out)"
"$iacta" orders $g --side purple -k a.key >draft
printf '[[secret.answer]]\nkind = "keep"\nanswer = "%s"\n' "$two" >>draft
must 0 "$iacta" check $g draft -k a.key
hasnt 'the options are'
printf '[[secret.answer]]\nkind = "keep"\nanswer = "no-such-card"\n' | cat draft - | sed '0,/answer = "'"$two"'"/s//answer = "no-such-card"/' >bad
must 1 "$iacta" check $g bad -k a.key
sign_over $g draft a.key
must 0 "$iacta" submit $g draft
must 0 "$iacta" adjudicate $g

# --- past dice
must 0 "$iacta" new cataphract/tricameron t --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept t --side byzantine -k a.key --submit
must 0 "$iacta" accept t --side vandal -k b.key --submit
must 0 "$iacta" adjudicate t
head=$(git -C t rev-parse HEAD); ls -R t/.git/iacta >before
draft t byzantine a.key '{ do = "line", units = ["thracian-cat-1", "thracian-cat-2"] },\n{ do = "move", unit = "thracian-cat-1", to = "2815" },\n{ do = "move", unit = "thracian-cat-3", to = "2817" },'
must 1 "$iacta" check t draft -k a.key
has '2815'
has 'The map then:'
must 1 "$iacta" check t draft -k a.key --brief --sample 400
has 'Rehearsed 400 times'
has 'carried out 0 of 400 times, refused 400'
hasnt 'The map then'
must 1 "$iacta" check t draft --json --sample 10
grep -q '"rehearsal": {"runs": 10' out || fail "check --json --sample: $(cat out)"
printf '[[doctrine]]\nkind = "no-such-kind"\nanswer = "first"\n' >suppose
must 1 "$iacta" check t draft --suppose suppose; says 'no such kind of question'
must 2 "$iacta" check t draft --sample 0
must 2 "$iacta" check t draft --sample x
[ "$head" = "$(git -C t rev-parse HEAD)" ] || fail "check moved the ref"
ls -R t/.git/iacta | cmp - before || fail "check left something behind"

# --- farther than any leader's command reaches
draft t byzantine a.key '{ do = "move", unit = "hun-lc-4", to = "2808" },'
must 0 "$iacta" check t draft -k a.key --brief
has 'warning: out of command after this turn'; has 'hun-lc-4'
draft t byzantine a.key '{ do = "move", unit = "hun-lc-4", to = "3605" },'
must 0 "$iacta" check t draft -k a.key --brief
hasnt 'out of command'

# --- nothing ordered, doctrine that never applies
"$iacta" orders t --side byzantine -k a.key >draft
printf '[[secret.doctrine]]\nkind = "rout"\nanswer = "first"\n[[secret.doctrine]]\nkind = "rout"\nanswer = "last"\n' >>draft
must 0 "$iacta" check t draft -k a.key
has 'warning: you order nothing'
has 'warning: doctrine 2: it never applies'

# --- the draft stays; what is sent is beside it and on stdout
draft t byzantine a.key '{ do = "line", units = ["thracian-cat-1", "thracian-cat-2"] },\n{ do = "pause" },\n{ do = "move", unit = "thracian-cat-1", to = "2815" },'
printf '[[secret.doctrine]]\nkind = "rout"\nunit = "thracian-*"\nanswer = "last"\n' >>draft
mv draft mine.toml; cp mine.toml copy
must 0 "$iacta" sign t mine.toml -k a.key
cmp mine.toml copy || fail "sign changed the draft"
grep -q '^sealed = ' mine.signed.toml || fail "what is sent is not sealed"
[ -s mine.signed.toml.minisig ] || fail "no signature beside it"
head -n 1 out | grep -q 'BEGIN IACTA ORDERS' || fail "no block: $(cat out)"
cp out block
must 1 "$iacta" sign t mine.toml -k b.key
must 2 "$iacta" sign t mine.toml -k a.key -o mine.toml
must 0 "$iacta" show t
has 'byzantine: awaited since 20'; hasnt 'revision'
IACTA_HOME=$top/none must 0 "$iacta" show t
hasnt 'awaited'
must 0 sh -c '"$1" submit t --mail <block' sh "$iacta"
must 0 "$iacta" show t
has 'byzantine: revision 1 arrived 20'; hasnt 'thracian-cat-1 thracian'
must 0 "$iacta" seal t mine.toml
cmp mine.toml copy || fail "seal changed the draft"
[ -s mine.sealed.toml ] || fail "seal wrote nothing beside the draft"
must 0 "$iacta" adjudicate t
must 0 "$iacta" show t --side byzantine -k a.key
has '3. move, unit thracian-cat-1, to 2815'
has '1. rout, if unit is thracian-*: last'
must 0 "$iacta" show t --side vandal -k b.key
hasnt 'unit thracian-cat-1, to 2815'; hasnt 'thracian-*'
[ "$(stat -c %a t/.git/iacta/sent)" = 700 ] || fail "iacta/sent can be read by others"
[ "$(stat -c %a t/.git/iacta/sent/1.byzantine.1.toml)" = 600 ] || fail "what was sent can be read by others"
# another clone does not know
git clone -q t clone 2>/dev/null
must 0 "$iacta" show clone --side byzantine -k a.key
has 'this clone does not remember'
must 0 "$iacta" audit t

# --- a doctrine: all its mistakes at once, and what it would have done
printf '[[doctrine]]\nkind = "rot"\nanswer = "last"\n[[doctrine]]\nkind = "withdraw"\nanswer = "least nonsense"\n' >doctrine
must 1 "$iacta" doctrine check t doctrine
has 'did you mean'; has 'least nonsense'; says 'and 1 more'
must 0 "$iacta" selfplay cataphract/tricameron --games 1 --save saved -q --seed desk
printf '[[doctrine]]\nkind = "rout"\nanswer = "ask"\n[[doctrine]]\nkind = "rout"\nanswer = "first"\n' >doctrine
must 0 "$iacta" doctrine check saved/tricameron-1 doctrine
has 'warning: entry 2 never applies'; has 'rout: entry 1: "ask"'
must 0 "$iacta" new cataphract/tricameron o --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept o --side byzantine -k a.key --submit
must 0 "$iacta" accept o --side vandal -k b.key --submit
must 0 "$iacta" adjudicate o
must 0 "$iacta" doctrine check o doctrine --side vandal
has 'turns of the enemy, played on from here'; hasnt 'champion'
grep -q '^face: .*vandal-' out || fail "no facing is asked: $(cat out)"
cp out once; must 0 "$iacta" doctrine check o doctrine --side vandal
cmp out once || fail "the same position, other questions"
must 0 "$iacta" doctrine rehearse saved/tricameron-1 doctrine --side vandal --json
cp out all; grep -o '"kind": "rout"[^}]*' all | grep -v '"would": "ask"' >out || :
[ ! -s out ] || fail "a doctrine that asks would have answered: $(cat out)"
must 0 "$iacta" doctrine rehearse saved/tricameron-1 doctrine --side vandal
must 2 "$iacta" doctrine rehearse saved/tricameron-1 doctrine

# --- orders of several units
must 0 "$iacta" new cataphract/tricameron n --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept n --side byzantine -k a.key --submit
must 0 "$iacta" accept n --side vandal -k b.key --submit
must 0 "$iacta" adjudicate n
draft n byzantine a.key '{ do = "advance", units = "line thracian-cat-*", toward = "2715", by = 5 },'
mv draft group.toml; cp group.toml copy
must 0 "$iacta" check n group.toml --brief
has 'line, units thracian-cat-'; has 'move, unit thracian-cat-2, to '
must 0 "$iacta" sign n group.toml -k a.key
cmp group.toml copy || fail "sign changed the draft"
must 0 "$iacta" submit n group.signed.toml
must 0 "$iacta" adjudicate n
[ "$(grep -c 'do = "move", unit = "thracian-cat-' n/answers.toml)" -eq 3 ] || fail "not three single moves: $(cat n/answers.toml)"
! grep -q advance n/answers.toml || fail "the short form was published"
must 0 "$iacta" audit n
draft t byzantine a.key '{ do = "advance", units = "no-such-*" },'
must 1 "$iacta" check t draft; says 'order 1 (line'; says 'none of your units is called so'
draft t byzantine a.key '{ do = "advance", units = "hun-*", torward = "2715" },'
must 1 "$iacta" check t draft; says '"torward": advance takes no such field; did you mean "toward"?'

# --- what to do instead, in every system
draft t byzantine a.key '{ do = "move", unit = "thracian-cat-1", to = "2001", else = { do = "move", unit = "thracian-cat-1", to = "3115" } },\n{ do = "move", unit = "thracian-cat-2", to = "2001", else = { do = "move", unit = "thracian-cat-2", to = "2002" } },'
must 1 "$iacta" check t draft --brief
grep -q '3115[,. ]' out || fail "the order in its place was not tried: $(cat out)"
says 'order 2'
export IACTA_DATA="$top/data"
found ab; accept ab; must 0 "$iacta" adjudicate ab
# each attack with its odds and column, as the unit would make it alone
must 0 "$iacta" orders ab --side roman
grep -Eq '[0-9]\.[0-9][0-9]:1, column ' out || fail "no odds in the sheet: $(cat out)"
# horse of strength 6 that rides at archers of 5 charges: 12 against 5 [14.0]
tr -d '#\n' <out | tr -s ' ' | grep -q 'archer-9 by [0-9 ]*(2\.40:1, column 2:1, charging)' ||
	fail "no charge in the sheet: $(cat out)"
# what an attack costs is put down to its order, strength as well as units:
# where it is the only one, the order loses what the turn does
draft ab roman '' '{ do = "move", unit = "legio-4", to = "2603" }, { do = "attack", units = ["legio-4"], targets = ["archer-9"] },'
must 0 "$iacta" check ab draft --brief --sample 200
sed -n '/^Rehearsed/,$p' out >rehearsed
sed -n '/^order 2/,/^$/{/^    [A-Z]/p;/^        /p;}' rehearsed >of.order
sed -n '/^The whole turn/,$p' rehearsed | grep -v ' times: \|^The whole' >of.turn
grep -q 'strength lost' of.order || fail "no strength is lost: $(cat out)"
cmp of.order of.turn || fail "the order and the turn lose otherwise: $(cat rehearsed)"
# what is legal and probably not meant
draft ab roman '' '{ do = "move", unit = "legio-4", to = "2603" }, { do = "move", unit = "legio-3", to = "2603" },'
must 1 "$iacta" check ab draft --brief
says 'order 2'; says 'may not stay on a friend in 2603'; has 'legio-4 ends next to the enemy and has to fight'
draft ab roman '' '{ do = "move", unit = "auxilia-5", to = "2303" },'
must 0 "$iacta" check ab draft --brief
has 'warning: order 1: auxilia-5 attacks at 1:4'
draft ab roman '' '{ do = "move", unit = "auxilia-5", to = "2503" },'
must 0 "$iacta" check ab draft --brief
has 'warning: order 1: auxilia-5 attacks below 1:4'
draft ab roman '' ''
must 0 "$iacta" check ab draft --brief
has 'you order nothing: the turn passes'; hasnt '1:4'
printf '[[secret.answer]]\nkind = "combat-plan"\nunit = "legio-2"\nanswer = "first"\n' >>draft
must 0 "$iacta" check ab draft --brief
has 'warning: answer 1: no question came up that it answers'
send ab roman '[[secret.order]]
do = "move"
unit = "legio-3"
to = "3000"
else = { do = "move", unit = "legio-3", to = "2504" }
[[secret.order]]
do = "pause"'
must 0 "$iacta" adjudicate ab
grep -q 'to = "2504"' ab/answers.toml || fail "$(cat ab/answers.toml)"
! grep -q '3000' ab/answers.toml ab/events.toml || fail "what could not be was published"
! grep -q 'event = "refused"' ab/events.toml || fail "refused all the same"
must 0 "$iacta" audit ab
export IACTA_DATA="$src"

printf 'doctrine = []\n' >doctrine.none
# --- leaders of Commands and Colors, and where they could go by themselves
must 0 "$iacta" new cc-medieval/thannuris th --side purple=a.pub --side tan=b.pub
must 0 "$iacta" accept th --side purple -k a.key --submit
must 0 "$iacta" accept th --side tan -k b.key --submit
must 0 "$iacta" adjudicate th
side=$(sed -n '/^\[\[ask\]\]/,/^$/s/^side = "\(.*\)"/\1/p' th/turn.toml | head -1)
must 0 "$iacta" orders th --side "$side"
has 'The leaders themselves'; has 'by himself he reaches'
case $side in purple) key=a.key ;; *) key=b.key ;; esac
must 0 "$iacta" orders th --side "$side" -k $key
card=$(sed -n 's/.*{ do = "play", card = "\([^"]*\)".*/\1/p' out | grep -E '^(two|three|command)-' | head -1)
if [ -n "$card" ]; then
	draft th "$side" $key '{ do = "play", card = "'"$card"'", units = [] },'
	must 0 "$iacta" check th draft --brief -k $key
	has 'the card orders nobody: it is spent for nothing'
	unit=$("$iacta" orders th --side "$side" -k $key | tr '\n' ' ' | tr -d '#' | sed 's/.*card = "'"$card"'", units = \[ *"\([a-z0-9-]*\)".*/\1/')
	draft th "$side" $key '{ do = "play", card = "'"$card"'", units = ["'"$unit"'"] },'
	must 0 "$iacta" check th draft --brief -k $key
	tr -s '\n ' ' ' <out >joined; mv joined out
	has "ordered by the card, but told to do nothing: $unit"
fi
must 0 "$iacta" doctrine check th doctrine.none --side "$side"
has 'what is'; has 'supposed at random'; has 'battle-back: yes:'; hasnt 'gate'

# --- for other programs: JSON in, JSON out, with nothing but the files
if command -v python3 >/dev/null; then
	cat >ask.py <<'END'
import json, re, subprocess, sys
iacta, game, do = sys.argv[1:4]
names = subprocess.check_output(['git', '-C', game, 'ls-tree', '-r', '--name-only', 'main'], text=True).split()
files = {n: subprocess.check_output(['git', '-C', game, 'show', 'main:' + n], text=True)
         for n in names if n in ('game.toml', 'turn.toml', 'checkpoint.toml') or n.startswith('rules/')}
request = json.loads(sys.argv[4])
for name, old, new in request.pop('edit', []):
    assert files[name].count(old) == 1, (old, files[name].count(old))
    files[name] = files[name].replace(old, new)
side = re.search(r'side = "(.*)"', files['turn.toml'].split('[[ask]]')[1]).group(1)
request = dict(dict(do=do, files=files, side=side, runs=20), **request)
p = subprocess.run([iacta, 'desk'], input=json.dumps(request), text=True, capture_output=True)
print(json.dumps(json.loads(p.stdout)))
sys.exit(p.returncode)
END
	must 0 python3 ask.py "$iacta" n sheet '{}'
	grep -q '"legal":' out || fail "$(cat out)"
	must 0 python3 ask.py "$iacta" n try '{"paper": {"order": [{"do": "pass"}]}}'
	grep -q '"outcome": "done"' out || fail "$(cat out)"
	must 0 python3 ask.py "$iacta" n rehearse '{"paper": {"order": [{"do": "pass"}]}}'
	grep -q '"runs": 20' out || fail "$(cat out)"
	# a fight that an order of another kind sets off belongs to who moved up
	must 0 python3 ask.py "$iacta" o rehearse '{"runs": 100, "edit": [["turn.toml", "ma = 8, hex = \"2015\", facing = \"E\"", "ma = 8, hex = \"2915\", facing = \"E\""]], "paper": {"order": [{"do": "move", "unit": "thracian-cat-1", "to": "3015", "shock": true}, {"do": "momentum"}]}}'
	python3 - <<'END' || fail "$(cat out)"
import json
r = json.load(open('out'))
r = r.get('rehearsal', r)
toll = [{(x['side'], x['what']): x['mean'] for x in o['toll']} for o in r['orders']]
cohesion = ('vandal', 'cohesion lost')
assert toll[0][cohesion] > 100 and toll[1].get(cohesion, 0) == 0, toll
assert all(x['mean'] >= 0 for o in r['orders'] for x in o['toll']), toll
END
	must 0 python3 ask.py "$iacta" n short '{"line": "pass"}'
	grep -q '"do": "pass"' out || fail "$(cat out)"
	! python3 ask.py "$iacta" n nonsense '{}' >out || fail "nonsense was answered"
	grep -q '"error":' out || fail "$(cat out)"
fi
for bad in '' '{' '{"do": 1.5}' '[1, 2' '{"a": "\\ud800"}' '{"a": 1, "a": 2}' 'null' '{"do": "try", "files": {"game.toml": "x"}}'; do
	printf '%s' "$bad" >bad; must 1 "$iacta" desk bad
done
echo "$me: passed"
