"""The parts of the check of the login: the lines of docs/guard.md for each web server, over TLS, an
application behind them, servers of strangers, and a person who follows the way in without a browser."""
import base64, contextlib, hashlib, html.parser, http.client, json, random, re, socket, ssl, threading, time
import urllib.parse

from applications import Handler, Plain, Server
from common import PATIENCE, edit_json, fail, free_port, must, nginx_conf, replaced
from webservers import THROTTLE, WORD, Caddy, NewCaddy, Nginx, Place, ask, new_home, recipes, running, shipped

# Browsers and GLib take all of them for this machine. The sibling is of the same site, and in no
# list.
WIKI, NOTES, PAGE = "wiki.example.localhost", "notes.example.localhost", "accounts.example.localhost"
SIBLING, FOREIGN = "sibling.example.localhost", "elsewhere.localhost"
# The hosts that each server guards by the same lines; the list says who may enter.
GUARDED = [WIKI, NOTES, *[f"{name}.example.localhost" for name in ["lab", "vault", "office", "spare"]]]
HOSTS = [*GUARDED, PAGE, SIBLING, FOREIGN]
SESSION, NONCE = "__Host-Http-regapp", "__Host-Http-regapp-at"
OURS = re.compile(r"(?:__Host-Http-)?regapp(?:-at)?\s*=")
CONTEXT = ssl._create_unverified_context()


def certificate(directory):
    """A certificate and a key for all names."""
    must("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
         "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in HOSTS),
         "-keyout", directory / "key", "-out", directory / "certificate")


# Servers that answer


ENTRY = """<d:response><d:href>/dav/{}</d:href><d:propstat><d:prop>{}</d:prop>
<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"""
FOLDER = ('<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">'
          + ENTRY.format("", "<d:resourcetype><d:collection/></d:resourcetype>")
          + ENTRY.format("letter.txt", "<d:resourcetype/><d:getcontentlength>7</d:getcontentlength>")
          + "</d:multistatus>")


