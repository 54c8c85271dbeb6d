import Geometry
import Raster
import Text

/// A piece of a screen that is drawn whole: every pixel of its bounds, so that nothing has to be read.
class Widget {
  /// Nothing is drawn outside.
  let bounds: Rect<LayoutSpace>
  /// It looks different from what was drawn last.
  var isChanged = false
  /// The number of the frame that it last changed in.
  var changedAt: Int64 = 0

  init(_ bounds: Rect<LayoutSpace>) { self.bounds = bounds }

  func paint(_ canvas: Canvas, on surface: Surface) {
    preconditionFailure("every part says how it is painted")
  }
}

/// Words.
final class TextWidget: Widget {
  private let stamp: PlacedMask

  init(_ block: TextBlock, in bounds: Rect<LayoutSpace>, _ canvas: Canvas) {
    stamp = PlacedMask(block.coverage, x: bounds.minX + block.x, y: bounds.minY + block.y, through: canvas.transform)
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.fill(bounds, with: canvas.theme.background, on: surface)
    stamp.paint(canvas.theme.text, over: canvas.theme.background, on: surface)
  }
}

/// An image, as large as its bounds allow, in their middle.
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
    words = picture.turned(by: canvas.transform.rotation).words(in: canvas.format)
    place = canvas.transform.toPhysical(
      Rect(minX: left, minY: top, maxX: left + fitted.width, maxY: top + fitted.height))
    super.init(bounds)
  }

  /// The largest extent with the image's proportions; never beyond the image's own, which would only blur it.
  private static func fitted(_ image: Image, _ room: Size<LayoutSpace>) -> (width: Int32, height: Int32) {
    if image.width <= room.width && image.height <= room.height { return (image.width, image.height) }
    let byWidth = (room.width, Int32(Int64(image.height) * Int64(room.width) / Int64(image.width)))
    if byWidth.1 <= room.height { return (byWidth.0, max(byWidth.1, 1)) }
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

/// A number that is counted down: its digits are pictures, made once.
final class CountdownWidget: Widget {
  /// What is shown; `nil` is nothing at all.
  var number: Int32? {
    didSet { if number != oldValue { isChanged = true } }
  }

  private let label: TextBlock
  private let digits: [TextBlock]
  /// What each digit takes, pixels.
  private let advance: Int32
  private let labelBounds: Rect<LayoutSpace>

  /// `label` is set into the upper `labelBounds`, digits into boxes of `advance` pixels' width below it.
  init(
    _ label: TextBlock, in labelBounds: Rect<LayoutSpace>, digits: [TextBlock], advance: Int32,
    bounds: Rect<LayoutSpace>
  ) {
    self.label = label
    self.digits = digits
    self.advance = advance
    self.labelBounds = labelBounds
    super.init(bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    canvas.fill(bounds, with: theme.background, on: surface)
    guard let number else { return }
    func stamp(_ block: TextBlock, _ x: Int32, _ y: Int32) {
      PlacedMask(block.coverage, x: x + block.x, y: y + block.y, through: canvas.transform)
        .paint(theme.text, over: theme.background, on: surface)
    }
    stamp(label, labelBounds.minX, labelBounds.minY)
    var shown: [Int] = []
    var rest = Int(max(number, 0))
    repeat {
      shown.append(rest % 10)
      rest /= 10
    } while rest > 0
    var x = bounds.minX + (bounds.width - advance * Int32(shown.count)) / 2
    for digit in shown.reversed() where x >= bounds.minX && x + advance <= bounds.maxX {
      stamp(digits[digit], x, labelBounds.maxY)
      x += advance
    }
  }
}
