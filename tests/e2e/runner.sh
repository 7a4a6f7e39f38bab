#!/bin/sh
# runner.sh: docs/forge/iacta.yml itself, step by step, by a runner as forges
# have them: their variables and nothing of ours, the event as a file, a token
# in the address, and a curl that keeps what it would have posted
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git base64 tar python3 jq make
[ -x "$(dirname "$iacta")/iacta-mail" ] || skip "iacta-mail was not built (GMime)"
found g
git clone -q --bare g forge.git 2>/dev/null
# the branch with the workflow and its script, as the workflow's head says
mkdir referee
git -C referee init -q -b referee
mkdir -p referee/.forgejo/workflows
cp "$src/docs/forge/iacta.yml" referee/.forgejo/workflows
cp "$src/docs/forge/take-orders" referee
chmod +x referee/take-orders
git -C referee add -A
git -C referee -c user.name=a -c user.email=a@example.org commit -q -m workflow
git -C referee push -q ../forge.git referee

# what the workflow installs: here the program under test
mkdir bin source
for p in iacta iacta-mail; do ln -s "$(dirname "$iacta")/$p" bin; done
printf '#!/bin/sh\n' >bin/apt-get
cat >bin/curl <<END
#!/bin/sh
{ printf '%s\n' "\$@"; cat; } >>'$top/posted'
END
chmod +x bin/*
git -C source init -q -b main
printf '#!/bin/sh\n' >source/setup; chmod +x source/setup
printf 'install:\n\t@command -v iacta >/dev/null\n' >source/Makefile
git -C source add -A
git -C source -c user.name=a -c user.email=a@example.org commit -q -m source

SECRET_IACTA_REFEREE=$(tar -C home -cz referee.key secrets/g | base64 -w0)
export SECRET_IACTA_REFEREE SECRET_GITHUB_TOKEN=t0ken VAR_IACTA_SOURCE="$top/source"
export RUNNER_SERVER=https://forge.invalid RUNNER_REPOSITORY="$top/forge.git"
mv home away		# the job has nothing but its secret
cat >gitconfig <<END
[url "$top/forge.git"]
	insteadOf = https://x:t0ken@forge.invalid/club/game.git
END
export GIT_CONFIG_GLOBAL="$top/gitconfig" PATH="$top/bin:$PATH"
# EVENT: a run of the job; the event is in event.json
job() {
	rm -f posted
	python3 "$src/tests/forge/runner.py" "$top/referee/.forgejo/workflows/iacta.yml" "$1" event.json >out 2>err ||
		fail "$1: $(cat err out)"
}
# a comment from standard input, as the forge tells of it
comment() { jq -Rs '{action: "created", issue: {number: 7}, comment: {body: .}}' >event.json; job issue_comment; }
pushed() { printf '{"ref": "refs/heads/orders/%s"}\n' "$1" >event.json; job push; }
answered() { grep -qF -- "$1" posted || fail "no \"$1\" in: $(cat posted)"; }
commits() { git -C forge.git rev-list --count main; }
refresh() { rm -rf clone; git clone -q -b main forge.git clone; }

refresh
must 0 "$iacta" accept clone --side roman -k roman.key
{ echo 'I accept:'; echo '```'; echo "-----BEGIN IACTA ORDERS-----"; cat roman-0.toml; echo "-----BEGIN IACTA SIGNATURE-----"
  cat roman-0.toml.minisig; echo "-----END IACTA ORDERS-----"; echo '```'; } >block
comment <block
answered 'Received: exchange 0, roman, revision 1'
answered 'https://forge.invalid/api/v1/repos/club/game/issues/7/comments'
answered 'Authorization: token t0ken'
must 0 "$iacta" accept clone --side hunnic -k hunnic.key
orders_box hunnic-0.toml hunnic-0.toml.minisig
git -C box push -q ../forge.git HEAD:refs/heads/orders/hunnic
pushed hunnic
[ "$(commits)" -eq 2 ] || fail "not adjudicated: $(cat out)"
[ ! -e posted ] || fail "a push is answered by a comment: $(cat posted)"

# talk is nobody's business; the job's own answers neither, nor a comment that
# is made to be a command
n=$(commits)
echo 'Nice weather.' | comment
grep -q 'runner: skipped' out && [ ! -e posted ] || fail "talk is answered: $(cat out)"
for c in '"; touch '"$top"'/owned; "' '$(touch '"$top"'/owned)' '`touch '"$top"'/owned`' "'; touch $top/owned; '" '${{ secrets.IACTA_REFEREE }}'; do
	printf '%s\n-----BEGIN IACTA ORDERS-----\n%s\n-----BEGIN IACTA SIGNATURE-----\n%s\n-----END IACTA ORDERS-----\n' "$c" "$c" "$c" | comment
	[ ! -e owned ] || fail "a comment is a command: $c"
	! grep -qF "$SECRET_IACTA_REFEREE" posted out err || fail "the secret is told"
done
[ "$(commits)" -eq "$n" ] || fail "something came of it"

# orders in a comment, then the whole history holds
refresh
must 0 "$iacta" orders clone --side roman
cp out orders.toml
must 0 "$iacta" sign clone orders.toml -k roman.key
comment <out
answered 'Received: exchange 1, roman'
[ "$(commits)" -ge $((n + 1)) ] || fail "not adjudicated: $(cat out posted)"
refresh
must 0 "$iacta" audit clone
! grep -q "$SECRET_IACTA_REFEREE\|untrusted comment: .*secret key" out err posted || fail "a key was told"
echo "$me: passed: $(commits) commits"
