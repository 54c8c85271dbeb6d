import Display
import Settings
import StarSlider

extension ScreenBuilder {
  /// Builds a start screen with slides. Text and stars are in a band at the bottom, the logo on a plate at the top. Both have the plain
  /// background, because the slide behind them could have any colors.
  func slideScreen(
    _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder
  ) throws(ScreenError) -> Screen {
    let (whole, margin, unit) = (Rect(metrics.size), metrics.margin, metrics.unit)
    let sizes = metrics.sizes(upTo: metrics.title.largest * 3 / 4)
    // An Arabic or Devanagari line is up to 2.2 em high.
    let line = sizes.largest * 11 / 5
    let hasStars = design.hasStars && !design.slider.isVertical
    let side = hasStars ? max(min(unit / 7, metrics.starSize(design.slider.scale.starCount)), 1) : 0
    let bottom = whole.maxY - margin
    let top = max(bottom - side - line, 0)
    let words = Rect<LayoutSpace>(
      minX: margin, minY: top, maxX: whole.maxX - margin, maxY: max(bottom - side, top + 1))
    let band = BandWidget(Rect(minX: 0, minY: max(top - margin / 2, 0), maxX: whole.maxX, maxY: whole.maxY))
    var widgets: [Widget] = [SlideWidget(whole), band, try text(.phrase(.attract), local.phrases, sizes, in: words)]
    if let logo = design.logo {
      let room = Rect<LayoutSpace>(
        minX: margin, minY: margin, maxX: whole.maxX - margin, maxY: margin + max(metrics.size.height / 9, 1))
      let plate = LogoPlate(logo, in: room, canvas.plain)
      // A tiny screen has no room for the logo above the band.
      if plate.bounds.maxY < band.bounds.minY { widgets.append(plate) }
    }
    var slider: StarSlider?
    if hasStars {
      let stars = design.slider.scale.starCount
      let width = min(stars * side + (stars - 1) * (side * 18 / 100), whole.width)
      let left = (whole.width - width) / 2
      slider = try sliders.smallSlider(
        isRightToLeft: local.reversesStars,
        in: Rect(minX: left, minY: words.maxY, maxX: left + width, maxY: words.maxY + side))
    }
    return Screen(canvas, widgets: widgets, slider: slider, tapAction: .start)
  }
}

/// A plain area behind other widgets.
final class BandWidget: Widget {
  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.fill(bounds, with: canvas.theme.background, on: surface)
  }
}

/// A logo at the top of a slide, on a plain area that reaches up to the edge of the screen.
final class LogoPlate: Widget {
  private let image: PlacedImage

  /// Centers the logo horizontally in its room, at the top.
  init(_ logo: Image, in room: Rect<LayoutSpace>, _ canvas: Canvas) {
    let middle = PlacedImage.place(logo, in: room)
    let top = Rect<LayoutSpace>(minX: room.minX, minY: room.minY, maxX: room.maxX, maxY: room.minY + middle.height)
    image = PlacedImage(logo, in: top, canvas)
    super.init(
      Rect(
        minX: middle.minX - room.minX, minY: 0, maxX: middle.maxX + room.minX, maxY: top.maxY + room.minY))
  }

  override func paint(_ canvas: Canvas, on surface: Surface) {
    canvas.fill(bounds, with: canvas.theme.background, on: surface)
    image.paint(on: surface)
  }
}

/// The slide behind a start screen's text. It changes only together with the whole screen, whose background is painted first.
final class SlideWidget: Widget {
  private var image: PlacedImage?

  func show(_ image: PlacedImage) { self.image = image }

  override func paint(_ canvas: Canvas, on surface: Surface) { image?.paint(on: surface) }
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
  /// Starts to render a slide.
  package func scaling(_ image: Image) -> SlideScaling {
    SlideScaling(scaling: ImageScaling(image, in: Rect(canvas.transform.layout), canvas))
  }

  /// Shows a rendered slide in place of the previous one, if this is a start screen with slides.
  package func showSlide(_ slide: SlideScaling) {
    precondition(slide.isDone, "a slide that is not rendered yet")
    for widget in widgets { (widget as? SlideWidget)?.show(slide.scaling.result) }
    invalidate()
  }

  /// Renders and shows a slide.
  package func showSlide(_ image: Image) {
    var slide = scaling(image)
    while !slide.isDone { slide.advance(pixels: .max) }
    showSlide(slide)
  }
}
