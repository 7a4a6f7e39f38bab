#!/bin/sh
# lint.sh: what the source must not have: refusals in prose, codes without
# words, sentences for people, rules without tags, includes that go the wrong
# way
set -u
top=${IACTA_SRCDIR:-.}
bad=0

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }

# A refusal is a code with fields (src/engine/why.h), never prose.
python3 "$top/tests/lint/prose.py" "$top" || bad=1

# Codes, their words and the manual pages agree.
python3 "$top/tests/lint/codes.py" "$top" || bad=1

# What people read stands in templates/ and games/.
python3 "$top/tests/lint/sentences.py" "$top" || bad=1

# Rules that code covers are tagged where they are coded.
python3 "$top/tests/lint/tags.py" "$top" || bad=1

# Includes go one way only.
python3 "$top/tests/lint/layers.py" "$top" || bad=1

# Elsewhere than with glibc its macros are no macros, and a line that calls one
# does not compile, whatever is asked before it in that line.
if grep -rnE --include='*.[ch]' 'defined.*__GLIBC_PREREQ *\(' "$top/src"; then
	echo "ask for __GLIBC__ in a line of its own"; bad=1
fi

exit $bad
