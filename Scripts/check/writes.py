"""The common part of the checks that kill databases: a directory that goes with them, and a checker that
compares the answers to writers with the history and the accounts."""
import collections, csv, io, itertools, json, subprocess, uuid

ANSWERS = ["ok", "unknown", "refused", "failed", "unchanged"]

# Run as `sh -c WATCHER NAME DIRECTORY`: waits until this script has gone, kills what runs in the
# directory, and removes it. Shared memory outlives a kill; its number is in postmaster.pid.
WATCHER = r"""
  trap '' INT TERM HUP
  inside() {
    find /proc -maxdepth 2 -name cwd \( -lname "$1" -o -lname "$1/*" \) 2>/dev/null | cut -d/ -f3
  }
  while read -r line; do :; done
  while found=$(inside "$1"); [ "$found" ]; do kill -s KILL $found 2>/dev/null; done
  for file in "$1"/*/postmaster.pid; do
    [ -e "$file" ] && ipcrm -m "$(sed -n '7s/.* //p' "$file")" 2>/dev/null
  done
  rm -rf "$1"
"""


def watched(path):
    """A process that removes a directory, and ends what runs there, once its stdin is closed."""
    # In a session of its own, so that a key that interrupts the check does not reach it.
    return subprocess.Popen(["/bin/sh", "-c", WATCHER, "watcher", path], stdin=subprocess.PIPE, cwd="/",
                            start_new_session=True)


class Violation(Exception):
    """Something happened that must never happen."""


class Broken(Exception):
    """The trial itself went wrong, and proves nothing."""


class Write:
    def __init__(self, invoked, kind, seen):
        self.invoked, self.kind, self.seen = invoked, kind, seen
        self.answered, self.answer, self.reason = float("inf"), "unknown", "-"


def writes_of(lines):
    writes = {}
    for instant, token, event, words in lines:
        if event == "invoke":
            if token in writes:
                raise Broken(f"the writers used {token} twice")
            writes[token] = Write(instant, words[0], [word for word in words[1:] if word])
        elif event in ANSWERS:
            write = writes[token]
            write.answer, write.reason = event, words[0]
            # An unknown operation may yet happen.
            if event != "unknown":
                write.answered = instant
    return writes


class Verdict:
    def __init__(self):
        self.lost, self.doubled, self.wrong = [], [], []
        self.undos = self.cancelled = 0  # and those that changed no account

    def violations(self):
        return ([f"lost: {text}" for text in self.lost]
                + [f"doubled: {text}" for text in self.doubled] + self.wrong)


def tables(server, *queries):
    """The rows of each query, all of one instant: a write of somebody gone may still end between two."""
    mark = f"{uuid.uuid4()}\n"
    text = server.psql("BEGIN ISOLATION LEVEL REPEATABLE READ;\n" + f"\\echo {mark}".join(
        f"COPY ({query}) TO STDOUT (FORMAT csv);\n" for query in queries) + "COMMIT;\n")
    csv.field_size_limit(1 << 24)
    return [list(csv.reader(io.StringIO(part, newline=""))) for part in text.split(mark)]


def verdict_of(writes, changes, accounts):
    """Compares what the writers were told with the history and the accounts.

    `changes` has rows of number, op, what was done, user, place, key and entry, in order; `accounts` of
    key, document, version and op.
    """
    verdict = Verdict()
    found, state, versions, ops, chains = replayed(verdict, writes, changes)
    check_answers(verdict, writes, found)
    kept = {}
    for key, document, version, op in accounts:
        kept[key] = json.loads(document)["lastName"]
        if int(version) != versions[key]:
            verdict.wrong.append(f"{key} has version {version} after {versions[key]} changes")
        if op != ops.get(key):
            verdict.wrong.append(f"{key} is not by its last change")
    for key in kept.keys() | state.keys():
        if kept.get(key) != state.get(key):
            verdict.wrong.append(f"{key} holds {kept.get(key)}, and its changes give {state.get(key)}")

    for key, chain in chains.items():
        earliest, later = float("inf"), None
        for token in reversed(chain):
            write = writes.get(token)
            if write is None:
                continue
            if earliest < write.invoked:
                verdict.wrong.append(f"{token} of {key} began after {later} had ended, and is before it")
            if write.answered < earliest:
                earliest, later = write.answered, token
    return verdict


