#!/bin/sh
# clock.sh: the charter's clock: the refill and its cap, weekdays that do not
# count, absences, pauses, extensions; reminders at halves; and what becomes of
# those who miss their deadlines.  The commits' times are given, so that every
# deadline is known beforehand.
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git python3
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
export SOURCE_DATE_EPOCH
hours() { SOURCE_DATE_EPOCH=$((SOURCE_DATE_EPOCH + $1 * 3600)); }
friday=1795176000	# 2026-11-20 12:00 UTC, a Friday

# DIR OPTION...: a game whose turn 1 asks the Romans on that Friday at noon
begin() {
	dir=$1; shift
	SOURCE_DATE_EPOCH=$friday
	found "$dir" --side roman=roman.pub,anna@example.org --side hunnic=hunnic.pub,bert@example.org "$@"
	accept "$dir"
	must 0 "$iacta" adjudicate "$dir"
}
# DIR: the Romans are asked again
pause() {
	revision=$((${revision:-10} + 1))
	send "$1" roman '[[order]]
do = "pause"' $revision
	must 0 "$iacta" adjudicate "$1"
}
# DIR SIDE ACT: hand in an act alone, with the next revision
act() {
	revision=$((${revision:-10} + 1))
	{ header "$1" "$2" $revision; printf '[[act]]\n%s\n' "$3"; } >act.toml
	sign_over "$1" act.toml "$2.key"
	must "${4:-0}" "$iacta" submit "$1" act.toml
}
# DIR TEXT: the report says so (its lines are wrapped)
tells() {
	must 0 "$iacta" report "$1"
	tr '\n' ' ' <out | tr -s ' ' >line
	grep -qF -- "$2" line || fail "no \"$2\" in: $(cat out)"
}

# ------------------------------------------------------- hours, add and cap
begin g --clock 48,24,60
tells g 'The Romans have 2 days for this turn, until Sunday 22 November 2026, 12:00 UTC.'
hours 30; pause g	# 48 - 30 + 24
tells g 'The Romans have used 1 day 6 hours.'
tells g 'The Romans have 1 day 18 hours for this turn, until Monday 23 November 2026, 12:00 UTC.'
hours 1; pause g	# 42 - 1 + 24 is above the cap
tells g 'The Romans have 2 days 12 hours for this turn, until Tuesday 24 November 2026, 07:00 UTC.'
hours 60; must 0 "$iacta" adjudicate g --deadline	# all of it, and the refill
grep -q '^event = "missed"' g/events.toml || fail "a missed deadline is no event"
tells g 'The Romans missed the deadline.'
must 0 "$iacta" audit g
must 0 git -C g log --format=%ct main
[ "$(git -C g grep -c 'have used' main -- . | wc -l)" -eq 0 ] || fail "a clock has reached the tree"

# ------------------------------------------------------ what does not count
begin off --clock 48,0,48 --days-off sunday,saturday
tells off 'The Romans have 2 days for this turn, until Tuesday 24 November 2026, 12:00 UTC.'
hours 72; pause off	# Monday noon: 24 hours have counted
tells off 'The Romans have 1 day for this turn, until Tuesday 24 November 2026, 12:00 UTC. The Romans have used 1 day.'

# absences: of five days that are announced the charter allows three, and none
# before the day on which they are announced; the other side's clock runs on
begin away --clock 48,0,48 --absence 3
act away roman 'do = "absence"
from = "2026-11-01"
to = "2026-11-24"' 1
says 'an absence is announced ahead, from 2026-11-20 (today) or a later day'
act away roman 'do = "absence"
from = "2026-11-20"
to = "2026-11-24"'
hours 12; pause away
tells away 'The Romans have 2 days for this turn, until Wednesday 25 November 2026, 00:00 UTC.'
act away roman 'do = "absence"
from = "2026-11-26"
to = "2026-11-28"'
hours 1; pause away	# no more are allowed
tells away 'until Wednesday 25 November 2026, 00:00 UTC.'
# one announced late takes back none of the time that has passed: on Saturday
# evening 12 hours of Friday are gone, and Friday cannot be named any more
begin overdue --clock 48,0,48 --absence 9
hours 30
act overdue roman 'do = "absence"
from = "2026-11-20"
to = "2026-11-22"' 1
says '2026-11-21 (today)'
act overdue roman 'do = "absence"
from = "2026-11-21"
to = "2026-11-22"'
hours 1; pause overdue
tells overdue 'The Romans have 1 day 12 hours for this turn, until Tuesday 24 November 2026, 12:00 UTC. The Romans have used 12 hours.'
must 0 "$iacta" audit overdue
begin never --clock 48,0,48
act never roman 'do = "absence"
from = "2026-11-20"
to = "2026-11-24"'
hours 12; pause never
tells never 'The Romans have 1 day 12 hours for this turn, until Sunday 22 November 2026, 12:00 UTC.'
{ header never roman 1; printf '[[act]]\ndo = "absence"\nfrom = "soon"\nto = "later"\n'; } >act.toml
must 1 "$iacta" sign never act.toml -k roman.key
says 'a date such as "2027-07-01"'

