#!/bin/sh
# lint.sh: what the source must not have: refusals in prose
set -u
top=${IACTA_SRCDIR:-.}
bad=0

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }

# A refusal is a code with fields (src/engine/why.h).  What is left is listed.
allowed() {
	awk -v f="$1" '$2 == f { print $1 }' "$top/tests/lint/prose.list"
}
while read -r n file; do
	max=$(allowed "$file")
	if [ "$n" -gt "${max:-0}" ]; then
		echo "$file: $n refusals in prose, ${max:-0} are listed"
		bad=1
	elif [ "$n" -lt "$max" ]; then
		echo "$file: $n left of $max; take tests/lint/prose.list down"
	fi
done <<END
$(python3 "$top/tests/lint/prose.py" "$top")
END

exit $bad
