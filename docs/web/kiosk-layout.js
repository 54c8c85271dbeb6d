"use strict";

// Breaks texts into lines, and draws them: see kiosk-text.js.

/// The extent of a line at a size, in pixels: at least its advance and its font's height, and all of its ink.
function extent(line, size) {
  const up = (length) => Math.ceil(length * size);
  const left = line.hasInk ? Math.min(line.left * size, 0) : 0;
  const right = line.hasInk ? Math.max(line.right, line.width) * size : line.width * size;
  const [inkTop, inkBottom] = line.hasInk ? [Math.max(up(line.top), 0), Math.max(up(-line.bottom), 0)] : [0, 0];
  return {
    left, width: right - left, inkTop, inkBottom,
    ascent: Math.max(inkTop, up(line.ascent)), descent: Math.max(inkBottom, up(line.descent)),
    opticalTop: Math.round(line.opticalTop * size), opticalBottom: Math.round(-line.opticalBottom * size),
  };
}

/// Fills line after line with as many words as fit. `breaksWords` breaks words that are wider than the box.
function layOut(paragraphs, size, width, height, breaksWords) {
  const layout = { size, lines: [], fits: true, hasBrokenWords: false };
  let used = 0;
  const longest = (paragraph, start, last, canEnd) => {
    let best;
    for (let end = start + 1; end <= last; end++) {
      if (end !== last && !canEnd(end)) continue;
      const line = paragraph.line(start, end);
      if (best && extent(line, size).width > width) break;
      best = [line, end];
    }
    return best;
  };
  for (const paragraph of paragraphs) {
    const count = paragraph.scalars.length;
    let start = 0;
    do {
      let [line, next] = start === count
        ? [paragraph.line(start, start), count]
        : longest(paragraph, start, count, (end) => paragraph.canBreakAfter[end - 1]);
      if (breaksWords && extent(line, size).width > width) {
        layout.hasBrokenWords = true;
        [line, next] = longest(paragraph, start, next, (end) => paragraph.clusterStarts[end]);
      }
      const its = extent(line, size);
      used += its.ascent + its.descent;
      if (its.width > width || used > height) layout.fits = false;
      if (used > height || (!layout.fits && !breaksWords)) return layout;
      layout.lines.push({ line, extent: its });
      start = next;
    } while (start < count);
  }
  return layout;
}

/// Returns the layout of the largest size that fits.
function fit(paragraphs, { size, smallest, width, height }) {
  for (const breaksWords of [false, true]) {
    for (let tried = size; tried >= smallest; tried--) {
      const layout = layOut(paragraphs, tried, width, height, breaksWords);
      if (layout.fits || (breaksWords && tried === smallest)) return layout;
    }
  }
}

/// Returns the layout with the same number of lines whose longest line is as short as possible.
function balanced(layout, paragraphs, { width, height }) {
  if (layout.lines.length < 2 || !layout.fits) return layout;
  let [best, narrow, wide] = [layout, Math.floor(width / layout.lines.length), width];
  while (wide - narrow > Math.max(Math.floor(width / 16), 1)) {
    const middle = Math.floor((narrow + wide) / 2);
    const tried = layOut(paragraphs, layout.size, middle, height, layout.hasBrokenWords);
    if (tried.fits && tried.lines.length === layout.lines.length) [best, wide] = [tried, middle];
    else narrow = middle;
  }
  return best;
}

// MARK: Drawing

