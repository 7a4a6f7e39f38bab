#!/bin/sh
# minisign.sh: keys and signatures of the real minisign and of ssh-keygen are
# taken, and ours are theirs
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need minisign ssh-keygen

# keys: one of minisign's, one of OpenSSH's
minisign -G -W -p roman.pub -s roman.key >/dev/null
ssh-keygen -q -t ed25519 -N '' -C 'a player' -f hunnic
found g --side roman=roman.pub --side hunnic=hunnic.pub

# SIDE: sign the draft that stands in $paper by the player's own tool
sign() {
	must 0 "$iacta" seal g "$paper"
	mv "${paper%.toml}.sealed.toml" "$paper"
	case $1 in
	roman)	minisign -S -s roman.key -m "$paper" >/dev/null ;;
	hunnic)	ssh-keygen -q -Y sign -n iacta -f hunnic "$paper" 2>/dev/null ;;
	esac
}
# SIDE BODY
send_by_hand() {
	paper=$(turn g)-$1.toml
	{ header g "$1" 1; printf '%s\n' "$2"; } >"$paper"
	sign "$1"
	must 0 "$iacta" submit g "$paper" --receipt "$paper.receipt"
	minisign -V -q -p home/referee.pub -m "$paper.receipt" || fail "minisign does not take the receipt"
}
for s in roman hunnic; do send_by_hand $s '[secret]
deploy = "standard"'; done
must 0 "$iacta" adjudicate g
[ -e g/orders/roman.toml.minisig ] && [ -e g/orders/hunnic.toml.sig ] || fail "the signatures"
send_by_hand roman "$(roman_orders)"
must 0 "$iacta" adjudicate g
minisign -V -q -p roman.pub -m g/orders/roman.toml || fail "what is in the commit does not verify"

# minisign's own comment has tabs, which mail makes blanks of
paper=mail.toml
side=$(asked g | head -n 1); side=${side% *}
{ header g "$side" 1; echo 'order = []'; } >$paper
sign "$side"
ext=minisig; [ -e $paper.minisig ] || ext=sig
{ echo 'Ave,'; echo '-----BEGIN IACTA ORDERS-----'; cat $paper; echo '-----BEGIN IACTA SIGNATURE-----'
  cat $paper.$ext; echo '-----END IACTA ORDERS-----'; } | expand | sed 's/$/\r/' >message
must 0 sh -c '"$1" submit g --mail <message' sh "$iacta"

# what must not be taken: another namespace, another key, a legacy signature
# (unless it is minisign 0.12, which makes none any more), a changed comment
{ header g hunnic 2; echo 'order = []'; } >ns.toml
ssh-keygen -q -Y sign -n file -f hunnic ns.toml 2>/dev/null
must 3 "$iacta" submit g ns.toml
rm ns.toml.sig
ssh-keygen -q -t ed25519 -N '' -C other -f other
ssh-keygen -q -Y sign -n iacta -f other ns.toml 2>/dev/null
must 3 "$iacta" submit g ns.toml
{ header g roman 2; echo 'order = []'; } >roman2.toml
if minisign -S -l -s roman.key -m roman2.toml >/dev/null 2>&1; then
	must 3 "$iacta" submit g roman2.toml; says 'minisign'
fi
minisign -S -s roman.key -m roman2.toml -t 'a comment' >/dev/null
sed 's/a comment/another/' roman2.toml.minisig >x; mv x roman2.toml.minisig
must 3 "$iacta" submit g roman2.toml
minisign -S -s roman.key -m roman2.toml -t 'a comment' >/dev/null
must 0 "$iacta" submit g roman2.toml

# ours, by minisign; and a key of ours signs with it
"$iacta" keygen -o ours >/dev/null
echo text >text; minisign -S -s ours.key -m text >/dev/null </dev/null || fail "minisign does not take our key"
minisign -V -q -p ours.pub -m text || fail "minisign does not take our public key"
found h --side roman=ours.pub --side hunnic=bot
must 0 "$iacta" accept h --side roman -k ours.key
minisign -V -q -p ours.pub -m roman-0.toml || fail "minisign does not take our signature"
while [ "$(asked g)" ] && [ "$(turn g)" -lt 6 ]; do must 0 "$iacta" adjudicate g --deadline; over g && break; done
must 0 "$iacta" audit g
echo "$me: passed"
