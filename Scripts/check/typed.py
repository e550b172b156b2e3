"""The part of the check of the door that tries the recipes of the page as they stand."""
import re

from common import check, free_port, must, nginx_conf, replaced
from forgeries import NAMES, is_told
from webservers import THROTTLE, WORD, Caddy, Nginx, Traefik, ask, new_home, recipes, running, shipped


def typed_nginx(place, home):
    """Every block of the page for nginx as it stands, but for addresses and paths."""
    at = place.applications
    for name in ["http", "guard", "open", "page"]:
        (home / f"nginx-{name}.conf").write_text(shipped(f"nginx-{name}.conf", place))
    must("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=accounts.example.com",
         "-keyout", home / "key", "-out", home / "certificate", "-days", "2")
    apps = place.directory / "regapp-apps"
    for name in [apps, home / "acme/.well-known/acme-challenge"]:
        name.mkdir(parents=True, exist_ok=True)
    (home / "acme/.well-known/acme-challenge/x").write_text("token")
    main, opened, php, uwsgi, acme = recipes("nginx", "nginx")
    ports = {name: free_port() for name in ["main", "plain"]}

    def ours(text):
        return replaced(text, [
            ("/usr/share/regapp-serve", home), ("    listen [::]:80;\n", ""),
            ("    listen [::]:443 ssl;\n", ""),
            ("127.0.0.1:3000", f"127.0.0.1:{at.port}"), ("127.0.0.1:3001", f"127.0.0.1:{at.port}"),
            ("/run/php/wiki.sock", at.php), ("/run/uwsgi/app/notes/socket", at.uwsgi),
            ("include fastcgi", "include /etc/nginx/fastcgi"), ("include uwsgi", "include /etc/nginx/uwsgi"),
            ("/run/regapp-apps", apps), ("root /srv/wiki", f"root {place.directory}/applications"),
            ("/var/www/acme", f"{home}/acme"), ("listen 80", f"listen 127.0.0.1:{ports['plain']}"),
            ("listen 443", f"listen 127.0.0.1:{ports['main']}"),
            ("server {\n", f"server {{\n    access_log {home}/access;\n")])

    guarded = "server {" + main.split("\nserver {")[1]
    site = ours(main.replace("http://127.0.0.1:3000;\n", f"http://127.0.0.1:3000;\n{opened}{acme}"))
    for name, block in [("php", php if at.php else ""), ("notes", uwsgi if at.uwsgi else "")]:
        socket = "wiki" if name == "php" else "notes"
        site += ours(guarded.replace("wiki.example.com", f"{name}.example.com").replace(
            "http://127.0.0.1:3000", f"http://unix:/run/regapp-apps/{socket}.sock:")) + ours(block)
    head = f"ssl_certificate {home}/certificate; ssl_certificate_key {home}/key;\n"
    conf = nginx_conf(home, free_port(), "", site=head + site)
    paths = [("wiki.example.com", "/x")]
    paths += [("php.example.com", path) for path in ["/index.php", "/a/b?c", "/"] if at.php]
    paths += [("notes.example.com", path) for path in ["/x", "/socket"] if at.uwsgi]
    return ["nginx", "-e", home / "log", "-c", conf], ports["main"], paths, ports


def typed_caddy(place, home):
    at, port = place.applications, free_port()
    (home / "shipped").write_text(shipped("Caddyfile", place))
    main, php, log = recipes("caddyfile", "Caddy")
    text = replaced(main + "\n" + (php if at.php else ""), [
        ("/usr/share/regapp-serve/Caddyfile", home / "shipped"), ("127.0.0.1:3000", f"127.0.0.1:{at.port}"),
        ("/run/php/php-fpm.sock", at.php), ("/srv/wiki", f"{place.directory}/applications")])
    kept = log.replace("log {\n", f"log {{\n\toutput file {home}/access\n")
    text = re.sub(r"(?m)^([a-z]+\.example\.com) \{\n", rf"http://\1:{port} {{\n{kept}", text)
    conf = home / "Caddyfile"
    conf.write_text("{\n\tadmin off\n\tauto_https off\n" + log + "}\n" + text)
    paths = [("wiki.example.com", "/x")] + [("php.example.com", path)
                                            for path in ["/index.php", "/a/b?c", "/"] if at.php]
    return [conf], port, paths, {}


