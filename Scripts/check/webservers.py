"""nginx, Caddy and Traefik with the files in proxies as they are shipped, the ways by which each passes a
request on to an application, and accounts with the door over them."""
import base64, contextlib, http.client, os, shutil, socket, ssl, urllib.parse

from applications import Applications
from common import (
    PROGRAM, ROOT, fail, free_port, hashed, listens, nginx_conf, run, serving, unchecked, write_json)

SERVERS = ROOT / ".build/servers/bin"
PROXIES = ROOT / "proxies"
# The UUID of the id that ada has.
ID = "00000000-0000-4000-8000-000000000001"


def shipped(name, place, group=None):
    """A file as it is shipped, with our paths."""
    text = (PROXIES / name).read_text()
    text = text.replace("/run/regapp-serve/socket", str(place.socket))
    text = text.replace("127.0.0.1:8466", f"127.0.0.1:{place.door_port}")
    if place.balancer:
        text = text.replace("trustForwardHeader: false", "trustForwardHeader: true")
    if group is not None:
        changed = text.replace("login=later;", f"login=later{group};").replace("?login\n", f"?login{group}\n")
        if changed == text:
            fail(f"{name} has no line of the door")
        text = changed
    return text


def first_other(status, asks):
    """The statuses of up to twelve requests, up to the first that is another one."""
    seen = []
    while len(seen) < 12 and (not seen or seen[-1] == status):
        seen.append(asks(len(seen)))
    return seen


class Nginx:
    key = "nginx"

    @staticmethod
    def find():
        return shutil.which("nginx")

    @staticmethod
    def page(program, place, home, port):
        settings = f"access_log {home}/access; error_log {home}/errors info;\n"
        text = shipped("nginx-page.conf", place).replace("proxy_read_timeout 30s", "proxy_read_timeout 5s")
        return [program, "-e", home / "log", "-c", nginx_conf(
            home, port, settings + text, site=shipped("nginx-http.conf", place))]

    @staticmethod
    def ways(place, home):
        """The lines of a guarded server by what they show; `/x` is passed on in each. A whole server behind
        it has its lines behind a |."""
        at, guard = place.applications, f"include {home}/nginx-guard.conf;"

        def to(address):
            return f"{guard} set $regapp_app {address};"

        plain = to(f"http://127.0.0.1:{at.port}")
        behind = to(f"http://unix:{home}/behind:") + f"|server {{ listen unix:{home}/behind; "
        ways = {
            "proxy_pass": plain, "WSGI": to(f"http://127.0.0.1:{at.wsgi_port}"),
            "an open location": f"{plain} location /x {{ include {home}/nginx-open.conf; }}",
            "a block behind": f"{behind} location / {{ proxy_pass http://127.0.0.1:{at.port}; }} }}",
        }
        if at.lighttpd_port:
            plain = to(f"http://127.0.0.1:{at.lighttpd_port}")
            ways["lighttpd"] = plain
            ways["an open location of lighttpd"] = (
                f"{plain} location /x {{ include {home}/nginx-open.conf; }}")
        if at.php:
            script = (f"fastcgi_param SCRIPT_FILENAME {place.directory}/applications/index.php; "
                      f"fastcgi_pass unix:{at.php};")
            ways["PHP in a block behind"] = (
                f"{behind} location / {{ include /etc/nginx/fastcgi_params; "
                f"fastcgi_param REMOTE_USER $http_remote_user; {script} }} }}")
        if at.php_port:
            ways["PHP at a port"] = to(f"http://127.0.0.1:{at.php_port}")
        if at.uwsgi:
            ways["uWSGI in a block behind"] = (
                f"{behind} location / {{ include /etc/nginx/uwsgi_params; "
                f"uwsgi_param REMOTE_USER $http_remote_user; uwsgi_pass unix:{at.uwsgi}; }} }}")
        return ways

    @staticmethod
    def words(program, place, home, port, group, way=None):
        for name in ["guard", "open"]:
            (home / f"nginx-{name}.conf").write_text(
                shipped(f"nginx-{name}.conf", place, group if name == "guard" else None))
        lines, _, behind = (way or Nginx.ways(place, home)["proxy_pass"]).partition("|")
        return [program, "-e", home / "log", "-c", nginx_conf(
            home, port, lines + "\n", site=shipped("nginx-http.conf", place) + behind)]


