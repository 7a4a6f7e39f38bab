#!/bin/sh
# table.sh: iacta play: orders typed, tried, taken back and sent when a die is
# rolled; the repository that it keeps audits; a sandbox that sends nothing
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
has() { grep -qF -- "$1" out || fail "\"$1\" is not in: $(cat out)"; }
hasnt() { ! grep -qF -- "$1" out || fail "\"$1\" is in: $(cat out)"; }
# ARGUMENT...: play with the lines of `in`
play_in() { status=0; "$iacta" play "$@" <in >out 2>err || status=$?; [ $status -eq 0 ] || fail "play $*: $status: $(cat err)"; }

cat >in <<'END'
help
? legio-3
mvoe legio-3 2503
move legio-3 2500x
move legio-3 3000
move legio-3 2503
move legio-4 2604
undo
move aetius 2406
undo
list
{ do = "move", unit = "legio-2", to = "2403" }
odds 20
fire legio-3 foot-10
map
quit
END
play_in ancient-battles/skirmish --side roman -d g
has 'did you mean "move"?'
has '2500x'
has '-2503 ('
has '1. move, unit legio-3, to 2503'
hasnt '2. move, unit legio-4'
has 'Rehearsed 20 times'
has 'taken back: move, unit aetius, to 2406'	# a leader, where orders know only units
[ "$(turn g)" -eq 2 ] || fail "the shot was not sent at once: turn $(turn g)"
grep -q 'event = "fire"' g/events.toml || fail "no shot in: $(cat g/events.toml)"
! grep -q 'legio-4' g/events.toml || fail "what was taken back happened"
grep -q 'answer = "pause"' g/answers.toml || fail "no pause after the die"
export IACTA_HOME="$top/g.keys"
must 0 "$iacta" audit g
[ "$(stat -c %a g.keys)" = 700 ] || fail "the keys lie open"
unset IACTA_HOME

# a whole game against the bot, doing nothing, to its end
i=0; while [ $i -lt 60 ]; do echo end; echo first; i=$((i + 1)); done >in
play_in ancient-battles/skirmish -d idle
has 'The game is over'
IACTA_HOME="$top/idle.keys" must 0 "$iacta" audit idle
grep -q 'secret is out' out || fail "$(cat out)"
# how it ended is told once more, and there is no turn
EDITOR=true must 4 "$iacta" turn idle --side roman -k idle.keys/roman.key
says 'the game is over: '; has 'What happened'; has 'The game is over: '
must 4 "$iacta" play idle --side roman; says 'the game is over: '
must 4 "$iacta" orders idle --side roman; says 'the game is over: '
must 1 "$iacta" play ancient-battles/skirmish -d idle; says 'there is something already'
must 2 "$iacta" play nothing
must 1 "$iacta" play ancient-battles/nothing
must 2 "$iacta" play ancient-battles/skirmish -d x --against nobody
must 1 "$iacta" play ancient-battles/skirmish -d x --side gaul

# several units, in words: with and without a line command
cat >in <<'END'
advance line nobody-*
advance line byz-cat-1 byz-cat-2
advance line thracian-cat-* toward 2715 by 5
list
undo
advance thracian-cat-* by 3
list
move vandal-hc-1 2005
? vandal-hc-99
?
quit
END
IACTA_DATA=$src play_in cataphract/tricameron -d lines
has 'units "nobody-*": none of your units is called so'
has 'advance line takes one pattern of ids, such as thracian-cat-*'
has '1. advance, toward 2715, by 5, units line thracian-cat-*'
has '1. advance, by 3, units thracian-cat-*'
has '"vandal-hc-1": move takes no enemy'
has '"vandal-hc-99": no such unit; did you mean "vandal-hc-9"?'
has '   move-leader belisarius to=2808'	# as it can be typed
# an order of the sheet, typed as it is shown there
printf 'move-leader belisarius to=2808\nquit\n' >in
IACTA_DATA=$src play_in cataphract/tricameron -d typed
has 'Belisarius (belisarius) goes 3612 to 2808.'

# two persons
printf 'end\nquit\n' >in
play_in ancient-battles/skirmish -d two --against person
grep -q '^side = "hunnic"' two/turn.toml || [ "$(asked two)" = 'hunnic orders' ] || fail "$(asked two)"

# a turn of a running game, tried out
export IACTA_HOME="$top/home"
found h; accept h; must 0 "$iacta" adjudicate h
state h >before
printf 'move legio-3 2503\nfire legio-3 foot-10\nlist\nwrite mine.toml\nend\n' >in
play_in h --side roman
has 'nothing is sent'; has '2. fire, unit legio-3, target foot-10'
state h | cmp - before || fail "the sandbox changed the game"
must 0 "$iacta" check h mine.toml --brief
has 'order 2'
echo "$me: passed"
