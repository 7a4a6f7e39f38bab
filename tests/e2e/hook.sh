#!/bin/sh
# hook.sh: a game by git push: a bare repository whose hook takes the orders
# that are pushed to refs/heads/orders/SIDE and adjudicates
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git

for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
must 0 "$iacta" new ancient-battles/skirmish g --side roman=roman.pub --side hunnic=hunnic.pub
git clone -q --bare g bare 2>/dev/null
add_hooks bare
for s in roman hunnic; do git clone -q bare $s.git; done

# SIDE FILE...: push these files as the side's orders
push() {
	s=$1; shift
	orders_box "$@"
	git -C box push -q --force ../bare "HEAD:refs/heads/orders/$s" >out 2>err || fail "push: $(cat err)"
}
for s in roman hunnic; do
	must 0 "$iacta" accept $s.git --side $s -k $s.key
	push $s $s-0.toml $s-0.toml.minisig
	says "received: g, exchange 0, $s, revision 1"
done
says 'asks roman for orders'

n=1
while [ $n -le 4 ]; do
	for s in roman hunnic; do
		git -C $s.git pull -q
		grep -q "^result" $s.git/turn.toml && break 2
		grep -q "^side = \"$s\"" $s.git/turn.toml || continue
		must 0 "$iacta" orders $s.git --side $s
		cp out $s.toml
		must 0 "$iacta" sign $s.git $s.toml -k $s.key
		cp out block.txt
		push $s block.txt
		says "$s, revision"
	done
	n=$((n + 1))
done
# what is wrong is told to who pushed, and changes nothing
before=$(git -C bare rev-parse main)
echo hello >nothing.txt
push roman nothing.txt
says 'there is no submission in'
sed 's/^revision = 1/revision = 9/' block.txt >forged.txt
push hunnic forged.txt
[ "$(git -C bare rev-parse main)" = "$before" ] || fail "something came of it"
[ "$(git -C bare rev-list --count main)" -ge 4 ] || fail "too few exchanges"
# nobody pushes anything but orders of a side
orders_box nothing.txt
for ref in main orders/gaul orders/roman/more other; do
	! git -C box push -q --force ../bare "HEAD:refs/heads/$ref" >out 2>err || fail "$ref was pushed"
	says "nobody pushes that"
done
! git -C box push -q --force ../bare HEAD:refs/tags/v1 >out 2>err || fail "a tag was pushed"
! git -C box push -q ../bare :refs/heads/main >out 2>err || fail "main was removed"
[ "$(git -C bare rev-parse main)" = "$before" ] || fail "main was moved"
[ "$(git -C bare for-each-ref | grep -vc 'refs/heads/main$\|refs/heads/orders/\(roman\|hunnic\)$')" -eq 0 ] || fail "other refs: $(git -C bare for-each-ref)"
(cd bare && must 2 "$iacta" hook update && must 2 "$iacta" hook pre-push)
must 0 "$iacta" audit bare
echo "$me: passed: $(git -C bare rev-list --count main) commits"
