"use strict";

// The kiosk as a WebAssembly module: what it needs of the page, and its functions with texts and objects in place of addresses.

/// Translations by language, which `tools/web` adds.
const translations = {};

/// The pictures that were chosen on the page, as `ImageData` by the name of the file.
const pictures = new Map();

class KioskModule {
  /// Instantiates a compiled module. A module that was stopped by a trap can be replaced by a new one.
  static async make(compiled) {
    const made = new KioskModule();
    const imports = { setText: 0, copyText: 0, makeCode: 0, copyCode: 0, openFile: 0, copyFile: 0, openPicture: 0, copyPicture: 0, log: 0 };
    for (const name in imports) imports[name] = (...values) => made[name](...values);
    made.functions = (await WebAssembly.instantiate(compiled, { page: imports })).exports;
    return made;
  }

  get buffer() { return this.functions.memory.buffer; }
  bytes(address, length) { return new Uint8Array(this.buffer, address, length); }
  text(address, length) { return new TextDecoder().decode(this.bytes(address, length)); }
  json(length) { return JSON.parse(this.text(this.functions.resultText(), length)); }

  // MARK: What the module calls

  /// Sets a text. The fields are those of `page_text` and `page_block` in the header of CPage.
  setText(request, result) {
    const [text, language, fonts, textLength, languageLength, fontsLength, direction, alignment, vertical, size, smallest, width,
      height, isHeading] = new Int32Array(this.buffer, request, 14);
    this.block = setText({
      text: this.text(text, textLength), language: this.text(language, languageLength), fonts: this.text(fonts, fontsLength),
      direction, alignment, vertical, size, smallest, width, height, isHeading: isHeading !== 0,
    });
    const block = this.block;
    new Int32Array(this.buffer, result, 10).set([
      block.x, block.y, block.width, block.height, block.size, block.textHeight, block.middle, block.isComplete ? 1 : 0,
      block.hasBrokenWords ? 1 : 0, block.lines.length]);
  }

  copyText(lines, coverage) {
    new Int32Array(this.buffer, lines, this.block.lines.length * 5).set(this.block.lines.flat());
    this.bytes(coverage, this.block.coverage.length).set(this.block.coverage);
  }

  makeCode(address, length) {
    this.code = makeCode(this.bytes(address, length).slice()) ?? [];
    return this.code.length;
  }

  copyCode(address) { this.bytes(address, this.code.length ** 2).set(this.code.flat()); }

  openFile(address, length) {
    const name = this.text(address, length).match(/([A-Za-z-]+)\.ini$/)?.[1];
    this.file = new TextEncoder().encode(translations[name] ?? "");
    return translations[name] === undefined ? -1 : this.file.length;
  }

  copyFile(address) { this.bytes(address, this.file.length).set(this.file); }

  openPicture(address, length, size) {
    this.picture = pictures.get(this.text(address, length).replace(/^.*\//, ""));
    if (!this.picture) return 0;
    new Int32Array(this.buffer, size, 2).set([this.picture.width, this.picture.height]);
    return 1;
  }

  copyPicture(address) { this.bytes(address, this.picture.data.length).set(this.picture.data); }

  log(address, length) { console.warn(this.text(address, length)); }

  // MARK: What the page calls

  /// Checks a configuration. Returns what the check found, and the names of its screens.
  check(text, { width, height, theme, motion }) {
    const bytes = new TextEncoder().encode(text);
    this.bytes(this.functions.inputText(bytes.length), bytes.length).set(bytes);
    return this.json(this.functions.check(bytes.length, width, height, theme, motion));
  }

  /// Returns a picture of a screen of the checked configuration.
  screenPicture(index, width, height) {
    return this.image(this.functions.paintSheet(index), width, height);
  }

  image(address, width, height) {
    return new ImageData(new Uint8ClampedArray(this.buffer, address, width * height * 4), width, height);
  }

  describe() { return this.json(this.functions.describe()); }

  /// Paints what has changed, and copies it to a canvas. Returns whether anything has.
  paint(canvas) {
    const count = this.functions.paint();
    if (count === 0) return false;
    const image = this.image(this.functions.pixels(), canvas.width, canvas.height);
    const context = canvas.getContext("2d");
    for (let i = 0; i < count; i++) {
      const [left, top, right, bottom] = [0, 1, 2, 3].map((edge) => this.functions.damage(i, edge));
      context.putImageData(image, 0, 0, left, top, right - left, bottom - top);
    }
    return true;
  }

  /// Returns the middle of a button or of a star in pixels, or `undefined` if the screen has none. For the names, see `place` in Exports.swift.
  place(name, index = 0) {
    const names = ["option", "done", "startOver", "languages", "language", "contrast", "star"];
    const place = this.functions.place(names.indexOf(name), index);
    return place < 0 ? undefined : [place >> 16, place & 0xffff];
  }
}
