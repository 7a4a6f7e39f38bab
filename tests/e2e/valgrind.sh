#!/bin/sh
# valgrind.sh: every command once under valgrind: no leak, no stray read
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need valgrind
if ldd "$iacta" 2>/dev/null | grep -q 'lib[au]b\{0,1\}san' || grep -qc __asan_init "$iacta"; then
	skip "built with sanitizers"
fi
plain=$iacta
cat >vg <<END
#!/bin/sh
exec valgrind -q --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=99 "$plain" "\$@"
END
chmod +x vg
# STATUS ARGUMENT...
vg() {
	want=$1 status=0; shift
	./vg "$@" >out 2>err </dev/null || status=$?
	[ $status -eq "$want" ] || fail "$*: status $status: $(cat err)"
	! grep -q '^==' err || fail "$*: $(cat err)"
}
vg 0 keygen -o extra
found start
play start 2
vg 0 new ancient-battles/skirmish g --side roman=roman.pub --side hunnic=hunnic.pub
vg 0 accept g --side roman -k roman.key --submit
vg 0 accept g --side hunnic -k hunnic.key
vg 0 submit g hunnic-0.toml
vg 0 adjudicate g
{ header g roman 1; roman_orders; } >orders.toml
cp orders.toml sealed.toml
vg 0 seal g sealed.toml
vg 0 sign g orders.toml -k roman.key
vg 0 submit g orders.signed.toml --receipt receipt
vg 0 adjudicate g
vg 4 adjudicate g
vg 1 submit g orders.signed.toml
vg 0 audit g --receipt receipt
vg 0 why g 1.1
vg 0 adjudicate g --deadline
# whatever else there is
"$plain" --help >help
for c in show map report; do
	grep -q "^  $c " help || continue
	vg 0 $c g
done
! grep -q '^  orders ' help || vg 0 orders g --side "$(asked g | head -n 1 | cut -d' ' -f1)"
! grep -q "^  games " help || ( export IACTA_DATA="$src"; vg 0 games )
! grep -q '^  doctrine ' help || vg 0 doctrine ancient-battles
echo broken >g/.git/refs/heads/main
status=0; ./vg audit g >out 2>err || status=$?
[ $status -ne 99 ] || fail "audit of a broken ref: $(cat err)"
echo "$me: passed"
