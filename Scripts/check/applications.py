"""Applications behind a web server, each of which answers with all that it hears of a request, as JSON: a
plain one, one behind WSGI, at a port and at a socket of uWSGI, and PHP, at a port, at a socket of php-fpm and
behind lighttpd."""
import contextlib, http.server, json, os, pathlib, pwd, shutil, signal, socketserver, threading
import wsgiref.simple_server

from common import ask_status, free_port, serving

PHP = """<?php
$is_ours = fn($key) => preg_match('/^(HTTP|REMOTE|AUTH|PHP_AUTH)/i', $key);
echo json_encode(array_filter($_SERVER, $is_ours, ARRAY_FILTER_USE_KEY), JSON_INVALID_UTF8_SUBSTITUTE);
"""
WSGI = """import json
def application(environ, start):
    start("200 OK", [("Content-Type", "application/json")])
    ours = {key: value for key, value in environ.items() if key[:5] in ("HTTP_", "REMOT", "AUTH_")}
    return [json.dumps(ours).encode()]
"""


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers without a log."""
    protocol_version = "HTTP/1.1"
    # Head and body are two writes: the second would wait until a server acknowledges the first, 40 ms later.
    disable_nagle_algorithm = True

    def say(self, status, text, *headers):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = text.encode()
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)

    def log_message(self, *_):
        pass


class Plain(Handler):
    """Answers with the headers that it was sent; at /403 and /500 with that status."""

    def answer(self):
        self.say({"/403": 403, "/500": 500}.get(self.path, 200),
                 json.dumps([[name.lower(), value] for name, value in self.headers.items()]))

    do_GET = do_HEAD = do_POST = answer


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Ignores the error of a client that has gone."""


class WSGIServer(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass


def php_fpm():
    found = sorted(pathlib.Path("/usr/sbin").glob("php-fpm*"))
    return found[-1] if found else None


class Applications:
    """All that are installed. What is missing is None."""

    def __init__(self, directory):
        self.directory = directory
        self.threads = []
        self.port = self.start(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Plain))
        names = {}
        exec(WSGI, names)
        server = WSGIServer(("127.0.0.1", 0), Quiet)
        server.set_app(names["application"])
        self.wsgi_port = self.start(server)
        self.uwsgi = self.php = self.php_port = self.lighttpd_port = None

    def start(self, server):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_address[1]

    @contextlib.contextmanager
    def running(self):
        home = self.directory / "applications"
        home.mkdir()
        home.chmod(0o755)
        (home / "index.php").write_text(PHP)
        (home / "wsgi.py").write_text(WSGI)
        with contextlib.ExitStack() as stack:
            if php_fpm():
                user = pwd.getpwuid(os.getuid()).pw_name
                conf, socket = home / "fpm.conf", home / "php"
                conf.write_text(
                    f"[global]\nerror_log = {home}/fpm.log\ndaemonize = no\n"
                    f"[www]\nlisten = {socket}\nlisten.mode = 0666\n"
                    + (f"user = {user}\ngroup = {user}\n" if os.getuid() == 0 else "")
                    + "pm = static\npm.max_children = 2\n")
                root = ["-R"] if os.getuid() == 0 else []
                words = [php_fpm(), "-n", *root, "-y", conf]
                stack.enter_context(serving(words, socket.is_socket, home / "fpm.out"))
                self.php = socket
            if shutil.which("php"):
                port = free_port()
                stack.enter_context(serving(["php", "-n", "-S", f"127.0.0.1:{port}", "-t", home],
                                            lambda: ask_status(port) == 200, home / "php.out"))
                self.php_port = port
            if shutil.which("lighttpd") and shutil.which("php-cgi"):
                port = free_port()
                conf = home / "lighttpd.conf"
                conf.write_text(
                    f'server.document-root = "{home}"\nserver.bind = "127.0.0.1"\nserver.port = {port}\n'
                    'server.modules = ("mod_rewrite", "mod_fastcgi")\n'
                    'url.rewrite-once = ("" => "/index.php")\n'
                    f'fastcgi.server = (".php" => (("bin-path" => "{shutil.which("php-cgi")} -n", '
                    f'"socket" => "{home}/cgi", "max-procs" => 1)))\n')
                stack.enter_context(serving(["lighttpd", "-D", "-f", conf], lambda: ask_status(port) == 200,
                                            home / "lighttpd.out"))
                self.lighttpd_port = port
            if shutil.which("uwsgi"):
                socket = home / "uwsgi"
                words = ["uwsgi", "--plugin", "python3", "--socket", socket, "--chmod-socket=666",
                         "--wsgi-file", home / "wsgi.py", "--disable-logging"]
                stack.enter_context(serving(words, socket.is_socket, home / "uwsgi.out", signal.SIGKILL))
                self.uwsgi = socket
            yield self
