#!/bin/sh
# ssh.sh: Chalons by `git push` over SSH: an sshd of its own on loopback, with
# scratch host keys and a port of its own, a bare repository, and the hook.
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
need git ssh ssh-keygen python3
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) || skip "there is no sshd"
IACTA_DATA=$src

# sshd wants a directory of root's for its privilege separation
[ "$(id -u)" -ne 0 ] || [ -d /run/sshd ] || { made=/run/sshd; mkdir -m 755 /run/sshd; }
for k in host roman-login hunnic-login; do ssh-keygen -q -t ed25519 -N '' -f "$k"; done
# each player may push to his own branch of orders, and to nothing else: what
# gitolite does with RW+ refs/heads/orders/roman
mkdir bin
for s in roman hunnic; do
	cat >bin/$s <<-END
	#!/bin/sh
	export PLAYER=$s IACTA_HOME='$IACTA_HOME' IACTA_DATA='$IACTA_DATA'
	export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
	case \$SSH_ORIGINAL_COMMAND in
	"git-receive-pack '/chalons.git'") exec git receive-pack '$top/chalons.git' ;;
	"git-upload-pack '/chalons.git'") exec git upload-pack '$top/chalons.git' ;;
	esac
	echo "you may fetch and push chalons.git" >&2
	exit 1
	END
	chmod +x bin/$s
	echo "command=\"$top/bin/$s\",restrict $(cat $s-login.pub)" >>authorized_keys
done
running=
down() {
	[ -z "$running" ] || kill "$running" 2>/dev/null || :
	[ -z "${made-}" ] || rmdir "$made" 2>/dev/null || :
}
trap 'down; rm -rf "$top"' EXIT
# a free port may be taken before sshd says it: then another
for i in 1 2 3 4 5; do
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	cat >sshd_config <<-END
	Port $port
	ListenAddress 127.0.0.1
	HostKey $top/host
	PidFile $top/sshd.pid
	AuthorizedKeysFile $top/authorized_keys
	StrictModes no
	PasswordAuthentication no
	KbdInteractiveAuthentication no
	UsePAM no
	PermitRootLogin yes
	END
	"$sshd" -D -e -f "$top/sshd_config" 2>sshd.log &
	running=$!
	n=0
	until grep -q 'Server listening' sshd.log; do
		[ $((n += 1)) -lt 100 ] && kill -0 "$running" 2>/dev/null || break
		sleep 0.1
	done
	grep -q 'Server listening' sshd.log && break
	running=
done
[ -n "$running" ] || skip "sshd does not start: $(tail -1 sshd.log)"
echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 host.pub)" >known_hosts
url=ssh://$(id -un)@127.0.0.1:$port/chalons.git
# SIDE COMMAND...: git as this player
as() {
	player=$1; shift
	GIT_SSH_COMMAND="ssh -F none -i $top/$player-login -o IdentitiesOnly=yes -o BatchMode=yes -o UserKnownHostsFile=$top/known_hosts" \
	    timeout 60 "$@"
}

# ------------------------------------------------------------------ the game

for s in roman hunnic; do must 0 "$iacta" keygen -o $s; done
must 0 "$iacta" new ancient-battles/chalons chalons --side roman=roman.pub --side hunnic=hunnic.pub
git clone -q --bare chalons chalons.git 2>/dev/null
add_hooks chalons.git
cat >chalons.git/hooks/update <<END
#!/bin/sh
[ "\$1" = "refs/heads/orders/\$PLAYER" ] || { echo "\$PLAYER may not write \$1" >&2; exit 1; }
exec "$iacta" hook update "\$@"
END
for s in roman hunnic; do
	as $s git clone -q "$url" $s.git 2>err || fail "clone: $(cat err)"
done

# SIDE FILE...: push these files as the side's orders
push() {
	s=$1; shift
	orders_box "$@"
	as $s git -C box push -q --force "$url" "HEAD:refs/heads/orders/$s" >out 2>err || fail "push: $(cat err)"
}
for s in roman hunnic; do
	must 0 "$iacta" accept $s.git --side $s -k $s.key
	push $s $s-0.toml $s-0.toml.minisig
	says "received: chalons, exchange 0, $s, revision 1"
done
says 'asks roman for orders'
n=1
while [ $n -le 10 ]; do
	s=roman; [ $((n % 2)) -eq 1 ] || s=hunnic
	as $s git -C $s.git pull -q 2>err || fail "pull: $(cat err)"
	[ "$(turn $s.git)" -eq $n ] || fail "turn $(turn $s.git), not $n"
	must 0 "$iacta" orders $s.git --side $s
	chalons_moves $n >lines
	sed '/^order = \[$/r lines' out >$s.toml
	must 0 "$iacta" sign $s.git $s.toml -k $s.key
	cp out block.txt
	push $s block.txt
	says "received: chalons, exchange $n, $s, revision 1"
	n=$((n + 1))
done
# the same again is too late, and nobody pushes for another or to main
before=$(git -C chalons.git rev-parse main)
push hunnic block.txt
says 'exchange'
git -C box -c user.name=a -c user.email=a@b commit -q --allow-empty -m mine
! as roman git -C box push -q --force "$url" HEAD:refs/heads/orders/hunnic 2>err || fail "roman pushed for hunnic"
says 'roman may not write'
! as roman git -C box push -q --force "$url" HEAD:refs/heads/main 2>err || fail "roman pushed to main"
[ "$(git -C chalons.git rev-parse main)" = "$before" ] || fail "something came of it"
[ "$(git -C chalons.git rev-list --count main)" -eq 12 ] || fail "the history says not twelve commits"
must 0 "$iacta" audit chalons.git
as roman git -C roman.git pull -q 2>err || fail "pull: $(cat err)"
must 0 "$iacta" audit roman.git
# the battle was fought: dice were rolled
[ "$(git -C chalons.git log -p main -- dice.toml | grep -c '^+face = ')" -gt 0 ] || fail "no die was rolled"
echo "$me: passed: $(git -C chalons.git rev-list --count main) commits"
