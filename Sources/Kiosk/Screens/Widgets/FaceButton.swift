import StarSlider
import Text

/// The coverage of smileys of one size, rendered before the first visitor: at full size and, with motion, in smaller sizes for a press.
struct FaceMasks {
  /// One size, in the same square as the full size.
  struct Scaled {
    /// The disc with its outline, and without.
    let whole: PlacedMask
    let inside: PlacedMask
    /// Eyes and mouths, in the order of moods.
    let inks: [PlacedMask?]
  }

  let side: Int32
  /// The largest first.
  let sizes: [Scaled]

  init(side: Int32, _ canvas: Canvas) {
    self.side = side
    let smaller = canvas.hasMotion ? StarPictures.pressedSizes : 0
    sizes = (0...smaller).map { size in
      let shrinkage = Fixed(side) * ButtonPress.depth / 200 * Int32(size) / Int32(StarPictures.pressedSizes)
      func outlines(_ shape: Shape, line: Fixed) -> ShapeOutlines {
        // A stroke of twice the width leaves room for the outline.
        Face(shape: shape, lineWidth: line * 2).outlines(inCellOf: side, grownBy: -shrinkage, in: side)
      }
      func mask(_ outline: Outline) -> PlacedMask {
        PlacedMask(CoveragePicture(outline, width: side, height: side), x: 0, y: 0, through: canvas.transform)
      }
      let line = Self.line(side)
      return Scaled(
        whole: mask(outlines(.circle, line: .zero).inside), inside: mask(outlines(.circle, line: line).inside),
        inks: Shape.Mood.allCases.map { outlines(.smiley($0), line: line).ink.map(mask) })
    }
  }

  /// The width of the outline: 1/32 of the face, at least 2 px.
  private static func line(_ side: Int32) -> Fixed { Fixed(raw: max(side * 256 / 32, 512)) }
}

/// A smiley that is a button.
final class FaceButton: ButtonWidget {
  private struct Masks {
    let whole: PlacedMask
    let inside: PlacedMask
    let ink: PlacedMask?
  }

  override var isOnPanel: Bool { true }
  override var focusRadius: Int32 { bounds.width / 2 }
  /// The largest first.
  private let sizes: [Masks]
  private let color: Color

  init(
    _ action: Action, _ mood: Shape.Mood, _ masks: FaceMasks, in square: Rect<LayoutSpace>, bounds: Rect<LayoutSpace>,
    _ canvas: Canvas
  ) {
    func placed(_ mask: PlacedMask) -> PlacedMask {
      mask.placed(x: square.minX, y: square.minY, side: masks.side, through: canvas.transform)
    }
    let index = Shape.Mood.allCases.firstIndex(of: mood) ?? 0
    sizes = masks.sizes.map {
      Masks(whole: placed($0.whole), inside: placed($0.inside), ink: $0.inks[index].map(placed))
    }
    color = canvas.theme.color(of: mood)
    super.init(action, .secondary, bounds: bounds)
  }

  override func paintBody(_ canvas: Canvas, on surface: Surface) {
    let theme = canvas.theme
    let fill = isPressed ? theme.pressed(color) : color
    let masks = sizes[Int((depth * Int32(sizes.count - 1) + ButtonPress.depth - 1) / ButtonPress.depth)]
    canvas.clear(bounds, on: surface)
    masks.whole.paint(theme.edge(of: color), over: theme.background, canvas, on: surface)
    masks.inside.paint(fill, over: theme.edge(of: color), canvas, on: surface)
    masks.ink?.paint(theme.ink(on: color), over: fill, canvas, on: surface)
  }
}
