"""A table of lines that people write into a guarded `server { }` of nginx, beside ours and in their place.

Each has to be shut to strangers, or not to start. `right` says that those who are let in must reach the
application; `no start` that nginx must refuse it; `open` what is open all the same, which docs/guard.md
names."""
import dataclasses, itertools


@dataclasses.dataclass
class Block:
    name: str
    # The lines of the guarded server, behind `listen` and `server_name`, and of `http`.
    lines: str
    wanted: str = ""
    http: str = ""
    # A path that begins with one of these is open.
    open: tuple = ()
    server_name: str = "wiki.example.com"
    # Another whole server, before or behind it.
    before: str = ""
    behind: str = ""
    # Without the file for http, or with it twice.
    files: int = 1
    # These are open by words of their own, and hear all.
    is_own: bool = False
    # The only paths that are asked for.
    paths: tuple = ()
    # While the door is away.
    is_away: bool = False


GUARD, OPEN, APP = "include GUARD;\n", "include OPEN;", "set $regapp_app http://127.0.0.1:APP;\n"
PLAIN = "proxy_pass http://127.0.0.1:APP;"
PHP = "include /etc/nginx/fastcgi_params;" \
    " fastcgi_param SCRIPT_FILENAME ROOT/index.php; fastcgi_pass unix:PHP;"
# Debian's file of parameters has the name as it was typed.
NO_NAME = "fastcgi_param REMOTE_USER \"\";"
REWRITES = {
    "if there is no such file":
    "root ROOT; if (!-e $request_filename) { rewrite ^/(.*)$ /index.php?q=$1 last; }",
    "to index.php": "rewrite ^/(.*)$ /index.php?q=$1 last;",
    "if there is no such file, break":
    "root ROOT; if (!-f $request_filename) { rewrite ^ /index.html break; }",
    "everything": "rewrite ^ /index.php;",
    "below a directory": "rewrite ^/(.*)$ /sub/$1 break;",
    "short addresses": "rewrite ^/([a-z_]+)$ /wiki?title=$1 last;",
}
FOREIGN_DOOR = f"location = /_regapp {{ internal; {PLAIN} }}"


def rewrites():
    for name, line in REWRITES.items():
        yield Block(f"a rewrite behind the guard: {name}", f"{GUARD}{APP}{line}", "right")
        yield Block(f"a rewrite before the guard: {name}", f"{line}\n{GUARD}{APP}")
        location = f"location ~ \\.php$ {{ {PHP} }}"
        yield Block(f"a rewrite and PHP before the guard: {name}", f"{line}\n{location}\n{GUARD}{APP}")
        yield Block(f"a rewrite before the guard, PHP behind: {name}", f"{line}\n{GUARD}{APP}{location}")
        yield Block(f"a rewrite before the guard, and an application's location: {name}",
                    f"{line}\n{GUARD}{APP}location ~ \\.php$ {{ {PLAIN} }}")


def refused():
    """Whatever nginx itself must refuse."""
    whole = GUARD + APP
    for name, lines in {
            "the guard twice": GUARD + whole, "the guard in a location": f"{APP}location / {{ {GUARD} }}",
            "nowhere an application": GUARD, "an own location /": f"{whole}location / {{ {PLAIN} }}",
            "an own location / before it": f"location / {{ {PLAIN} }}\n{whole}",
            "an own location of the door": whole + FOREIGN_DOOR,
            "an own location of the ways": f"{whole}location ^~ /_regapp/ {{ {PLAIN} }}",
            "an open server": whole + OPEN, "the page in the same block": f"{whole}include PAGE;"}.items():
        yield Block(name, lines, "no start")
    yield Block("without the file for http", whole, "no start", files=0)
    yield Block("with the file for http twice", whole, "no start", files=2)
    yield Block("the guard in http", APP, "no start", http=GUARD)
    for line in ["auth_basic \"old\"; auth_basic_user_file ROOT/users;", "auth_request off;",
                 "auth_request /other;", "satisfy any;", "client_max_body_size 1m;",
                 "underscores_in_headers on;", "ignore_invalid_headers off;"]:
        yield Block(f"beside the guard: {line}", whole + line, "no start")
        yield Block(f"before the guard: {line}", line + whole, "no start")


