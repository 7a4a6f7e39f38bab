#!/bin/sh
# bench.sh [TIMES]: `iacta adjudicate` of a typical exchange, as a whole process,
# beside `git add -A && git commit` of the same files; it is not a test.
# Both with the syncs that they make by default, interleaved, medians.
set -eu
export LC_ALL=C
iacta=${IACTA:?the program under test}
src=${IACTA_SRCDIR:?the source tree}
times=${1:-${TIMES:-51}}
top=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/iacta-bench.XXXXXX")
trap 'rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM
cd "$top"
export IACTA_HOME="$top/home" IACTA_DATA="$src" SOURCE_DATE_EPOCH=1700000000
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=g GIT_AUTHOR_EMAIL=g@example.org GIT_COMMITTER_NAME=g GIT_COMMITTER_EMAIL=g@example.org

fail() { echo "bench.sh: $*" >&2; exit 1; }
run() { "$iacta" "$@" >out 2>err || fail "$*: $(cat err)"; }
now() { date +%s%N; }
median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
ms() { awk -v t="$1" 'BEGIN { printf "%.2f", t / 1e6 }'; }

# DIR SIDE BODY: hand in a submission
send() {
	{ printf 'iacta = 1\ngame = "g"\nexchange = %s\nside = "%s"\nturn="%s"\nrevision = 1\nnonce = "%s"\n%s\n' \
		"$(sed -n 's/^exchange = //p' "$1/turn.toml")" "$2" "$(sha256sum "$1/turn.toml" | cut -c1-64)" \
		"$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" "$3"; } >paper.toml
	run sign "$1" paper.toml -k "$2.key" -o paper.signed.toml
	run submit "$1" paper.signed.toml
}
move() { printf '[[secret.order]]\ndo = "move"\nunit = "%s"\nto = "%s"\n' "$1" "$2"; }

# A game of Chalons some exchanges old; the next is a turn of marching.
for s in roman hunnic; do run keygen -o $s; done
run new ancient-battles/chalons g --side roman=roman.pub --side hunnic=hunnic.pub
for s in roman hunnic; do run accept g --side $s -k $s.key --submit; done
run adjudicate g
i=0
while [ $i -lt "${AGE:-20}" ]; do
	i=$((i + 1)) side=$(sed -n '/^\[\[ask\]\]/,$s/^side = "\(.*\)"/\1/p' g/turn.toml | head -n 1)
	send g "$side" 'order = []'
	run adjudicate g
done
orders=$(i=69; while [ $i -le 76 ]; do
	h=$(sed -n "s/^frank-$i = .*hex = \"\(....\)\".*/\1/p" g/turn.toml)
	[ -z "$h" ] || move frank-$i "$(printf '%s%02d' "${h%??}" $((${h#??} - 2)))"
	i=$((i + 1)); done)
side=$(sed -n '/^\[\[ask\]\]/,$s/^side = "\(.*\)"/\1/p' g/turn.toml | head -n 1)
[ "$side" = roman ] || { send g "$side" 'order = []'; run adjudicate g; }
send g roman "$orders"
cp -a g done; run adjudicate done
n=$(git -C g rev-list --count main)
echo "the game has $n commits; exchange $((n - 1)) has $(grep -c '^event = ' done/events.toml) events"

# what timing itself costs
i=0; while [ $i -lt 31 ]; do t=$(now); echo $(($(now) - t)); i=$((i + 1)); done | median >nothing
nothing=$(cat nothing)

i=0; : >ours; : >theirs
while [ $i -lt "$times" ]; do
	i=$((i + 1))
	rm -rf a b; cp -a g a; cp -a g b
	# a copied file is a new one; in a game that was not copied git's
	# index knows them
	for d in a b; do git -C $d status --porcelain >out; done
	(cd done && tar cf - --exclude=.git .) | tar xmf - -C b
	for f in b/orders/*; do [ -e "done/${f#b/}" ] || rm "$f"; done
	sync
	t=$(now); "$iacta" adjudicate a >out 2>err; echo $(($(now) - t - nothing)) >>ours
	sync
	cd b
	t=$(now); git add -A; git commit -q -m 'turn'; echo $(($(now) - t - nothing)) >>../theirs
	cd ..
done
[ "$(git -C a rev-parse 'main^{tree}')" = "$(git -C b rev-parse 'HEAD^{tree}')" ] || fail "not the same files"
ours=$(median <ours) theirs=$(median <theirs)
best() { sort -n "$1" | head -n 1; }
echo "adjudicate:             $(ms "$ours") ms (median of $times), at best $(ms "$(best ours)")"
echo "git add -A, git commit: $(ms "$theirs") ms, at best $(ms "$(best theirs)")"
awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "ratio:                  %.2f (at most 1.50 is wanted)\n", a / b }'

# where it goes, by what the process opens and renames; strace slows it down,
# the less the fewer calls it stops at
command -v strace >/dev/null || exit 0
i=0
while [ $i -lt 9 ]; do
	i=$((i + 1))
	rm -rf a; cp -a g a; sync
	git -C a status --porcelain >out; sync
	strace -f --seccomp-bpf -ttt -e trace=execve,openat,fsync,fdatasync,rename,exit_group -o trace "$iacta" adjudicate a >out 2>err || break
	awk '{ t = $2 * 1000 }
		/ execve\(/ { last = t; phase = "1 start of the process" }
		/\.git\/config"/ && !c++ { add(); phase = "2 reading and parsing" }
		/iacta\/inbox"/ && !b++ { add(); phase = "3 rules, and making the files" }
		/refs\/heads\/main\.lock", O_/ { add(); phase = "4 locking the ref, writing objects" }
		/rename\(.*refs\/heads\/main\.lock/ { add(); phase = "5 moving the ref" }
		/iacta\/inbox"/ && b == 2 { add(); phase = "6 tidying, work tree and index"; b++ }
		/exit_group/ { add() }
		function add() { printf "%s\t%.3f\n", phase, t - last; last = t }' trace
done >phases
[ ! -s phases ] || for k in 1 2 3 4 5 6; do
	printf '  %s: %s ms\n' "$(grep "^$k" phases | head -n 1 | cut -f1 | cut -c3-)" "$(grep "^$k" phases | cut -f2 | sort -n | sed -n 5p)"
done
echo "  syncs: $(grep -c 'sync(' trace)"