# a pause: proposed by one it stops nothing, agreed on it stops all clocks
begin rest --clock 48,0,48
act rest hunnic 'do = "pause"
from = "2026-11-21"
to = "2026-11-30"'
hours 6; pause rest
tells rest 'until Sunday 22 November 2026, 12:00 UTC.'
tells rest 'The Huns propose to stop all clocks from 2026-11-21 to 2026-11-30'
act rest roman 'do = "pause"
from = "2026-11-21"
to = "2026-11-30"'
hours 1; pause rest
tells rest 'All clocks stand still from 2026-11-21 to 2026-11-30, as all sides agreed'
tells rest 'until Wednesday 2 December 2026, 12:00 UTC.'
must 0 "$iacta" audit rest

# time is given by the other side, or by the referee, and never by oneself
begin more --clock 48,0,48
act more roman 'do = "extension"
for = "roman"
hours = 24' 1
says 'nobody gives himself time'
act more hunnic 'do = "extension"
for = "roman"
hours = 24'
must 0 "$iacta" referee more --extend roman=12
hours 70; pause more	# of 48 + 24 + 12
tells more 'The Romans have 14 hours for this turn'
must 0 "$iacta" audit more

# a commit's time is its writer's: one from the end of time hangs nobody
begin far --clock 48,24,96
SOURCE_DATE_EPOCH=99999999999; pause far
must 0 timeout 20 "$iacta" report far

