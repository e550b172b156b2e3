"""Times regapp beside its peers in one run, and prints medians, peak memory and ratios.

    Scripts/bench files [--sizes 1,1000,100000,1000000] [--runs 25] [--seal 600] [--keys 1000]
    Scripts/bench files --ratios                                                  the ratios alone
    Scripts/bench files --sizes= --seal 0                                         the screens and ratios

Every command is started as a user would start it, several times in turn with the others, and is
measured as a whole process: the wall clock, and the peak memory that the kernel counted. A peer
that is not installed is left out. The screens are measured at a separate terminal: their start, the
time from a key to its frame, and their activity while idle. The ratios are of the least times, each
over the least that the work could take. Nothing here fails for being slow; it only reports.
"""

import argparse, fcntl, json, os, random, select, shutil, signal, statistics, struct, subprocess, sys
import tempfile, termios, time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../check"))
from common import ROOT, crypt, fail, must

BUILD_STATIC = "Scripts/release/build-static"
PASSWORD = "benchmark1"
CHEAP = crypt(PASSWORD, "$5$rounds=1000$benchmark$")
STRONG = "$y$jBT$FdcyVXClcKKxLekirY3xh1$DIKVfCg26moKf5Ajjp7mVPbaPWJw6rufto0bEq4WMl."

EMPTY_PACKAGE = """// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "empty",
  targets: [
    .systemLibrary(name: "CCrypt"), .executableTarget(name: "empty", dependencies: ["CCrypt"]),
    .executableTarget(name: "hash", dependencies: ["CCrypt"]),
    .executableTarget(name: "meter"),
  ])
"""

# Until a child execs, its parent's memory counts as its own, so the measuring parent must be small.
METER = """
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int count, char **words) {
  struct timespec start, end;
  struct rusage usage;
  pid_t child;
  int status;
  if (count < 2) return 64;
  clock_gettime(CLOCK_MONOTONIC, &start);
  if (posix_spawnp(&child, words[1], NULL, NULL, words + 1, environ) != 0) return 69;
  if (wait4(child, &status, 0, &usage) != child) return 71;
  clock_gettime(CLOCK_MONOTONIC, &end);
  fprintf(stderr, "%.9f %ld\\n",
          (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9, usage.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
"""

EMPTY_PROGRAM = """import CCrypt
import Dispatch
import Glibc
import Synchronization

exit(0)
"""

# The cost of hashing a new account's password, for any program.
HASH_PROGRAM = """import CCrypt
import Glibc

var memory: UnsafeMutableRawPointer?
var size: Int32 = 0
let setting = "$y$jBT$FdcyVXClcKKxLekirY3xh1$"
exit(crypt_ra("benchmark1", setting, &memory, &size) == nil ? 1 : 0)
"""

# The plain way to make JSON of CSV.
PYTHON_IMPORT = """import csv, json, sys
with open(sys.argv[1], newline="") as rows, open(sys.argv[2], "w") as out:
    rows = csv.reader(rows)
    names = next(rows)
    out.write(json.dumps({"rules": "register", "accounts": [dict(zip(names, row)) for row in rows]}))
"""

PARSE_PACKAGE = """// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "parse",
  dependencies: [.package(name: "regapp", path: "%s")],
  targets: [
    .executableTarget(
      name: "parse", dependencies: [.product(name: "LosslessJSON", package: "regapp")])
  ])
"""

# The least seconds of a few parses of one text that is in memory.
PARSE_PROGRAM = """import Foundation
import LosslessJSON

let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
let times = try (0..<9).map { _ in
  try ContinuousClock().measure { _ = try JSONDocument(parsing: bytes) }
}
print(times.min()! / .seconds(1))
"""

# The same. The parser and its memory are kept, as simdjson's documentation advises; a new one takes
# several times as long.
SIMDJSON_PROGRAM = """#include <algorithm>
#include <chrono>
#include <cstdio>
#include <simdjson.h>

int main(int, char **words) {
  simdjson::padded_string text;
  if (simdjson::padded_string::load(words[1]).get(text)) return 66;
  simdjson::dom::parser parser;
  double least = 1e9;
  for (int round = 0; round < 9; round++) {
    auto start = std::chrono::steady_clock::now();
    if (parser.parse(text).error()) return 65;
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count());
  }
  std::printf("%.9f\\n", least);
}
"""

