"""Tables of lines that people write into a guarded site of Caddy and a router of Traefik, as in blocks.py."""
import dataclasses, re

from common import ROOT


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
    paths: tuple = ()
    is_away: bool = False
    address: str = "http://wiki.example.com:PORT"


IMPORT, PLAIN = "import regapp\n", "reverse_proxy 127.0.0.1:APP\n"
OPEN = "@open path_regexp ^/open/\nvars @open regapp_open yes\n"
FILES = "root * ROOT\n"


def right():
    """Beside the import, whatever its order: those who are let in are, and nobody else."""
    for line in [PLAIN, f"handle {{\n{PLAIN}}}\n", f"handle /api/* {{\n{PLAIN}}}\nhandle {{\n{PLAIN}}}\n",
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
                 f"vars regapp_open YES\n{PLAIN}", f"vars /open/* regapp_open true\n{PLAIN}"]:
        yield Site(f"import, and {line!r}", IMPORT + line, "right")
        yield Site(f"{line!r}, and import", line + IMPORT, "right")
    for address in ["http://:PORT", "http://*.example.com:PORT",
                    "http://wiki.example.com:PORT, http://notes.example.com:PORT"]:
        yield Site(f"a site of {address}", IMPORT + PLAIN, "right", address=address)
    for lines in [f"{OPEN}{IMPORT}{PLAIN}", f"{IMPORT}{PLAIN}{OPEN}",
                  f"{IMPORT}{OPEN}handle /open/* {{\n{PLAIN}}}\nhandle {{\n{PLAIN}}}\n",
                  f"{IMPORT}{OPEN}reverse_proxy 127.0.0.1:LIGHTTPD\n"]:
        yield Site(f"an open part: {lines!r}", lines, "right", open=("/open/", ))
    yield Site("lighttpd", f"{IMPORT}reverse_proxy 127.0.0.1:LIGHTTPD\n", "right")
    # Its own words for the name of somebody.
    yield Site("another header with the name", f"{IMPORT}reverse_proxy 127.0.0.1:APP {{\n"
               "header_up X-WebAuth-User {header.Remote-User}\n}\n", "right")
    # A server before it, whose word counts.
    trusts = "reverse_proxy 127.0.0.1:APP {\ntrusted_proxies 127.0.0.1\n}\n"
    yield Site("trusts who asks", f"{OPEN}{IMPORT}{trusts}", "right", open=("/open/", ))
    handler = "handle_errors {\nimport regapp-open\nreverse_proxy 127.0.0.1:APP\n}\n"
    last = handler.replace("import regapp-open\n", "").replace("}\n", "import regapp-open\n}\n")
    for lines in [f"{IMPORT}{PLAIN}{handler}", f"{handler}{IMPORT}{PLAIN}", IMPORT + PLAIN + last]:
        yield Site(f"errors that pass requests on: {lines!r}", lines, "right")


def odd():
    """Shut, or not even started; some of it does not do what its writer meant."""
    yield Site("the import twice", IMPORT + IMPORT + PLAIN)
    yield Site("trusts who asks, everywhere", f"{OPEN}{IMPORT}{PLAIN}", open=("/open/", ),
               options="servers {\ntrusted_proxies static 127.0.0.1\n}\n")
    for place in ["handle", "route", "handle /api/*", "handle_path /api/*", "handle_errors"]:
        yield Site(f"the import in {place}", f"{place} {{\n{IMPORT}{PLAIN}}}\n{PLAIN}", "no start")
        yield Site(f"the import in {place}, and in the site",
                   f"{IMPORT}{place} {{\n{IMPORT}{PLAIN}}}\n{PLAIN}", "no start")
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
    yield Site("a path that knows no case", f"{IMPORT}{PLAIN}vars /open/* regapp_open yes\n", "right",
               open=("/open/", "/OPEN/"))
    for word in ["{header.X-Open}", "{query.open}"]:
        yield Site(f"open by what a client says: {word}", f"{IMPORT}{PLAIN}vars regapp_open {word}\n",
                   open=("/", ))
    yield Site("a redirect that has words of its own",
               f"redir /x* https://elsewhere.example/\n{IMPORT}{PLAIN}")


# As the page has them: of a router to the application, and of one to its open part.
PLAIN_ONLY, NO_UPGRADE = re.findall(r"!HeaderRegexp\(`Upgrade`, `[^`]*`\)",
                                    (ROOT / "docs/guard.md").read_text())
HOST = "Host(`wiki.example.com`)"
WAYS = f"ways: {{rule: '{HOST} && PathPrefix(`/_regapp/`)', priority: 2000, service: regapp-page@file}}"


def router(rule=f"{HOST} && {PLAIN_ONLY}", asks="regapp@file", name="wiki", more=""):
    """A router to the application; asks names its middlewares."""
    return f"{name}: {{rule: '{rule}', middlewares: [{asks}], service: app{more}}}"


