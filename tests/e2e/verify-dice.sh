#!/bin/sh
# verify-dice.sh [DIR]: roll every die of a game again, as iacta-protocol(7)
# says and without iacta: with git, sha256sum, openssl; sed, cut, grep
set -eu
export LC_ALL=C
dir=${1:-.} rolls=0 n=0 dice='' seeds=''

show() { git -C "$dir" cat-file blob "$1:$2"; }		# COMMIT FILE
sha() { sha256sum | cut -c1-64; }
hmac() { printf %s "$2" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" | sed 's/.*= *//'; }
value() { # KEY TEXT: of what stands before the first header
	printf '%s\n' "$2" | sed -n "/^\[/q; s/^$1 = \"\{0,1\}\([a-z0-9-]*\)\"\{0,1\}\$/\1/p"
}
same() { # WHAT RECKONED FOUND
	[ -n "$2" ] && [ "$2" = "$3" ] && return
	echo "commit $n: $1 is ${3:-missing}, but should be $2" >&2; exit 1
}

roll() { # the one whose $index $label $nth $sides $face were read
	i=$((i + 1)) t=0 labels="$labels$label
"
	same "index of roll $i" $i "$index"
	same "nth of roll $i" "$(printf %s "$labels" | grep -cxF -- "$label")" "$nth"
	same "sides of roll $i" "$(expr "x$sides" : 'x\([1-9][0-9]\{0,4\}\)$')" "$sides"
	while v=$((0x$(hmac "$key" "roll:$nth:$t:$label" | cut -c1-8)))
	    [ $v -ge $((sides * (4294967296 / sides))) ]; do t=$((t + 1)); done
	same "face of roll $i ($label)" $((v % sides)) "$face"
}

commits=$(git -C "$dir" rev-list --reverse --first-parent refs/heads/main)
for c in $commits; do
	turn=$(show "$c" turn.toml)
	same exchange $n "$(value exchange "$turn")"
	if [ $n -eq 0 ]; then
		charter=$(show "$c" game.toml)
		game=$(value game "$charter")
		names=$(printf '%s\n' "$charter" | sed -n 's/^name = "\([a-z0-9-]*\)"$/\1/p')
	else
		e=$((n - 1)) i=0 labels='' header=''
		dice=$(show "$c" dice.toml)
		seed=$(value seed "$dice")
		same commitment "$(printf %s "iacta-commit:$game:$e:$seed" | sha)" \
		    "$(value commitment "$before")"
		same previous "$sha" "$(value previous "$turn")"
		transcript=$({ echo "turn $sha"
			for s in $names; do
				git -C "$dir" cat-file -e "$c:orders/$s.toml" 2>/dev/null || continue
				echo "$s $(show "$c" "orders/$s.toml" | sha)"
			done; } | sha)
		same transcript "$transcript" "$(value transcript "$dice")"
		key=$(hmac "$seed" "iacta-key:$game:$e:$transcript")
		same key "$key" "$(value key "$dice")"
		while IFS= read -r line; do
			v=${line#*= } v=${v#\"} v=${v%\"}
			case $line in
			'['*)	[ "$header" != '[[roll]]' ] || roll
				header=$line index='' label='' nth='' sides='' face='' ;;
			'index = '*) index=$v ;; 'label = '*) label=$v ;;
			'nth = '*) nth=$v ;; 'sides = '*) sides=$v ;; 'face = '*) face=$v ;;
			esac
		done <<-END
		$dice
		[end]
		END
		rolls=$((rolls + i)) seeds="$seeds $seed"
	fi
	before=$turn sha=$(show "$c" turn.toml | sha) n=$((n + 1))
done

secret=$(value secret "$dice") e=0
if [ -n "$secret" ]; then	# the end: every seed was fixed at the founding
	same secret_commitment "$(printf %s "iacta-secret:$game:$secret" | sha)" \
	    "$(value secret_commitment "$charter")"
	for seed in $seeds; do
		same "seed $e" "$(hmac "$secret" "iacta-seed:$game:$e")" "$seed"
		e=$((e + 1))
	done
fi
echo "$rolls rolls verified in $((n - 1)) exchanges"
