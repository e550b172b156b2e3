"""The part of the check of the login that goes through browsers: what a person does in a window of Chromium
or WebKit, and what others try there."""
import contextlib, html, os, urllib.parse

from browser import GONE, WEBKIT, Browser, By, WebKit, can_browse, display
from common import PROGRAM, check, comes_true, failures, free_port, nginx_conf, serving
from logins import FOREIGN, SESSION, SIBLING, WIKI, Application, Person, Slow, door, guarded
from webservers import NEXT, WORD, Nginx, ask, new_home, running, shipped

JOURNEYS = int(os.environ.get("REGAPP_LOGIN_JOURNEYS", "1"))
ALL_OF_WEBKIT = os.environ.get("REGAPP_LOGIN_WEBKIT") == "all"


class Window:
    """A window of a browser, and what a person does in it."""

    def __init__(self, browser, at, engine):
        self.browser, self.driver, self.at, self.engine = browser, browser.driver, at, engine
        self.key = f"{at.key}: {engine}"

    def check(self, name, holds, seen=""):
        check(f"{self.key}: {name}", holds, seen or f"{self.driver.current_url} {self.text()[:300]}")

    def text(self):
        with contextlib.suppress(*GONE):
            return self.driver.find_element(By.TAG_NAME, "body").text
        return ""

    def waits(self, what, seconds=60):
        """Whether it comes true, while pages change below it."""
        def is_so():
            with contextlib.suppress(*GONE):
                return what()
            return False
        return comes_true(is_so, seconds)

    def arrives(self, words, url=None):
        return self.waits(lambda: words in self.text() and (url is None or self.driver.current_url == url))

    def shows(self, words):
        return self.waits(lambda: words in self.text())

    def finds(self, selector):
        return self.waits(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector))

    def shown(self):
        return self.driver.find_element(By.TAG_NAME, "html")

    def open(self, url):
        """Goes to an address, and waits for what takes the place of the page."""
        old = None
        with contextlib.suppress(*GONE):
            old = self.shown()
            self.driver.get(url)
        self.waits(lambda: self.shown() != old)

    def has_form(self):
        return bool(self.driver.find_elements(By.CSS_SELECTOR, "input[type=password]"))

    def fill(self, **texts):
        for name, text in texts.items():
            field = self.driver.find_element(By.NAME, name)
            field.clear()
            field.send_keys(text)

    def press(self, button="button"):
        self.driver.find_element(By.CSS_SELECTOR, button).click()

    def log_in(self, password, name="ada"):
        self.waits(self.has_form)
        self.fill(name=name, password=password)
        self.press()

    def enters(self, password, path):
        """Logs in at the wiki, with a browser that was nowhere."""
        self.forget()
        self.open(self.at.wiki + path)
        self.log_in(password)
        return self.arrives(f"ada at {path}", self.at.wiki + path)

    def log_out(self, url=None, where="here"):
        self.open(url or f"{self.at.wiki}/_regapp/out")
        self.finds("[name=where]")
        self.press(f"button[value={where}]")
        return self.waits(lambda: not self.driver.find_elements(By.NAME, "where"))

    def forget(self):
        """Begins with a browser that was nowhere."""
        for url in [self.at.wiki, self.at.notes, self.at.page]:
            self.open(f"{url}/_regapp/none")
            self.driver.delete_all_cookies()

    def script(self, text, *words):
        return self.driver.execute_script(text, *words)

    def promise(self, text):
        """The value of a script's promise."""
        self.driver.set_script_timeout(20)
        return self.driver.execute_async_script(
            f"const done = arguments[0]; (async () => {{ {text} }})().then(done, e => done('' + e))")

    def asks(self):
        """The answers to fetch and to a WebSocket of this page."""
        fetched = self.promise(
            "const r = await fetch('/y'); return r.status + ' ' + (r.status == 200 ? (await r.json())"
            ".filter(h => h[0] == 'remote-user').map(h => h[1]).join() : '')")
        spoke = self.promise(
            "const s = new WebSocket('wss://' + location.host + '/socket');"
            "return await new Promise(done => { s.onmessage = e => { done(e.data); s.close() };"
            "s.onerror = () => done('none') })")
        return [fetched.strip(), spoke]


def link(house, page):
    """A link for ada, who has another password after each."""
    return house.regapp("invite", "ada", "--yes", "--url", page + "/")


