#!/bin/sh
# attacks.sh: a catalogue of attacks; each is one line of output, and fails if
# the attacker does not go home empty-handed
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git timeout
n=0
stopped() { n=$((n + 1)); echo "ok $n - $*"; }
# a command must end by itself
quick() { timeout 10 "$@"; }
head_of() { git -C "$1" rev-parse -q main; }

found g
play g 2
side=$(asked g | cut -d' ' -f1)
at=$(turn g)
[ "$side" = roman ] && orders=$(roman_orders) || orders='order = []'

# ------------------------------------------------------- the seed, and kill -9

# every system call that changes a file or a directory
calls=write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,ftruncate,fsync,fdatasync,mkdir,mkdirat,fchmod,openat
kill_everywhere() {
	cp -a g k0
	send k0 "$side" "$orders"
	{ header k0 "$side" 2; echo 'order = []'; } >second.toml
	must 0 "$iacta" sign k0 second.toml -k "$side.key"
	cp -a k0 whole
	must 0 "$iacta" adjudicate whole
	seed=$(sed -n 's/^seed = "\(.*\)"/\1/p' whole/dice.toml)
	[ -n "$seed" ] || fail "there is no seed"
	i=0 late=0
	while :; do
		i=$((i + 1))
		rm -rf k; cp -a k0 k
		status=0
		strace -f -qq -o /dev/null -e trace=$calls -e "inject=$calls:signal=KILL:when=$i" \
			"$iacta" adjudicate k >out 2>err || status=$?
		[ $status -ne 0 ] || break
		[ $status -eq 137 ] || fail "call $i: status $status: $(cat err)"
		# can anybody who reads the repository read the seed?
		told=no
		for p in k/.git/objects/pack/*.idx; do
			git show-index <"$p" 2>/dev/null
		done | cut -d' ' -f2 >ids
		while read -r o; do
			git -C k cat-file -p "$o" 2>/dev/null | grep -q "$seed" && told=yes
		done <ids
		grep -rqsa "$seed" k --include='*' && told=yes
		# then nothing more can be sent to the exchange
		status=0
		"$iacta" submit k second.toml >out 2>err || status=$?
		if [ $told = yes ]; then
			late=$((late + 1))
			[ $status -eq 1 ] || fail "call $i: the seed is out, and a submission is taken ($status): $(cat err)"
		fi
		# and running again finishes
		"$iacta" adjudicate k >out 2>err || [ $? -eq 4 ] || fail "call $i: $(cat err)"
		[ "$(git -C k rev-parse main~1)" = "$(head_of k0)" ] || fail "call $i: not exactly one commit"
		[ -z "$(git -C k fsck --unreachable --no-reflogs 2>/dev/null)" ] || fail "call $i: objects were left"
		must 0 "$iacta" audit k
	done
	[ $i -gt 20 ] || fail "only $i system calls were tried"
	[ $late -gt 0 ] || fail "no kill came after the seed was out"
	stopped "the seed of an open exchange, adjudicate killed at each of $((i - 1)) system calls ($late after it was out)"
}
if strace -qq -o /dev/null true 2>/dev/null; then kill_everywhere; else echo "skipped: there is no strace"; fi

# ------------------------------------------------------------- never a hang

hang() {
	rm -rf f; cp -a g f
	for c in "show f" "audit f" "report f" "map f" "adjudicate f"; do
		rm -f "f/.git/$1"; mkfifo "f/.git/$1"
		status=0
		# shellcheck disable=SC2086
		quick "$iacta" $c >out 2>err || status=$?
		[ $status -ne 124 ] || fail "iacta $c hangs at a FIFO as $1"
		[ $status -eq 3 ] || [ $status -eq 1 ] || [ $status -eq 0 ] || fail "$c: $status: $(cat err)"
	done
	stopped "a FIFO as $1 hangs nobody"
}
hang config
hang refs/heads/main
hang packed-refs
hang HEAD
hang index
hang iacta/lock
pack=$(cd g/.git && ls objects/pack/*.idx | head -n 1)
hang "$pack"
hang "${pack%.idx}.pack"
rm -rf f; cp -a g f; mkfifo f/.git/more
printf '[include]\n\tpath = more\n' >>f/.git/config
must 3 quick "$iacta" show f; says "includes other files"
stopped "a configuration that includes a FIFO is refused"

# ---------------------------------------------------------- what is shown

esc=$(printf '\033')
bell=$(printf 'g\033[2Jx')
must 1 "$iacta" show "$bell"
grep -q "$esc" err && fail "an escape sequence in a directory's name reaches the terminal"
mkdir "$bell"
for c in show audit report map adjudicate check orders submit; do
	"$iacta" $c "$bell" "$bell" >out 2>err || :
	grep -q "$esc" out err && fail "$c: an escape sequence in a name reaches the terminal"
	[ "$(wc -l <err)" -le 2 ] || fail "$c: $(cat err)"
done
stopped "an escape sequence in a directory's name is shown escaped"

echo "1..$n"
