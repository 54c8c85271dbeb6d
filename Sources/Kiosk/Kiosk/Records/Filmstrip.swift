import Pictures
import StarSlider

/// A sheet of small pictures of the screen, one for each frame, in reading order.
final class Filmstrip {
  /// The maximum number of frames; later ones are dropped.
  private static var capacity: Int { 60 }
  private static var columns: Int32 { 5 }
  /// The gap between the pictures, in pixels.
  private static var gap: Int32 { 6 }
  /// The maximum width of a small picture, in pixels.
  private static var width: Int32 { 240 }

  /// The side of a block of screen pixels. Each block becomes one pixel of a small picture.
  private let block: Int32
  private let frameSize: Size<PhysicalSpace>
  /// The small pictures, with three bytes per pixel.
  private var frames: [UInt8] = []
  private(set) var count = 0

  init(screen: Size<PhysicalSpace>) {
    block = max((screen.width + Self.width - 1) / Self.width, 1)
    frameSize = Size(width: max(screen.width / block, 1), height: max(screen.height / block, 1))
  }

  /// Adds a picture of the screen, each pixel the mean of its block.
  func add(_ surface: Surface) {
    if count == Self.capacity { return }
    count += 1
    for y in 0..<frameSize.height {
      for x in 0..<frameSize.width { addMean(of: surface, x * block, y * block) }
    }
  }

  private func addMean(of surface: Surface, _ left: Int32, _ top: Int32) {
    var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
    let (right, bottom) = (min(left + block, surface.size.width), min(top + block, surface.size.height))
    for y in top..<bottom {
      for x in left..<right {
        let color = surface.color(x: x, y: y)
        red += UInt32(color.red)
        green += UInt32(color.green)
        blue += UInt32(color.blue)
      }
    }
    let area = UInt32(max((right - left) * (bottom - top), 1))
    frames += [UInt8(red / area), UInt8(green / area), UInt8(blue / area)]
  }

  /// Returns the sheet as a PNG file.
  func png() throws(PNGError) -> [UInt8] {
    let columns = min(Self.columns, Int32(max(count, 1)))
    let rows = (Int32(count) + columns - 1) / columns
    let width = columns * (frameSize.width + Self.gap) + Self.gap
    let height = max(rows, 1) * (frameSize.height + Self.gap) + Self.gap
    var sheet = [UInt8](repeating: 0x60, count: Int(width) * Int(height) * 3)
    let line = Int(frameSize.width) * 3
    for frame in 0..<Int32(count) {
      let left = Self.gap + frame % columns * (frameSize.width + Self.gap)
      let top = Self.gap + frame / columns * (frameSize.height + Self.gap)
      for y in 0..<frameSize.height {
        let from = (Int(frame) * Int(frameSize.height) + Int(y)) * line
        let to = (Int(top + y) * Int(width) + Int(left)) * 3
        sheet.replaceSubrange(to..<(to + line), with: frames[from..<(from + line)])
      }
    }
    return try PNG.encode(rgb: sheet, width: width, height: height)
  }
}
