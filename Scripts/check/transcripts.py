"""Commands with what they write, as pages and journeys show them: the shells that run them, and what
is compared."""

import contextlib, difflib, fcntl, functools, os, pty, pwd, re, select, signal, struct, subprocess, termios
import time

from common import POSTGRES, PROGRAM, ROOT

PATIENCE = 60  # seconds for a command
COLUMNS = 120

DRIVER = r"""
shopt -s expand_aliases
swift() { # a page's `swift run regapp` is the program that is built already
  if [ "$1 $2" = "run regapp" ]; then shift 2; regapp "$@"; else echo "not run here: swift $*"; fi
}
# Names that no command uses: a variable that one sets is there for the next.
_ended() { return "$1"; }
_code=0
while IFS= read -r -d '' -u 9 _command; do
  _ended "$_code" # what `$?` is in the command
  RUN
  _code=$?
  printf '\036%d\036' "$_code"
done
"""
# What a journey has beside: accounts where they are by default, and commands of which the code alone counts.
ACCOUNTS = r"""
set -o pipefail
accounts() { mkdir -p ~/Documents/regapp && cat >~/Documents/regapp/accounts.json; }
fixture() { accounts <"$FIXTURES/$1/accounts.json"; }
# None yet, under a rulebook whose hashes cost a quarter.
quick() {
  echo '{"rules": {"from": "'$1'", "fields": {"password": {"cost": 5}}}, "accounts": []}' | accounts
}
quietly() { regapp "$@" >/dev/null 2>&1; }
"""


class Stuck(Exception):
    """A command that does not end, with what it has written."""


@functools.cache
def user():
    return pwd.getpwuid(os.getuid()).pw_name


def prepare(directory):
    """An empty home in a directory, and the environment of a shell in it."""
    home, programs = directory / "home", directory / "bin"
    for path in (home, programs):
        path.mkdir()
    for name, program in (("regapp", PROGRAM), ("regapp-albums", PROGRAM.parent / "regapp-albums"),
                          ("regapp-postgres", POSTGRES), ("regapp-serve", PROGRAM.parent / "regapp-serve")):
        if program.exists():
            (programs / name).symlink_to(program)
    return home, {
        "HOME": str(home), "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1", "TERM": "xterm", "USER": user(),
        "LOGNAME": user(), "FIXTURES": str(ROOT / "Fixtures"),
        # For root, the home of the passwd entry would count.
        "XDG_STATE_HOME": f"{home}/.local/state"}


class Terminal:
    """A shell at a terminal of its own, in an empty home: a page's."""

    def __init__(self, directory, setup=""):
        self.home, environment = prepare(directory)
        self.start = directory / "regapp"
        self.start.mkdir()
        # As in a clone, but for what must not be written.
        for name in ("Scripts", "Fixtures"):
            (self.start / name).symlink_to(ROOT / name)
        driver = setup + DRIVER.replace("RUN", 'eval "$_command"')
        read, self.commands = os.pipe()
        os.set_inheritable(read, True)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(self.start)
            os.umask(0o22)
            os.dup2(read, 9)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-c", driver], environment)
        os.close(read)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))

    def run(self, command, typed=()):
        """The output of a command, as the terminal shows it, and its exit code."""
        os.write(self.commands, command.encode() + b"\0")
        said, deadline, asked = "", time.monotonic() + PATIENCE, 0
        rest = b""
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                raise Stuck(f"$ {command}\n{said}")
            try:
                rest += os.read(self.terminal, 65536)
            except OSError:
                raise Stuck(f"$ {command}\n{said}") from None
            text = rest.decode("utf-8", "ignore")
            rest = rest[len(text.encode()):]
            said += text.replace("\r\n", "\n")
            if end := re.search("\036(\\d+)\036", said):
                return said[:end.start()], int(end[1])
            # A question ends without a line end.
            if typed and len(said) > asked and re.search(r"[:?\]>] $", said):
                os.write(self.terminal, typed.pop(0).encode() + b"\n")
                asked = len(said) + 1

    def compare(self, command, shown, typed):
        """The difference between what a page shows of a command and what comes."""
        came, _ = self.run(command, typed)
        while shown and not shown[-1].strip():
            shown = shown[:-1]
        seen = as_seen(came)
        return "" if matches(shown, seen) else difference(shown, seen)

    def put(self, path, lines):
        """Writes a file that a page shows."""
        path = self.start / path.replace("~", str(self.home))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines))
        path.chmod(0o600)

    def close(self):
        os.close(self.commands)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        os.close(self.terminal)
        os.waitpid(self.process, 0)


