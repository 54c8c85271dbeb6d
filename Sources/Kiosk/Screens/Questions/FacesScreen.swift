import Geometry
import Raster
import StarSlider

extension ScreenBuilder {
  /// Builds a row of smileys of the same size as stars.
  func facesScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let count = place.question.size
    let stack = stack(.row(stars: count, words: place.ends > 0), place)
    let side = max(min(metrics.starSize(count), stack.row.height), 1)
    let gap = side * 18 / 100
    let left = (metrics.size.width - side * count - gap * (count - 1)) / 2
    // Of four faces, the neutral one in the middle is missing.
    let moods = Shape.Mood.allCases.filter { count == 5 || $0 != .neutral }
    let disc = FaceDisc(side: side)
    var widgets: [Widget] = []
    var squares: [Rect<LayoutSpace>] = []
    for (i, mood) in zip(0..<count, moods) {
      let x = left + (stack.isRightToLeft ? count - 1 - i : i) * (side + gap)
      let square = Rect<LayoutSpace>(
        minX: x, minY: stack.row.minY, maxX: x + side, maxY: stack.row.minY + side)
      checkTarget(square.size, .phrase(.question(place.number), language: place.phrases.language), "a face")
      widgets.append(FaceButton(.option(i), mood, disc, in: square, bounds: square.inset(by: -(gap / 2)), canvas))
      squares.append(square)
    }
    if place.ends == 2, let first = squares.first, let last = squares.last {
      widgets.append(try end(0, place, under: first, top: stack.words.minY, stack.words.height))
      widgets.append(try end(1, place, under: last, top: stack.words.minY, stack.words.height))
    }
    return try screen(place, stack, widgets)
  }
}

/// The parts that all faces of a row share: the disc with its outline, and the disc alone.
struct FaceDisc {
  let side: Int32
  let whole: CoveragePicture
  let inside: CoveragePicture

  init(side: Int32) {
    self.side = side
    whole = Self.outlines(.circle, side: side, line: .zero).inside
    inside = Self.outlines(.circle, side: side, line: Self.line(side)).inside
  }

  static func ink(_ mood: Shape.Mood, side: Int32) -> CoveragePicture {
    outlines(.smiley(mood), side: side, line: line(side)).ink
  }

  /// The width of the outline: 1/32 of the face, at least 2 px.
  private static func line(_ side: Int32) -> Fixed { Fixed(raw: max(side * 256 / 32, 512)) }

  private static func outlines(
    _ shape: Shape, side: Int32, line: Fixed
  ) -> (inside: CoveragePicture, ink: CoveragePicture) {
    // A stroke of twice the width, so that the outline fits in it.
    let outlines = Face(shape: shape, lineWidth: line * 2).outlines(inCellOf: side)
    func picture(_ outline: Outline) -> CoveragePicture { CoveragePicture(outline, width: side, height: side) }
    return (picture(outlines.inside), outlines.ink.map(picture) ?? .empty)
  }
}

/// A smiley that is a button.
final class FaceButton: ButtonWidget {
  override var isOnPanel: Bool { true }
  private let whole: PlacedMask
  private let inside: PlacedMask
  private let ink: PlacedMask
  private let color: Color

  init(
    _ action: Action, _ mood: Shape.Mood, _ disc: FaceDisc, in square: Rect<LayoutSpace>, bounds: Rect<LayoutSpace>,
    _ canvas: Canvas
  ) {
    func placed(_ picture: CoveragePicture) -> PlacedMask {
      PlacedMask(picture, x: square.minX, y: square.minY, through: canvas.transform)
    }
    (whole, inside) = (placed(disc.whole), placed(disc.inside))
    ink = placed(FaceDisc.ink(mood, side: disc.side))
    color = canvas.theme.color(of: mood)
    super.init(action, .secondary, bounds: bounds)
  }

  override func paintBody(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    let fill = isPressed ? color.mixed(with: theme.background, 96) : color
    let ink = theme.ink(on: color)
    whole.paint(theme.edge(of: color), over: theme.background, canvas, on: surface)
    inside.paint(fill, over: theme.edge(of: color), canvas, on: surface)
    self.ink.paint(ink, over: fill, canvas, on: surface)
  }
}

extension Theme {
  /// Returns the color of a face: from red to green, or the stars' color in a theme that does not distinguish by color.
  func color(of mood: Shape.Mood) -> Color {
    if !isShaded && isRounded { return star }
    return Face.smileys[Int(mood.rawValue - Shape.Mood.awful.rawValue)].fill
  }

  /// Returns the color of the eyes and the mouth.
  func ink(on color: Color) -> Color { Contrast(text, color) > Contrast(background, color) ? text : background }
}
