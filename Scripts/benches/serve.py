"""Times the door of `regapp serve` behind nginx in one run, beside nginx with a file of its own.

    Scripts/bench serve [--accounts 100000] [--requests 5000] [--runs 5]

Prints, for nginx without a password, with a second nginx that says yes to all in the place of the door (no
door can be faster), with files of apr1, bcrypt 5 and yescrypt, and with the door: the first page of 30 files,
six at a time, and a later one; requests a second over six connections, also right after a hand's edit and
over a file of many accounts; how long somebody without a password waits for an open file meanwhile; the
memory of the door when idle, under 200 wrong passwords at once, and after all requests; and the processor
time of a remembered request at the door, by password and by cookie, beside that of both nginx where one says
yes to all, the two taking turns. Each time is the least of the runs. Nothing fails for being slow. Needs
nginx and ab (apache2-utils). Builds a release, unless REGAPP_BIN names a directory with regapp and
regapp-serve.
"""
import argparse, concurrent.futures, contextlib, http.client, os, pathlib, re, socket, sys, tempfile
import threading, time, types, urllib.parse

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../check"))
from common import ROOT, ask_status, built, fail, free_port, hashed, must, nginx_conf, serving, write_json
from logins import Answer, Person

WORD = "Correct horse 1"
WIKI = "127.0.0.1"
BASIC = ["-A", f"ada@example.com:{WORD}"]
KINDS = {"apr1": None, "bcrypt 5": ("$2b$", 5), "yescrypt": ("$y$", 0)}


def hash_of(kind):
    if kind == "apr1":
        return must("openssl", "passwd", "-apr1", WORD).strip()
    return hashed(*KINDS[kind], WORD)


def page(port, name="ada@example.com"):
    """Seconds for 30 files, six at a time, all of which must come."""
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        said = list(pool.map(lambda number: ask_status(port, name, WORD, path=f"/{number}"), range(30)))
    if said != [200] * 30:
        fail(f"a page is {said}")
    return time.monotonic() - began


class Visitor(Person):
    """A person who asks the door's socket itself."""

    def __init__(self, path):
        super().__init__(types.SimpleNamespace(port=0))
        self.path = path

    def ask(self, url, method, headers, body):
        parts = urllib.parse.urlsplit(url)
        path = f"{parts.path}?{parts.query}"
        headers = {"Host": "door", "X-Forwarded-Host": parts.netloc, "X-Forwarded-Proto": "http", **headers}
        if parts.hostname == WIKI and not parts.path.startswith("/_regapp"):
            path, headers = "/verify?login", {**headers, "X-Forwarded-Method": "GET", "X-Forwarded-Uri": "/"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("door")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self.path))
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            return Answer(url, reply.status, reply.headers, reply.read().decode(errors="replace"))

    def session_at_wiki(self):
        self.log_in(f"http://{WIKI}/", "ada@example.com", WORD)
        return self.cookies[WIKI]["regapp"]


def rate(port, requests, path="/1", login=BASIC):
    said = must("ab", "-q", "-k", "-c", "6", "-n", requests, *login, f"http://127.0.0.1:{port}{path}",
                timeout=None)
    if "Non-2xx" in said:
        fail(said)
    return float(re.search(r"Requests per second: +([\d.]+)", said)[1])


def open_file(port, busy):
    """The longest wait of an open file while others work, in milliseconds."""
    worker = threading.Thread(target=busy)
    worker.start()
    longest = 0
    while worker.is_alive():
        began = time.monotonic()
        if ask_status(port, path="/open/1") != 200:
            fail("the open file does not come")
        longest = max(longest, time.monotonic() - began)
    return longest * 1_000


