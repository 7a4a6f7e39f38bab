#!/bin/sh
# page.sh: the replay page in headless Chromium: whole games step by step, all
# dice rolled again, no error, no request, a phone, axe; hostile names in every
# format.  Needs chromium, node and tests/page/node_modules (./setup check).
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git
data=$src

size() { wc -c <"$1" | tr -d ' '; }
# NAME SCENARIO: a game of the bot against itself, saved
save() {
	IACTA_DATA=$data "$iacta" selfplay "$2" --save "$1" --seed page -q ||
		fail "$2 could not be played"
}

# whole games, and one exchange of each
save ab ancient-battles/chalons
save cc cc-medieval/thannuris
save cat cataphract/tricameron
save spqr spqr/learning
for g in ab cc cat spqr; do
	dir=$(echo $g/*)
	"$iacta" report "$dir" --format html --all >$g-all.html || fail "$g: no page"
	"$iacta" report "$dir" --format html --at 9 --since 6 >$g.html || fail "$g: no page of turn 9"
	[ "$(size $g-all.html)" -lt 3000000 ] || fail "$g-all.html is too large"
	[ "$(size $g.html)" -lt 400000 ] || fail "$g.html is too large"
	grep -q 'Content-Security-Policy' $g.html || fail "$g.html has no policy"
	# after the set-up events tell where everybody goes
	moved=$("$iacta" report "$dir" --format html --since 1 | sed -n 's/.*"moved": \([0-9]*\).*/\1/p')
	[ "$moved" -eq 0 ] || fail "$g: $moved pieces go where no event sends them"
done

# names that are meant to do something, 98 at a time
mkdir evil
cp -r "$src/games" evil
chmod -R u+w evil
f=evil/games/ancient-battles/scenarios/chalons.toml
cp $f plain.toml
for n in 0 1 2; do
	awk -v n=$n -f "$src/tests/page/hostile.awk" plain.toml >$f
	data=$PWD/evil
	save evil-$n ancient-battles/chalons
	dir=$(echo evil-$n/*)
	for format in text markdown bbcode html; do
		"$iacta" report "$dir" --format $format --since 8 >evil-$n.$format ||
			fail "hostile names: no $format"
	done
	"$iacta" map "$dir" --at 1 --format svg >evil-$n.svg || fail "hostile names: no map"
	"$iacta" map "$dir" --at 1 --format words >evil-$n.words || fail "hostile names: no words"
	# Markdown: \< is no tag, nor is anything between fences
	sed '/^```/,/^```/d' evil-$n.markdown >evil-$n.md
	for h in evil-$n.svg evil-$n.html evil-$n.md; do
		! grep -Eq '(^|[^\])<(script>alert|img src=x|svg/onload|iframe|b onclick|a href=.?javascript)' $h ||
			fail "$h: a name has become a tag"
	done
	! grep -Eq '\[(url|img|script)[]=]' evil-$n.bbcode || fail "evil-$n.bbcode: a name has become a tag"
	if grep -q "$(printf '\033')" evil-$n.text evil-$n.words; then fail "a name reaches the terminal"; fi
done
data=$src
[ "$(cat evil-*.words | grep -c 'alert\|javascript\|onclick\|onload')" -gt 50 ] ||
	fail "the hostile names were not shown at all"

command -v node >/dev/null && [ -d "$src/tests/page/node_modules/playwright-core" ] &&
	[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || {
	echo "page.sh: no browser here (./setup check installs it): the rest is skipped" >&2
	exit 77
}
node "$src/tests/page/page.mjs" ab.html cc.html cat.html spqr.html cc-all.html spqr-all.html \
	ab-all.html evil-0.html evil-1.html evil-2.html || fail "see above"
echo ok
