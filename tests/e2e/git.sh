#!/bin/sh
# git.sh: the history is git's: fsck, verify-commit, a clean work tree, clones
# and packs
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git ssh-keygen

found g
play g
git -C g fsck --strict --no-dangling >out 2>&1 || fail "fsck: $(cat out)"
[ ! -s out ] || fail "fsck: $(cat out)"
[ -z "$(git -C g status --porcelain)" ] || fail "the work tree: $(git -C g status --porcelain)"
n=0
for c in $(git -C g rev-list --reverse main); do
	git -C g cat-file blob "$c:allowed_signers" >signers
	git -C g -c gpg.format=ssh -c gpg.ssh.allowedSignersFile="$top/signers" verify-commit "$c" 2>err ||
		fail "verify-commit $c: $(cat err)"
	grep -q '^Good "git" signature for referee@iacta.invalid' err || fail "verify-commit: $(cat err)"
	[ "$(git -C g show -s --format='%an %ae %cn %ce' "$c")" = "g referee@iacta.invalid g referee@iacta.invalid" ] || fail "author of $c"
	[ "$(git -C g show -s --date=raw --format='%ad' "$c" | cut -d' ' -f2)" = +0000 ] || fail "time zone of $c"
	[ "$(git -C g show -s --format='%(trailers:key=Iacta-Exchange,valueonly)' "$c")" = $n ] || fail "trailers of $c"
	n=$((n + 1))
done
[ "$(git -C g symbolic-ref HEAD)" = refs/heads/main ] || fail HEAD

# the same game in a bare clone, repacked with deltas, and unpacked
git clone -q --bare g bare.git
must 0 "$iacta" audit bare.git
git -C bare.git repack -q -a -d -f
must 0 "$iacta" audit bare.git
git init -q --bare loose.git
git -C bare.git rev-list --objects --all | git -C bare.git pack-objects -q --stdout | git -C loose.git unpack-objects -q
git -C loose.git update-ref refs/heads/main "$(git -C g rev-parse main)"
must 0 "$iacta" audit loose.git
git -C g gc -q
must 0 "$iacta" audit g
# a file of somebody else's is left alone
found h
play h 2
echo mine >h/notes.txt
play h 2
[ "$(cat h/notes.txt)" = mine ] || fail "notes.txt"
[ "$(git -C h status --porcelain)" = '?? notes.txt' ] || fail "the work tree: $(git -C h status --porcelain)"
echo "$me: passed"
