import Geometry
import Raster
import Rating

/// A row of stars on a surface: takes contacts, gives values, and repaints only the pixels that differ.
///
/// ```swift
/// let slider = StarSlider(configuration, bounds: bounds, on: transform, format: surface.format)!
/// _ = slider.paint(into: surface, age: 0)                       // the first frame draws all
/// if let event = slider.handle(.began, contact: 1, at: point) { print(event.kind) }
/// let damage = slider.paint(into: surface, age: 1)              // a later one only what differs
/// ```
///
/// One instance belongs to one screen. After `init` nothing is allocated, and nothing is computed in floating point.
public final class StarSlider {
  /// What a frame showed: enough to say which pixels differ from another frame.
  struct Appearance: Equatable {
    var value: Int32
    var look: Int
  }

  /// Where the stars are.
  public let layout: SliderLayout
  /// How the viewer's pixels lie on the scanout.
  public let transform: ScreenTransform

  /// Which of the faces is shown: 0, the configuration's, or one of the further looks.
  public var look = 0 {
    didSet { precondition(look >= 0 && look < tiles.count, "a look that was not given") }
  }

  var gesture: Gesture
  /// Neither read-only nor disabled.
  let takesInput: Bool
  let runsRightToLeft: Bool
  /// For each look, each star's.
  private let tiles: [[Tiles]]
  private let backgrounds: [Color]
  /// What the last frames showed, the latest first; as many as a display may have buffers.
  private var history = InlineArray<4, Appearance>(repeating: Appearance(value: 0, look: 0))
  private var framesKnown = 0

  /// Makes the layout and renders every face's pictures, in the screen's format and rotation: the only slow step.
  ///
  /// `looks` are further faces for the same stars, as for "thank you"; they have the same geometry if they have the same
  /// line width. Sliders with one `library` share the pictures of equal faces. `nil` where the bounds have no room or
  /// reach beyond the screen.
  public init?(
    _ configuration: SliderConfiguration, looks: [Face] = [], bounds: Rect<LayoutSpace>, on transform: ScreenTransform,
    format: PixelFormat, sharing library: TileLibrary = TileLibrary()
  ) {
    guard Rect(transform.layout).contains(bounds), let layout = SliderLayout(configuration, bounds: bounds) else {
      return nil
    }
    self.layout = layout
    self.transform = transform
    var tiles: [[Tiles]] = []
    var backgrounds: [Color] = []
    let shown = configuration.isEnabled ? configuration.faces : configuration.faces.map { $0.disabled }
    for faces in [shown] + looks.map({ [$0] }) {
      tiles.append(
        library.tiles(
          of: faces, starCount: layout.scale.starCount, side: layout.starSize, rotation: transform.rotation,
          direction: layout.direction, format: format))
      backgrounds.append(faces[0].background)
    }
    gesture = Gesture(clearsOnRepeatedTap: configuration.clearsOnRepeatedTap)
    takesInput = configuration.takesInput
    runsRightToLeft = layout.direction == .left
    self.tiles = tiles
    self.backgrounds = backgrounds
  }

  private var appearance: Appearance { Appearance(value: value ?? 0, look: look) }

  /// Whether the last frame painted does not show the slider as it is now.
  public var needsPaint: Bool { framesKnown == 0 || history[0] != appearance }

  /// Forgets what the buffers hold: they were lost, or a frame that was painted was not shown.
  public func invalidate() { framesKnown = 0 }

  /// Brings a buffer that was presented `age` frames ago (0: unknown) up to date, and returns what differs on the screen
  /// from the frame before. Every call is a frame that is presented.
  public func paint(into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    let now = appearance
    var damage = Region<PhysicalSpace>()
    if framesKnown == 0 || history[0].look != now.look {
      damage.add(transform.toPhysical(layout.bounds))
    } else {
      addDifference(from: history[0].value, to: now.value, look: now.look, into: &damage)
    }
    if age > 0 && age <= framesKnown && history[age - 1].look == now.look {
      paintDifference(from: history[age - 1].value, to: now.value, look: now.look, on: surface)
    } else {
      paintAll(now, on: surface)
    }
    remember(now)
    return damage
  }

  private func remember(_ shown: Appearance) {
    for i in (1..<history.count).reversed() { history[i] = history[i - 1] }
    history[0] = shown
    framesKnown = min(framesKnown + 1, history.count)
  }

  private func paintAll(_ shown: Appearance, on surface: Surface) {
    surface.fill(transform.toPhysical(layout.bounds), with: backgrounds[shown.look])
    for star in 0..<layout.scale.starCount {
      let place = transform.toPhysical(layout.star(star))
      tiles[shown.look][Int(star)].paint(
        on: surface, x: place.minX, y: place.minY, boundary: boundary(star, shown.value))
    }
  }

  private func paintDifference(from old: Int32, to new: Int32, look: Int, on surface: Surface) {
    for star in changedStars(old, new) {
      let place = transform.toPhysical(layout.star(star))
      tiles[look][Int(star)].paintChange(
        on: surface, x: place.minX, y: place.minY, from: boundary(star, old), to: boundary(star, new))
    }
  }

  private func addDifference(from old: Int32, to new: Int32, look: Int, into damage: inout Region<PhysicalSpace>) {
    for star in changedStars(old, new) {
      let place = transform.toPhysical(layout.star(star))
      damage.add(
        tiles[look][Int(star)].damage(
          atX: place.minX, y: place.minY, from: boundary(star, old), to: boundary(star, new)))
    }
  }

  /// The stars whose fill differs between two values.
  private func changedStars(_ a: Int32, _ b: Int32) -> Range<Int32> {
    if a == b { return 0..<0 }
    let perStar = layout.scale.step.perStar
    return min(a, b) / perStar..<(max(a, b) + perStar - 1) / perStar
  }

  private func boundary(_ star: Int32, _ value: Int32) -> Fixed {
    layout.fillBoundary(steps: layout.scale.steps(ofStar: star, at: value), ofStar: star)
  }
}
