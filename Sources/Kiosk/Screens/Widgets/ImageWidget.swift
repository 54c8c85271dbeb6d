import Geometry
import Raster

/// An image, centred in its bounds and scaled down to fit.
final class ImageWidget: Widget {
  private let words: [UInt32]
  private let place: Rect<PhysicalSpace>

  init(_ image: Image, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    let fitted = Self.fitted(image, bounds.size)
    let (left, top) = (
      bounds.minX + (bounds.width - fitted.width) / 2, bounds.minY + (bounds.height - fitted.height) / 2
    )
    var picture = Picture(
      size: Size(width: fitted.width, height: fitted.height), background: canvas.theme.background, blending: .linear)
    picture.draw(image, in: Rect(picture.size))
    words = picture.rotated(by: canvas.transform.rotation).words(in: canvas.format)
    place = canvas.transform.toPhysical(
      Rect(minX: left, minY: top, maxX: left + fitted.width, maxY: top + fitted.height))
    super.init(bounds)
  }

  /// Returns the largest size with the image's proportions, at most the image's own: enlarging would only blur it.
  private static func fitted(_ image: Image, _ room: Size<LayoutSpace>) -> (width: Int32, height: Int32) {
    if image.width <= room.width && image.height <= room.height { return (image.width, image.height) }
    let height = Int32(Int64(image.height) * Int64(room.width) / Int64(image.width))
    if height <= room.height { return (room.width, max(height, 1)) }
    return (max(Int32(Int64(image.width) * Int64(room.height) / Int64(image.height)), 1), room.height)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.fill(bounds, with: canvas.theme.background, on: surface)
    let width = Int(place.width)
    for y in 0..<place.height {
      for x in 0..<place.width {
        surface.setPixel(x: place.minX + x, y: place.minY + y, to: words[Int(y) * width + Int(x)])
      }
    }
  }
}
