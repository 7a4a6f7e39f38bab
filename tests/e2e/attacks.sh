#!/bin/sh
# attacks.sh: a catalogue of attacks; each is one line of output, and fails if
# the attacker does not go home empty-handed
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git timeout
n=0
stopped() { n=$((n + 1)); echo "ok $n - $*"; }
# a command must end by itself
quick() { timeout 10 "$@"; }
head_of() { git -C "$1" rev-parse -q main; }

found g
play g 2
side=$(asked g | cut -d' ' -f1)
at=$(turn g)
[ "$side" = roman ] && orders=$(roman_orders) || orders='order = []'

# ------------------------------------------------------- the seed, and kill -9

# every system call that changes a file or a directory
calls=write,pwrite64,rename,renameat,renameat2,link,linkat,unlink,unlinkat,ftruncate,fsync,fdatasync,mkdir,mkdirat,fchmod,openat
kill_everywhere() {
	cp -a g k0
	cp -a home/pins pins0
	send k0 "$side" "$orders"
	{ header k0 "$side" 2; echo 'order = []'; } >second.toml
	sign_over k0 second.toml "$side.key"
	cp -a k0 whole
	must 0 "$iacta" adjudicate whole
	seed=$(sed -n 's/^seed = "\(.*\)"/\1/p' whole/dice.toml)
	[ -n "$seed" ] || fail "there is no seed"
	i=0 late=0
	while :; do
		i=$((i + 1))
		# a copy is a fork: what was seen of it is what the first had seen
		rm -rf k home/pins; cp -a k0 k; cp -a pins0 home/pins
		status=0
		ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o /dev/null -e trace=$calls -e "inject=$calls:signal=KILL:when=$i" \
			"$iacta" adjudicate k >out 2>err || status=$?
		[ $status -ne 0 ] || break
		[ $status -eq 137 ] || fail "call $i: status $status: $(cat err)"
		# can anybody who reads the repository read the seed?
		told=no
		for p in k/.git/objects/pack/*.idx; do
			git show-index <"$p" 2>/dev/null
		done | cut -d' ' -f2 >ids
		while read -r o; do
			git -C k cat-file -p "$o" 2>/dev/null | grep -q "$seed" && told=yes
		done <ids
		grep -rqsa "$seed" k --include='*' && told=yes
		# then nothing more can be sent to the exchange
		status=0
		"$iacta" submit k second.toml >out 2>err || status=$?
		if [ $told = yes ]; then
			late=$((late + 1))
			[ $status -eq 1 ] || fail "call $i: the seed is out, and a submission is taken ($status): $(cat err)"
		fi
		# and running again finishes
		"$iacta" adjudicate k >out 2>err || [ $? -eq 4 ] || fail "call $i: $(cat err)"
		[ "$(git -C k rev-parse main~1)" = "$(head_of k0)" ] || fail "call $i: not exactly one commit"
		[ -z "$(git -C k fsck --unreachable --no-reflogs 2>/dev/null)" ] || fail "call $i: objects were left"
		must 0 "$iacta" audit k
	done
	[ $i -gt 20 ] || fail "only $i system calls were tried"
	[ $late -gt 0 ] || fail "no kill came after the seed was out"
	stopped "the seed of an open exchange, adjudicate killed at each of $((i - 1)) system calls ($late after it was out)"
}
if strace -qq -o /dev/null true 2>/dev/null; then [ -n "${QUICK:-}" ] || kill_everywhere; else echo "skipped: there is no strace"; fi

# ------------------------------------------------------------- never a hang

hang() {
	rm -rf f; cp -a g f
	for c in "show f" "audit f" "report f" "map f" "adjudicate f"; do
		rm -f "f/.git/$1"; mkfifo "f/.git/$1"
		status=0
		# shellcheck disable=SC2086
		quick "$iacta" $c >out 2>err || status=$?
		[ $status -ne 124 ] || fail "iacta $c hangs at a FIFO as $1"
		[ $status -le 4 ] || fail "$c: $status: $(cat err)"
	done
	stopped "a FIFO as $1 hangs nobody"
}
hang config
hang refs/heads/main
hang packed-refs
hang HEAD
hang index
hang iacta/lock
pack=$(cd g/.git && ls objects/pack/*.idx | head -n 1)
hang "$pack"
hang "${pack%.idx}.pack"
hang objects/info/alternates
hang commondir
hang shallow
hang info/grafts
hang iacta/mailed
hang objects/iacta-commits
rm -rf f; cp -a g f; rm -r f/.git; mkfifo f/.git
for c in show audit adjudicate; do
	status=0; quick "$iacta" $c f >out 2>err || status=$?
	[ $status -eq 1 ] || [ $status -eq 3 ] || fail "$c: a FIFO as .git: $status: $(cat err)"
done
stopped "a FIFO as .git hangs nobody"
mkfifo fifo.toml
for c in "check g fifo.toml" "submit g fifo.toml" "sign g fifo.toml -k $side.key" "seal g fifo.toml" \
	"accept g fifo.toml --side $side -k $side.key" "sign g plan.toml -k fifo.toml" "audit g --receipt fifo.toml" "audit fifo.toml" \
	"new ancient-battles/skirmish none --side roman=fifo.toml --side hunnic=bot"; do
	status=0
	# shellcheck disable=SC2086
	quick "$iacta" $c >out 2>err || status=$?
	[ $status -ge 1 ] && [ $status -le 4 ] || fail "$c: a FIFO: $status: $(cat err)"
done
stopped "a FIFO as a paper, a key, a receipt or a bundle hangs nobody"
rm -rf f; cp -a g f; mkfifo f/.git/more
printf '[include]\n\tpath = more\n' >>f/.git/config
must 3 quick "$iacta" show f; says "include other files"
stopped "a configuration that includes a FIFO is refused"

# ---------------------------------------------------------- what is shown

esc=$(printf '\033')
bell=$(printf 'g\033[2Jx')
must 1 "$iacta" show "$bell"
grep -q "$esc" err && fail "an escape sequence in a directory's name reaches the terminal"
mkdir "$bell"
for c in show audit report map adjudicate check orders submit; do
	"$iacta" $c "$bell" "$bell" >out 2>err || :
	grep -q "$esc" out err && fail "$c: an escape sequence in a name reaches the terminal"
	[ "$(wc -l <err)" -le 2 ] || fail "$c: $(cat err)"
done
stopped "an escape sequence in a directory's name is shown escaped"

# ---------------------------------------------------------- a forged clone

git clone -q g clone
must 0 "$iacta" show clone
# a commit that nobody signed, as a fast-forward
git clone -q g ff
git -C ff -c user.name=m -c user.email=m@example.org commit -q --allow-empty -m 'turn 3'
for c in "show ff" "report ff" "map ff" "orders ff --side $side" "audit ff"; do
	# shellcheck disable=SC2086
	must 3 "$iacta" $c; says "referee"
done
{ header g "$side" 1; printf '[secret]\norder = []\ndoctrine = []\n'; } >plan.toml
for c in "seal ff plan.toml" "sign ff plan.toml -k $side.key" "check ff plan.toml" "submit ff plan.toml" "adjudicate ff" \
	"accept ff --side $side -k $side.key" "luck ff" "why ff 1.1" "doctrine check ff plan.toml"; do
	# shellcheck disable=SC2086
	must 3 "$iacta" $c
done
[ ! -e plan.sealed.toml ] && [ ! -e plan.signed.toml ] || fail "something was sealed or signed"
stopped "a commit that nobody signed on top of a clone: nothing is read or sealed"

# the work tree of a clone is nobody's word: another seal_key in it seals nothing
git clone -q g tree
sed -i "s/^seal_key = .*/seal_key = \"$(head -c 32 /dev/zero | base64)\"/" tree/game.toml
git -C tree diff --quiet && fail "the charter has no seal_key"
must 0 "$iacta" seal tree plan.toml -o sealed.toml
must 0 "$iacta" sign g sealed.toml -k "$side.key" -o sealed.signed
cp -a g opened
must 0 "$iacta" submit opened sealed.signed
stopped "another seal_key in a clone's work tree: what is sealed is the referee's to open"

# the first to accept is told a phrase, the same for everybody, and pins it
IACTA_HOME="$top/founder" "$iacta" new ancient-battles/skirmish phrase --side roman=roman.pub --side hunnic=hunnic.pub >/dev/null 2>&1
for who in third fourth; do
	IACTA_HOME="$top/home-$who" "$iacta" accept phrase --side roman -k roman.key -o "$who.toml" >out 2>"$who" || fail "$(cat "$who")"
	sed -n 's/.*the charter of phrase is \(.*\): compare.*/\1/p' "$who" >"$who.phrase"
	[ -s "$who.phrase" ] && [ -e "home-$who/pins/phrase.toml" ] || fail "nothing to compare: $(cat "$who")"
done
cmp -s third.phrase fourth.phrase || fail "two players compare different phrases"
[ "$(tr -cs a-z '\n' <third.phrase | grep -c .)" -ge 4 ] || fail "a short phrase: $(cat third.phrase)"
rm -rf phrase
IACTA_HOME="$top/founder2" "$iacta" new ancient-battles/skirmish phrase --side roman=roman.pub --side hunnic=hunnic.pub >/dev/null 2>&1
IACTA_HOME="$top/home-fifth" "$iacta" accept phrase --side roman -k roman.key -o fifth.toml >out 2>fifth || fail "$(cat fifth)"
sed -n 's/.*the charter of phrase is \(.*\): compare.*/\1/p' fifth >fifth.phrase
! cmp -s third.phrase fifth.phrase || fail "two charters have one phrase"
IACTA_HOME="$top/home-third" must 3 "$iacta" accept phrase --side roman -k roman.key -o again.toml
stopped "the charter's phrase is the same for both players, another for another charter, and pinned"

# the same game founded by another, with another seal_key
mkdir elsewhere
(cd elsewhere && IACTA_HOME="$top/mallory" "$iacta" new ancient-battles/skirmish g \
	--side roman="$top/roman.pub" --side hunnic="$top/hunnic.pub" >/dev/null 2>&1) || fail "mallory founds no game"
for c in "show elsewhere/g" "accept elsewhere/g --side roman -k roman.key" "audit elsewhere/g"; do
	# shellcheck disable=SC2086
	must 3 "$iacta" $c; says "not the game g that was accepted"
done
stopped "a game of the same name with another charter: refused, for the first is pinned"

# two histories of one game
cp -a g fork
must 0 "$iacta" show g
send fork "$side" 'order = []'
cp -a fork fork2
must 0 "$iacta" adjudicate fork
must 0 "$iacta" show fork
must 0 "$iacta" adjudicate fork2 --deadline
if [ "$(head_of fork)" != "$(head_of fork2)" ]; then
	must 3 "$iacta" show fork2; says "two histories"
fi
# who has seen neither is told by nobody else
cp -a home other; rm -rf other/pins
IACTA_HOME="$top/other" must 0 "$iacta" show fork2
stopped "two histories of one game: whoever has seen the other is told"
rm -rf home/pins

# git's own ways to say that an object is another, or that history begins later
cp -a g replaced
must 0 "$iacta" show g; cp out shown
git -C replaced replace "$(git -C replaced rev-parse main~1)" "$(git -C replaced rev-parse main)"
must 0 "$iacta" show replaced
cmp -s out shown || fail "refs/replace changes what is shown"
must 0 "$iacta" audit replaced
git clone -q --depth 1 "file://$top/g" shallow
must 3 "$iacta" show shallow; says "missing"
must 3 "$iacta" audit shallow
cp -a g symbolic
git -C symbolic branch -q other
git -C symbolic symbolic-ref refs/heads/main refs/heads/other
must 3 "$iacta" show symbolic; says "names another ref"
cp -a g tagged
git -C tagged -c user.name=m -c user.email=m@example.org tag -a -m x v1 main
git -C tagged rev-parse v1 >tagged/.git/refs/heads/main
must 3 "$iacta" show tagged; says "of another kind"
stopped "replaced objects, a shallow clone, a symbolic ref, a tag as main: not believed"

# ---------------------------------------------------- links that lead away

mkdir outside; echo victim >outside/victim
cp -a g links
rm -r links/turn.toml links/orders
ln -s ../outside/victim links/turn.toml
ln -sf ../outside/victim links/README.md
ln -s ../outside links/orders
must 0 "$iacta" adjudicate links --deadline
[ "$(cat outside/victim)" = victim ] && [ "$(ls outside)" = victim ] || fail "it wrote through a link of the work tree"
rm -rf home/pins
stopped "links in the work tree are not followed"
{ header g "$side" 1; echo 'order = []'; } >plan.toml
sign_over g plan.toml "$side.key"
for f in iacta iacta/inbox iacta/receipts iacta/lock; do
	rm -rf links; cp -a g links; rm -rf "links/.git/$f"; ln -s "$top/outside" "links/.git/$f"
	must 1 quick "$iacta" submit links plan.toml
	[ "$(ls outside)" = victim ] || fail "it wrote through $f: $(ls outside)"
done
stopped "links in place of the private directory, the inbox, the receipts or the lock are refused"
for how in fifo link dir; do
	rm -rf links; cp -a g links
	f=links/.git/iacta/inbox/$at.$side.1.toml
	case $how in fifo) mkfifo "$f" ;; link) ln -s "$top/plan.toml" "$f" ;; dir) mkdir "$f" ;; esac
	for c in "adjudicate links" "submit links plan.toml" "show links"; do
		status=0
		# shellcheck disable=SC2086
		quick "$iacta" $c >out 2>err || status=$?
		[ $status -le 4 ] || fail "$c: a $how in the inbox: $status: $(cat err)"
	done
	[ "$(head_of links)" = "$(head_of g)" ] || [ $how = link ] || fail "a $how was adjudicated"