def in_http():
    """The directives that a block inherits."""
    for line in ["auth_basic \"old\"; auth_basic_user_file ROOT/users;", "auth_request off;",
                 "satisfy any; allow 127.0.0.1; deny all;", "satisfy any; allow all;",
                 "client_max_body_size 1k;", "underscores_in_headers on;", "ignore_invalid_headers off;",
                 "proxy_set_header Remote-User admin;",
                 "proxy_set_header Cookie $http_cookie; proxy_set_header Authorization $http_authorization;",
                 "proxy_cache z; proxy_cache_valid any 1m;",
                 "proxy_cache z; proxy_cache_key fixed; proxy_cache_valid any 1m; "
                 "proxy_ignore_headers Cache-Control;", "proxy_intercept_errors on; error_page 404 /x;",
                 "proxy_pass_request_headers off;", "proxy_method POST;",
                 "proxy_buffer_size 4k; proxy_buffers 8 4k; proxy_busy_buffers_size 8k;",
                 "add_header X-Frame-Options DENY always;", "error_page 401 403 =200 /err;",
                 "error_page 401 =200 /err; recursive_error_pages on;", "proxy_redirect http:// https://;",
                 "proxy_http_version 1.0; proxy_next_upstream error http_500 non_idempotent;",
                 "merge_slashes off;", "server_name_in_redirect on;", "absolute_redirect off;"]:
        yield Block(f"in http: {line}", GUARD + APP, "right",
                    http=line.replace("proxy_cache z;", "CACHE proxy_cache z;"))


def beside():
    """An own location beside ours is 403 for everybody."""
    whole = GUARD + APP
    for line in [
            f"location /api/ {{ {PLAIN} }}", f"location /api/ {{ proxy_set_header Host $host; {PLAIN} }}",
            f"location /api/ {{ proxy_set_header Remote-User $http_remote_user; {PLAIN} }}",
            f"location = / {{ {PLAIN} }}", f"location ^~ /x {{ {PLAIN} }}", f"location ~ \\.php$ {{ {PHP} }}",
            "location /static/ { alias ROOT/; }", "location /api/ { root ROOT; try_files $uri /index.html; }",
            f"location /api/ {{ try_files /none @app; }} location @app {{ {PLAIN} }}",
            f"error_page 404 @app; location @app {{ {PLAIN} }}",
            f"error_page 403 @app; location @app {{ {PLAIN} }}",
            f"location /api/ {{ auth_request off; {PLAIN} }}", f"location /api/ {{ satisfy any; {PLAIN} }}",
            f"location /api/ {{ allow all; {PLAIN} }}",
            f"location /api/ {{ auth_request /_regapp; {PLAIN} }}",
            f"location /api/ {{ auth_request /_regapp; auth_request_set $u $upstream_http_remote_user; "
            f"{PLAIN} }}", f"location /api/ {{ error_page 403 = @app; {PLAIN} }} location @app {{ {PLAIN} }}",
            f"location /api/ {{ limit_except GET {{ deny all; }} {PLAIN} }}",
            f"location /api/ {{ if ($request_method = GET) {{ {PLAIN} }} }}",
            "location /nginx_status { stub_status; }", "location /api/ { proxy_pass $regapp_app; }"]:
        yield Block(f"beside the guard: {line}", whole + line)
        yield Block(f"before the guard: {line}", f"{line}\n{whole}")


INTERNAL = ["", "_beside", "_bad", "_403", "_500", "_later", "_away"]
QUESTIONS = [*[f"/_regapp{name}" for name in INTERNAL], "/_regapp/in", "/_regapp/out", "/x", "/verify"]
ERRORS = "error_page 400 401 403 404 500 502 503 504"


