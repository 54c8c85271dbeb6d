import Basics
import Display
import EvdevTouch
import KMSDisplay
import LinuxTouch
import StarSlider
import System

final class TouchWorkload: Workload {
  let name = "touch"
  let help = """
    from a contact on a virtual touchscreen to the vertical blanking that shows its frame, in three parts: until the \
    program wakes, until the frame is painted and committed, until it is shown; with --display kms only
    """
  let screens = WorkloadScreens.kms

  func measure(in run: inout Run) throws(ProgramError) {
    let options = run.options
    guard case .kms(let path) = options.screen.name else { return }
    let touches = try options.orLeftOut(self) { () throws(ProgramError) in
      try TouchRun(options.screen, path).run(options.batches.upperBound)
    }
    run.measurements += touches?.measurements ?? []
    run.facts += touches?.facts ?? []
  }
}

/// Measures the time from a touch to its frame on the screen. A finger taps the stars on a virtual touchscreen, and the page flip's event
/// reports when the resulting frame reached the screen. The measured path is that of every touch: the kernel's input layer, `TouchPanel`,
/// `StarSlider`, `KMSDisplay`.
private final class TouchRun {
  struct Result {
    let measurements: [Measurement]
    let facts: [Fact]
  }

  private let display: KMSDisplay
  /// The screen, which closes the display at the end.
  private let screen: Screen
  private let slider: StarSlider
  private let panel: TouchPanel
  private let finger: Finger
  private let poller = Poller()
  /// The middles of the stars, in pixels of the screen.
  private let targets: [(x: Int32, y: Int32)]

  /// How long to wait for a touch, in nanoseconds.
  private static var patience: Int64 { 2_000_000_000 }
  /// The maximum number of flips that may lose their events, or whose events may be earlier than their frames, while `count` touches are
  /// measured.
  private static func mostUnusable(of count: Int) -> Int { count / 2 + 3 }

  /// Opens the card at `path`; `nil` for the one with the best screen.
  init(_ options: ScreenOptions, _ path: String?) throws(ProgramError) {
    // This comes first, because a copy of this process with an open screen would keep the screen until the kernel has ended the copy.
    finger = try Finger()
    do throws(DisplayError) { display = try KMSDisplay(path, options.displayOptions) } catch {
      throw .failure(error.message)
    }
    screen = Screen(display)
    guard display.flips else {
      throw .failure(
        "cannot measure from touch to light on \(display.name): without page flips there is no event when a frame is shown"
          + (options.buffers == .auto ? "; add --buffers flip" : ""))
    }
    let stars = FiveStars(on: screen)
    slider = try stars.slider()
    let layout = slider.layout
    targets = (0..<layout.scale.starCount).map { star in
      let middle = layout.star(star)
      return ((middle.minX + middle.maxX) / 2, (middle.minY + middle.maxY) / 2)
    }
    do throws(TouchError) {
      panel = try TouchPanel(finger.device.path, on: stars.transform, calibration: .identity)
    } catch { throw .failure(error.message) }
  }

  /// Measures `count` touches. An additional touch before them makes the contents of both buffers known, and is not measured.
  func run(_ count: Int) throws(ProgramError) -> Result {
    try paint()
    let moments = try touches(count + 1).dropFirst()
    func measurement(_ name: String, _ time: (TouchMoments) -> Int64) -> Measurement {
      let subject = Subject(
        name: name, unit: "touch", operations: 1, isCounted: false, isEvent: true, run: { _ throws(ProgramError) in 0 })
      return Measurement(subject: subject, batches: moments.map { time($0) * 1000 }, counts: nil, energy: nil)
    }
    if !display.hasVBlank {
      let meaning = "a flip's time is when the driver had taken the frame"
      Standard.error("touch: \(display.name) has no vertical blanking; " + meaning, .warning)
    }
    return Result(
      measurements: [
        measurement("touch") { $0.shown - $0.touched }, measurement("touch wake") { $0.woken - $0.touched },
        measurement("touch paint") { $0.committed - $0.woken }, measurement("touch wait") { $0.shown - $0.committed },
      ],
      facts: [
        Fact(name: "touch refresh rate", unit: "Hz", value: display.refreshRate),
        Fact(name: "touch has vertical blanking", unit: "of 1", value: display.hasVBlank ? 1 : 0),
      ])
  }

  private func touches(_ count: Int) throws(ProgramError) -> [TouchMoments] {
    let most = Self.mostUnusable(of: count)
    try finger.tap(targets, on: display.size, count + most)
    var (measured, unusable) = ([TouchMoments](), 0)
    // A touch that has not been painted, and one whose frame has not been shown.
    var (handled, pending): (TouchMoments?, TouchMoments?)
    while measured.count < count {
      let (woken, events) = try wait()
      if events.contains(.ready), var touch = pending.take() {
        if touch.end(shown: display.flipTime, hasVBlank: display.hasVBlank) {
          measured.append(touch)
        } else {
          unusable += 1
          if unusable > most {
            throw .failure(
              "cannot measure from touch to light on \(display.name): page flips have no events, or events with wrong times"
            )
          }
        }
      }
      try poll { event in
        if event.phase == .began { handled = TouchMoments(touched: event.time, woken: woken) }
        _ = slider.handle(event)
      }
      if slider.needsPaint {
        guard try paint() else { continue }
        pending = handled.take()
        pending?.committed = MonotonicClock.now()
      } else {
        updateBackBuffer()
      }
    }
    return measured
  }

  /// Waits for a touch or for the display. Returns the time at which poll(2) returned.
  private func wait() throws(ProgramError) -> (woken: Int64, DisplayEvents) {
    poller.removeAll()
    poller.add(panel.descriptor)
    poller.add(display.descriptor)
    let limit = MonotonicClock.now() + Self.patience
    let isReady: Bool
    do throws(SystemError) { isReady = try poller.wait(until: min(display.deadline ?? .max, limit)) } catch {
      throw .failure(error.message)
    }
    let woken = MonotonicClock.now()
    if !isReady && woken >= limit {
      throw .failure("cannot measure from touch to light: no touch came from " + finger.device.path)
    }
    do throws(DisplayError) { return (woken, try display.handleEvents()) } catch { throw .failure(error.message) }
  }

  private func poll(_ emit: (TouchEvent<LayoutSpace>) -> Void) throws(ProgramError) {
    do throws(TouchError) { try panel.poll(emit) } catch { throw .failure(error.message) }
  }

  /// Paints the stars. Returns false if no buffer is free.
  @discardableResult private func paint() throws(ProgramError) -> Bool {
    do throws(DisplayError) {
      guard let frame = try display.nextFrame() else { return false }
      if frame.age == 0 { frame.surface.fill(frame.surface.bounds, with: .white) }
      try display.present(slider.paint(into: frame.surface, age: frame.age))
      return true
    } catch { throw .failure(error.message) }
  }

  /// Updates the other buffer, like the kiosk while no visitor waits.
  private func updateBackBuffer() {
    guard let spare = display.spareBuffer() else { return }
    if spare.age == 0 { spare.surface.fill(spare.surface.bounds, with: .white) }
    slider.repaint(spare.surface, age: spare.age)
    display.markCurrent()
  }
}
