"""The parts that the checks share: our programs, commands, counting, servers and databases."""
import base64, contextlib, ctypes, glob, grp, http.client, json, os, pathlib, pwd, random, shutil, signal
import socket, stat, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = os.path.relpath(os.path.realpath(sys.argv[0]), ROOT / "Scripts")
PROGRAM = pathlib.Path(os.environ.get("REGAPP_PROGRAM") or ROOT / ".build/debug/regapp").resolve()
POSTGRES = pathlib.Path(
    os.environ.get("REGAPP_POSTGRES_PROGRAM") or ROOT / ".build/debug/regapp-postgres").resolve()
PROOFS = os.environ.get("REGAPP_CI_PROOFS") == "1"
# Where programs are that are not in every user's path.
os.environ["PATH"] += ":/usr/sbin:/sbin"
# Seconds after which a program is not slow, but hangs, however much the machine has to do.
PATIENCE = 120
# A server ends if its check is killed.
WITH_US = ["setpriv", "--pdeathsig", "TERM", "--"]
libcrypt = ctypes.CDLL("libcrypt.so.1")
libcrypt.crypt.restype = libcrypt.crypt_gensalt.restype = ctypes.c_char_p


# Counting

passed, failures, unproved = [], [], []


def check(name, holds, seen=""):
    (passed if holds else failures).append(name)
    if not holds:
        print(f"FAIL  {name}\n      {seen}", flush=True)


def fail(text):
    sys.exit(f"{NAME}: error: {text}")


def unchecked(what):
    """Notes that a part is not checked: a failure where every proof is wanted."""
    if what not in unproved:
        unproved.append(what)
        print(f"{NAME}: NOT CHECKED: {what}", file=sys.stderr)


def leave(what):
    """Ends a check that can check nothing here."""
    unchecked(what)
    sys.exit(1 if PROOFS else 69)


def installed(*programs):
    """Whether all of them are; what is missing is not checked."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        unchecked(f"there is no {', '.join(missing)}")
    return not missing


def finish():
    print(f"{len(passed)} passed, {len(failures)} failed")
    sys.exit(1 if failures or unproved and PROOFS else 0)


def complain(violations):
    """Prints the first of them; the exit code."""
    for violation in violations[:12]:
        print(f"{NAME}: error: {violation}", file=sys.stderr)
    if len(violations) > 12:
        print(f"{NAME}: error: and {len(violations) - 12} more", file=sys.stderr)
    return 1 if violations else 0


for number in [signal.SIGTERM, signal.SIGHUP]:
    signal.signal(number, lambda *_: fail("interrupted"))


# Commands


def run(*words, text=None, **how):
    return subprocess.run([str(word) for word in words], input=text, capture_output=True, encoding="utf-8",
                          errors="replace", **{"timeout": PATIENCE, **how})


def must(*words, **how):
    """Runs a command that has to succeed, and returns its output."""
    ran = run(*words, **how)
    if ran.returncode:
        fail(f"{' '.join(map(str, words[:4]))}: {ran.returncode}: {ran.stderr.strip()[-1000:]}")
    return ran.stdout


def as_user(user, *groups):
    return {"user": user, "group": user, "extra_groups": groups}


def built(*products, configuration="release"):
    """The directory of our programs, once they are built."""
    build = ["swift", "build", "-c", configuration]
    for product in products:
        must(*build, "--product", product, cwd=ROOT, timeout=None)
    return pathlib.Path(must(*build, "--show-bin-path", cwd=ROOT).strip())


def release_program():
    """REGAPP_PROGRAM, else a release build."""
    return PROGRAM if "REGAPP_PROGRAM" in os.environ else built("regapp") / "regapp"


def can_trace():
    return shutil.which("strace") is not None and run("strace", "-o", "/dev/null", "true").returncode == 0


def write_json(path, document):
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1))
    path.chmod(0o600)


@contextlib.contextmanager
def open_directory():
    """A temporary directory that every user may enter, with a name that leaves room for sockets."""
    with tempfile.TemporaryDirectory(prefix="regapp-", dir="/tmp") as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        yield directory


def edit_json(path, change):
    """An edit by hand, which leaves the rest as it is."""
    document, new = json.loads(path.read_text()), path.with_name("new")
    change(document)
    write_json(new, document)
    new.rename(path)


def replaced(text, pairs):
    """A text with others in the place of parts, one after the other."""
    for old, new in pairs:
        text = text.replace(old, str(new))
    return text


def may_mount():
    return os.geteuid() == 0 and run("unshare", "-m", "true").returncode == 0


def in_own_mounts():
    """Starts the check again, as root, with mounts that only it sees."""
    if os.geteuid() != 0:
        leave("this is not root")
    if os.environ.pop("REGAPP_OWN_MOUNTS", None) == "1":
        return
    if not may_mount():
        leave("no mount namespace may be made here")
    os.environ["REGAPP_OWN_MOUNTS"] = "1"
    os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])


def stand_apart():
    """Starts the check again, as root, with an /etc and a /dev that only it sees: a copy of the machine's,
    and the devices that programs need, without a log daemon. Users and packages that come or go beside it
    change neither, and nobody else's lines arrive at a /dev/log that it makes."""
    in_own_mounts()
    with own_mount("/etc") as place:
        # A file may go while it is copied.
        if not any(run("cp", "-a", "/etc/.", place).returncode == 0 for _ in range(10)):
            fail("/etc cannot be copied")
    with own_mount("/dev") as place:
        for name in ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "fuse"]:
            device = os.stat(f"/dev/{name}") if os.path.exists(f"/dev/{name}") else None
            if device and stat.S_ISCHR(device.st_mode):
                os.mknod(place / name, device.st_mode, device.st_rdev)
                os.chmod(place / name, stat.S_IMODE(device.st_mode))
        for name in ["pts", "shm"]:
            (place / name).mkdir()
            must("mount", "--rbind", f"/dev/{name}", place / name)
        for name in ["fd", "stdin", "stdout", "stderr"]:
            (place / name).symlink_to(os.readlink(f"/dev/{name}"))