/// Sets a text in a box. Returns what `TextBlock` has.
function setText(request) {
  const font = new TextFont(request.fonts, request.isHeading, request.language);
  const paragraphs = [];
  let start = 0;
  const parts = request.text.split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/);
  if (parts.length > 1 && parts[parts.length - 1] === "") parts.pop();
  for (const part of parts) {
    paragraphs.push(new Paragraph(part, start, request.direction, font));
    start += Array.from(part).length + 1;
  }
  let layout = fit(paragraphs, request);
  if (request.isHeading) layout = balanced(layout, paragraphs, request);
  const { lines, size } = layout;
  const height = lines.reduce((sum, { extent }) => sum + extent.ascent + extent.descent, 0);
  let [inner, inkTop, inkBottom] = [0, 0, height];
  if (lines.length) {
    const [first, last] = [lines[0].extent, lines[lines.length - 1].extent];
    const baseline = height - last.descent;
    inner = Math.floor((first.ascent - first.opticalTop + baseline + last.opticalBottom) / 2);
    [inkTop, inkBottom] = [first.ascent - first.inkTop, baseline + last.inkBottom];
  }
  let top = request.vertical === 0 ? 0 : request.vertical === 2 ? request.height - height
    : Math.max(Math.min((request.height >> 1) - inner, request.height - inkBottom), -inkTop);
  const block = {
    size, textHeight: height, middle: top + inner, hasBrokenWords: layout.hasBrokenWords,
    isComplete: layout.fits || !/\S/u.test(request.text), lines: [],
  };
  const placed = [];
  for (const { line, extent } of lines) {
    const { isRightToLeft, start } = line.paragraph;
    const space = request.width - extent.width;
    const atEnd = (request.alignment === 2) !== isRightToLeft;
    const pen = (request.alignment === 1 ? space / 2 : atEnd ? space : 0) - extent.left;
    placed.push({ line, pen, baseline: top + extent.ascent });
    block.lines.push([
      start + line.start, start + line.end, top + extent.ascent, Math.round(extent.width), isRightToLeft ? 1 : 0]);
    top += extent.ascent + extent.descent;
  }
  return Object.assign(block, draw(placed, size, request.width, request.height));
}

/// Draws lines, and returns the coverage without the blank rows and columns around it.
function draw(placed, size, width, height) {
  const edges = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { line, pen, baseline } of placed) {
    if (!line.hasInk) continue;
    edges[0] = Math.min(edges[0], Math.floor(pen + line.left * size) - 2);
    edges[1] = Math.min(edges[1], Math.floor(baseline - line.top * size) - 2);
    edges[2] = Math.max(edges[2], Math.ceil(pen + line.right * size) + 2);
    edges[3] = Math.max(edges[3], Math.ceil(baseline - line.bottom * size) + 2);
  }
  const [left, top] = [Math.max(edges[0], 0), Math.max(edges[1], 0)];
  const [columns, rows] = [Math.min(edges[2], width) - left, Math.min(edges[3], height) - top];
  if (!(columns > 0 && rows > 0)) return { x: 0, y: 0, width: 0, height: 0, coverage: new Uint8Array() };
  if (scratch.width < columns || scratch.height < rows) {
    [scratch.width, scratch.height] = [Math.max(scratch.width, columns), Math.max(scratch.height, rows)];
  }
  brush.clearRect(0, 0, columns, rows);
  for (const { line, pen, baseline } of placed) {
    line.paragraph.font.use(size, line.paragraph.isRightToLeft);
    brush.fillText(line.text, pen - left, baseline - top);
  }
  const { data } = brush.getImageData(0, 0, columns, rows);
  let [minX, minY, maxX, maxY] = [columns, rows, 0, 0];
  for (let y = 0, at = 3; y < rows; y++) {
    for (let x = 0; x < columns; x++, at += 4) {
      if (data[at] === 0) continue;
      [minX, maxX, minY, maxY] = [Math.min(minX, x), Math.max(maxX, x + 1), Math.min(minY, y), y + 1];
    }
  }
  if (minX >= maxX) return { x: 0, y: 0, width: 0, height: 0, coverage: new Uint8Array() };
  const coverage = new Uint8Array((maxX - minX) * (maxY - minY));
  for (let y = minY, to = 0; y < maxY; y++) {
    for (let x = minX; x < maxX; x++) coverage[to++] = data[(y * columns + x) * 4 + 3];
  }
  return { x: left + minX, y: top + minY, width: maxX - minX, height: maxY - minY, coverage };
}
