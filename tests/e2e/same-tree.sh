#!/bin/sh
# same-tree.sh: the same submissions give the same trees and, at the same time,
# the same commits: in another directory, time zone, locale, with another umask
# and as another user
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git
export SOURCE_DATE_EPOCH=1700000000

found g
cp -a g start
play g
trees() { git -C "$1" log --reverse --format=%T main; }
commits() { git -C "$1" log --reverse --format=%H main; }

# DIR: hand in again what is in the history of g, and adjudicate, in the same
# order; COMMAND... runs iacta
again() {
	to=$1; shift
	prev=
	for c in $(git -C g rev-list --reverse main); do
		if [ -n "$prev" ]; then
			late=
			for s in roman hunnic; do
				git -C g cat-file -e "$c:orders/$s.toml" 2>/dev/null || continue
				git -C g cat-file blob "$c:orders/$s.toml" >paper.toml
				git -C g cat-file blob "$c:orders/$s.toml.minisig" >paper.toml.minisig
				chmod 644 paper.toml paper.toml.minisig
				"$@" submit "$to" paper.toml >/dev/null 2>err || fail "$* submit: $(cat err)"
			done
			git -C g cat-file blob "$c:turn.toml" | grep -q '^late = ' && late=--deadline
			"$@" adjudicate "$to" $late >/dev/null 2>err || fail "$* adjudicate: $(cat err)"
		fi
		prev=$c
	done
}
same() {
	[ "$(trees "$1")" = "$(trees g)" ] || fail "$2: other trees"
	[ "$3" = trees ] || [ "$(commits "$1")" = "$(commits g)" ] || fail "$2: other commits"
}
mkdir -p 'else where'
cp -a start 'else where/ü'
tr=$(locale -a 2>/dev/null | grep -i '^tr_TR' | head -n 1) || :
[ -n "$tr" ] || { tr=C.UTF-8; echo "$me: there is no Turkish locale here: it is left out" >&2; }
( umask 077; again 'else where/ü' env TZ=Pacific/Kiritimati LC_ALL="$tr" LANG="$tr" "$iacta" )
same 'else where/ü' 'another directory, time zone, locale and umask' commits
cp -a start later
again later env SOURCE_DATE_EPOCH=1800000000 MALLOC_PERTURB_=85 "$iacta"
same later 'another time' trees
[ "$(commits later)" != "$(commits g)" ] || fail "another time, the same commits"
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && id nobody >/dev/null 2>&1; then
	cp -a start nobodys; cp -a home nobodys-home
	uid=$(id -u nobody) gid=$(id -g nobody)
	chown -R "$uid:$gid" nobodys nobodys-home
	chmod 755 "$top"
	cp "$iacta" ./iacta-copy; chmod 755 iacta-copy
	again nobodys setpriv --reuid "$uid" --regid "$gid" --clear-groups env IACTA_HOME="$top/nobodys-home" "$top/iacta-copy"
	export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
	chown -R 0:0 nobodys
	same nobodys 'another user' commits
else
	echo "$me: another user: left out, for this is not root" >&2
fi
echo "$me: passed"
