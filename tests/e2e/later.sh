#!/bin/sh
# later.sh: a game recorded by this program is audited, and goes on, with the
# program of a later release: other words, one more terrain, troop type, card
# and field, a rule mended behind a revision.  Builds that program from a copy
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

"$iacta" selfplay cc-medieval/utus -g 1 -s later -q --save old >log || fail "$(cat log)"
dir=old/utus-1
export IACTA_HOME="$top/old/.referee"
must 0 "$new" audit $dir
grep -q '^remark: report.txt was written by iacta' out || fail "no remark: $(cat out)"
last=$(git -C $dir rev-list --count main)
echo "a finished game of $last commits still audits"

# half of it, audited while hands are sealed, and played on
git clone -q $dir half
half=$((last / 2))
id=$(git -C $dir rev-list --reverse main | sed -n "${half}p")
git -C half reset -q --hard "$id"
must 0 "$new" audit half
n=$half
while [ $n -lt $((half + 6)) ] && [ $n -lt "$last" ]; do
	n=$((n + 1))
	id=$(git -C $dir rev-list --reverse main | sed -n "${n}p")
	rm -rf sent; mkdir sent
	git -C $dir archive "$id" orders 2>/dev/null | tar xf - -C sent 2>/dev/null || :
	for f in sent/orders/*.toml; do
		[ -e "$f" ] || continue
		must 0 "$new" submit half "$f" --receipt receipt
		rm -f receipt receipt.minisig
	done
	git -C $dir show "$id:turn.toml" | grep -q '^late = ' && late=--deadline || late=
	must 0 "$new" adjudicate half $late
	facts $dir "$id" >was; facts half main >is
	cmp -s was is || fail "commit $n comes out otherwise: $(diff was is)"
done
git -C half log -1 --format=%B | grep -q '^Iacta-Program: 99.0.0$' || fail "the trailer is missing"
must 0 "$new" audit half
echo "it went on for $((n - half)) exchanges with the same facts"

# the older program finds what the later one wrote, and only remarks on it
must 0 "$iacta" audit half
echo "and the older program audits what the later one wrote"