class Caddy:
    key = "caddy"

    @staticmethod
    def find():
        return shutil.which("caddy")

    @staticmethod
    def page(program, place, home, port):
        private = ("format filter {\n    wrap json\n    fields {\n      request>uri regexp /i/.* /i/\n"
                   "      request>headers>Referer delete\n      resp_headers>Location delete\n    }\n  }\n")
        conf = home / "Caddyfile"
        conf.write_text(
            f"{{\n  admin off\n  auto_https off\n  log {{\n  output file {home}/errors\n  {private}  }}\n}}\n"
            + shipped("Caddyfile", place) + f"http://127.0.0.1:{port} {{\n"
            f"  log {{\n  output file {home}/access\n  {private}  }}\n  import regapp-page\n}}\n")
        return [program, "run", "--config", conf, "--adapter", "caddyfile"]

    @staticmethod
    def ways(place, home):
        at, guard = place.applications, "import regapp"
        plain = f"reverse_proxy 127.0.0.1:{at.port}"
        ways = {
            "reverse_proxy": f"{guard}\n{plain}",
            "WSGI": f"{guard}\nreverse_proxy 127.0.0.1:{at.wsgi_port}",
            "an open part": f"{guard}\nvars /x* regapp_open yes\n{plain}",
            "a WebSocket's own lines":
                f"{guard}\n@socket {{\nheader Connection *pgrade*\nheader Upgrade websocket\n}}\n"
                f"reverse_proxy @socket 127.0.0.1:{at.port}\n{plain}",
        }
        if at.php:
            ways["php_fastcgi"] = f"{guard}\nroot * {place.directory}/applications\nphp_fastcgi unix/{at.php}"
        if at.lighttpd_port:
            ways["lighttpd"] = f"{guard}\nreverse_proxy 127.0.0.1:{at.lighttpd_port}"
            ways["an open part of lighttpd"] = (
                f"{guard}\nvars /x* regapp_open yes\nreverse_proxy 127.0.0.1:{at.lighttpd_port}")
        if at.php_port:
            ways["PHP at a port"] = f"{guard}\nreverse_proxy 127.0.0.1:{at.php_port}"
        return ways

    @staticmethod
    def words(program, place, home, port, group, way=None):
        conf = home / "Caddyfile"
        conf.write_text(
            "{\n  admin off\n  auto_https off\n}\n" + shipped("Caddyfile", place, group)
            + f"http://127.0.0.1:{port} {{\n{way or Caddy.ways(place, home)['reverse_proxy']}\n}}\n")
        return [program, "run", "--config", conf, "--adapter", "caddyfile"]


class NewCaddy(Caddy):
    key = "caddy-new"

    @staticmethod
    def find():
        return shutil.which(SERVERS / "caddy")


# Traefik waits so long for more changes of its files, also when it is told to end: two seconds otherwise.
THROTTLE = "providersThrottleDuration: 100ms"


