#!/bin/sh
# groups.sh: orders of several units and if_fails in a real game, sealed and
# signed with minisign alone, and what the history shows of them
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
export IACTA_DATA="$src"
has() { grep -qF -- "$1" out || fail "\"$1\" is not in: $(cat out)"; }
command -v minisign >/dev/null || { echo "groups.sh: no minisign here"; exit 77; }
"$iacta" keygen -o a >/dev/null; "$iacta" keygen -o b >/dev/null

must 0 "$iacta" new cataphract/tricameron n --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept n --side byzantine -k a.key --submit
must 0 "$iacta" accept n --side vandal -k b.key --submit
must 0 "$iacta" adjudicate n

# SIDE ORDERS: send them, sealed and signed with minisign
send_sealed() {
	must 0 "$iacta" orders n --side "$1"
	sed -n '/^order = /q;p' out >orders.toml
	printf 'order = [\n%s\n]\n' "$2" >>orders.toml
	must 0 "$iacta" check n orders.toml --brief
	cp out checked
	must 0 "$iacta" seal n orders.toml
	minisign -S -s "$1.key" -m orders.sealed.toml -t groups </dev/null >/dev/null 2>&1 || fail "minisign cannot sign"
	must 0 "$iacta" submit n orders.sealed.toml
	must 0 "$iacta" adjudicate n
	! grep -Eq 'do = "advance"|if_fails' n/answers.toml n/checkpoint.toml || fail "what was written is published: $(cat n/answers.toml n/checkpoint.toml)"
}
cp a.key byzantine.key; cp b.key vandal.key

# --- a line: a line command and single moves, each with the order's number
send_sealed byzantine '{ do = "advance", units = "line thracian-cat-*", toward = "2715", by = 3, if_fails = [{ do = "recover", unit = "byz-li-6" }] },'
cp checked out; has '- line, units thracian-cat-'; has '- move, unit thracian-cat-2, to '
[ "$(grep -c 'do = "move", unit = "thracian-cat-' n/answers.toml)" -eq 3 ] || fail "not three moves: $(cat n/answers.toml)"
grep -q 'number = 1, each = 1, .*do = "line"' n/answers.toml || fail "no line: $(cat n/answers.toml)"
! grep -q byz-li n/answers.toml || fail "what was not done is published: $(cat n/answers.toml)"

# --- momentum: who gets it goes on, who does not is refused nothing
seen=; i=0
until case $seen in *gained*fails*|*fails*gained*) ;; *) false ;; esac; do
	i=$((i + 1)); [ $i -le 30 ] || fail "in thirty activations only$seen came"
	side=$(sed -n '/^\[\[ask\]\]/,/^$/s/^side = "\(.*\)"/\1/p' n/turn.toml | head -1)
	send_sealed "$side" '{ do = "advance", units = "*", by = 1 },
	{ do = "momentum", if_fails = [] },
	{ do = "advance", units = ["*-1", "*-2", "*-3"], by = 1 },'
	if grep -q 'event = "refused"' n/events.toml; then
		[ -z "$(grep -A3 'event = "refused"' n/events.toml | grep 'number = 3')" ] || fail "orders after it are refused: $(cat n/events.toml)"
	fi
	came=$(grep -A9 '^event = "momentum"' n/events.toml | sed -n 's/^result = "\(.*\)"/\1/p' | head -1)
	case $came in
	gained|fails) seen="$seen $came" ;;
	esac
	[ "$came" = gained ] || ! grep -q 'number = 3, each' n/answers.toml || fail "he went on: $(cat n/answers.toml)"
done
must 0 "$iacta" audit n
git clone -q n clone 2>/dev/null
must 0 "$iacta" audit clone

# --- and what can never be carried out is refused when it is handed in
bad() {
	sed -n '/^order = /q;p' orders.toml >bad.toml
	printf 'order = [%s]\n' "$1" >>bad.toml
	must 1 "$iacta" check t bad.toml --brief; says "$2"
}
must 0 "$iacta" new cataphract/tricameron t --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept t --side byzantine -k a.key --submit
must 0 "$iacta" accept t --side vandal -k b.key --submit
must 0 "$iacta" adjudicate t
must 0 "$iacta" orders t --side byzantine; cp out orders.toml
bad '{ do = "advance", units = "byz-mu-*" }' 'none of your units is called so'
bad '{ do = "advance" }' 'advance needs units'
bad '{ do = "advance", units = 4 }' 'it must be a pattern of ids'
bad '{ do = "advance", units = "byz-*", by = 0 }' 'a number of hexes from 1'
bad '{ do = "advance", units = "byz-*", toward = "9999" }' 'toward "9999": no such hex'
bad '{ do = "advance", units = "byz-*", torward = "2715" }' 'did you mean "toward"?'
bad '{ do = "momentum", if_fails = "none" }' 'if_fails: it must be a list of orders'
bad '{ do = "momentum", if_fails = [{ do = "pass" }] }' 'earlier phase'
bad '{ do = "momentum", if_fails = [{ do = "momentum", if_fails = [] }] }' 'no if_fails of its own'
bad '{ do = "momentum", if_fails = [{ do = "mvoe", unit = "byz-mi-1" }] }' 'did you mean "move"?'
bad '{ do = "move", unit = "byz-mi-1", to = "3808", else = { do = "advance", units = "byz-*" } }' 'it cannot be an advance'
echo "groups.sh: passed"
