/// The finished images of a whole row of small stars, all empty and all full, with the gaps between the stars.
///
/// A value shows the full image up to its fill edge and the empty one beyond it, so each line is copied in two pieces. Copying small stars
/// one by one would take hundreds of short copies. The images can only be used if the stars share their sprites and the row runs along the
/// scanout's rows.
///
/// Safety: the same as that of `StarSprites`.
@safe struct RowSprites {
  let empty: UnsafeMutableRawPointer
  private let full: UnsafeMutableRawPointer
  /// The number of pixels per line. Lines follow each other without gaps.
  private let width: Int
  private let lines: Int
  private let bytesPerPixel: Int
  /// Whether stars fill from the right on the scanout.
  private let isReversed: Bool

  /// The maximum number of bytes of an image: both images and the screen's lines have to fit in a nearby cache.
  private static var mostBytes: Int { 32_768 }
  /// The maximum number of bytes of a star's line. Stars with longer lines are copied just as fast one by one.
  private static var longestLine: Int { 128 }

  /// Renders the images. `advance` is the distance from one star to the next in pixels. Returns `nil` if the stars do not qualify.
  init?(_ star: StarSprites, _ key: SpriteCache.Key, starCount: Int32, advance: Int32, in memory: SpriteMemory) {
    let size = Size<PhysicalSpace>(width: (starCount - 1) * advance + key.side, height: key.side)
    (width, lines, bytesPerPixel) = (Int(size.width), Int(size.height), Int(star.bytesPerPixel))
    let pitch = width * bytesPerPixel
    if unsafe starCount < 2 || star.half != nil || !star.direction.isAlongRows
      || Int(key.side * star.bytesPerPixel) > Self.longestLine || pitch * lines > Self.mostBytes
    {
      return nil
    }
    isReversed = star.direction.isReversed
    memory.reserve(2 * pitch * lines + 16)
    unsafe (empty, full) = (memory.allocate(pitch * lines), memory.allocate(pitch * lines))
    for isFull in [false, true] {
      let surface = unsafe Surface(base: isFull ? full : empty, pitch: pitch, size: size, format: key.format)
      surface.fill(surface.bounds, with: key.face.background)
      for index in 0..<starCount {
        star.paint(on: surface, x: index * advance, y: 0, fillX: isFull ? Fixed(key.side) : .zero)
      }
    }
  }

  /// Stores the row with its top left pixel at (`x`, `y`), with `pixels` of it filled, counted from its leading end.
  func paint(on surface: Surface, x: Int32, y: Int32, filled pixels: Int32) {
    let filled = min(Int(pixels), width)
    let (length, pitch) = (width &* bytesPerPixel, surface.pitch)
    let (left, right) = unsafe isReversed ? (empty, full) : (full, empty)
    let cut = (isReversed ? width &- filled : filled) &* bytesPerPixel
    let origin = unsafe surface.address(x: x, y: y)
    unsafe copyBlock(left, length, to: origin, pitch, bytes: cut, rows: lines)
    unsafe copyBlock(right + cut, length, to: origin + cut, pitch, bytes: length &- cut, rows: lines)
  }
}
