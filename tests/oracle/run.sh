#!/bin/sh
# run.sh: calculators that know nothing of the program, written from the
# rulebooks, against the program: one script a system (make oracle).
# Prints what differs and a line for each subject.
set -u
export LC_ALL=C
src=${IACTA_SRCDIR:?}
command -v python3 >/dev/null || { echo "run.sh: python3 is needed" >&2; exit 1; }
status=0
for s in "$src"/tests/oracle/*.sh; do
	[ "$(basename "$s")" = run.sh ] && continue
	sh "$s" || { echo "FAILED: $(basename "$s" .sh)"; status=1; }
done
exit $status
