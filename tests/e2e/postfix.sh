#!/bin/sh
# postfix.sh: Chalons by real mail.  A Postfix of its own on loopback, with the
# lines of docs/REFEREE.md, in a scratch directory and on a port of its own; two
# players with Maildirs; ten exchanges, with all that goes wrong on the way.
# Needs root, as every mail server does; touches no service of the machine.
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need python3 git postfix postconf setpriv flock
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
[ "$(id -u)" -eq 0 ] || skip "only root can start a Postfix"
id postfix >/dev/null 2>&1 && id nobody >/dev/null 2>&1 || skip "there is no user postfix or nobody"
postconf -m | grep -qx inline || skip "this Postfix has no inline tables"
IACTA_DATA=$top/share

# ------------------------------------------------------------- the server

chmod 711 "$top"
mkdir -m 755 bin share etc queue var games boxes log
cp "$(dirname "$iacta")"/iacta "$(dirname "$iacta")"/iacta-mail bin
[ ! -x "$(dirname "$iacta")/iacta-png" ] || cp "$(dirname "$iacta")/iacta-png" bin
cp "$src/tests/mail/smtp.py" "$src/tests/mail/boxes.py" bin
cp -r "$src/games" share
chmod -R u+w,a+rX share bin
iacta=$top/bin/iacta
printf '[safe]\n\tdirectory = *\n' >gitconfig
GIT_CONFIG_GLOBAL=$top/gitconfig
IACTA_HOME=$top/home
mkdir -m 700 home
nobody=$(id -u nobody) group=$(id -g nobody)
chown "$nobody:$group" home games boxes
# COMMAND...: as the user whom the referee's guide calls iacta
as_referee() { setpriv --reuid="$nobody" --regid="$group" --clear-groups "$@"; }

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >bin/sendmail <<END
#!/bin/sh
exec python3 $top/bin/smtp.py $port referee@example.org
END
chmod 755 bin/sendmail

# FILE: the lines that the guide gives for it
guide() {
	awk -v file="$1" 'index($0, "/etc/postfix/" file) { on = 1; next }
		on && /^        / { sub(/^        /, ""); print; seen = 1; next }
		on && seen { exit }' "$src/docs/REFEREE.md" |
	sed "s|user=iacta|user=nobody|; s|/usr/local/bin/|$top/bin/|
		s|/var/lib/iacta/games|$top/games --wait 1 --sendmail $top/bin/sendmail|
		s|argv=|argv=/usr/bin/env IACTA_HOME=$IACTA_HOME |"
}
guide master.cf >guide.master
guide main.cf >guide.main
grep -q 'submit --mail' guide.master && grep -q '^transport_maps' guide.main || fail "the guide has no such lines"
cat >etc/main.cf <<END
compatibility_level = 3.6
queue_directory = $top/queue
data_directory = $top/var
command_directory = $(postconf -dh command_directory)
daemon_directory = $(postconf -dh daemon_directory)
mail_owner = postfix
setgid_group = $(postconf -dh setgid_group)
maillog_file = $top/log/maillog
maillog_file_prefixes = $top/log
myhostname = mail.example.org
mydestination = example.org
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
disable_dns_lookups = yes
alias_maps =
alias_database =
message_size_limit = 30000000
mailbox_size_limit = 0
minimal_backoff_time = 600
smtpd_reject_unlisted_recipient = no
smtpd_recipient_restrictions = permit_mynetworks, reject
virtual_mailbox_domains = players.example
virtual_mailbox_base = $top/boxes
virtual_mailbox_maps = inline:{ {anna@players.example = anna/}, {bert@players.example = bert/} }
virtual_minimum_uid = 1
virtual_uid_maps = static:$nobody
virtual_gid_maps = static:$group
END
cat guide.main >>etc/main.cf
cat >etc/master.cf <<END
127.0.0.1:$port inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
pickup unix n - n 60 1 pickup
flush unix n - n 1000? 0 flush
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
showq unix n - n - - showq
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
END
cat guide.master >>etc/master.cf
chown postfix var

running=
up() { postfix -c "$top/etc" start >log/start 2>&1 || fail "Postfix does not start: $(cat log/start log/maillog 2>/dev/null | tail -5)"; running=yes; }
down() { [ -z "$running" ] || postfix -c "$top/etc" stop >log/stop 2>&1 || :; running=; }
trap 'down; rm -rf "$top"' EXIT
up