class Application(Plain):
    """Says what it hears; speaks by WebSocket; leads elsewhere; has a form, which it counts, and files."""
    posts, upgrades = 0, []
    # A reader has the first event, so that the next may come.
    has_read = threading.Event()

    def answer(self):
        path = urllib.parse.urlsplit(self.path)
        if self.headers.get("Upgrade"):
            Application.upgrades.append(self.headers["Upgrade"])
        if "websocket" in (self.headers.get("Upgrade") or "").lower():
            return self.speak()
        if path.path == "/away":
            return self.say(302, "", ("Location", urllib.parse.unquote(path.query)))
        if path.path == "/form":
            return self.page("<form method=post action=/post><input name=x value=1><button>x</button></form>")
        if path.path == "/post" and self.command == "POST":
            Application.posts += 1
        if path.path in ("/frame", "/popup", "/mine"):
            return self.page(urllib.parse.unquote(path.query))
        if path.path == "/events":
            return self.stream()
        if path.path == "/upload":
            return self.measure()
        if path.path == "/repository.git/info/refs":
            return self.say(200, f"{'1' * 40}\trefs/heads/main\n", ("Content-Type", "text/plain"))
        if self.command == "OPTIONS" and path.path.startswith("/dav/"):
            return self.say(200, "", ("DAV", "1"), ("Allow", "OPTIONS, GET, HEAD, PROPFIND"))
        if path.path == "/dav/letter.txt" and self.command in ("GET", "HEAD"):
            return self.say(200, "letter\n", ("Content-Type", "text/plain"))
        if self.command == "PROPFIND":
            return self.say(207, FOLDER, ("Content-Type", "application/xml"))
        accepts, destination = self.headers.get("Accept") or "", self.headers.get("Sec-Fetch-Dest")
        if "text/html" in accepts and destination == "document":
            return self.page(
                f"<h1>{self.headers.get('Remote-User')} at {self.path.replace('&', '&amp;')}</h1>")
        super().answer()

    do_GET = do_HEAD = do_POST = do_PUT = do_PROPFIND = do_OPTIONS = answer

    def stream(self):
        """Two events; the second comes when the first has been read."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"data: first\n\n")
        Application.has_read.wait(PATIENCE)
        self.wfile.write(b"data: second\n\n")
        self.close_connection = True

    def measure(self):
        """How many bytes came, and what they are."""
        left, seen = int(self.headers.get("Content-Length") or 0), hashlib.sha256()
        length = left
        while left and (piece := self.rfile.read(min(left, 1 << 20))):
            seen.update(piece)
            left -= len(piece)
        # The rest is nothing.
        del self.headers["Content-Length"]
        self.say(200, f"{length - left} {seen.hexdigest()}")

    def page(self, text):
        self.say(200, f"<!doctype html><title>application</title>{text}",
                 ("Content-Type", "text/html; charset=utf-8"))

    def speak(self):
        """Says who it is by a WebSocket, and ends."""
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        for name, value in [("Upgrade", "websocket"), ("Connection", "Upgrade"),
                            ("Sec-WebSocket-Accept", accept)]:
            self.send_header(name, value)
        self.end_headers()
        word = (self.headers.get("Remote-User") or "nobody").encode()
        self.wfile.write(bytes([0x81, len(word)]) + word)
        self.rfile.read(1)
        self.close_connection = True


class Stranger(Handler):
    """A server of somebody else, over TLS: says where a browser landed, or sends the page in its query."""

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path)
        text = urllib.parse.unquote(path.query) if path.path == "/page" else f"landed {path.path}"
        names = [SESSION, "__Host-regapp", "regapp", NONCE] if path.path == "/toss" else []
        self.say(200, f"<!doctype html><title>stranger</title><p>{text}", *[
            ("Set-Cookie", f"{name}={'A' * 43}; Domain=example.localhost; Path=/; Secure") for name in names],
            ("Content-Type", "text/html; charset=utf-8"))


class Between:
    """Stands between two: passes on what each says."""

    def __init__(self, listening):
        self.listening = listening
        self.listening.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listening.accept()[0]
                server = self.reach(client)
            except OSError:
                return
            for way in [(client, server, 0), (server, client, self.late)]:
                threading.Thread(target=self.pass_on, args=way, daemon=True).start()

    late = 0

    def pass_on(self, source, sink, late):
        try:
            while piece := source.recv(1 << 16):
                time.sleep(random.random() * late)
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Slow(Between):
    """Stands before the door's socket, and passes on each piece of its answers up to 200 ms late."""
    late = 0.2

    def __init__(self, path, behind):
        self.behind = behind
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(path))
        path.chmod(0o666)
        super().__init__(listening)

    def reach(self, _):
        door = socket.socket(socket.AF_UNIX)
        door.connect(str(self.behind))
        return door


class Tunnel(Between):
    """Takes programs that look names up elsewhere to this machine."""

    def __init__(self, port):
        self.to = port
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        super().__init__(listening)

    def reach(self, client):
        client.settimeout(PATIENCE)
        head = b""
        while not head.endswith(b"\r\n\r\n") and (more := client.recv(1 << 12)):
            head += more
        client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        return socket.create_connection(("127.0.0.1", self.to))


class House(Place):
    """Accounts, an application behind two guarded hosts, the page at a host of its own, and strangers."""

    def __init__(self, directory):
        super().__init__(directory)
        certificate(directory)
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://{PAGE}:{self.port}"
        self.hosts = [f"{host}:{self.port}" for host in [WIKI, NOTES]]
        self.write()
        application = Server(("127.0.0.1", 0), Application)
        self.application = self.applications.start(application)
        strangers = Server(("127.0.0.1", 0), Stranger)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(directory / "certificate", directory / "key")
        # Each connection's own thread waits for its hello.
        strangers.socket = context.wrap_socket(
            strangers.socket, server_side=True, do_handshake_on_connect=False)
        self.strangers = self.applications.start(strangers)
        # Where a server finds the door, if something stands between.
        self.way = None

    def change(self, **changes):
        """An edit of ada by hand, which leaves the rest as it is; None takes a key away."""
        def change(document):
            ada = next(account for account in document["accounts"]
                       if account.get("email") == "ada@example.com")
            for key, value in changes.items():
                ada.pop(key, None)
                if value is not None:
                    ada[key] = value

        edit_json(self.documents / "accounts.json", change)

    def guard(self, host):
        """One more host in the list."""
        self.hosts.append(host)
        edit_json(self.documents / "accounts.json",
                  lambda document: document["rules"]["serve"].update(hosts=self.hosts))

    def stranger(self, host, path="/landed", page=""):
        query = "?" + urllib.parse.quote(page, safe="") if page else ""
        return f"https://{host}:{self.strangers}{path}{query}"


