#!/bin/sh
# terminal.sh: iacta turn with somebody at the terminal: what is asked, and what
# a slip of the finger or ^C comes to
. "${IACTA_SRCDIR:?}/tests/e2e/lib"
unset VISUAL
export IACTA_DATA="$src"
need git python3
# libedit keeps copies of the names that it is given (EL_ADDFN), to the end
echo 'leak:wcsdup' >kept
export LSAN_OPTIONS="suppressions=$PWD/kept:print_suppressions=0"
# in one line: a message is wrapped where it goes to a terminal
has() { tr -s '\n ' ' ' <out | grep -qF -- "$1" || fail "\"$1\" is not in: $(cat out)"; }

# keys COMMAND...: run it at a terminal of 24 lines of 80.  stdin has a line for
# each thing to type: what to wait for, a tab, the keys.
cat >keys.py <<'END'
import fcntl, os, pty, select, signal, struct, sys, termios, time
pid, fd = pty.fork()
if pid == 0:
    # whoever runs the tests in the background has ^C ignored
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
seen = all = b''
def read(until, seconds):
    global seen, all
    end = time.time() + seconds
    while until is None or until not in seen:
        if not select.select([fd], [], [], max(0, end - time.time()))[0]:
            return False
        try:
            more = os.read(fd, 65536)
        except OSError:
            more = b''
        if not more:
            return False
        seen += more
        all += more
    return True
late = ''
for line in sys.stdin:
    wait, keys = line.rstrip('\n').split('\t')
    if not read(wait.encode(), 60):
        late = wait
        break
    seen = seen[seen.index(wait.encode()) + len(wait):]
    os.write(fd, keys.encode().decode('unicode_escape').encode())
read(None, 20 if not late else 1)
os.set_blocking(1, True)
sys.stdout.buffer.write(all.replace(b'\r', b''))
if late:
    os.kill(pid, 9)
    sys.exit('never came: ' + late)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
# STATUS COMMAND...: it must end so
keys() {
	want=$1; shift
	status=0; python3 keys.py "$@" >out 2>err || status=$?
	[ $status -eq "$want" ] || fail "$*: status $status, not $want: $(cat err out)"
}

"$iacta" keygen -o a >/dev/null; "$iacta" keygen -o b >/dev/null
must 0 "$iacta" new cataphract/tricameron t --side byzantine=a.pub --side vandal=b.pub
must 0 "$iacta" accept t --side byzantine -k a.key --submit
must 0 "$iacta" accept t --side vandal -k b.key --submit
must 0 "$iacta" adjudicate t

# an editor that writes an order, once
cat >editor <<'END'
grep -q '^{ do' "$1" || sed -i 's/^order = \[$/&\n{ do = "move", unit = "thracian-cat-1", to = "3115" },/' "$1"
END
export EDITOR="sh $top/editor" PAGER=cat TERM=dumb

# a word that is none signs nothing and throws nothing away; n keeps the draft
keys 4 "$iacta" turn t --side byzantine -k a.key <<'END'
Sign it?	qm\n
none of these words	
Sign it?	yess\n
Sign it?	odds\n
The whole turn	
Sign it?	m\n
The map then	
Sign it?	n\n
END
has 'That is none of these words: yes edit no odds map quit.'
has 'nothing was signed; the draft is kept in t-byzantine-1.toml'
[ ! -e t-byzantine-1.signed.toml ] || fail "it was signed"
grep '^iacta: ' out | awk 'length > 72 { exit 1 }' || fail "a message is longer than its line: $(cat out)"
# ^C is no
keys 4 "$iacta" turn t --side byzantine -k a.key <<'END'
Sign it?	\x03
END
has 'nothing was signed; the draft is kept'
# in the pager it is the pager's
cat >pager <<'END'
#!/bin/sh
cat >/dev/null
trap 'echo interrupted; exit' INT
echo 'in the pager'
while :; do sleep 1; done
END
chmod +x pager
PAGER="$top/pager" keys 4 "$iacta" turn t --side byzantine -k a.key <<'END'
in the pager	\x03
interrupted	
Sign it?	n\n
END
# yes
keys 0 "$iacta" turn t --side byzantine -k a.key <<'END'
Sign it?	Yes\n
END
has '-----END IACTA ORDERS-----'
# nothing ordered: an empty line is no consent, for there is a warning
rm t-byzantine-1.toml
EDITOR=true keys 4 "$iacta" turn t --side byzantine -k a.key <<'END'
you order nothing	
Sign it?	\n
Sign it?	\n
Sign it?	n\n
END

# who is not asked is told so before the editor opens
EDITOR='touch opened;' keys 4 "$iacta" turn t --side vandal -k b.key <<'END'
vandal is not asked now: the game waits for byzantine (orders).	
Open the sheet for that?	\n
END
[ ! -e opened ] || fail "the editor was opened for nobody"
EDITOR='touch opened; true' keys 4 "$iacta" turn t --side vandal -k b.key <<'END'
Open the sheet for that?	y\n
END
[ -e opened ] || fail "the editor was not opened"
has 'the sheet holds nothing to send'

# the prompt of a game: Tab completes words of its own, verbs, ids and hexes
TERM=xterm keys 0 "$iacta" play cataphract/tricameron -d p --side byzantine <<'END'
byzantine> 	und\t\n
nothing to take back	
byzantine> 	mov\t\x15move thracian-cat-1 \t311\t\t\x15move-l\tbelis\t to=2808\n
Belisarius (belisarius) goes 3612 to 2808.	
byzantine> 	undo\n
taken back: move-leader	
byzantine> 	quit\n
END
IACTA_HOME="$top/p.keys" must 0 "$iacta" audit p
# who is interrupted there has his terminal back as it was
cat >after <<'END'
trap : INT
stty -g >before
"$@"
stty -g >behind
END
TERM=xterm keys 0 sh after "$iacta" play cataphract/tricameron -d q --side byzantine <<'END'
byzantine> 	mov\x03
END
cmp before behind || fail "the terminal was $(cat before), and is $(cat behind)"
echo "$me: passed"