# SECONDS WHAT COMMAND...: until it is so
wait_for() {
	secs=$1 what=$2; shift 2
	tries=$((secs * 10))
	until "$@"; do
		[ $((tries -= 1)) -gt 0 ] || {
			tail -20 log/maillog >&2
			for b in anna bert; do python3 bin/boxes.py boxes/$b | sed "s/^/$b: /" >&2; done
			fail "$what: it has not come about in $secs seconds"
		}
		sleep 0.1
	done
}
# PLAYER: how many messages it has
count() { find "boxes/$1/new" -type f 2>/dev/null | wc -l; }
has_got() { [ "$(count "$1")" -ge "$2" ]; }
# how many messages the pipe has taken
taken() { grep -c 'relay=iacta, .*status=sent' log/maillog 2>/dev/null || :; }
has_taken() { [ "$(taken)" -ge "$1" ]; }
empty_queue() { [ -z "$(find queue/incoming queue/active queue/deferred queue/maildrop -type f 2>/dev/null | head -1)" ]; }

# ------------------------------------------------------------ the players

anna=0 bert=0 in=0	# messages due to each, messages sent to the referee
# FROM SUBJECT < BODY: a message of a player
compose() {
	printf 'From: %s\nTo: referee+chalons@example.org\nSubject: %s\n' "$1" "$2"
	printf 'Message-ID: <%s.%s@players.example>\nDate: Wed, 18 Nov 2026 10:00:00 +0000\n' "$in" "$$"
	printf 'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n'
	cat
}
# FILE ENVELOPE: to the referee by SMTP
post() {
	python3 bin/smtp.py "$port" "$2" referee+chalons@example.org <"$1" || fail "$1: not sent"
	in=$((in + 1))
}
# SIDE EXTRA...: fill in the sheet that came by mail, sign it, send the block
side_of() { case $1 in roman) echo anna ;; hunnic) echo bert ;; esac; }
fetch() { git -C "$1.git" pull -q; }
turn_of() { git -C games/chalons show main:turn.toml | sed -n 's/^exchange = //p'; }
asked_side() { git -C games/chalons show main:turn.toml | awk '/^\[\[ask\]\]/ { on = 1 } on && $1 == "side" { gsub(/"/, ""); print $3; exit }'; }
# SIDE REVISION ORDERS: write block.SIDE
write_orders() {
	who=$(side_of "$1"); n=$(turn_of)
	python3 bin/boxes.py "boxes/$who" sheet "$n" >sheet.toml
	grep -q '^order = \[' sheet.toml || fail "$who got no sheet for turn $n"
	printf '%s\n' "$3" >lines
	sed "s/^revision = .*/revision = $2/; /^order = \[\$/r lines" sheet.toml >"$1.toml"
	must 0 "$iacta" sign "$1.git" "$1.toml" -k "$1.key"
	cp out "block.$1"
}
tick() { as_referee "$iacta" tick --games games --from referee@example.org --sendmail "$top/bin/sendmail" >out 2>err || fail "tick: $(cat err)"; }
# a tick that adjudicates: both players get the turn
go_on() {
	was=$(turn_of)
	tick
	[ "$(turn_of)" -eq $((was + 1)) ] || fail "turn $was: the tick did not adjudicate once: $(cat err)"
	anna=$((anna + 1)) bert=$((bert + 1))
	wait_for 60 "the mail about turn $((was + 1))" has_got anna $anna
	wait_for 60 "the mail about turn $((was + 1))" has_got bert $bert
	for s in roman hunnic; do fetch $s; done
}

for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
must 0 as_referee "$iacta" new ancient-battles/chalons games/chalons \
    --side "roman=$(sed -n 2p roman.pub),anna@players.example" \
    --side "hunnic=$(sed -n 2p hunnic.pub),bert@players.example" --clock 96,24,168
tick; anna=1 bert=1
wait_for 60 "the founding" has_got anna 1
wait_for 60 "the founding" has_got bert 1
for s in roman hunnic; do git clone -q games/chalons $s.git; done

# both accept, at the same time, and one of them twice
for s in roman hunnic; do
	must 0 "$iacta" accept $s.git --side $s -k $s.key
	who=$(side_of $s)
	{ echo "-----BEGIN IACTA ORDERS-----"; cat $s-0.toml; echo "-----BEGIN IACTA SIGNATURE-----"
	  cat $s-0.toml.minisig; echo "-----END IACTA ORDERS-----"; } | compose "$who@players.example" accept >accept.$s
done
post accept.roman anna@players.example
post accept.hunnic bert@players.example
post accept.hunnic bert@players.example
anna=$((anna + 1)) bert=$((bert + 2))
wait_for 60 "receipts" has_got anna $anna
wait_for 60 "receipts" has_got bert $bert
go_on

