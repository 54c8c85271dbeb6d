import Geometry
import Raster
import Rating

/// A row of stars on a surface. It turns touches and keys into values, and repaints only the pixels that differ.
///
/// ```swift
/// let slider = StarSlider(configuration, bounds: bounds, on: transform, format: surface.format)!
/// _ = slider.paint(into: surface, age: 0)                       // the first frame paints all
/// if let event = slider.handle(TouchEvent(.began, contact: 1, at: point)) { print(event.kind) }
/// let damage = slider.paint(into: surface, age: 1)              // a later one only what differs
/// ```
///
/// A slider belongs to one screen. After `init` it allocates nothing and computes nothing in floating point.
public final class StarSlider {
  package let layout: SliderLayout
  /// Maps the viewer's pixels to the scanout's.
  public let transform: ScreenTransform

  /// The faces that are shown: 0 for the configuration's, otherwise one of the further styles, counted from 1.
  package var style: Int {
    get { shownStyle }
    set {
      precondition(newValue >= 0 && newValue < backgrounds.count, "no such style")
      shownStyle = newValue
    }
  }

  /// Private, since accesses from other modules would be checked for exclusivity at run time.
  private var shownStyle = 0
  var gesture: Gesture
  /// Whether the slider is interactive and enabled.
  package let takesInput: Bool
  let runsRightToLeft: Bool
  /// Each style's sprites, for each of its first `faceCount` stars. `cache` owns their memory.
  private let sprites: [StarSprites]
  private let faceCount: Int32
  /// Each style's sprites of the whole row, if it has any.
  private let rows: [RowSprites?]
  private let cache: SpriteCache
  private let backgrounds: [Color]
  private let format: PixelFormat
  private let places: StarPlaces
  /// All stars and the gaps between them, on the scanout.
  private let row: Rect<PhysicalSpace>
  /// The parts of the bounds around the row, and those between stars, on the scanout.
  private let surroundings: [Rect<PhysicalSpace>]
  private let gaps: [Rect<PhysicalSpace>]
  var history = FrameHistory()

  /// Creates a slider: computes the layout and renders the sprites in the screen's format and rotation, the only slow step.
  ///
  /// Fails if the bounds reach beyond the screen, or have less than a pixel per star.
  public convenience init?(
    _ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>, on transform: ScreenTransform, format: PixelFormat
  ) {
    self.init(configuration, styles: [], bounds: bounds, on: transform, format: format)
  }

  /// Computes the layout, and renders the sprites of all faces in the screen's format and rotation: the only slow step.
  ///
  /// - Parameters:
  ///   - styles: Further faces for the same stars, such as for "thank you". Their geometry is the same if their line width is.
  ///   - cache: Sliders with the same cache share the sprites of equal faces.
  /// - Returns: `nil` if the bounds have no room for the stars or reach beyond the screen.
  @export(interface) package init?(
    _ configuration: SliderConfiguration, styles: [Face] = [], bounds: Rect<LayoutSpace>,
    on transform: ScreenTransform, format: PixelFormat, cache: SpriteCache = SpriteCache()
  ) {
    guard Rect(transform.layout).contains(bounds), let layout = SliderLayout(configuration, bounds: bounds) else {
      return nil
    }
    self.layout = layout
    self.transform = transform
    let count = layout.scale.starCount
    let shown = configuration.shownFaces.prefix(Int(count))
    var (sprites, rows, backgrounds): ([StarSprites], [RowSprites?], [Color]) = ([], [], [])
    for faces in [Array(shown)] + styles.map({ [Face](repeating: $0, count: shown.count) }) {
      let keys = faces.map {
        SpriteCache.Key(
          face: $0, side: layout.starSize, rotation: transform.rotation, direction: layout.direction, format: format)
      }
      for key in keys { sprites.append(cache.sprites(for: key)) }
      rows.append(keys.count == 1 ? cache.row(for: keys[0], starCount: count, advance: layout.advance) : nil)
      backgrounds.append(faces[0].background)
    }
    gesture = Gesture(clearsOnRepeatedTap: configuration.clearsOnRepeatedTap)
    takesInput = configuration.takesInput
    runsRightToLeft = layout.direction == .left
    (self.sprites, self.rows, self.backgrounds) = (sprites, rows, backgrounds)
    faceCount = Int32(shown.count)
    self.cache = cache
    self.format = format
    places = StarPlaces(layout, transform)
    row = transform.toPhysical(layout.row)
    surroundings = layout.surroundings.map { transform.toPhysical($0) }
    gaps = layout.gaps.map { transform.toPhysical($0) }
  }

  /// Whether the slider has changed since the last frame was painted.
  public var needsPaint: Bool {
    let last = history.latest
    return last.fill.value != value ?? 0 || Int(last.style) != shownStyle
  }

