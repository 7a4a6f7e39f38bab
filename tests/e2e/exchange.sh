#!/bin/sh
# exchange.sh: from `new` to several adjudicated turns with the real commands,
# and everything that must be refused on the way without a trace on the disk
set -eu
export LC_ALL=C
umask 022
iacta=${IACTA:?the program under test}
top=$(mktemp -d "${TMPDIR:-/tmp}/iacta-exchange.XXXXXX")
trap 'rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM
cd "$top"
export IACTA_HOME="$top/home" SOURCE_DATE_EPOCH=1700000000
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

fail() { echo "exchange.sh: $*" >&2; exit 1; }
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
says() { grep -qF -- "$1" err || fail "\"$1\" is not in: $(cat err)"; }
# every file of the game and of the referee, names, modes and contents; but for
# what the program remembers of the signatures that it has verified (home/seen)
state() { { find g1 home -printf '%p %m\n'; find g1 home -type f -exec sha256sum {} +; } | grep -v ' *home/seen' | sort; }
# STATUS WORDS COMMAND...: refused, and nothing has changed
refused() {
	want=$1 words=$2; shift 2
	state >before
	must "$want" "$@"
	says "$words"
	[ ! -s out ] || fail "$*: it answered: $(cat out)"
	state >after
	cmp -s before after || fail "$*: it changed something: $(diff before after)"
}
sha() { sha256sum "$1" | cut -c1-64; }
# SIDE REVISION BODY >FILE: a submission to the open exchange
draft() {
	n=$(sed -n 's/^exchange = //p' g1/turn.toml)
	cat <<END
iacta = 1
game = "g1"
exchange = $n
side = "$1"
turn="$(sha g1/turn.toml)"
revision = $2
nonce = "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
$3
END
}

# ------------------------------------------------------------------ founding
must 0 "$iacta" keygen -o roman
must 0 "$iacta" keygen -o hunnic
must 0 "$iacta" keygen -o stranger
must 1 "$iacta" keygen -o roman
[ "$(stat -c %a roman.key)" = 600 ] || fail "roman.key can be read by others"

must 2 "$iacta" new ancient-battles g1
must 2 "$iacta" new ancient-battles/chalons
must 2 "$iacta" newe; says 'did you mean "new"'
must 2 "$iacta" new a/b g1 --nme x; says 'did you mean "--name"'
must 2 "$iacta" new a/b g1 --name x --name y; says twice
must 1 "$iacta" new ancient-battels/chalons g1; says 'did you mean "ancient-battles"'
must 1 "$iacta" new ancient-battles/chalon g1; says 'did you mean "chalons"'
must 1 "$iacta" new ancient-battles/chalons g1 --side roman=roman.pub; says hunnic
must 1 "$iacta" new ancient-battles/chalons g1 --side roman=roman.pub --side green=hunnic.pub; says 'no such side'
must 1 "$iacta" new ancient-battles/chalons g1 --side roman=roman.pub --side hunnic=nobody; says 'neither a public key'
must 1 "$iacta" new ancient-battles/chalons g1 --side roman=roman.pub --side hunnic=roman.pub; says 'same key'
must 1 "$iacta" new ancient-battles/chalons G1 --side roman=roman.pub --side hunnic=hunnic.pub; says --name
[ ! -e g1 ] || fail "a game that was not founded left something behind"
must 0 "$iacta" new ancient-battles/chalons g1 --side "roman=$(tail -n1 roman.pub)" --side hunnic=hunnic.pub,attila@example.org
must 1 "$iacta" new ancient-battles/chalons other --name g1 --side roman=roman.pub --side hunnic=hunnic.pub; says already
[ "$(stat -c %a home home/secrets home/secrets/g1 home/referee.key | tr '\n' ' ')" = '700 700 600 600 ' ] || fail "the referee's directory can be read by others"
[ ! -e g1/.git/iacta/inbox ] || [ -z "$(ls g1/.git/iacta/inbox)" ] || fail "the inbox is not empty"
secret=$(cat home/secrets/g1)
[ "$(printf 'iacta-secret:g1:%s' "$secret" | sha256sum | cut -c1-64)" = "$(sed -n 's/^secret_commitment = "\(.*\)"/\1/p' g1/game.toml)" ] || fail "secret_commitment"

# ---------------------------------------------------------------- acceptance
refused 4 'roman (accept), hunnic (accept)' "$iacta" adjudicate g1
refused 4 'never late' "$iacta" adjudicate g1 --deadline
refused 1 'not the key with which roman plays' "$iacta" accept g1 --side roman -k stranger.key
refused 1 'did you mean "roman"' "$iacta" accept g1 --side romam -k roman.key
must 0 "$iacta" accept g1 --side roman -k roman.key
[ "$(cat out)" = roman-0.toml ] || fail "accept: $(cat out)"
[ "$(wc -L <roman-0.toml)" -le 72 ] || fail "roman-0.toml has long lines"
! grep -q standard roman-0.toml || fail "the deployment is not sealed"
if command -v minisign >/dev/null; then
	minisign -Vqm roman-0.toml -p roman.pub || fail "minisign does not accept our signature"