def processor(pids):
    """The processor time of processes, all threads, in nanoseconds."""
    tasks = [task for pid in pids for task in pathlib.Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def workers(master):
    return pathlib.Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text().split()


def turns(directory, programs, options):
    """Prints what a request by password and by cookie costs at the door, and at nginx in its place."""
    documents = directory / "alone"
    documents.mkdir(mode=0o700)
    page = {"url": "http://localhost/", "hosts": [WIKI]}
    accounts(documents, 1, {"from": "register", "serve": page})
    places = [directory / "of-nginx", directory / "of-door"]
    for place in places:
        place.mkdir(mode=0o755)
    with saying_yes(places[0], "yes-alone") as yes, door(programs, documents, places[1], []) as process:
        with nginx(places[0], "nginx", "auth_request /_regapp;") as (port, outer), \
                nginx(places[1], "nginx", "auth_request /_regapp;") as (door_port, _):
            cookie = ["-C", f"regapp={Visitor(places[1] / 'socket').session_at_wiki()}"]
            asked = {"nginx": (port, workers(yes) + workers(outer)), "door": (door_port, [process.pid])}
            for name, login in [("password", BASIC), ("cookie", cookie)]:
                compare(name, login, asked, options)


def compare(kind, login, asked, options):
    """Both servers take turns, and the best turn of each counts."""
    least, most = {}, {}
    for turn in range(options.runs + 1):
        for name, (port, pids) in asked.items():
            began = processor(pids)
            done = rate(port, options.requests, login=login)
            # The first turn costs a hash, and opens what is kept.
            if turn:
                took = (processor(pids) - began) / options.requests / 1_000
                least[name], most[name] = min(least.get(name, took), took), max(most.get(name, done), done)
    print(f"a request by {kind}: the door {least['door']:.0f} µs of processor time, both nginx "
          f"{least['nginx']:.0f} µs: {least['door'] / least['nginx']:.1f} times; {most['door']:.0f} a "
          f"second of {most['nginx']:.0f}: {most['door'] / most['nginx']:.2f}")


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return {key: int(re.search(rf"{key}:\s+(\d+)", status)[1]) // 1024 for key in ("VmRSS", "VmHWM")}


def accounts(path, count, rules="register"):
    rows = [{"email": "ada@example.com", "password": hash_of("yescrypt")}]
    rows += [{"email": f"user{number}@example.com", "password": "$y$j9T$x$x"} for number in range(1, count)]
    write_json(path / "new", {"rules": rules, "accounts": rows})
    (path / "new").rename(path / "accounts.json")


@contextlib.contextmanager
def saying_yes(directory, name):
    """An nginx that says yes to all, at the place of the door's socket."""
    home = directory / name
    home.mkdir(mode=0o755)
    site = f"listen unix:{directory}/socket; location / {{ add_header Remote-User ada; return 200; }}\n"
    conf = nginx_conf(home, free_port(), site, head="worker_processes 1;\n")
    with at_socket(directory, ["nginx", "-e", home / "log", "-c", conf], home / "out") as process:
        yield process


def door(programs, documents, directory, options=("--door",)):
    words = [programs / "regapp", "--documents", documents, "serve", *options]
    return at_socket(directory, [*words, "--socket", directory / "socket"], directory / "door.log")


@contextlib.contextmanager
def at_socket(directory, words, log):
    with serving(words, (directory / "socket").is_socket, log) as process:
        (directory / "socket").chmod(0o666)
        yield process


@contextlib.contextmanager
def nginx(directory, name, lines):
    home = directory / name
    (home / "open").mkdir(parents=True)
    home.chmod(0o755)
    (home / "open/1").write_text("x")
    for number in range(30):
        (home / str(number)).write_text("x" * 2_000)
    port = free_port()
    settings, site = f"location / {{ {lines} }}\nlocation /open {{ auth_basic off; }}\n", ""
    if "auth_request" in lines:
        # The files are in a block behind the guard.
        site = (ROOT / "proxies/nginx-http.conf").read_text()
        site = site.replace("/run/regapp-serve/socket", f"{directory}/socket")
        site += f"server {{ listen unix:{home}/app; root {home}; }}\n"
        settings = (f"server_name {WIKI};\n" + (ROOT / "proxies/nginx-guard.conf").read_text()
                    + f"set $regapp_app http://unix:{home}/app:;\n"
                    f"location /open {{ {(ROOT / 'proxies/nginx-open.conf').read_text()} }}\n")
    conf = nginx_conf(home, port, settings, head="worker_processes 1;\n", site=site)
    with serving(["nginx", "-e", home / "log", "-c", conf], lambda: ask_status(port, path="/open/1") == 200,
                 home / "out") as process:
        yield port, process


def row(name, *cells):
    print(f"{name:34}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    given = os.environ.get("REGAPP_BIN")
    programs = pathlib.Path(given) if given else built("regapp", "regapp-serve")
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        directory.chmod(0o755)
        turns(directory, programs, options)
        without_the_door(directory, options)
        documents = directory / "accounts"
        documents.mkdir(mode=0o700)
        for count in [1, options.accounts]:
            with_the_door(directory, programs, documents, count, options)


def later(port, options):
    """How long a page takes that is not the first."""
    return f"{min(page(port) for _ in range(options.runs)) * 1_000:.0f} ms"


def without_the_door(directory, options):
    row("nginx with", "first page", "later page", "requests/s", "open file")
    with nginx(directory, "none", "") as (port, _):
        row("no password", "", later(port, options), f"{rate(port, options.requests, login=[]):.0f}", "")
    with saying_yes(directory, "inner"), nginx(directory, "yes", "auth_request /_regapp;") as (port, _):
        row("a door that says yes", "", later(port, options),
            f"{max(rate(port, options.requests) for _ in range(options.runs)):.0f}", "")
    for kind in KINDS:
        users = directory / kind.replace(" ", "")
        users.write_text(f"ada@example.com:{hash_of(kind)}\n")
        users.chmod(0o644)
        lines = f"auth_basic x; auth_basic_user_file {users};"
        with nginx(directory, f"{users.name}.d", lines) as (port, _):
            number = options.requests if kind == "apr1" else options.requests // 50
            row(kind, f"{page(port) * 1_000:.0f} ms", later(port, options), f"{rate(port, number):.0f}",
                f"{open_file(port, lambda: rate(port, max(60, number // 5))):.0f} ms")


def with_the_door(directory, programs, documents, count, options):
    accounts(documents, count)
    must(programs / "regapp", "--documents", documents, "check", "--all", timeout=None)
    with door(programs, documents, directory) as process, \
            nginx(directory, f"door{count}", "auth_request /_regapp;") as (port, _):
        idle = memory(process)["VmRSS"]
        row(f"the door, {count:,} accounts", f"{page(port) * 1_000:.0f} ms", later(port, options),
            f"{max(rate(port, options.requests) for _ in range(options.runs)):.0f}",
            f"{open_file(port, lambda: rate(port, options.requests)):.0f} ms")
        text = (documents / "accounts.json").read_text()
        (documents / "accounts.json").write_text(text + "\n")
        began = time.monotonic()
        if ask_status(port, "ada@example.com", WORD, path="/1") != 200:
            fail("a hand's edit shuts somebody out")
        row("  right after a hand's edit", f"{(time.monotonic() - began) * 1_000:.0f} ms", "",
            f"{rate(port, options.requests):.0f}")
        after = memory(process)

        def guess(number):
            return ask_status(port, f"nobody{number}@example.com", "x", path="/1")

        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            list(pool.map(guess, range(200)))
        worst = memory(process)
        row("  memory", f"{idle} MiB", f"{after['VmRSS']} MiB", f"{worst['VmHWM']} MiB", "")
        print("    idle, after all requests, and at most under 200 wrong passwords at once")


main()
