#!/bin/sh
# report.sh: reports of a saved game with hidden hands: every format, since a
# turn, what was sealed; and its dice, counted without the program
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git
IACTA_DATA=$src
has() { grep -qF -- "$1" out || fail "\"$1\" is not in: $(cat out)"; }
hasnt() { ! grep -qF -- "$1" out || fail "\"$1\" is in: $(cat out)"; }

must 0 "$iacta" selfplay cc-medieval/utus --games 1 --seed report --save saved
g=saved/utus-1
last=$(($(git -C $g rev-list --count main) - 1))
middle=$((last / 2))

# told from the facts: the same as what stands in the commit
must 0 "$iacta" report $g
git -C $g show main:report.txt | cmp -s - out || fail "report is not report.txt"
must 0 "$iacta" report $g --format markdown
git -C $g show main:README.md | cmp -s - out || fail "it is not README.md"
must 0 "$iacta" report $g --at $middle
git -C $g show "main~$((last - middle)):report.txt" | cmp -s - out ||
	fail "report --at is not its report.txt"
awk 'length > 80 { print "too long: " $0; bad = 1 } END { exit bad }' out >&2 ||
	fail "lines of the report are too long"

# the situation comes first
must 0 "$iacta" report $g --at $middle
head -6 out >head
grep -q 'banner' head || fail "who leads is not in: $(cat head)"
grep -q '^Awaited: ' head || fail "who is awaited is not in: $(cat head)"

# several exchanges: as many rolls as the commits have, and what changed
rolls=0 n=$middle
while [ $((n += 1)) -le "$last" ]; do
	c=$(git -C $g show "main~$((last - n)):dice.toml" | grep -c '^label = ' || :)
	rolls=$((rolls + c))
done
must 0 "$iacta" report $g --since $middle
has "What changed since turn file $middle"
told=$(sed -n '/^The dice$/,/^How it stands$/p' out | grep -c '^[0-9]*\.[0-9]* ' || :)
[ "$told" -eq "$rolls" ] || fail "--since tells $told rolls, not $rolls"
for f in markdown bbcode html; do
	must 0 "$iacta" report $g --since $middle --format $f
	has "What changed since turn file $middle"
done

# the order of battle: who changed, and everybody else folded away; of each
# side as many as stand on the map or wait
must 0 "$iacta" report $g --since $middle --format bbcode
sed -n 's/^\[spoiler=.* \([0-9]*\) .*unchanged\]\(.*\)\[.spoiler\]$/\1:\2/p' out |
	awk -F: '{ n += $1; m += split($2, x, "; ") } END { print n, m }' >folded
changed=$(sed -n '/^.b.What changed/,/^.b.What happened/p' out |
	grep '^\[\*\]' | grep -vcE ': (lost|left the board)' || :)
read -r said listed <folded
[ "$said" -eq "$listed" ] || fail "$said unchanged, but $listed are listed"
must 0 "$iacta" map $g --format words
stand=$(sed 's/([^)]*)//g' out | tr '\n' ' ' | grep -o ' is in [0-9][0-9]' |
	wc -l)
[ $((listed + changed)) -ge "$stand" ] ||
	fail "$changed changed and $listed unchanged, but $stand are on the map"
[ "$changed" -gt 0 ] && [ "$listed" -gt 0 ] ||
	fail "$changed changed and $listed unchanged"
must 0 "$iacta" report $g --since $middle --format html
has '<details><summary>and '
must 1 "$iacta" report $g --since "$last"
says "turn $last is not before turn $last"

# luck: the symbols of every side add up to what the dice.toml files show
must 0 "$iacta" luck $g --json
n=0
: >faces
while [ $((n += 1)) -le "$last" ]; do
	git -C $g show "main~$((last - n)):dice.toml" | sed -n 's/^shows = "\(.*\)"/\1/p' >>faces
done
for s in green blue red helmet swords flag; do
	want=$(grep -c "^$s$" faces || :)
	got=$(tr '{' '\n' <out | sed -n "s/.*\"shows\": \"$s\", \"count\": \([0-9]*\).*/\1/p" |
		awk '{ n += $1 } END { print n + 0 }')
	[ "$got" -eq "$want" ] || fail "luck counts $got $s, not $want"
done
must 0 "$iacta" luck $g
has 'are expected, give or take'
must 0 "$iacta" luck $g --since $middle
has "$rolls rolls in all"

# what was sealed: only after the end; every card played was held before
must 1 "$iacta" report $g --at $middle --reveal
says 'the game is not over'
must 0 "$iacta" report $g --reveal --format html
has '<h2>What was sealed</h2>'
must 0 "$iacta" report $g --reveal --since 0
has 'What was sealed'
has 'order 1: { do = "play"'
hasnt 'could not be opened'
echo "$me: passed"