def replayed(verdict, writes, changes):
    """What the history says: the change and key of each entry by its token; of each account what it holds,
    how often it was changed, by which operation last, and its tokens in their order."""
    wrong = verdict.wrong
    found, chains = collections.defaultdict(list), collections.defaultdict(list)
    state, versions, ops = {}, collections.Counter(), {}
    numbers, past = {}, []
    for (number, op, did, user), rows in itertools.groupby(changes, lambda row: tuple(row[:4])):
        if numbers.setdefault(op, number) != number:
            wrong.append(f"the operation {op} is in two changes")
        before, entries = {}, []
        token = user
        if did == "undo" and user in writes:
            # One that comes to nothing has no accounts.
            found[token].append((number, None))
        for *_, key, entry in rows:
            if not entry:
                continue
            values = json.loads(entry)["changes"]
            old, new = values["lastName"]
            token = user if did == "undo" else new
            entries.append((key, old, new))
            found[token].append((number, key))
            before.setdefault(key, state.get(key))
            if did != "undo" and "email" in values:
                if key in state:
                    verdict.doubled.append(f"{key} is added again by change {number}")
            elif state.get(key) != old:
                wrong.append(
                    f"change {number} of {key} begins at {old}, where {state.get(key)} was left")
            state[key] = new
            if new is None:
                del state[key]
            chains[key].append(token)
        changed = {key: old for key, old in before.items() if state.get(key) != old}
        for key, old in changed.items():
            # An account that comes back begins anew.
            versions[key] = versions[key] + 1 if old is not None else 1
            ops[key] = op
        if did == "undo":
            verdict.undos += 1
            verdict.cancelled += not changed
            wrong += passed_over(number, entries, past, writes.get(user), writes)
        past.append((number, token, entries))
    return found, state, versions, ops, chains


def check_answers(verdict, writes, found):
    """Every write was done as its writer was told, and nothing else was."""
    wrong = verdict.wrong
    for token, write in writes.items():
        entries = found.get(token, [])
        told = f"{token} ({write.kind}, {write.answer} {write.reason})"
        if write.answer == "ok" and not entries:
            verdict.lost.append(told)
        elif write.answer in ("refused", "failed", "unchanged") and entries:
            wrong.append(f"{told} was written")
        elif entries and len({number for number, _ in entries}) > 1:
            verdict.doubled.append(told)
        elif entries and write.kind != "undo" and len(
                {key for _, key in entries}) != max(len(write.seen), 1):
            wrong.append(f"{told} was written in part")
        if write.answer == "unchanged":
            wrong.append(f"{told} found its own value")
    for token in found:
        if token not in writes:
            wrong.append(f"nobody wrote {token}")


def passed_over(number, entries, past, undo, writes):
    """The problems of an undo: it should take back the changes before it, the newest first, each from its
    end.

    A change that nobody had been told of when the undo began may count as later.
    """
    rest = list(entries)
    for earlier, token, done in reversed(past):
        if not rest:
            return
        reverse = [(key, new, old) for key, old, new in reversed(done)]
        if rest[:len(reverse)] == reverse:
            del rest[:len(reverse)]
        elif undo and token in writes and writes[token].answered < undo.invoked:
            yield f"the undo {number} passes over change {earlier}"
            return
    if rest:
        yield f"the undo {number} takes back what was not done"


def verdict(lines, server, prefix=""):
    """The verdict on the accounts whose key begins with a prefix."""
    return verdict_of(writes_of(lines), *tables(
        server,
        "SELECT c.id, c.op, c.did, c.\"user\", a.place, a.key, a.entry FROM public.change c"
        " LEFT JOIN public.change_account a ON a.change = c.id AND a.place >= 0"
        f" WHERE a.key IS NULL OR starts_with(a.key, '{prefix}') ORDER BY c.id, a.place",
        f"SELECT key, doc, version, op FROM public.account WHERE starts_with(key, '{prefix}')"))


