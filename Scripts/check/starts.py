"""The part of the check of the door about what is not there: accounts, a place to listen at, the database."""
import concurrent.futures, contextlib, json, os, pathlib, signal, socket, subprocess, time

from common import (
    PATIENCE, POSTGRES, PROGRAM, as_user, check, comes_true, ended, free_port, in_time, listens, must,
    postgres, postgres_running, run, serving, unchecked, write_json)
from webservers import NEXT, WORD, ask, first_other, form


def before_accounts(directory):
    """The server starts before the accounts are there: their disk is mounted later, or the path is wrong."""
    place, log = directory / "socket", directory / "log"

    def page():
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(PATIENCE)
            asking.connect(str(place))
            asking.sendall(
                b"GET /account/ HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
            return asking.makefile("rb").read()

    with serving([PROGRAM, "--documents", directory, "serve", "--socket", place], lambda: listens(place),
                 log):
        answer = page()
        check("before the accounts: 503", answer.startswith(b"HTTP/1.1 503"), answer[:100])
        check("before the accounts: the log says which",
              f"no accounts file: {directory}/accounts.json" in log.read_text(), log.read_text())
        write_json(directory / "accounts.json",
                   {"rules": {"from": "register", "serve": {"url": "https://example.com/account/"}},
                    "accounts": []})
        answer = page()
        check("before the accounts: then the page is where they say", answer.startswith(b"HTTP/1.1 200"),
              answer[:100])


def too_few_descriptors(words, directory, option, place):
    """Each number of descriptors is too few at another step of the start, until they are enough."""
    refused = 0
    for number in range(4, 12):
        log = directory / f"starts-{number}"
        limited = ["sh", "-c", f'ulimit -n {number}; exec "$@"', "sh", *map(str, words)]
        with open(log, "w") as out:
            started = subprocess.Popen(limited, stdout=out, stderr=out)
        try:
            comes_true(lambda: started.poll() is not None or "serving at" in log.read_text())
        finally:
            code = ended(started, signal.SIGTERM)
        text = log.read_text()
        if "serving at" in text:
            break
        refused += 1
        check(f"cannot start: {option} with {number} descriptors",
              code == 73 and f"cannot serve at {place}: too many open files" in text
              and "hint: allow it more open files" in text, f"{code} {text}")
    check(f"cannot start: {option}, too few descriptors and enough", 0 < refused < 8, refused)


def cannot_start(directory):
    """Where the server cannot start, it names the place and the reason, and a way out that fits."""
    program, port, path = PROGRAM.parent / "regapp-serve", free_port(), directory / "starts"

    def says(name, place, code, text, hint, *before, documents=directory, **how):
        words = [*before, program, "--documents", documents, "serve", "--door", *place]
        ran = run(*words, timeout=30, **{"env": {**os.environ, "LC_ALL": "C"}, **how})
        check(f"cannot start: {name}", ran.returncode == code and text in ran.stderr
              and f"hint: {hint}" in ran.stderr, f"{ran.returncode} {ran.stderr}")

    def at(place):
        return f"127.0.0.1:{place[1]}" if place[0] == "--listen" else place[1]

    places = [["--listen", port], ["--socket", path]]
    for place in places:
        too_few_descriptors([program, "--documents", directory, "serve", "--door", *place], directory,
                            place[0], at(place))
    with socket.socket() as other, socket.socket(socket.AF_UNIX) as neighbour:
        other.bind(("127.0.0.1", port))
        neighbour.bind(str(path))
        for listening in [other, neighbour]:
            listening.listen()
        for place in places:
            says(f"{place[0]} is taken", place, 73, f"another program serves at {at(place)}",
                 "end it, or choose another place")
    path.unlink()
    path.write_text("mine")
    says("a file is there", places[1], 73, f"{path} is there, and is not a socket",
         "remove it, or choose another path")
    path.unlink()
    check("cannot start: nothing is left over",
          not path.exists() and not any(file.is_socket() for file in directory.iterdir()))
    says("no directory", ["--socket", directory / "none/s"],
         73, f"cannot serve at {directory}/none/s: no such file or directory",
         "check that its directory exists and is yours to write")
    says("systemd passes no socket", [], 64, "systemd must pass one listening stream socket",
         "put one ListenStream=", "sh", "-c", 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@" 3</dev/null',
         "sh")
    # As a user who has no rights of root's.
    user = as_user(65534) if os.getuid() == 0 else {}
    if run("test", "-x", program, **user).returncode != 0:
        unchecked(f"only root may run {program}")
        return
    closed = directory / "closed"
    closed.mkdir(mode=0o555)
    says("a directory of others", ["--socket", closed / "s"],
         73, f"cannot serve at {closed}/s: permission denied",
         "check that its directory exists and is yours to write", **user)
    others = accounts_of_others(directory)
    says("accounts that may only be read", places[0], 69, f"this user may not write {others}/accounts.json",
         "serve as the owner of the accounts", documents=others, **user)
    if int(pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) > 80:
        says("port 80", ["--listen", 80], 73, "cannot serve at 127.0.0.1:80: permission denied",
             "take a port above 1023, or let systemd open it", **user)
    else:
        unchecked("a port of root's: here every user may listen at port 80")


def accounts_of_others(directory):
    """Accounts that another user may read."""
    others = directory / "others"
    others.mkdir()
    write_json(others / "accounts.json", {"rules": "register", "accounts": []})
    (others / "accounts.json").chmod(0o644)
    others.chmod(0o555)
    return others


def on_a_disk(directory):
    """A disk that cannot be written when the server starts: read-only, or full."""
    def remount(disk, how):
        must("mount", "-o", f"remount,{how}", disk)

    def fill(disk):
        with open(disk / "rest", "wb", buffering=0) as rest, contextlib.suppress(OSError):
            while rest.write(bytes(4096)):
                pass

    for way, spoil, mend in [
            ("read-only", lambda disk: remount(disk, "ro"), lambda disk: remount(disk, "rw")),
            ("full", fill, lambda disk: (disk / "rest").unlink())]:
        disk = directory / way
        disk.mkdir()
        if os.getuid() != 0 or run("mount", "-t", "tmpfs", "-o", "size=4m,mode=755", "none",
                                   disk).returncode != 0:
            unchecked(f"a server that starts on a {way} disk: it takes a mount")
            continue
        try:
            starts_on(disk, way, spoil, mend, directory / f"on-{way}")
        finally:
            run("umount", disk)


def starts_on(disk, way, spoil, mend, log):
    port = free_port()

    def statuses():
        return [ask(port, "/verify", "ada@example.com", password)[0] for password in [WORD, "wrong"]]

    must(PROGRAM, "--documents", disk, "init", "register")
    must(PROGRAM, "--documents", disk, "register", "--email", "ada@example.com", "--password-stdin",
         "--no-login", text=WORD)
    # What counted before may be written again in its place.
    (disk / "failed-logins").unlink(missing_ok=True)
    spoil(disk)
    with serving([PROGRAM, "--documents", disk, "serve", "--door", "--listen", port],
                 lambda: ask(port, "/verify", headers={"Accept": "*/*"})[0] == 401, log):
        seen = statuses()
        check(f"a {way} disk at the start: a password is 503", seen == [503, 503],
              f"{seen} {log.read_text()}")
        mend(disk)
        seen = statuses()
        check(f"a disk that was {way} at the start: then passwords are counted", seen == [200, 401],
              f"{seen} {log.read_text()}")


class OverDatabase:
    """The page and the door with accounts in PostgreSQL, each with its own role."""

    def __init__(self, directory):
        self.directory, self.page, self.door = directory, free_port(), free_port()
        self.url, self.password = f"http://127.0.0.1:{self.page}/", WORD

    def address(self, user):
        return f"postgres:///accounts?host={self.directory}&user={user}"

    def regapp(self, *words, text=""):
        environment = {**os.environ, "HOME": str(self.directory),
                       "XDG_STATE_HOME": str(self.directory / "state")}
        return must(POSTGRES, "--documents", self.address("owner"), *words, text=text,
                    env=environment).strip()

    @contextlib.contextmanager
    def served(self, user, port, *words):
        with serving([PROGRAM, "--documents", self.address(user), "serve", "--listen", port,
                      "--trust-forwarded", *words], lambda: ask(port, "/verify", headers={"Accept": "*/*"})[0]
                     == 401, self.directory / f"{user}.log"):
            yield

    def knock(self, password, name="ada@example.com", source="192.0.2.1"):
        return ask(self.door, "/verify", name, password, headers={"X-Forwarded-For": source})[0]

    def form(self, path="/password", **fields):
        return form(self.page, path, name="ada@example.com", **fields)[0]

    def ada(self):
        return self.knock(self.password, source="192.0.2.2")

    def made(self):
        """The tables, the roles and ada."""
        must("createdb", "-h", self.directory, "-U", "owner", "accounts")
        self.regapp("migrate")
        # Passwords of nobody's need no dearer hashes.
        rules = self.directory / "rules.json"
        rules.write_text(json.dumps({"from": "register", "fields": {"password": {"cost": 5}}}))
        self.regapp("rules", rules)
        must("psql", self.address("owner"), "-XAtq", "-c",
             "CREATE ROLE manager LOGIN; CREATE ROLE door LOGIN; GRANT regapp_manager TO manager, door")
        self.regapp("register", "--email", "ada@example.com", "--password-stdin", "--no-login", text=WORD)

    def changes(self, rounds):
        """Each change, by a form or by regapp, holds at the next request."""
        check("database: a right password and a wrong one",
              (self.knock(WORD), self.knock("wrong")) == (200, 401))
        for number in range(rounds):
            code = self.regapp("invite", "ada@example.com", "--yes", "--url", self.url).rsplit("/", 1)[1]
            new, path = f"A new horse no. {number}", f"/i/ada%40example.com/{code}"
            check("database: an invitation ends the old password", self.knock(WORD) == 401)
            status = self.form(path, new=new, again=new)
            check("database: a password is set at the page", status == 303, status)
            check("database: and the door knows it at the next request", self.knock(new) == 200)
            check("database: a link works once", self.form(path, new="x", again="x") == 403)
            self.regapp("disable", "ada@example.com")
            check("database: disable holds at the next request", self.knock(new) == 401)
            self.regapp("enable", "ada@example.com")
            self.password = new
        guesses = first_other(401, lambda _: self.knock("guess"))
        check("database: who guesses waits", guesses[-1] == 429, guesses)
        status = self.form(old="guess", new="x", again="x")
        check("database: at the page as well", status in (403, 429), status)
        self.regapp("enable", "ada@example.com")

    def goes_away(self, how, go, come):
        """The database goes away, and comes back: for as long the door is closed, and nobody waits for
        long."""
        check(f"database: {how}: she is in before", self.ada() == 200)
        go()
        self.is_away(how)
        come()
        # It has first to be rid of the connections that were given up.
        must("psql", self.address("owner"), "-XAtqc", "SELECT 1")
        status = self.ada()
        check(f"database: {how}: when it is back, she is in at the next request", status == 200, status)
        self.regapp("disable", "ada@example.com")
        check(f"database: {how}: and disable holds at the next one", self.ada() == 401)
        self.regapp("enable", "ada@example.com")
        check(f"database: {how}: the page is back", ask(self.page)[0] == 200)

    def is_away(self, how):
        ways = {"she who is remembered": self.ada, "a guess": lambda: self.knock("guess", source="192.0.2.3"),
                "the page": lambda: ask(self.page)[0],
                "a form": lambda: self.form(old=self.password, new=NEXT, again=NEXT)}
        # The door and the page are two processes: each learns it at its first request.
        with concurrent.futures.ThreadPoolExecutor() as pool:
            first = list(pool.map(lambda asks: asks(), [self.ada, ways["the page"]]))
        check(f"database: {how}: then it is 503", first == [503, 503], first)
        for way, asks in ways.items():
            seen = timed(asks)
            check(f"database: {how}: {way} is 503 within two seconds, and never after nine",
                  all(status == 503 for status, _ in seen) and min(took for _, took in seen) < in_time(2)
                  and max(took for _, took in seen) < in_time(9), seen)
        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            began = time.monotonic()
            statuses = list(pool.map(lambda _: self.ada(), range(40)))
            took = time.monotonic() - began
            check(f"database: {how}: forty at once wait less than nine seconds",
                  set(statuses) == {503} and took < in_time(9), f"{took:.1f} s {statuses}")
        # The list of hosts is in the database.
        seen = timed(lambda: ask(self.door, "/verify", headers={"Accept": "*/*"})[0])
        check(f"database: {how}: without a password it is 503, too", all(status == 503 for status, _ in seen)
              and min(took for _, took in seen) < in_time(2), seen)


def timed(asks):
    """Three answers, with the seconds that each took."""
    seen = []
    for _ in range(3):
        began = time.monotonic()
        seen.append((asks(), time.monotonic() - began))
    return seen


def over_database(directory, rounds):
    """The database stops, hangs, and comes back under the page and the door."""
    place = OverDatabase(directory)
    with contextlib.ExitStack() as database:
        server = [database.enter_context(postgres(directory, "-U", "owner", "-A", "trust"))]

        def start():
            server[0] = database.enter_context(postgres_running(directory))

        def tell(number):
            """Sends a signal to the server and to those who serve its connections."""
            children = pathlib.Path(
                f"/proc/{server[0].pid}/task/{server[0].pid}/children").read_text().split()
            for process in [server[0].pid, *map(int, children)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)

        place.made()
        with place.served("manager", place.page, "--url", place.url), \
                place.served("door", place.door, "--door"):
            place.changes(rounds)
            place.goes_away("stopped", database.close, start)
            place.goes_away("hung", lambda: tell(signal.SIGSTOP), lambda: tell(signal.SIGCONT))
            lines = (directory / "door.log").read_text()
            check("database: its log says once each time that they cannot be read, and once that they can",
                  lines.count("the accounts can be read again") == 2, lines)
