import Display
import Geometry
import Raster
import StarSlider

/// Pictures of a star with a margin, made before the first visitor: empty, full, and full in growing sizes.
final class StarPictures {
  /// How many larger sizes there are.
  static var sizes: Int { 4 }

  /// Pixels around the star.
  let margin: Int32
  private let memory: PictureMemory

  /// Makes the pictures of a slider's stars, the largest 1.12 times as large as far as `room` pixels around a star permit. Returns
  /// `nil` without room or memory for them, and for stars that are images or differ.
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

  /// Stores the full star in a size, from 1 on.
  func paint(size: Int, on surface: Surface) { surface.copy(memory[1 + size]) }

  /// Stores the empty star, `share` / 256 of the way to the full one.
  func paint(share: UInt16, on surface: Surface) { surface.mix(memory[0], with: memory[1], share: share) }
}