class Traefik:
    key = "traefik"

    @staticmethod
    def find():
        return shutil.which(SERVERS / "traefik") or shutil.which("traefik")

    @staticmethod
    def page(program, place, home, port):
        return Traefik.run(
            program, place, home, port, None,
            "http:\n  routers:\n"
            "    page: {rule: '!PathPrefix(`/i/`) && !Path(`/verify`)', service: regapp-page}\n"
            "    links: {rule: 'PathPrefix(`/i/`)', service: regapp-page, "
            "observability: {accessLogs: false}}\n",
            f"accessLog: {{filePath: {home}/access}}\nlog: {{level: DEBUG, filePath: {home}/errors}}\n")

    @staticmethod
    def ways(place, home):
        at = place.applications
        ports = {"a plain application": at.port, "WSGI": at.wsgi_port, "PHP": at.php_port,
                 "lighttpd": at.lighttpd_port}
        ways = {way: Traefik.site(port) for way, port in ports.items() if port}
        # Its service is asked for another path, which the application answers alike.
        ways["an errors middleware"] = Traefik.site(at.port).replace("[regapp]", "[regapp, errors]") + (
            "  middlewares:\n    errors: {errors: {status: ['200'], service: app, query: '/x'}}\n")
        ports = {"an open router": at.port, "an open router of lighttpd": at.lighttpd_port}
        return ways | {way: Traefik.site(port).replace(
            "    all: ",
            "    open: {rule: 'PathPrefix(`/x`)', middlewares: [regapp-open], service: app}\n    all: ")
            for way, port in ports.items() if port}

    @staticmethod
    def site(port):
        return (
            "http:\n  routers:\n    all: {rule: 'PathPrefix(`/`)', middlewares: [regapp], service: app}\n"
            f"  services:\n    app: {{loadBalancer: {{servers: [{{url: 'http://127.0.0.1:{port}'}}]}}}}\n")

    @staticmethod
    def words(program, place, home, port, group, way=None):
        return Traefik.run(program, place, home, port, group, way or Traefik.site(place.applications.port))

    @staticmethod
    def run(program, place, home, port, group, site, more=""):
        dynamic = home / "dynamic"
        dynamic.mkdir()
        (dynamic / "regapp.yml").write_text(shipped("traefik.yml", place, group))
        (dynamic / "site.yml").write_text(site)
        believes = f", forwardedHeaders: {{trustedIPs: [{place.balancer}]}}" if place.balancer else ""
        (home / "traefik.yml").write_text(
            f'entryPoints:\n  web: {{address: "127.0.0.1:{port}"{believes}}}\n'
            f"providers: {{{THROTTLE}, file: {{directory: {dynamic}}}}}\n"
            "global: {checkNewVersion: false, sendAnonymousUsage: false}\n" + more)
        return [program, f"--configFile={home / 'traefik.yml'}"]


@contextlib.contextmanager
def running(words, home, answers):
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    with serving(words, answers, home / "out", cwd=home, env=environment):
        yield


def new_home(place, name):
    home = place.directory / name
    home.mkdir()
    home.chmod(0o755)
    return home, free_port()


RIGHT = hashed("$y$", 1, "Correct horse 1 ü")
WORD, NEXT = "Correct horse 1 ü", "Battery staple 2"


def ask_lines(port, lines):
    """The status and the text of an answer to a head of these lines."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        reply = http.client.HTTPResponse(connection)
        reply.begin()
        return reply.status, reply.read().decode(errors="replace")


def basic(name, password):
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def ask(port, path="/", name=None, password=None, method="GET", body=None, headers=None, source=None,
        timeout=30, host=None):
    """The status, the headers and the text of an answer; a status of None where there is none. A host is
    asked over TLS."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout,
                                            source_address=source and (source, 0))
    headers = {"Accept": "text/html", **(headers or {})}
    if name is not None:
        headers["Authorization"] = basic(name, password)
    try:
        if host:
            headers = {"Host": f"{host}:{port}", **headers}
            plain = socket.create_connection(("127.0.0.1", port), timeout, source and (source, 0))
            connection.sock = ssl._create_unverified_context().wrap_socket(plain, server_hostname=host)
        connection.request(method, path, body=body, headers=headers)
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return None, {}, str(error)
    finally:
        connection.close()


