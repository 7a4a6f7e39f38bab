#!/bin/sh
# mail.sh: submissions as mail brings them: sixty ways in which a message is
# mangled, mixtures of them, answers, and who gets none.  IACTA_MIXTURES says
# how many mixtures are tried (60).
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need python3 git
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
IACTA_DATA=$src

must 0 "$iacta" keygen -o roman
must 0 "$iacta" keygen -o hunnic
mkdir games
must 0 "$iacta" new ancient-battles/chalons games/plain \
    --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub
for s in roman hunnic; do
	must 0 "$iacta" accept games/plain --side $s -k $s.key
	must 0 "$iacta" submit games/plain $s-0.toml
done
must 0 "$iacta" adjudicate games/plain
must 0 "$iacta" orders games/plain --side roman
sed 's/^order = \[$/&\n{ do = "move", unit = "legio-52", to = "2719" },/' out >roman.toml
must 0 "$iacta" sign games/plain roman.toml -k roman.key
cp out block
signed=$(sha roman.signed.toml)
inbox=games/plain/.git/iacta/inbox

# FILE: hand it in; whatever is kept must be what was signed, to the byte
take() {
	rm -rf "$inbox" games/plain/.git/iacta/receipts
	status=0
	timeout 20 "$iacta" submit --mail --games games <"$1" >out 2>err || status=$?
	[ $status -lt 124 ] || fail "$1: status $status: $(cat err)"
	[ $status -eq 0 ] || [ "$(wc -l <err)" -eq 1 ] || fail "$1: $(cat err)"
	for f in "$inbox"/*.toml; do
		[ ! -e "$f" ] || [ "$(sha "$f")" = "$signed" ] || fail "$1: kept other bytes"
		[ -e "$f" ] || [ $status -ne 0 ] || fail "$1: nothing was kept"
	done
}

# the sixty
mkdir sixty
python3 "$src/tests/mail/manglings.py" block sixty
[ "$(wc -l <sixty/expect)" -eq 60 ] || fail "not sixty"
while read -r name what words; do
	take "sixty/$name.eml"
	case $what in
	accept) [ $status -eq 0 ] || fail "$name is refused: $(cat err)" ;;
	refuse)	[ $status -ne 0 ] || fail "$name is accepted"
		grep -qE "$words" err || fail "$name: no \"$words\" in: $(cat err)" ;;
	esac
done <sixty/expect

# mixtures: never a wrong order, never a crash, always a sentence
mkdir mixed
n=${IACTA_MIXTURES:-60} accepted=0
python3 "$src/tests/mail/manglings.py" block mixed --random "$n" iacta
for f in mixed/*.eml; do
	take "$f"
	[ $status -ne 0 ] || accepted=$((accepted + 1))
done
echo "$me: of $n mixtures of three $accepted were accepted"
[ $((accepted * 10)) -ge $((n * 7)) ] || fail "too few"

# a letter changed on its way is never accepted
sed 's/legio/legia/; s/^revision = 1/revision = 2/' block >changed
{ printf 'From: a@example.org\n\n'; cat changed; } >changed.eml
take changed.eml
[ $status -eq 3 ] || fail "a changed block: $status: $(cat err)"

# FILE: hand it in and answer into a Maildir; the answers are in box/new
post() {
	rm -rf box "$inbox" games/plain/.git/iacta/receipts
	status=0
	"$iacta" submit --mail --games games --answer --from referee@example.org \
	    --maildir box <"$1" >out 2>err || status=$?
	[ $status -eq 0 ] || fail "$1: $status: $(cat err)"
	answers=$(find box/new -type f 2>/dev/null | wc -l)
}
has() { cat box/new/* | python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
print(m.items()); print(m.get_body(("plain",)).get_content())
print([p.get_filename() for p in m.iter_attachments()])' >shown
	grep -qF -- "$1" shown || fail "no \"$1\" in: $(cat shown)"; }

# what was kept is told to the address of the charter, orders and all
post sixty/39-before.eml
[ "$answers" -eq 1 ] || fail "$answers answers"
has "('To', 'anna@example.org')"
has "Auto-Submitted', 'auto-replied'"
has 'move, unit legio-52, to 2719'
has 'receipt.toml.minisig'
# what is legal in form and will come to nothing is told with the receipt
must 0 "$iacta" orders games/plain --side roman
sed 's/^order = \[$/&\n{ do = "move", unit = "legio-52", to = "4510" },/' out >far.toml
must 0 "$iacta" sign games/plain far.toml -k roman.key
{ printf 'From: Anna <anna@example.org>\n\n'; cat out; } >far.eml
post far.eml
has 'move, unit legio-52, to 4510'
has 'Look at this again'
has '* order 1: '
# somebody else sends a copy of it: he learns nothing, Anna gets the receipt
sed 's/anna@example.org/eve@example.com/' sixty/39-before.eml >forged.eml
post forged.eml
has "('To', 'anna@example.org')"
# what was not kept is answered to the sender, with the reason
post sixty/38-cut-at-signature.eml
[ "$answers" -eq 1 ] || fail "$answers answers"
has "('To', 'anna@example.org')"
has 'cut'
has 'Nothing was lost'
# robots get no answer, but what they carry counts
for h in 'Auto-Submitted: auto-replied' 'Precedence: bulk' 'List-Id: <x>' \
    'Return-Path: <>' 'X-Autoreply: yes'; do
	{ echo "$h"; cat sixty/43-attachment-dropped.eml; } >robot.eml
	post robot.eml
	[ "$answers" -eq 0 ] || fail "$h: answered"
done
{ echo 'From: Mail Delivery <MAILER-DAEMON@example.org>'; echo; echo bounce; } >robot.eml
post robot.eml
[ "$answers" -eq 0 ] || fail "a bounce is answered"
# where the disk fails the queue keeps the message, and nobody is blamed
rm -rf box "$inbox"; : >"$inbox"
status=0
"$iacta" submit --mail --games games --answer --from referee@example.org \
    --maildir box <sixty/39-before.eml >out 2>err || status=$?
[ $status -eq 75 ] || fail "a failing disk: status $status: $(cat err)"
[ ! -d box/new ] || fail "a failing disk: an answer was sent"
rm "$inbox"
post sixty/39-before.eml
has 'receipt.toml.minisig'
# 20 MB
{ head -5 sixty/39-before.eml; echo; head -c 20000000 /dev/zero | tr '\0' 'x' | fold; } >large.eml
post large.eml
has 'a part of it has more than'
# fifty a day, then silence
n=0
while [ $((n += 1)) -le 60 ]; do post sixty/43-attachment-dropped.eml; done
[ "$answers" -eq 0 ] || fail "a loop is not ended"
says 'too many answers today'
echo "$me: passed"
