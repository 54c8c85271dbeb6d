import Geometry
import Raster

/// An image on the background at a position on the scanout, centred in its bounds and scaled down to fit. It is scaled once.
struct PlacedImage {
  private let words: [UInt32]
  private let place: Rect<PhysicalSpace>

  init(_ image: Image, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    let fitted = Self.fitted(image, bounds.size)
    let (left, top) = (
      bounds.minX + (bounds.width - fitted.width) / 2, bounds.minY + (bounds.height - fitted.height) / 2
    )
    var picture = Picture(
      size: Size(width: fitted.width, height: fitted.height), background: canvas.theme.background, blending: .linear)
    if let photo = canvas.photo {
      for i in picture.lights.indices {
        let (x, y) = (left + Int32(i) % fitted.width, top + Int32(i) / fitted.width)
        picture.lights[i] = photo.light(x: x, y: y, through: canvas.transform)
      }
    }
    picture.draw(image, in: Rect(picture.size))
    words = picture.rotated(by: canvas.transform.rotation).words(in: canvas.format)
    place = canvas.transform.toPhysical(
      Rect(minX: left, minY: top, maxX: left + fitted.width, maxY: top + fitted.height))
  }

  /// Returns the largest size with the image's proportions that fits, but not larger than the image, because enlarging would only blur it.
  private static func fitted(_ image: Image, _ room: Size<LayoutSpace>) -> (width: Int32, height: Int32) {
    if image.width <= room.width && image.height <= room.height { return (image.width, image.height) }
    let height = Int32(Int64(image.height) * Int64(room.width) / Int64(image.width))
    if height <= room.height { return (room.width, max(height, 1)) }
    return (max(Int32(Int64(image.width) * Int64(room.height) / Int64(image.height)), 1), room.height)
  }

  /// Stores the pixels that lie on the surface. A shifted picture may extend beyond it.
  func paint(on surface: Surface) {
    let shown = place.intersection(surface.bounds)
    for y in shown.minY..<max(shown.maxY, shown.minY) {
      let row = Int(y - place.minY) * Int(place.width)
      for x in shown.minX..<shown.maxX { surface.setPixel(x: x, y: y, to: words[row + Int(x - place.minX)]) }
    }
  }
}

/// An image, centred in its bounds and scaled down to fit.
final class ImageWidget: Widget {
  private let image: PlacedImage

  init(_ image: Image, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    self.image = PlacedImage(image, in: bounds, canvas)
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.clear(bounds, on: surface)
    image.paint(on: surface)
  }
}

extension Canvas {
  /// Returns a screen that shows only an image.
  func screen(of image: Image) -> Screen {
    Screen(self, widgets: [ImageWidget(image, in: Rect(transform.layout), self)])
  }
}
