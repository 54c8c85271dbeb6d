import Display
import Geometry
import Raster
import StarSlider

/// Pictures of a star with a margin, made before the first visit: empty, full, and full in growing sizes.
final class StarPictures {
  /// The number of larger sizes.
  static var sizes: Int { 4 }

  /// The number of pixels around the star.
  let margin: Int32
  private let memory: PictureMemory

  /// Makes the pictures of a slider's stars. The largest is 1.12 times the star's size, or less so that it extends beyond the star by at
  /// most `room` pixels. Returns `nil` if there is no room or memory for them, or if the stars are images or differ from each other.
  init?(_ slider: StarSlider, room: Int32, format: PixelFormat) {
    let side = slider.layout.starSize
    let growth = min(Fixed(side) * 6 / 100, Fixed(room))
    margin = growth.ceil
    if margin < 1 || !slider.hasEqualShapes { return nil }
    let size = Size<PhysicalSpace>(width: side + 2 * margin, height: side + 2 * margin)
    guard let memory = PictureMemory(2 + Self.sizes, size: size, format: format) else { return nil }
    self.memory = memory
    slider.paintStar(isFull: false, margin: margin, on: memory[0])
    slider.paintStar(isFull: true, margin: margin, on: memory[1])
    for size in 1...Self.sizes {
      slider.paintStar(grownBy: growth * Int32(size) / Int32(Self.sizes), on: memory[1 + size])
    }
  }

  /// Stores the full star in one of the larger sizes, counted from 1.
  func paint(size: Int, on surface: Surface) { surface.copy(memory[1 + size]) }

  /// Stores a mixture of the empty star and `share` / 256 of the full one.
  func paint(share: UInt16, on surface: Surface) { surface.mix(memory[0], with: memory[1], share: share) }
}