@contextlib.contextmanager
def own_mount(path):
    """A directory to fill, which then takes the place of another."""
    place = pathlib.Path(tempfile.mkdtemp())
    must("mount", "-t", "tmpfs", "-o", "mode=755", "none", place)
    yield place
    must("mount", "--move", place, path)
    place.rmdir()


def crypt(password, setting):
    made = libcrypt.crypt(password.encode(), setting.encode())
    return made.decode() if made else ""


def hashed(prefix, cost, password):
    return crypt(password, libcrypt.crypt_gensalt(prefix.encode(), ctypes.c_ulong(cost), None, 0).decode())


# Histories

ANY = object()  # a password that the history does not say


def replay(line, values):
    """Does a change of the history to accounts by their email; a ValueError where it says something else of
    what was before."""
    for recorded in line["accounts"]:
        name = recorded["account"]
        # Forgotten since.
        if name is None:
            continue
        if "changes" not in recorded:
            values[name]["password"] = ANY
            identify(recorded, values[name])
            continue
        account = values.pop(name, {})
        for key, (old, new) in recorded["changes"].items():
            was = account.get(key)
            # Of a password that was typed, the history has a hash or nothing.
            is_unsaid = key == "password" and (
                old == "*" or was is ANY or str(old).startswith("$") and str(was).startswith("typed"))
            # A removal gives an id to the record of an account that had none.
            is_given = key == "id" and was is None and new is None
            if was != old and not is_unsaid and not is_given:
                raise ValueError(f"change {line['n']} says that {key} of {name} was {old!r}; it was {was!r}")
            account[key] = ANY if key == "password" and new == "*" else new
            if new is None:
                account.pop(key, None)
        if account:
            identify(recorded, account)
            values[account.get("email", name)] = account


def identify(recorded, account):
    """Gives an account the id that a record tells, beside the name that it has then."""
    if "id" in recorded:
        account["id"] = f"{account['email']} {recorded['id']}"


# Servers


def in_time(seconds):
    """The limit, as busy as the machine is now, of what has a limit of so many seconds on an idle one."""
    return seconds * (1 + os.getloadavg()[0] / os.cpu_count())


def comes_true(what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.05)
    return False


given_ports = set()
# Below those that the system gives to connections, which come at any moment. Checks that run beside
# each other get a range each, by REGAPP_PORTS=FIRST-END.
FIRST_PORT, END_OF_PORTS = map(int, os.environ.get("REGAPP_PORTS", "10000-32768").split("-"))


