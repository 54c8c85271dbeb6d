import StarSlider

// The control for a web page, as functions of numbers that WebAssembly exports. The page has one slider, on a canvas of RGBA bytes.

/// The slider and the memory that the page shows.
final class Page {
  let slider: StarSlider
  let surface: Surface
  private let memory: UnsafeMutableRawPointer
  var damage = Region<PhysicalSpace>()
  /// Whether the memory shows an earlier frame.
  private var isPainted = false

  init(_ configuration: SliderConfiguration, _ size: Size<PhysicalSpace>) throws(SliderError) {
    let screen = ScreenTransform(physical: size, rotation: .none)
    slider = try StarSlider(configuration, bounds: Page.bounds(configuration, screen), on: screen, format: .xbgr8888)
    let pitch = Int(size.width) * 4
    memory = .allocate(byteCount: pitch * Int(size.height), alignment: 16)
    surface = Surface(base: memory, pitch: pitch, size: size, format: .xbgr8888)
    surface.fill(surface.bounds, with: configuration.face.background)
  }

  deinit { memory.deallocate() }

  /// Returns the bounds that `starctl preview` gives the slider.
  static func bounds(_ configuration: SliderConfiguration, _ screen: ScreenTransform) -> Rect<LayoutSpace> {
    let bounds = SliderConfiguration.bounds(onScreen: screen.layout)
    return SliderLayout(configuration, bounds: bounds) == nil ? Rect(screen.layout) : bounds
  }

  /// Shows another configuration in place: its value and a finger that is down continue.
  func configure(_ configuration: SliderConfiguration) throws(SliderError) -> RatingEvent? {
    let event = try slider.configure(configuration, bounds: Page.bounds(configuration, slider.transform))
    slider.invalidate()
    surface.fill(surface.bounds, with: configuration.face.background)
    isPainted = false
    return event
  }

  func paint() {
    damage = slider.paint(into: surface, age: isPainted ? 1 : 0)
    if !isPainted { damage = Region(surface.bounds) }
    isPainted = true
  }
}

/// WebAssembly has no threads here: only the page's thread uses this.
nonisolated(unsafe) var page: Page?
nonisolated(unsafe) var configuration = SliderConfiguration(scale: try! Scale(starCount: 5))
nonisolated(unsafe) var lastEvent: RatingEvent?

/// Stores an event for `eventKind` and `eventValue`. Returns whether there is one.
private func report(_ event: RatingEvent?) -> Int32 {
  lastEvent = event
  return event == nil ? 0 : 1
}

// MARK: Configuration

/// Sets the scale: `perStar` steps in a star, and the lowest value in steps. Returns 0 if a number is out of its range.
@c public func setScale(_ stars: Int32, _ perStar: Int32, _ minimum: Int32) -> Int32 {
  guard let step = try? Step(perStar: perStar), let scale = try? Scale(starCount: stars, step: step, minimum: minimum)
  else {
    return 0
  }
  configuration.scale = scale
  return 1
}

/// Sets the shape: 0 the star, 1 a heart, 2 a circle, 3 five smileys, 4 a star with `tips`, rounded by `cornerRadius` thousandths.
/// Colors are 0xRRGGBB, and the line's width is in 1/256 px. Returns 0 if a number is out of its range.
@c public func setFace(
  _ shape: Int32, _ tips: Int32, _ innerRadius: Int32, _ cornerRadius: Int32,
  _ fill: UInt32, _ empty: UInt32, _ background: UInt32, _ stroke: UInt32, _ lineWidth: Int32
) -> Int32 {
  var face = Face(
    fill: Color(rgb: fill), empty: Color(rgb: empty), background: Color(rgb: background), stroke: Color(rgb: stroke),
    lineWidth: Fixed(raw: lineWidth))
  switch shape {
  case 1: face.shape = .heart
  case 2: face.shape = .circle
  case 4:
    guard let star = try? Shape.star(points: tips, innerRadius: innerRadius, cornerRadius: cornerRadius) else {
      return 0
    }
    face.shape = star
  default: break
  }
  configuration.faces = shape == 3 ? smileys(as: face) : [face]
  return 1
}

