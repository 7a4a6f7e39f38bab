#!/bin/sh
# lint.sh: what the source must not have: refusals in prose, codes without
# words, includes that go the wrong way
set -u
top=${IACTA_SRCDIR:-.}
bad=0

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }

# A refusal is a code with fields (src/engine/why.h).  What is left of prose is
# listed by directory.
counted=$(python3 "$top/tests/lint/prose.py" "$top" |
	awk '{ sub("/[^/]*$", "", $2); n[$2] += $1 }
	    END { for (d in n) print n[d], d }')
while read -r n dir; do
	[ -n "$n" ] || continue
	max=$(awk -v d="$dir" '$2 == d { print $1 }' \
		"$top/tests/lint/prose.list")
	if [ "$n" -gt "${max:-0}" ]; then
		echo "$dir: $n refusals in prose, ${max:-0} are listed:"
		python3 "$top/tests/lint/prose.py" "$top" --show |
			grep "^$dir/"
		bad=1
	elif [ "$n" -lt "$max" ]; then
		echo "$dir: $n left of $max; take tests/lint/prose.list down"
	fi
done <<END
$counted
END

# Codes, their words and the manual pages agree.
python3 "$top/tests/lint/codes.py" "$top" || bad=1

# Includes go one way only.
python3 "$top/tests/lint/layers.py" "$top" || bad=1

exit $bad
