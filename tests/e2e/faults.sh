#!/bin/sh
# faults.sh: every allocation, write, sync, rename, open and mkdir of submit and
# adjudicate fails in turn: one sentence and a status, never a signal; nothing
# is lost, the repository verifies, and running again finishes
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git timeout
cc=${CC:-cc}
# shellcheck disable=SC2086
$cc -shared -fPIC -O1 -o fault.so "$src/tests/fault/fault.c" -ldl 2>log || skip "no preloaded library: $(cat log)"
LD_PRELOAD=$top/fault.so FAULT=none:1 "$iacta" --version >/dev/null 2>&1 || skip "it cannot be preloaded here"

found g
play g 2
side=$(asked g | cut -d' ' -f1)
[ "$side" = roman ] && orders=$(roman_orders) || orders='order = []'
{ header g "$side" 1; printf '%s\n' "$orders"; } >paper.toml
sign_over g paper.toml "$side.key"
cp -a g sent
must 0 "$iacta" submit sent paper.toml --receipt receipt
cp -a sent done
must 0 "$iacta" adjudicate done
tree=$(git -C done rev-parse main^{tree})

# KIND:N DIR COMMAND...: it ends by itself, with a status and a sentence
try() {
	fault=$1 dir=$2; shift 2
	status=0
	# a sanitizer's search for leaks cannot work where its own files fail
	timeout 20 env LD_PRELOAD="$top/fault.so" FAULT="$fault" FAULT_COUNT="$top/count" \
	    ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" "$@" >out 2>err || status=$?
	[ $status -le 4 ] || fail "$fault: $*: status $status: $(cat err)"
	[ $status -eq 0 ] || [ -s err ] || fail "$fault: $*: status $status and not a word"
	[ "$(wc -l <err)" -le 3 ] || fail "$fault: $*: $(cat err)"
}
# the game as it is afterwards
check() {
	# what can be read already is published first, and closes the exchange
	"$iacta" submit "$1" paper.toml --receipt again >out 2>err || grep -q 'which is closed' err || fail "$fault: $(cat err)"
	"$iacta" adjudicate "$1" >out 2>err || [ $? -eq 4 ] || fail "$fault: it does not go on: $(cat err)"
	[ "$(git -C "$1" rev-parse main^{tree})" = "$tree" ] || fail "$fault: it came out otherwise: $(cat err; git -C "${1:-d}" diff --stat "$tree" main^{tree} 2>&1 | tail -3)"
	git -C "$1" fsck --strict >log 2>&1 || fail "$fault: $(cat log)"
	[ ! -e "$1/.git/refs/heads/main.lock" ] || fail "$fault: the ref is still locked"
}
# KIND STEP: submit and adjudicate with the Nth of its kind failing, for every N
# up to 40, and then every STEP
each() {
	kind=$1 step=$2 tried=0
	for what in submit adjudicate; do
		n=1
		while :; do
			rm -rf d count
			if [ $what = submit ]; then
				cp -a g d
				try "$kind:$n" d "$iacta" submit d paper.toml
			else
				cp -a sent d
				try "$kind:$n" d "$iacta" adjudicate d
			fi
			# an abrupt end counts nothing: then it was not the last
			[ ! -s count ] || [ "$(cat count)" -ge $n ] || break
			tried=$((tried + 1))
			if [ "$(git -C d rev-parse main)" = "$(git -C g rev-parse main)" ]; then
				check d
			else
				[ "$(git -C d rev-parse main^{tree})" = "$tree" ] || fail "$fault: it came out otherwise: $(cat err; git -C "${1:-d}" diff --stat "$tree" main^{tree} 2>&1 | tail -3)"
			fi
			if [ $n -lt 40 ]; then n=$((n + 1)); else n=$((n + step)); fi
		done
	done
	echo "ok - $kind: $tried failures in turn"
}
each write 1
each fsync 1
each rename 1
each mkdir 1
each open 7
each malloc "${STEP:-97}"
# a sanitizer has an allocator of its own, which does not fail
[ $tried -gt 0 ] && least=100 || least=50

# what only reads: a status and a sentence, and not a byte changed
state done >before
{ header done "$(asked done | head -n 1 | cut -d' ' -f1)" 1; echo 'order = []'; } >draft.toml
who=$(asked done | head -n 1 | cut -d' ' -f1)
tried=0
for c in "show done" "report done" "map done --format svg" "orders done --side $who" "check done draft.toml" "audit done"; do
	for kind in malloc open; do
		n=1
		while :; do
			rm -f count
			# shellcheck disable=SC2086
			try "$kind:$n" done "$iacta" $c
			tried=$((tried + 1))
			[ ! -s count ] || [ "$(tail -n 1 count)" -ge $n ] || break
			[ $n -lt 8 ] && n=$((n + 1)) || n=$((n + n / ${SHARE:-3}))
		done
	done
done
echo "ok - reading: $tried failures in turn"
[ $tried -gt $least ] || fail "only $tried were tried"
state done >after
cmp -s before after || fail "a command that reads changed $(diff before after)"
