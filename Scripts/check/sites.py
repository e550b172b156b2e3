"""Tables of lines that people write into a guarded site of Caddy and a router of Traefik, as in blocks.py."""
import dataclasses


@dataclasses.dataclass
class Site:
    name: str
    lines: str
    wanted: str = ""
    # The global options, other sites, and what is open.
    options: str = ""
    more: str = ""
    open: tuple = ()
    is_own: bool = False
    address: str = "http://wiki.example.com:PORT"


IMPORT, PLAIN = "import regapp\n", "reverse_proxy 127.0.0.1:APP\n"
FILES = "root * ROOT\n"


def right():
    """Beside the import, whatever its order: those who are let in are, and nobody else."""
    for line in [
            PLAIN, f"handle {{\n{PLAIN}}}\n", f"handle /api/* {{\n{PLAIN}}}\nhandle {{\n{PLAIN}}}\n",
            f"handle_path /api/* {{\n{PLAIN}}}\n{PLAIN}", f"route {{\n{PLAIN}}}\n",
            f"route /api/* {{\n{PLAIN}}}\n{PLAIN}", "respond APPLICATION\n",
            f"rewrite * /index.php?q={{path}}\n{PLAIN}", f"rewrite /x* /_regapp/in\n{PLAIN}",
            f"rewrite * /open/{{uri}}\n{PLAIN}", f"uri strip_prefix /api\n{PLAIN}",
            f"{FILES}try_files {{path}} /index.html\nfile_server\n",
            f"{FILES}try_files {{path}} /index.html?q={{path}}\nfile_server\n",
            f"{FILES}file_server browse\n", f"{FILES}php_fastcgi unix/PHP\n",
            f"{FILES}php_fastcgi unix/PHP\nfile_server\n", f"{FILES}templates\nfile_server\n",
            f"header X-Frame-Options DENY\n{PLAIN}", f"encode gzip\n{PLAIN}",
            f"handle_path /* {{\n{PLAIN}}}\n", f"handle /* {{\n{PLAIN}}}\n",
            f"handle /_regapp/* {{\n{PLAIN}}}\n{PLAIN}",
            f"@api path /api/*\nhandle @api {{\n{PLAIN}}}\n{PLAIN}", f"method GET\n{PLAIN}",
            f"request_header X-Own yes\n{PLAIN}",
            "reverse_proxy 127.0.0.1:APP {\nheader_up Host {host}\nheader_up X-Own yes\n}\n",
            f"@w header Upgrade websocket\nreverse_proxy @w 127.0.0.1:APP\n{PLAIN}",
            f"redir /old /new\n{PLAIN}", f"vars /open/* regapp_open no\n{PLAIN}",
            f"vars regapp_open YES\n{PLAIN}", f"vars /open/* regapp_open true\n{PLAIN}"
    ]:
        yield Site(f"import, and {line!r}", IMPORT + line, "right")
        yield Site(f"{line!r}, and import", line + IMPORT, "right")
    for address in [
            "http://:PORT", "http://*.example.com:PORT",
            "http://wiki.example.com:PORT, http://notes.example.com:PORT"
    ]:
        yield Site(f"a site of {address}", IMPORT + PLAIN, "right", address=address)
    for lines in [
            f"vars /open/* regapp_open yes\n{IMPORT}{PLAIN}",
            f"{IMPORT}{PLAIN}vars /open/* regapp_open yes\n",
            f"{IMPORT}vars /open/* regapp_open yes\nhandle /open/* {{\n{PLAIN}}}\nhandle {{\n{PLAIN}}}\n"
    ]:
        yield Site(f"an open part: {lines!r}", lines, "right", open=("/open/", ))
    handler = "handle_errors {\nimport regapp-open\nreverse_proxy 127.0.0.1:APP\n}\n"
    for lines in [
            f"{IMPORT}{PLAIN}{handler}", f"{handler}{IMPORT}{PLAIN}", IMPORT + PLAIN +
            handler.replace("import regapp-open\n", "").replace("}\n", "import regapp-open\n}\n")
    ]:
        yield Site(f"errors that pass requests on: {lines!r}", lines, "right")


def odd():
    """Shut, or not even started; some of it does not do what its writer meant."""
    yield Site("the import twice", IMPORT + IMPORT + PLAIN)
    for place in ["handle", "route", "handle /api/*", "handle_path /api/*", "handle_errors"]:
        yield Site(f"the import in {place}", f"{place} {{\n{IMPORT}{PLAIN}}}\n{PLAIN}", "no start")
        yield Site(f"the import in {place}, and in the site", f"{IMPORT}{place} {{\n{IMPORT}{PLAIN}}}\n{PLAIN}", "no start")
    yield Site("the import in a route behind the proxy", f"route {{\n{PLAIN}{IMPORT}}}\n", "no start")
    yield Site("the import in each of two handles",
               f"handle /api/* {{\n{IMPORT}{PLAIN}}}\nhandle {{\n{IMPORT}{PLAIN}}}\n", "no start")
    yield Site("basicauth beside it",
               f"{IMPORT}basicauth {{\nother JDJhJDEwJC4uLi4uLi4uLi4uLi4uLi4uLi4uLi4=\n}}\n{PLAIN}")


def open_all_the_same():
    """Each is on the page."""
    yield Site("without the import", PLAIN, open=("/", ))
    yield Site("order: the proxy first", IMPORT + PLAIN, options="order reverse_proxy first\n", open=("/", ))
    yield Site("order: forward_auth last", IMPORT + PLAIN, options="order forward_auth last\n", open=("/", ))
    yield Site("a redirect that has words of its own",
               f"redir /x* https://elsewhere.example/\n{IMPORT}{PLAIN}")


def sites():
    return [site for part in [right, odd, open_all_the_same] for site in part()]