def journey(window, house, number):
    """A link, a password, the wiki; out; a login, the wiki, the notes without typing; out."""
    at, new = window.at, f"A new horse no. {number}"
    window.forget()
    window.open(link(house, at.page))
    window.fill(new=new, again=new)
    window.press()
    window.check("a link's password logs in",
                 window.waits(lambda: not window.has_form() and "ada" in window.text()))
    window.open(f"{at.wiki}/first?x=1")
    window.check("and opens the wiki", window.arrives("ada at /first?x=1"))
    window.check("logging out says so", window.log_out(f"{at.page}/out", "everywhere"))
    window.open(f"{at.wiki}/page?x=1&y=2")
    window.check("the wiki asks for a login", window.waits(window.has_form) and WIKI in window.text())
    window.log_in(new)
    window.check("the wiki, at the path", window.arrives("ada at /page?x=1&y=2", f"{at.wiki}/page?x=1&y=2"))
    window.check("fetch and a WebSocket", window.asks() == ["200 ada", "ada"], window.asks())
    window.open(f"{at.notes}/n")
    window.check("the notes, without typing", window.arrives("ada at /n", f"{at.notes}/n"))
    window.check("fetch and a WebSocket of the notes", window.asks() == ["200 ada", "ada"], window.asks())
    window.open(f"{at.page}/")
    window.shows("ada@example.com")
    window.press(f"a[href='{at.wiki}/']")
    window.check("a link of the profile", window.arrives("ada at /", f"{at.wiki}/"))
    window.check("out", window.log_out())
    for url in [at.wiki, at.notes]:
        window.open(f"{url}/x")
        window.check("is out at each host", window.waits(window.has_form))
    return new


def backs(window, password):
    """Back after a login, and after a logout."""
    at = window.at
    window.check("logs in", window.enters(password, "/start?a"))
    window.open(f"{at.wiki}/second")
    window.arrives("ada at /second")
    window.driver.back()
    window.check("Back after a login leads to the page before",
                 window.arrives("ada at /start", f"{at.wiki}/start?a"))
    window.driver.back()
    window.check("and once more to no dead end",
                 window.waits(lambda: "keeps no cookies" not in window.text()))
    # The answer to a fetch from a page that stays open.
    window.open(f"{at.wiki}/open-page")
    window.arrives("ada at /open-page")
    tab = window.driver.current_window_handle
    window.driver.switch_to.new_window("tab")
    window.open(f"{at.page}/")
    window.check("the page says who is logged in", window.shows("ada@example.com"))
    window.check("out", window.log_out(f"{at.page}/out"))
    for number in range(3):
        window.driver.back()
        window.waits(lambda: window.text() != "", 5)
        window.check(f"Back after the logout shows nobody ({number})", "ada@example.com" not in window.text())
    window.driver.close()
    window.driver.switch_to.window(tab)
    window.check("a page that is open hears 401, without a dialog", window.asks() == ["401", "none"],
                 window.asks())


def edited(window, password):
    """Another password in the profile, which is asked for where the login has ended."""
    at, new = window.at, NEXT
    window.forget()
    window.open(f"{at.page}/edit")
    window.log_in(password)
    window.check("the form of the profile, after the login", window.waits(
        lambda: window.driver.find_element(By.NAME, "firstName").get_property("value") == "Ada"))
    window.fill(firstName="Augusta", new=new, again=new, now=password)
    window.press()
    window.check("is saved", window.waits(lambda: "Saved." in window.text() and "Augusta" in window.text()))
    window.open(f"{at.wiki}/edited")
    window.check("and opens the wiki without typing", window.arrives("ada at /edited"))
    window.log_out()
    window.open(f"{at.wiki}/x")
    window.log_in(password)
    window.check("the old password is over", window.shows("wrong"))
    return new


def odd_ways(window, house, password):
    """An application that leads elsewhere, a form without a session, two tabs that log in."""
    at = window.at
    window.forget()
    window.open(f"{at.wiki}/away?{urllib.parse.quote(house.stranger(FOREIGN), safe='')}")
    window.log_in(password)
    window.check("an application may lead to a third host",
                 window.arrives("landed /landed", house.stranger(FOREIGN)))
    window.open(f"{at.wiki}/form")
    window.finds("[name=x]")
    house.regapp("sessions", "--end", "--yes")
    Application.posts = 0
    window.press()
    window.log_in(password)
    window.check("a form without a session comes back at /", window.arrives("ada at /", f"{at.wiki}/"))
    window.check("and nothing was done", Application.posts == 0, Application.posts)
    window.log_out(where="everywhere")
    tabs = []
    for path in ["/tab1", "/tab2"]:
        if tabs:
            window.driver.switch_to.new_window("tab")
        tabs.append((window.driver.current_window_handle, path))
        window.open(at.wiki + path)
        window.waits(window.has_form)
    for tab, path in tabs:
        window.driver.switch_to.window(tab)
        window.log_in(password)
        window.check(f"two tabs log in ({path})", window.arrives(f"ada at {path}", at.wiki + path))
    window.driver.close()
    window.driver.switch_to.window(tabs[0][0])
    window.open(f"{at.wiki}/after")
    window.check("and are in", window.arrives("ada at /after"))


