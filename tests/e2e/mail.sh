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
# an answer goes to one address, whatever the headers try, and says what it says
hostile() {
	post hostile.eml
	[ "$answers" -le 1 ] || fail "$answers answers to: $(head -5 hostile.eml)"
	[ "$answers" -eq 0 ] || python3 - box/new/* <<'END' || fail "headers: $(head -20 box/new/*)"
import email, email.utils, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"))
known = {"from", "to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
         "x-auto-response-suppress", "x-iacta-game", "mime-version", "content-type", "content-transfer-encoding"}
sys.exit(len(email.utils.getaddresses([m["To"]])) != 1 or "victim" in m["To"] or
         not known >= {k.lower() for k in m.keys()} or len(set(m.keys())) != len(m.keys()) or
         any(len(v) > 2000 for v in m.values()))
END
}
long=$(head -c 100000 /dev/zero | tr '\0' a)
for h in 'From: "x\r\nBcc: victim@example.org" <eve@example.org>\n' \
    'From: eve@example.org\nSubject: =?utf-8?q?hello=0D=0ABcc:_victim@example.org?=\n' \
    'From: =?utf-8?q?eve=0ABcc:_victim@example.org?= <eve@example.org>\n' \
    'From: eve@example.org\nReply-To: =?utf-8?q?a=0D=0ATo:_victim@example.org?= <r@example.org>\n' \
    'From: a@example.org, victim@example.org\nReply-To: l1@example.org, victim@example.org\n' \
    'From: eve@example.org\nMessage-ID: <a\r\n b@x>\nReferences: <'"$long"'@x>\n' \
    'From: -oQ/tmp/x@example.org\nSubject: -bs\n' \
    'From: eve@example.org\nSubject: '"$long"'\n'; do
	# shellcheck disable=SC2059
	{ printf "$h"; printf '\nno orders\n'; } >hostile.eml
	hostile
done
# a name in a message is never a path
for g in '../games/plain' '.' '..' 'plain/../plain' '/etc' 'plain/.git'; do
	{ printf 'From: eve@example.org\n\n'; sed "s#^game = .*#game = \"$g\"#" block; } >hostile.eml
	hostile
	[ ! -e "$inbox" ] || [ -z "$(ls "$inbox")" ] || fail "$g: it was kept"
done
python3 - roman.signed.toml roman.signed.toml.minisig "$top/home/evil" >hostile.eml <<'END'
import email.message, sys
m = email.message.EmailMessage()
m["From"] = "anna@example.org"
m.set_content("attached")
for i, ext in (1, ".toml"), (2, ".toml.minisig"):
    m.add_attachment(open(sys.argv[i], "rb").read(), maintype="application", subtype="octet-stream",
                     filename="../" * 20 + sys.argv[3] + ext)
print(m)
END
hostile
[ -e "$inbox" ] && [ ! -e home/evil.toml ] || fail "an attachment's name is a path: $(cat err; head -30 hostile.eml)"

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