def questions():
    """A location beside ours that is open to addresses, and asks one of our questions."""
    asks_too = f"allow all; auth_request /_regapp; {PLAIN}"
    for question in QUESTIONS:
        lines = f"allow all; auth_request {question}; {PLAIN}"
        for name, lines in {
                f"asks {question}": f"location /api/ {{ {lines} }}",
                f"asks {question}, nested": f"location /api/ {{ location ~ x {{ {lines} }} }}",
                f"asks {question}, by any": f"location /api/ {{ satisfy any; {lines[11:]} }}",
                f"asks {question}, and errors go elsewhere":
                    f"{ERRORS} = /a; location /api/ {{ {lines} }} location = /a {{ allow all; {PLAIN} }}",
                **{f"asks the door behind {question}, at {place}":
                   f"location /api/ {{ {ERRORS} = {place}; {lines} }} location {place} {{ {asks_too} }}"
                   for place in ["@a", "/a"]}}.items():
            yield Block(f"a location beside the guard {name}", GUARD + APP + lines, paths=FEW)


PASSWORD = "auth_basic own; auth_basic_user_file ROOT/users;"
# Lines of a location beside ours, or of the server if there is a number; tried two at a time.
PAIRS = {
    "allow all": "allow all;", "satisfy any": "satisfy any;", "auth_request off": "auth_request off;",
    "the door's question": "auth_request /_regapp;", "its words": "auth_request /_regapp_later;",
    "a question of one's own": "auth_request /own;", "a password of one's own": PASSWORD,
    "a nested location": f"location ~ x {{ {PLAIN} }}",
    "a nested one that is open to addresses": f"location ~ x {{ allow all; {PLAIN} }}",
    "its errors go elsewhere": f"{ERRORS} = /a;", "its errors are 200": "error_page 403 =200 /a;",
    "all errors go elsewhere": [f"{ERRORS} = /a;"], "all errors go to a place": [f"{ERRORS} = @a;"],
    "all refusals are 200": ["error_page 401 403 =200 /a;"],
    "all refusals are words": [f"{ERRORS} = /words;"], "errors lead to errors": ["recursive_error_pages on;"]}
FEW = ("/x", "/api/x", "/open/x", "/a", "/index.php", "/open/x.php", "/words", "/_regapp", "/_regapp_bad")
# Each is on the page.
OPEN_PAIRS = [{"allow all", "satisfy any"}, {"allow all", "auth_request off"},
              {"allow all", "a question of one's own"}, {"satisfy any", "a question of one's own"},
              {"auth_request off", "a nested one that is open to addresses"},
              {"satisfy any", "a nested one that is open to addresses"},
              {"a question of one's own", "a nested one that is open to addresses"}]


def pairs():
    for (first, one), (second, other) in itertools.combinations(PAIRS.items(), 2):
        server = " ".join(line for lines in [one, other] if isinstance(lines, list) for line in lines)
        own = " ".join(lines for lines in [one, other] if isinstance(lines, str))
        lines = (f"{GUARD}{APP}{server} location /api/ {{ {own} {PLAIN} }} "
                 f"location @a {{ allow all; {PLAIN} }} location = /a {{ allow all; {PLAIN} }} "
                 "location = /words { return 200 \"words\"; } location = /own { internal; return 204; }")
        is_open = {first, second} in OPEN_PAIRS
        yield Block(f"beside the guard: {first}, {second}", lines, open=("/api/", ) if is_open else (),
                    is_own=is_open, paths=FEW)


# Lines beside nginx-open.conf, or of the server; tried two at a time. The application hears nobody.
UWSGI = "include /etc/nginx/uwsgi_params; uwsgi_param REMOTE_USER \"\"; uwsgi_pass 127.0.0.1:PARAMETERS;"
SCGI = "include /etc/nginx/scgi_params; scgi_param REMOTE_USER \"\"; scgi_pass 127.0.0.1:PARAMETERS;"
OPEN_LINES = {
    "nothing": "", "satisfy any": "satisfy any;", "PHP": f"{PHP} {NO_NAME}", "uWSGI": UWSGI, "SCGI": SCGI,
    "PHP in a location": f"location ~ \\.php$ {{ {PHP} {NO_NAME} }}",
    "uWSGI in a location": f"location ~ x {{ {UWSGI} }}",
    "SCGI in a location": f"location /open/x {{ {SCGI} }}",
    "a proxy in a location": f"location ~ x. {{ {PLAIN} }}",
    "PHP in an if": "if ($request_method = GET) { fastcgi_pass unix:PHP; }",
    "errors go elsewhere": f"{ERRORS} = /open/a;", "errors are the application's": f"{ERRORS} = @a;"}