  /// Marks the contents of all buffers as unknown: they were lost, or a painted frame was not shown.
  public func invalidate() { history = FrameHistory() }

  /// Brings a buffer that was presented `age` frames ago (0: unknown) up to date. The caller presents every painted frame.
  ///
  /// The surface has the screen's size and the slider's format. Only whole repaints check it: each buffer's first frame has
  /// age 0.
  ///
  /// - Returns: The pixels that differ from the frame before, which is on the screen.
  @export(interface) public func paint(into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    let (latest, now) = (history.latest, state)
    // Nearly every frame of a drag changes one star of the latest frame: it needs no loop over stars.
    if age == 1 && latest.style == now.style && latest.fill.star == now.fill.star {
      history.add(now)
      // The star may be one beyond the last, if all are full: then nothing changes.
      let (x, y) = places.place(ofStar: now.fill.star)
      return Region(
        sprites(ofStar: now.fill.star, now).paintChange(
          on: surface, x: x, y: y, from: latest.fill.fillX, to: now.fill.fillX))
    }
    return paint(now, into: surface, age: age)
  }

  @inline(never)
  private func paint(_ now: FrameState, into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    let latest = history.latest
    defer { history.add(now) }
    if let shown = history.frame(age: age), shown.style == now.style {
      let stored = paintDifference(from: shown, to: now, on: surface)
      // The buffer showed the latest frame: the stored pixels are the damage.
      if age == 1 { return stored }
    } else {
      paintAll(now, on: surface)
    }
    if latest.style != now.style { return Region(transform.toPhysical(layout.bounds)) }
    return damage(from: latest, to: now) { sprites, x, y, old, new in
      sprites.damage(atX: x, y: y, from: old, to: new)
    }
  }

  @inline(__always)
  private var state: FrameState {
    FrameState(fill: layout.fillPosition(value ?? 0), style: Int32(truncatingIfNeeded: shownStyle))
  }

  func paintAll(_ shown: FrameState, on surface: Surface) {
    // No bounds checks happen beyond this point; every buffer is painted whole before it is painted in part.
    precondition(
      row.maxX <= surface.size.width && row.maxY <= surface.size.height && surface.format == format,
      "the surface has another size or format")
    let background = backgrounds[Int(shown.style)]
    for i in 0..<surroundings.count { surface.fill(surroundings[i], with: background) }
    if let row = rows[Int(shown.style)] { return paintRow(row, shown, on: surface) }
    for i in 0..<gaps.count { surface.fill(gaps[i], with: background) }
    for star in 0..<layout.scale.starCount {
      let (x, y) = places.place(ofStar: star)
      let fillX = shown.fill.fillX(ofStar: star, side: layout.starSize)
      sprites(ofStar: star, shown).paint(on: surface, x: x, y: y, fillX: fillX)
    }
  }

  /// Paints all stars and gaps from the row's own sprites, and then the mixed slice.
  private func paintRow(_ row: RowSprites, _ shown: FrameState, on surface: Surface) {
    let fill = shown.fill
    row.paint(
      on: surface, x: self.row.minX, y: self.row.minY, filled: fill.star &* layout.advance &+ fill.fillX.floor)
    if fill.fillX.fraction == 0 { return }
    let (x, y) = places.place(ofStar: fill.star)
    sprites(ofStar: fill.star, shown).paintMixedSlice(on: surface, x: x, y: y, fillX: fill.fillX)
  }

  @inline(__always)
  private func sprites(ofStar star: Int32, _ shown: FrameState) -> StarSprites {
    sprites[Int(shown.style &* faceCount &+ min(star, faceCount &- 1))]
  }

  func paintDifference(from old: FrameState, to new: FrameState, on surface: Surface) -> Region<PhysicalSpace> {
    damage(from: old, to: new) { sprites, x, y, old, new in
      sprites.paintChange(on: surface, x: x, y: y, from: old, to: new)
    }
  }

  /// Returns the damage of all stars whose fill differs between two frames; `change` handles one of them.
  @inline(__always)
  private func damage(
    from old: FrameState, to new: FrameState,
    _ change: (StarSprites, Int32, Int32, Fixed, Fixed) -> Rect<PhysicalSpace>
  ) -> Region<PhysicalSpace> {
    var damage = Region<PhysicalSpace>()
    if old.fill.value == new.fill.value { return damage }
    let side = layout.starSize
    var star = min(old.fill.star, new.fill.star)
    let last = min(max(old.fill.star, new.fill.star), layout.scale.starCount &- 1)
    while star <= last {
      let (x, y) = places.place(ofStar: star)
      damage.add(
        change(
          sprites(ofStar: star, new), x, y, old.fill.fillX(ofStar: star, side: side),
          new.fill.fillX(ofStar: star, side: side)))
      star &+= 1
    }
    return damage
  }
}
