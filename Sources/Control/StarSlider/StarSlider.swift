import Geometry
import Raster
import Rating

/// A row of stars on a surface: takes contacts, gives values, and repaints only the pixels that differ.
///
/// ```swift
/// let slider = StarSlider(configuration, bounds: bounds, on: transform, format: surface.format)!
/// _ = slider.paint(into: surface, age: 0)                       // the first frame draws all
/// if let event = slider.handle(TouchEvent(.began, contact: 1, at: point)) { print(event.kind) }
/// let damage = slider.paint(into: surface, age: 1)              // a later one only what differs
/// ```
///
/// One instance belongs to one screen. After `init` nothing is allocated, and nothing is computed in floating point.
public final class StarSlider {
  /// Where the stars are.
  package let layout: SliderLayout
  /// How the viewer's pixels lie on the scanout.
  public let transform: ScreenTransform

  /// Which of the faces is shown: 0, the configuration's, or one of the further looks.
  package var look: Int {
    get { shownLook }
    set {
      precondition(newValue >= 0 && newValue < backgrounds.count, "a look that was not given")
      shownLook = newValue
    }
  }

  private var shownLook = 0
  /// Changed in place: nothing that it calls comes back here, and a check of that is 70 instructions a touch.
  @exclusivity(unchecked) var gesture: Gesture
  /// Where the fill of the last touch's value ends, if that is known: a frame need not divide for it again, with every pixel
  /// waiting for the result.
  @exclusivity(unchecked) var touchedEnd = FillPosition.none
  /// Neither read-only nor disabled.
  package let takesInput: Bool
  let runsRightToLeft: Bool
  /// For each look, each star's; `library` has them. No array, whose references would be counted.
  private let tiles: UnsafeMutableBufferPointer<Tiles>
  /// For each look, the whole row's, if it has any; `library` has them, too.
  private let rows: UnsafeMutableBufferPointer<Unmanaged<StarRow>?>
  private let library: TileLibrary
  private let backgrounds: [Color]
  private let format: PixelFormat
  /// Where star 0 is on the scanout, and how far it is from each star to the next.
  private let places: StarPlaces
  /// All of the stars and the gaps between them, on the scanout.
  private let row: Rect<PhysicalSpace>
  /// What of the bounds lies around the row, and what between stars, on the scanout.
  private let ground: [Rect<PhysicalSpace>]
  private let gaps: [Rect<PhysicalSpace>]
  var past = FrameHistory()

  /// Creates a slider: computes the layout and renders the stars' images in the screen's format and rotation, the only slow step.
  ///
  /// Fails if the bounds reach beyond the screen, or have no room for stars of a pixel.
  public convenience init?(
    _ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>, on transform: ScreenTransform, format: PixelFormat
  ) {
    self.init(configuration, looks: [], bounds: bounds, on: transform, format: format)
  }

  /// Makes the layout and renders every face's pictures, in the screen's format and rotation: the only slow step.
  ///
  /// `looks` are further faces for the same stars, as for "thank you"; they have the same geometry if they have the same
  /// line width. Sliders with one `library` share the pictures of equal faces. `nil` where the bounds have no room or
  /// reach beyond the screen.
  @export(interface) package init?(
    _ configuration: SliderConfiguration, looks: [Face] = [], bounds: Rect<LayoutSpace>, on transform: ScreenTransform,
    format: PixelFormat, sharing library: TileLibrary = TileLibrary()
  ) {
    guard Rect(transform.layout).contains(bounds), let layout = SliderLayout(configuration, bounds: bounds) else {
      return nil
    }
    self.layout = layout
    self.transform = transform
    var tiles: [Tiles] = []
    var rows: [Unmanaged<StarRow>?] = []
    var backgrounds: [Color] = []
    let count = layout.scale.starCount
    for faces in [configuration.shownFaces] + looks.map({ [$0] }) {
      let keys = faces.prefix(Int(count)).map {
        TileLibrary.Key(
          face: $0, side: layout.starSize, rotation: transform.rotation, direction: layout.direction, format: format)
      }
      tiles.append(contentsOf: library.tiles(for: keys, starCount: count))
      rows.append(keys.count == 1 ? library.row(for: keys[0], starCount: count, advance: layout.advance) : nil)
      backgrounds.append(faces[0].background)
    }
    gesture = Gesture(clearsOnRepeatedTap: configuration.clearsOnRepeatedTap)
    takesInput = configuration.takesInput
    runsRightToLeft = layout.direction == .left
    self.tiles = .allocate(capacity: tiles.count)
    _ = self.tiles.initialize(from: tiles)
    self.rows = .allocate(capacity: rows.count)
    _ = self.rows.initialize(from: rows)
    self.library = library
    self.backgrounds = backgrounds
    self.format = format
    places = StarPlaces(layout, transform)
    row = transform.toPhysical(layout.row)
    ground = layout.ground.map { transform.toPhysical($0) }
    gaps = layout.gaps.map { transform.toPhysical($0) }
  }

  deinit {
    tiles.deallocate()
    rows.deallocate()
  }

  /// Whether the last frame painted does not show the slider as it is now.
  public var needsPaint: Bool {
    let last = past.latest
    return last.end.value != value ?? 0 || Int(last.look) != shownLook
  }

