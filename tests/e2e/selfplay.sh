#!/bin/sh
# selfplay.sh: a few games of every scenario of every system, to the end: no
# crash, no dead end, no position that is not sound; the same seed plays the
# same games
set -eu
export LC_ALL=C
iacta=${IACTA:?the program under test}
export IACTA_DATA="${IACTA_SRCDIR:?the source tree}"
cd "$IACTA_SRCDIR"

fail() { echo "selfplay.sh: $*" >&2; exit 1; }
# SYSTEM/SCENARIO GAMES SEED...: so many games of each seed
games=0
play() {
	what=$1 n=$2; shift 2
	for seed; do
		out=$("$iacta" selfplay "$what" --games "$n" --seed "$seed" 2>&1) ||
			fail "$what: $out"
		printf '%s\n' "$out" | grep -q "^$n games* of $what with seed \"$seed\", 0 failed\$" ||
			fail "$what: $out"
		games=$((games + n))
	done
}
for s in $("$iacta" games | sed -n 's/^    \([^ ]*\).*/\1/p'); do
	case $s in
	*/chalons)	play "$s" 5 alea iacta est rubico ;;
	*/chalons-free)	play "$s" 1 alea iacta est rubico caesar ;;
	*)		play "$s" 1 alea iacta est ;;
	esac
done
[ $games -gt 0 ] || fail "there are no scenarios"

# ... and with the optional rules in force
options=$(mktemp -d)
trap 'rm -rf "$options"' EXIT
cp -R games "$options"
sed -f tests/oracle/spqr-bagradas.sed games/spqr/scenarios/bagradas.toml \
	> "$options/games/spqr/scenarios/options.toml"
for f in "$options"/games/spqr/scenarios/*.toml; do
	sed 's/^engaged = false/engaged = true/
		s/^elephants = false/elephants = true/
		s/^pursuit = "tq"/pursuit = "rating"/' "$f" > "$options/one"
	grep -q '^engaged = true' "$options/one" || fail "$f: no optional rules"
	mv "$options/one" "$f"
done
export IACTA_DATA="$options"
for s in learning zama beneventum cynoscephalae; do
	play spqr/$s 1 alea
done
# cavalry rode off the map and came back, and a column was attacked
play spqr/options 20 alea
for event in regroup return column-face elephant-leader disengaged; do
	printf '%s\n' "$out" | grep -q "^ *[1-9][0-9]* .* $event\$" ||
		fail "spqr/options: no $event"
done
export IACTA_DATA="$IACTA_SRCDIR"

# again: the figures are those of the seed
twice=cc-medieval/utus
a=$("$iacta" selfplay $twice --games 2 --seed alea 2>/dev/null)
b=$("$iacta" selfplay $twice --games 2 --seed alea 2>/dev/null)
[ "$a" = "$b" ] || fail "$twice: the same seed played other games"
c=$("$iacta" selfplay $twice --games 2 --seed iacta 2>/dev/null | sed 's/"iacta"/"alea"/')
[ "$a" != "$c" ] || fail "$twice: another seed played the same games"
# the same figures in any number of processes
one=$("$iacta" selfplay $twice --games 25 --seed alea --jobs 1 2>/dev/null)
for jobs in 2 7; do
	many=$("$iacta" selfplay $twice --games 25 --seed alea --jobs $jobs 2>/dev/null)
	[ "$one" = "$many" ] || fail "$twice: $jobs processes have other figures"
done
# ... and saved, with keys, seals and dice, the same turns to the last byte, in a
# row or alone
saved=$(mktemp -d)
trap 'rm -rf "$saved" "$options"' EXIT
"$iacta" selfplay $twice --save "$saved/a" --games 2 --seed alea -q || fail "$twice: not saved"
"$iacta" selfplay $twice --save "$saved/b" --first 2 --seed alea -q || fail "$twice: not saved"
a=$(git -C "$saved/a/utus-2" rev-parse 'HEAD^{tree}')
b=$(git -C "$saved/b/utus-2" rev-parse 'HEAD^{tree}')
[ "$a" = "$b" ] || fail "$twice: the same seed saved another game"
c=$(git -C "$saved/a/utus-1" rev-parse 'HEAD^{tree}')
[ "$a" != "$c" ] || fail "$twice: two games are one"
echo "selfplay.sh: $games games, 0 failed"
