import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider
import System

/// A finger that is dragged over five stars and back, processed as in `star-kiosk`: contact in, pixels in the screen's memory,
/// present.
final class DragScene {
  /// The contacts of one whole drag. Each causes at most one frame.
  static var frames: Int { 1000 }

  let screen: Screen
  let slider: StarSlider
  private let transform: ScreenTransform
  private let row: Rect<LayoutSpace>
  private var next = 0
  /// The positions of the finger on the scanout.
  private let contacts: [Point<PhysicalSpace>]
  private let blending: Blending

  init(_ screen: Screen, rotation: Rotation, blending: Blending = .linear) throws(ProgramError) {
    let transform = ScreenTransform(physical: screen.display.size, rotation: rotation)
    let bounds = SliderConfiguration.bounds(onScreen: transform.layout)
    try screen.requirePictures(Self.configuration(blending), bounds: bounds)
    guard let slider = Self.slider(on: transform, screen.display.format, blending) else {
      throw .failure("the screen is too small for five stars")
    }
    self.screen = screen
    self.slider = slider
    self.transform = transform
    self.blending = blending
    contacts = Self.contacts(along: slider.layout.row, transform)
    row = slider.layout.row
    try paint()
    handle(.began, contacts[0])
    try paint()
  }

  private static func configuration(_ blending: Blending) -> SliderConfiguration {
    guard let scale = Scale(starCount: 5, step: .continuous) else { preconditionFailure("five stars are a scale") }
    return SliderConfiguration(scale: scale, face: Face(blending: blending))
  }

  private static func slider(
    on transform: ScreenTransform, _ format: PixelFormat, _ blending: Blending
  ) -> StarSlider? {
    StarSlider(
      configuration(blending), bounds: SliderConfiguration.bounds(onScreen: transform.layout), on: transform,
      format: format)
  }

  /// Computes the layout and renders the sprites in the screen's format, as before the first frame.
  func makeSprites() {
    let made = Self.slider(on: transform, screen.display.format, blending)
    precondition(made != nil, "a slider that was there before")
  }

  /// Returns positions over the row's whole width in 500 frames, and back.
  static func contacts(
    along row: Rect<LayoutSpace>, _ transform: ScreenTransform
  ) -> [Point<PhysicalSpace>] {
    (0..<frames).map { frame in
      let step = Int32(frame < 500 ? frame : 999 - frame)
      let x = Fixed(row.minX) + Fixed(row.width).scaled(by: step, over: 499)
      return transform.toPhysical(Point<LayoutSpace>(x: x, y: Fixed(row.minY) + Fixed(row.height) / 2))
    }
  }

  private func handle(_ phase: TouchPhase, _ point: Point<PhysicalSpace>) {
    _ = slider.handle(transform.toLayout(TouchEvent(phase, contact: 1, at: point)))
  }

  private func nextContact() -> Point<PhysicalSpace> {
    let contact = contacts[next]
    next = next + 1 == contacts.count ? 0 : next + 1
    return contact
  }

  /// Processes one contact and the frame that it causes, if any.
  func step() throws(ProgramError) {
    handle(.moved, nextContact())
    if slider.needsPaint { try paint() }
  }

  func paint() throws(ProgramError) { try screen.present(draw(try screen.nextFrame())) }

  private func draw(_ frame: Frame) -> Region<PhysicalSpace> {
    if frame.age == 0 { frame.surface.fill(frame.surface.bounds, with: .white) }
    return slider.paint(into: frame.surface, age: frame.age)
  }

  /// The time of a step in nanoseconds, without the wait for a buffer.
  struct StepTime {
    /// Contact in, pixels in the screen's memory.
    var drawing: Int64 = 0
    /// Presenting it.
    var presenting: Int64 = 0
  }

  func timedStep() throws(ProgramError) -> StepTime {
    var time = StepTime(drawing: timed { handle(.moved, nextContact()) })
    if !slider.needsPaint { return time }
    let frame = try screen.nextFrame()
    var damage = Region<PhysicalSpace>()
    time.drawing += timed { damage = draw(frame) }
    let before = MonotonicClock.now()
    try screen.present(damage)
    time.presenting = MonotonicClock.now() - before
    return time
  }

  /// Repaints everything in the next frame, after something else was drawn over it.
  func invalidate() { slider.invalidate() }

  /// Runs one drag and returns the damage of each step, extended to the full height of the stars (or width, if rotated).
  func changedColumns() throws(ProgramError) -> [Rect<PhysicalSpace>] {
    var changed: [Rect<PhysicalSpace>] = []
    let across = transform.toPhysical(row)
    for _ in 0..<Self.frames {
      handle(.moved, nextContact())
      let frame = try screen.nextFrame()
      let damage = draw(frame)
      try screen.present(damage)
      for i in 0..<damage.count {
        let rect = damage[i]
        changed.append(
          transform.rotation.swapsAxes
            ? Rect(minX: across.minX, minY: rect.minY, maxX: across.maxX, maxY: rect.maxY)
            : Rect(minX: rect.minX, minY: across.minY, maxX: rect.maxX, maxY: across.maxY))
      }
    }
    return changed
  }
}
