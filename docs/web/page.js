"use strict";

// Shows the rating control, a WebAssembly module without imports, on a canvas. Numbers go in and out: pixels in 1/256,
// values in steps of a star, colors as 0xRRGGBB.

const element = (id) => document.getElementById(id);
const [slider, stars, overlay] = [element("slider"), element("stars"), element("damage")];

const phases = { pointerdown: 0, pointermove: 1, pointerup: 2, pointercancel: 3 };
const keys = {
  ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, PageUp: 4, PageDown: 5, Home: 6, End: 7, Enter: 8, " ": 8,
};
const kinds = ["editing", "committed", "cancelled"];
const continuous = 1000000;

/// The shapes: their number in the module, tips, radius of the inner corners and of rounded ones in thousandths of the outer radius,
/// and the setting's and the Swift name.
const shapes = {
  star: { code: 0, setting: "star", swift: ".star" },
  rounded: { code: 4, tips: 5, inner: 560, corner: 140 },
  flower: { code: 4, tips: 9, inner: 720, corner: 300 },
  heart: { code: 1, setting: "heart", swift: ".heart" },
  circle: { code: 2, setting: "circle", swift: ".circle" },
  smileys: { code: 3, setting: "smileys" },
};

let control;  // the module's functions
let settings;  // what the form says
let isWaiting = false;  // for the next frame of the browser

// MARK: Settings

function readSettings() {
  const number = (id) => {
    const input = element(id);
    const value = Math.round(Number(input.value));
    return Math.min(Math.max(value || Number(input.min), Number(input.min)), Number(input.max));
  };
  const color = (id) => parseInt(element(id).value.slice(1), 16);
  const shape = element("shape").value;
  element("count").disabled = shape === "smileys";
  element("fill").disabled = shape === "smileys";
  element("line-width-text").value = `${element("line-width").value} px`;
  return {
    shape,
    count: shape === "smileys" ? 5 : number("count"),
    perStar: Number(element("step").value),
    direction: Number(element("direction").value),
    fill: color("fill"), empty: color("empty"), stroke: color("stroke"), background: color("background"),
    lineWidth: Math.round(Number(element("line-width").value) * 256),
    spacing: number("spacing"),
    clears: element("clears").checked,
    isReadOnly: element("read-only").checked,
    isDisabled: element("disabled").checked,
    size: element("size").value,
  };
}

/// The canvas' size in pixels of the screen. A canvas that fits the page has the page's own pixels: nothing is scaled.
function canvasSize() {
  if (settings.size !== "page") return settings.size.split("x").map(Number);
  const scale = window.devicePixelRatio || 1;
  const width = Math.min(slider.parentElement.clientWidth, 960);
  const height = settings.direction === 2 ? Math.min(420, window.innerHeight * 0.6) : Math.max(width * 0.26, 88);
  return [Math.floor(width * scale), Math.floor(height * scale)];
}

function configure() {
  settings = readSettings();
  const { code, tips = 5, inner = 382, corner = 0 } = shapes[settings.shape];
  const [width, height] = canvasSize();
  control.setScale(settings.count, settings.perStar, 0);
  control.setFace(
    code, tips, inner, corner, settings.fill, settings.empty, settings.background, settings.stroke, settings.lineWidth);
  control.setRow(settings.direction, settings.spacing, 0);
  control.setInput(settings.isReadOnly ? 0 : 1, settings.isDisabled ? 0 : 1, settings.clears ? 1 : 0);
  if (!control.show(width, height)) {
    tell(`${width}x${height} has no pixel for each of ${settings.count} stars: use fewer stars or a larger screen.`);
    return;
  }
  tell("");
  for (const canvas of [stars, overlay]) {
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  }
  stars.style.width = `${width / (settings.size === "page" ? window.devicePixelRatio || 1 : 1)}px`;
  slider.setAttribute("aria-valuemax", settings.count);
  slider.setAttribute("aria-orientation", settings.direction === 2 ? "vertical" : "horizontal");
  slider.setAttribute("aria-readonly", settings.isReadOnly);
  slider.setAttribute("aria-disabled", settings.isDisabled);
  slider.tabIndex = settings.isDisabled ? -1 : 0;
  element("configuration").textContent = configurationText();
  element("swift").textContent = swiftText();
  update();
}

// MARK: Values

