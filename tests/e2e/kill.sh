#!/bin/sh
# kill.sh: killed at 200 moments, submit and adjudicate leave no torn history,
# lose and double no submission, leave no lock that stops the next and nothing
# of a commit that did not come to be
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git timeout
kills=${KILLS:-200}

head_of() { git -C "$1" rev-parse -q main; }
# the work tree may be behind after a kill, so all is read from the commit
sync_tree() { git -C "$1" cat-file blob main:turn.toml >"$1/turn.toml"; }

killed=0 hit=0 games=0
while [ $killed -lt "$kills" ]; do
	games=$((games + 1)) d=k$games
	found $d
	accept $d
	must 0 "$iacta" adjudicate $d
	while [ $killed -lt "$kills" ] && ! over $d && [ "$(turn $d)" -lt 10 ]; do
		n=$(turn $d)
		side=$(asked $d | head -n 1); side=${side% *}
		paper=$d-$n.toml kept=$d/.git/iacta/receipts/$n.$side.1.toml
		{ header $d "$side" 1; echo 'order = []
[[answer]]
kind = "retreat"
answer = "first"'; } >$paper
		sign_over $d $paper "$side.key"

		# submit, killed after so many tenths of a millisecond
		killed=$((killed + 1)) us=$((killed * 37 % 240 + 1))
		status=0
		timeout -s KILL "$(printf '0.%04d' $us)" "$iacta" submit $d $paper >out 2>err || status=$?
		[ $status -eq 0 ] || [ $status -eq 137 ] || fail "submit: status $status: $(cat err)"
		[ $status -eq 0 ] || hit=$((hit + 1))
		if [ -e "$kept" ] && [ ! -e "$d/.git/iacta/inbox/$n.$side.1.toml" ]; then
			fail "there is a receipt for a submission that was not kept"
		fi
		must 0 "$iacta" submit $d $paper --receipt $paper.receipt
		[ "$(find $d/.git/iacta/inbox -name "$n.$side.*.toml" | wc -l)" -eq 1 ] || fail "it is there twice"

		# adjudicate, likewise
		killed=$((killed + 1)) us=$((killed * 53 % 360 + 1))
		before=$(head_of $d) status=0
		timeout -s KILL "$(printf '0.%04d' $us)" "$iacta" adjudicate $d >out 2>err || status=$?
		[ $status -eq 0 ] || [ $status -eq 137 ] || fail "adjudicate: status $status: $(cat err)"
		[ $status -eq 0 ] || hit=$((hit + 1))
		after=$(head_of $d)
		if [ "$before" = "$after" ]; then
			[ $status -ne 0 ] || fail "it said that it was done, and there is no commit"
			"$iacta" adjudicate $d >out 2>err || { [ $? -eq 4 ] && says "is finished now"; }
			[ -z "$(git -C $d status --porcelain)" ] || fail "the work tree: $(git -C $d status --porcelain)"
		else
			must 4 "$iacta" adjudicate $d
		fi
		[ "$(git -C $d rev-parse main~1)" = "$before" ] || fail "not exactly one commit"
		[ ! -e $d/.git/refs/heads/main.lock ] || fail "the ref is still locked"
		# what the killed one wrote, with its seed, is gone
		[ -z "$(git -C $d fsck --unreachable --no-reflogs 2>/dev/null)" ] || fail "objects were left behind"
		[ -z "$(find $d/.git/objects/pack -name 'tmp_*')" ] || fail "a temp file was left behind"
		must 0 "$iacta" audit $d --receipt $paper.receipt
		sync_tree $d
	done
	git -C $d fsck --strict --no-dangling >out 2>&1 || fail "fsck: $(cat out)"
	if ! over $d; then	# and the work tree is whole again after the next
		must 0 "$iacta" adjudicate $d --deadline
		[ -z "$(git -C $d status --porcelain)" ] || fail "the work tree: $(git -C $d status --porcelain)"
	fi
	rm -rf $d
done
[ $hit -gt $((kills / 10)) ] || fail "only $hit of $kills were killed in time"
echo "$me: $hit of $kills were killed on their way, in $games games: passed"