# The lines of the page

# Of each other guarded host, the word in the place of the wiki's.
OTHERS = [name.split(".")[0] for name in GUARDED[1:]]


def ours(text, house, home):
    """Lines of the page with our names, ports and paths."""
    return replaced(text, [
        ("/usr/share/regapp-serve", home), ("127.0.0.1:3000", f"127.0.0.1:{house.application}"),
        (".example.com", ".example.localhost"),
        ("https://$host$request_uri", f"https://$host:{house.port}$request_uri")])


def ship(house, home, *names, changes=()):
    for name in names:
        text = shipped(name, house)
        if house.way:
            text = text.replace(str(house.socket), str(house.way))
        for old, new in changes:
            if old not in text:
                fail(f"{name} has no {old}")
            text = text.replace(old, new)
        (home / name).write_text(text)


def nginx_site(house, home, changes=()):
    ship(house, home, *[f"nginx-{name}.conf" for name in ["http", "page", "open"]])
    ship(house, home, "nginx-guard.conf", changes=changes)
    main, opened, *_ = recipes("nginx", "nginx")
    site = main.replace("127.0.0.1:3000;\n", f"127.0.0.1:3000;\n{opened}")
    block = "server {" + site.split("\nserver {")[1]
    site += "".join(block.replace("wiki.", f"{name}.") for name in OTHERS)
    text = ours(site, house, home)
    text = replaced(text, [
        ("    listen [::]:80;\n", ""), ("    listen [::]:443 ssl;\n", ""),
        ("listen 443", f"listen 127.0.0.1:{house.port}"),
        ("listen 80", f"listen 127.0.0.1:{house.plain_port}"),
        ("server {\n", f"server {{\n    access_log {home}/access;\n    error_log {home}/errors info;\n")])
    tls = (f"ssl_certificate {house.directory}/certificate; ssl_certificate_key {house.directory}/key;\n"
           "add_header X-Of-Http yes always;\n")
    return ["nginx", "-e", home / "log", "-c", nginx_conf(home, free_port(), "", site=tls + text)]


def caddy_site(program, house, home, changes=(), options=""):
    ship(house, home, "Caddyfile", changes=changes)
    main, php, log = recipes("caddyfile", "Caddy")
    opened = "\n".join(line for line in php.split("\n") if "@open" in line)
    kept = log.replace("log {\n", f"log {{\n\toutput file {home}/access\n")
    imports, wiki, page = main.replace("\timport regapp\n", f"\timport regapp\n{opened}\n").split("\n\n")
    head = f"\ttls {house.directory}/certificate {house.directory}/key\n{kept}"
    sites = [wiki, *[wiki.replace("wiki.", f"{name}.") for name in OTHERS]]
    text = ours("\n\n".join([imports, *sites, page]), house, home)
    text = re.sub(r"(?m)^([a-z]+\.example\.localhost) \{\n", rf"https://\1:{house.port} {{\n{head}", text)
    conf = home / "Caddyfile.site"
    conf.write_text(f"{{\n\tdebug\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n{options}"
                    + log.replace("log {\n", f"log {{\n\toutput file {home}/errors\n") + "}\n" + text)
    return [program, "run", "--config", conf, "--adapter", "caddyfile"]


def traefik_site(program, house, home, changes=(), options="", before=""):
    dynamic = home / "dynamic"
    dynamic.mkdir()
    ship(house, dynamic, "traefik.yml", changes=changes)
    routers = ours(recipes("yaml", "Traefik")[0], house, home).split("  routers:\n")[1]
    if before:
        way = "priority: 2000, service: regapp-page@file"
        routers = replaced(routers, [("[regapp@file]", "[at-wiki, regapp@file]"),
                                     ("[regapp-open@file]", "[at-wiki, regapp-open@file]"),
                                     (way, f"{way}, middlewares: [at-wiki]")])
    wiki, page = routers.split("    page: ")
    again = "".join(
        replaced(wiki, [("wiki", name), (f"service: {name}", "service: wiki")]) for name in OTHERS)
    at = f"'http://127.0.0.1:{house.application}'"
    (dynamic / "site.yml").write_text(
        f"http:\n  routers:\n{wiki}{again}    page: {page}"
        f"  services:\n    wiki: {{loadBalancer: {{servers: [{{url: {at}}}]}}}}\n"
        + before + "".join(replaced(before, [("  middlewares:\n", ""), ("wiki", name)]) for name in OTHERS)
        + f"tls: {{certificates: [{{certFile: {house.directory}/certificate, "
        f"keyFile: {house.directory}/key}}]}}\n")
    (home / "traefik.yml").write_text(
        f'entryPoints: {{web: {{address: "127.0.0.1:{house.port}", http: {{tls: {{}}}}{options}}}}}\n'
        f"providers: {{{THROTTLE}, file: {{directory: {dynamic}}}}}\n"
        f"accessLog: {{filePath: {home}/access}}\nlog: {{level: DEBUG, filePath: {home}/errors}}\n"
        "global: {checkNewVersion: false, sendAnonymousUsage: false}\n")
    return [program, f"--configFile={home / 'traefik.yml'}"]


