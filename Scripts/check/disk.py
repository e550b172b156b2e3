"""The part of the check of power cuts that plays the system calls of a trace on a model of a disk."""
import itertools, os, re

NOT_LOOKED_AT = ["failed-logins", "last-logins", "logins.jsonl"]
UMASK = 0o022


class Unmodelled(Exception):
    """A call that this script does not understand, on a file that it watches."""


# The disk


CONTENTS = {}


class Node:
    """A file, a directory or a link: what is on the disk for sure, and what has been done since."""

    def __init__(self, kind, mode=0o600, data=b"", target=None):
        self.kind, self.target = kind, target
        self.data, self.writes = data, []
        self.mode, self.modes = mode, []
        self.names, self.changes = {}, []
        # The state that stat shows of the file, and of which content: inode, size, seconds,
        # nanoseconds.
        self.trace, self.traced, self.inode = None, None, None

    def sync(self):
        self.data, self.writes = self.live(), []
        self.mode, self.modes = ([self.mode] + self.modes)[-1], []
        self.names, self.changes = self.entries(), []

    def live(self):
        data = self.data
        for write in self.writes:
            data = write(data, "done")
        return data

    def entries(self):
        names = dict(self.names)
        for name, node in self.changes:
            names[name] = node
            if node is None:
                del names[name]
        return names

    def possible_data(self):
        """Every content that the file may have after a cut, with its mode."""
        ways = ["done", "lost", "half", "zeros"]
        if len(self.writes) <= 4:
            choices = itertools.product(ways, repeat=len(self.writes))
        else:
            done = ["done"] * len(self.writes)
            choices = [done[:at] + [way] + rest[at + 1:]
                       for at in range(len(done)) for way in ways
                       for rest in (done, ["lost"] * len(done))]
        found = set()
        for choice in choices:
            data = self.data
            for write, way in zip(self.writes, choice):
                data = write(data, way)
            # Each content once in memory.
            found.add(CONTENTS.setdefault(data, data))
        return {self.found(data, mode) for data in found for mode in [self.mode, *self.modes]}

    def found(self, data, mode):
        """The file as it is found with this content: its bytes, mode, trace and inode."""
        return data, mode, self.trace if data == self.traced else None, self.inode

    def note(self, trace):
        self.trace, self.traced = trace, CONTENTS.setdefault(live := self.live(), live)
        self.inode = trace[0] if trace else None

    def possible_names(self):
        """Every set of names that the directory may have after a cut."""
        ways = {}
        for name, node in self.changes:
            ways.setdefault(name, [self.names.get(name)])
            if node not in ways[name]:
                ways[name].append(node)
        for choice in itertools.product(*ways.values()):
            names = dict(self.names)
            names.update(zip(ways, choice))
            yield {name: node for name, node in names.items() if node is not None}


def writing(offset, new):
    def write(data, way):
        if way == "lost":
            return data
        part = new[:len(new) // 2] if way == "half" else bytes(len(new)) if way == "zeros" else new
        data = data.ljust(offset, b"\0")
        return data[:offset] + part + data[offset + len(part):]
    return write


def cutting(size):
    return lambda data, way: data[:size].ljust(size, b"\0") if way in ("done", "zeros") else data


def load(path):
    """The model of what is on a real disk, all of it durable."""
    if os.path.islink(path):
        return Node("link", target=os.readlink(path))
    mode = os.stat(path).st_mode & 0o7777
    if os.path.isdir(path):
        node = Node("directory", mode)
        node.names = {name: load(f"{path}/{name}") for name in os.listdir(path)}
        return node
    with open(path, "rb") as file:
        node = Node("file", mode, file.read())
    node.note(trace_of(path))
    return node


def trace_of(path):
    state = os.stat(path)
    return state.st_ino, state.st_size, *divmod(state.st_mtime_ns, 10**9)


def states(node):
    """Every tree that may be found after a cut: nested dictionaries, contents with modes, targets."""
    if node.kind == "link":
        return [node.target]
    if node.kind == "file":
        return sorted(node.possible_data(), key=lambda found: found[:2])
    found = []
    for names in node.possible_names():
        parts = [states(child) for child in names.values()]
        found += [dict(zip(names, choice)) for choice in itertools.product(*parts)]
    return found


def live(node):
    if node.kind == "link":
        return node.target
    if node.kind == "file":
        return node.found(node.live(), ([node.mode] + node.modes)[-1])
    return {name: live(child) for name, child in node.entries().items()}


def find(tree, path):
    """The file to which a path leads in a tree, links followed; None if there is nothing."""
    for _ in range(40):
        here, parts, at = tree, path.strip("/").split("/"), 0
        for at, part in enumerate(parts):
            if not isinstance(here, dict) or part not in here:
                return None
            here = here[part]
            if isinstance(here, str):
                break
        else:
            return here
        path = os.path.normpath("/".join(parts[:at] + [here] + parts[at + 1:]))
    return None


# The trace


class Descriptor:
    def __init__(self, node, path):
        self.node, self.path, self.offset, self.appends = node, path, 0, False


CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+|0x[0-9a-f]+|\?)(.*)$", re.S)
ARGUMENT = re.compile(r'"(?:[^"]*)"(?:\.\.\.)?|\{[^{}]*\}|\[[^\[\]]*\]|[^,"{\[]+')