function valueText(steps) {
  if (steps < 0) return "not rated";
  const value = Number((steps / settings.perStar).toFixed(2));
  return `${value} of ${settings.count} ${settings.count === 1 ? "star" : "stars"}`;
}

/// Reports an event if there is one, and paints in the browser's next frame.
function handle(hasEvent) {
  if (hasEvent) {
    const item = document.createElement("li");
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = kinds[control.eventKind()];
    item.append(kind, valueText(control.eventValue()));
    const events = element("events");
    events.prepend(item);
    while (events.children.length > 5) events.lastChild.remove();
    element("event-card").hidden = false;
  }
  update();
}

function update() {
  const value = control.value();
  const text = valueText(value);
  slider.setAttribute("aria-valuetext", text);
  if (value < 0) slider.removeAttribute("aria-valuenow");
  else slider.setAttribute("aria-valuenow", value / settings.perStar);
  element("value").textContent = text[0].toUpperCase() + text.slice(1);
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(paint);
}

// MARK: Frames

/// Paints what differs, and copies only that to the canvas.
function paint() {
  isWaiting = false;
  const start = performance.now();
  const count = control.paint();
  const time = performance.now() - start;
  if (count === 0) return;
  const { width, height } = stars;
  const bytes = new Uint8ClampedArray(control.memory.buffer, control.pixels(), width * height * 4);
  const image = new ImageData(bytes, width, height);
  const context = stars.getContext("2d");
  const rectangles = [];
  for (let i = 0; i < count; i++) {
    const [left, top, right, bottom] = [0, 1, 2, 3].map((edge) => control.damage(i, edge));
    rectangles.push({ left, top, width: right - left, height: bottom - top });
    context.putImageData(image, 0, 0, left, top, right - left, bottom - top);
  }
  showFrame(rectangles, time);
}

function showFrame(rectangles, time) {
  const area = rectangles.reduce((sum, each) => sum + each.width * each.height, 0);
  const first = rectangles.map((each) => `${each.width}x${each.height}`).slice(0, 2).join(", ");
  element("rectangles").textContent = rectangles.length > 2 ? `${first} and ${rectangles.length - 2} more` : first;
  element("area").textContent = area.toLocaleString("en");
  element("share").textContent = `${((100 * area) / (stars.width * stars.height)).toFixed(2)} %`;
  // Browsers round their clocks, many to 0.1 ms.
  element("time").textContent = time < 0.1 ? "under 100 µs" : `${time.toFixed(1)} ms`;
  const context = overlay.getContext("2d");
  context.clearRect(0, 0, overlay.width, overlay.height);
  if (!element("show-damage").checked) return;
  context.strokeStyle = "#d6006c";
  context.lineWidth = 2;
  for (const each of rectangles) context.strokeRect(each.left - 1, each.top - 1, each.width + 2, each.height + 2);
}

// MARK: Text to copy

/// The smileys' colors, from sad to happy, as `Face.smileys` has them.
const moods = [0xe55b4d, 0xf09546, 0xf5d04c, 0xa9cf54, 0x5cb85c];

const hex = (color) => color.toString(16).padStart(6, "0");

function configurationText() {
  const shape = shapes[settings.shape];
  const steps = { 1: "whole", 2: "half", 4: "quarter", [continuous]: "continuous" };
  const lines = ["[slider]", `stars = ${settings.count}`, `step = ${steps[settings.perStar] ?? `1/${settings.perStar}`}`];
  if (settings.direction === 1) lines.push("direction = rtl");
  if (settings.direction === 2) lines.push("axis = vertical");
  lines.push(`spacing = ${settings.spacing}`);
  if (settings.clears) lines.push("clears-on-repeated-tap = yes");
  if (settings.isReadOnly) lines.push("interactive = no");
  if (settings.isDisabled) lines.push("enabled = no");
  lines.push("", "[face]", `shape = ${shape.setting ?? `star:${shape.tips}`}`);
  if (shape.tips) lines.push(`inner-radius = ${shape.inner / 1000}`, `corner-radius = ${shape.corner / 1000}`);
  if (settings.shape !== "smileys") lines.push(`fill = #${hex(settings.fill)}`);
  lines.push(`empty = #${hex(settings.empty)}`, `background = #${hex(settings.background)}`);
  lines.push(`stroke = #${hex(settings.stroke)}`, `line-width = ${settings.lineWidth / 256}`);
  return lines.join("\n") + "\n";
}

