#!/bin/sh
# golden.sh: whole games of tests/golden/ again: from the founding's commit and
# the signed submissions, every file and every commit must come out the same.
# What is missing there is written, and fails, so that somebody reads it; with
# IACTA_GOLDEN=write so is what differs (tests/golden/README.md).
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git tar
write=${IACTA_GOLDEN:-}
fixed='game.toml allowed_signers rules'	# never change, so only 0/ has them

# the referee's directory, with keys and secret as they were
referee() {
	mkdir -m 700 home home/secrets
	cp "$here"/keys/* home 2>/dev/null || :
	[ ! -e "$here/secret" ] || cp "$here/secret" "home/secrets/$game"
	chmod -R u+w home
	find home -type f -exec chmod 600 {} +
}
# commit 0, made of its files and its signed text
restore() {
	git init -q -b main g
	cp -r "$here/0/." g
	chmod -R u+w g
	git -C g add -f -A
	id=$(git -C g hash-object -t commit -w --stdin <"$here/0.commit")
	[ "$(git -C g write-tree)" = "$(git -C g rev-parse "$id^{tree}")" ] ||
		fail "$game: 0.commit is not of the files in 0/"
	git -C g update-ref refs/heads/main "$id"
	git -C g reset -q --hard
}
# the system's data, with the scenario of this game alone
scenario() {
	d=data/games/${what%/*}
	rm -rf "$d"
	mkdir -p "$d/scenarios"
	cp "$src/games/${what%/*}"/*.toml "$d"
	rm -f "$d/rules.toml"
	cp "$here/scenario.toml" "$d/scenarios/${what#*/}.toml"
	chmod -R u+w data
	awk -v s="${what#*/}" '/^scenarios = \[/ { print "scenarios = [\"" s "\"]"; on = 1 }
		!on { print } /\]/ { on = 0 }' "$src/games/${what%/*}/system.toml" >"$d/system.toml"
}
# without a commit 0 it is another game, with another secret
refound() {
	scenario
	rm -f "home/secrets/$game"
	set --
	for s in $sides; do
		[ -e "home/$s.key" ] || must 0 "$iacta" keygen -o "home/$s"
		set -- "$@" --side "$s=home/$s.pub"
	done
	must 0 "$iacta" new "$what" g --name "$game" "$@"
	mkdir -p "$here/keys"
	cp home/*.key home/*.pub "$here/keys"
	cp "home/secrets/$game" "$here/secret"
	chmod 644 "$here"/keys/* "$here/secret"
}
# the same game again, by its own rules, keys and secret: its facts are what
# they were, what stands in it for people is as this program writes it
rewrite() {
	d=data/games/${what%/*}
	rm -rf "$d"
	mkdir -p "$d"
	cp -r "$here/0/rules/." "$d"
	chmod -R u+w data
	rm "home/secrets/$game"
	set --
	for s in $sides; do set -- "$@" "$s=home/$s.pub"; done
	must 0 "${IACTA_BUILDDIR:?}/tests/found" "$what" g "$game" "$here/secret" "$@"
}
# SIDE: what it sends: the stored paper if it answers this turn, or else what
# is planned, signed anew
paper() {
	n=$(turn g)
	stored=$here/$((n + 1))/orders/$1.toml planned=$here/plan/$n-$1.toml
	rm -f paper.toml paper.toml.minisig
	if [ -e "$stored" ] && grep -qF "$(sha g/turn.toml)" "$stored"; then
		cp "$stored" paper.toml
		cp "$stored.minisig" paper.toml.minisig
		chmod u+w paper.toml paper.toml.minisig
	elif [ -e "$planned" ]; then
		header g "$1" 1 | sed "s/^nonce = .*/nonce = \"golden $game $n $1\"/" >paper.toml
		cat "$planned" >>paper.toml
		sign_over g paper.toml "home/$1.key"
	fi
}
# the open exchange; who is asked and sends nothing is late
go_on() {
	late=
	for s in $sides; do
		paper "$s"
		if [ -e paper.toml ]; then
			must 0 "$iacta" submit g paper.toml
		elif asked g | grep -q "^$s "; then
			late=--deadline
		fi
	done
	must 0 "$iacta" adjudicate g $late
}
# N: the files of the commit, and its text
export_commit() {
	mkdir -p "new/$1"
	git -C g archive main | tar xf - -C "new/$1"
	git -C g cat-file commit main >"new/$1.commit"
	[ "$1" -ne 0 ] || return 0
	for f in $fixed; do
		diff -ru "new/0/$f" "new/$1/$f" >&2 || fail "$game: commit $1 has another $f"
		rm -rf "new/$1/${f:?}"
	done
}
# N: as it was?  Or written, where it may be
compare() {
	for f in "$1" "$1.commit"; do
		if [ ! -e "$here/$f" ]; then
			echo "$me: $game/$f was not there; it is written now: read it" >&2
		elif diff -ru "$here/$f" "new/$f" >&2; then
			continue
		elif [ -z "$write" ]; then
			fail "$game: commit $1 comes out otherwise"
		else
			echo "$me: $game/$f is written anew: read it" >&2
			rm -rf "${here:?}/$f"
		fi
		cp -r "new/$f" "$here/$f"
		failed=yes
	done
}

failed= games=0
for here in "$src"/tests/golden/*/; do
	here=${here%/} game=$(basename "$here")
	[ -e "$here/game" ] || continue
	. "$here/game"			# what, sides, commits
	games=$((games + 1))
	rm -rf g home new
	referee
	export SOURCE_DATE_EPOCH=1700000000
	if [ ! -e "$here/0.commit" ]; then refound
	elif [ -n "$write" ]; then rewrite
	else restore; fi
	export_commit 0
	compare 0
	commit=0
	while [ $((commit += 1)) -lt "$commits" ]; do
		SOURCE_DATE_EPOCH=$((1700000000 + 86400 * commit))
		go_on
		export_commit $commit
		compare $commit
	done
	must 0 "$iacta" audit g
done
[ $games -gt 0 ] || fail "there are no games"
[ -z "$failed" ] || fail "read what was written, and run it again"
echo "$me: passed: $games games"