def free_port():
    """A port that is free, and another one at each call."""
    while True:
        port = random.randrange(FIRST_PORT, END_OF_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("", port))
            if port not in given_ports:
                given_ports.add(port)
                return port


@contextlib.contextmanager
def serving(words, answers, log, way=signal.SIGTERM, **how):
    """A server for the duration of the block, once it answers."""
    with open(log, "a") as out:
        server = subprocess.Popen([*WITH_US, *map(str, words)], stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=out, **how)
    try:
        if not comes_true(lambda: server.poll() is not None or answers()) or server.poll() is not None:
            fail(f"{words[0]} does not answer: {pathlib.Path(log).read_text(errors='replace')[-2000:]}")
        yield server
    finally:
        ended(server, way)


def ended(process, way):
    """The exit code of a program that is told to end."""
    process.send_signal(way)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)
        fail(f"{' '.join(map(str, process.args))} does not end after {way.name}")


def listens(path):
    """Whether a server listens at a socket, whose file is there a little earlier."""
    with socket.socket(socket.AF_UNIX) as asking:
        # While nobody accepts it would wait.
        asking.settimeout(1)
        return asking.connect_ex(str(path)) == 0


def ask_status(port, name=None, password=None, *, method="GET", path="/", header="Authorization"):
    """The status that a server answers to this password; None where it does not answer."""
    word = base64.b64encode(f"{name}:{password}".encode()).decode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, path, headers={} if name is None else {header: f"Basic {word}"})
        reply = connection.getresponse()
        reply.read()
        return reply.status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def dovecot_conf(place, settings):
    me, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    path = place / "dovecot.conf"
    path.write_text(
        f"base_dir = {place}/d\nstate_dir = {place}/d\nlog_path = {place}/log\n"
        f"default_internal_user = {me}\ndefault_login_user = {me}\ndefault_internal_group = {group}\n"
        "protocols =\nssl = no\nauth_failure_delay = 0\n"
        # Without a penalty for wrong passwords: each costs the next one seconds.
        "service anvil {\n  chroot =\n  unix_listener anvil-auth-penalty {\n    mode = 0\n  }\n}\n"
        f"service stats {{\n  chroot =\n}}\nservice auth-worker {{\n  user = {me}\n}}\n{settings}")
    return path


def nginx_conf(place, port, settings, head="", site=""):
    user = f"user {pwd.getpwuid(os.getuid()).pw_name};" if os.getuid() == 0 else ""
    temporary = "".join(f"{kind}_temp_path {place}/{kind};"
                        for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    path = place / "nginx.conf"
    (place / "index.html").write_text("welcome")
    path.write_text(
        f"{head}daemon off; pid {place}/pid; error_log {place}/log; {user}\n"
        f"events {{}} http {{ access_log off; {temporary}\n{site}"
        f"server {{ listen 127.0.0.1:{port}; root {place};\n{settings}}} }}\n")
    return path


def postgres_programs():
    """The directory of the newest PostgreSQL's programs, or None."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    return os.path.dirname(max(found, key=lambda path: int(path.split("/")[4]))) if found else None


def as_postgres():
    """PostgreSQL refuses to run as root."""
    return {"cwd": "/", **(as_user("postgres") if os.getuid() == 0 else {})}


def postgres(directory, *options, settings=("-F",)):
    """A new server of our own, its socket in a directory; without fsync, unless it has other settings."""
    if os.getuid() == 0:
        shutil.chown(directory, "postgres", "postgres")
    directory.chmod(0o755)
    must(f"{postgres_programs()}/initdb", "-D", directory / "data", "-E", "UTF8",
         "--locale=C.UTF-8", "--no-sync", *options, **as_postgres())
    return postgres_running(directory, settings)


def postgres_running(directory, settings=("-F",)):
    """The server that is in a directory, for the duration of a block."""
    programs = postgres_programs()
    return serving([f"{programs}/postgres", "-D", directory / "data", "-k", directory, "-h", "", *settings],
                   lambda: run(f"{programs}/pg_isready", "-q", "-h", directory).returncode == 0,
                   directory / "postgres.log", signal.SIGQUIT, **as_postgres())