def made_up(text, told={}, times={}, kept={}, seen={}, ops={}):
    """The history of a text: each word is a change of the account a, or of that before a colon, from one
    value to another; behind `undo!` there may be several. What the writers were told is "ok", unless `told`
    has something else; `kept` has accounts with a value and a version that do not follow, `seen` the keys
    that a write was to change, and `ops` another operation than its own for a change, or for an account."""
    writes, changes, accounts, versions = {}, [], {}, collections.Counter()
    for number, word in enumerate(text.split(), 1):
        kind, _, word = word.rpartition("!")
        key, _, steps = word.rpartition(":")
        key, pairs = key or "a", [[value or None for value in step.split(">")] for step in steps.split(",")]
        token = f"u{number}" if kind else pairs[-1][1]
        write = writes.setdefault(token, Write(number, kind or "edit", []))
        write.answer, write.answered = "ok", number + 0.5
        for place, (old, new) in enumerate(pairs):
            values = {"lastName": [old, new], **({} if old or kind else {"email": [None, key]})}
            changes.append((str(number), f"op{number}", kind or "edit", token if kind else "", str(place),
                            key, json.dumps({"changes": values})))
        if pairs[0][0] != new:
            versions[key] += 1
            accounts[key] = [key, json.dumps({"lastName": new}), str(versions[key]), f"op{number}"]
            if new is None:
                del accounts[key]
    for token, answer in told.items():
        write = writes.setdefault(token, Write(9, "edit", []))
        write.answer, write.answered = answer, float("inf") if answer == "unknown" else write.answered
        if answer is None:
            del writes[token]
    for token, (invoked, answered) in times.items():
        writes[token].invoked, writes[token].answered = invoked, answered
    for key, (value, version) in kept.items():
        accounts[key][1:3] = json.dumps({"lastName": value}), str(version)
    for token, keys in seen.items():
        writes[token].seen = keys
    for place, op in ops.items():
        if place in accounts:
            accounts[place][3] = op
        else:
            changes = [(number, op if number == place else own, *rest) for number, own, *rest in changes]
    return writes, changes, list(accounts.values())


# Histories with the verdict that the checker must give; the right ones have none.
GOOD = ">a a>b b>c"
MADE_UP = [
    ("a good history", "", GOOD),
    ("an unknown write that is not there", "", GOOD, {"told": {"x": "unknown"}}),
    ("a lost write", "lost", GOOD, {"told": {"x": "ok"}}),
    ("a refused write that is not there", "", GOOD, {"told": {"x": "refused"}}),
    ("a refused write that is there", "was written", ">a", {"told": {"a": "refused"}}),
    ("a write twice", "doubled", ">a a>b b>a"),
    ("an account twice", "doubled", ">a >b"),
    ("a gap", "begins at b", ">a b>c"),
    ("an order against time", "had ended", GOOD, {"times": {"a": (1, 2), "b": (5, 6), "c": (3, 4)}}),
    ("a write of nobody", "nobody wrote", GOOD, {"told": {"c": None}}),
    ("an account that is not what its changes say", "holds b", GOOD, {"kept": {"a": ("b", 3)}}),
    ("a version too high", "version 4", GOOD, {"kept": {"a": ("c", 4)}}),
    ("an operation in two changes", "is in two changes", GOOD, {"ops": {"2": "op1"}}),
    ("an account by another change than its last", "not by its last change", GOOD, {"ops": {"a": "op2"}}),
    ("a write in part", "was written in part", GOOD, {"seen": {"c": ["a", "b"]}}),
    ("a write that found its own value", "found its own value", GOOD, {"told": {"x": "unchanged"}}),
    ("an undo that takes back more than there was", "takes back what was not done", ">a undo!a>,x>"),
    ("an undo", "", f"{GOOD} undo!c>b"),
    ("an undo of two", "", f"{GOOD} undo!c>b,b>a"),
    ("an undo of all", "", f"{GOOD} undo!c>b,b>a,a>"),
    ("an undo of what is not the last", "begins at b", f"{GOOD} undo!b>a"),
    ("an undo that changes nothing", "", f"{GOOD} undo!c>b undo!b>c,c>b"),
    ("an undo that changes nothing and misses a change", "begins at b",
     f"{GOOD} undo!c>b b>d undo!b>c,c>b"),
    ("an undo that misses a change of another account", "passes over change 5",
     f"{GOOD} undo!c>b z:>d undo!b>c,c>b"),
    ("an undo of what was never done", "passes over change 2", f"{GOOD} undo!c>b,b>x"),
    ("an unknown undo that is there", "", f"{GOOD} undo!c>b", {"told": {"u4": "unknown"}}),
]


def check_made_up():
    """The wrong verdicts of the checker on histories that are made up."""
    for name, expected, text, *more in MADE_UP:
        said = verdict_of(*made_up(text, **(more[0] if more else {}))).violations()
        if not expected and said or expected and not any(expected in text for text in said):
            yield f"{name}: {said}"
