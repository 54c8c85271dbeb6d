import Display
import StarSlider

/// Pictures of a star with a margin: empty, full, full in larger sizes, in smaller sizes, and as on the thank-you screen. The first frame
/// does not need them, so they are rendered after it, before the first visitor.
final class StarPictures {
  /// The number of larger sizes.
  static var sizes: Int { 4 }
  /// The number of smaller sizes.
  static var pressedSizes: Int { 3 }

  /// The number of pixels around the star.
  let margin: Int32
  /// Whether there are shrunken stars that are not full.
  let hasPartialStars: Bool
  private let memory: PictureMemory
  private let slider: StarSlider
  private let growth: Fixed
  private var isRendered = false
  /// The index of the star on the thank-you screen.
  private let last: Int
  /// The growth of the smallest star at each side, compared to the full size; negative.
  private let shrinkage: Fixed

  /// Reserves memory for the pictures of a slider's stars. The largest is up to 1.12 times the full size, as far as the `room` pixels
  /// around a star permit; the smallest is 0.94 times. Returns `nil` if there is no room or no memory for them, or if the stars are images
  /// or differ from each other.
  init?(_ slider: StarSlider, room: Int32, format: PixelFormat) {
    let side = slider.layout.starSize
    growth = min(Fixed(side) * 6 / 100, Fixed(room))
    margin = growth.ceil
    shrinkage = -(Fixed(side) * ButtonPress.depth / 200)
    // With whole stars, a touched star is always full.
    hasPartialStars = slider.layout.scale.step.perStar > 1
    if margin < 1 || !slider.hasEqualShapes || !slider.configuration.fillsByValue.isEmpty { return nil }
    let size = Size<PhysicalSpace>(width: side + 2 * margin, height: side + 2 * margin)
    let count = 3 + Self.sizes + Self.pressedSizes * (hasPartialStars ? 2 : 1)
    last = count - 1
    guard let memory = PictureMemory(count, size: size, format: format) else { return nil }
    (self.memory, self.slider) = (memory, slider)
  }

  /// Renders the pictures, unless they are rendered already.
  func prepare() {
    if isRendered { return }
    isRendered = true
    slider.paintStar(isFull: false, margin: margin, on: memory[0])
    slider.paintStar(isFull: true, margin: margin, on: memory[1])
    slider.paintStar(isFull: true, margin: margin, style: Screen.thanks, on: memory[last])
    for size in 1...Self.sizes {
      slider.paintStar(grownBy: growth * Int32(size) / Int32(Self.sizes), on: memory[1 + size])
    }
    for size in 1...Self.pressedSizes {
      slider.paintStar(grownBy: pressedGrowth(size), on: pressed(size, isFull: true))
      if hasPartialStars {
        slider.paintStar(isFull: false, grownBy: pressedGrowth(size), on: pressed(size, isFull: false))
      }
    }
  }

  private func pressedGrowth(_ size: Int) -> Fixed { shrinkage * Int32(size) / Int32(Self.pressedSizes) }

  private func pressed(_ size: Int, isFull: Bool) -> Surface {
    memory[1 + Self.sizes + size + (isFull ? 0 : Self.pressedSizes)]
  }

  /// Stores the full star in a larger size. Sizes are counted from 1.
  func paint(size: Int, on surface: Surface) {
    prepare()
    surface.copy(memory[1 + size])
  }

  /// Stores a star with its current value in a smaller size. Sizes are counted from 1. Without `hasPartialStars` the star is full.
  func paint(_ star: Int32, of slider: StarSlider, pressedTo size: Int, on surface: Surface) {
    prepare()
    let full = pressed(size, isFull: true)
    if !hasPartialStars { return surface.copy(full) }
    slider.paintStar(
      star, empty: pressed(size, isFull: false), full: full, grownBy: pressedGrowth(size), on: surface)
  }

  /// Stores a mixture of the full star and `share` / 256 of that on the thank-you screen.
  func paint(thanks share: UInt16, on surface: Surface) {
    prepare()
    surface.mix(memory[1], with: memory[last], share: share)
  }

  /// Stores a mixture of the empty star and `share` / 256 of the full one.
  func paint(share: UInt16, on surface: Surface) {
    prepare()
    surface.mix(memory[0], with: memory[1], share: share)
  }
}
