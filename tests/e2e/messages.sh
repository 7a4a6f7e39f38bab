#!/bin/sh
# messages.sh: every message that a user can meet, printed to be read in one
# sitting, and none with wording that has annoyed people
set -eu
src=${IACTA_SRCDIR:?the source tree}
command -v python3 >/dev/null || { echo "messages.sh: skipped: there is no python3" >&2; exit 77; }
python3 "$src/tests/lint/messages.py" "$src"
