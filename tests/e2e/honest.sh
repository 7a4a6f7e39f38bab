#!/bin/sh
# honest.sh: mishaps that would make an honest referee look like another: they
# are refused in time, nothing is lost, and no seed gets out
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git

found g
play g 2
side=$(asked g | cut -d' ' -f1)
at=$(turn g)
[ "$side" = roman ] && orders=$(roman_orders) || orders='order = []'
export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@example.org GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@example.org

# a commit of somebody's own on top: nothing is built on it
cp -a g own
send own "$side" "$orders"
{ header own "$side" 2; echo 'order = []'; } >paper.toml
sign_over own paper.toml "$side.key"
echo notes >own/notes.txt
git -C own add notes.txt
git -C own commit -q -m 'my notes'
was=$(git -C own rev-parse main); state own >before
must 3 "$iacta" adjudicate own; says "is not one of the referee's"
must 3 "$iacta" submit own paper.toml; says "is not one of the referee's"
state own >after; cmp -s before after || fail "something changed: $(diff before after)"
git -C own reset -q --hard main^
must 0 "$iacta" adjudicate own
must 0 "$iacta" audit own

# the same with the referee's commit amended
cp -a g own2
send own2 "$side" "$orders"
git -C own2 commit -q --amend -m 'better words'
must 3 "$iacta" adjudicate own2; says "is not one of the referee's"

# the ref cannot be moved: the objects, which tell the seed, are not left there
cp -a g stuck
send stuck "$side" "$orders"
: >stuck/.git/refs/heads/main.lock
ls stuck/.git/objects/pack >before
must 4 "$iacta" adjudicate stuck; says "is locked by another process"
ls stuck/.git/objects/pack >after; cmp -s before after || fail "objects were left: $(diff before after)"
[ -z "$(git -C stuck fsck --unreachable --no-reflogs 2>/dev/null)" ] || fail "unreachable objects were left"
rm stuck/.git/refs/heads/main.lock
must 0 "$iacta" adjudicate stuck

# a submission with a receipt is lost: the referee hears of it
cp -a g lost
send lost "$side" "$orders"
mkdir kept; mv lost/.git/iacta/inbox/"$at.$side".1.* kept
must 4 "$iacta" adjudicate lost; says "iacta/receipts/$at.$side.1.toml says that a submission was there which is lost"
cp -a lost convicted
"$iacta" adjudicate convicted --deadline >out 2>err || fail "--deadline: $(cat err)"
says "with that receipt the referee is convicted"
rm -rf home/pins
must 3 "$iacta" audit convicted --receipt lost-"$at-$side".toml.receipt; says convicted
# ... a damaged one is named
cp kept/* lost/.git/iacta/inbox
echo '"' >>lost/.git/iacta/inbox/"$at.$side".1.toml
status=0; "$iacta" adjudicate lost >out 2>err || status=$?
[ $status -ne 0 ] || fail "a damaged submission was used"
says "iacta/inbox/$at.$side.1.toml"
cp kept/* lost/.git/iacta/inbox
must 0 "$iacta" adjudicate lost
rm -rf home/pins	# these are histories beside one another
must 0 "$iacta" audit lost --receipt lost-"$at-$side".toml.receipt

# who is not the referee leaves nothing behind in his clone
git clone -q g clone
IACTA_HOME="$top/other" must 1 "$iacta" adjudicate clone
[ ! -e clone/.git/iacta ] || fail "a private directory was made in a clone"
