"use strict";

// QR codes with error correction level M, for `QRCode`: ISO/IEC 18004 with the byte mode, which is what the kiosk's library uses.

/// Returns the modules of a code as rows of 0 and 1, or `undefined` if the text is too long.
function makeCode(bytes) {
  // For each version from 1: the error correction bytes of a block, and the number of blocks.
  const corrections = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28];
  const blockCounts = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37,
    38, 40, 43, 45, 47, 49];

  /// The number of bytes of a version, with those for error correction.
  function capacity(version) {
    let modules = (16 * version + 128) * version + 64;
    if (version >= 2) {
      const alignments = Math.floor(version / 7) + 2;
      modules -= (25 * alignments - 10) * alignments - 55;
      if (version >= 7) modules -= 36;
    }
    return Math.floor(modules / 8);
  }

  const lengthBits = (version) => (version < 10 ? 8 : 16);
  const dataBytes = (version) => capacity(version) - corrections[version - 1] * blockCounts[version - 1];
  let version = 1;
  while (version <= 40 && 4 + lengthBits(version) + 8 * bytes.length > 8 * dataBytes(version)) version++;
  if (version > 40) return undefined;

  const code = new CodeDrawing(version);
  code.place(withCorrection(dataBits(bytes, lengthBits(version), dataBytes(version)), capacity(version),
    corrections[version - 1], blockCounts[version - 1]));
  return code.masked();
}

/// Returns the bytes of the data: mode, length, text, and padding.
function dataBits(bytes, lengthBits, count) {
  const bits = [];
  const add = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4);
  add(bytes.length, lengthBits);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, 8 * count - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < count; pad ^= 0xfd) data.push(pad);
  return data;
}

/// The product in GF(256) with the polynomial 0x11d.
function product(a, b) {
  let result = 0;
  for (let i = 7; i >= 0; i--) result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return result & 0xff;
}

/// Splits the data into blocks, adds Reed-Solomon bytes to each, and interleaves all.
function withCorrection(data, total, correction, blockCount) {
  const divisor = new Array(correction).fill(0);
  divisor[correction - 1] = 1;
  for (let i = 0, root = 1; i < correction; i++, root = product(root, 2)) {
    for (let j = 0; j < correction; j++) divisor[j] = product(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  }
  const remainder = (block) => {
    const rest = new Array(correction).fill(0);
    for (const byte of block) {
      const factor = byte ^ rest.shift();
      rest.push(0);
      divisor.forEach((each, i) => (rest[i] ^= product(each, factor)));
    }
    return rest;
  };
  const shorter = blockCount - (total % blockCount);
  const length = Math.floor(total / blockCount) - correction;
  const blocks = [];
  for (let i = 0, start = 0; i < blockCount; i++) {
    const end = start + length + (i < shorter ? 0 : 1);
    blocks.push(data.slice(start, end));
    start = end;
  }
  const rests = blocks.map(remainder);
  const result = [];
  for (let i = 0; i <= length; i++) for (const block of blocks) if (i < block.length) result.push(block[i]);
  for (let i = 0; i < correction; i++) for (const rest of rests) result.push(rest[i]);
  return result;
}

class CodeDrawing {
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    this.modules = Array.from({ length: this.size }, () => new Array(this.size).fill(0));
    this.isFixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.drawPatterns();
  }

  fix(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.modules[y][x] = isDark ? 1 : 0;
    this.isFixed[y][x] = true;
  }

  drawPatterns() {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.fix(6, i, i % 2 === 0);
      this.fix(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const distance = Math.max(Math.abs(dx), Math.abs(dy));
          this.fix(x + dx, y + dy, distance !== 2 && distance !== 4);
        }
      }
    }
    const places = this.alignments();
    const last = places.length - 1;
    for (let i = 0; i <= last; i++) {
      for (let j = 0; j <= last; j++) {
        if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) {
            this.fix(places[i] + dx, places[j] + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
          }
        }
      }
    }
    this.drawFormat(0);
    if (version < 7) return;
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      this.fix(a, b, (bits >> i) & 1);
      this.fix(b, a, (bits >> i) & 1);
    }
  }

  alignments() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = this.version === 32 ? 26 : Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const places = [6];
    for (let place = this.size - 7; places.length < count; place -= step) places.splice(1, 0, place);
    return places;
  }

  /// Draws the format: level M, whose bits are 0, and the mask.
  drawFormat(mask) {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i) => (bits >> i) & 1;
    const { size } = this;
    for (let i = 0; i <= 5; i++) this.fix(8, i, bit(i));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let i = 9; i < 15; i++) this.fix(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) this.fix(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) this.fix(8, size - 15 + i, bit(i));
    this.fix(8, size - 8, true);
  }

  /// Places the bytes in columns of two, upwards and downwards in turn.
  place(bytes) {
    const { size } = this;
    let next = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
          if (this.isFixed[y][x] || next >= bytes.length * 8) continue;
          this.modules[y][x] = (bytes[next >> 3] >> (7 - (next & 7))) & 1;
          next++;
        }
      }
    }
  }

  /// Returns the modules with the mask that scanners read most easily.
  masked() {
    const masks = [
      (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
      (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
      (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2];
    let best;
    for (let mask = 0; mask < 8; mask++) {
      this.drawFormat(mask);
      const rows = this.modules.map((row, y) =>
        row.map((module, x) => (this.isFixed[y][x] || masks[mask](x, y) !== 0 ? module : module ^ 1)));
      const penalty = CodeDrawing.penalty(rows);
      if (!best || penalty < best.penalty) best = { penalty, rows };
    }
    return best.rows;
  }

  static penalty(rows) {
    const size = rows.length;
    const columns = rows.map((_, x) => rows.map((row) => row[x]));
    let [penalty, dark] = [0, 0];
    for (const lines of [rows, columns]) {
      for (const line of lines) {
        const text = line.join("");
        for (const run of text.match(/0+|1+/g)) if (run.length >= 5) penalty += run.length - 2;
        const padded = `0000${text}0000`;
        for (let i = 0; i + 11 <= padded.length; i++) {
          const part = padded.slice(i, i + 11);
          if (part === "10111010000" || part === "00001011101") penalty += 40;
        }
      }
    }
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        dark += rows[y][x];
        if (x + 1 === size || y + 1 === size) continue;
        const sum = rows[y][x] + rows[y][x + 1] + rows[y + 1][x] + rows[y + 1][x + 1];
        if (sum === 0 || sum === 4) penalty += 3;
      }
    }
    return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
  }
}
