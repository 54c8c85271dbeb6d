import Basics
import Display
import StarSlider

/// A finger that is dragged over five stars and back, handled as in `star-kiosk`: a contact arrives, pixels are drawn in the screen's
/// memory, and the frame is presented.
final class DragScene {
  /// The number of contacts of one complete drag. Each causes at most one frame.
  static var frames: Int { 1000 }

  let screen: Screen
  let slider: StarSlider
  let stars: FiveStars
  let isInMemory: Bool
  let transform: ScreenTransform
  private var next = 0
  /// The positions of the finger on the scanout.
  private let contacts: [Point<PhysicalSpace>]

  init(_ options: Options, rotation: Rotation) throws(ProgramError) {
    let size = MemoryDisplay.defaultSize
    screen = try Screen(
      options, usual: rotation.swapsAxes ? Size(width: size.height, height: size.width) : size)
    stars = FiveStars(on: screen, rotation: rotation, blending: options.scenes.blending)
    isInMemory = options.screen.isMemory
    transform = stars.transform
    slider = try stars.slider()
    contacts = Self.contacts(along: slider.layout.row, transform)
    try paint()
    handle(.began, contacts[0])
    try paint()
  }

  /// Returns the positions of a drag over the row's whole width in 500 frames, and back.
  static func contacts(along row: Rect<LayoutSpace>, _ transform: ScreenTransform) -> [Point<PhysicalSpace>] {
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

  /// Processes one contact. Returns the times of drawing and of presenting in nanoseconds, without the wait for a buffer.
  func timedStep() throws(ProgramError) -> (drawing: Int64, presenting: Int64) {
    var drawing = timed { handle(.moved, nextContact()) }
    if !slider.needsPaint { return (drawing, 0) }
    let frame = try screen.nextFrame()
    var damage = Region<PhysicalSpace>()
    drawing += timed { damage = draw(frame) }
    return (drawing, try timed { () throws(ProgramError) in try screen.present(damage) })
  }

  /// Runs a number of steps. Returns their time in nanoseconds, without the wait for a buffer.
  func run(_ frames: Int) throws(ProgramError) -> Int64 {
    if !screen.waits { return try timed { () throws(ProgramError) in for _ in 0..<frames { try step() } } }
    var time: Int64 = 0
    for _ in 0..<frames {
      let step = try timedStep()
      time += step.drawing + step.presenting
    }
    return time
  }

  /// Runs one drag and returns the damage of each step, extended to the full height of the stars (or width, if rotated).
  func changedColumns() throws(ProgramError) -> [Rect<PhysicalSpace>] {
    var changed: [Rect<PhysicalSpace>] = []
    let across = transform.toPhysical(slider.layout.row)
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
