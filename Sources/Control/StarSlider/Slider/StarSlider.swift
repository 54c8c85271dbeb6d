/// A row of stars on a surface. It turns touches and keys into values, and repaints only the pixels that differ.
///
/// ```swift
/// let slider = try StarSlider(configuration, bounds: bounds, on: transform, format: surface.format)
/// _ = slider.paint(into: surface, age: 0)                       // the first frame paints everything
/// if let event = slider.handle(TouchEvent(.began, contact: 1, at: point)) { print(event.kind) }
/// let damage = slider.paint(into: surface, age: 1)              // a later one paints only what differs
/// ```
///
/// A slider belongs to one screen. After `init` it allocates no memory and uses no floating point, except in `configure`.
public final class StarSlider {
  /// The configuration; `configure` changes it.
  public private(set) var configuration: SliderConfiguration
  /// Maps the viewer's pixels to the scanout's.
  public let transform: ScreenTransform
  /// The rectangle that the slider paints, in the viewer's pixels.
  public var bounds: Rect<LayoutSpace> { parts.layout.bounds }

  package var layout: SliderLayout { parts.layout }
  /// Whether the slider is interactive and enabled.
  package var takesInput: Bool { parts.takesInput }

  /// The style that is shown: 0 for the configuration's faces, otherwise the number of a further style, counted from 1.
  package var style: Int {
    get { shownStyle }
    set {
      precondition(newValue >= 0 && newValue <= styles.count, "no such style")
      shownStyle = newValue
    }
  }

  /// Private, because accesses from other modules would be checked for exclusivity at run time.
  private var shownStyle = 0
  /// Only `updateGesture` changes it.
  @exclusivity(unchecked) private var ownGesture: Gesture
  var parts: SliderParts
  private let styles: [Face]
  private let format: PixelFormat
  var history = FrameHistory()
  /// What is rated, for a screen reader, such as "How was our service?".
  public var accessibilityName = "Rating"

  /// Creates a slider: computes the layout and renders the sprites in the screen's format and rotation. This is the only slow step.
  @export(interface) public convenience init(
    _ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>, on transform: ScreenTransform, format: PixelFormat
  ) throws(SliderError) {
    try self.init(configuration, styles: [], bounds: bounds, on: transform, format: format)
  }

  /// Computes the layout, and renders the sprites of all faces in the screen's format and rotation. This is the only slow step.
  ///
  /// - Parameters:
  ///   - styles: Further faces for the same stars, for example for a thank-you screen. Their geometry is the same if their line width is.
  ///   - cache: A cache. Sliders with the same cache share the sprites of equal faces.
  @export(interface) package init(
    _ configuration: SliderConfiguration, styles: [Face] = [], bounds: Rect<LayoutSpace>,
    on transform: ScreenTransform, format: PixelFormat, cache: SpriteCache = SpriteCache()
  ) throws(SliderError) {
    parts = try SliderParts(
      configuration, styles: styles, bounds: bounds, on: transform, format: format, cache: cache)
    unsafe ownGesture = Gesture(step: configuration.scale.step, clearsOnRepeatedTap: configuration.clearsOnRepeatedTap)
    (self.configuration, self.styles, self.transform, self.format) = (configuration, styles, transform, format)
  }

  /// Changes the configuration, the bounds or both. If the picture changes, the sprites are rendered again, which is slow, and the next
  /// frame paints all of the bounds. The caller must repaint the part of the old bounds that lies outside the new ones.
  ///
  /// The value is converted to the new scale. A touch in progress carries on. If the slider ignores input from now on, the touch is
  /// cancelled. If an error is thrown, the slider does not change.
  ///
  /// - Parameters:
  ///   - configuration: The new configuration.
  ///   - bounds: The new bounds; `nil` keeps them.
  /// - Returns: The event of a touch that was cancelled.
  @discardableResult
  @export(interface) public func configure(
    _ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>? = nil
  ) throws(SliderError) -> RatingEvent? {
    let (old, bounds) = (parts, bounds ?? self.bounds)
    let layout = SliderLayout(configuration, bounds: bounds)
    let keepsSprites =
      configuration.shownFaces == self.configuration.shownFaces && layout?.starSize == old.layout.starSize
      && layout?.direction == old.layout.direction
    parts = try SliderParts(
      configuration, styles: styles, bounds: bounds, on: transform, format: format,
      cache: keepsSprites ? old.cache : SpriteCache())
    if !keepsSprites || layout != old.layout { invalidate() }
    self.configuration = configuration
    let ended = takesInput ? nil : cancelTouch()
    let (last, scale) = (gesture, parts.layout.scale)
    var changed = Gesture(step: scale.step, clearsOnRepeatedTap: configuration.clearsOnRepeatedTap)
    changed.copy(from: last) { scale.converted($0, from: old.layout.scale) }
    updateGesture { $0 = changed }
    return ended.map { RatingEvent($0.kind, value, step: scale.step, source: $0.source) }
  }

  var gesture: Gesture { unsafe ownGesture }

  /// Changes the gesture in place. Checking for exclusive access at run time took a fifth of the time of a drag's frame. The check is not
  /// needed, because no method of a gesture calls back.
  @inline(__always) func updateGesture<Result>(_ update: (inout Gesture) -> Result) -> Result {
    unsafe update(&ownGesture)
  }

  /// Whether the slider has changed since the last frame was painted.
  public var needsPaint: Bool {
    let (last, value) = (history.latest, value ?? 0)
    return last.fill.value != value || last.style != parts.style(shownStyle, value)
  }

  /// Marks the contents of all buffers as unknown, because they were lost or a painted frame was not shown.
  public func invalidate() { history = FrameHistory() }