def open_pairs():
    for (first, one), (second, other) in itertools.combinations(OPEN_LINES.items(), 2):
        lines = (f"{GUARD}{APP}location /open/ {{ {OPEN} {one} {other} }} "
                 f"location @a {{ allow all; {PLAIN} }}")
        yield Block(f"in an open part: {first}, {second}", lines, open=("/open/", ), paths=FEW)


def away():
    """While the door is away, a server for errors says that it is the door."""
    for line in ["error_page 500 502 503 504 = @m;", "error_page 502 =200 /m;", f"{ERRORS} = /m;",
                 f"{ERRORS} = @m; recursive_error_pages on;",
                 "error_page 502 504 = @m; proxy_intercept_errors on;"]:
        yield Block(f"while the door is away: {line}", f"{GUARD}{APP}{line} location @m {{ {PLAIN} }} "
                    f"location = /m {{ allow all; {PLAIN} }}", is_away=True, paths=FEW)


def in_server():
    whole = GUARD + APP
    for line in ["error_page 401 403 =200 /err;", "error_page 401 =200 /x; recursive_error_pages on;",
                 "try_files $uri /index.php;", "root ROOT; index index.html;",
                 "root ROOT; try_files $uri $uri/ =404;", "proxy_set_header Remote-User admin;",
                 "proxy_set_header Cookie $http_cookie;", "proxy_cache z; proxy_cache_valid any 1m;",
                 "proxy_intercept_errors on;", "proxy_pass_request_headers off;", "proxy_method POST;",
                 "proxy_buffer_size 4k; proxy_buffers 8 4k; proxy_busy_buffers_size 8k;",
                 "add_header X-Frame-Options DENY always;", "gzip on; gzip_types *;", "expires 1d;",
                 "proxy_hide_header X-Powered-By;", "limit_rate 100m;", "mirror_request_body off;",
                 "set $regapp_scheme https;", "etag off; autoindex on;"]:
        cache = "CACHE" if "proxy_cache" in line else ""
        yield Block(f"in the server: {line}", whole + line, "right", http=cache)
    # Named by nobody, or written otherwise than it reads.
    for name, lines in {"not set here": GUARD, "misspelt": GUARD + APP.replace("_app", "_apps"),
                        "empty": f"{GUARD}set $regapp_app \"\";",
                        "without http://": GUARD + APP.replace("http://", ""),
                        "localhost": GUARD + APP.replace("127.0.0.1", "localhost"),
                        "a name": f"{GUARD}set $regapp_app http://app.example.com;"}.items():
        other = f"server {{ listen 127.0.0.1:OTHER; server_name o; {APP} }}"
        yield Block(f"the application {name}", lines, before=other)
    for name, lines in {"with a slash": GUARD + APP.replace("APP;", "APP/;"),
                        "set before the guard": APP + GUARD,
                        "behind an if": f"{GUARD}if ($request_method) {{ {APP} }}"}.items():
        yield Block(f"the application {name}", lines, "right")
    # The first name is the host, and one that the list lacks lets nobody in.
    for name, wanted in {"wiki.example.com notes.example.com": "right", "WIKI.example.com": "right",
                         **dict.fromkeys(["_", "*.example.com", ".example.com", "~^wiki",
                                          "notes.example.com wiki.example.com", "\"\""], "")}.items():
        yield Block(f"server_name {name}", whole, wanted, server_name=name)


