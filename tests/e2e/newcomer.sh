#!/bin/sh
# newcomer.sh: what a newcomer stumbles over: near misses, wrong operands,
# messages that have to name the right thing
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
export IACTA_DATA="$src"

must 1 "$iacta" accept nodir --side roman; says 'nodir: No such file'
mkdir dir
must 1 "$iacta" submit dir; says 'dir is a directory, and FILE is missing'
must 1 "$iacta" check dir; says 'dir is a directory'
must 1 "$iacta" sign dir -k k; says 'dir is a directory'
must 1 "$iacta" seal dir; says 'dir is a directory'
must 1 "$iacta" doctrine check dir; says 'dir is a directory'
printf 'doctrine = []\n' >d.toml
must 1 "$iacta" doctrine check nodir d.toml; says 'nodir: no game here'
must 1 "$iacta" doctrine check nofile; says 'nofile: No such file'
must 1 "$iacta" keygen -o /nonexistent/x; says '/nonexistent/x.key: No such file'
: >empty.toml
must 1 "$iacta" new cc-medieval/thannuris e --side purple=bot --side tan=bot --charts empty.toml
says 'empty.toml: it has no charts'
[ ! -e e ] || fail "a game was founded with an empty chart file"
# a hex that costs nothing, a hexside that gives points back
for t in 'terrain.woods 0 1' 'terrain.trail -1 1' 'hexside.ridge -1 0'; do
	set -- $t
	printf '[%s]\nmp = %s\n' "$1" "$2" >mp.toml
	must 1 "$iacta" new ancient-battles/chalons e --side roman=bot --side hunnic=bot --charts mp.toml
	says "$1: mp is $2; movement points are $3 to 99 here"
	[ ! -e e ] || fail "a game was founded with mp = $2 of $1"
done
# more dice than there are
for t in 'leader check_dice 9' 'leader alone_dice -1' 'HC dice 200' 'LBC parthian 9'; do
	set -- $t
	case $1 in leader) table=$1 ;; *) table=type.$1 ;; esac
	printf '[%s]\n%s = %s\n' "$table" "$2" "$3" >dice.toml
	must 1 "$iacta" new cc-medieval/utus e --side tan=bot --side purple=bot --charts dice.toml
	says "$1: $2 is $3; it must be 0 to 8"
	[ ! -e e ] || fail "a game was founded with $2 = $3"
done
printf '[hexside.ridge]\nmp = 0\n' >mp.toml
must 0 "$iacta" new ancient-battles/chalons free --side roman=bot --side hunnic=bot --charts mp.toml

# a reader who has seen enough is no fault to complain of
"$iacta" games cataphract 2>err | head -1 >out
[ ! -s err ] || fail "broken pipe: $(cat err)"

# what a scenario holds
must 0 "$iacta" games cc-medieval/thannuris
for w in 'Banners to win: 6' 'Cards in the deck: 65' 'tokens 2' 'belisarius: Belisarius' 'purple (Byzantines):'; do
	grep -qF "$w" out || fail "games: no \"$w\" in: $(cat out)"
done
must 0 "$iacta" games cc-medieval
grep -q '^    type LB: name light bow infantry, class light' out || fail "games: the charts have no labels: $(cat out)"

# saving again into the same directory
must 0 "$iacta" selfplay cc-medieval/thannuris --games 1 --save saved -q
"$iacta" selfplay cc-medieval/thannuris --games 1 --save saved -q >out 2>err && fail "selfplay --save: saved twice"
says 'saved/thannuris-1: there is a game already'; says -- '--first'
! grep -q -- '--name' err || fail "selfplay --save advises an option that it lacks: $(cat err)"

