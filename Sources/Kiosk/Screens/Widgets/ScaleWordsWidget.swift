import StarSlider
import Text

/// The words below the stars: the first and the last word at the ends of the row, and the word for the visitor's value below its star. They
/// are drawn before the first visit, so showing a word only copies pixels.
final class ScaleWordsWidget: Widget {
  struct Word {
    let live: PaintedText
    /// The word at the end of the row, shown while it is not the word of the value.
    let quiet: PaintedText
    /// The word in the moment of the answer; `nil` without such a moment.
    let held: PaintedText?
  }

  override var isOnPanel: Bool { true }
  let words: [Word]
  private let stepsPerStar: Int32
  /// The index of the value's word; `nil` if there is no value or it is 0.
  private var shown: Int?

  /// Creates the words, one for each star of `slider`.
  ///
  /// - Parameters:
  ///   - held: The words in the moment of the answer; empty without such a moment.
  init(
    _ blocks: [TextBlock], held: [TextBlock], under slider: StarSlider, in bounds: Rect<LayoutSpace>, _ canvas: Canvas
  ) {
    stepsPerStar = slider.layout.scale.step.perStar
    func painted(_ block: TextBlock, under star: Int, _ color: Color) -> PaintedText {
      let (center, width) = (slider.layout.star(Int32(star)).center.x.floor, block.coverage.width)
      let x = max(min(center - width / 2, bounds.maxX - width), bounds.minX)
      return PaintedText(block, x: x, y: bounds.minY + block.y, color, canvas)
    }
    words = blocks.enumerated().map { star, block in
      Word(
        live: painted(block, under: star, canvas.theme.text),
        quiet: painted(block, under: star, canvas.theme.secondary),
        held: held.isEmpty ? nil : painted(held[star], under: star, canvas.theme.text))
    }
    super.init(bounds)
  }

  /// Shows the word of a value in steps.
  func show(_ value: Int32?) {
    let star = value.flatMap { $0 > 0 ? Int(($0 - 1) / stepsPerStar) : nil }
    markChanged(star != shown)
    shown = star
  }

  /// The word of the value in the moment of the answer.
  var held: PaintedText? { shown.flatMap { words[$0].held } }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.fill(bounds, with: canvas.theme.background, on: surface)
    let live = shown.map { words[$0].live }
    func paintEnd(_ end: Int) {
      if end == shown { return }
      if live?.isBeside(words[end].quiet, gap: 2 * canvas.ring) != false { words[end].quiet.paint(on: surface) }
    }
    paintEnd(0)
    paintEnd(words.count - 1)
    live?.paint(on: surface)
  }
}

/// A text as pixels in the screen's format.
struct PaintedText {
  let place: Rect<PhysicalSpace>
  /// The pixels row by row, without padding.
  private let bytes: [UInt8]

  /// Paints a text whose ink begins at a point, in a color on the theme's background.
  init(_ block: TextBlock, x: Int32, y: Int32, _ color: Color, _ canvas: Canvas) {
    let place = canvas.transform.toPhysical(
      Rect<LayoutSpace>(minX: x, minY: y, maxX: x + block.coverage.width, maxY: y + block.coverage.height))
    let picture = block.coverage.rotated(by: canvas.transform.rotation)
    let pitch = Int(place.width) * Int(canvas.format.bytesPerPixel)
    var bytes = [UInt8](repeating: 0, count: pitch * Int(place.height))
    bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      let surface = Surface(base: base, pitch: pitch, size: place.size, format: canvas.format)
      surface.fill(surface.bounds, with: canvas.theme.background)
      let ramp = canvas.ramps.ramp(color, over: canvas.theme.background, isText: true, canvas.format)
      surface.paint(picture, x: 0, y: 0, ramp)
    }
    (self.place, self.bytes) = (place, bytes)
  }

  /// Whether there are at least `gap` pixels between two texts on a line.
  func isBeside(_ other: PaintedText, gap: Int32) -> Bool {
    place.inset(by: -gap).intersection(other.place).isEmpty
  }

  func paint(on surface: Surface) {
    let part = place.intersection(surface.bounds)
    if part.isEmpty { return }
    let pixel = Int(surface.format.bytesPerPixel)
    let (length, pitch) = (Int(part.width) * pixel, Int(place.width) * pixel)
    bytes.withUnsafeBytes { source in
      for y in part.minY..<part.maxY {
        let start = Int(y - place.minY) * pitch + Int(part.minX - place.minX) * pixel
        let row = UnsafeRawBufferPointer(rebasing: source[start..<start + length])
        UnsafeMutableRawBufferPointer(start: surface.address(x: part.minX, y: y), count: length).copyMemory(from: row)
      }
    }
  }
}