def open_all_the_same():
    """The blocks that no file can shut, each on the page, with the words that show it."""
    whole = GUARD + APP
    yield Block("the guard forgotten", f"location / {{ {PLAIN} }}", open=("/", ))
    yield Block(
        "another block of the same name before it", whole, open=("/", ),
        before=f"server {{ listen 127.0.0.1:PORT; server_name wiki.example.com; location / {{ {PLAIN} }} }}")
    yield Block(
        "a default server that takes underscores", f"{whole}location /open/ {{ {OPEN} }}", "right",
        open=("/open/", ),
        before="server { listen 127.0.0.1:PORT default_server; server_name d; underscores_in_headers on; }")
    yield Block("an open location / without the guard", f"{APP}location / {{ {OPEN} }}", open=("/", ))
    yield Block("an open part", f"{whole}location /open/ {{ {OPEN} }}", "right", open=("/open/", ))
    yield Block("errors that lead to an open part",
                f"{whole}{ERRORS} = /open/x; location /open/ {{ {OPEN} }}", "right", open=("/open/", ))
    yield Block("an open part by its file", f"{whole}location = /open/x {{ {OPEN} }}", "right",
                open=("/open/x", ))
    yield Block("an own location that says twice that it is open",
                f"{whole}location /api/ {{ allow all; auth_request off; {PLAIN} }}", "right",
                open=("/api/", ), is_own=True)
    yield Block("an own location open by address",
                f"{whole}location /api/ {{ satisfy any; allow all; {PLAIN} }}", "right", open=("/api/", ),
                is_own=True)
    yield Block("an own location open by a password of its own",
                f"{whole}location /api/ {{ satisfy any; {PASSWORD} {PLAIN} }}", "right", open=("/api/", ),
                is_own=True)
    yield Block("a rewrite before the guard to a location that is open to addresses",
                f"rewrite ^ /a last;\n{whole}location = /a {{ allow all; {PLAIN} }}", open=("/", ))
    yield Block("a rewrite behind the guard to a location that is open to addresses",
                f"{whole}rewrite ^ /a last;\nlocation = /a {{ allow all; {PLAIN} }}")
    # A location in an open one has words of its own, and gRPC none of ours.
    for name, lines in {
            "that sends a header of its own": f"location ~ x {{ proxy_set_header X-Own yes; {PLAIN} }}",
            "of PHP that believes a name as it was typed": f"location ~ \\.php$ {{ {PHP} }}",
            "of PHP that believes a header":
                f"location ~ \\.php$ {{ {PHP} fastcgi_param REMOTE_USER $http_remote_user; }}",
            "of gRPC": "location ~ x { grpc_pass 127.0.0.1:OTHER; }"}.items():
        grpc = f"server {{ listen 127.0.0.1:OTHER http2; location / {{ {PLAIN} }} }}"
        yield Block(f"in an open part a location {name}",
                    f"{whole}location /open/ {{ {OPEN} {lines} }}", "right", open=("/open/", ), is_own=True,
                    paths=FEW, behind=grpc if "gRPC" in name else "")
    challenge = "location ^~ /.well-known/acme-challenge/ { allow all; auth_request off; root ROOT; }"
    yield Block("certbot --webroot, as the page says", whole + challenge, "right", open=("/.well-known/", ))
    yield Block("certbot --webroot, without the page", f"{whole}root ROOT;", "right")
    yield Block(
        "certbot --nginx", f"rewrite ^(/.well-known/acme-challenge/.*) $1 break;\n{whole}"
        "location = /.well-known/acme-challenge/x { default_type text/plain; return 200 APPLICATION; }",
        "right",
        open=("/.well-known/acme-challenge/x", ))
    # With the guard in its place, a whole old block behind it is shut.
    old = (
        "root ROOT; index index.php; if (!-e $request_filename) { rewrite ^ /index.php last; } allow all;\n"
        f"location ~ \\.php$ {{ allow all; {PHP} }} error_page 404 /index.php;")
    yield Block("a whole old block behind the guard", whole + old)
    yield Block("a return before the guard", f"if ($arg_x) {{ return 200 APPLICATION; }}\n{whole}", "right")


def blocks():
    parts = [rewrites, refused, in_http, beside, questions, pairs, open_pairs, away, in_server,
             open_all_the_same]
    return [block for part in parts for block in part()]