class Script:
    """A shell without a terminal, in an empty home: a journey's. Its stdin is empty, and what comes on
    stderr is told from what comes on stdout."""

    def __init__(self, directory):
        self.home, environment = prepare(directory)
        self.streams = [directory / name for name in ("out", "err")]
        driver = ACCOUNTS + DRIVER.replace("RUN", 'eval "$_command" </dev/null >"$1" 2>"$2" 9<&-')
        read, self.commands = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-c", f"exec 9<&{read} {read}<&-\n{driver}", "bash",
             *map(str, self.streams)], env=environment, cwd=self.home, umask=0o77, pass_fds=[read],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
        os.close(read)

    def lines(self, command):
        """The lines of stdout and of stderr, with `~` for the home; and the exit code."""
        os.write(self.commands, command.encode() + b"\0")
        ended, deadline = b"", time.monotonic() + PATIENCE
        while not (end := re.search(b"\036(\\d+)\036", ended)):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Stuck(f"$ {command}")
            if not (more := os.read(self.process.stdout.fileno(), 4096)):
                raise Stuck(f"the shell has ended: $ {command}")
            ended += more
        found = []
        for stream in self.streams:
            text = stream.read_bytes().decode(errors="replace").replace(str(self.home), "~")
            found.append([line.rstrip(" ") for line in text.removesuffix("\n").split("\n")] if text else [])
            if text and not text.endswith("\n"):
                found[-1].append(r"\ no newline")
        return *found, int(end[1])

    def compare(self, command, shown):
        """The difference between what a journey shows of a command and what comes."""
        out, err, code = self.lines(command)
        while shown and not shown[-1].strip():
            shown = shown[:-1]
        end = re.fullmatch(r"\[(\d+)\]", shown[-1]) if shown else None
        text = shown[:-1] if end else shown
        wanted = [line for line in text if not line.startswith("2>")]
        said = [line[3:] for line in text if line.startswith("2>")]
        if (int(end[1]) if end else 0) == code and (
                text == ["…"] or matches(wanted, out) and matches(said, err)):
            return ""
        return difference(shown, out + [f"2> {line}".rstrip() for line in err] + [f"[{code}]"] * (code != 0))

    def close(self):
        os.close(self.commands)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.stdout.close()
        self.process.wait()


INSTANT = r"\d{4}-\d\d-\d\d \d\d:\d\d"
USER = pwd.getpwuid(os.getuid()).pw_name


def pattern(lines):
    """The text of a page, as an expression for each text that may come."""
    parts = []
    for line in lines:
        if line == "…":
            parts.append(r"(?:[^\n]*\n)*?")
            continue
        line = ".*".join(map(re.escape, line.rstrip().split("…")))
        # An instant is any, and who did it is who is shown, or who runs this.
        line = re.sub(r"\d{4}\\-\d\d\\-\d\d\\ \d\d:\d\d(?:\\ \\ (\w+))?",
                      lambda at: INSTANT + (f"  (?:{at[1]}|{re.escape(USER)})" if at[1] else ""), line)
        parts.append(line + "\n")
    return "".join(parts)


def matches(shown, came):
    return re.fullmatch(pattern(shown), "".join(f"{line}\n" for line in came)) is not None


def difference(shown, came):
    lines = difflib.unified_diff(shown, came, "shown", "what comes", lineterm="", n=99)
    return "\n".join(list(lines)[3:])


def as_seen(text):
    """The text on the terminal in the end: a carriage return begins a line again."""
    lines = []
    for line in re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", text).rstrip().split("\n"):
        seen = ""
        for part in line.split("\r"):
            seen = part + seen[len(part):]
        lines.append(seen.rstrip())
    return lines if text.strip() else []


def commands(lines, first):
    """Each command with its line and what follows; and the number of the first line."""
    found = []
    for number, line in enumerate(lines, first):
        if line.startswith("$ "):
            found.append((number, [line[2:]], []))
        elif not found:
            if line.strip():
                raise ValueError(f"commands must begin with `$ `, not {line!r} in line {number}")
        elif line.startswith("> ") and not found[-1][2]:
            found[-1][1].append(line[2:])
        else:
            found[-1][2].append(line)
    return found


class Journey:
    """A test as text, in chapters of commands; all begin with what is above the first."""

    def __init__(self, path):
        self.path, self.name = path, str(path.relative_to(ROOT))

    def chapters(self):
        parts = [(1, [])]
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("## "):
                parts.append((number + 1, []))
            else:
                parts[-1][1].append("" if line.startswith("# ") else line)
        if not parts[1:]:
            raise ValueError("there are no chapters")
        for first, lines in parts[1:]:
            if not any(line.startswith("$ ") for line in lines):
                raise ValueError(f"the chapter above line {first} has no commands")
        beginning, *chapters = [commands(lines, first) for first, lines in parts]
        return [beginning + chapter for chapter in chapters]
