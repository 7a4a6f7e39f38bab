#!/bin/sh
# flips.sh: a repository damaged in its files: audit says so with status 3, or
# git sees no difference either; it never hangs and never dies
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git timeout dd od

found g
play g 4
git init -q loose
git -C g rev-list --objects --all | git -C g pack-objects -q --stdout | git -C loose unpack-objects -q
git -C loose update-ref refs/heads/main "$(git -C g rev-parse main)"
must 0 "$iacta" audit loose
find loose/.git/objects -type f | sort >files
n=$(wc -l <files)
cp -a loose whole

# WHAT: the audit of what was done to $f
look() {
	status=0
	timeout 10 "$iacta" audit loose >out 2>err || status=$?
	case $status in
	3)	[ "$(wc -l <err)" -eq 1 ] || fail "$1: $(cat err)"
		grep -q 'commit [0-9a-f]' err || fail "$1: no commit is named: $(cat err)" ;;
	0)	git -C loose fsck --full --strict >out 2>&1 || fail "$1: git fsck finds what audit does not: $(cat out)" ;;
	*)	fail "$1: status $status: $(cat err)" ;;
	esac
	rm -f "$f"; cp -a "whole/${f#loose/}" "$f"
}
i=0
while [ $i -lt 120 ]; do
	i=$((i + 1))
	f=$(sed -n "$((i * 7919 % n + 1))p" files)
	size=$(wc -c <"$f") at=$((i * 104729 % size))
	chmod u+w "$f"
	case $((i % 4)) in
	0)	head -c $at "$f" >cut; cat cut >"$f"; look "$f cut at $at" ;;
	1)	printf 'x' >>"$f"; look "$f with something behind it" ;;
	2)	: >"$f"; look "$f emptied" ;;
	*)	byte=$(od -An -tu1 -j $at -N 1 "$f")
		printf "\\$(printf %03o $((byte ^ (1 << i % 8))))" | dd of="$f" bs=1 seek=$at conv=notrunc 2>/dev/null
		look "$f, byte $at" ;;
	esac
done
for f in $(sed -n '1p;5p;9p' files); do
	rm "$f"; look "$f removed"
	rm "$f"; mkdir "$f"; status=0; timeout 10 "$iacta" audit loose >out 2>err || status=$?
	[ $status -eq 3 ] || fail "$f is a directory: status $status"
	rmdir "$f"; cp -a "whole/${f#loose/}" "$f"
	rm "$f"; mkfifo "$f"; status=0; timeout 10 "$iacta" audit loose >out 2>err || status=$?
	[ $status -eq 3 ] || fail "$f is a pipe: status $status"
	rm "$f"; cp -a "whole/${f#loose/}" "$f"
done
# histories that are none
git init -q empty; must 1 "$iacta" audit empty
git init -q mine; git -C mine -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git -C mine branch -qf main
must 3 "$iacta" audit mine
must 1 "$iacta" audit nowhere
must 1 "$iacta" audit "$src/README.md"
# one commit more than the referee signed, and one less
git -C g worktree prune
c=$(git -C g -c user.name=g -c user.email=referee@iacta.invalid commit-tree -p main -m x 'main^{tree}')
git -C g update-ref refs/heads/main "$c"
must 3 "$iacta" audit g; says 'commit 5 ('
echo "$me: passed"
