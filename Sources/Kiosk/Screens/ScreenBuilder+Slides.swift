import Display
import Settings
import StarSlider
import Text

extension ScreenBuilder {
  /// Builds a start screen with slides: the first question in white on the darkened lower part of the slide, and the button that opens it.
  /// Returns `nil` without memory for a slide.
  func slideScreen(
    _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder
  ) throws(ScreenError) -> Screen? {
    guard let slides = slideCanvas() else { return nil }
    let own = canvas
    canvas = slides
    defer { canvas = own }
    let place = QuestionPlace(0, local, design, sliders, isStart: true)
    let buttons = try invitation(place, Stack(metrics, .tiles, isRightToLeft: local.isRightToLeft), isLow: true)
    let (top, bottom) = (metrics.size.height * Scrim.end / 100, buttons[0].bounds.minY - metrics.margin / 4)
    // Two lines at most.
    let area = Rect<LayoutSpace>(
      minX: metrics.margin, minY: max(top, bottom - metrics.poster.largest * 13 / 5),
      maxX: metrics.size.width - metrics.margin, maxY: max(bottom, top + 1))
    let question = try set(
      .question(0), local.phrases, metrics.poster, in: area, isHeading: true, vertical: .bottom)
    var widgets: [Widget] = [TextWidget(question, in: area, canvas)] + buttons
    if let logo = design.logo { widgets.append(LogoChip(logo, own.plain.theme.background, metrics, canvas)) }
    return Screen(canvas, widgets: widgets, tapAction: .start)
  }
}

/// How much ink is mixed into the rows of a slide, so that white text is readable on any picture: nothing in the upper part, then more and
/// more, and 85 % behind the text. There, white has a contrast of at least 5 to 1.
enum Scrim {
  /// Where the ink begins and where its share is greatest, in percent of the height.
  static let (start, end) = (36, 60) as (Int32, Int32)
  static let ink = Color(red: 0x12, green: 0x16, blue: 0x1c)
  private static let most: Int32 = 217

  /// The lightest color behind text.
  static var lightest: Color {
    Light(.white, .linear).mixed(with: Light(ink, .linear), UInt8(most)).color(.linear)
  }

  /// Returns the share of ink in a row of a picture, in 1/255.
  static func share(row: Int32, of height: Int32) -> UInt8 {
    let ramp = Int64(max(height * (end - start) / 100, 1))
    let way = min(max(Int64(row - height * start / 100), 0), ramp)
    // An S-curve, so that no edge is seen at either end.
    return UInt8(Int64(most) * way * way * (3 * ramp - 2 * way) / (ramp * ramp * ramp))
  }
}

/// A logo in the middle of a slide's upper edge, on a plain rectangle with round corners.
final class LogoChip: Widget {
  private let chip: RoundedRectangle
  private let color: Color
  private let image: PlacedImage

  init(_ logo: Image, _ color: Color, _ metrics: Metrics, _ canvas: Canvas) {
    let (margin, padding) = (metrics.margin, metrics.margin * 2 / 3)
    let room = Rect<LayoutSpace>(
      minX: margin + padding, minY: margin + padding,
      maxX: max(metrics.size.width - margin - padding, margin + padding + 1),
      maxY: margin + padding + max(metrics.size.height / 9, 1))
    let middle = PlacedImage.place(logo, in: room)
    let top = Rect<LayoutSpace>(minX: room.minX, minY: room.minY, maxX: room.maxX, maxY: room.minY + middle.height)
    var plain = canvas
    (plain.photo, plain.theme.background) = (nil, color)
    image = PlacedImage(logo, in: top, plain)
    chip = RoundedRectangle(image.bounds.inset(by: -padding), radius: metrics.unit / 40, canvas)
    self.color = color
    super.init(chip.bounds)
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    chip.clear(around: bounds, canvas, on: surface)
    chip.paint(color, canvas, on: surface)
    image.paint(on: surface)
  }
}

/// A slide that is rendered for a start screen, a few rows at a time.
package struct SlideScaling {
  fileprivate var scaling: ImageScaling

  package var isDone: Bool { scaling.isDone }

  /// Renders at most `pixels` more pixels, but at least one row, in one of up to three passes over the slide.
  package mutating func advance(pixels: Int32) {
    scaling.advance(rows: max(pixels / max(scaling.result.bounds.width, 1), 1))
  }
}

extension Screen {
  /// Starts to render a slide so that it covers the screen.
  package func scaling(_ image: Image) -> SlideScaling {
    SlideScaling(scaling: ImageScaling(slide: image, canvas))
  }

  /// Shows a rendered slide in place of the previous one, if this is a start screen with slides.
  package func showSlide(_ slide: SlideScaling) {
    precondition(slide.isDone, "a slide that is not rendered yet")
    canvas.photo?.show(slide.scaling.result)
    invalidate()
  }

  /// Renders and shows a slide.
  package func showSlide(_ image: Image) {
    var slide = scaling(image)
    while !slide.isDone { slide.advance(pixels: .max) }
    showSlide(slide)
  }
}
