"use strict";

// The page of the kiosk: its screen on a canvas, the configuration beside it, what the check finds, and a picture of every screen.

const element = (id) => document.getElementById(id);
const [glass, canvas, editor] = [element("glass"), element("screen"), element("configuration")];

const phases = { pointerdown: 0, pointermove: 1, pointerup: 2, pointercancel: 3 };
const keys = {
  ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, PageUp: 4, PageDown: 5, Home: 6, End: 7, Enter: 8, " ": 8,
};

let compiled;  // the module's code
let kiosk;  // the module that runs
let shownSize;  // of the kiosk that runs
let waiting = {};  // the frame and the timer that are due next
let checkNumber = 0;  // of the latest check, so that pictures of an earlier one are dropped

// MARK: The check

function choices() {
  const [width, height] = element("size").value.split("x").map(Number);
  return { width, height, theme: Number(element("theme").value), motion: Number(element("motion").value) };
}

/// Checks the configuration. If it is valid, draws all its screens and starts it.
function check() {
  const size = choices();
  const number = ++checkNumber;
  try {
    const result = kiosk.check(editor.value, size);
    showFound(result);
    if (!result.isValid) return;
    drawSheet(result.screens, size, number);
    start(size);
  } catch (error) {
    recover(error);
  }
}

/// Starts the checked configuration on a screen of a size, from its first screen.
function start({ width, height }) {
  if (!kiosk.functions.begin(performance.now())) throw new Error("there is not enough memory for the screen");
  shownSize = [width, height];
  [canvas.width, canvas.height] = shownSize;
  glass.style.setProperty("--width", width);
  glass.style.setProperty("--height", height);
  update();
}

/// Replaces the module after a trap, which leaves it in an unknown state.
async function recover(error) {
  console.error(error);
  kiosk = await KioskModule.make(compiled);
  shownSize = undefined;
  tell(`The kiosk stopped on this configuration, which is a bug: ${error.message}. Change the configuration to go on.`);
}

