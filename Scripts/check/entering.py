"""The part of the check of the login about who may enter which host: each answer behind a web server, by a
session, by Basic and by the way in, against a model that knows the list and the people alone."""
import http.client, socket, urllib.parse

from common import check, edit_json
from logins import CONTEXT, GUARDED, SESSION, WIKI, Answer, Person
from webservers import RIGHT, WORD, basic

NOTES, LAB, VAULT, OFFICE, SPARE = GUARDED[1:]
# The groups that may enter; without one everybody may. The server guards the spare host, too.
LIST = {WIKI: [], NOTES: ["a"], LAB: ["a", "b"], VAULT: ["nobody's"], OFFICE: ["A", "a b"]}
PEOPLE = {"ann": ["a"], "ben": ["b", "c"], "cyd": ["b", "a"], "dan": [], "eva": ["A"]}
NOBODY = "nobody"
EDITS = 20


def right(name, host):
    """The status, and the reason of a refusal; none of the first for who is nobody."""
    if host not in LIST:
        return 403, "host"
    if name == NOBODY:
        return None, None
    return (200, None) if not LIST[host] or set(LIST[host]) & set(PEOPLE[name]) else (403, "group")


class Kept(Person):
    """Somebody whose requests go over connections that others have used before, one for each host."""

    def __init__(self, house, connections):
        super().__init__(house)
        self.connections = connections

    def ask(self, url, method, headers, body):
        parts = urllib.parse.urlsplit(url)
        connection = self.connections.get(parts.hostname)
        if connection is None or connection.sock is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            plain = socket.create_connection(("127.0.0.1", self.port), 30)
            connection.sock = CONTEXT.wrap_socket(plain, server_hostname=parts.hostname)
            self.connections[parts.hostname] = connection
        headers = {"Host": parts.netloc, "Content-Type": "application/x-www-form-urlencoded", **headers}
        path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return Answer(url, reply.status, reply.headers, reply.read().decode(errors="replace"))


def write(house, notes=(), people=False):
    """An edit of the list by hand, and of the people; more groups may enter the notes."""
    def entry(host, groups):
        name = f"{host}:{house.port}"
        return {"host": name, "groups": groups} if groups else name

    def change(document):
        document["rules"]["serve"]["hosts"] = [
            entry(host, [*groups, *(notes if host == NOTES else ())]) for host, groups in LIST.items()]
        if people:
            document["accounts"] = [
                {"email": f"{name}@example.com", "username": name, "password": RIGHT, "groups": groups}
                for name, groups in PEOPLE.items()]

    edit_json(house.documents / "accounts.json", change)


def by_session(at, person, name, host):
    """The answer to a script of a page."""
    # At a host that is not in the list nobody has a token of its own.
    if host not in LIST or name == NOBODY:
        person.cookies[host] = {SESSION: person.session() or "A" * 43}
    answer = person.hears(f"https://{host}:{at.house.port}/x")
    return answer, answer.status == 401 and "WWW-Authenticate" not in answer.headers


def by_basic(at, person, name, host):
    """The answer to a program; who is nobody has another name at each host."""
    typed = name if name in PEOPLE else f"{name} of {host}"
    answer = Kept(at.house, person.connections).go(
        f"https://{host}:{at.house.port}/x", headers={"Authorization": basic(typed, WORD)},
        kind={"Accept": "*/*"})
    return answer, answer.status == 401 and "Basic" in (answer.headers.get("WWW-Authenticate") or "")


def by_code(at, person, name, host):
    """The answer to a navigation at its end."""
    person.cookies.pop(host, None)
    answer = person.visit(f"https://{host}:{at.house.port}/x")
    # A code is made all the same; the host answers.
    check(f"{at.key}: {name} at {host}: a session begins where a code leads",
          bool(person.session(host)) == (host in LIST and name != NOBODY), answer)
    return answer, answer.url.startswith(f"{at.page}/in?") and "type=\"password\"" in answer.text


WAYS = {"the way in": by_code, "a session": by_session, "Basic": by_basic}


def is_right(way, name, host, answer, asks):
    """Whether an answer is that of the model; the way says itself whether it asks who it is."""
    status, reason = right(name, host)
    if status is None:
        return asks
    if (answer.status, answer.headers.get("Regapp-Answer")) != (status, reason):
        return False
    if reason == "host":
        return f"{host}:" in answer.text and "not in the list" in answer.text
    if reason == "group":
        return (f"{name} is in none of the groups that may enter {host}:" in answer.text
                and ("/_regapp/out" in answer.text) == (way != "Basic"))
    if way == "the way in":
        return f"{name} at /x" in answer.text
    groups = ",".join(PEOPLE[name])
    return answer.told("remote-user") == [name] and "".join(answer.told("remote-groups")) == groups


def entering(at):
    """Five people, and nobody, at six hosts, by a session, by Basic and by the way in."""
    write(at.house, people=True)
    connections, people, held, asked = {}, {}, 0, 0
    for name in [*PEOPLE, NOBODY]:
        person = people[name] = Kept(at.house, connections)
        if name != NOBODY:
            person.log_in(f"{at.page}/", name, WORD)
        for way, answers in WAYS.items():
            for host in GUARDED:
                answer, asks = answers(at, person, name, host)
                holds = is_right(way, name, host, answer, asks)
                check(f"{at.key}: {name} at {host} by {way}", holds, answer)
                held, asked = held + holds, asked + 1
    print(f"{at.key}: {held} of {asked} answers are as the list says", flush=True)
    at_once(at, people["ben"])
    for connection in connections.values():
        connection.close()


def at_once(at, person):
    """An edit of the list by hand holds at the next request."""
    held = 0
    for number in range(EDITS):
        may = number % 2 == 0
        write(at.house, ["b"] if may else [])
        seen = []
        for answers in [by_session, by_basic][::-1 if number % 4 < 2 else 1]:
            answer, _ = answers(at, person, "ben", NOTES)
            seen.append((answer.status, answer.headers.get("Regapp-Answer")))
        holds = seen == [(200, None) if may else (403, "group")] * 2
        check(f"{at.key}: a group of the notes that is {'added' if may else 'taken away'} by hand",
              holds, f"{number}: {seen}")
        held += holds
    print(f"{at.key}: {held} of {EDITS} edits of the list hold at the next request", flush=True)
