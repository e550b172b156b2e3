"""What the checks of web pages share: Chromium and WebKit, driven as a person would, and what holds for each page. They run
with the Python of Debian, which has selenium."""
import contextlib, glob, json, os, pathlib, shutil, subprocess, urllib.request

from common import ROOT, WITH_US, check, fail, unchecked

try:
    import html5lib, urllib3
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError as error:
    html5lib = By = Keys = WebDriverWait = WebDriverException = None
    unchecked(f"pages in a browser: {error}")

# The exceptions that end a command to a browser where its page goes away.
GONE = () if html5lib is None else (WebDriverException, urllib3.exceptions.HTTPError)
WEBKIT = glob.glob("/usr/lib/*/webkit2gtk-*/MiniBrowser")
AXE = glob.glob(str(ROOT / ".build/servers/lib/*/site-packages/axe_selenium_python/node_modules/axe-core/axe.min.js"))


def can_browse(*programs, browser=("chromium", "chromedriver")):
    """Whether there is a browser, and these programs; what is missing is not checked."""
    missing = [name for name in [*browser, *programs] if not shutil.which(name)]
    if missing:
        unchecked(f"pages in a browser: there is no {', '.join(missing)}")
    return not missing and html5lib is not None


class Browser:
    """A window of Chromium."""

    def __init__(self, width=1000, height=900, dark=False, language="en"):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--lang={language}"]:
            options.add_argument(word)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("acceptInsecureCerts", True)
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        if dark:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": "dark"}]})

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
        """Clicks the button, and waits for what comes."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        self.driver.find_element(By.TAG_NAME, "button").click()
        WebDriverWait(self.driver, 60).until(lambda driver: driver.find_element(By.TAG_NAME, "html") != old)

    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def faults(self):
        return [element.get_attribute("id") for element in self.driver.find_elements(By.CLASS_NAME, "fault")]

    def button(self):
        """The colour of the button's ground."""
        return self.driver.find_element(By.TAG_NAME, "button").value_of_css_property("background-color")

    def asked(self):
        """The addresses that were asked for since the last question."""
        events = [json.loads(line["message"])["message"] for line in self.driver.get_log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def look(self, what):
        """Checks a page with axe, with a strict parser of HTML, and for its width."""
        wide = self.driver.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
        check(f"{what}: nothing is wider than the window", not wide)
        logged = [line for line in self.driver.get_log("browser") if "favicon" not in line["message"] and line["level"] != "INFO"
                  and " 4" not in line["message"] and "429" not in line["message"]]
        check(f"{what}: the browser complains of nothing", not logged, logged)
        if AXE:
            self.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
            self.driver.execute_script(pathlib.Path(AXE[0]).read_text())
            found = self.driver.execute_async_script(
                "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => v.id + ': ' + "
                "v.nodes.map(n => n.html).join(' '))), e => done([String(e)]))")
            check(f"{what}: axe finds nothing", not found, found)
        else:
            unchecked("axe is not installed")
        try:
            html5lib.HTMLParser(strict=True).parse(source(self.driver.current_url, self.language))
        except html5lib.html5parser.ParseError as error:
            check(f"{what}: is strict HTML", False, error)

    def picture(self, path):
        """Keeps what is seen of the whole page."""
        width, height = self.driver.execute_script(
            "return [window.innerWidth, document.documentElement.scrollHeight]")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.save_screenshot(str(path))

    language = "en"


@contextlib.contextmanager
def display():
    """A screen that nobody sees, for browsers that need one."""
    reading, writing = os.pipe()
    server = subprocess.Popen([*WITH_US, "Xvfb", "-displayfd", str(writing), "-screen", "0", "1000x900x24", "-nolisten", "tcp"],
                              pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    before = os.environ.get("DISPLAY")
    try:
        number = os.read(reading, 20).decode().strip()
        if not number:
            fail("Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"
        yield
    finally:
        os.close(reading)
        os.environ.pop("DISPLAY")
        if before is not None:
            os.environ["DISPLAY"] = before
        server.terminate()
        server.wait()


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
        # Nor does it answer where a page goes to another process meanwhile.
        RemoteConnection.set_timeout(20)
        self.driver = webdriver.WebKitGTK(options=options, executable_path=shutil.which("WebKitWebDriver"))
        RemoteConnection.reset_timeout()


def source(address, language):
    """The page as it is sent, where a GET gives it."""
    request = urllib.request.Request(address, headers={"Accept": "text/html", "Accept-Language": language})
    with urllib.request.urlopen(request) as reply:
        return reply.read().decode()