function swiftText() {
  const shape = shapes[settings.shape];
  const isStar = shape.tips !== undefined;
  const color = (value) => `Color(rgb: 0x${hex(value)})`;
  const steps = { 1: ".whole", 2: ".half", 4: ".quarter", [continuous]: ".continuous" };
  const step = steps[settings.perStar];
  const lines = ["import StarSlider", ""];
  if (!step) lines.push(`let step = try Step(perStar: ${settings.perStar})`);
  lines.push(`let scale = try Scale(starCount: ${settings.count}, step: ${step ?? "step"})`);
  if (isStar) {
    lines.push(`let shape = try Shape.star(points: ${shape.tips}, innerRadius: ${shape.inner}, cornerRadius: ${shape.corner})`);
  }
  const face = [
    `shape: ${isStar ? "shape" : shape.swift ?? "$0"}`,
    `fill: ${settings.shape === "smileys" ? "Color(rgb: $1)" : color(settings.fill)}`,
    `empty: ${color(settings.empty)}`, `background: ${color(settings.background)}`, `stroke: ${color(settings.stroke)}`,
    `lineWidth: Fixed(raw: ${settings.lineWidth})`,
  ].join(",\n    ");
  lines.push("var configuration = SliderConfiguration(scale: scale)");
  lines.push(settings.shape === "smileys"
    ? `let moods: [UInt32] = [${moods.map((mood) => `0x${hex(mood)}`).join(", ")}]
configuration.faces = zip(Shape.smileys, moods).map {\n  Face(\n    ${face})\n}`
    : `configuration.face = Face(\n    ${face})`);
  if (settings.direction === 1) lines.push("configuration.layoutDirection = .rightToLeft");
  if (settings.direction === 2) lines.push("configuration.isVertical = true");
  lines.push(`configuration.spacing = ${settings.spacing}`);
  if (settings.clears) lines.push("configuration.clearsOnRepeatedTap = true");
  if (settings.isReadOnly) lines.push("configuration.isInteractive = false");
  if (settings.isDisabled) lines.push("configuration.isEnabled = false");
  return lines.join("\n") + "\n";
}

// MARK: Start

function tell(problem) {
  element("problem").textContent = problem;
  element("problem").hidden = problem === "";
}

function listen() {
  for (const [name, phase] of Object.entries(phases)) {
    slider.addEventListener(name, (event) => {
      if (event.pointerType === "mouse" && event.button > 0) return;
      const box = stars.getBoundingClientRect();
      const [x, y] = [
        Math.round(((event.clientX - box.left) * stars.width * 256) / box.width),
        Math.round(((event.clientY - box.top) * stars.height * 256) / box.height),
      ];
      if (phase === 0) slider.setPointerCapture(event.pointerId);
      handle(control.touch(phase, event.pointerId, x, y));
    });
  }
  slider.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return handle(control.cancel());
    if (!(event.key in keys)) return;
    event.preventDefault();
    handle(control.key(keys[event.key]));
  });
  element("settings").addEventListener("input", configure);
  element("settings").addEventListener("submit", (event) => event.preventDefault());
  element("show-damage").addEventListener("change", () => {
    if (!element("show-damage").checked) overlay.getContext("2d").clearRect(0, 0, overlay.width, overlay.height);
  });
  window.addEventListener("resize", () => {
    const [width, height] = canvasSize();
    // A page that is not shown has no width.
    if (width > 0 && (width !== stars.width || height !== stars.height)) configure();
  });
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.addEventListener("click", () => copy(button));
  }
}

/// Copies a text, or selects it where a page may not write to the clipboard.
async function copy(button) {
  const code = element(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  } catch {
    getSelection().selectAllChildren(code);
  }
}

/// Starts the page with the module: gzip, in base 64.
async function start(module) {
  try {
    const packed = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {});
    control = instance.exports;
  } catch (error) {
    return tell(`This browser cannot run the control: ${error.message}. A browser of 2023 or later can.`);
  }
  if (matchMedia("(prefers-color-scheme: dark)").matches) {
    const dark = { fill: "#ffc53d", empty: "#2a313b", stroke: "#6b7685", background: "#12161c" };
    for (const [id, color] of Object.entries(dark)) element(id).value = color;
  }
  listen();
  configure();
}
