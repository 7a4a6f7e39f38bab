#!/bin/sh
# forge.sh: the referee as a job of a forge: docs/forge/take-orders, run afresh
# each time, with orders from comments and from pushed branches
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git base64 tar
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
PATH=$(dirname "$iacta"):$PATH
found g
git clone -q --bare g forge.git 2>/dev/null
IACTA_REFEREE=$(tar -C home -cz referee.key secrets/g | base64 -w0)
export IACTA_REFEREE
mv home away		# the job has nothing but its secret
refresh() { rm -rf clone; git clone -q forge.git clone; }
# push | comment < TEXT: a run of the job
job() { sh "$src/docs/forge/take-orders" "$1" "$top/forge.git" >out 2>err || fail "$1: $(cat err) $(cat out)"; }
has() { grep -qF -- "$1" out || fail "no \"$1\" in: $(cat out)"; }
commits() { git -C forge.git rev-list --count main; }
refresh
# one accepts in a comment, whose run ends before the other comes
must 0 "$iacta" accept clone --side roman -k roman.key
{ echo 'I accept:'; echo '```'; echo "-----BEGIN IACTA ORDERS-----"; cat roman-0.toml; echo "-----BEGIN IACTA SIGNATURE-----"
  cat roman-0.toml.minisig; echo "-----END IACTA ORDERS-----"; echo '```'; } >comment
job comment <comment
has 'Received: exchange 0, roman, revision 1'
has 'waits for hunnic'
[ "$(commits)" -eq 1 ] || fail "adjudicated too early"
# the other pushes a branch
must 0 "$iacta" accept clone --side hunnic -k hunnic.key
orders_box hunnic-0.toml hunnic-0.toml.minisig
git -C box push -q ../forge.git HEAD:refs/heads/orders/hunnic
job push
has 'asks roman for orders'
[ "$(commits)" -eq 2 ] || fail "not adjudicated: $(cat out)"
# orders in a comment, twice; nonsense; a changed block
refresh
must 0 "$iacta" orders clone --side roman
cp out orders.toml
must 0 "$iacta" sign clone orders.toml -k roman.key
cp out block
sed 's/^revision = 1/revision = 2/' block >changed
job comment <changed
has 'the signature does not hold'
echo 'nice weather' >words
job comment <words
has 'there is no submission in it'
[ "$(commits)" -eq 2 ] || fail "something came of it"
job comment <block
has 'Received: exchange 1, roman'
[ "$(commits)" -ge 3 ] || fail "not adjudicated"
n=$(commits)
job comment <block
[ "$(commits)" -eq "$n" ] || fail "adjudicated twice"
job push
[ "$(commits)" -eq "$n" ] || fail "a push of nothing adjudicates"
refresh
must 0 "$iacta" audit clone
! grep -rq 'RWQ.*secret\|untrusted comment: minisign encrypted secret' out err || fail "a key was told"
echo "$me: passed"
