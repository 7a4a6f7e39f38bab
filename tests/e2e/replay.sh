#!/bin/sh
# replay.sh: recorded games of bots (tests/golden/*.gz) again: the same answers
# and rolls must make the same events and positions.  With IACTA_GOLDEN=write
# those that come out otherwise are played and recorded anew, and it fails, so
# that somebody reads why (tests/golden/README.md).
set -eu
export LC_ALL=C
src=${IACTA_SRCDIR:?} replay=${REPLAY:?}
failed=
for f in "$src"/tests/golden/*.gz; do
	"$replay" "$f" && continue
	failed=yes
	[ "${IACTA_GOLDEN:-}" = write ] || continue
	name=$(basename "$f" .gz)
	"$replay" --record "${name%.*}/${name##*.}" "$name" "$f"
	echo "replay.sh: $name is recorded anew" >&2
done
[ -z "$failed" ] || exit 1
