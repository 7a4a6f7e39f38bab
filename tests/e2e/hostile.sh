#!/bin/sh
# hostile.sh: whatever is handed in that is not right: status 1 or 3, one line
# to stderr, and not a byte changed on the disk
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need timeout

found g; found other
accept other
for s in roman hunnic; do
	must 0 "$iacta" accept g --side $s -k $s.key -o accept-$s.toml
	must 0 "$iacta" submit g accept-$s.toml
done
must 0 "$iacta" adjudicate g
send g roman 'order = []'			# revision 1 waits
cp "$paper" good.toml; cp "$paper.minisig" good.toml.minisig
{ header g roman 2; roman_orders; } >next.toml	# a good one, never handed in
sign_over g next.toml roman.key
state g home >before

# FILE: it must be refused
refuse() {
	echo "$1" >>tries; status=0
	timeout 10 "$iacta" submit g "$1" >out 2>err || status=$?
	case $status in 1|3) ;; *) fail "$1: status $status: $(head -c 300 err)" ;; esac
	[ "$(wc -l <err)" -eq 1 ] || fail "$1: $(head -c 1000 err)"
	[ ! -s out ] || fail "$1: it answered $(head -c 300 out)"
	LC_ALL=C grep -q '[^ -~]' err && ! grep -q '…' err && fail "$1: it does not show on a terminal: $(od -c err | head)"
	state g home >after
	cmp -s before after || fail "$1: it changed $(diff before after)"
}
# NAME SIGNATURE-OF: a text from stdin under somebody's signature
under() { cat >"$1"; cp "$2.minisig" "$1.minisig"; refuse "$1"; }

# replayed, stale, of another game, of another side, by another key
for s in roman hunnic; do refuse accept-$s.toml; done
under replay.toml next.toml <good.toml
under forged.toml good.toml <next.toml
sed 's/^exchange = 1/exchange = 0/' next.toml | under stale.toml next.toml
sed 's/^game = "g"/game = "other"/' next.toml | under game.toml next.toml
sed 's/^side = "roman"/side = "hunnic"/' next.toml | under side.toml next.toml
sed 's/^side = "roman"/side = "referee"/' next.toml | under nobody.toml next.toml
sed 's/^revision = 2/revision = 999999999/' next.toml | under revision.toml next.toml
"$iacta" keygen -o stranger >/dev/null
cp next.toml stranger.toml
if command -v minisign >/dev/null; then
	minisign -S -s stranger.key -m stranger.toml >/dev/null; refuse stranger.toml
	# well signed by the right player, and wrong all the same
	by_hand() { cat >"$1"; minisign -S -s roman.key -m "$1" >/dev/null; refuse "$1"; }
	sed 's/^exchange = 1/exchange = 0/' next.toml | by_hand stale2.toml
	sed 's/^exchange = 1/exchange = 2/' next.toml | by_hand early.toml
	sed 's/^exchange = 1/exchange = 99999999999999999999/' next.toml | by_hand absurd.toml
	sed 's/^exchange = 1/exchange = -1/' next.toml | by_hand negative.toml
	sed 's/^revision = 2/revision = 0/' next.toml | by_hand zero.toml
	sed 's/^revision = 2/revision = 1/' next.toml | by_hand again.toml
	sed 's/^revision = 2/revision = 1.5/' next.toml | by_hand float.toml
	sed "s/^nonce = .*/nonce = \"short\"/" next.toml | by_hand nonce.toml
	sed 's|^turn=".*"|turn="../../etc/passwd"|' next.toml | by_hand path.toml
	sed 's/^side = .*/side = "..\/..\/x"/' next.toml | by_hand side2.toml
	sed 's/^iacta = 1/iacta = 2/' next.toml | by_hand version.toml
	{ cat next.toml; echo 'more = 1'; } | by_hand more.toml
	{ header g roman 2; printf 'say = "%s"\n' "$(head -c 2100 /dev/zero | tr '\0' x)"; echo 'order = []'; } | by_hand say.toml
	{ header g roman 2; printf 'order = '; head -c 3000 /dev/zero | tr '\0' '['; } | by_hand deep.toml
	{ header g roman 2; echo 'order = ['; yes '{ do = "pause" },' | head -n 9000; echo ']'; } | by_hand many.toml
	{ header g roman 2; printf '[[order]]\ndo = "move"\nunit = "legio-2"\nto = "9999"\n'; } | by_hand off.toml
	{ header g roman 2; printf '[[order]]\ndo = "move"\nunit = "attila"\nto = "2404"\n'; } | by_hand foreign.toml
	{ header g roman 2; printf '[[order]]\ndo = "\\u001B[2J"\n'; } | by_hand escape.toml
	{ header g roman 2; printf 'sealed = ["AAAA"]\n'; } | by_hand sealed.toml
	{ header g roman 2; sed -n '/^sealed/,/^\]/p' accept-hunnic.toml; } | by_hand copied.toml
	printf '\377\376i\0a\0' | by_hand utf16.toml
	{ cat next.toml; printf '# \001\n'; } | by_hand control.toml
	printf '%s\n' '-----BEGIN IACTA ORDERS-----' | by_hand dashes.toml