def tabs(window, password, has_session):
    """Ten tabs at once, where answers are late."""
    at, count = window.at, 10
    window.forget()
    if has_session:
        window.open(f"{at.page}/")
        window.log_in(password)
        window.shows("ada@example.com")
    # A page of a stranger opens them all.
    window.open(at.house.stranger(SIBLING, "/page", "tabs"))
    first = window.driver.current_window_handle
    for number in range(count):
        window.driver.switch_to.new_window("tab")
    handles = [handle for handle in window.driver.window_handles if handle != first]
    for number, handle in enumerate(handles):
        window.driver.switch_to.window(handle)
        window.script(f"setTimeout(() => {{ location = {f'{at.wiki}/t{number}'!r} }}, 0)")
    right = 0
    for number, handle in enumerate(handles):
        window.driver.switch_to.window(handle)
        # Each tab has a form by now, and a login ends that of the tab before.
        if not has_session:
            window.log_in(password)
        if window.arrives(f"ada at /t{number}", f"{at.wiki}/t{number}"):
            right += 1
        else:
            print(f"{window.key}: tab {number}: {window.driver.current_url} {window.text()[:200]}",
                  flush=True)
        window.driver.close()
    window.driver.switch_to.window(first)
    window.check(f"ten tabs, {'with' if has_session else 'without'} a session of the page", right == count,
                 f"{right} of {count}")


def hostile(window, house, password):
    """Frames, windows, forms and cookies of others."""
    at = window.at
    window.check("is in", window.enters(password, "/x"))
    window.log_out()
    window.open(f"{at.page}/")
    window.log_in(password)
    window.shows("ada@example.com")
    # Somebody else began a way in, and knows its nonce.
    attacker = Person(house)
    began = attacker.go(f"{at.wiki}/mine")
    window.open(f"{at.notes}/x")
    window.check("the notes are open", window.arrives("ada at /x"))
    frame = f"<iframe name=f src='{began.location.replace('&', '&amp;')}'></iframe>"
    for host in [at.notes + "/frame?", house.stranger(SIBLING, "/page?"), house.stranger(FOREIGN, "/page?")]:
        window.open(host + urllib.parse.quote(frame, safe=""))
        said = []

        def looks():
            window.driver.switch_to.default_content()
            window.driver.switch_to.frame("f")
            said[:] = [window.text(), window.script("return location.href"),
                       window.driver.find_elements(By.TAG_NAME, "input")]
            return said[0]

        window.waits(looks)
        window.driver.switch_to.default_content()
        text, href, fields = said or ["", "", ""]
        window.check(f"a frame of {host.split(':')[1][2:]} gets no form and no code",
                     href.startswith(f"{at.page}/in?") and not fields and text, f"{href} {text[:200]}")
    no_code(window, attacker.go(f"{at.notes}/mine").location)
    window.enters(password, "/x")
    forms(window, house, password)
    cookies(window, house)


def no_code(window, mine):
    """No script of a guarded host reads the code of a way in that somebody else began."""
    at = window.at
    # A script of a guarded host fills the cookies of /_regapp/, so that the server refuses, and
    # reads the address.
    window.open(f"{at.notes}/own-script")
    window.arrives("ada at /own-script")
    window.script("for (let i = 0; i < 12; i++) "
                  "document.cookie = 'big' + i + '=' + 'x'.repeat(3900) + '; Path=/_regapp/; Secure'")
    read = window.promise(f"""
        const f = document.createElement('iframe'); f.src = {mine!r}; document.body.append(f);
        await new Promise(done => setTimeout(done, 3000));
        try {{ return 'read ' + f.contentWindow.location.href }} catch (e) {{ return 'closed' }}""")
    window.check("a frame of a script that fills cookies reads no code", "c=" not in read, read)
    window.script(f"window.w = null; document.body.onclick = () => {{ window.w = window.open({mine!r}) }}")
    here = window.driver.current_window_handle
    window.driver.find_element(By.TAG_NAME, "h1").click()
    window.waits(lambda: len(window.driver.window_handles) > 1, 5)
    read = window.promise("""
        await new Promise(done => setTimeout(done, 3000));
        try { return 'read ' + window.w.location.href } catch (e) { return 'closed ' + e.name }""")
    window.check("a popup, neither", "c=" not in read, read)
    for handle in window.driver.window_handles:
        if handle != here:
            window.driver.switch_to.window(handle)
            window.driver.close()
    window.driver.switch_to.window(here)


