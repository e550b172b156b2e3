"""nginx, Caddy and Traefik with the files in proxies as they are shipped, and the ways by which each passes a
request on to an application."""
import contextlib, os, pathlib, shutil

from common import ROOT, fail, free_port, nginx_conf, serving

SERVERS = ROOT / ".build/servers/bin"
PROXIES = ROOT / "proxies"


def shipped(name, place, group=None):
    """A file as it is shipped, with our paths."""
    text = (PROXIES / name).read_text()
    text = text.replace("/run/regapp-serve/socket", str(place.socket))
    text = text.replace("127.0.0.1:8466", f"127.0.0.1:{place.door_port}")
    if group is not None:
        changed = text.replace("/verify?\n", "/verify\n").replace("/verify;", f"/verify{group};")
        changed = changed.replace("/verify\n", f"/verify{group}\n")
        if changed == text:
            fail(f"{name} has no line of the door")
        text = changed
    return text


class Nginx:
    key = "nginx"
    # A client that says who he is hears that he must not.
    refuses = True

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
        """The lines of a server by what they show; `/x` is passed on in each."""
        guard, at = f"include {home}/guard.conf;", place.applications
        plain = f"proxy_pass http://127.0.0.1:{at.port};"
        socket = ("proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
                  "proxy_set_header Connection $http_connection;")
        ways = {
            "proxy_pass": f"location / {{ {guard} {plain} }}",
            "WSGI": f"location / {{ {guard} proxy_pass http://127.0.0.1:{at.wsgi_port}; }}",
            "a location inside a guarded one":
                f"location / {{ {guard} {plain} location /x {{ {guard} proxy_set_header Host $host; {plain} }} }}",
            "one without the guard, which gets the password":
                f"location / {{ {guard} {plain} location /x {{ proxy_set_header Host $host; {plain} }} }}",
            "a guarded server": f"{guard} location / {{ {plain} }}",
            "a guarded server, and lines of a location's own":
                f"{guard} location / {{ {guard} proxy_set_header Host $host; {plain} }}",
            "try_files and a named location":
                f"location / {{ {guard} try_files $uri @app; }} location @app {{ {guard} proxy_set_header X y; {plain} }}",
            "an open location": f"location / {{ {guard} {plain} location /x {{ auth_request off; {plain} }} }}",
            "a WebSocket": f"location / {{ {guard} {plain} {socket} }}",
            "names with underscores": f"underscores_in_headers on; location / {{ {guard} {plain} }}",
        }
        if at.php:
            script = f"fastcgi_param SCRIPT_FILENAME {place.directory}/applications/index.php; fastcgi_pass unix:{at.php};"
            ways |= {
                "fastcgi_pass": f"location / {{ include /etc/nginx/fastcgi_params; {guard} {script} }}",
                "fastcgi_pass and names with underscores":
                    f"underscores_in_headers on; location / {{ include /etc/nginx/fastcgi_params; {guard} {script} }}",
            }
            debian = pathlib.Path("/etc/nginx/snippets/fastcgi-php.conf")
            if debian.exists():
                lines = debian.read_text().replace("include fastcgi", "include /etc/nginx/fastcgi")
                root = f"root {place.directory}/applications;"
                ways["try_files and PHP by Debian's lines"] = (
                    f"location / {{ {guard} {root} try_files $uri /index.php$is_args$args; }}\n"
                    f"location ~ \\.php$ {{ {root}\n{lines}\n{guard} fastcgi_pass unix:{at.php}; }}")
        if at.php_port:
            ways["PHP at a port"] = f"location / {{ {guard} proxy_pass http://127.0.0.1:{at.php_port}; }}"
        if at.uwsgi:
            ways["uwsgi_pass"] = f"location / {{ include /etc/nginx/uwsgi_params; {guard} uwsgi_pass unix:{at.uwsgi}; }}"
        return ways

    @staticmethod
    def words(program, place, home, port, group, way=None):
        for name in ["guard", "door"]:
            (home / f"{name}.conf").write_text(shipped(f"nginx-{name}.conf", place, group if name == "door" else None))
        settings = f"include {home}/door.conf;\n" + (way or Nginx.ways(place, home)["proxy_pass"]) + "\n"
        return [program, "-e", home / "log", "-c", nginx_conf(home, port, settings, site=shipped("nginx-http.conf", place))]


