#!/bin/sh
# released.sh: games that were recorded with a release (tests/golden/VERSION) are
# audited with their receipts, cut in half and audited while they are open, and
# played on with the orders that were given: the facts come out the same.
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git
unset IACTA_DATA

facts() { git -C "$1" ls-tree -r "$2" | grep -Ev '	(report\.txt|README\.md|map\.svg)$'; }

# DIR COMMIT: hand in what stands in that commit, and adjudicate
again() {
	rm -rf sent; mkdir sent
	git -C whole archive "$2" orders 2>/dev/null | tar xf - -C sent 2>/dev/null || :
	for f in sent/orders/*.toml; do
		[ -e "$f" ] || continue
		must 0 "$iacta" submit "$1" "$f"
	done
	git -C whole show "$2:turn.toml" | grep -q '^late = ' && late=--deadline || late=
	must 0 "$iacta" adjudicate "$1" $late
	facts whole "$2" >was; facts "$1" main >is
	cmp -s was is || fail "$game: $2 comes out otherwise: $(diff was is)"
}

games=0
for game in "$src"/tests/golden/[0-9]*/*/; do
	[ -e "$game/game.bundle" ] || continue
	rm -rf whole half home receipts; mkdir home receipts
	tar xzf "$game/referee.tar.gz" -C home
	tar xzf "$game/receipts.tar.gz" -C receipts
	chmod 700 home; chmod 600 home/*.key home/secrets/*
	git clone -q "$game/game.bundle" whole -b main 2>err || fail "$(cat err)"
	set --
	for r in receipts/*.toml; do
		[ ! -e "$r" ] || set -- "$@" --receipt "$r"
	done
	[ $# -gt 0 ] || fail "$game has no receipts"
	must 0 "$iacta" audit whole "$@"
	commits=$(git -C whole rev-list --reverse main)
	half=$(($(echo "$commits" | wc -l) / 2))
	git clone -q whole half
	git -C half reset -q --hard "$(echo "$commits" | sed -n "${half}p")"
	must 0 "$iacta" audit half
	for id in $(echo "$commits" | sed -n "$((half + 1)),$((half + 4))p"); do
		again half "$id"
	done
	must 0 "$iacta" audit half
	games=$((games + 1))
	echo "$(basename "$(dirname "$game")")/$(basename "$game"): audited, and went on from commit $((half - 1))"
done
[ $games -gt 0 ] || fail "there are no games of any release"