fi

# what must be refused, whatever it is
printf '' >empty.toml; cp roman-0.toml.minisig empty.toml.minisig
refused 1 'is empty' "$iacta" submit g1 empty.toml
head -c 300000 /dev/zero | tr '\0' '#' >big.toml; cp roman-0.toml.minisig big.toml.minisig
refused 1 'bytes' "$iacta" submit g1 big.toml
head -c 2000000 /dev/zero >huge.toml
refused 1 'bytes' "$iacta" submit g1 huge.toml
head -c 3000 /dev/urandom >binary.toml; cp roman-0.toml.minisig binary.toml.minisig
refused 1 'binary.toml' "$iacta" submit g1 binary.toml
head -c 300 roman-0.toml >cut.toml; cp roman-0.toml.minisig cut.toml.minisig
refused 1 'cut.toml' "$iacta" submit g1 cut.toml
head -n 7 roman-0.toml >cut.toml
refused 3 'cut.toml' "$iacta" submit g1 cut.toml
cp roman-0.toml unsigned.toml
refused 3 'not signed' "$iacta" submit g1 unsigned.toml
printf 'garbage\n' >unsigned.toml.minisig
refused 3 'unsigned.toml' "$iacta" submit g1 unsigned.toml
sed 's/revision = 1/revision = 2/' roman-0.toml >forged.toml; cp roman-0.toml.minisig forged.toml.minisig
refused 3 'forged.toml' "$iacta" submit g1 forged.toml
sed 's/side = "roman"/side = "hunnic"/' roman-0.toml >crossed.toml
cp roman-0.toml.minisig crossed.toml.minisig
refused 3 'crossed.toml' "$iacta" submit g1 crossed.toml
# the sealed part of another: under one's own signature it is refused too
sign_over g1 crossed.toml hunnic.key
refused 1 'was not sealed for hunnic' "$iacta" submit g1 crossed.toml
sed 's/game = "g1"/game = "g2"/' roman-0.toml >other.toml; cp roman-0.toml.minisig other.toml.minisig
refused 1 'for the game "g2"' "$iacta" submit g1 other.toml
refused 1 'missing.toml' "$iacta" submit g1 missing.toml
refused 1 nowhere "$iacta" submit nowhere roman-0.toml
draft roman 1 '[secret]
deploy = "standard"' >open.toml; cp roman-0.toml.minisig open.toml.minisig
refused 3 'open.toml' "$iacta" submit g1 open.toml
refused 1 'referee' env IACTA_HOME="$top/nobody" "$iacta" submit g1 roman-0.toml
draft roman 1 '' >bare.toml; sign_over g1 bare.toml roman.key
refused 1 '[deploy]' "$iacta" submit g1 bare.toml
[ ! -e g1/.git/iacta/inbox ] || [ -z "$(ls g1/.git/iacta/inbox)" ] || fail "something was kept"

must 0 "$iacta" submit g1 roman-0.toml --receipt receipt.toml
cmp -s out receipt.toml || fail "the receipt is not what was printed"
grep -q "^sha256 = \"$(sha roman-0.toml)\"" receipt.toml || fail "the receipt names another text"
if command -v minisign >/dev/null; then
	minisign -Vqm receipt.toml -p home/referee.pub || fail "minisign does not accept the receipt"
fi
must 0 "$iacta" submit g1 roman-0.toml; says 'kept already'
draft roman 1 '[secret]
deploy = "standard"' >second.toml; sign_over g1 second.toml roman.key
refused 1 'higher revision' "$iacta" submit g1 second.toml
refused 4 'waits for hunnic (accept)' "$iacta" adjudicate g1

# by mail: armoured, quoted prose around it, CRLF
must 0 "$iacta" accept g1 --side hunnic -k hunnic.key
{ echo 'Dear referee,'; echo; echo '-----BEGIN IACTA ORDERS-----'; cat hunnic-0.toml
  echo '-----BEGIN IACTA SIGNATURE-----'; cat hunnic-0.toml.minisig
  echo '-----END IACTA ORDERS-----'; echo; echo '-- '; echo Attila; } | sed 's/$/\r/' >message
must 0 sh -c '"$1" submit g1 --mail <message' sh "$iacta"
must 0 "$iacta" adjudicate g1
grep -q '^exchange = 1$' g1/turn.toml || fail "turn 1"
[ -z "$(ls g1/.git/iacta/inbox)" ] || fail "the inbox was not cleaned"
refused 1 'closed' "$iacta" submit g1 roman-0.toml
cmp -s g1/orders/roman.toml roman-0.toml || fail "the commit does not hold the signed bytes"

