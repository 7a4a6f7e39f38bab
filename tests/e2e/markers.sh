#!/bin/sh
# markers.sh: SPQR's markers for Pre-arranged Withdrawal, with the real commands:
# the sheet offers them, and whether one is real is sealed until it is turned over
set -eu
export LC_ALL=C
umask 022
iacta=${IACTA:?the program under test}
top=$(mktemp -d "${TMPDIR:-/tmp}/iacta-markers.XXXXXX")
trap 'rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM
cd "$top"
export IACTA_HOME="$top/home" IACTA_DATA="${IACTA_SRCDIR:?the source tree}"
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

fail() { echo "markers.sh: $*" >&2; exit 1; }
must() {
	"$@" >out 2>err || fail "$*: $(cat err)"
}
says() { grep -qF -- "$1" "$2" || fail "\"$1\" is not in: $(cat "$2")"; }
lacks() { ! grep -qwF -- "$1" "$2" || fail "\"$1\" is in: $(cat "$2")"; }
asked() { sed -n '/^\[\[ask\]\]/,$s/^side = "\(.*\)"/\1/p' "$1/turn.toml" | head -n1; }
# GAME SIDE: its sheet, with the lines of stdin as its list of orders
hand_in() {
	must "$iacta" orders "$1" --side "$2" -k "$2.key"
	sed '/^order = \[$/r /dev/stdin' out >"$1.sheet"
	must "$iacta" check "$1" "$1.sheet" -k "$2.key"
	must "$iacta" sign "$1" "$1.sheet" -k "$2.key" -o signed.toml
	must "$iacta" submit "$1" signed.toml
	must "$iacta" adjudicate "$1"
}
# GAME WORD: nothing that everybody can read says so
unseen() {
	! grep -rnwF --exclude-dir=.git --exclude-dir=rules --exclude='*.sheet' -- "$2" "$1" ||
	    fail "\"$2\" can be seen in $1"
}
# GAME FACE: Hannibal, who has the Elite Orders Phase, lays a marker of that face
# for the next turn when he acts again, and it is turned over as he does then
play() {
	must "$iacta" new spqr/learning "$1" --side rome=rome.pub --side carthage=carthage.pub
	for s in rome carthage; do must "$iacta" accept "$1" --side $s -k $s.key --submit; done
	must "$iacta" adjudicate "$1"
	[ "$(asked "$1")" = carthage ] || fail "Hannibal does not begin"
	: | hand_in "$1" carthage
	n=0
	until grep -q '^active_leader = "hannibal"' "$1/turn.toml"; do
		: | hand_in "$1" "$(asked "$1")"
		n=$((n + 1))
		[ $n -lt 20 ] || fail "Hannibal does not act again"
	done

	# the line that the sheet has ready
	must "$iacta" orders "$1" --side carthage -k carthage.key
	line=$(sed -n 's/^#    \({ do = "prearrange", leader = "hannibal".*\)/\1/p' out)
	[ -n "$line" ] || fail "the sheet offers no marker: $(cat out)"
	[ "$2" = real ] || line=$(printf '%s' "$line" | sed 's/real = true/real = false/')
	printf '%s\n' "$line" | hand_in "$1" carthage

	# it lies with him as the next turn begins; its side reads it, nobody else
	says 'event = "marker"' "$1/events.toml"
	must "$iacta" show "$1" --side carthage -k carthage.key --json
	says "\"$2\"" out
	must "$iacta" show "$1" --side rome -k rome.key --json
	lacks "\"$2\"" out
	must "$iacta" orders "$1" --side carthage -k carthage.key
	says "# Your markers: $2" out
	n=0
	until grep -q 'event = "revealed"' "$1/events.toml"; do
		unseen "$1" prearranged
		unseen "$1" "$2"
		: | hand_in "$1" "$(asked "$1")"
		n=$((n + 1))
		[ $n -lt 40 ] || fail "the marker is never turned over"
	done
	[ $n -gt 0 ] || fail "it was turned over at once"
	says "result = \"$2\"" "$1/events.toml"
	must "$iacta" audit "$1"
}

for s in rome carthage; do must "$iacta" keygen -o $s; done
play g1 real
play g2 bluff
echo "a marker of each face stayed sealed until it was turned over"
