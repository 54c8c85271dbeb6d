"""Chromium without a window, driven through the DevTools protocol over a pipe."""

import base64
import json
import os
import select
import signal
import subprocess
import tempfile
import time

_OPTIONS = ("--headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-extensions "
            "--disable-background-networking --disable-component-update --force-color-profile=srgb --remote-debugging-pipe")


class Browser:
    """One page. Use it in a `with` statement."""

    def __init__(self, timeout=60):
        """`timeout` is in seconds, for each command."""
        self.timeout = timeout
        self._profile = tempfile.TemporaryDirectory(prefix="star-slider-browser-", ignore_cleanup_errors=True)
        (to_browser, self._requests), (self._answers, from_browser) = os.pipe(), os.pipe()
        command = f"exec chromium {_OPTIONS} --user-data-dir={self._profile.name} about:blank 3<&{to_browser} 4>&{from_browser}"
        self._process = subprocess.Popen(
            ["bash", "-c", command], pass_fds=[to_browser, from_browser], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self._received = b""
        self._last = 0
        self.messages = []  # what the page wrote to its console, and exceptions
        self._session = None
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime"):
            self.send(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._requests)
        os.close(self._answers)
        self._profile.cleanup()

    def send(self, method, **parameters):
        """Send a command and return its result."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if answer.get("method") == "Runtime.exceptionThrown":
                self.messages.append(answer["params"]["exceptionDetails"]["exception"].get("description", "exception"))
            if answer.get("method") == "Runtime.consoleAPICalled":
                self.messages.append(str(answer["params"]["args"][0].get("value")))

    def _receive(self):
        end = time.monotonic() + self.timeout
        while b"\0" not in self._received:
            if not select.select([self._answers], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError(f"the browser did not answer within {self.timeout} s")
            part = os.read(self._answers, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self._received += part
        message, self._received = self._received.split(b"\0", 1)
        return json.loads(message)

    def evaluate(self, expression):
        """Return the value of a JavaScript expression; promises are awaited."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['exception']['description']}")
        return answer["result"].get("value")

    def open(self, url, width=1280, height=800, scale=1, is_touch=True, **features):
        """Open a page in a window of a size in CSS pixels. `features` are CSS media features."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.send("Emulation.setTouchEmulationEnabled", enabled=is_touch, maxTouchPoints=5)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])
        self.send("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def wait(self, condition):
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + self.timeout
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition} was not true within {self.timeout} s; the page said {self.messages}")
            time.sleep(0.02)

    def frame(self):
        """Wait until the browser has drawn what was changed."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def touch(self, kind, *points):
        """Send a touch event, `touchStart`, `touchMove` or `touchEnd`, with its contacts in CSS pixels."""
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])
        self.frame()

    def mouse(self, kind, x, y):
        """Send a mouse event: `mousePressed`, `mouseMoved` or `mouseReleased`."""
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        self.frame()

    def key(self, name):
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name)
        self.frame()

    def picture(self, path):
        """Write a picture of the whole page."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        data = self.send("Page.captureScreenshot", captureBeyondViewport=True, clip={
            "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
