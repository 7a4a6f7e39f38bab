#!/bin/sh
# turn.sh: a whole turn in one command, as a player at home: fetched, mended in
# the editor until it is right, signed, sent, and sent again
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
unset VISUAL
export IACTA_DATA="$src"
need git
has() { grep -qF -- "$1" out || fail "\"$1\" is not in: $(cat out)"; }

"$iacta" keygen -o a >/dev/null; "$iacta" keygen -o b >/dev/null
must 0 "$iacta" new cataphract/tricameron t --side byzantine=a.pub --side vandal=b.pub --clock 48,24,60
git clone -q t mine 2>/dev/null
must 1 "$iacta" turn mine --side byzantine -k a.key; says 'iacta accept'
must 0 "$iacta" accept t --side byzantine -k a.key --submit
must 0 "$iacta" accept t --side vandal -k b.key --submit
must 0 "$iacta" adjudicate t

# an editor that first writes nonsense, then what is right
cat >editor <<'END'
#!/bin/sh
cp "$1" "seen.$(ls seen.* 2>/dev/null | wc -l)"
case $(ls seen.* | wc -l) in
1) sed -i 's/^order = \[$/&\n{ do = "mvoe", unit = "thracian-cat-1", to = "2815" },\n{ do = "move", unit = "thracian-cat-1", to = "2100" },/' "$1" ;;
2) sed -i '/^{ do = "mvoe"/d; s/to = "2100"/to = "2815"/' "$1" ;;
esac
END
chmod +x editor
export EDITOR="$top/editor" IACTA_HOME="$top/player"
must 0 "$iacta" turn mine --side byzantine -k a.key
[ "$(ls seen.* | wc -l)" -eq 2 ] || fail "the editor ran $(ls seen.* | wc -l) times"
sed 's/^# >>> *//' seen.1 | tr '\n' ' ' | grep -q 'order 1: do = "mvoe": no such order (did you mean "move"?); the orders of this game are [^{]*{ do = "mvoe"' || fail "no fault in: $(head -20 seen.1)"
! grep -q '^# >>>' seen.0 || fail "faults before anything was written"
has 'Belisarius'				# what is new
has '2815'					# what it would do
has '-----BEGIN IACTA ORDERS-----'; has '-----END IACTA ORDERS-----'
[ -s t-byzantine-1.toml ] && [ -s t-byzantine-1.signed.toml ] || fail "draft and what is sent: $(ls)"
! grep -q '^# >>>' t-byzantine-1.toml || fail "the faults stayed in the draft"
sed -n '/BEGIN IACTA ORDERS/,/END IACTA ORDERS/p' out >block

# the same again mends it, with the next revision
echo 'sed -i "s/\"2815\"/\"2816\"/" "$1"' >editor2; EDITOR="sh $top/editor2"
mkdir bin; printf '#!/bin/sh\ncat >sent.mail; echo "$@" >sent.to\n' >bin/sendmail; chmod +x bin/sendmail
PATH=$top/bin:$PATH must 0 "$iacta" turn mine --side byzantine -k a.key --send referee@example.org
grep -q '^revision = 2' t-byzantine-1.toml || fail "no second revision"
grep -q '^Subject: \[iacta t\] byzantine, exchange 1, revision 2' sent.mail || fail "$(cat sent.mail)"
grep -q 'referee@example.org' sent.to || fail "to $(cat sent.to)"
must 2 "$iacta" turn mine --side byzantine -k a.key --send 'x@y, z@y'
IACTA_HOME=$top/home must 0 sh -c '"$1" submit t --mail <block' sh "$iacta"
IACTA_HOME=$top/home must 0 sh -c '"$1" submit t --mail <sent.mail' sh "$iacta"
grep -q 'revision = 2' out || fail "$(cat out)"

# who gives up keeps the draft
cp t-byzantine-1.toml kept
EDITOR=false must 4 "$iacta" turn mine --side byzantine -k a.key; says 'the draft is kept in t-byzantine-1.toml'
echo 'sed -i "s/^order = \[$/&\n{ do = \"nonsense\" },/" "$1"' >editor3; EDITOR="sh $top/editor3" 
cat >editor3 <<'END'
grep -q nonsense "$1" || sed -i 's/^order = \[$/&\n{ do = "nonsense" },/' "$1"
END
must 4 "$iacta" turn mine --side byzantine -k a.key; says 'still wrong'; has 'do = "nonsense": no such order'
grep -q 'do = "nonsense"' t-byzantine-1.toml || fail "the draft was not kept"

