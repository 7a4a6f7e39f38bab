#!/bin/sh
# tick.sh: what is due in a directory of games: adjudicated when all have
# answered or a clock has run out, written to once, reminded once
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
tick() {
	rm -rf box
	must 0 "$iacta" tick --games games --from referee@example.org --maildir box
	sent=$(find box/new -type f 2>/dev/null | wc -l)
}
for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
mkdir games
for g in one two; do
	clock=; [ $g = one ] || clock='--clock 48,0,48'
	must 0 "$iacta" new ancient-battles/skirmish games/$g $clock \
	    --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub,bert@example.org
done
grep -q '^clock = { hours = 48, add = 0, cap = 48 }' games/two/game.toml || fail "no clock in the charter"
must 2 "$iacta" new ancient-battles/skirmish games/x --clock 1,2,x --side roman=roman.pub --side hunnic=hunnic.pub
says '--clock 1,2,x'

# the founding is written about, once
tick
[ "$sent" -eq 4 ] || fail "$sent messages at the founding"
tick
[ "$sent" -eq 0 ] || fail "$sent messages again"
# not all have accepted: nothing; then all have
for g in one two; do
	must 0 "$iacta" accept games/$g --side roman -k roman.key
	must 0 "$iacta" submit games/$g roman-0.toml
done
tick
[ "$(turn games/one)" -eq 0 ] || fail "adjudicated too early"
for g in one two; do
	must 0 "$iacta" accept games/$g --side hunnic -k hunnic.key
	must 0 "$iacta" submit games/$g hunnic-0.toml
done
SOURCE_DATE_EPOCH=$(($(date +%s) - 30 * 3600)); export SOURCE_DATE_EPOCH
tick
[ "$(turn games/one)" -eq 1 ] && [ "$(turn games/two)" -eq 1 ] || fail "not adjudicated"
# ... thirty hours ago, says the commit: of 48 more than half is gone
[ "$sent" -eq 4 ] || [ "$sent" -eq 5 ] || fail "$sent messages for turn 1"
tick
first=$sent
tick
[ "$sent" -eq 0 ] || fail "reminded again: $first then $sent"
# a game in which nothing is due is not opened
rm -rf games/one/.git/objects.away
mv games/one/.git/objects games/one/.git/objects.away
tick
mv games/one/.git/objects.away games/one/.git/objects
# a clock that has run out: the game goes on without those who are late, and
# since the commits say that all of it was sixty hours ago, to its end
unset SOURCE_DATE_EPOCH
must 0 "$iacta" new ancient-battles/skirmish games/three --clock 48,0,48 \
    --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub
for s in roman hunnic; do
	must 0 "$iacta" accept games/three --side $s -k $s.key
	must 0 "$iacta" submit games/three $s-0.toml
done
SOURCE_DATE_EPOCH=$(($(date +%s) - 60 * 3600)); export SOURCE_DATE_EPOCH
tick
grep -q '^late = \["roman"\]' games/three/turn.toml || git -C games/three grep -q '^late = ' main~1 -- turn.toml ||
	fail "nobody was late: turn $(turn games/three)"
[ "$(turn games/three)" -ge 3 ] || fail "it stopped at turn $(turn games/three)"
[ "$(turn games/one)" -eq 1 ] && [ "$(turn games/two)" -eq 1 ] || fail "others went on"
must 0 "$iacta" audit games/three
for g in one two; do must 0 "$iacta" audit games/$g; done

# a digest: one message to each who plays in several games; three is over
rm -rf box
must 0 "$iacta" mail --digest --games games --from referee@example.org --maildir box
[ "$(find box/new -type f | wc -l)" -eq 2 ] || fail "not two digests: $(ls box/new)"
python3 - box/new/* >shown <<'END'
import email, email.policy, sys
for f in sys.argv[1:]:
    m = email.message_from_binary_file(open(f, "rb"), policy=email.policy.default)
    print(m["To"], "|", m["Subject"], "|", " ".join(m.get_content().split()))
END
grep -q '^anna@example.org | Your 2 games: 2 wait for you | .*\* one, turn 1: you play the Romans.*\* two, turn 1: .* left\.' shown || fail "digest: $(cat shown)"
grep -q '^bert@example.org | Your 2 games: 0 wait for you | None of your 2 games waits for you' shown || fail "digest: $(cat shown)"
must 2 "$iacta" mail --digest --from referee@example.org --maildir box
says '--digest and --games go together'

# a rematch: the other side's key and address, the same clock, a new secret
must 0 "$iacta" new --rematch games/two again
grep -q '^clock = { hours = 48, add = 0, cap = 48 }' again/game.toml || fail "another clock"
[ "$(sed -n '/^name = "roman"/,/^mail/p' again/game.toml | tail -n +2)" = "$(sed -n '/^name = "hunnic"/,/^mail/p' games/two/game.toml | tail -n +2)" ] || fail "the sides are not swapped"
must 2 "$iacta" new --rematch games/two ancient-battles/skirmish other
must 1 "$iacta" new --rematch games/two again
echo "$me: passed"