# near misses in orders
"$iacta" keygen -o a >/dev/null
must 0 "$iacta" new cc-medieval/thannuris g --side purple=a.pub --side tan=bot
must 0 "$iacta" accept g --side purple -k a.key --submit
must 0 "$iacta" adjudicate g
"$iacta" orders g --side purple --open >sheet
try() {
	sed 's/^order = \[$/&\n'"$1"'/' sheet >draft
	must 1 "$iacta" check g draft; says "$2"
}
for c in show report map "orders --side purple"; do
	# shellcheck disable=SC2086
	"$iacta" ${c%% *} g ${c#"${c%% *}"} 2>err | head -1 >out
	[ -s out ] || fail "$c: nothing came"
	[ ! -s err ] || fail "$c: broken pipe: $(cat err)"
done
try '{ do = "mvoe", unit = "purple-mc-1", to = "0405" },' 'did you mean "move"?'
try '{ do = "play", card = "leadership" },' 'leadership-any'
try '{ do = "move", leader = "belisarus", to = "0405" },' 'belisarius'

# whoever ends on a friend is refused for that, and no completed move is shown
stacks() {	# SYSTEM/SCENARIO SIDE OTHER ORDERS REASON
	must 0 "$iacta" new "$1" "s-$2" --side "$2=a.pub" --side "$3=bot"
	must 0 "$iacta" accept "s-$2" --side "$2" -k a.key --submit
	must 0 "$iacta" adjudicate "s-$2"
	must 0 "$iacta" orders "s-$2" --side "$2" --open
	sed "s/^order = \[\$/&\n$4/" out >draft
	must 1 "$iacta" check "s-$2" draft --brief
	says "$5"
	[ "$(grep -c '^    refused: ' out)" -eq 1 ] || fail "$1: $(cat out)"
}
stacks ancient-battles/chalons roman hunnic '{ do = "move", unit = "legio-50", to = "2520" },\n{ do = "move", unit = "legio-51", to = "2520" },' 'may not stay on a friend in 2520'
! grep -q '2525-' out || fail "a move is shown that is taken back: $(cat out)"
stacks cataphract/tricameron byzantine vandal '{ do = "move", unit = "byz-li-1", to = "3913" },' 'where another unit stands'

# a card that only a doctrine plays, and no doctrine
i=0 held=
while [ -z "$held" ]; do
	i=$((i + 1)); [ $i -lt 60 ] || fail "nobody was ever dealt an Ambush or a First Strike"
	must 0 "$iacta" new cc-medieval/thannuris w$i --side purple=a.pub --side tan=bot
	must 0 "$iacta" accept w$i --side purple -k a.key --submit
	must 0 "$iacta" adjudicate w$i
	must 0 "$iacta" orders w$i --side purple -k a.key
	held=$(sed -n 's/^# *{ kind = "\(ambush\|first-strike\)", .*/\1/p' out | head -n 1)
done
cp out sheet
grep -q "For the enemy's turn: only doctrine plays these" sheet || fail "no such section: $(cat sheet)"
must 0 "$iacta" check w$i sheet -k a.key --brief
grep -q "warning: you hold $held, which only a doctrine plays" out || fail "no warning of $held: $(cat out)"
# the lines of the sheet itself, and the orders are still orders below them
sed '/^# doctrine = \[$/,/^# \]$/s/^#//' sheet >armed
grep -q '^ doctrine = \[$' armed || fail "no list of doctrine: $(cat sheet)"
must 0 "$iacta" check w$i armed -k a.key --brief
! grep -q 'which only a doctrine plays' out || fail "warned all the same: $(cat out)"
! grep -q 'there is no list' out || fail "the orders went into the doctrine: $(cat out)"

# the same of a doctrine alone, which looks at the hand only with the key
printf '[[doctrine]]\nkind = "retreat"\nanswer = "first"\n' >unarmed
must 0 "$iacta" doctrine check w$i unarmed -s purple
grep -q 'supposed at random' out && ! grep -q 'you hold' out || fail "without a key: $(cat out)"
must 0 "$iacta" doctrine check w$i unarmed -s purple -k a.key
grep -q 'your own' out && grep -q "warning: you hold $held" out || fail "with the key: $(cat out)"
must 0 "$iacta" doctrine check w$i armed -s purple -k a.key
! grep -q 'you hold' out || fail "warned all the same: $(cat out)"
must 2 "$iacta" doctrine check w$i unarmed -k a.key; says -- '--side'
must 1 "$iacta" doctrine check w$i unarmed -s tan -k a.key

# a key with a password: it is asked for once, by every command that opens a
# hand.  The pipe holds it once; who reads it a second time waits in vain.  (With
# little memory the key is cheap; where the program cannot run so, it is not.)
need mkfifo timeout
printf 'open sesame\n' >password
(ulimit -v 200000; IACTA_PASSWORD_FILE=password "$iacta" keygen -p -o locked) >/dev/null 2>&1 ||
	IACTA_PASSWORD_FILE=password "$iacta" keygen -p -o locked >/dev/null || fail "keygen -p"
must 0 "$iacta" new cc-medieval/thannuris l --side purple=locked.pub --side tan=bot
IACTA_PASSWORD_FILE=password must 0 "$iacta" accept l --side purple -k locked.key --submit
must 0 "$iacta" adjudicate l
mkfifo once
once() {
	cat password >once & writer=$!
	IACTA_PASSWORD_FILE=once must 0 timeout 300 "$iacta" "$@"
	wait $writer || fail "$*: nobody asked for the password"
}
once show l --side purple -k locked.key
grep -q '^The hand, 5: ' out || fail "show -k: $(cat out)"
once orders l --side purple -k locked.key
grep -q '^# Your hand: ' out || fail "orders -k: $(cat out)"
cp out locked.toml
once check l locked.toml -k locked.key --brief
once doctrine check l unarmed -s purple -k locked.key
EDITOR=true once turn l --side purple -k locked.key
grep -q 'BEGIN IACTA ORDERS' out || fail "turn -k: $(cat out)"

# JSON has the position, not only letters
must 0 "$iacta" map g --json
grep -q '"position":' out && grep -q '"purple-mc-1":' out || fail "map --json: $(cat out)"
must 0 "$iacta" show g --json
grep -q '"purple-mc-1":' out || fail "show --json: $(cat out)"

# a terminal has 80 columns: the sheet and the position of each system
for x in cc-medieval/thannuris/purple cataphract/tricameron/byzantine spqr/learning/carthage ancient-battles/chalons/roman; do
	side=${x##*/} of=${x%/*} d=narrow-${x%%/*}
	set -- --side "$side=a.pub"
	case $side in
	purple) set -- "$@" --side tan=bot ;;
	byzantine) set -- "$@" --side vandal=bot ;;
	carthage) set -- "$@" --side rome=bot ;;
	*) set -- "$@" --side hunnic=bot ;;
	esac
	must 0 "$iacta" new "$of" "$d" "$@"
	must 0 "$iacta" accept "$d" --side "$side" -k a.key --submit
	must 0 "$iacta" adjudicate "$d"
	for c in "orders $d --side $side -k a.key" "show $d" "report $d"; do
		# shellcheck disable=SC2086
		must 0 "$iacta" $c
		awk 'length > 76 { print; bad = 1 } END { exit bad }' out || fail "$c: a line is too long for a terminal"
	done
done

# completion: every command, its options, the systems
must 0 "$iacta" help --words
grep -qx turn out && grep -qx play out || fail "help --words: $(cat out)"
must 0 "$iacta" help check --words
grep -qx -- --sample out || fail "help check --words: $(cat out)"
must 1 "$iacta" help chekc; says 'did you mean "check"?'
if command -v bash >/dev/null; then
	PATH=$(dirname "$iacta"):$PATH bash -c '
		. "$1"; COMP_WORDS=(iacta che); COMP_CWORD=1; _iacta; echo "${COMPREPLY[*]}"
		COMP_WORDS=(iacta check --sam); COMP_CWORD=2; _iacta; echo "${COMPREPLY[*]}"
		COMP_WORDS=(iacta new cataphract/tric); COMP_CWORD=2; _iacta; echo "${COMPREPLY[*]}"
	' bash "$src/completion/iacta.bash" >out
	[ "$(cat out)" = "check
--sample
cataphract/tricameron" ] || fail "completion: $(cat out)"
fi
echo "$me: passed"