# a mistake in the TOML is shown at its line, with the lines as the editor has them
cat >editor4 <<'END'
cp "$1" toml.$(ls toml.* 2>/dev/null | wc -l)
case $(ls toml.* | wc -l) in
1) sed -i 's/^order = \[$/&\n{ do = "pass" }\n{ do = "pass" },/; /nonsense/d' "$1" ;;
2) sed -i 's/^{ do = "pass" }$/&,/; /^order = /,/^\]$/s/^\]$/&\n]/' "$1" ;;
3) sed -i '/this \] closes/,/^\]$/d; $s/$/\nlist = [/' "$1" ;;
4) exit 1 ;;
esac
END
EDITOR="sh $top/editor4" must 4 "$iacta" turn mine --side byzantine -k a.key
line=$(grep -n '^order = \[' toml.1 | cut -d: -f1)
sed 's/^# >>> *//' toml.1 | tr '\n' ' ' | grep -qF 'a comma is missing before "{ do = "pass" },", or the ] of the list that begins in line '"$line" || fail "no or another line than $line in: $(grep '>>>' toml.1)"
grep -A1 '>>> .*in line' toml.1 | grep -q '{ do = "pass" },$' || grep -A2 '>>> .*comma' toml.1 | grep -q '{ do = "pass" },$' || fail "not above its line: $(grep -A3 '>>>' toml.1)"
grep -A1 '>>> this ] closes nothing' toml.2 | grep -q '^]$' || fail "a ] too many: $(grep -A1 '>>>' toml.2)"
grep -q '>>> the list that begins in line' toml.3 || fail "a list without an end: $(grep '>>>' toml.3)"
# ... and what only looks like the number of a line is left alone
cat >editor5 <<'END'
cp "$1" like.$(ls like.* 2>/dev/null | wc -l)
sed -i '/^list = /d; s/^order = \[$/&\n1 in line 99999999999/' "$1"
[ "$(ls like.* | wc -l)" -lt 2 ]
END
EDITOR="sh $top/editor5" must 4 timeout 60 "$iacta" turn mine --side byzantine -k a.key
grep -q '>>> a comma is missing before "in line 99999999999"' like.1 || fail "not as it was written: $(grep '>>>' like.1)"
cp kept t-byzantine-1.toml

# the next turn is fetched by itself; whoever is not asked has nothing to sign
IACTA_HOME=$top/home must 0 "$iacta" adjudicate t
EDITOR=true; export EDITOR
status=0; "$iacta" turn mine --side vandal -k b.key >out 2>err || status=$?
case $(sed -n '/^\[\[ask\]\]/,/^$/s/^side = "\(.*\)"/\1/p' t/turn.toml) in
vandal) [ $status -eq 0 ] || fail "status $status: $(cat err)" ;;
*) [ $status -eq 4 ] || fail "status $status: $(cat err)"; says 'vandal is not asked now' ;;
esac
[ -s t-vandal-2.toml ] || fail "turn 2 was not fetched: $(ls)"
has 'turn file 2'; has 'What happened'; has 'for this turn, until'
! grep -q '(time {' out || fail "a die has the sides' times: $(grep '(time {' out)"
must 2 "$iacta" turn mine --side byzantine; says -- '--key'
must 1 "$iacta" turn mine --side byzantine -k b.key; says 'b.key: this is the key of vandal in t, not of byzantine'

# why an order was refused that was sealed: to its own side, and to no other
must 0 "$iacta" new cataphract/tricameron u --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept u --side byzantine -k a.key --submit
must 0 "$iacta" accept u --side vandal -k b.key --submit
must 0 "$iacta" adjudicate u
must 0 "$iacta" orders u --side byzantine -k a.key
sed 's/^order = \[$/&\n{ do = "move", unit = "thracian-cat-1", to = "2101" },\n{ do = "pause" },/' out >u.toml
must 0 "$iacta" sign u u.toml -k a.key; cp out u.mail
must 0 sh -c '"$1" submit u --mail <u.mail' sh "$iacta"
must 0 "$iacta" adjudicate u
must 4 "$iacta" turn u --side vandal -k b.key
says 'nothing was signed: vandal is not asked now (the game waits for byzantine (orders))'
[ ! -e u-vandal-2.signed.toml ] || fail "an empty submission was signed"
has 'order 1: sealed'; ! grep -q 'to = "2101"' out || fail "it was not sealed: $(cat out)"
must 0 "$iacta" turn u --side byzantine -k a.key
has '{ do = "move", unit = "thracian-cat-1", to = "2101" }'
! grep -q 'order 1: sealed' out || fail "his own refusal stayed sealed: $(cat out)"
# what he has to say or to decide for later he may send all the same
echo 'printf "[[secret.doctrine]]\nkind = \"rout\"\nanswer = \"last\"\n" >>"$1"' >editor5
EDITOR="sh $top/editor5" must 0 "$iacta" turn u --side vandal -k b.key
[ -s u-vandal-2.signed.toml ] || fail "his doctrine was not signed"
# and withdraw it
echo 'sed -i "/^\[\[secret.doctrine/,\$d" "$1"' >editor6
EDITOR="sh $top/editor6" must 0 "$iacta" turn u --side vandal -k b.key
says 'this is revision 2, which replaces what you sent before'
echo "$me: passed"