def forms(window, house, password):
    """Forms of strangers."""
    at = window.at
    for host in [FOREIGN, SIBLING]:
        new = {"name": "ada", "old": password, "new": NEXT * 2, "again": NEXT * 2}
        for path, fields in [("/in", {"name": "eve", "password": WORD}), ("/out", {"where": "everywhere"}),
                             ("/password", new)]:
            inputs = "".join(f"<input name={name} value='{text}'>" for name, text in fields.items())
            form = f"<form method=post action='{at.page}{path}'>{inputs}<button>x</button></form>"
            window.open(house.stranger(host, "/page", form))
            window.finds("button")
            window.press()
            window.waits(lambda: window.driver.current_url.startswith(at.page), 10)
        window.open(f"{at.page}/")
        window.check(f"forms of {host} do nothing", window.shows("ada@example.com"))


def cookies(window, house):
    """Cookies of a sibling, and of a script."""
    at = window.at
    window.open(house.stranger(SIBLING, "/toss"))
    window.open(f"{at.wiki}/tossed")
    window.check("cookies of a sibling are nobody's", window.arrives("ada at /tossed"))
    window.open(f"{at.wiki}/none")
    window.script(f"document.cookie = '{SESSION}={'A' * 43}; Path=/; Secure'")
    window.open(f"{at.wiki}/scripted")
    window.check("nor are a script's", window.arrives("ada at /scripted"))
    window.log_out()
    window.open(f"{at.wiki}/gone")
    window.check("and then nobody is in", window.waits(window.has_form))


FORM = ("<form method=post action='{}/post' target=_top><input name=x></form>"
        "<script>document.forms[0].submit()</script>")
SANDBOX = "allow-scripts allow-forms allow-top-navigation"


def acts(window, at):
    """What pages of each origin do at the wiki: a form, fetch and a WebSocket. Says of each from where, which
    it is, whether it reaches the application, and what was seen."""
    house, form = at.house, FORM.format(at.wiki)
    does = (f"await fetch('{at.wiki}/post', {{method: 'POST', mode: 'no-cors', credentials: 'include', "
            f"body: 'x'}}).catch(() => 0); const socket = new WebSocket('wss://{house.hosts[0]}/socket');"
            "return await new Promise(done => { socket.onmessage = m => done(String(m.data)); "
            "socket.onerror = () => done('closed') });")
    framed = (
        f"const code = {does!r}; const frame = document.createElement('iframe');"
        f"frame.sandbox = {SANDBOX!r}; frame.srcdoc = '<script>(async () => {{' + code + "
        "'})().then(heard => parent.postMessage(heard, `*`))</' + 'script>';"
        "const said = new Promise(done => addEventListener('message', m => done(m.data)));"
        "document.body.append(frame); return await said")
    inside = f"<iframe sandbox='{SANDBOX}' srcdoc='{html.escape(form)}'></iframe>"
    for where, page, script, sends in [
            ("the host itself", f"{at.wiki}/own", does, own(at, form)),
            ("a sibling", house.stranger(SIBLING), does, house.stranger(SIBLING, "/page", form)),
            ("another site", house.stranger(FOREIGN), does, house.stranger(FOREIGN, "/page", form)),
            ("a sandboxed frame", f"{at.wiki}/own", framed, own(at, inside))]:
        window.open(page)
        window.waits(lambda: window.driver.current_url == page and window.text())
        Application.posts = 0
        Application.upgrades.clear()
        heard = window.promise(script)
        window.check(f"a script of {where} comes to its end", heard in ("ada", "closed"), heard)
        yield where, "fetch", Application.posts > 0, heard
        yield where, "a WebSocket", bool(Application.upgrades), heard
        Application.posts = 0
        window.open(sends)
        window.check(f"a form of {where} is sent",
                     window.waits(lambda: window.driver.current_url != sends and window.text()))
        yield where, "a form", Application.posts > 0, f"{window.driver.current_url} {window.text()}"


def own(at, text):
    """A page of the wiki's own, with this text."""
    return f"{at.wiki}/mine?{urllib.parse.quote(text, safe='')}"