def site(server, house, name, **how):
    """The words that start a server with the lines of the page, and its home."""
    home, _ = new_home(house, name)
    if server is Nginx:
        return nginx_site(house, home, **how), home
    if server in (Caddy, NewCaddy):
        return caddy_site(server.find(), house, home, **how), home
    return traefik_site(server.find(), house, home, **how), home


# A person without a browser

NAVIGATION = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en",
              "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none"}
FETCH = {"Accept": "*/*", "Accept-Language": "en", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty",
         "Sec-Fetch-Site": "same-origin"}
SOCKET = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}


class Form(html.parser.HTMLParser):
    """The first form of a page, the links, and where it leads by itself."""

    def __init__(self, text):
        super().__init__()
        self.action = self.refresh = None
        self.fields, self.kinds, self.links, self.buttons, self.inside = {}, {}, [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form" and self.action is None:
            self.action, self.inside = found.get("action", ""), True
        elif tag in ("input", "button") and self.inside and found.get("name"):
            self.kinds[found["name"]] = found.get("type", "text") if tag == "input" else "button"
            if tag == "button":
                self.buttons.append((found["name"], found.get("value", "")))
            elif found.get("type") not in ("checkbox", "radio"):
                self.fields[found["name"]] = found.get("value", "")
        elif tag == "a":
            self.links.append(found.get("href", ""))
        elif tag == "meta" and found.get("http-equiv", "").lower() == "refresh":
            self.refresh = found.get("content", "").split("url=", 1)[-1].strip("'\" ")

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


class Answer:
    def __init__(self, url, status, headers, text):
        self.url, self.status, self.headers, self.text = url, status, headers, text
        self.location = headers.get("Location")

    @property
    def form(self):
        return Form(self.text)

    @property
    def heard(self):
        """The headers that an application heard."""
        return [(name, value) for name, value in json.loads(self.text)]

    def told(self, name):
        return [value for key, value in self.heard if key == name]

    def __repr__(self):
        return f"{self.url}: {self.status} {dict(self.headers)} {self.text[:300]}"


def opened(port, url, lines):
    """A connection over TLS on which a head of these lines was sent."""
    parts = urllib.parse.urlsplit(url)
    plain = socket.create_connection(("127.0.0.1", parts.port or port), 30)
    connection = CONTEXT.wrap_socket(plain, server_hostname=parts.hostname)
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    return connection


def request(port, url, method="GET", headers=None, body=None, lines=None, timeout=30, raw=b""):
    """An answer to one request over TLS, at this machine whatever its host; to these lines, if there are
    any."""
    parts = urllib.parse.urlsplit(url)
    path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    with socket.create_connection(("127.0.0.1", parts.port or port), timeout) as plain, \
            CONTEXT.wrap_socket(plain, server_hostname=parts.hostname) as connection:
        if lines is None:
            lines = [f"{method} {path} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
        for name, value in (headers or {}).items():
            if name == "Connection":
                lines = [line for line in lines if not line.startswith("Connection:")]
            lines.append(f"{name}: {value}")
        if body is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode("latin-1") + raw)
        reply = http.client.HTTPResponse(connection, method=method)
        reply.begin()
        text = "" if reply.status == 101 else reply.read().decode(errors="replace")
        return Answer(url, reply.status, reply.headers, text)


class Person:
    """Somebody with cookies, who follows redirects as a browser would."""

    def __init__(self, house):
        self.house, self.port = house, house.port
        self.cookies = {}
        self.seen = []

    def go(self, url, method="GET", headers=None, body=None, kind=NAVIGATION):
        """One request, without following."""
        host = urllib.parse.urlsplit(url).hostname
        jar = self.cookies.setdefault(host, {})
        sent = {**kind, **(headers or {})}
        if jar:
            sent["Cookie"] = "; ".join([*([sent["Cookie"]] if "Cookie" in sent else []),
                                        *[f"{name}={value}" for name, value in jar.items()]])
        answer = self.ask(url, method, sent, body)
        for line in answer.headers.get_all("Set-Cookie") or []:
            (name, value), *rest = [(word.strip().split("=", 1) + [""])[:2] for word in line.split(";")]
            has_ended = any(
                key.lower() == "max-age" and re.fullmatch(r"-\d+|0+", text) for key, text in rest)
            jar.pop(name, None)
            if not has_ended and value:
                jar[name] = value
        self.seen.append(answer)
        return answer

    def ask(self, url, method, headers, body):
        return request(self.port, url, method, headers, body)

    def visit(self, url, **how):
        """Where a navigation ends, at most ten steps on."""
        for _ in range(10):
            answer = self.go(url, **how)
            how = {}
            is_page = answer.status == 200 and "html" in (answer.headers.get("Content-Type") or "")
            refresh = answer.form.refresh if is_page else None
            url = answer.location if answer.status in (301, 302, 303, 307) else refresh
            if not url:
                return answer
            url = urllib.parse.urljoin(answer.url, url)
        fail(f"too many redirects: {[seen.url for seen in self.seen[-10:]]}")

    def fill(self, answer, follow=True, headers=None, **texts):
        """Sends the form of a page: texts by name."""
        form = answer.form
        typed = {name: text for name, text in texts.items() if text is not None}
        body = urllib.parse.urlencode({**form.fields, **typed})
        url = urllib.parse.urljoin(answer.url, form.action or answer.url)
        origin = "https://" + urllib.parse.urlsplit(url).netloc
        how = {"method": "POST", "body": body,
               "headers": {"Origin": origin, "Sec-Fetch-Site": "same-origin", **(headers or {})}}
        return self.visit(url, **how) if follow else self.go(url, **how)

    def log_in(self, url, name="ada", password=None, follow=True, **more):
        """From a guarded address to the application."""
        page = self.visit(url)
        return self.fill(page, follow, **{"name": name, "password": password, **more})

    def hears(self, url, headers=None):
        """The answer to fetch that a program of the page's own gets."""
        return self.go(url, headers=headers, kind=FETCH)

    def session(self, host=WIKI):
        return self.cookies.get(host, {}).get(SESSION)


class Guarded:
    """A server with the lines of the page before a house, and addresses of it."""

    def __init__(self, server, house, home):
        self.server, self.house, self.home, self.key = server, house, home, server.key
        self.wiki, self.notes, self.page = f"https://{house.hosts[0]}", f"https://{house.hosts[1]}", house.url

    def person(self, path="/page?x=1", **how):
        """Somebody who has logged in at the wiki."""
        person = Person(self.house)
        answer = person.log_in(self.wiki + path, password=WORD, **how)
        if answer.status != 200 or not person.session():
            said = (self.house.directory / "door.log").read_text()[-1000:]
            way = [(seen.status, seen.url) for seen in person.seen]
            fail(f"{self.key}: nobody can log in: {answer} {way} {said}")
        return person

    def statuses(self, person):
        """What somebody's programs hear at the wiki and at the notes."""
        return [person.hears(f"{host}/x").status for host in [self.wiki, self.notes]]


@contextlib.contextmanager
def door(server, house, *words, has_page=True):
    """The door of a house, and its page; without one browsers are asked by Basic."""
    house.socket.unlink(missing_ok=True)
    with house.door(*house.listens(server), *words, page=house.url + "/" if has_page else None):
        yield


@contextlib.contextmanager
def guarded(server, house, name, ready=(200,), **how):
    """A server with the lines of the page."""
    words, home = site(server, house, f"{server.key}-{name}", **how)
    with running(words, home, lambda: ask(house.port, "/open/ready", host=WIKI)[0] in ready):
        yield Guarded(server, house, home)
