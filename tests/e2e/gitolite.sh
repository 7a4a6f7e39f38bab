#!/bin/sh
# gitolite.sh: two turns of Chalons by push to a real gitolite, set up as
# docs/REFEREE.md says; gitolite's own shell is called as sshd would call it
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git perl
command -v gitolite >/dev/null || skip "there is no gitolite"
shell=$(gitolite query-rc GL_BINDIR 2>/dev/null)/gitolite-shell
[ -x "$shell" ] || shell=/usr/share/gitolite3/gitolite-shell
[ -x "$shell" ] || skip "there is no gitolite-shell"
IACTA_DATA=$src

# gitolite's user, whose ~/.iacta is the referee's
server=$top/server
mkdir "$server"
on_server() {
	env -i PATH="$PATH" HOME="$server" USER=git IACTA_DATA="$IACTA_DATA" \
	    GIT_CONFIG_NOSYSTEM=1 ${ASAN_OPTIONS+ASAN_OPTIONS="$ASAN_OPTIONS"} "$@"
}
# git calls it as: ssh HOST "git-receive-pack 'games/plain'"
cat >ssh <<END
#!/bin/sh
for a; do last=\$a; done
exec env -i PATH="$PATH" HOME="$server" USER=git IACTA_DATA="$IACTA_DATA" \\
    GIT_CONFIG_NOSYSTEM=1 ${ASAN_OPTIONS+ASAN_OPTIONS="$ASAN_OPTIONS"} \\
    SSH_CONNECTION='127.0.0.1 1 127.0.0.1 22' SSH_ORIGINAL_COMMAND="\$last" \\
    "$shell" "\$PLAYER"
END
chmod +x ssh
# PLAYER COMMAND...
as() {
	player=$1; shift
	PLAYER=$player GIT_SSH_COMMAND="$top/ssh" GIT_SSH_VARIANT=simple timeout 60 "$@"
}
url=git@server:games/plain

ssh-keygen -q -t ed25519 -N '' -f admin
on_server gitolite setup -pk "$top/admin.pub" >log 2>&1 || skip "gitolite does not start: $(tail -1 log)"
# what REFEREE.md says: the hooks of this repository alone
sed -i "s/# 'repo-specific-hooks',/'repo-specific-hooks',/; s|# LOCAL_CODE *=> *\"\$ENV{HOME}/local\"|LOCAL_CODE => \"\$ENV{HOME}/local\"|" "$server/.gitolite.rc"
grep -q "^ *'repo-specific-hooks'" "$server/.gitolite.rc" || fail "no such line in .gitolite.rc: repo-specific-hooks"
grep -q '^ *LOCAL_CODE' "$server/.gitolite.rc" || fail "no such line in .gitolite.rc: LOCAL_CODE"
hooks=$server/local/hooks/repo-specific
mkdir -p "$hooks"
printf '#!/bin/sh\nexec "%s" hook post-receive\n' "$iacta" >"$hooks/iacta"
chmod +x "$hooks/iacta"
as admin git clone -q git@server:gitolite-admin admin.git 2>err || fail "clone: $(cat err)"
cat >>admin.git/conf/gitolite.conf <<'END'

repo games/plain
    RW+ refs/heads/orders/roman$   = anna
    RW+ refs/heads/orders/hunnic$  = bert
    R                              = anna bert carol
    option hook.post-receive       = iacta
END
git -C admin.git -c user.name=a -c user.email=a@b commit -qam 'a game'
as admin git -C admin.git push -q origin HEAD 2>err || fail "push: $(cat err)"

# the game is founded as that user, and its bare clone put in place
for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
on_server "$iacta" new ancient-battles/chalons "$top/plain" --side roman="$top/roman.pub" --side hunnic="$top/hunnic.pub" >out 2>err || fail "new: $(cat err)"
bare=$server/repositories/games/plain.git
rm -rf "$bare"
git clone -q --bare plain "$bare"
on_server gitolite setup >log 2>&1 || fail "gitolite setup: $(cat log)"
[ -e "$bare/hooks/post-receive" ] || fail "the hook is not there: $(ls "$bare/hooks")"

for p in anna bert; do
	as $p git clone -q $url $p 2>err || fail "clone: $(cat err)"
done
name() { case $1 in roman) echo anna ;; *) echo bert ;; esac; }
# SIDE FILE...: push these files as the side's orders
push() {
	s=$1; shift
	orders_box "$@"
	as "$(name $s)" git -C box push -q --force $url "HEAD:refs/heads/orders/$s" >out 2>err || fail "push: $(cat err)"
}
for s in roman hunnic; do
	must 0 "$iacta" accept "$(name $s)" --side $s -k $s.key
	push $s $s-0.toml $s-0.toml.minisig
	says "received: plain, exchange 0, $s, revision 1"
done
n=1
while [ $n -le 2 ]; do
	s=roman; [ $((n % 2)) -eq 1 ] || s=hunnic
	dir=$(name $s)
	as "$dir" git -C "$dir" pull -q 2>err || fail "pull: $(cat err)"
	[ "$(turn "$dir")" -eq $n ] || fail "turn $(turn "$dir"), not $n"
	must 0 "$iacta" orders "$dir" --side $s
	chalons_moves $n >lines
	sed '/^order = \[$/r lines' out >$s.toml
	must 0 "$iacta" sign "$dir" $s.toml -k $s.key
	cp out block.txt
	push $s block.txt
	says "received: plain, exchange $n, $s, revision 1"
	n=$((n + 1))
done
# gitolite lets nobody push for another, to main, or look without leave
before=$(git -C "$bare" rev-parse main)
git -C box -c user.name=a -c user.email=a@b commit -q --allow-empty -m mine
for what in 'anna orders/hunnic' 'bert orders/roman' 'anna main' 'carol main' 'carol orders/roman'; do
	! as "${what% *}" git -C box push -q --force $url "HEAD:refs/heads/${what#* }" 2>err || fail "$what: pushed"
	grep -q DENIED err || fail "$what: $(cat err)"
done
as carol git clone -q $url carol 2>err || fail "clone: $(cat err)"
! as dora git clone -q $url dora 2>err || fail "dora may read"
[ "$(git -C "$bare" rev-parse main)" = "$before" ] || fail "something came of it"
[ "$(git -C "$bare" rev-list --count main)" -eq 4 ] || fail "the history says not four commits"
must 0 "$iacta" audit "$bare"
must 0 "$iacta" audit carol
echo "$me: passed: $(git -C "$bare" rev-list --count main) commits"
