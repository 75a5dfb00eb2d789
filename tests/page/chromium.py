#!/usr/bin/env python3
"""Opens the page of sinew --check --html in Chromium: no message in the console, a walk by keyboard, and contrasts of 4.5 in both schemes.

usage: chromium.py SINEW [SCREENSHOTS]

SCREENSHOTS is a folder for pictures of the page. Exits with 77 if Chromium is missing or cannot run here.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTILE = "<img src=x onerror=alert(1)>&\"'"

# Each text with its contrast, as WCAG 2.2 defines it, and each focusable element in order.
CONTRASTS = r"""(() => {
  const parse = (text) => text.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => { const f = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const back = (element) => { for (let e = element; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const results = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text) continue;
    const a = light(parse(getComputedStyle(element).color)), b = light(back(element));
    results.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text.slice(0, 40)]);
  }
  return results.sort((x, y) => x[0] - y[0]);
})()"""
FOCUS = r"""(() => { const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
  return [e.tagName, e.textContent.trim().slice(0, 60), style.outlineStyle, box.width > 0 && box.height > 0 && box.top < innerHeight && box.bottom > 0]; })()"""


class Browser:
    """Chromium, by its DevTools protocol over a pipe."""

    def __init__(self, program, folder):
        read, self.out = os.pipe()
        self.read_end, write = os.pipe()
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                   "--disable-background-networking", "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile", "about:blank"]

        def place():
            os.dup2(read, 63), os.dup2(write, 64), os.dup2(63, 3), os.dup2(64, 4)

        self.process = subprocess.Popen(command, preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE)
        os.close(read), os.close(write)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise ConnectionError("Chromium ended")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, domains):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in domains:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=1100, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key, code, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    def screenshot(self, file):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()


def skip(reason):
    print(f"page: SKIPPED: {reason}")
    sys.exit(77)


def models(folder):
    """A model with findings, one with hostile names, and one that cannot be read."""
    text = (ROOT / "assets/character.dae").read_text()
    (folder / "bare.dae").write_text(text)
    escaped = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    assert 'name="Walk"' in text, "the character has a clip Walk"
    (folder / "a <b> & 'c'.dae").write_text(text.replace('name="Walk"', f'name="{escaped}"'))
    (folder / "broken.glb").write_bytes(b"glTF")
    (folder / "sinew.toml").write_text("[[clip]]\nname = '*'\nloop = true\nspeed = 9\n[budget]\nbones = 1\n")


def main():
    program = shutil.which("chromium")
    if not program:
        skip("chromium is not installed")
    sinew = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        models(folder)
        command = [sinew, "--check", ".", "--html", "page.html"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 3, done.stderr
        page = (folder / "page.html").read_bytes()
        subprocess.run(command, cwd=folder, capture_output=True)
        assert page == (folder / "page.html").read_bytes(), "the same models give another page"
        browser = Browser(program, folder)
        try:
            check(browser, (folder / "page.html").as_uri(), sys.argv[2] if len(sys.argv) > 2 else None)
        except ConnectionError:
            skip("chromium does not run here: " + browser.process.stderr.read().decode(errors="replace")[-300:])
        finally:
            browser.close()


def check(browser, url, screenshots):
    browser.open(url, ["Page", "Runtime", "Log", "Network"])
    # Pictures are there, all of them, and nothing was asked of a network.
    browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; }); "
                     "document.querySelectorAll('img').forEach((one) => { one.loading = 'eager'; }); 0")
    broken = browser.call("Runtime.evaluate", returnByValue=True, awaitPromise=True, expression=
                          "Promise.all([...document.images].map((one) => one.decode().then(() => '', () => one.alt)))"
                          ".then((all) => all.filter((one) => one))")["result"]["value"]
    assert broken == [], broken
    count = browser.evaluate("document.images.length")
    assert count > 20, count
    assert browser.evaluate("[...document.images].every((one) => one.alt && one.naturalWidth == one.width)")
    assert browser.evaluate("[...document.querySelectorAll('details img')].every((one) => one.src.startsWith('data:image/webp'))")
    browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; }); scrollTo(0, 0); 0")
    # Hostile names are text.
    assert browser.evaluate("document.querySelectorAll('[onerror]').length") == 0
    assert HOSTILE in browser.evaluate("document.body.textContent")
    assert "a <b> & 'c'.dae" in browser.evaluate("document.body.textContent")
    assert browser.evaluate("document.querySelectorAll('b, script').length") == 0
    # One level of headings after another.
    levels = browser.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:])), levels
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        contrasts = browser.evaluate(CONTRASTS)
        assert len(contrasts) > 50 and contrasts[0][0] >= 4.5, (scheme, contrasts[:3])
        if screenshots:
            browser.screenshot(f"{screenshots}/page_{scheme}.png")
    walk(browser)
    narrow(browser, screenshots)
    events = [event for event in browser.events if event.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]
    assert events == [], events
    requests = [event["params"]["request"]["url"][:60] for event in browser.events if event.get("method") == "Network.requestWillBeSent"]
    assert all(one.startswith(("file:", "data:", "about:")) for one in requests), requests
    print(f"page: {count} pictures, {len(contrasts)} texts, no message")


def walk(browser):
    """From the top to the end of the page with the tabulator key: every link and every animation, in order and in sight."""
    expected = browser.evaluate("[...document.querySelectorAll('a[href], summary')].map((one) => one.textContent.trim().slice(0, 60))")
    seen = []
    for _ in expected:
        browser.press("Tab", 9)
        tag, text, outline, isVisible = browser.evaluate(FOCUS)
        assert outline != "none" and isVisible, (tag, text, outline)
        seen.append(text)
        if tag == "SUMMARY" and len([one for one in seen if one.startswith("Play")]) == 1:
            browser.press("Enter", 13, "\r")
            assert browser.evaluate("document.activeElement.parentElement.open"), "Enter does not open an animation"
            browser.press("Enter", 13, "\r")
    assert seen == expected, (seen, expected)


def narrow(browser, screenshots):
    """As on a telephone."""
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    assert browser.evaluate("document.documentElement.scrollWidth <= 360"), "the page is too wide for a narrow screen"
    if screenshots:
        browser.screenshot(f"{screenshots}/page_narrow.png")


if __name__ == "__main__":
    main()
