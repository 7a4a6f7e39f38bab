#!/bin/sh
# worked.sh: the worked turn of each system's manual page is a case that passes
set -eu
src=${IACTA_SRCDIR:?the source tree}
case=$(dirname "${IACTA:?the program under test}")/tests/run-case
tmp=$(mktemp -d "${TMPDIR:-/tmp}/iacta-worked.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
n=0
for page in "$src"/man/iacta-*.7; do
	name=$(basename "$page" .7)
	grep -q '^\.Sh A WORKED TURN' "$page" || continue
	sed -n '/^\.Sh A WORKED TURN/,/^\.Ed/p' "$page" | sed -n '/^\.Bd/,/^\.Ed/p' | sed '1d; $d' >"$tmp/$name.toml"
	"$case" "$tmp/$name.toml" || { echo "worked.sh: $page" >&2; exit 1; }
	n=$((n + 1))
done
[ $n -ge 3 ] || { echo "worked.sh: only $n pages have a worked turn" >&2; exit 1; }
echo "worked.sh: passed"
