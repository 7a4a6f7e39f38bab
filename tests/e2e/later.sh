#!/bin/sh
# later.sh: a game of each system recorded by this program is audited, and goes
# on, with the program of a later release: other words, one more terrain, troop
# type, card and field, a rule mended behind a revision.  Builds that program from a copy
# of the built tree; not part of `make check`: make later
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3 make
build=${IACTA_BUILDDIR:-$src}
unset IACTA_DATA

mkdir later
(cd "$build" && tar cf - --exclude=.git --exclude=tests .) | tar xf - -C later
[ "$src" = "$build" ] || fail "a build beside the source is not supported"
python3 "$src/tests/lint/later.py" later || fail "the later release could not be made"
sed -i 's/^PACKAGE_VERSION = .*/PACKAGE_VERSION = 99.0.0/' later/Makefile
make -s -C later iacta >log 2>&1 || { tail -20 log; fail "the later release does not build"; }
new=$top/later/iacta
[ "$("$new" --version)" = "iacta 99.0.0" ] || fail "it is $("$new" --version)"

facts() {
	git -C "$1" ls-tree -r "$2" | grep -Ev '	(report\.txt|README\.md|map\.svg)$'
}

# outlives SYSTEM SCENARIO: a game of it with both programs
outlives() {
dir=old-$1/$2-1
"$iacta" selfplay "$1/$2" -g 1 -s later -q --save "old-$1" >log || fail "$(cat log)"
export IACTA_HOME="$top/old-$1/.referee"
must 0 "$new" audit "$dir"
grep -q '^remark: report.txt was written by iacta' out || fail "no remark: $(cat out)"
last=$(git -C "$dir" rev-list --count main)
echo "$1/$2: a finished game of $last commits still audits"

# half of it, audited while hands are sealed, and played on
rm -rf half
git clone -q "$dir" half
half=$((last / 2))
id=$(git -C "$dir" rev-list --reverse main | sed -n "${half}p")
git -C half reset -q --hard "$id"
must 0 "$new" audit half
n=$half
while [ $n -lt $((half + 6)) ] && [ $n -lt "$last" ]; do
	n=$((n + 1))
	id=$(git -C "$dir" rev-list --reverse main | sed -n "${n}p")
	rm -rf sent; mkdir sent
	git -C "$dir" archive "$id" orders 2>/dev/null | tar xf - -C sent 2>/dev/null || :
	for f in sent/orders/*.toml; do
		[ -e "$f" ] || continue
		must 0 "$new" submit half "$f" --receipt receipt
		rm -f receipt receipt.minisig
	done
	git -C "$dir" show "$id:turn.toml" | grep -q '^late = ' && late=--deadline || late=
	must 0 "$new" adjudicate half $late
	facts "$dir" "$id" >was; facts half main >is
	cmp -s was is || fail "commit $n comes out otherwise: $(diff was is)"
done
git -C half log -1 --format=%B | grep -q '^Iacta-Program: 99.0.0$' || fail "the trailer is missing"
must 0 "$new" audit half
echo "$1/$2: it went on for $((n - half)) exchanges with the same facts"

# the older program finds what the later one wrote, and only remarks on it
must 0 "$iacta" audit half
grep -q '^remark: report.txt was written by iacta 99.0.0' out || fail "no remark: $(cat out)"
echo "$1/$2: and the older program audits what the later one wrote"

# a game that the later program founds has its revision, which the older one
# does not play
must 0 "$new" selfplay "$1/$2" -g 1 -s later -q --save "new-$1"
next=$(sed -n 's/^revision = //p' "later/games/$1/system.toml")
grep -q "^rules_revision = $next\$" "new-$1/$2-1/game.toml" || fail "it is not of revision $next"
"$iacta" audit "new-$1/$2-1" >out 2>err && fail "the older program audits revision $next"
grep -q revision err || fail "$(cat err)"
}

outlives cc-medieval utus
outlives ancient-battles chalons
outlives cataphract utus
outlives spqr learning