def origins(window, at, by):
    """No page of another origin changes anything or opens a WebSocket in ada's name; the host's own does
    both. WebKit sends no password with a WebSocket."""
    held, count = 0, 0
    for where, kind, has_reached, seen in acts(window, at):
        is_asked = window.engine == "WebKit" and by == "Basic" and kind == "a WebSocket"
        may = where == "the host itself" and not is_asked
        window.check(f"{kind} of {where} by {by} {'reaches' if may else 'does not reach'} the application",
                     has_reached == may, seen)
        if (where, kind) == ("a sibling", "a form"):
            window.check(f"a sibling's form by {by} says that nothing was done",
                         "This came from another page" in seen, seen)
        held, count = held + (has_reached == may), count + 1
    print(f"{window.key}: {held} of {count} acts by {by} reach the application or not, as they may",
          flush=True)


def origins_by_basic(window, at, password):
    """The same where a browser remembers a password, which it sends to what other sites do, too."""
    window.forget()
    window.open(f"https://ada:{urllib.parse.quote(password)}@{at.house.hosts[0]}/x")
    window.check("is in by Basic", window.arrives("ada at /x"))
    origins(window, at, "Basic")


def on_one_machine(window, house, password):
    """By http of loopback names, as somebody tries it."""
    host, page = free_port(), free_port()
    home, _ = new_home(house, f"one-machine-{window.engine}")
    for name in ["http", "guard"]:
        text = shipped(f"nginx-{name}.conf", house).replace(f"unix:{house.socket}", f"127.0.0.1:{page}")
        (home / f"nginx-{name}.conf").write_text(text)
    lines = (f"server_name localhost; include {home}/nginx-guard.conf; "
             f"set $regapp_app http://127.0.0.1:{house.application};\n")
    conf = nginx_conf(home, host, lines, site=f"include {home}/nginx-http.conf;\n")
    nginx, url = ["nginx", "-e", home / "log", "-c", conf], f"http://127.0.0.1:{page}/"
    words = [PROGRAM, "--documents", house.documents, "serve", "--listen", page, "--url", url]
    house.guard(f"localhost:{host}")
    with serving(words, lambda: ask(page, "/verify", headers={"Accept": "*/*"})[0] in (401, 403),
                 house.directory / "door.log"), \
            running(nginx, home, lambda: ask(host, headers={"Host": f"localhost:{host}"})[0] == 401):
        window.open(f"http://localhost:{host}/tried?x")
        window.log_in(password)
        window.check("on one machine, by http",
                     window.arrives("ada at /tried?x", f"http://localhost:{host}/tried?x"))
        window.log_out(f"http://localhost:{host}/_regapp/out")
        window.open(f"http://localhost:{host}/x")
        window.check("and out", window.waits(window.has_form))


def windows(server):
    """Each browser that is installed, and is to be tried behind a server."""
    if can_browse():
        yield "Chromium", Browser
    # Its driver hangs now and then, after a Back above all: without REGAPP_LOGIN_WEBKIT=all it goes
    # the whole way behind nginx, and no further.
    if (server is Nginx or ALL_OF_WEBKIT) and can_browse(browser=("WebKitWebDriver", "Xvfb")) and WEBKIT:
        yield "WebKit", WebKit


@contextlib.contextmanager
def browsing(server, house, engine, kind, name):
    """A window of a browser, with a server before a door that has yet to begin."""
    # Of Traefik's, open parts ask the door as well.
    with display() if kind is WebKit else contextlib.nullcontext(), \
            guarded(server, house, f"{name}-{engine}", ready=(200, 500)) as at, kind() as browser:
        yield Window(browser, at, engine)


def with_browsers(server, house):
    for engine, kind in windows(server):
        tries_more = kind is not WebKit or ALL_OF_WEBKIT
        with browsing(server, house, engine, kind, "browser") as window:
            house.write()
            with door(server, house):
                password = with_page(window, house, tries_more)
            if tries_more:
                with door(server, house, has_page=False):
                    origins_by_basic(window, window.at, password)
        if server is not Nginx or not tries_more:
            continue
        house.way = house.directory / f"slow-{engine}"
        slow = Slow(house.way, house.socket)
        with browsing(server, house, engine, kind, "slow") as window, door(server, house):
            for has_session in [True, False]:
                tabs(window, password, has_session)
        slow.listening.close()
        house.way = None


def with_page(window, house, tries_more):
    """Goes all ways in one window; the password at their end."""
    password, done = None, 0
    for number in range(JOURNEYS):
        before = len(failures)
        password = journey(window, house, number)
        done += len(failures) == before
    print(f"{window.key}: {done} of {JOURNEYS} journeys", flush=True)
    if tries_more:
        window.enters(password, "/x")
        origins(window, window.at, "a session")
    if tries_more and window.at.server is Nginx:
        backs(window, password)
        password = edited(window, password)
        odd_ways(window, house, password)
        hostile(window, house, password)
        on_one_machine(window, house, password)
    return password