def typed_traefik(place, home):
    site, port = recipes("yaml", "Traefik")[0], free_port()
    dynamic = home / "dynamic"
    dynamic.mkdir()
    (dynamic / "regapp.yml").write_text(shipped("traefik.yml", place))
    at = f"'http://127.0.0.1:{place.applications.port}'"
    (dynamic / "site.yml").write_text(
        f"{site}  services:\n    wiki: {{loadBalancer: {{servers: [{{url: {at}}}]}}}}\n")
    (home / "traefik.yml").write_text(
        f'entryPoints: {{web: {{address: "127.0.0.1:{port}"}}}}\n'
        f"providers: {{{THROTTLE}, file: {{directory: {dynamic}}}}}\n"
        f"accessLog: {{filePath: {home}/access}}\n"
        "global: {checkNewVersion: false, sendAnonymousUsage: false}\n")
    return [f"--configFile={home / 'traefik.yml'}"], port, [("wiki.example.com", "/x")], {}


def typed(server, place):
    """The recipes of the page, as they stand."""
    place.write()
    home, _ = new_home(place, f"{server.key}-typed")
    url, page = "https://accounts.example.com/", "accounts.example.com"
    tls = server is Nginx
    with place.door(*place.listens(server), page=url):
        if server is Nginx:
            words, port, paths, ports = typed_nginx(place, home)
        elif server is Traefik:
            conf, port, paths, ports = typed_traefik(place, home)
            words = [server.find(), *conf]
        else:
            conf, port, paths, ports = typed_caddy(place, home)
            words = [server.find(), "run", "--config", *conf, "--adapter", "caddyfile"]

        def asks(host, path, *more, headers=None):
            """An answer at a host, over TLS if the recipe has it."""
            return ask(port, path, *more, headers={"Host": host, **(headers or {})},
                       host=host if tls else None)

        link = "/i/ada/" + place.regapp("invite", "ada", "--yes", "--url", url).rsplit("/", 1)[1]
        place.write()
        with running(words, home, lambda: asks(*paths[0])[0] == 401):
            for host, path in paths:
                typed_path(f"{server.key}: typed, {host}{path}", lambda *more,
                           **how: asks(host, path, *more, **how))
            for path in ["/open/x", "/open/x?y=.."]:
                forged = {"Remote-User": "forged", "Cookie": "a=1; __Host-Http-regapp=x"}
                status, _, text = asks("wiki.example.com", path, "ada", WORD, headers=forged)
                # Caddy has its open part in the site of PHP.
                if server in (Nginx, Traefik):
                    check(f"{server.key}: typed, {path} is open",
                          status == 200 and "forged" not in text and "Basic" not in text
                          and "a=1" in text and "regapp=x" not in text, f"{status} {text}")
            for path in ["/open/..;/x", "/open/%252e%252e/x", "/open/..%2fx", "/open/..\\x"]:
                status = asks("wiki.example.com", path)[0]
                check(f"{server.key}: typed, {path} is not open", status in (400, 401), status)
            if server is Nginx:
                typed_beside(asks, ports, link)
            status = asks(page, link, headers={"Referer": f"https://{page}{link}"})[0]
            check(f"{server.key}: typed, the page has the link", status == 200, status)
            check(f"{server.key}: typed, the door is not at the page", asks(page, "/verify")[0] == 404)
            asks("wiki.example.com", "/logged")
        # Caddy 2.6 keeps no log of a name at another port.
        log = "".join(file.read_text() for file in [home / "access", home / "log"] if file.exists())
        check(f"{server.key}: typed, and no log has it",
              link.rsplit("/", 1)[1] not in log and (log or server is Caddy), log)


def typed_path(name, asks):
    check(f"{name}: asks for a password", asks()[0] == 401)
    check(f"{name}: whoever says a name from outside is nobody",
          asks(headers={"Remote-User": "x"})[0] in (401, 302))
    for head in [{}, {"Remote-User": "forged", "Remote_User": "forged", "Remote.User": "forged"},
                 {"Connection": "Remote-User"}]:
        status, _, text = asks("ada", WORD, headers=head)
        check(f"{name}: {head} is answered", status == 200, f"{status} {text}")
        if status == 200:
            is_told(name, head, text, NAMES)


def typed_beside(asks, ports, link):
    """What the page says of a link without its s, of too long a cookie, and of certificates."""
    page, path = "accounts.example.com", "/.well-known/acme-challenge/x"
    status, headers, _ = ask(ports["plain"], link, headers={"Host": page})
    check("nginx: typed, a link without its s leads to it",
          (status, headers["Location"]) == (301, f"https://{page}{link}"), headers)
    refused = asks(page, link, headers={"Cookie": "a" * 16_000})[0]
    check("nginx: typed, a link with too long a cookie is refused", refused == 400, refused)
    status, _, text = asks("wiki.example.com", path)
    check("nginx: typed, certbot's challenge is open", status == 200 and text == "token", f"{status} {text}")
    check("nginx: typed, and nothing beside it", asks("wiki.example.com", "/.well-known/x")[0] == 401)
