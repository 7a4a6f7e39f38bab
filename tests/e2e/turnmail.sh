#!/bin/sh
# turnmail.sh: what the players are sent: once, to whom it is due, and nothing
# that they may not know
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need python3 git
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
IACTA_DATA=$src

must 0 "$iacta" keygen -o purple
must 0 "$iacta" keygen -o tan
must 0 "$iacta" new cc-medieval/thannuris g --side purple=purple.pub,anna@example.org \
    --side tan=tan.pub,bert@example.org --spectator carol@example.org
# send ARGS: write to the players into box; $sent messages
send() {
	rm -rf box
	must 0 "$iacta" mail g --from referee@example.org --maildir box "$@"
	sent=$(find box/new -type f 2>/dev/null | wc -l)
}
# SIDE: that side's message as text, everything decoded, into shown
show() {
	python3 - box/new/*".$1."* >shown <<'END'
import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
for k, v in m.items():
    print(k + ":", v)
for p in m.walk():
    print("part", p.get_content_type(), p.get_filename())
    if p.get_content_maintype() == "text":
        print(p.get_content())
END
}
has() { grep -qF -- "$1" shown || fail "no \"$1\" in: $(cat shown)"; }
hasnt() { ! grep -qF -- "$1" shown || fail "\"$1\" is in: $(grep -F -- "$1" shown)"; }

# the founding: both are asked to accept
send
[ "$sent" -eq 3 ] || fail "$sent messages about the founding"
show 0
has 'To: carol@example.org'
hasnt 'iacta accept --side'
show tan
has 'iacta accept --side tan'
for s in purple tan; do
	must 0 "$iacta" accept g --side $s -k $s.key
	must 0 "$iacta" submit g $s-0.toml
done
must 0 "$iacta" adjudicate g

# turn 1: one message each, once
send
[ "$sent" -eq 3 ] || fail "$sent messages"
# small enough for any mailbox, the picture with a palette of few colours
python3 - box/new/* <<'END' || fail "the size"
import email, os, sys
for path in sys.argv[1:]:
    if os.path.getsize(path) > 300000:
        sys.exit("%s: %d bytes" % (path, os.path.getsize(path)))
    for p in email.message_from_binary_file(open(path, "rb")).walk():
        if p.get_filename() == "map.png":
            png = p.get_payload(decode=True)
            if png[:8] != b"\x89PNG\r\n\x1a\n" or png[25] != 3 or len(png) > 100000:
                sys.exit("%s: a picture of %d bytes" % (path, len(png)))
END
cp -r box first
send
[ "$sent" -eq 0 ] || fail "written to twice"
send --again --side tan
[ "$sent" -eq 1 ] || fail "--again --side: $sent"
rm -rf box
cp -r first box
show purple
has 'To: anna@example.org'
has 'your move'
has 'It is your move: you play the Byzantines.'
has 'part text/html'
has 'order = ['
has 'References: <g.'
has 'part text/html g-1.html'
show tan
has 'Nothing is asked of you now.'
hasnt 'order = ['
# its own hand, all of it, and no card of the other's
for s in purple tan; do
	"$iacta" show g --side $s -k $s.key --json | tr -d '\n' |
		sed 's/.*"cards": *\[\([^]]*\)\].*/\1/' | tr ',' '\n' | tr -d '" ' >$s.hand
	echo >>$s.hand
done
grep -q . tan.hand || fail "tan has no hand"
for s in purple tan; do
	show $s
	other=tan; [ $s = purple ] || other=purple
	while read -r card; do [ -z "$card" ] || has "$card"; done <$s.hand
	while read -r card; do
		[ -z "$card" ] || grep -qx -- "$card" $s.hand || hasnt "$card"
	done <$other.hand
done

# a spectator learns what is public: nobody's hand, and no sheet
show 0
has 'To: carol@example.org'
has 'You are watching this game.'
hasnt 'order = ['
for s in purple tan; do
	while read -r card; do [ -z "$card" ] || hasnt "$card"; done <$s.hand
done

# the sheet of the mail is filled in, checked and signed, and the block sent as
# the reply; the nonce is put in by who signs
show purple
sed -n '/^- - 8< /,/^- - >8 /p' shown | sed '1d;$d' >sheet.toml
! grep -q '^nonce' sheet.toml || fail "the referee chose the nonce"
must 0 "$iacta" check g sheet.toml -k purple.key
# cards of the enemy's turn are played as something else in one's own
card=$(grep -Ev '^$|^(ambush|first-strike|counter-attack)' purple.hand | head -1)
[ -n "$card" ] || fail "no card of $(cat purple.hand) can be played"
sed "s/^order = \\[\$/&\n{ do = \"play\", card = \"$card\" },/" sheet.toml >filled.toml
must 0 "$iacta" check g filled.toml -k purple.key
must 0 "$iacta" sign g filled.toml -k purple.key
{ printf 'From: anna@example.org\nTo: referee@example.org\nSubject: Re: turn 1\nMessage-ID: <reply@example.org>\n\nHere they are.\n\n'; cat out
  echo '> - - 8< - - orders.toml'; sed 's/^/> /' sheet.toml; } >reply.eml
rm -rf answers
must 0 "$iacta" submit g --mail --answer --from referee@example.org --maildir answers <reply.eml
cat answers/new/* | python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
print(m["To"], m["Subject"]); print(m.get_body(("plain",)).get_content())' >shown
has "play, card $card"
must 0 "$iacta" adjudicate g
must 0 "$iacta" audit g
grep -q "card = \"$card\"" g/answers.toml || fail "the card was not played: $(cat g/answers.toml)"
# reminders go to those who are awaited
asked=$(asked g | cut -d' ' -f1 | head -1)
send --remind
[ "$sent" -eq 1 ] || fail "$sent reminders"
show "$asked"
has 'you are awaited'
# without an address, without --from
must 2 "$iacta" mail g --maildir box
says '--from is missing'
echo "$me: passed"