done
stopped "a FIFO, a link or a directory in the inbox hangs and breaks nothing"
rm -rf home/pins

# ------------------------------------------------------- what is left to it

cc=${CC:-cc}
# shellcheck disable=SC2086
if $cc -shared -fPIC -O1 -o fault.so "$src/tests/fault/fault.c" -ldl 2>log &&
	LD_PRELOAD=$top/fault.so FAULT_PROBE=$top/free "$iacta" --version >/dev/null 2>&1 && grep -q '^read yes' free; then
	# whoever takes a command over finds nothing but the game in his reach
	LD_PRELOAD=$top/fault.so FAULT_PROBE=$top/probe "$iacta" show g >out 2>err || fail "$(cat err)"
	if grep -q '^read yes' probe; then
		echo "skipped: this kernel has no Landlock"
	else
		for c in "show g" "report g" "map g" "audit g" "orders g --side $side" "sign g plan.toml -k $side.key" "submit g plan.toml" "check g plan.toml" "why g 1.1"; do
			rm -f probe
			# shellcheck disable=SC2086
			LD_PRELOAD=$top/fault.so FAULT_PROBE=$top/probe "$iacta" $c >out 2>err || :
			for deed in read write run; do
				grep -q "^$deed Permission denied" probe || fail "$c: $(cat probe)"
			done
			grep -q '^connect yes' probe && fail "$c: it can connect"
		done
		rm -f g/.git/iacta/inbox/* g/.git/iacta/receipts/*
		stopped "a command that is taken over can read, write and run nothing outside the game"
	fi
fi

# ------------------------------------------------------ rules at the founding

cp -a data data2
sed -i 's/^\(legio-2 = .*strength = \)8/\19/' data2/games/ancient-battles/scenarios/skirmish.toml
IACTA_DATA="$top/data2" must 0 "$iacta" new ancient-battles/skirmish strong --side roman=roman.pub --side hunnic=hunnic.pub
"$iacta" accept strong --side hunnic -k hunnic.key -o strong.toml >out 2>err || fail "$(cat err)"
says "unit.legio-2.strength is 9, not 8"
"$iacta" show strong >out 2>err || fail "$(cat err)"
says "scenarios/skirmish.toml: unit.legio-2.strength is 9, not 8"
stopped "altered unit strengths at the founding: accept and show name them"
sed -n '/^\[/,$p' data/games/ancient-battles/charts.toml | head -n 3 >own.toml
must 0 "$iacta" new ancient-battles/skirmish own --side roman=roman.pub --side hunnic=hunnic.pub --charts own.toml
grep -q '^charts = "own"' own/game.toml || fail "the charter does not say that the charts are its own"
! grep -q '^charts' strong/game.toml || fail "altered data pass as charts of their own"
stopped "charts of one's own stand in the charter; altered data do not get to say so"
for e in 's/title = "Romans"/title = "Ro\\u001B[2Jmans"/' 's/name = "Legion"/name = "Le\\u202Egion"/' \
	's/^title = "A skirmish"/title = "A\\nskirmish"/' 's/name = "Horse"/name = "\\u009B31m"/' \
	's/"roman", "hunnic"/"ro\\nman", "hunnic"/' 's/type = "cavalry"/type = "cav\\u001Balry"/' \
	's/turns_from = "house"/turns_from = "\\u0007"/' 's/hex = "2505"/hex = "25\\u001B05"/' 's/missile = "bow"/missile = "b\\u001Bw"/'; do
	f=data2/games/ancient-battles/scenarios/skirmish.toml
	sed "$e" data/games/ancient-battles/scenarios/skirmish.toml >$f
	cmp -s data/games/ancient-battles/scenarios/skirmish.toml $f && fail "$e changes nothing"
	IACTA_DATA="$top/data2" must 1 "$iacta" new ancient-battles/skirmish hostile --side roman=roman.pub --side hunnic=hunnic.pub
	grep -q "$esc" err && fail "$e reaches the terminal"
	[ ! -e hostile/.git ] || fail "$e: a game was founded"
done
stopped "control characters and reversed writing in scenario data are refused wherever they stand"

# ------------------------------------------------------------- submissions

mkfifo pipe
for f in /dev/null pipe .; do
	status=0
	"$iacta" submit clone plan.toml --receipt $f >out 2>err || status=$?
	[ $status -ne 0 ] || fail "--receipt $f was taken"
done
[ -c /dev/null ] && [ -p pipe ] || fail "a device was replaced"
cp -a g r
{ header r "$side" 1; echo 'order = []'; } >plan.toml
sign_over r plan.toml "$side.key"
must 1 quick "$iacta" submit r plan.toml --receipt pipe; says "not a file"
[ -z "$(ls r/.git/iacta/inbox)" ] || fail "it was kept all the same"
stopped "a receipt in the place of a device or a pipe is refused before anything is kept"

cp -a g flood
i=0 told=no
while [ $i -lt 25 ]; do
	i=$((i + 1))
	{ header flood "$side" $i; echo 'order = []'; } >plan.toml
	sign_over flood plan.toml "$side.key"
	status=0
	"$iacta" submit flood plan.toml >out 2>err || status=$?
	grep -q "more revision" err && told=yes
	[ $status -eq 0 ] || break
done
[ $i -eq 21 ] && [ $told = yes ] || fail "$i revisions, told: $told: $(cat err)"
must 0 "$iacta" adjudicate flood
stopped "a flood of revisions is limited to 20 for each exchange, and told before"

# ------------------------------------------------- a bundle for the judge

cp -a g b
rm -rf home/pins
{ header b "$side" 1; printf '%s\n' "$orders"; } >plan.toml
sign_over b plan.toml "$side.key"
must 0 "$iacta" submit b plan.toml --receipt kept
cp -a b b2
must 0 "$iacta" adjudicate b
must 0 "$iacta" audit b --receipt kept --bundle b.bundle
rm -rf home/pins
must 0 "$iacta" audit b.bundle
grep -q '1 receipt honoured' out || fail "the receipt in the bundle was not checked: $(cat out)"
size=$(wc -c <b.bundle)
for cut in 5 60 1000 $((size / 2)) $((size - 1)); do
	head -c $cut b.bundle >cut.bundle
	status=0; quick "$iacta" audit cut.bundle >out 2>err || status=$?
	[ $status -eq 1 ] || [ $status -eq 3 ] || fail "a bundle cut at $cut: $status: $(cat err)"
done
# the referee leaves it out
rm b2/.git/iacta/inbox/* b2/.git/iacta/receipts/*
rm -rf home/pins
must 0 "$iacta" adjudicate b2 --deadline
must 3 "$iacta" audit b2 --receipt kept --bundle never.bundle; says convicted
[ ! -e never.bundle ] || fail "a bundle of a history that does not hold"
rm -rf home/pins
stopped "a bundle brings the receipts with it; a damaged one is refused"

# --------------------------------------------------------- what is refused

printf 'a = """one \\\n\303\251"""\n' >order.toml
must 1 "$iacta" check g order.toml; says "not ASCII after a backslash"
printf 'a = """one \\\n\342\200\203two"""\n' >order.toml
must 1 "$iacta" check g order.toml; says "not ASCII after a backslash"
stopped "a character that toml++ misreads after a backslash never reaches it"

cp -a g same
unit=$([ "$side" = roman ] && echo legio-2 || echo foot-10)
{ header same "$side" 1
  for i in 1 2; do printf '[[secret.order]]\ndo = "move"\nunit = "%s"\nto = "2000"\n' "$unit"; done
  printf '[[secret.order]]\ndo = "move"\nunit = "%s"\npath = [%s"2000"]\n' "$unit" \
	"$(seq 120 | sed 's/.*/"2505", /' | tr -d '\n')"; } >plan.toml