/// Returns the five smileys in their own fill colors, and otherwise like `face`.
private func smileys(as face: Face) -> [Face] {
  Face.smileys.map {
    Face(
      shape: $0.shape, fill: $0.fill, empty: face.empty, background: face.background, stroke: face.stroke,
      lineWidth: face.lineWidth)
  }
}

/// Sets the direction: 0 left to right, 1 right to left, 2 upwards; and the gaps in pixels.
@c public func setRow(_ direction: Int32, _ spacing: Int32, _ margin: Int32) {
  configuration.layoutDirection = direction == 1 ? .rightToLeft : .leftToRight
  configuration.isVertical = direction == 2
  configuration.spacing = spacing
  configuration.margin = margin
}

/// Sets which input the slider accepts; arguments are 0 or 1.
@c public func setInput(_ isInteractive: Int32, _ isEnabled: Int32, _ clearsOnRepeatedTap: Int32) {
  configuration.isInteractive = isInteractive != 0
  configuration.isEnabled = isEnabled != 0
  configuration.clearsOnRepeatedTap = clearsOnRepeatedTap != 0
}

/// Shows the configuration on a canvas of `width` x `height` pixels. Returns 0 if it does not fit; the canvas then does not change. A
/// touch that is cancelled causes an event, as in `touch`.
@c public func show(_ width: Int32, _ height: Int32) -> Int32 {
  lastEvent = nil
  let size = Size<PhysicalSpace>(width: width, height: height)
  do throws(SliderError) {
    if let page, page.surface.size == size {
      lastEvent = try page.configure(configuration)
    } else {
      let old = page?.slider
      let made = try Page(configuration, size)
      if let old, let value = old.value {
        made.slider.set(made.slider.layout.scale.converted(value, from: old.layout.scale))
      }
      page = made
    }
  } catch {
    return 0
  }
  return 1
}

// MARK: Input

/// Handles a contact: phase 0 began, 1 moved, 2 ended, 3 cancelled, at a position in 1/256 px. Returns whether there is an event.
@c public func touch(_ phase: Int32, _ contact: Int32, _ x: Int32, _ y: Int32) -> Int32 {
  let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
  guard let page, phases.indices.contains(Int(phase)) else { return 0 }
  let point = Point<LayoutSpace>(x: Fixed(raw: x), y: Fixed(raw: y))
  return report(page.slider.handle(TouchEvent(phases[Int(phase)], contact: contact, at: point)))
}

/// Handles a key, given by its index in `Key.allCases`. Returns whether there is an event.
@c public func key(_ key: Int32) -> Int32 {
  guard let page, Key.allCases.indices.contains(Int(key)) else { return 0 }
  return report(page.slider.handle(Key.allCases[Int(key)]))
}

/// Ends a touch or keys that were not confirmed. Returns whether there is an event.
@c public func cancel() -> Int32 { report(page?.slider.cancelTouch()) }

/// Sets the value in steps; below 0 is unrated.
@c public func setValue(_ steps: Int32) { page?.slider.set(steps < 0 ? nil : steps) }

/// The last event's kind: 0 editing, 1 committed, 2 cancelled.
@c public func eventKind() -> Int32 {
  switch lastEvent?.kind {
  case .committed: 1
  case .cancelled: 2
  default: 0
  }
}

/// The last event's value in steps; -1 is unrated.
@c public func eventValue() -> Int32 { lastEvent?.value ?? -1 }

/// The shown value in steps; -1 is unrated.
@c public func value() -> Int32 { page?.slider.value ?? -1 }

// MARK: Output

/// Paints the pixels that differ, and returns the number of rectangles that changed.
@c public func paint() -> Int32 {
  guard let page else { return 0 }
  page.paint()
  return Int32(page.damage.count)
}

/// Returns an edge of a rectangle that changed, in pixels: 0 left, 1 top, 2 right, 3 bottom; right and bottom are exclusive.
@c public func damage(_ index: Int32, _ edge: Int32) -> Int32 {
  guard let page, index >= 0, Int(index) < page.damage.count else { return 0 }
  let rect = page.damage[Int(index)]
  return switch edge {
  case 0: rect.minX
  case 1: rect.minY
  case 2: rect.maxX
  default: rect.maxY
  }
}

/// The address of the canvas' bytes: red, green, blue, 255 for each pixel, row by row.
@c public func pixels() -> UnsafeMutableRawPointer? { page?.surface.address(x: 0, y: 0) }