def open_router(rule="PathPrefix(`/open/`)"):
    return router(f"{HOST} && {rule} && {NO_UPGRADE}", "regapp-open@file", "open",
                  ", priority: 1000")


def routed(name, routers, wanted="", more="", middlewares="", open=(), app="APP"):
    """A row of Traefik: routers, lines beside http, and middlewares of one's own."""
    lines = [f"    {line}\n" for line in [WAYS, *routers]]
    own = "".join(f"    {line}\n" for line in middlewares.splitlines())
    service = f"  services:\n    app: {{loadBalancer: {{servers: [{{url: 'http://127.0.0.1:{app}'}}]}}}}\n"
    text = "http:\n  routers:\n" + "".join(lines) + (f"  middlewares:\n{own}" if own else "") + service + more
    return Site(name, text, wanted, open=open)


OWN = {
    "a prefix that is added": "addPrefix: {prefix: /open}",
    "a path that is replaced": "replacePath: {path: /open/x}",
    "a path that is rewritten": "replacePathRegex: {regex: '^/(.*)', replacement: '/open/$1'}",
    "a prefix that is stripped": "stripPrefix: {prefixes: [/api]}",
    "a header of one's own": "headers: {customRequestHeaders: {X-Own: 'yes'}}",
    "origins of others": "headers: {accessControlAllowOriginList: ['*'], accessControlAllowMethods: [GET]}",
    "an errors page": "errors: {status: ['400-599'], service: app, query: '/{status}'}",
    "compress": "compress: {}", "retry": "retry: {attempts: 3, initialInterval: 1ms}",
    "buffering": "buffering: {maxRequestBodyBytes: 1000000}",
    "a limit": "rateLimit: {average: 100000, burst: 100000}",
    "a circuit breaker": "circuitBreaker: {expression: 'NetworkErrorRatio() > 0.99'}",
    "addresses": "ipAllowList: {sourceRange: [127.0.0.1/32]}",
    "a redirect": "redirectRegex: {regex: 'never', replacement: 'http://elsewhere.example/'}",
    "a cookie's or a header's name": "headers: {customResponseHeaders: {Remote-User: ''}}"}


def routes():
    """Routers of Traefik beside ours."""
    rows = [routed("the page's router", [router()], "right"),
            routed("an open part", [router(), open_router()], "right", open=("/open/", )),
            routed("an open part, in another order", [open_router(), router()], "right", open=("/open/", )),
            Site("no router of the ways", routed("", [router()]).lines.replace(f"    {WAYS}\n", ""), "right"),
            routed("a router for a part",
                   [router(), router(f"{HOST} && PathPrefix(`/api/`) && {PLAIN_ONLY}", name="api")],
                   "right"),
            routed("a rule without an upgrade's", [router(HOST)], "right"),
            routed("lighttpd", [router(), open_router()], "right", open=("/open/", ), app="LIGHTTPD"),
            routed("every host", [router(f"PathPrefix(`/`) && {PLAIN_ONLY}")], "right"),
            routed("a router of the door by our own path", [
                router(), f"door: {{rule: '{HOST} && Path(`/verify`)', service: regapp-page@file}}"],
                "right")]
    for name, words in OWN.items():
        own = f"own: {{{words}}}"
        # An errors page before ours takes what the door says for an error of the application.
        rows.append(routed(f"{name} before ours", [router(asks="own, regapp@file")], "", middlewares=own,
                           open=("/", ) if name == "an errors page" else ()))
        rows.append(routed(f"{name} behind ours", [router(asks="regapp@file, own")], "right",
                           middlewares=own))
    words = "X-Forwarded-Host: wiki.example.com, X-Forwarded-Uri: '', X-Forwarded-Method: ''"
    rows.append(routed("an entry point that believes others, and a host in front",
                       [router(asks="at-wiki, regapp@file")], "right",
                       middlewares=f"at-wiki: {{headers: {{customRequestHeaders: {{{words}}}}}}}"))
    rows[-1].options = ", forwardedHeaders: {insecure: true}"
    rows.append(routed("the middleware twice", [router(asks="regapp@file, regapp@file")]))
    for asks in ["regap@file", "regapp", "regapp@file, nothing", "Regapp@file", "regapp@docker"]:
        rows.append(routed(f"middlewares that are not there: {asks}", [router(asks=asks)]))
    rows += [routed("a service that is not there", [router().replace("service: app", "service: ap")]),
             routed("a basicAuth before it", [router(asks="other, regapp@file")],
                    middlewares="other: {basicAuth: {users: ['other:$2y$05$abcdefghijklmnopqrstuv']}}"),
             routed("without a middleware", [router(asks="")], open=("/", )),
             routed("an open part's middleware alone", [router(asks="regapp-open@file")], open=("/", )),
             routed("a second router without one", [router(), router(HOST, "", "all", ", priority: 9000")],
                    open=("/", ))]
    return rows


def sites():
    return [site for part in [right, odd, open_all_the_same] for site in part()]