def arguments(text):
    return [part.strip() for part in ARGUMENT.findall(text) if part.strip()]


def text_of(argument):
    return bytes.fromhex(re.sub(r'["]|\\x', "", argument)) if argument.startswith('"') else None


def calls(lines):
    """The finished calls of a trace in their order: process, name, arguments, result."""
    pending = {}
    for line in lines:
        process, _, rest = line.rstrip("\n").partition(" ")
        rest = rest.strip()
        if match := re.match(r"<\.\.\. \w+ resumed>(.*)$", rest, re.S):
            rest = pending.pop(process, "") + match[1]
        if rest.endswith("<unfinished ...>"):
            pending[process] = rest[:-len("<unfinished ...>")]
            if re.match(r"(clone3?|v?fork)\(", rest):
                yield process, "starts", [rest], 0
            continue
        if rest.startswith("+++ exited with"):
            yield process, "exited", [], int(rest.split()[3])
        elif match := CALL.match(rest):
            result = -1 if match[3] == "?" else int(match[3], 0)
            yield process, match[1], arguments(match[2]), result


class Disk:
    """Plays a trace on the model. `root` is a directory whose name is durable."""

    def __init__(self, root, tree):
        self.root, self.tree = root, tree
        self.tables = {}
        self.waiting = None

    # Paths

    def lookup(self, table, directory, path, follow=True):
        """The directory node, the name and the node that a path means, and the path; None if outside."""
        path = os.fsdecode(path)
        if not path.startswith("/"):
            base = None if directory == "AT_FDCWD" else table.get(int(directory))
            above = base.path if base else table.get(("outside", directory))
            if above is None:
                return None
            path = f"{above.rstrip('/')}/{path}"
        path = os.path.normpath(path)
        if path == self.root:
            return self.tree, ".", self.tree, path
        if not path.startswith(self.root + "/"):
            return None
        node, here, parts = self.tree, self.root, path[len(self.root) + 1:].split("/")
        for at, part in enumerate(parts):
            parent, is_last = node, at == len(parts) - 1
            if parent is None or parent.kind != "directory":
                return None
            node = parent.entries().get(part)
            if node is not None and node.kind == "link" and (follow or not is_last):
                target = os.path.join(here, node.target, *parts[at + 1:])
                return self.lookup(table, "AT_FDCWD", os.fsencode(target), follow)
            here = f"{here}/{part}"
        return parent, part, node, here

    # Calls

    def table(self, process):
        if process not in self.tables:
            parent, shares = self.waiting or (None, False)
            table = self.tables.get(parent, {})
            self.tables[process] = table if shares else dict(table)
        return self.tables[process]

    def play(self, process, name, words, result):
        """Plays one call; says whether it changed what a cut may leave."""
        table = self.table(process)
        if name == "starts":
            self.waiting = (process, "CLONE_FILES" in words[0])
            return False
        if name in ("clone", "clone3", "fork", "vfork"):
            if result > 0 and str(result) not in self.tables:
                self.waiting = (process, any("CLONE_FILES" in word for word in words))
                self.table(str(result))
            return False
        if result < 0:
            return False
        if name in ("open", "chmod", "mkdir", "unlink", "rename"):
            # As the call that names a directory does it.
            words = [part for word in words[:2] for part in ("AT_FDCWD", word)] if name == "rename" else [
                "AT_FDCWD", *words]
            name = {"open": "openat", "chmod": "fchmodat"}.get(name, f"{name}at")
        if method := getattr(self, "to_" + name, None):
            file = table.get(int(words[0]))
            return file is not None and bool(method(file, words, result))
        if method := getattr(self, "on_" + name, None):
            return bool(method(table, words, result))
        if name in UNMODELLED:
            for word in words:
                if word.isdigit() and int(word) in table and "MAP_PRIVATE" not in " ".join(words):
                    raise Unmodelled(f"{name}({', '.join(words)[:200]})")
        return False

    def on_openat(self, table, words, result):
        self.on_close(table, [str(result)], 0)
        flags = words[2]
        if is_unseen(words[1]):
            return False
        found = self.lookup(table, words[0], text_of(words[1]), "O_NOFOLLOW" not in flags)
        if found is None:
            # Directories are opened one by one, down to the root.
            path = os.fsdecode(text_of(words[1]))
            above = "" if path.startswith("/") or words[0] == "AT_FDCWD" else (
                table.get(("outside", words[0])))
            if "O_DIRECTORY" in flags and above is not None:
                table["outside", str(result)] = os.path.normpath(f"{above.rstrip('/')}/{path}")
            return False
        parent, name, node, path = found
        changed = False
        if node is None:
            if "O_CREAT" not in flags:
                return False
            node = Node("file", int(words[3], 8) & ~UMASK)
            parent.changes.append((name, node))
            changed = True
        elif "O_TRUNC" in flags and node.live():
            node.writes.append(cutting(0))
            changed = True
        table[result] = Descriptor(node, path)
        table[result].appends = "O_APPEND" in flags
        return changed

    def on_close(self, table, words, result):
        table.pop(int(words[0]), None)
        table.pop(("outside", words[0]), None)

    def on_dup(self, table, words, result):
        if int(words[0]) in table:
            table[result] = table[int(words[0])]

    on_dup2 = on_dup3 = on_dup

    def on_fcntl(self, table, words, result):
        if words[1].startswith("F_DUPFD"):
            self.on_dup(table, words, result)

    # Of a file that is open

    def to_lseek(self, file, words, result):
        file.offset = result

    def to_read(self, file, words, result):
        file.offset += result

    def to_write(self, file, words, result):
        if result == 0:
            return False
        if file.appends:
            file.offset = len(file.node.live())
        file.node.writes.append(writing(file.offset, text_of(words[1])[:result]))
        file.offset += result
        return True

    def to_pwrite64(self, file, words, result):
        file.node.writes.append(writing(int(words[3]), text_of(words[1])[:result]))
        return True

    def to_ftruncate(self, file, words, result):
        file.node.writes.append(cutting(int(words[1])))
        return True

    def to_fchmod(self, file, words, result):
        file.node.modes.append(int(words[1], 8))
        return True

    def to_fsync(self, file, words, result):
        file.node.sync()
        return True

    to_fdatasync = to_fsync

    # Of paths, and of two files

    def on_copy_file_range(self, table, words, result):
        file = table.get(int(words[2]))
        if file is None or result == 0:
            return False
        start = int(words[1].strip("[]"))
        part = table[int(words[0])].node.live()[start:start + result]
        file.node.writes.append(writing(file.offset, part))
        file.offset += result
        return True

    def on_fstat(self, table, words, result):
        fields = dict(re.findall(r"(st_\w+)=(\d+)", words[1]))
        if int(words[0]) in table and "st_ino" in fields:
            table[int(words[0])].node.note(tuple(
                int(fields[name]) for name in ("st_ino", "st_size", "st_mtime", "st_mtime_nsec")))

    def on_newfstatat(self, table, words, result):
        if "AT_EMPTY_PATH" in words[-1] and words[0].isdigit():
            self.on_fstat(table, [words[0], words[2]], result)

    def on_fchmodat(self, table, words, result):
        found = self.lookup(table, words[0], text_of(words[1]))
        if found is None or found[2] is None:
            return False
        found[2].modes.append(int(words[2], 8))
        return True

    def on_mkdirat(self, table, words, result):
        found = self.lookup(table, words[0], text_of(words[1]))
        if found is None:
            return False
        found[0].changes.append((found[1], Node("directory", int(words[2], 8) & ~UMASK)))
        return True

    def on_unlinkat(self, table, words, result):
        found = self.lookup(table, words[0], text_of(words[1]), follow=False)
        if found is None:
            return False
        found[0].changes.append((found[1], None))
        return True

    def names(self, call, table, words):
        """Gives a file another name; the directory and the name of the old one, or None outside."""
        old = self.lookup(table, words[0], text_of(words[1]), follow=False)
        new = self.lookup(table, words[2], text_of(words[3]), follow=False)
        if old is None and new is None:
            return None
        if old is None or new is None or words[4:5] not in ([], ["0"]):
            raise Unmodelled(f"{call}({', '.join(words)})")
        new[0].changes.append((new[1], old[2]))
        return old

    def on_renameat(self, table, words, result):
        if old := self.names("renameat", table, words):
            old[0].changes.append((old[1], None))
        return old

    on_renameat2 = on_renameat

    def on_linkat(self, table, words, result):
        return not is_unseen(words[3]) and self.names("linkat", table, words)


def is_unseen(word):
    """Whether a path is of a file that nothing looks at, or of a temporary one that becomes it."""
    name = os.path.basename(os.fsdecode(text_of(word)))
    return name in NOT_LOOKED_AT or any(
        re.fullmatch(rf"\.{re.escape(other)}\.[0-9a-f]{{16}}\.tmp", name) for other in NOT_LOOKED_AT)


# Whatever else could change a file.
UNMODELLED = set(
    "writev pwritev pwritev2 truncate fallocate sendfile splice link symlink "
    "symlinkat rmdir creat openat2 mmap io_uring_setup sync_file_range fchmodat2 vmsplice".split())
