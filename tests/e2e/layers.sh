#!/bin/sh
# layers.sh: includes go one way only, and what is below trust needs no git and
# no sodium, so that it compiles to WebAssembly
set -eu
src=${IACTA_SRCDIR:?the source tree}
cd "$src/src"
bad=0
# WHAT FILES...: none of these includes a header that matches
none() {
	what=$1; shift
	if grep -nE "^#include [\"<]($what)" "$@"; then bad=1; fi
}
files() { find "$@" -name '*.[ch]' | sort; }
none '(hex|engine|systems|show|trust|desk|mail|cli)/' $(files base)
none '(engine|systems|show|trust|desk|mail|cli)/' $(files hex)
none '(systems|show|trust|desk|mail|cli)/' $(files engine)
none '(trust|desk|mail|cli)/' $(files systems)
none 'show/' $(files systems | grep -v '/show\.c$')	# these put letters into maps
none '(systems|trust|desk|mail|cli)/' $(files show)
none '(desk|mail|cli)/' $(files trust)
none '(mail|cli)/' $(files desk)
[ ! -d mail ] || none 'cli/' $(files mail)
for s in ancient_battles cc_medieval gboh; do
	others=$(for o in ancient_battles cc_medieval gboh; do [ $o = $s ] || printf '%s|' $o; done)
	none "systems/(${others%|})/" $(files systems/$s)
done
# of the desk only home needs trust
none 'trust/' $(files desk | grep -vE 'desk/(home|sealed|sent|sign|turn|sandbox)[a-z_]*\.')
none 'desk/home\.h' $(files desk | grep -vE 'desk/(home|sealed|sent|sign|turn|sandbox)[a-z_]*\.')
none '(git2|sodium|zlib)' $(files base hex engine systems show desk)
[ $bad -eq 0 ] || { echo "layers.sh: includes that go the wrong way" >&2; exit 1; }
echo "layers.sh: passed"