# WHO N: so many more are due to this player
due() { eval "$1=\$(($1 + $2))"; eval "wait_for 60 'mail to $1' has_got $1 \$$1"; }
robots=0
while [ "$(turn_of)" -lt 11 ]; do
	n=$(turn_of) side=$(asked_side) who=$(side_of "$(asked_side)")
	other=bert; [ "$who" = anna ] || other=anna
	write_orders "$side" 1 "$(chalons_moves "$n")"
	compose "$who@players.example" "Re: turn $n" <"block.$side" >first.eml
	case $n in
	2)	# the same message three times over: three receipts, two say "again"
		for i in 1 2 3; do post first.eml "$who@players.example"; done
		due "$who" 3 ;;
	3)	# the mended orders overtake the first ones, which are refused
		cp first.eml overtaken.eml
		write_orders "$side" 2 "$(chalons_moves "$n")"
		compose "$who@players.example" "Re: turn $n, mended" <"block.$side" >second.eml
		post second.eml "$who@players.example"
		due "$who" 1
		post overtaken.eml "$who@players.example"
		due "$who" 1 ;;
	4)	# somebody who has no mailbox writes nonsense: his answer comes
		# back as a bounce of the server's own, and gets no answer
		echo 'where do I sign up?' | compose nowhere@players.example hello >stray.eml
		before=$(taken)
		post stray.eml nowhere@players.example
		wait_for 60 "the bounce" has_taken $((before + 2))
		robots=$((robots + 1))
		post first.eml "$who@players.example"
		due "$who" 1 ;;
	5)	# an answering machine: what it sends is read and not answered
		{ echo 'Auto-Submitted: auto-replied'; echo 'I am away until Monday.' |
		    compose "$other@players.example" 'Out of office'; } >vacation.eml
		before=$(taken)
		post vacation.eml "$other@players.example"
		wait_for 60 "the vacation reply" has_taken $((before + 1))
		post first.eml "$who@players.example"
		due "$who" 1 ;;
	6)	# somebody else sends a copy of the orders, or sends them as the
		# opponent: the receipt goes to whose orders they are
		compose mallory@elsewhere.example "orders" <"block.$side" >forged.eml
		post forged.eml mallory@elsewhere.example
		due "$who" 1
		sed "s/^From: .*/From: $who@players.example/; s/^revision = 1/revision = 7/" first.eml >altered.eml
		post altered.eml "$other@players.example"
		due "$who" 1 ;;
	7)	# twenty megabytes: a refusal, and the pipe is not stuck
		{ head -c 20000000 /dev/zero | tr '\0' 'x' | fold; } |
		    compose "$who@players.example" 'my holiday pictures' >large.eml
		post large.eml "$who@players.example"
		due "$who" 1
		post first.eml "$who@players.example"
		due "$who" 1 ;;
	8)	# the game is held while the message comes: the server keeps it,
		# is stopped and started, and delivers it then
		setsid flock "games/chalons/.git/iacta/lock" sleep 60 &
		holder=$!
		wait_for 60 "the lock" sh -c '! flock -n games/chalons/.git/iacta/lock true'
		post first.eml "$who@players.example"
		wait_for 60 "a deferred message" grep -q 'relay=iacta, .*status=deferred' log/maillog
		down
		kill -- "-$holder"; wait "$holder" 2>/dev/null || :
		[ "$(count "$who")" -eq "$(eval "echo \$$who")" ] || fail "answered while the game was held"
		up
		postqueue -c "$top/etc" -f
		due "$who" 1 ;;
	*)	post first.eml "$who@players.example"
		due "$who" 1 ;;
	esac
	go_on
done

# ----------------------------------------------------------------- the end

wait_for 60 "an empty queue" empty_queue
[ "$(taken)" -eq $((in + robots)) ] || fail "$in messages and $robots bounces were sent to the referee, $(taken) were taken"
for b in anna bert; do
	python3 bin/boxes.py boxes/$b >got.$b || fail "$b: $(cat got.$b)"
	[ "$(wc -l <got.$b)" -eq "$(eval "echo \$$b")" ] || fail "$b: not the messages due: $(cat got.$b)"
	for n in 0 1 2 3 4 5 6 7 8 9 10 11; do
		[ "$(cut -f1 got.$b | grep -cx "turn $n")" -eq 1 ] || fail "$b: not one message about turn $n: $(cat got.$b)"
	done
	! cut -f1 got.$b | grep -qx 'other\|over\|remind.*' || fail "$b: $(cat got.$b)"
done
# BOX WHAT N
n_of() { [ "$(cut -f1 "got.$1" | grep -cx "$2")" -eq "$3" ] || fail "$1: not $3 times \"$2\": $(cat "got.$1")"; }
n_of anna kept 6; n_of anna again 0; n_of anna refused 2
n_of bert kept 6; n_of bert again 3; n_of bert refused 1
[ "$(git -C games/chalons rev-list --count main)" -eq 12 ] || fail "the history has not twelve commits"
[ -z "$(find games/chalons/.git/iacta/inbox -type f)" ] || fail "something is left in the inbox"
must 0 "$iacta" audit games/chalons
for s in roman hunnic; do must 0 "$iacta" audit $s.git; done
down
echo "$me: passed: $in messages in, $((anna + bert)) out"