class Caddy:
    key = "caddy"
    # A refusal would come behind its `handle`, so that it takes such names away.
    refuses = False

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
            + shipped("Caddyfile", place)
            + f"http://127.0.0.1:{port} {{\n  log {{\n  output file {home}/access\n  {private}  }}\n  import regapp-page\n}}\n")
        return [program, "run", "--config", conf, "--adapter", "caddyfile"]

    @staticmethod
    def ways(place, home):
        at, guard = place.applications, "import regapp"
        plain = f"reverse_proxy 127.0.0.1:{at.port}"
        ways = {
            "reverse_proxy": f"{guard}\n{plain}",
            "WSGI": f"{guard}\nreverse_proxy 127.0.0.1:{at.wsgi_port}",
            "handle": f"handle /x* {{\n{guard}\n{plain}\n}}\nhandle {{\n{guard}\nrespond 204\n}}",
            "handle_path": f"handle_path /x* {{\n{guard}\n{plain}\n}}\nhandle {{\n{guard}\nrespond 204\n}}",
            "route": f"route /x* {{\n{guard}\n{plain}\n}}\n{guard}\nrespond 204",
            "an open handle": f"handle /x* {{\nimport regapp-open\n{plain}\n}}\nhandle {{\n{guard}\nrespond 204\n}}",
            "handle in a guarded site": f"{guard}\nhandle /x* {{\n{plain}\n}}\nhandle {{\nrespond 204\n}}",
            "handle_path in a guarded site": f"{guard}\nhandle_path /x* {{\n{plain}\n}}\nrespond 204",
            "route in a guarded site": f"{guard}\nroute /x* {{\n{plain}\n}}\nrespond 204",
            "handle_errors": f"{guard}\nerror /x* 418\nrespond 204\nhandle_errors {{\n{guard}\n{plain}\n}}",
            "a WebSocket's own lines":
                f"{guard}\n@socket {{\nheader Connection *pgrade*\nheader Upgrade websocket\n}}\n"
                f"reverse_proxy @socket 127.0.0.1:{at.port}\n{plain}",
            "handle, guarded twice": f"{guard}\nhandle_path /x* {{\n{guard}\n{plain}\n}}\nrespond 204",
        }
        if at.php:
            ways["php_fastcgi"] = f"{guard}\nroot * {place.directory}/applications\nphp_fastcgi unix/{at.php}"
            ways["php_fastcgi in a handle"] = (
                f"{guard}\nhandle {{\nroot * {place.directory}/applications\nphp_fastcgi unix/{at.php}\n}}")
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


class Traefik:
    key = "traefik"
    refuses = False

    @staticmethod
    def find():
        return shutil.which(SERVERS / "traefik") or shutil.which("traefik")

    @staticmethod
    def page(program, place, home, port):
        return Traefik.run(
            program, place, home, port, None,
            "http:\n  routers:\n"
            "    page: {rule: '!PathPrefix(`/i/`) && !Path(`/verify`)', service: regapp-page}\n"
            "    links: {rule: 'PathPrefix(`/i/`)', service: regapp-page, observability: {accessLogs: false}}\n",
            f"accessLog: {{filePath: {home}/access}}\nlog: {{level: DEBUG, filePath: {home}/errors}}\n")

    @staticmethod
    def ways(place, home):
        at = place.applications
        ports = {"a plain application": at.port, "WSGI": at.wsgi_port, "PHP": at.php_port}
        ways = {way: Traefik.site(port) for way, port in ports.items() if port}
        # Its service is asked for another path, which the application answers alike.
        ways["an errors middleware"] = Traefik.site(at.port).replace("[regapp]", "[regapp, errors]") + (
            "  middlewares:\n    errors: {errors: {status: ['200'], service: app, query: '/x'}}\n")
        return ways | {"an open router": Traefik.site(at.port).replace(
            "    all: ", "    open: {rule: 'PathPrefix(`/x`)', middlewares: [regapp-open], service: app}\n    all: ")}

    @staticmethod
    def site(port):
        return ("http:\n  routers:\n    all: {rule: 'PathPrefix(`/`)', middlewares: [regapp], service: app}\n"
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
            f"providers:\n  file: {{directory: {dynamic}}}\n"
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