# --------------------------------------------------------------------- turns
draft roman 1 '[[order]]
do = "moove"' >wrong.toml; sign_over g1 wrong.toml roman.key
refused 1 'order 1: do = "moove": no such order (did you mean "move"' "$iacta" submit g1 wrong.toml
draft roman 1 '[[secret.order]]
do = "moove"' >wrong.toml; sign_over g1 wrong.toml roman.key
refused 1 'order 1' "$iacta" submit g1 wrong.toml
old=$(sed -n 's/^nonce = //p' roman-0.toml)
draft roman 1 'order = []' | sed "s/^nonce = .*/nonce = $old/" >reused.toml
must 0 "$iacta" check g1 reused.toml
draft roman 1 'order = []' | sed 's/^turn="......../turn="00000000/' >turn.toml
refused 1 'another turn.toml' "$iacta" sign g1 turn.toml -k roman.key

refused 4 'waits for roman (orders)' "$iacta" adjudicate g1
draft roman 1 'say = "Ave"' >talk.toml; sign_over g1 talk.toml roman.key
must 0 "$iacta" submit g1 talk.toml
# words alone answer nothing
refused 4 'waits for roman (orders)' "$iacta" adjudicate g1
draft roman 2 'say = "Ave"
[[secret.order]]
do = "pause"' >orders.toml
sign_over g1 orders.toml roman.key
must 0 "$iacta" submit g1 orders.toml
must 0 "$iacta" adjudicate g1
grep -q 'revision = 2' g1/orders/roman.toml || fail "the highest revision counts"
must 0 "$iacta" adjudicate g1 --deadline
grep -q '^late = \["roman"\]$' g1/turn.toml || fail "roman was late"
[ ! -e g1/orders/roman.toml ] || fail "orders of a side that sent none"
i=0
while [ $i -lt 6 ]; do
	must 0 "$iacta" adjudicate g1 --deadline
	i=$((i + 1))
done

# the same inputs give the same commit
cp -a g1 twin
must 0 "$iacta" adjudicate g1 --deadline
must 0 "$iacta" adjudicate twin --deadline
[ "$(git -C g1 rev-parse HEAD)" = "$(git -C twin rev-parse HEAD)" ] || fail "two machines, two commits"
[ -z "$(git -C g1 status --porcelain)" ] || fail "the work tree: $(git -C g1 status --porcelain)"

# others read it: git, and the dice with nothing but a shell
for c in $(git -C g1 rev-list main); do
	git -C g1 -c gpg.ssh.allowedSignersFile="$top/g1/allowed_signers" verify-commit "$c" 2>err || fail "$(cat err)"
done
git -C g1 fsck --strict >err 2>&1 || fail "$(cat err)"
sh "${IACTA_SRCDIR:-$(dirname "$0")/../..}/tests/e2e/verify-dice.sh" g1 >out 2>err || fail "$(cat err)"

# -------------------------------------------- an OpenSSH key, and a bot's side
if command -v ssh-keygen >/dev/null; then
	ssh-keygen -q -t ed25519 -N '' -C 'a player' -f ssh
	must 0 "$iacta" new ancient-battles/chalons g2 --side roman=ssh.pub --side hunnic=bot
	must 0 "$iacta" accept g2 --side roman
	says 'not signed'
	ssh-keygen -q -Y sign -n iacta -f ssh roman-0.toml 2>/dev/null
	rm -f roman-0.toml.minisig
	must 0 "$iacta" submit g2 roman-0.toml
	must 1 "$iacta" accept g2 --side hunnic -k hunnic.key; says 'bot'
	must 0 "$iacta" adjudicate g2
	[ -e g2/orders/roman.toml.sig ] || fail "the signature is not in the commit"
	while ! grep -q '^result = ' g2/turn.toml; do
		must 0 "$iacta" adjudicate g2 --deadline
	done
	grep -q "^secret = \"$(cat home/secrets/g2)\"" g2/dice.toml || fail "the secret is not given away"
	must 4 "$iacta" adjudicate g2; says 'over'
	sh "${IACTA_SRCDIR:-$(dirname "$0")/../..}/tests/e2e/verify-dice.sh" g2 >out 2>err || fail "$(cat err)"
fi

# ------------------------------------------------------------ two at one time
cp -a g1 race
( set +e; "$iacta" adjudicate race --deadline >/dev/null 2>&1; echo $? >a ) &
( set +e; "$iacta" adjudicate race --deadline >/dev/null 2>&1; echo $? >b ) &
wait
case "$(cat a b | sort | tr '\n' ' ')" in
'0 0 '|'0 4 ') ;;
*) fail "two adjudications at once: $(cat a b)" ;;
esac
git -C race fsck --strict >err 2>&1 || fail "$(cat err)"

# ---------------------------------------------------------------- the command
must 0 "$iacta" --version
must 0 "$iacta" --help
for c in keygen new accept seal sign submit adjudicate; do
	must 0 "$iacta" "$c" --help
	grep -q "^usage: iacta $c" out || fail "usage of $c"
done
must 2 "$iacta" submit g1 a b
must 2 "$iacta" submit
status=0; "$iacta" --help >/dev/full 2>err || status=$?
[ $status -eq 1 ] || fail "a full disk is no failure"
status=0; "$iacta" --help >&- 2>err || status=$?
[ $status -eq 1 ] || fail "a closed output is no failure"
echo "exchange.sh: passed"
