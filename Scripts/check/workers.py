"""The processes that torture an accounts file: what each does, what it was told, and what it saw."""
import collections, json, multiprocessing, os, random, re, signal, stat, subprocess, time

from linearizability import Operation

FILE = "accounts.json"
TEMPORARY = re.compile(r"^\..+\.[0-9a-f]{16}\.tmp$")
PEOPLE = 10_000
UNTOUCHED = 1_000  # the first accounts are never changed: every reader must see them unchanged
TYPED = 300  # the next ones have a password typed by hand, which their login seals
WORKERS = 5
SHARED = [f"shared{number}@shared.example.com" for number in range(6)]  # everybody changes these
PATIENCE = 60  # seconds after which a command counts as hanging

forked = multiprocessing.get_context("fork")


class Violation(Exception):
    """Something happened that must never happen."""


class Lost(Violation):
    """An acknowledged change is missing."""


# The program


class Result:
    def __init__(self, process, out, err, took):
        self.code, self.took = process.returncode, took
        self.out, self.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
        self.killed = self.code == -signal.SIGKILL

    def expect(self, code, pattern=""):
        if self.code != code:
            raise Violation(f"exit {self.code} instead of {code}; it said: {self.err.strip()!r}")
        if not re.search(pattern, self.err):
            raise Violation(f"its message is not like {pattern!r}: {self.err.strip()!r}")
        return self


class Program:
    def __init__(self, path):
        self.path = path
        self.environment = {"PATH": os.defpath, "HOME": "/dev/null", "LC_ALL": "C.UTF-8"}

    def run(self, documents, *words, typed="", kill_after=None, mask=-1):
        """Runs it to its end; kills it if `kill_after` seconds pass first."""
        started = time.monotonic()
        process = subprocess.Popen(
            [self.path, "--documents", documents, *words], env=self.environment, umask=mask,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(typed.encode(), PATIENCE if kill_after is None else kill_after)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate(timeout=PATIENCE)
            if kill_after is None:
                raise Violation(f"hangs: regapp {' '.join(words)}")
        return Result(process, out, err, time.monotonic() - started)

    def edit(self, documents, email, name):
        return self.run(documents, "edit", "--account", email, "--first-name", name)


# The file


def base_email(number):
    return f"base{number:05}@example.com"


def person(number):
    typed = UNTOUCHED <= number < UNTOUCHED + TYPED
    account = {
        "email": base_email(number),
        "password": f"typed{number}" if typed else "$y$j9T$" + "salt" * 5 + "$" + "hash" * 10 + "abc",
        "firstName": f"First{number}",
        "lastName": "Last",
    }
    if number % 7 == 0:
        account["x-note"] = f"not ours: {number}"
    return account


def text_of(count):
    accounts = [person(number) for number in range(count)]
    return (json.dumps({"regapp": 1, "rules": "register", "accounts": accounts}, indent=2) + "\n").encode()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text, mode=0o600):
    with open(path, "wb") as file:
        file.write(text)
    os.chmod(path, mode)


def once(pairs):
    keys = dict(pairs)
    if len(keys) != len(pairs):
        raise ValueError(f"a key twice: {[key for key, _ in pairs]}")
    return keys


def parsed(text, what):
    try:
        return json.loads(text, object_pairs_hook=once)
    except ValueError as error:
        raise Violation(f"{what} does not parse: {error}; {len(text)} characters")


def accounts_in(path):
    return accounts_by_email(json.loads(read(path))["accounts"])


def accounts_by_email(accounts):
    found = {}
    for account in accounts:
        key = account["email"].lower()
        if key in found:
            raise Violation(f"twice in the file: {key}")
        found[key] = account
    return found


def temporary_files(directory):
    return [name for name in os.listdir(directory) if TEMPORARY.match(name)]


def leaves_nothing(directory):
    if left := temporary_files(directory):
        raise Violation(f"left behind: {left}")