sign_over same plan.toml "$side.key"
must 0 "$iacta" submit same plan.toml
must 0 "$iacta" adjudicate same
awk '/^\[\[event\]\]/ { if (s != "") print s; s = ""; on = 0 } /^sealed = \[/ { on = 1; next } on && /^\]/ { on = 0 } on { s = s $0 } END { if (s != "") print s }' same/events.toml >seals
[ "$(wc -l <seals)" -ge 3 ] || fail "three orders were not refused: $(cat same/events.toml)"
[ "$(sort -u seals | wc -l)" -eq "$(wc -l <seals)" ] || fail "equal refused orders have equal ciphertexts"
[ "$(awk '{ print length($0) }' seals | sort -u | wc -l)" -eq 1 ] || fail "refusals have different lengths"
rm -rf home/pins
stopped "equal refused orders have different ciphertexts, short and long ones one length"

# KEY: a minisign secret key without a password, as OpenSSH writes it
openssh_of() {
	python3 - "$1" <<'END'
import base64, struct, sys
raw = base64.b64decode(open(sys.argv[1]).read().split("\n")[1])
seed, public = raw[62:94], raw[94:126]
def string(*parts):
    s = b"".join(parts)
    return struct.pack(">I", len(s)) + s
key = string(b"ssh-ed25519") + string(public)
inner = bytes(8) + key + string(seed, public) + string(b"")
inner += bytes(range(1, 1 + -len(inner) % 8))
blob = b"openssh-key-v1\0" + string(b"none") * 2 + string(b"") + struct.pack(">I", 1) + string(key) + string(inner)
s = base64.b64encode(blob).decode()
print("-----BEGIN OPENSSH PRIVATE KEY-----")
print("\n".join(s[i:i + 70] for i in range(0, len(s), 70)))
print("-----END OPENSSH PRIVATE KEY-----")
END
}
if command -v ssh-keygen >/dev/null && command -v python3 >/dev/null; then
	# the very same Ed25519 key in OpenSSH's form signs for nobody but an
	# OpenSSH side; another key signs for nobody at all
	umask 077; openssh_of "$side.key" >same.ssh; umask 022
	ssh-keygen -q -t ed25519 -N '' -f other.ssh
	for k in same other; do
		{ header g "$side" 1; echo 'order = []'; } >plan.toml
		rm -f plan.toml.*
		ssh-keygen -q -Y sign -n iacta -f $k.ssh plan.toml 2>/dev/null || fail "ssh-keygen does not take the key"
		must 3 "$iacta" submit g plan.toml
	done
	stopped "an OpenSSH signature for a minisign side is refused, by its own key too"

	# a referee who signs what he likes: with his key a commit of his own making
	umask 077; openssh_of home/referee.key >referee.ssh; umask 022
	# DIR: commit the work tree in the referee's name, in place of the head
	as_referee() {
		git -C "$1" add -A
		git -C "$1" cat-file commit main | sed '1,/^$/d' >message
		when="$(git -C "$1" log -1 --format=%ct) +0000"
		GIT_AUTHOR_DATE=$when GIT_COMMITTER_DATE=$when git -C "$1" -c gpg.format=ssh \
			-c user.signingkey="$top/referee.ssh" -c user.name=g -c user.email=referee@iacta.invalid \
			commit -q -S --amend --reset-author -F "$top/message"
	}
	rm -rf home/pins; cp -a g liar
	sed -i 's/^kind = "\(.*\)"/kind = "\1\\nrm -rf ~\\n[[order]]"/' liar/turn.toml
	grep -q 'rm -rf' liar/turn.toml || fail "no kind was changed"
	as_referee liar
	for c in "orders liar --side $side" "show liar" "report liar" "check liar plan.toml"; do
		status=0
		# shellcheck disable=SC2086
		quick "$iacta" $c >out 2>err || status=$?
		! grep -q '^rm -rf\|^\[\[order' out err || fail "$c: a line was injected: $(cat out err)"
		[ $status -eq 0 ] || [ "$(wc -l <err)" -eq 1 ] || fail "$c: $(cat err)"
	done
	rm -rf home/pins
	must 3 "$iacta" audit liar
	stopped "a newline in a question's kind injects no line, and the audit names it"
	# what no signature covers, the first line of a .minisig, may be edited;
	# whatever a signature covers may not
	for edit in '1s/.*/untrusted comment: edited/' '3s/$/!/'; do
		rm -rf home/pins liar; cp -a g liar
		f=$(cd liar && ls orders/*.minisig | head -n 1)
		sed -i "$edit" "liar/$f"
		git -C liar diff --quiet && fail "$edit changes nothing"
		as_referee liar
		status=0; "$iacta" audit liar >out 2>err || status=$?
		case $edit in 1*) [ $status -eq 0 ] || fail "an untrusted comment: $status: $(cat err)" ;;
		*) [ $status -eq 3 ] || fail "a trusted comment was edited: $status: $(cat err)" ;; esac
	done
	rm -rf home/pins
	stopped "of a signature in a finished history only the untrusted comment can be edited, as the text says"
fi

# a seal as somebody else's program makes it: not padded, its header not first,
# a header of another exchange
if command -v python3 >/dev/null && command -v minisign >/dev/null; then
	seal() {	# PLAINTEXT-FILE: sealed = [...] to the game's seal_key
		python3 - "$src/tests/verify" "$(sed -n 's/^seal_key = "\(.*\)"/\1/p' g/game.toml)" "$1" <<'END'
import base64, os, sys
sys.path.insert(0, sys.argv[1])
import crypto
s = base64.b64encode(crypto.box_seal(base64.b64decode(sys.argv[2]), crypto.box_keypair(os.urandom(32)), open(sys.argv[3], "rb").read())).decode()
print("sealed = [")
for i in range(0, len(s), 64):
    print('"%s",' % s[i:i + 64])
print("]")
END
	}
	inside() { printf 'game = "g"\nexchange = %s\nside = "%s"\norder = []\n' "$1" "$side"; }
	pad() { python3 -c 'import sys; s = sys.stdin.read(); print(s, end="\n" * (-len(s) % 2048))'; }
	inside "$at" | pad >plain.good
	inside "$at" >plain.unpadded
	inside "$at" | sort | pad >plain.last
	inside $((at + 1)) | pad >plain.exchange
	{ inside "$at"; echo 'order = []'; } | pad >plain.twice
	for k in good unpadded last exchange twice; do
		rm -rf sealing; cp -a g sealing
		{ header sealing "$side" 1; seal plain.$k; } >plan.toml
		rm -f plan.toml.*
		minisign -S -s "$side.key" -m plan.toml -x plan.toml.minisig >/dev/null </dev/null || fail "minisign"
		if [ $k = good ]; then must 0 "$iacta" submit sealing plan.toml
		else must 1 "$iacta" submit sealing plan.toml; ! grep -q 'order' err || fail "it tells: $(cat err)"; fi
	done
	stopped "a seal that is not padded, whose header is not first or of another exchange, or that says a thing twice, is refused"
fi

# where memory runs out there is one sentence and a status
if [ -e fault.so ]; then
	i=0
	while [ $((i += 7)) -lt 300 ]; do
		status=0
		LD_PRELOAD=$top/fault.so FAULT=malloc:$i ASAN_OPTIONS=detect_leaks=0 "$iacta" show g >out 2>err || status=$?
		[ $status -le 1 ] || fail "allocation $i fails: status $status: $(cat err)"
		[ $status -eq 0 ] || [ -s err ] || fail "allocation $i fails: not a word"
	done
	stopped "memory that runs out ends in a sentence and status 1, never in a signal or in \"does not verify\""
fi

echo "1..$n"