  /// Updates a buffer that was presented `age` frames ago (0: unknown). The caller presents every painted frame.
  ///
  /// The surface has the screen's size and the slider's format; the program ends if the row does not fit, because stores are not checked.
  ///
  /// - Returns: The pixels that differ from the previous frame, which is on the screen.
  @export(interface) public func paint(into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    check(surface)
    let (latest, now) = (history.latest, state)
    // Nearly every frame of a drag changes one star of the latest frame, so it needs no loop over the stars.
    if age == 1 && latest.style == now.style && latest.fill.star == now.fill.star {
      history.add(now)
      // If all stars are full, this is one star beyond the last, in which nothing changes.
      let (x, y) = parts.places.place(ofStar: now.fill.star)
      return Region(
        parts.sprites(ofStar: now.fill.star, now).paintChange(
          on: surface, x: x, y: y, from: latest.fill.fillX, to: now.fill.fillX))
    }
    return paint(now, into: surface, age: age)
  }

  @inline(never)
  private func paint(_ now: FrameState, into surface: Surface, age: Int) -> Region<PhysicalSpace> {
    let latest = history.latest
    defer { history.add(now) }
    update(surface, age: age, to: now)
    if latest.style != now.style { return Region(transform.toPhysical(parts.layout.bounds)) }
    var damage = Region<PhysicalSpace>()
    forEachChange(from: latest, to: now) { sprites, x, y, old, new in
      damage.add(sprites.damage(atX: x, y: y, from: old, to: new))
    }
    return damage
  }

  @inline(__always)
  var state: FrameState {
    let value = value ?? 0
    return FrameState(fill: parts.layout.fillPosition(value), style: parts.style(shownStyle, value))
  }

  /// Ends the program if the row does not lie on a surface, or if the surface has another format. No bounds checks happen beyond this
  /// point.
  @inline(__always)
  func check(_ surface: Surface) {
    precondition(
      parts.row.maxX <= surface.size.width && parts.row.maxY <= surface.size.height && surface.format == format,
      "the surface has another size or format")
  }

  private func paintAll(_ shown: FrameState, on surface: Surface) {
    let parts = parts
    let background = parts.backgrounds[Int(shown.style)]
    for i in 0..<parts.surroundings.count { surface.fill(parts.surroundings[i], with: background) }
    if let row = parts.rows[Int(shown.style)] { return paintRow(row, shown, on: surface) }
    for i in 0..<parts.gaps.count { surface.fill(parts.gaps[i], with: background) }
    for star in 0..<parts.layout.scale.starCount {
      let (x, y) = parts.places.place(ofStar: star)
      let fillX = shown.fill.fillX(ofStar: star, side: parts.layout.starSize)
      parts.sprites(ofStar: star, shown).paint(on: surface, x: x, y: y, fillX: fillX)
    }
  }

  /// Paints all stars and gaps from the row's own sprites, and then the mixed slice.
  private func paintRow(_ row: RowSprites, _ shown: FrameState, on surface: Surface) {
    let (parts, fill) = (parts, shown.fill)
    row.paint(
      on: surface, x: parts.row.minX, y: parts.row.minY, filled: fill.star &* parts.layout.advance &+ fill.fillX.floor)
    if fill.fillX.fraction == 0 { return }
    let (x, y) = parts.places.place(ofStar: fill.star)
    parts.sprites(ofStar: fill.star, shown).paintMixedSlice(on: surface, x: x, y: y, fillX: fill.fillX)
  }

  /// Stores the pixels in which a state differs from the frame that was painted `age` frames ago. Stores all pixels if that frame is unknown
  /// or has another style.
  private func update(_ surface: Surface, age: Int, to state: FrameState) {
    guard let shown = history.frame(age: age), shown.style == state.style else { return paintAll(state, on: surface) }
    forEachChange(from: shown, to: state) { sprites, x, y, old, new in
      sprites.storeChange(on: surface, x: x, y: y, from: old, to: new)
    }
  }

  /// Calls `change` for each star whose fill differs between two frames.
  @inline(__always)
  private func forEachChange(
    from old: FrameState, to new: FrameState, _ change: (StarSprites, Int32, Int32, Fixed, Fixed) -> Void
  ) {
    if old.fill.value == new.fill.value { return }
    let parts = parts
    let side = parts.layout.starSize
    var star = min(old.fill.star, new.fill.star)
    let last = min(max(old.fill.star, new.fill.star), parts.layout.scale.starCount &- 1)
    while star <= last {
      let (x, y) = parts.places.place(ofStar: star)
      change(
        parts.sprites(ofStar: star, new), x, y, old.fill.fillX(ofStar: star, side: side),
        new.fill.fillX(ofStar: star, side: side))
      star &+= 1
    }
  }
}

extension StarSlider {
  /// Paints the whole slider in its current state into memory that is not presented. The history of frames does not change.
  @export(interface) package func paintStill(on surface: Surface) {
    check(surface)
    paintAll(state, on: surface)
  }

  /// Updates a buffer that was presented `age` frames ago to show the latest frame. The next `paint` may then be passed the buffer with age
  /// 1. Nothing is presented, and the history of frames does not change.
  ///
  /// `age` has the same meaning as in `paint`: 1 is the latest frame, 0 is unknown.
  ///
  /// | the buffer shows | the latest frame shows | action |
  /// | --- | --- | --- |
  /// | the same style | | stores the pixels that differ |
  /// | another style, or unknown | | paints all |
  /// | anything | unknown, after `invalidate` | none: the next frame paints all |
  @export(interface) package func repaint(_ surface: Surface, age: Int) {
    check(surface)
    guard let latest = history.frame(age: 1) else { return }
    update(surface, age: age, to: latest)
  }
}
