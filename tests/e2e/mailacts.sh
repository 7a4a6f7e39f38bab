#!/bin/sh
# mailacts.sh: what players do besides orders, each by mail, and a signed block
# as forums give it back
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
mkdir games
found games/g --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub,bert@example.org --clock 48,24,96 --absence 9
play games/g 2
g=games/g
# the player's own clone: nothing of the referee's is there
refresh() { rm -rf clone; git clone -q games/g clone; }
refresh

# post FILE: hand the message in; the answer is in `shown`
post() {
	rm -rf box
	must 0 "$iacta" submit --mail --games games --answer --from referee@example.org --maildir box <"$1"
	cat box/new/* | python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
print(m["To"], m["Subject"]); print(" ".join(m.get_body(("plain",)).get_content().split()))' >shown
}
has() { grep -qF -- "$1" shown || fail "no \"$1\" in: $(cat shown)"; }
# SIDE KEY BODY: sign it in the clone and mail the block
revision=1
mail_act() {
	revision=$((revision + 1))
	{ header clone "$1" $revision; printf '%s\n' "$3"; } >act.toml
	must 0 "$iacta" sign clone act.toml -k "$2"
	{ printf 'From: %s <x@example.org>\nTo: referee@example.org\nMessage-ID: <%s@example.org>\n\nHello,\n\n' "$1" "$revision"; cat out; } >act.eml
	post act.eml
}
# what is asked is answered, so that the acts take effect
go_on() {
	asked $g >asked
	while read -r side kind; do
		case $kind in
		orders) send $g "$side" 'order = []' 500 ;;
		*)	send $g "$side" "$(printf '[[answer]]\nkind = "%s"\nanswer = "%s"\n' "$kind" "$(option $g "$side")")" 500 ;;
		esac
	done <asked
	must 0 "$iacta" adjudicate $g
	refresh
}
told() { grep -qF -- "$1" $g/report.txt || fail "no \"$1\" in: $(cat $g/report.txt)"; }

mail_act roman roman.key 'say = "Well met, Attila"'
has 'Received: g'; has 'Your opponents will read: Well met, Attila'
mail_act hunnic hunnic.key '[[act]]
do = "note"
text = "watch his left"'
has 'bert@example.org Received'; has 'note'
! grep -q 'watch his left' shown || fail "a note is told"
mail_act roman roman.key '[[act]]
do = "absence"
from = "2999-07-01"
to = "2999-07-04"'
has 'absence, from 2999-07-01, to 2999-07-04'
mail_act hunnic hunnic.key '[[act]]
do = "extension"
for = "roman"
hours = 24'
has 'extension, for roman, hours 24'
mail_act roman roman.key '[[act]]
do = "extension"
for = "roman"
hours = 24'
has 'Not accepted'; has 'nobody gives himself time'
mail_act roman roman.key '[[act]]
do = "revision"
rules_revision = 99'
has 'Not accepted'; has 'revision of the rules'
mail_act hunnic hunnic.key '[[act]]
do = "draw"'
has 'draw'
go_on
told 'Well met, Attila'
told 'The Romans are away from 2999-07-01 to 2999-07-04'
tr '\n' ' ' <$g/report.txt | tr -s ' ' | grep -q 'The Huns give the Romans 24 hours more' || fail "no extension: $(cat $g/report.txt)"
tr '\n' ' ' <$g/report.txt | tr -s ' ' | grep -q 'The Huns offer a draw' || fail "no draw"
must 0 "$iacta" show clone --side hunnic -k hunnic.key
grep -q 'watch his left' out || fail "the note is not shown to its author: $(cat out)"

# a substitute: the new key speaks from the next exchange on, and gets the mail
must 0 "$iacta" keygen -o new
mail_act hunnic hunnic.key "[[act]]
do = \"substitute\"
key = \"$(tail -n 1 new.pub)\"
mail = \"new@example.org\""
has 'substitute'
go_on
{ header clone hunnic 1; echo 'say = "still here"'; } >act.toml
must 1 "$iacta" sign clone act.toml -k hunnic.key
mail_act hunnic new.key 'say = "I am new here"'
has 'new@example.org Received'

# both propose to take the game back: it is, at once
back=$(($(turn $g) - 1))
mail_act hunnic new.key "[[act]]
do = \"rewind\"
exchange = $back"
mail_act roman roman.key "[[act]]
do = \"rewind\"
exchange = $back"
has "rewind, exchange $back"
must 0 "$iacta" adjudicate $g
refresh
grep -q '^rewound' $g/turn.toml || grep -q 'rewound = ' $g/turn.toml || fail "not taken back: $(cat $g/turn.toml)"

# ------------------------------------------------------------------ a forum
# The block as it comes back out of a post, copied from the page or mailed by
# the forum: quoted, in a code box with line numbers' blanks, with smilies made
# of ":)" and links made of addresses, <br> for every line, HTML entities.
cp new.key hunnic.key
{ header clone hunnic 700; printf 'say = "See http://example.org/map :) and 8) -- mine @ dawn"\n[[act]]\ndo = "pause"\nfrom = "2027-01-01"\nto = "2027-01-05"\n'; } >act.toml
must 0 "$iacta" sign clone act.toml -k new.key
cp out block
python3 - block <<'END'
import html, sys
b = open(sys.argv[1]).read()
head = "From: forum@example.com\nTo: referee@example.org\nSubject: New post\nMessage-ID: <f%d@example.com>\nMIME-Version: 1.0\nContent-Type: %s; charset=utf-8\n\n"
def smilies(s):
    return s.replace(":)", '<img src="/smile.gif" alt=":)" title="Smile">').replace("8)", '<img class="smiley" alt="8)" src="/cool.png">')
def links(s):
    return s.replace("http://example.org/map", '<a href="http://example.org/map" rel="nofollow">http://example.org/map</a>')
e = html.escape(b, quote=False)
posts = [
    # phpBB: code box
    ("text/html", '<div class="content">My turn!<br><div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>%s</code></pre></div>Bye</div>' % e),
    # phpBB, vBulletin: plain post with smilies and links, <br /> for lines
    ("text/html", "<div class=postbody>" + links(smilies(e)).replace("\n", "<br />\n") + "</div>"),
    # SMF: non-breaking blanks and <br>
    ("text/html", '<div class="inner">' + smilies(e.replace(" ", "&nbsp;")).replace("\n", "<br>") + "</div>"),
    # Discourse: Markdown fence, as mail
    ("text/plain", "Somebody posted:\n\n```\n" + b + "```\n\n---\n[Visit Topic](https://forum.example.com/t/1)\n"),
    # Markdown: indented as code
    ("text/plain", "New post:\n\n" + "".join("    " + x + "\n" for x in b.split("\n"))),
    # the source of the post, BBCode and all
    ("text/plain", "[quote=bert]old stuff[/quote]\n[code]\n" + b + "[/code]\n"),
    # Markdown made typographic: quotes and dashes
    ("text/html", "<p>" + e.replace("--", "—").replace("\n", "<br>\n") + "</p>"),
    # a quoted post
    ("text/plain", "bert wrote:\n" + "".join("> " + x + "\n" for x in b.rstrip("\n").split("\n"))),
    # smilies as characters
    ("text/html", "<p>" + e.replace(":)", "&#128578;").replace("8)", "\U0001f60e").replace("\n", "<br>\n") + "</p>"),
    # url tags made by the engine
    ("text/plain", b.replace("http://example.org/map", "[url]http://example.org/map[/url]")),
]
for i, (t, x) in enumerate(posts):
    open("post-%d.eml" % i, "w").write(head % (i, t) + x)
END
for f in post-*.eml; do
	rm -rf $g/.git/iacta/inbox $g/.git/iacta/receipts
	post "$f"
	grep -q 'new@example.org Received' shown || { echo "$f: $(cat shown)" >&2; bad=yes; continue; }
	cmp -s "$g/.git/iacta/inbox/$(turn $g).hunnic.700.act.toml" act.signed.toml || fail "$f: other bytes: $(ls $g/.git/iacta/inbox)"
done
[ -z "${bad-}" ] || fail "a post was refused"

# the end: one resigns, by mail
mail_act roman roman.key '[[act]]
do = "resign"'
has 'resign'
must 0 "$iacta" adjudicate $g
grep -q 'hunnic wins by resignation' $g/turn.toml || fail "not over: $(cat $g/turn.toml)"
must 0 "$iacta" audit $g
echo "$me: passed"