  /// Forgets what the buffers hold: they were lost, or a frame that was painted was not shown.
  public func invalidate() { past = FrameHistory() }

  /// Brings a buffer that was presented `age` frames ago (0: unknown) up to date, and returns what differs on the screen
  /// from the frame before. Every call is a frame that is presented. The surface has the screen's size and the slider's format,
  /// which only frames that are painted whole look at: each buffer's first has age 0.
  @export(interface) public func paint(into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    let (last, now) = (past.latest, appearance)
    if age == 1 && last.look == now.look {
      // The buffer shows the last frame: what is stored is what differs.
      past.add(now)
      return last.end.star == now.end.star
        ? Region(paintChange(ofStar: now.end.star, from: last, to: now, on: surface))
        : paintDifference(from: last, to: now, on: surface)
    }
    if let shown = past.frame(age), shown.look == now.look {
      paintDifference(from: shown, to: now, on: surface)
    } else {
      paintAll(now, on: surface)
    }
    past.add(now)
    if last.look != now.look { return Region(transform.toPhysical(layout.bounds)) }
    return last.end.value == now.end.value ? Region() : difference(from: last, to: now)
  }

  @inline(__always)
  private var appearance: FrameState {
    let value = value ?? 0
    let end = touchedEnd.value == value ? touchedEnd : layout.fillEnd(value)
    return FrameState(end: end, look: Int32(truncatingIfNeeded: shownLook))
  }

  func paintAll(_ shown: FrameState, on surface: Surface) {
    // Nothing behind this looks where it stores; every buffer is painted whole before it is painted in part.
    precondition(
      row.maxX <= surface.size.width && row.maxY <= surface.size.height && surface.format == format,
      "a surface of another size or format")
    let background = backgrounds[Int(shown.look)]
    for i in 0..<ground.count { surface.fill(ground[i], with: background) }
    if let row = rows[Int(shown.look)] { return paintRow(row, shown, on: surface) }
    for i in 0..<gaps.count { surface.fill(gaps[i], with: background) }
    let side = layout.starSize
    for star in 0..<layout.scale.starCount {
      let (x, y) = places.place(star)
      tiles(ofStar: star, shown)
        .paint(on: surface, x: x, y: y, boundary: shown.end.boundary(ofStar: star, side: side))
    }
  }

  /// All stars and gaps from the row's own pictures, and the slice in which the fill ends.
  private func paintRow(_ pictures: Unmanaged<StarRow>, _ shown: FrameState, on surface: Surface) {
    let filled = shown.end.star &* layout.advance &+ shown.end.boundary.floor
    pictures._withUnsafeGuaranteedRef { $0.paint(on: surface, x: row.minX, y: row.minY, filled: filled) }
    if shown.end.boundary.fraction == 0 { return }
    let (x, y) = places.place(shown.end.star)
    tiles(ofStar: shown.end.star, shown).paintMixed(on: surface, x: x, y: y, boundary: shown.end.boundary)
  }

  @inline(__always)
  private func tiles(ofStar star: Int32, _ shown: FrameState) -> Tiles {
    tiles[Int(shown.look &* layout.scale.starCount &+ star)]
  }

  /// One star's part of a change of value, and what of it differs; `star` may be beyond the last one, where all are full.
  @inline(__always)
  private func paintChange(
    ofStar star: Int32, from old: FrameState, to new: FrameState, on surface: Surface
  ) -> Rect<PhysicalSpace> {
    if old.end.boundary == new.end.boundary { return .empty }
    let (x, y) = places.place(star)
    return tiles(ofStar: star, new)
      .paintChange(on: surface, x: x, y: y, from: old.end.boundary, to: new.end.boundary)
  }

  @discardableResult
  func paintDifference(
    from old: FrameState, to new: FrameState, on surface: Surface
  ) -> Region<PhysicalSpace> {
    differences(from: old, to: new) { tiles, x, y, old, new in
      tiles.paintChange(on: surface, x: x, y: y, from: old, to: new)
    }
  }

  private func difference(from old: FrameState, to new: FrameState) -> Region<PhysicalSpace> {
    differences(from: old, to: new) { tiles, x, y, old, new in tiles.damage(atX: x, y: y, from: old, to: new) }
  }

  /// What `look` says of each star whose fill differs between two frames, together.
  @inline(__always)
  private func differences(
    from old: FrameState, to new: FrameState,
    _ look: (Tiles, Int32, Int32, Fixed, Fixed) -> Rect<PhysicalSpace>
  ) -> Region<PhysicalSpace> {
    var damage = Region<PhysicalSpace>()
    if old.end.value == new.end.value { return damage }
    let side = layout.starSize
    var star = min(old.end.star, new.end.star)
    let last = min(max(old.end.star, new.end.star), layout.scale.starCount &- 1)
    while star <= last {
      let (x, y) = places.place(star)
      damage.add(
        look(
          tiles(ofStar: star, new), x, y, old.end.boundary(ofStar: star, side: side),
          new.end.boundary(ofStar: star, side: side)))
      star &+= 1
    }
    return damage
  }
}