class Place:
    """Accounts, the door over them, and an application."""

    # The entries of the list; without one, any host is asked by Basic.
    hosts = []

    def __init__(self, directory):
        self.directory = directory
        self.documents = directory / "accounts"
        self.documents.mkdir(mode=0o700)
        self.socket = directory / "socket"
        self.door_port = free_port()
        # The balancer before a server.
        self.balancer = None
        self.applications = Applications(directory)
        self.write()

    def write(self, **changes):
        """Puts the accounts there, as a hand would."""
        ada = {"email": "ada@example.com", "username": "ada", "firstName": "Ada", "lastName": "Löwe",
               "password": RIGHT, "groups": ["staff", "web"], "id": f"ada {ID}", **changes}
        eve = {"email": "eve@example.com", "username": "eve", "password": RIGHT}
        new = self.documents / "new"
        # Passwords of nobody's need no dearer hashes.
        rules = {"from": "standard", "serve": {"hosts": self.hosts or None},
                 "fields": {"password": {"cost": 5}, "username": {"own": True}}}
        write_json(new, {"rules": rules, "accounts": [ada, eve]})
        new.rename(self.documents / "accounts.json")

    def regapp(self, *words, text=None):
        ran = run(PROGRAM, "--documents", self.documents, "--no-input", *words, text=text)
        if ran.returncode:
            fail(f"regapp {words}: {ran.returncode}: {ran.stderr.strip()}")
        return ran.stdout.strip()

    def listens(self, server):
        """Where the door is for a server."""
        return ["--listen", self.door_port,
                "--trust-forwarded"] if server is Traefik else ["--socket", self.socket]

    @contextlib.contextmanager
    def door(self, *words, page=None):
        port = self.door_port
        what = ["--url", page] if page else ["--door"]
        with serving([PROGRAM, "--documents", self.documents, "serve", *what, *words],
                     lambda: listens(self.socket) if "--socket" in words
                     else ask(port, "/verify", headers={"Accept": "*/*"})[0] in (401, 403),
                     self.directory / "door.log"):
            if "--socket" in words:
                self.socket.chmod(0o666)
            yield


@contextlib.contextmanager
def proxy(server, place, name, group=None, ready=(401,), page=None, way=None):
    """The port of a server that guards the application in one of its ways, or has the page at a port."""
    home, port = new_home(place, name)
    port = page or port
    words = (server.page(server.find(), place, home, port) if page
             else server.words(server.find(), place, home, port, group, way(home) if callable(way) else way))
    with running(words, home, lambda: ask(port)[0] in ready):
        yield port


def form(port, path, source=None, headers=None, **fields):
    """The answer of the page to a form."""
    return ask(port, path, method="POST", body=urllib.parse.urlencode(fields), source=source,
               headers={"Content-Type": "application/x-www-form-urlencoded", **(headers or {})})


def chosen(words, *more):
    """The servers that are named, or all, and are installed; there are more words than their names."""
    servers = {server.key: server for server in [Nginx, Caddy, NewCaddy, Traefik]}
    if unknown := [name for name in words if name not in [*servers, *more]]:
        fail(f"there is no {', '.join(unknown)}; there are {', '.join([*servers, *more])}")
    wanted = [servers[name] for name in words or servers if name in servers]
    for server in wanted:
        if not server.find():
            unchecked(f"there is no {server.key}")
    return [server for server in wanted if server.find()]


def silent(server, place):
    """A door that takes questions, and says nothing."""
    listening = socket.socket(socket.AF_INET if server is Traefik else socket.AF_UNIX)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", place.door_port) if server is Traefik else str(place.socket))
    listening.listen(64)
    if server is not Traefik:
        place.socket.chmod(0o666)
    return listening


def recipes(language, section):
    """The blocks of a section of docs/guard.md in a language, behind those of docs/serve.md, which has the
    first sites of Caddy."""
    text = (ROOT / "docs/guard.md").read_text().split(f"\n## {section}\n")[1].split("\n## ")[0]
    text = (ROOT / "docs/serve.md").read_text() + text
    return [block.split("\n```")[0] + "\n" for block in text.split(f"```{language}\n")[1:]]
