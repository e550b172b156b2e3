"""The part of the check of the door in which clients say that they are somebody else, to each application."""
import contextlib, itertools, json

from common import check
from webservers import ID, WORD, Nginx, ask_lines, basic, new_home, proxy

NAMES = {"remote-user": "ada", "remote-sub": ID, "remote-email": "ada@example.com", "remote-name": "Ada Löwe",
         "remote-groups": "staff,web"}
# Others that applications take for a name, and the signs that a header's name may have (RFC 9110, 5.6.2).
OTHERS = ["X-WebAuth-User", "X-Remote-User",
          *[f"X-{kind}-{name}" for kind in ["Forwarded", "Auth-Request"]
            for name in ["User", "Email", "Groups", "Preferred-Username"]],
          *[f"X-authentik-{name}" for name in ["username", "groups", "email", "name", "uid"]]]
SIGNS = "-!#$%&'*+.^_`|~"
SOCKET = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]


def forgeries():
    """The header lines with which a client pretends to be somebody else, or nobody."""
    for name, between in itertools.product(NAMES, "-_."):
        word = name.replace("-", between)
        for spelling in [word, word.title(), word.upper(), word[:3].upper() + word[3:]]:
            yield [f"{spelling}: forged"]
    # Each sign in the place of the first `-`, of the last, and of all.
    for sign in SIGNS:
        words = [word.title() for word in NAMES] + OTHERS
        yield [f"{word}: forged" for name in words for word in dict.fromkeys(
            [name.replace("-", sign, 1), sign.join(name.rsplit("-", 1)), name.replace("-", sign)])]
    for spell in [str.upper, str.lower]:
        yield [f"{spell(name)}: forged" for name in OTHERS]
    for name in NAMES:
        yield [f"{name}: 0"]
        for between in "-_.":
            yield [f"{name.replace('-', between)}:"]
        yield [f"{name}:", f"{name}: forged"]
        yield [f"{name}: forged", f"{name}: forged too"]
    for words in ["Remote-User", "close, remote-user, Remote-Groups", "keep-alive,REMOTE-NAME",
                  "Remote.User, Remote_User"]:
        yield [f"Connection: {words}"]
        yield [f"Connection: {words}", "Remote-User: forged", "Remote.User: forged", "Remote_User: forged"]
    yield ["Connection: close", "Connection: Remote-User"]
    yield ["Connection: upgrade, Remote-User", *SOCKET]
    yield ["Connection: Authorization, X-Forwarded-For, Cookie"]


def ask_raw(port, lines, path="/x", secret=True, host=None, user="ada"):
    """The status and the text of an answer to a head of these lines."""
    head = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Accept: text/html", *lines]
    if secret:
        head.append(f"Authorization: {basic(user, WORD)}")
    return ask_lines(port, head)


def heard(text):
    """The fields that an application was told, by the names that a program may read them under, and
    REMOTE_USER of CGI."""
    said = json.loads(text)
    if isinstance(said, list):
        named = said
    else:
        named = [(name[5:], value) for name, value in said.items() if name.startswith("HTTP_")]
    found = {}
    for name, value in named:
        with contextlib.suppress(UnicodeError):
            value = value.encode("latin-1").decode()
        found.setdefault(name.lower().replace("_", "-").replace(".", "-"), []).append(value)
    return found, dict(said).get("REMOTE_USER")


def is_told(name, head, text, wanted):
    """Checks that an application hears who it is, and no password."""
    found, user = heard(text)
    told = {key: found[key] for key in NAMES if key in found}
    check(f"{name}: {head} changes nothing of who it is",
          {key: value for key, value in told.items() if value != [""]}
          == {key: [value] for key, value in wanted.items()} and user in (None, "", "ada"), text)
    secrets = [basic("ada", WORD), basic("ada", WORD)[6:], WORD, json.dumps(WORD)[1:-1]]
    check(f"{name}: {head} brings no password", not any(secret in text for secret in secrets), text)


def forged(server, place):
    """Nobody is somebody else, or nobody, by any way to an application; and none of them gets the
    password."""
    place.write()
    with place.door(*place.listens(server)):
        home, _ = new_home(place, f"{server.key}-ways")
        ways = server.ways(place, home)
        for number, (way, lines) in enumerate(ways.items()):
            name = f"{server.key}: {way}"
            if server is Nginx:
                lines = lines.replace(f"{home}/", f"{place.directory}/{server.key}-way-{number}/")
            with proxy(server, place, f"{server.key}-way-{number}", way=lines, ready=(200, 401)) as port:
                one_way(name, port, "open" in way)


def one_way(name, port, is_open):
    check(f"{name}: is {200 if is_open else 401} without a password",
          ask_raw(port, [], secret=False)[0] == (200 if is_open else 401))
    for head in [[], *forgeries()]:
        status, text = ask_raw(port, head)
        if "Authorization" in " ".join(head) and status == 401:
            # Traefik takes the password away before it asks.
            continue
        # nginx takes no upgrade whose Connection names other fields for a WebSocket's.
        check(f"{name}: {head} is answered", status == 200, f"{status} {text}")
        check(f"{name}: {head} does not arrive", "forged" not in text, text)
        if status != 200:
            continue
        is_told(name, head, text, {} if is_open else NAMES)
        if is_open:
            check(f"{name}: {head} without a password does not arrive",
                  "forged" not in ask_raw(port, head, secret=False)[1])
        else:
            check(f"{name}: {head} is let in by nobody else",
                  ask_raw(port, head, secret=False)[0] in (400, 401))
    if not is_open:
        # A user without a name and groups gets none by sending them.
        status, text = ask_raw(port, [f"{key.title()}: forged" for key in NAMES], user="eve")
        check(f"{name}: what is empty stays so", "forged" not in text and status == 200, f"{status} {text}")
