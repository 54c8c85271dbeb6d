"use strict";

// Sets the kiosk's texts with the browser's fonts. It follows the kiosk's own typesetter: the largest size at which a text fits its box, lines
// broken between words, headings balanced, heights by script. Lengths are in em until a size is chosen.

/// The size at which texts are measured; all others are multiples of it.
const measuredSize = 256;
const scratch = document.createElement("canvas");
const brush = scratch.getContext("2d", { willReadFrequently: true });
/// The measured lines, by font, direction and text.
const measured = new Map();

const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Ethi}]/u;
const strong = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]|\p{L}/u;
const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
const standsWithCapitals = /^[\0-\u052f\u1e00-\u206f\u20a0-\u20cf]$/u;

/// Returns the family list of CSS for the kiosk's fonts, one per line.
function familyList(fonts) {
  // A kiosk has Debian's Noto fonts.
  const sans = '"Noto Sans", sans-serif';
  const generic = { "sans": sans, "sans-serif": sans, "serif": "serif", "mono": "monospace", "monospace": "monospace" };
  const named = fonts.split("\n").filter(Boolean).map((name) => {
    const family = name.split(":")[0];
    return generic[family.toLowerCase()] ?? `"${family.replaceAll('"', "")}"`;
  });
  return [...named, sans].join(", ");
}

class TextFont {
  constructor(fonts, isHeading, language) {
    this.style = `${isHeading ? 600 : 400} %px ${familyList(fonts)}`;
    this.language = language;
    const h = this.measure("H", false);
    this.capitals = h.top;
  }

  use(size, isRightToLeft) {
    const font = this.style.replace("%", size);
    if (scratch.lang !== this.language) scratch.lang = this.language;
    brush.font = font;
    brush.direction = isRightToLeft ? "rtl" : "ltr";
    brush.textAlign = "left";
    brush.textRendering = "geometricPrecision";
    brush.fillStyle = "#fff";
  }

  /// Returns a line's width, ink and heights in em, relative to the start of its baseline; up is positive.
  measure(text, isRightToLeft) {
    const key = `${this.style}\n${this.language}\n${isRightToLeft}\n${text}`;
    const known = measured.get(key);
    if (known) return known;
    this.use(measuredSize, isRightToLeft);
    const found = brush.measureText(text);
    const em = (length) => length / measuredSize;
    const line = {
      width: em(found.width), left: em(-found.actualBoundingBoxLeft), right: em(found.actualBoundingBoxRight),
      top: em(found.actualBoundingBoxAscent), bottom: em(-found.actualBoundingBoxDescent),
      ascent: em(found.fontBoundingBoxAscent), descent: em(found.fontBoundingBoxDescent),
    };
    line.hasInk = line.right > line.left && line.top > line.bottom;
    measured.set(key, line);
    return line;
  }
}

/// The height of a line of a character's script in em.
function lineHeight(scalar) {
  const code = scalar.codePointAt(0);
  const within = (first, last) => code >= first && code <= last;
  if (within(0x600, 0x8ff) || within(0xfb50, 0xfdff) || within(0xfe70, 0xfefe)) return 1.45;
  return within(0x900, 0x109f) || within(0x1780, 0x17ff) ? 1.4 : 1.25;
}

// MARK: Paragraphs

class Paragraph {
  constructor(text, start, direction, font) {
    this.scalars = Array.from(text, (scalar) => (/[\0-\x1f\x7f-\x9f]/.test(scalar) ? " " : scalar));
    [this.start, this.font] = [start, font];
    const first = text.match(strong)?.[0] ?? "";
    this.isRightToLeft = direction === 2 || (direction === 0 && rightToLeft.test(first));
    this.clusterStarts = this.findClusters(font.language);
    this.canBreakAfter = this.findBreaks(font.language);
    this.lines = new Map();
  }

  findClusters(language) {
    const starts = new Array(this.scalars.length + 1).fill(false);
    const offsets = this.offsets();
    for (const part of segments(language, "grapheme", this.scalars.join(""))) starts[offsets.get(part.index)] = true;
    return starts;
  }

  /// The index of the scalar at each offset of the text in UTF-16.
  offsets() {
    const offsets = new Map();
    let offset = 0;
    this.scalars.forEach((scalar, i) => {
      offsets.set(offset, i);
      offset += scalar.length;
    });
    return offsets;
  }

  findBreaks(language) {
    const { scalars } = this;
    const text = scalars.join("");
    const allowed = new Array(scalars.length).fill(false);
    if (!unspaced.test(text) || /\p{sc=Hang}/u.test(text)) {
      scalars.forEach((_, i) => (allowed[i] = this.endsWord(i)));
    } else {
      const offsets = this.offsets();
      for (const part of segments(language, "word", text)) {
        // Japanese breaks between phrases: words in Hiragana belong to the word before them.
        const isSuffix = /^\p{sc=Hira}+$/u.test(part.segment) || /^[\s\p{P}]/u.test(part.segment);
        const first = offsets.get(part.index);
        const opens = first > 0 && /^[\p{Ps}\p{Pi}]$/u.test(scalars[first - 1]);
        if (first > 0 && !isSuffix && !opens) allowed[first - 1] = true;
      }
    }
    return allowed.map((isAllowed, i) => isAllowed && this.clusterStarts[i + 1] !== false);
  }

  /// Whether a line may end after a scalar of a text with spaces.
  endsWord(i) {
    const { scalars } = this;
    const next = scalars[i + 1];
    if (next === undefined || isSpace(next)) return false;
    if (isSpace(scalars[i])) return !/[!%),./:;?\]}»]/.test(next);
    if (scalars[i] === "\u00ad") return true;
    const isLetter = (scalar) => scalar !== undefined && /\p{L}/u.test(scalar);
    return /[/\-\u058a\u05be\u2010\u2012-\u2014]/.test(scalars[i]) && isLetter(scalars[i - 1]) && isLetter(next);
  }

  /// Returns the measured line of a range, without white space at its end.
  line(start, next) {
    let end = next;
    while (end > start && isSpace(this.scalars[end - 1])) end--;
    const key = start * 65536 + end;
    const known = this.lines.get(key);
    if (known) return known;
    const text = this.scalars.slice(start, end).map((scalar, i, all) =>
      scalar === "\u00ad" ? (i === all.length - 1 ? "-" : "") : scalar).join("");
    const line = { start, end, text, paragraph: this, ...this.font.measure(text, this.isRightToLeft) };
    const whole = line.ascent + line.descent;
    const height = Math.max(...this.scalars.slice(start, end).map(lineHeight), 1.25);
    [line.ascent, line.descent] = [(line.ascent * height) / whole, (line.descent * height) / whole];
    const hasCapitals = [...text].every((scalar) => standsWithCapitals.test(scalar));
    line.opticalTop = hasCapitals && text ? this.font.capitals : Math.max(line.top, 0);
    line.opticalBottom = hasCapitals ? 0 : Math.min(line.bottom, 0);
    this.lines.set(key, line);
    return line;
  }
}

const isSpace = (scalar) => /^[ \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]$/.test(scalar);

function segments(language, granularity, text) {
  try {
    return new Intl.Segmenter(language || undefined, { granularity }).segment(text);
  } catch {
    return new Intl.Segmenter(undefined, { granularity }).segment(text);
  }
}
