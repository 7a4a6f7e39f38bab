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
    --side tan=tan.pub,bert@example.org
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
[ "$sent" -eq 2 ] || fail "$sent messages about the founding"
show tan
has 'iacta accept --side tan'
for s in purple tan; do
	must 0 "$iacta" accept g --side $s -k $s.key
	must 0 "$iacta" submit g $s-0.toml
done
must 0 "$iacta" adjudicate g

# turn 1: one message each, once
send
[ "$sent" -eq 2 ] || fail "$sent messages"
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

# the sheet of the mail is one that can be checked and signed
show purple
sed -n '/^- - 8< /,/^- - >8 /p' shown | sed '1d;$d' >sheet.toml
must 0 "$iacta" check g sheet.toml -k purple.key
must 0 "$iacta" sign g sheet.toml -k purple.key
# reminders go to those who are awaited
send --remind
[ "$sent" -eq 1 ] || fail "$sent reminders"
show purple
has 'you are awaited'
# without an address, without --from
must 2 "$iacta" mail g --maildir box
says '--from is missing'
echo "$me: passed"