def put(directory, files):
    """Writes files by their paths below a directory."""
    for name, text in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def build(directory, program, *options):
    """The release build of a package's program."""
    words = ["swift", "build", "-c", "release"]
    must(*words, *options, cwd=directory, timeout=None)
    return os.path.join(must(*words, "--show-bin-path", cwd=directory).strip(), program)


def build_static(directory, program):
    """The same, as it is built for installation; None where that cannot be."""
    done = subprocess.run([BUILD_STATIC, ".build/static", program], cwd=directory,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return os.path.join(done.stdout.split()[-1], program) if done.returncode == 0 else None


def tools(directory):
    """The package of three programs: one in Swift that does nothing, linked with what regapp is
    linked with; one that makes a hash; and a meter."""
    put(directory, {"Package.swift": EMPTY_PACKAGE, "Sources/empty/main.swift": EMPTY_PROGRAM,
                    "Sources/hash/main.swift": HASH_PROGRAM, "Sources/meter/main.c": METER})
    shutil.copytree(os.path.join(ROOT, "Sources/CCrypt"), os.path.join(directory, "Sources/CCrypt"))
    os.makedirs(os.path.join(directory, "Scripts/release"))
    shutil.copy(os.path.join(ROOT, BUILD_STATIC), os.path.join(directory, BUILD_STATIC))
    empty = build(directory, "empty")
    return [os.path.join(os.path.dirname(empty), name) for name in ("empty", "hash", "meter")]


def once(meter, command):
    """Seconds and peak KiB of one run, which has the password on its stdin."""
    done = subprocess.run([meter, *command], input=PASSWORD + "\n", stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        fail(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    seconds, peak = done.stderr.splitlines()[-1].split()
    return float(seconds), int(peak)


def measure(meter, commands, runs):
    """Seconds and peak KiB of every command's runs, in turn, after one warm-up run. A command is its words,
    where {run} is the run's number, or makes them after what it does first."""
    results = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            words = command() if callable(command) else command
            result = once(meter, [word.replace("{run}", str(run)) for word in words])
            if run > 0:
                results[name].append(result)
    return results


def make_accounts(directory, name, accounts):
    """A documents directory with these accounts, one member a line."""
    documents = os.path.join(directory, f"documents-{name}")
    os.makedirs(documents)
    # Hashes are not upgraded: login without the cost of hashing.
    rules = json.dumps({"from": "register", "login": {"upgradesHashes": False}})
    with open(os.path.join(documents, "accounts.json"), "w") as file:
        file.write('{\n  "regapp": 1,\n  "rules": %s,\n  "accounts": [' % rules)
        for index, account in enumerate(accounts):
            members = ",\n".join(f'      "{key}": {json.dumps(value, ensure_ascii=False)}'
                                 for key, value in account.items())
            file.write(("," if index else "") + "\n    {\n" + members + "\n    }")
        file.write("\n  ]\n}\n")
    return documents


def email(index):
    return f"user{index:07d}@example.com"


def make_documents(directory, count):
    """A documents directory, and the same accounts as CSV and for htpasswd; the last account, which has
    a cheap hash, is logged in."""
    htpasswd, csv = (os.path.join(directory, f"{kind}-{count}") for kind in ("htpasswd", "csv"))
    documents = make_accounts(directory, count, (
        {"email": email(index), "password": CHEAP if index == count - 1 else STRONG, "firstName": "Ada",
         "lastName": "Lovelace"} for index in range(count)))
    with open(htpasswd, "w") as theirs, open(csv, "w") as rows:
        rows.write("email,password,firstName,lastName\n")
        for index in range(count):
            theirs.write(f"{email(index)}:{CHEAP}\n")
            rows.write(f"{email(index)},{STRONG},Ada,Lovelace\n")
    put(documents, {"session.json": json.dumps({"email": email(count - 1)}) + "\n"})
    return documents, htpasswd, csv, email(count - 1)


def commands_for(regapp, directory, count):
    """The commands over the same accounts for every program; the last account is looked up."""
    documents, htpasswd, _, last = make_documents(directory, count)
    database = os.path.join(directory, f"sqlite-{count}")
    if shutil.which("sqlite3"):
        must("sqlite3", database, timeout=None, text=(
            "create table a (email text primary key, password, first, last);\n"
            f"create table t (email, password);\n.mode ascii\n.separator : \\n\n.import {htpasswd} t\n"
            "insert into a select *, 'Ada', 'Lovelace' from t; drop table t;\n"))
    ours = [regapp, "--documents", documents, "--no-input"]
    commands = {
        "regapp show": [*ours, "show"],
        "regapp login (cheap hash)": [*ours, "login", "--email", last, "--password-stdin"],
        "regapp edit": [*ours, "edit", "--first-name", "Ada{run}"],
        "regapp register, its hash too": [
            *ours, "register", "--email", "new{run}@example.com", "--password-stdin", "--no-login"],
        "regapp remove": [*ours, "remove", "new{run}@example.com", "--yes"],
        "regapp check": [*ours, "check"], "regapp list": [*ours, "list"],
        "htpasswd -v": ["htpasswd", "-vi", htpasswd, last],
        "htpasswd -b": ["htpasswd", "-b", htpasswd, last, PASSWORD],
        "jq (find one)": ["jq", "--arg", "e", last, ".accounts[] | select(.email == $e)",
                          os.path.join(documents, "accounts.json")],
        "sqlite3 (find one)": ["sqlite3", database, f"select * from a where email = '{last}'"],
        "sqlite3 (update one)": [
            "sqlite3", database, f"update a set first = 'Ada{{run}}' where email = '{last}'"]}
    return {name: words for name, words in commands.items() if shutil.which(words[0])}


def seal(regapp, directory, count):
    """How long sealing takes on one processor, and on all of them."""
    documents = os.path.join(directory, "typed")
    seconds = {}
    everyone = sorted(os.sched_getaffinity(0))
    for processors in ([everyone[0]], everyone):
        put(documents, {"accounts.json": json.dumps({"rules": "register", "accounts": [
            {"email": email(index), "password": f"typed{index}"} for index in range(count)]})})
        os.sched_setaffinity(0, processors)
        start = time.monotonic()
        subprocess.run([regapp, "--documents", documents, "seal"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds[len(processors)] = time.monotonic() - start
        os.sched_setaffinity(0, everyone)
        shutil.rmtree(documents)
    one, all_ = seconds[1], seconds[len(everyone)]
    print(f"\nsealing {count} typed passwords: {one:.1f} s on one processor, {all_:.1f} s on "
          f"{len(everyone)}: {one / all_:.2f} times as fast")


TERMINAL = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLORTERM": "truecolor"}
FRAME = b"\x1b[?2026l"  # the end of a frame


class Terminal:
    """A program at its own terminal."""

    def __init__(self, command, environment, columns=200, rows=60):
        self.keyboard, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        path = os.ttyname(terminal)
        self.written, self.hasAnswered = b"", False
        self.start = time.perf_counter()
        self.process = os.posix_spawn(
            command[0], command, environment, setsid=True, setsigdef=[signal.SIGPIPE],
            file_actions=[(os.POSIX_SPAWN_OPEN, number, path, os.O_RDWR, 0) for number in range(3)])
        os.close(terminal)

    def until(self, mark, start=0):
        """Waits for bytes after a position; returns the time at which they arrived."""
        while mark not in self.written[start:]:
            if not select.select([self.keyboard], [], [], 30)[0]:
                fail(f"never written: {mark}")
            self.read()
        return time.perf_counter()

    def read(self):
        """Reads what is there, and answers what a terminal is asked at the start: that it shows frames
        whole, and, last, what it is."""
        new = os.read(self.keyboard, 1 << 16)
        self.written += new
        if not self.hasAnswered and b"\x1b[c" in self.written:
            self.hasAnswered = True
            os.write(self.keyboard, b"\x1b[?2026;2$y\x1b[?62c")
        return new

    def press(self, key, mark):
        """Seconds from a key to the last byte of its answer."""
        before = len(self.written)
        start = time.perf_counter()
        os.write(self.keyboard, key.encode())
        return self.until(mark, before) - start

    def read_for(self, seconds):
        """The number of bytes that arrive within some seconds."""
        end, count = time.monotonic() + seconds, 0
        while (left := end - time.monotonic()) > 0:
            if select.select([self.keyboard], [], [], left)[0]:
                count += len(self.read())
        return count

    @property
    def work(self):
        """For every thread, its CPU time in nanoseconds and how often it was scheduled."""
        work = {}
        for thread in os.listdir(f"/proc/{self.process}/task"):
            with open(f"/proc/{self.process}/task/{thread}/schedstat") as file:
                spent, _, turns = file.read().split()
            work[thread] = (int(spent), int(turns))
        return work

    def close(self):
        os.kill(self.process, signal.SIGTERM)
        os.close(self.keyboard)
        os.waitpid(self.process, 0)


def tell(what, seconds):
    ordered = sorted(seconds)
    median = statistics.median(ordered)
    print(f"{what:44}{median * 1e3:9.3f} ms{ordered[len(ordered) * 99 // 100] * 1e3:9.3f} ms"
          f"{ordered[-1] * 1e3:9.3f} ms")
    return median


def screens(regapp, directory, runs, count):
    """The delays that a user notices in the screens, and their activity while idle."""
    home = os.path.join(directory, "home")
    put(home, {"Documents/regapp/accounts.json": json.dumps({"rules": "register", "accounts": [
        {"email": "ada@example.com", "password": PASSWORD, "firstName": "Ada", "lastName": "Lovelace"}]})})
    environment = {**TERMINAL, "HOME": home}
    print(f"\nthe screens at 200x60{'':23}{'median':>12}{'99 %':>12}{'worst':>12}")
    starts = {"show": [], "": []}
    for run in range(runs * 4 + 1):
        for word, mark in [("show", b"Lovelace\r\n"), ("", FRAME)]:
            terminal = Terminal([regapp] + ([word] if word else []), environment)
            seconds = terminal.until(mark) - terminal.start
            terminal.close()
            if run > 0:
                starts[word].append(seconds)
    show = tell("regapp show, to its last line", starts["show"])
    first = tell("regapp, to its first frame", starts[""])
    print(f"{'':44}{first / show:9.2f} times as long")

    terminal = Terminal([regapp], environment)
    terminal.until(FRAME)
    terminal.press("e", FRAME)
    # The letters of a word, then a key that deletes it; none has another meaning in the form.
    keys = list("lovelace") + ["\x15"]
    terminal.press(keys[-1], FRAME)
    times = [terminal.press(keys[index % len(keys)], FRAME) for index in range(count)]
    tell(f"a key to its frame, at a terminal ({count} keys)", times)
    # Threads used at the start go idle for good some seconds after their last work.
    threads = 0
    while threads != (threads := len(terminal.work)) or terminal.read_for(6):
        pass
    before, quiet = terminal.work, 5
    written, after = terminal.read_for(quiet), terminal.work
    spent, turns = (sum(after[thread][part] - before.get(thread, (0, 0))[part] for thread in after)
                    for part in range(2))
    print(f"idle for {quiet} s: {written} bytes written, {spent / 1e6:.3f} ms of a processor in "
          f"{turns} turns, {len(before) - len(after)} threads ended")
    terminal.close()


def lists(regapp, directory, count):
    """The delays in the list of accounts, by how many accounts there are, and its memory."""
    print(f"\nthe list of accounts at 200x60{'':14}{'median':>12}{'99 %':>12}{'worst':>12}")
    for size in [1, 10_000, 100_000]:
        documents = os.path.join(directory, f"list{size}")
        put(documents, {"accounts.json": json.dumps({"rules": "register", "accounts": [
            {"email": email(index), "password": "$y$j9T$" + "a" * 22 + "$" + "b" * 43, "firstName": "Ada",
             "lastName": f"Lovelace{index % 977}", "groups": ["ops"] if index % 3 else ["staff", "mail"]}
            for index in range(size)]})})
        tell(f"{size}: to its first rows", times_to_rows(regapp, documents, 5))
        terminal = Terminal([regapp, "list", "--screen"], {**TERMINAL, "REGAPP_DOCUMENTS": documents})
        terminal.until(email(0).encode())
        # Do not take the end of that frame for the answer to a key.
        terminal.read_for(1)
        keys = [" ", "\x1b[B", "\x1b[6~", "\x1b[F", "\x1b[H"] if size > 1 else [" "]
        times = [terminal.press(keys[index % len(keys)], FRAME) for index in range(count)]
        tell(f"{size}: a key to its frame ({count} keys)", times)
        terminal.press("/", FRAME)
        tell(f"{size}: a letter of a search to its frame", [
            terminal.press(letter, FRAME) for letter in "lovelace99" * (count // 100)])
        with open(f"/proc/{terminal.process}/status") as file:
            peak = next(line.split()[1] for line in file if line.startswith("VmHWM"))
        print(f"{size}: at most {int(peak) / 1024:.0f} MB")
        terminal.close()


def accounts_texts(path, directory):
    """The accounts file at a path, and others of the same accounts that hands and programs make."""
    with open(path) as file:
        document = json.load(file)
    accounts, dice = document["accounts"], random.Random(1)

    def write(what, change, **layout):
        document["accounts"] = [dict(change(list(account.items()), index))
                                for index, account in enumerate(accounts)]
        paths[what] = os.path.join(directory, f"{len(paths)}.json")
        with open(paths[what], "w") as file:
            json.dump(document, file, **layout)

    def with_own_key(members, index):
        members.insert(dice.randrange(len(members) + 1), (f"x-own{index % 1000}", f"value{index}"))
        return members

    paths = {"accounts file": path}
    write("keys shuffled", lambda members, _: dice.sample(members, len(members)), indent=2)
    write("an own key in each", with_own_key, indent=2)
    write("minified", lambda members, _: members, separators=(",", ":"))
    return paths


def parsers(accounts):
    """For the accounts file at a path and others like it, bytes a second of LosslessJSON and of
    simdjson's DOM; nothing where simdjson is not installed."""
    with tempfile.TemporaryDirectory() as package:
        put(package, {"Package.swift": PARSE_PACKAGE % ROOT, "Sources/parse/main.swift": PARSE_PROGRAM,
                      "simdjson.cpp": SIMDJSON_PROGRAM})
        theirs = os.path.join(package, "simdjson")
        if not shutil.which("g++") or subprocess.run(
                ["g++", "-O3", "-o", theirs, theirs + ".cpp", "-lsimdjson"],
                stderr=subprocess.DEVNULL).returncode != 0:
            return {}
        ours = build(package, "parse")
        speeds = {}
        for what, path in accounts_texts(accounts, package).items():
            seconds = {ours: [], theirs: []}
            for program in [ours, theirs] * 5:
                seconds[program].append(float(must(program, path)))
            speeds[what] = [os.path.getsize(path) / min(seconds[program])
                            for program in (ours, theirs)]
    return speeds


def times_to_rows(regapp, documents, runs):
    """Seconds from the start of the list on the screens to its first account, in several runs."""
    times = []
    for _ in range(runs):
        terminal = Terminal([regapp, "list", "--screen"], {**TERMINAL, "REGAPP_DOCUMENTS": documents})
        times.append(terminal.until(email(0).encode()) - terminal.start)
        terminal.close()
    return times


def account_with_all(index):
    first = ["Анна", "Мария", "Пётр", "Алексей", "Зинаида", "Фёдор"]
    last = ["Иванова", "Достоевская", "Лермонтов", "Ковалевский", "Щёголева"]
    return {
        "email": email(index), "username": f"user{index}", "password": STRONG,
        "firstName": first[index % 6], "lastName": last[index % 5],
        "birthDate": f"19{50 + index % 50}-{1 + index % 12:02d}-{1 + index % 28:02d}",
        "phone": f"+7 (912) {index % 1000:03d}-{index // 1000 % 100:02d}-00",
        "groups": ["ops", "ночная смена"] if index % 3 else ["staff", "mail"],
        "disabled": False, "validFrom": "2020-01-01", "validUntil": "2099-12-31"}


def all_accounts(directory, plain):
    """Directories of 100,000 accounts by what is in each account."""
    documents = {"plain": plain}
    weak = {"password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/", "firstName": "Ada", "lastName": "Lovelace"}
    own = {f"x-own{index}": f"value {index}" for index in range(5)}
    one = {"email": email(0), "password": STRONG, "invitedUntil": "2099-12-31"}
    for name, make in [("warning", lambda index: {"email": email(index), **weak}),
                       ("all fields", account_with_all),
                       ("one invitation", lambda index: account_with_all(index) if index else one),
                       ("own keys", lambda index: account_with_all(index) | own)]:
        documents[name] = make_accounts(directory, name, map(make, range(100000)))
    return documents


def through_all(last):
    """What goes through all accounts, beside `cat` of the file: its name, the accounts, the command."""
    return [("check", "plain", ["check"]), ("list TEXT", "plain", ["list", last]),
            ("list", "plain", ["list"]), ("check --all, a warning in each", "warning", ["check", "--all"]),
            ("check, a warning in each", "warning", ["check"]),
            ("check, all fields", "all fields", ["check"]), ("list, all fields", "all fields", ["list"]),
            ("export as htpasswd", "plain", ["export", "--format", "htpasswd"]),
            ("export as json", "plain", ["export", "--format", "json"])]


class Ratios:
    """Each command's least time over the least that its work could take. `programs` are regapp and
    the empty program, or None, by how they are linked."""

    def __init__(self, programs, meter, directory, runs):
        self.programs, self.regapp = programs, programs[""][0]
        self.meter, self.directory, self.runs, self.few = meter, directory, runs, max(3, runs // 5)
        self.rows, self.results = [], {}
        # Of each size two directories: in one the index is valid, in the other it is void.
        self.ours, self.csv, self.last = {}, {}, {}
        for count in (1, 100000, 1000000):
            self.ours[count], _, self.csv[count], self.last[count] = make_documents(directory, count)
            once(meter, self.of(self.ours[count], "check"))
            shutil.copytree(self.ours[count], self.ours[count] + "-void")
        self.accounts = {count: os.path.join(path, "accounts.json") for count, path in self.ours.items()}

    def run(self, commands, runs):
        self.results |= measure(self.meter, commands, runs)

    def compare(self, what, ours, *theirs):
        self.rows.append((what, ours, theirs))

    def of(self, documents, *words, program=None):
        return [program or self.regapp, "--documents", documents, "--no-input", *words]

    def touched(self, documents):
        def make():
            os.utime(os.path.join(documents, "accounts.json"))
            return self.of(documents, "show")
        return make

    def importing(self, documents, csv):
        def make():
            shutil.rmtree(documents, ignore_errors=True)
            return self.of(documents, "import", csv, "--format", "csv", "--rules", "register")
        return make

    def reads(self):
        commands, plain = {}, self.ours[100000]
        for kind, (program, empty) in self.programs.items():
            commands["empty" + kind] = [empty]
            commands["1" + kind] = self.of(self.ours[1], "show", program=program)
            self.compare(f"show, 1 account{kind} / empty program", "1" + kind, "empty" + kind)
        for count in (100000, 1000000):
            commands[f"{count}"] = self.of(self.ours[count], "show")
            self.compare(f"show, {count:,}, index valid / show of 1", f"{count}", "1")
        commands["void"] = self.touched(plain + "-void")
        self.compare("show, 100,000, index void / cat FILE + show of 1", "void", "cat plain", "1")
        documents = all_accounts(self.directory, plain)
        commands |= {
            f"cat {name}": ["cat", os.path.join(path, "accounts.json")] for name, path in documents.items()}
        for what, name, words in through_all(self.last[100000]):
            commands[what] = self.of(documents[name], *words)
            self.compare(f"{what}, 100,000 / cat FILE", what, f"cat {name}")
        for name in documents:
            commands |= {f"{word} of {name}": self.of(documents[name], word) for word in ["check", "list"]}
            self.compare(f"check, 100,000, {name} / list of the same", f"check of {name}", f"list of {name}")
        self.compare("list, 100,000, own keys / list, all fields", "list of own keys", "list of all fields")
        self.run(commands, self.runs)
        self.results["rows"] = [(seconds, 0) for seconds in times_to_rows(self.regapp, plain, self.runs)]
        self.compare("list of 100,000 on the screens, its rows / list", "rows", "list")

    def writes(self):
        million, new, undone = 1000000, *(os.path.join(self.directory, name) for name in ["new", "undone"])
        self.run({"void million": self.touched(self.ours[million] + "-void"),
                  "edit": self.of(self.ours[million], "edit", "--first-name", "Ada{run}"),
                  "cp": ["sh", "-c", 'cp "$0" "$0.copy" && sync "$0.copy"', self.accounts[million]]},
                 self.few)
        self.compare("edit, 1,000,000 / cp and sync of the file", "edit", "cp")
        self.run({"import": self.importing(new, self.csv[million]),
                  "python": [sys.executable, "-c", PYTHON_IMPORT, self.csv[million],
                             os.path.join(self.directory, "python.json")]}, self.few)
        self.compare("import of 1,000,000 rows of CSV / Python's csv to json", "import", "python")
        self.run({"import to undo": self.importing(undone, self.csv[100000]),
                  "undo": self.of(undone, "undo")}, self.few)
        self.compare("undo of an import of 100,000 / the import", "undo", "import to undo")

    def print(self):
        print(f"\nthe least of {self.runs} runs, of {self.few} where a million is written or its index void\n"
              f"{'':54}{'ratio':>7}{'ours':>12}{'theirs':>12}")
        results = self.results
        for what, name, others in self.rows:
            times = [sum(min(results[name])[0] for name in names) for names in ([name], others)]
            print(f"{what:54}{times[0] / times[1]:7.2f}"
                  + "".join(f"{seconds * 1e3:9.1f} ms" for seconds in times))
        for what, speeds in parsers(self.accounts[100000]).items():
            print(f"{f'LosslessJSON, {what} / simdjson (DOM)':54}{speeds[0] / speeds[1]:7.2f}"
                  + "".join(f"{speed / 1e6:7.0f} MB/s" for speed in speeds))
        print_peaks("show", {
            "1": results["1"], "100,000": results["100000"], "1,000,000": results["1000000"],
            "100,000 void": results["void"], "1,000,000 void": results["void million"]})
        print_peaks("what reads 1,000,000", measure(self.meter, {
            " ".join(words[:1] + words[2:]): self.of(self.ours[1000000], *words)
            for words in [["check"], ["list"], ["export", "--format", "htpasswd"],
                          ["export", "--format", "json"]]}, 1))


def print_peaks(what, results):
    peaks = {name: max(peak for _, peak in found) / 1024 for name, found in results.items()}
    print(f"{f'peak memory of {what}':54}{max(peaks.values()):7.1f} MB  "
          + ", ".join(f"{name}: {peak:.1f}" for name, peak in peaks.items()))


def print_medians(programs, meter, hashing, directory, sizes, runs):
    regapp, empty = programs
    print(f"medians of {runs} runs on {os.cpu_count()} processors; fsync costs what this disk makes it cost")
    for count in sizes:
        with tempfile.TemporaryDirectory(dir=directory) as place:
            commands = {"empty Swift program": [empty], "one hash alone": [hashing],
                        **commands_for(regapp, place, count)}
            size = os.path.getsize(os.path.join(place, f"documents-{count}/accounts.json"))
            results = measure(meter, commands, runs if count < 1000000 else max(3, runs // 5))
        medians = {name: statistics.median(seconds for seconds, _ in found)
                   for name, found in results.items()}
        print(f"\n{count} accounts, {size / 1e6:.1f} MB")
        print(f"{'':30}{'median':>11}{'- empty':>11}{'peak':>10}")
        for name, seconds in medians.items():
            print(f"{name:30}{seconds * 1e3:8.1f} ms"
                  f"{(seconds - medians['empty Swift program']) * 1e3:8.1f} ms"
                  f"{max(peak for _, peak in results[name]) / 1024:7.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1,1000,100000,1000000")
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--seal", type=int, default=600, help="how many passwords to seal; 0: none")
    parser.add_argument("--keys", type=int, default=1000,
                        help="how many keys to type at the screens; 0: none, and no screens")
    parser.add_argument("--ratios", action="store_true", help="the ratios alone")
    parser.add_argument("--regapp", metavar="PATH", help="a release build instead of a new one")
    parser.add_argument("--static", metavar="PATH", help="one that Scripts/release/build-static made")
    options = parser.parse_args()
    sizes, runs = [int(size) for size in options.sizes.split(",") if size], options.runs

    regapp = os.path.abspath(options.regapp) if options.regapp else build(
        ROOT, "regapp", "--product", "regapp")
    static = options.static if options.regapp or options.static else build_static(ROOT, "regapp")
    with tempfile.TemporaryDirectory() as directory:
        package = os.path.join(directory, "tools")
        empty, hashing, meter = tools(package)
        programs = {"": (regapp, empty)}
        if static and (empty_static := build_static(package, "empty")):
            programs[", static"] = (os.path.abspath(static), empty_static)
        if not options.ratios:
            print_medians(programs[""], meter, hashing, directory, sizes, runs)
            if options.seal > 0 and len(os.sched_getaffinity(0)) > 1:
                seal(regapp, directory, options.seal)
            if options.keys > 0:
                screens(regapp, directory, runs, options.keys)
                lists(regapp, directory, options.keys)
        ratios = Ratios(programs, meter, directory, runs)
        ratios.reads()
        ratios.writes()
        ratios.print()


if __name__ == "__main__":
    main()