function showFound({ isValid, found }) {
  tell("");
  const count = (isError, word) => {
    const number = found.filter((one) => one.isError === isError).length;
    return number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`;
  };
  const errors = count(true, "error") || "no errors";
  const rest = isValid || !shownSize ? "" : "; the kiosk keeps the last valid configuration";
  element("summary").textContent = "kiosk.conf: " + [errors, count(false, "warning")].filter(Boolean).join(", ") + rest;
  element("summary").classList.toggle("failed", errors !== "no errors");
  document.querySelector(".kiosk").classList.toggle("outdated", !isValid);
  element("found").replaceChildren(...found.map((one) => {
    const item = document.createElement("li");
    item.className = one.isError ? "error" : "warning";
    const text = one.line > 0 ? document.createElement("button") : document.createElement("span");
    text.textContent = one.message;
    if (one.line > 0) {
      text.type = "button";
      text.addEventListener("click", () => selectLine(one.line));
    }
    item.append(text);
    return item;
  }));
  showNumbers(found);
}

/// Shows the numbers of the lines, and marks those with a problem.
function showNumbers(found) {
  const marks = new Map();
  for (const one of found) if (marks.get(one.line) !== "error") marks.set(one.line, one.isError ? "error" : "warning");
  element("numbers").replaceChildren(...editor.value.split("\n").map((_, i) => {
    const number = document.createElement("span");
    number.textContent = i + 1;
    number.className = marks.get(i + 1) ?? "";
    return number;
  }));
  element("numbers").scrollTop = editor.scrollTop;
}

function selectLine(line) {
  const lines = editor.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  editor.focus();
  editor.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  const height = editor.scrollHeight / lines.length;
  editor.scrollTop = Math.max((line - 4) * height, 0);
}

// MARK: A visit

/// Calls the module, then shows what has changed.
function act(call) {
  if (!shownSize) return;
  try {
    call(kiosk.functions);
    update();
  } catch (error) {
    recover(error);
  }
}

/// Paints in the browser's next frame, and returns when the kiosk's next deadline is due.
function update() {
  describe();
  if (waiting.frame) return;
  waiting.frame = requestAnimationFrame(() => {
    waiting.frame = undefined;
    if (!shownSize) return;
    kiosk.paint(canvas);
    wait();
  });
}

function wait() {
  clearTimeout(waiting.timer);
  const deadline = kiosk.functions.deadline();
  if (deadline < 0) return;
  waiting.timer = setTimeout(() => act((functions) => functions.advance(performance.now())), Math.max(deadline - performance.now(), 0));
}

let described = "";

/// Says in words what the screen shows, for people who do not see it, and lists the answers.
function describe() {
  const shown = kiosk.describe();
  const text = JSON.stringify(shown);
  if (text === described) return;
  described = text;
  const name = nameOf(shown) + (shown.language ? `, ${shown.language}` : "");
  const words = `On the screen: ${name}. ${shown.text ?? ""}`;
  // A status that is written again is read out again.
  if (element("shown").textContent !== words) element("shown").textContent = words;
  element("countdown").textContent = shown.countdown && shown.screen !== "cleaning"
    ? `The visit ends in ${shown.countdown} s without a touch.` : "";
  element("given").hidden = shown.answers.length === 0;
  const visits = [...new Set(shown.answers.map((answer) => answer.visit))];
  element("answers").replaceChildren(...shown.answers.toReversed().map((answer) => {
    const row = document.createElement("tr");
    for (const cell of [visits.indexOf(answer.visit) + 1, answer.question, answer.kind, answerText(answer), answer.language]) {
      row.insertCell().textContent = cell;
    }
    return row;
  }));
}

function answerText(answer) {
  const value = {
    "stars": () => `${answer.steps / answer.perStar} of ${answer.count} stars`,
    "yes-no": () => (answer.steps ? "yes" : "no"),
    "choice": () => answer.chosen.join(", "),
    "comment": () => "code shown",
  }[answer.kind] ?? (() => `${answer.steps} of ${answer.count}`);
  const reasons = answer.reasons.length ? `, because of ${answer.reasons.join(", ")}` : "";
  return value() + reasons + (answer.isPartial ? " (visit not finished)" : "");
}

// MARK: Input

function listen() {
  for (const [name, phase] of Object.entries(phases)) {
    glass.addEventListener(name, (event) => {
      if (event.pointerType === "mouse" && event.button > 0) return;
      if (phase === 1 && event.pointerType === "mouse" && event.buttons === 0) return;
      const box = canvas.getBoundingClientRect();
      const x = Math.round(((event.clientX - box.left) * canvas.width * 256) / box.width);
      const y = Math.round(((event.clientY - box.top) * canvas.height * 256) / box.height);
      if (phase === 0) glass.setPointerCapture(event.pointerId);
      act((functions) => functions.touch(phase, event.pointerId, x, y, performance.now()));
    });
  }
  glass.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    act((functions) => functions.key(keys[event.key], performance.now()));
  });
  glass.addEventListener("contextmenu", (event) => event.preventDefault());
  let pause;
  editor.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(check, 400);
  });
  editor.addEventListener("scroll", () => (element("numbers").scrollTop = editor.scrollTop));
  element("choices").addEventListener("input", check);
  element("choices").addEventListener("submit", (event) => event.preventDefault());
  element("pictures").addEventListener("change", choosePictures);
  element("restart").addEventListener("click", check);
  for (const button of document.querySelectorAll("[data-copies]")) button.addEventListener("click", () => copy(button));
}

/// Decodes the PNG files that were chosen, and checks the configuration with them.
async function choosePictures() {
  for (const file of element("pictures").files) {
    try {
      const bitmap = await createImageBitmap(file);
      const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      copy.drawImage(bitmap, 0, 0);
      pictures.set(file.name, copy.getImageData(0, 0, bitmap.width, bitmap.height));
    } catch {
      return tell(`The browser cannot read ${file.name}: choose a PNG file.`);
    }
  }
  check();
}

/// Copies the configuration, or selects it where a page may not write to the clipboard.
async function copy(button) {
  try {
    await navigator.clipboard.writeText(editor.value);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  } catch {
    editor.select();
  }
}

function tell(problem) {
  element("problem").textContent = problem;
  element("problem").hidden = problem === "";
}

/// Starts the page with the module: gzip, in base 64.
async function startPage(module) {
  try {
    const packed = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    compiled = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    kiosk = await KioskModule.make(compiled);
  } catch (error) {
    return tell(`This browser cannot run the kiosk: ${error.message}. A browser of 2023 or later can.`);
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) element("motion").value = "2";
  listen();
  check();
}