# ------------------------------------------------------------- with a tick
now=$(date +%s)
tick() {
	rm -rf box
	must 0 "$iacta" tick --games games --from referee@example.org --maildir box
	cp err ticked
	reminders=$(grep -l '^Subject: .*you are awaited' box/new/* 2>/dev/null | wc -l)
}
mkdir games
# GAME HOURS OPTION...: the Romans were asked so many hours ago
ago() {
	rm -rf games/*
	friday=$((now - $2 * 3600)); g=games/$1; shift 2
	begin "$g" "$@"
}
# of 48 hours: no reminder after 20, one after 30, one more at the next half
ago early 20 --clock 48,0,48
tick; [ "$reminders" -eq 0 ] || fail "$reminders reminders before half time"
ago half 30 --clock 48,0,48
tick; [ "$reminders" -eq 1 ] || fail "$reminders reminders at half time"
cat box/new/*remind* | grep -q '^To: anna@example.org' || fail "not to the Romans"
python3 - box/new/*remind* >shown <<'END'
import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(" ".join(m.get_content().split()))
END
grep -q 'You have 17 hours 5[0-9] minutes left, until \|You have 18 hours left, until ' shown || fail "no time in: $(cat shown)"
tick; [ "$reminders" -eq 0 ] || fail "reminded twice at half time"
# the opponent gives a day: 30 of 72 hours, half of which is not gone; and the
# first of the three reminders is not sent again
rm games/half/.git/iacta/due
echo 5 >games/half/.git/iacta/mailed/roman.reminded	# the first, about turn 1
tick; [ "$reminders" -eq 0 ] || fail "the note of a reminder is not heeded"
ago third 43 --clock 48,0,48
tick; [ "$reminders" -eq 1 ] || fail "$reminders reminders when three are due at once"
ago given 30 --clock 48,0,48
act games/given hunnic 'do = "extension"
for = "roman"
hours = 24'
# who has more time is told at once, and once
moved() { grep -l '^Subject: .*your deadline has moved' box/new/* 2>/dev/null | wc -l; }
tick; [ "$reminders" -eq 0 ] || fail "an extension does not put off the reminder"
[ "$(moved)" -eq 1 ] || fail "$(moved) messages about a deadline that has moved"
cat box/new/*moved* | grep -q '^To: anna@example.org' || fail "not to the Romans"
tr '\n' ' ' <"$(echo box/new/*moved*)" | grep -q 'You have 1 day 1[78] hours' || fail "no time in: $(cat box/new/*moved*)"
rm games/given/.git/iacta/due
tick; [ "$(moved)" -eq 0 ] || fail "told twice of a deadline that has moved"
# the referee's acts count like the players', before anything is adjudicated
ago granted 30 --clock 48,0,48
must 0 "$iacta" referee games/granted --extend roman=24
tick; [ "$reminders" -eq 0 ] && [ "$(moved)" -eq 1 ] || fail "the referee's extension: $reminders reminders, $(moved) told"
[ "$(turn games/granted)" -eq 1 ] || fail "adjudicated for an extension"
ago overtime 60 --clock 48,0,48
must 0 "$iacta" referee games/overtime --extend roman=24
tick; [ "$(turn games/overtime)" -eq 1 ] || fail "adjudicated in spite of the referee's extension"
ago halted 60 --clock 48,0,48
must 0 "$iacta" referee games/halted --pause "$(date -u -d "@$((now - 86400))" +%F),$(date -u -d "@$((now + 86400))" +%F)"
tick; [ "$(turn games/halted)" -eq 1 ] || fail "adjudicated in the referee's pause"
# who has answered is not reminded, and the game goes on at once
ago done 30 --clock 48,0,48
send games/done roman '[[order]]
do = "pause"'
SOURCE_DATE_EPOCH=$now
tick; [ "$reminders" -eq 0 ] || fail "reminded though he has answered"
[ "$(turn games/done)" -eq 2 ] || fail "not adjudicated early"
# a deadline that a pause, handed in a moment ago, has put off
ago late 60 --clock 48,0,48
for s in roman hunnic; do act games/late $s "do = \"pause\"
from = \"$(date -u -d "@$((now - 86400))" +%F)\"
to = \"$(date -u -d "@$((now + 86400))" +%F)\""; done
tick; [ "$(turn games/late)" -eq 1 ] || fail "adjudicated in a pause"

# how far a long game was reckoned is remembered, and nothing depends on it
begin long --clock 48,6,60 --days-off saturday --absence 5
for i in 1 2 3 4 5 6 7 8 9 10; do
	hours $i; pause long
	[ $i -ne 4 ] || act long roman 'do = "absence"
from = "2026-11-25"
to = "2026-11-26"'
	hours 2; pause long
done
rm -rf "$IACTA_HOME/clocks"
must 0 "$iacta" report long; cp out plain
kept=$(ls "$IACTA_HOME"/clocks/*.toml) || fail "nothing is remembered of a long game"
for i in 1 2 3; do hours 5; pause long; done
must 0 "$iacta" report long; cp out now
grep -q 'exchange = 21' "$kept" || fail "remembered: $(cat "$kept")"
cmp -s plain now && fail "three exchanges took no time"
for spoil in ':' 'rm -r "$IACTA_HOME/clocks"' 'echo x >"$kept"' \
    'sed -i "s/exchange = 21/exchange = 20/" "$kept"' \
    'sed -i "s/span = .*/span = [[7, 0, 1]]/" "$kept"' \
    'sed -i "s/commit = \"..../commit = \"0000/" "$kept"'; do
	eval "$spoil"
	must 0 "$iacta" report long
	cmp -s out now || fail "another report after: $spoil: $(diff now out)"
done
must 0 "$iacta" report long --at 21
diff plain out >/dev/null || fail "the report of turn 21: $(diff plain out)"
rm -r "$IACTA_HOME/clocks"

# what the charter wants after so many deadlines missed in a row
ago forfeit 400 --clock 48,0,48 --missed forfeit=2 --missed substitute=1
tick
grep -q 'hunnic wins by forfeit' games/forfeit/turn.toml || fail "no forfeit: $(cat ticked) $(git -C games/forfeit log --oneline)"
grep -q 'roman has missed 1 deadlines\? in a row' ticked || fail "the referee is not told: $(cat ticked)"
grep -q '^event = "act"' games/forfeit/events.toml || fail "a forfeit is no act"
must 0 "$iacta" audit games/forfeit
grep -l '^Subject: .*the game is over' box/new/* >/dev/null || fail "nobody is told of the end"
# one deadline is not yet two
ago once 100 --clock 48,0,48 --missed forfeit=2
SOURCE_DATE_EPOCH=$now
tick
! over games/once || fail "lost after one deadline"
[ "$(turn games/once)" -eq 2 ] || fail "turn $(turn games/once)"
grep -q 'missed.*roman = 1\|roman = 1.*missed' games/once/turn.toml || fail "not counted: $(grep -n missed games/once/turn.toml)"
echo "$me: passed"