fi

# cut short, at every twentieth; one byte changed; binary, empty, too long
len=$(wc -c <next.toml) slen=$(wc -c <next.toml.minisig) i=0
while [ $i -lt 20 ]; do
	head -c $((len * i / 20)) next.toml | under cut.toml next.toml
	cp next.toml cut.toml; head -c $((slen * i / 20)) next.toml.minisig >cut.toml.minisig; refuse cut.toml
	at=$((len * i / 20 + i % 7))
	{ head -c $at next.toml; printf '~'; tail -c +$((at + 2)) next.toml; } | under flip.toml next.toml
	i=$((i + 1))
done
: | under empty.toml next.toml
cp next.toml unsigned.toml; refuse unsigned.toml
cp next.toml nosig.toml; : >nosig.toml.minisig; refuse nosig.toml
cp next.toml bigsig.toml; head -c 100000 /dev/zero | tr '\0' 'A' >bigsig.toml.minisig; refuse bigsig.toml
cp next.toml zsig.toml; head -c 300 /dev/zero >zsig.toml.minisig; refuse zsig.toml
head -c 20000 "$iacta" | under binary.toml next.toml
head -c 400000 /dev/zero | tr '\0' ' ' | under long.toml next.toml
head -c 5000000 /dev/zero | under zeros.toml next.toml
mkdir dir.toml; refuse dir.toml
mkfifo pipe.toml; refuse pipe.toml
refuse missing.toml

# by mail: no block, half a block, another's inside it, marks in the wrong order
mail() {
	echo "$1" >>tries; status=0
	timeout 10 "$iacta" submit g --mail <"$1" >out 2>err || status=$?
	case $status in 1|3) ;; *) fail "$1: status $status: $(cat err)" ;; esac
	[ "$(wc -l <err)" -eq 1 ] || fail "$1: $(cat err)"
	state g home >after
	cmp -s before after || fail "$1: it changed $(diff before after)"
}
b='-----BEGIN IACTA ORDERS-----' s='-----BEGIN IACTA SIGNATURE-----' e='-----END IACTA ORDERS-----'
block() { echo "$b"; cat next.toml; echo "$s"; cat next.toml.minisig; echo "$e"; }
: >m1; mail m1
echo hello >m2; mail m2
block | sed 's/^revision = .*/revision = 99/' >m3; mail m3
{ echo "$b"; cat next.toml; echo "$e"; } >m4; mail m4
{ echo "$s"; cat next.toml.minisig; echo "$b"; cat next.toml; echo "$e"; } >m5; mail m5
block | sed 's/^revision = .*/revision = 99/; s/^/> /' >m6; mail m6
block | head -n 12 >m7; mail m7
head -c 3000000 /dev/zero | tr '\0' '\n' >m8; mail m8
{ echo "$b"; echo "$s"; echo "$e"; } >m9; mail m9

# and the good one is still taken
must 0 "$iacta" submit g next.toml
echo "$me: $(wc -l <tries) refused: passed"