def permissions(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def received(pipe, seconds, what):
    """What another process of this script says, which is to come in so many seconds."""
    if not pipe.poll(seconds):
        raise Violation(f"{seconds} s without {what}")
    return pipe.recv()


# What a process was told


# The exit codes of an operation on an account that others change as well.
ANSWERS = {"read": (0, 67), "write": (0, 67, 75), "add": (0, 65), "remove": (0, 67)}


def ask(kind, email, name):
    """The command for an operation."""
    return {
        "read": ["show", "--email", email],
        "write": ["edit", "--account", email, "--first-name", name],
        "add": ["register", "--email", email, "--first-name", name, "--password-stdin", "--no-login"],
        "remove": ["remove", email, "--yes"],
    }[kind]


def answer(kind, result):
    """The answers that a process got, as the checker of histories takes them."""
    missing = (None,) if kind == "read" else ("missing",)
    told = {75: ("refused",), 67: missing, 65: ("exists",)}.get(result.code)
    if told or kind != "read":
        return told or ("done",)
    return (re.search(r"^First name: (.*)$", result.out, re.M)[1],)


def summary(line):
    """The change of a line, without passwords, which are never shown; of an id the UUID alone is."""
    def shown(key, pair):
        return [value and value.split()[-1] for value in pair] if key == "id" else pair
    return line["did"], [
        (account["account"],
         {key: shown(key, pair) for key, pair in (account.get("changes") or {}).items() if key != "password"})
        for account in line["accounts"]]


def is_same(seen, told, forgotten):
    """Whether a change that was seen is the one that is told, but for what was forgotten since."""
    return seen[0] == told[0] and len(seen[1]) == len(told[1]) and all(
        one == other or one[0] in forgotten and other == (None, {})
        for one, other in zip(seen[1], told[1]))


class Record:
    """The changes that a process asked for, and the history that it saw."""

    def __init__(self):
        self.acknowledged, self.killed = collections.Counter(), collections.Counter()
        self.seen, self.newest, self.forgotten = {}, 0, set()

    def add(self, result, *change):
        """Notes a change by what was done, to whom, and the first name it gave."""
        (self.acknowledged if result else self.killed)[change] += 1


def compare(found, possible, where):
    """Checks that every account is in a possible state."""
    for email, states in possible.items():
        account = found.get(email)
        state = account and account.get("firstName")
        if state not in states:
            raise Lost(f"{where} has {email} as {state!r}; acknowledged or tried: {states}")


class Worker:
    """One process that runs commands one after another on its own accounts.

    For each account it knows the set of states that the file may contain: one after an
    acknowledged write, more after a killed one. A state is a first name, or None for no account.
    """

    WEIGHTS = {"edit": 40, "register": 6, "remove": 8, "login": 8, "show": 14, "list": 5, "check": 4,
               "share": 24, "history": 10}
    # The results that its process hands over in the end.
    KEPT = ["possible", "sealed", "figures", "violations", "usual", "told", "record"]

    def __init__(self, program, desks, index, possible, sealed, number, seed, seconds, usual):
        self.program, self.desks, self.index = program, desks, index
        self.possible, self.sealed = possible, set(sealed)
        self.random, self.seconds, self.usual = random.Random(seed), seconds, dict(usual)
        self.number, self.serial = number, 0
        self.maimed = {}
        self.told = []  # what was asked of an account that is everybody's, and the answer
        self.record = Record()
        self.figures, self.violations = collections.Counter(), []

    def start(self):
        pipe, child_pipe = forked.Pipe()
        self.process, self.pipe = forked.Process(target=self.work, args=(child_pipe,)), pipe
        self.process.start()
        child_pipe.close()
        return self

    def finish(self, trial, what=""):
        """Waits for the end; returns what it was told of accounts that are everybody's, and its record."""
        try:
            # What it does last may hang, too.
            kept = received(self.pipe, self.seconds + 3 * PATIENCE, "the end of a worker")
            vars(self).update(zip(self.KEPT, kept))
        except EOFError:
            trial.violations.append("a worker of the script died; what it knew is lost")
        self.process.join(PATIENCE)
        trial.possible.update(self.possible)
        trial.sealed |= self.sealed
        trial.usual = self.usual
        trial.figures.update(self.figures)
        trial.violations += [what + violation for violation in self.violations]
        return self.told, self.record

    def work(self, pipe):
        end = time.monotonic() + self.seconds
        try:
            while time.monotonic() < end and len(self.violations) < 5:
                kind = self.random.choices(list(self.WEIGHTS), list(self.WEIGHTS.values()))[0]
                try:
                    getattr(self, kind)()
                except Violation as violation:
                    self.violations.append(str(violation))
        except BaseException as error:
            self.violations.append(f"worker {self.index} failed: {error!r}")
        pipe.send([getattr(self, name) for name in self.KEPT])

    def run(self, *words, kind=None, typed="", writes=True, codes=(0,)):
        """Runs a command and perhaps kills it; returns its result, or None if it was killed."""
        kind, kill_after = kind or words[0], None
        if self.random.random() < 0.3:
            kill_after = self.random.uniform(0, 1.3) * self.usual.get(kind, 0.05)
        desk = self.random.choice(self.desks)
        mask = self.random.choice([0o000, 0o022, 0o077])
        result = self.program.run(desk, *words, typed=typed, kill_after=kill_after, mask=mask)
        if result.killed:
            self.figures["programs killed"] += 1
            self.figures["  writers" if writes else "  readers"] += 1
            return None
        if result.code == 75 and "try again in" in result.err:
            self.figures["logins throttled"] += 1  # Kills inside logins count as failures, as they should.
            return None
        # Undo warns of those who were forgotten.
        warns = "warning" in result.err and "could not be identified" not in result.err
        if result.code not in codes or warns and kind != "check":
            raise Violation(
                f"regapp {' '.join(words)}: exit {result.code}, said {result.err.strip()[:400]!r}")
        self.usual[kind] = 0.8 * self.usual.get(kind, result.took) + 0.2 * result.took
        self.figures["writes acknowledged" if writes else "reads by regapp"] += 1
        return result

    def change(self, did, email, name, *words, **how):
        """Runs a command that changes an account; notes that, unless it was refused."""
        result = self.run(*words, **how)
        if result is None or result.code == 0:
            self.record.add(result, did, email, name)
        return result

    def own(self, did, email, name, *words, **how):
        """Changes an account of ours, and records its states."""
        result = self.change(did, email, name, *words, **how)
        self.possible[email] = {name} if result else self.possible[email] | {name}
        return result

    def somebody(self):
        """One of our accounts that is certainly in the file."""
        emails = list(self.possible)
        for _ in range(200):
            email = self.random.choice(emails)
            if None not in self.possible[email]:
                return email
        raise Violation("the script ran out of people")

    def fresh(self):
        self.serial += 1
        return f"r{self.number}w{self.index}n{self.serial}"

    def edit(self):
        email, name = self.somebody(), self.fresh()
        result = self.own("edit", email, name, *ask("write", email, name))
        if result and self.random.random() < 0.1:
            self.sees(email)

    def register(self):
        name = self.fresh()
        email = f"{name}@new.example.com"
        self.possible[email] = {None}
        words = ask("add", email, name)
        if self.random.random() < 0.3:
            words.remove("--no-login")
        if self.own("register", email, name, *words, typed=f"secret {name}\n"):
            self.sealed.add(email)
            self.sees(email)

    def remove(self):
        email = self.somebody()
        self.own("remove", email, None, *ask("remove", email, None))

    def login(self):
        mine = [
            base_email(number) for number in range(UNTOUCHED, UNTOUCHED + TYPED)
            if number % WORKERS == self.index]
        free = [
            email for email in mine
            if None not in self.possible[email] and self.maimed.get(email, 0) < 4]
        if not free:
            return
        email = self.random.choice(free)
        if self.run("login", "--email", email, "--password-stdin", typed=f"typed{int(email[4:9])}\n"):
            self.sealed.add(email)
        else:
            self.maimed[email] = self.maimed.get(email, 0) + 1

    def show(self):
        if self.random.random() < 0.5:
            return self.sees(self.somebody())
        number = self.random.randrange(UNTOUCHED)
        result = self.run(*ask("read", base_email(number), None), writes=False)
        if result and (f"First name: First{number}\n" not in result.out
                       or "Last name:  Last\n" not in result.out):
            raise Violation(f"a reader saw {base_email(number)} as {result.out!r}")

    def sees(self, email):
        """Reads an account, which must be as the last acknowledged write left it."""
        result = self.run(*ask("read", email, None), writes=False)
        names = self.possible[email]
        if result and not any(f"First name: {name}\n" in result.out for name in names):
            raise Violation(f"a reader saw {email} as {result.out!r}, not as one of {names}")

    def list(self):
        result = self.run("list", "--json", writes=False)
        if not result:
            return
        found = accounts_by_email(parsed(result.out, "a reader's list"))
        compare(found, self.possible, "a reader's list")
        for number in range(UNTOUCHED):
            if found.get(base_email(number), {}).get("firstName") != f"First{number}":
                raise Violation(f"a reader's list has not {base_email(number)} as it is")

    def share(self):
        """Does something to an account that others change as well."""
        email, name = self.random.choice(SHARED), self.fresh()
        kind = self.random.choices(["write", "read", "add", "remove"], [5, 6, 2, 1])[0]
        begun = time.monotonic()
        result = self.run(*ask(kind, email, name), kind="share", typed="secret shared\n",
                          writes=kind != "read", codes=ANSWERS[kind])
        asked = (kind, name) if kind in ("write", "add") else (kind,)
        told = result and answer(kind, result)
        self.told.append((email, Operation(begun, time.monotonic(), asked, told)))
        did = {"write": "edit", "add": "register", "remove": "remove"}.get(kind)
        if did and told in (None, ("done",)):
            self.record.add(result, did, email, None if kind == "remove" else name)

    def history(self):
        """Reads the history, of all accounts or of one of ours."""
        email = self.random.choice([None, self.somebody()])
        limit = self.random.choice([["--limit", "30"], ["--limit", "30"], []])
        words = [email] * bool(email) + limit
        result = self.run("history", "--json", *words, writes=False)
        if not result:
            return
        entries = self.saw(result, is_all=email is None)
        if email is None:
            return
        names = [account["changes"]["firstName"][1] for entry in entries
                 for account in entry["accounts"] if "firstName" in (account.get("changes") or {})]
        if names and names[0] not in self.possible[email]:
            raise Violation(f"a reader's history ends {email} with {names[0]!r}, not with one of "
                            f"{self.possible[email]}")

    def saw(self, result, is_all=True):
        """Checks what a reader was told of the history, and keeps it."""
        entries = parsed(result.out, "a reader's history")
        numbers = [entry["n"] for entry in entries]
        if None in numbers:
            raise Violation("a reader reported a change by hand, but there was none")
        if numbers != sorted(set(numbers), reverse=True):
            raise Violation(f"a reader's history has the numbers {numbers[:40]}")
        if is_all:
            if numbers and numbers[0] - numbers[-1] != len(numbers) - 1:
                raise Violation(f"a reader's history has gaps: {numbers[:40]}")
            newest = max(numbers, default=0)
            if newest < self.record.newest:
                raise Violation(f"a reader's history ends with {newest}, it was at "
                                f"{self.record.newest} before")
            self.record.newest = newest
            self.record.seen.update((entry["n"], summary(entry)) for entry in entries[:30])
        return entries

    def check(self):
        result = self.run("check", writes=False)
        if result and not re.search(r"^\d+ accounts, no errors", result.out + result.err, re.M):
            raise Violation(f"check said {(result.out + result.err)[-300:]!r}")
