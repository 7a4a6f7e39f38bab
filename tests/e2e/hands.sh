#!/bin/sh
# hands.sh: a game with hidden hands, with the real commands: who sees what
set -eu
export LC_ALL=C
umask 022
iacta=${IACTA:?the program under test}
top=$(mktemp -d "${TMPDIR:-/tmp}/iacta-hands.XXXXXX")
trap 'rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM
cd "$top"
export IACTA_HOME="$top/home" IACTA_DATA="${IACTA_SRCDIR:?the source tree}"
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

fail() { echo "hands.sh: $*" >&2; exit 1; }
# STATUS COMMAND...: it must end so, with one line to stderr unless it is 0
must() {
	want=$1; shift
	status=0; "$@" >out 2>err || status=$?
	[ $status -eq "$want" ] || fail "$*: status $status, not $want: $(cat err)"
	[ "$want" -eq 0 ] || [ "$(wc -l <err)" -eq 1 ] || fail "$*: $(cat err)"
}
# DIR PAPER KEY: sign a draft, and put what is signed in its place
sign_over() {
	must 0 "$iacta" sign "$1" "$2" -k "$3"
	mv "${2%.toml}.signed.toml" "$2"; mv "${2%.toml}.signed.toml.minisig" "$2.minisig"
}
says() { grep -qF -- "$1" "$2" || fail "\"$1\" is not in: $(cat "$2")"; }
# the cards of a side, one a line
hand() { "$iacta" show g1 --side "$1" -k "$1.key" --json | tr -d '\n' | sed 's/.*"cards": *\[\([^]]*\)\].*/\1/' | tr ',' '\n' | tr -d '" '; echo; }
# SIDE BODY: a submission to the open exchange, in order.toml
draft() {
	cat >order.toml <<END
iacta = 1
game = "g1"
exchange = $(sed -n 's/^exchange = //p' g1/turn.toml)
side = "$1"
turn="$(sha256sum g1/turn.toml | cut -c1-64)"
revision = 1
nonce = "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
$2
END
}
# a card that is named nowhere outside rules/ nor in a message
unseen() { ! grep -rqwF --exclude-dir=.git --exclude-dir=rules -- "$1" g1 out err || fail "$1 can be seen: $(grep -rwF --exclude-dir=.git --exclude-dir=rules -- "$1" g1 out err)"; }

must 0 "$iacta" keygen -o tan
must 0 "$iacta" keygen -o purple

# an OpenSSH key opens no hand
ssh='ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ'
must 1 "$iacta" new cc-medieval/utus g1 --side tan=tan.pub --side "purple=$ssh"
says 'needs a minisign key' err
[ ! -e g1 ] || fail "it left something behind"

must 0 "$iacta" new cc-medieval/utus g1 --side tan=tan.pub --side purple=purple.pub
for s in tan purple; do must 0 "$iacta" accept g1 --side $s -k $s.key --submit; done
must 0 "$iacta" adjudicate g1
[ "$(grep -c '^\[\[hand\]\]' g1/turn.toml)" = 2 ] || fail "there are no two hands"

# each sees his own hand, and nobody another's
hand tan >tan.hand
hand purple >purple.hand
[ "$(wc -l <tan.hand)" = 5 ] && [ "$(wc -l <purple.hand)" = 5 ] || fail "hands: $(cat tan.hand purple.hand)"
must 1 "$iacta" show g1 --side tan -k purple.key
must 0 "$iacta" show g1
for c in $(cat tan.hand purple.hand); do unseen "$c"; done
must 0 "$iacta" orders g1 --side tan -k tan.key
for c in $(cat tan.hand); do says "$c" out; done
for c in $(cat purple.hand); do ! grep -qwF -- "$c" out || fail "tan's sheet shows $c"; done
must 0 "$iacta" orders g1 --side tan
for c in $(cat tan.hand); do unseen "$c"; done

# a card that is not in the hand: its side can learn it before, nobody else ever
other=$(grep -Ev '^(ambush|first-strike|counter-attack)' purple.hand | head -n1)
draft tan "[[secret.order]]
do = \"play\"
card = \"$other\"
units = []"
"$iacta" check g1 order.toml >out 2>&1 || :
! grep -q 'not in your hand' out || fail "check knows the hand without the key"
must 1 "$iacta" check g1 order.toml -k tan.key
says 'not in your hand' err
sign_over g1 order.toml tan.key
must 0 "$iacta" submit g1 order.toml
unseen "$other"
must 0 "$iacta" adjudicate g1
unseen "$other"
must 0 "$iacta" show g1 --side tan -k tan.key
says 'not in your hand' out
must 0 "$iacta" show g1 --side purple -k purple.key
! grep -q 'not in your hand' out || fail "purple sees why tan was refused"

# the first card went in its place, and is seen now
says "card = \"$(head -n1 tan.hand)\"" g1/answers.toml
must 0 "$iacta" audit g1
says 'shuffled and dealt' out
