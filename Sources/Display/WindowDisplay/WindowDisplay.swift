import Basics
import CLinux
import CWindow
import Display
import StarSlider
import System

/// A window on a desktop (X11 or Wayland). It uses SDL 2, which is loaded when the first window is opened. The mouse acts as a finger,
/// fingers are contacts, and the window's keys are a keypad.
///
/// Frames are drawn into the window's own memory, in the screen's pixel format, and only damage is sent to the display server. Nothing runs
/// between frames: `descriptor` is that of the connection to the server.
///
/// Safety: `window` is open until `close`. SDL keeps the memory of `surface` until `reopened` requests a new one.
@safe package final class WindowDisplay: Display {
  private let window: OpaquePointer
  private var surface: Surface
  private let driver: String
  private var isShown = false
  private var isClosed = false
  /// Whether the window's size differs from that of `surface`.
  private var isOutdated = false
  private var touches: [TouchEvent<PhysicalSpace>] = []
  private var keys: [(key: Key, time: Int64)] = []

  /// Whether this process is part of a desktop session.
  package static var hasDesktop: Bool { server != nil }

  /// The environment variable that names the display server, and its value.
  private static var server: (variable: String, value: String)? {
    for variable in ["WAYLAND_DISPLAY", "DISPLAY", "SDL_VIDEODRIVER"] {
      if let value = Environment[variable] { return (variable, value) }
    }
    return nil
  }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - size: The size in the desktop's points, which are pixels except on high-density screens; by default `MemoryDisplay.defaultSize`,
  ///     or the largest size that fits.
  ///   - format: The pixel format; it must be the screen's.
  package init(_ size: Size<PhysicalSpace>?, format: PixelFormat? = nil) throws(DisplayError) {
    guard let server = Self.server else {
      throw DisplayError(
        .missing, "open", "a window", reason: "neither WAYLAND_DISPLAY nor DISPLAY is set",
        suggestion: "start the program in a desktop session")
    }
    if let reason = unsafe cw_load() {
      throw unsafe DisplayError(
        .missing, "load", String(cString: cw_library), reason: String(cString: reason),
        suggestion: "install Debian's package " + String(cString: cw_package))
    }
    let usual = MemoryDisplay.defaultSize
    guard
      let opened = unsafe cw_open(cl_program_name(), size?.width ?? 0, size?.height ?? 0, usual.width, usual.height)
    else {
      throw unsafe DisplayError(
        .missing, "open", "a window on \(server.variable)=\(server.value)", reason: String(cString: cw_error()),
        suggestion: "check that this display server runs")
    }
    guard let surface = unsafe Self.surface(of: opened) else {
      let reason = unsafe "it has no memory to draw to in a supported format (\(String(cString: cw_error())))"
      unsafe cw_close(opened)
      throw DisplayError(.unsupported, "draw to", "the window", reason: reason)
    }
    if let format, format != surface.format {
      unsafe cw_close(opened)
      throw DisplayError(
        .unsupported, "set format \(format.name) on", "the window", reason: "the desktop has \(surface.format.name)",
        suggestion: "use format auto")
    }
    unsafe window = opened
    self.surface = surface
    driver = unsafe String(cString: cw_driver())
    touches.reserveCapacity(64)
    keys.reserveCapacity(16)
  }

  deinit { close() }

  /// Returns the window's current memory, or `nil` if its pixel format is not supported.
  private static func surface(of window: OpaquePointer) -> Surface? {
    var memory = unsafe cw_surface()
    guard unsafe cw_surface_of(window, &memory) != 0, let pixels = unsafe memory.pixels else { return nil }
    let format = unsafe PixelFormat.matching(
      bytesPerPixel: Int32(memory.bytes), red: Self.channel(memory.red), green: Self.channel(memory.green),
      blue: Self.channel(memory.blue))
    guard let format else { return nil }
    return unsafe Surface(
      base: pixels, pitch: Int(memory.pitch), size: Size(width: memory.width, height: memory.height), format: format)
  }

  private static func channel(_ mask: UInt32) -> Channel {
    Channel(shift: Int32(mask.trailingZeroBitCount), bits: Int32(mask.nonzeroBitCount))
  }

  package var name: String { "window \(size.width)x\(size.height) \(format.name), " + driver }
  package var size: Size<PhysicalSpace> { surface.size }
  package var format: PixelFormat { surface.format }
  package var descriptor: Int32 { isClosed ? -1 : unsafe cw_descriptor(window) }
  package var deadline: Int64? { nil }
  package var scanout: Surface? { isShown ? surface : nil }

  package func nextFrame() -> Frame? {
    if isClosed || isOutdated { return nil }
    return Frame(surface: surface, age: isShown ? 1 : 0)
  }

  package func present(_ damage: Region<PhysicalSpace>) {
    if isClosed || isOutdated || (isShown && damage.isEmpty) { return }
    guard isShown else {
      isShown = unsafe cw_present(window, nil, 0) != 0
      return
    }
    unsafe withUnsafeTemporaryAllocation(of: cw_rect.self, capacity: Region<PhysicalSpace>.capacity) { rects in
      for i in 0..<damage.count {
        let rect = damage[i]
        unsafe rects[i] = cw_rect(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
      }
      unsafe isShown = cw_present(window, rects.baseAddress, Int32(damage.count)) != 0
    }
  }

  package func suspend() {}
  package func resume() {}

  package func close() {
    if isClosed { return }
    isClosed = true
    isShown = false
    unsafe cw_close(window)
  }
}

// The window's input.
extension WindowDisplay {
  package var hasInput: Bool { true }

  package func handleEvents() -> DisplayEvents {
    var events: DisplayEvents = []
    if isClosed { return events }
    let now = MonotonicClock.now()
    var event = cw_event()
    while unsafe cw_next(window, &event) != 0 {
      switch event.kind {
      case cw_began: touch(.began, event, now)
      case cw_moved: touch(.moved, event, now)
      case cw_ended: touch(.ended, event, now)
      case cw_key: press(event, now, &events)
      case cw_closed: events.insert(.closed)
      case cw_resized:
        isOutdated = true
        events.insert(.changed)
      case cw_exposed: if isShown && !isOutdated { _ = unsafe cw_present(window, nil, 0) }
      default: break
      }
    }
    return events
  }

  private func touch(_ phase: TouchPhase, _ event: cw_event, _ now: Int64) {
    let place = Point<PhysicalSpace>(x: Fixed(raw: event.x), y: Fixed(raw: event.y))
    touches.append(TouchEvent(phase, contact: event.number, at: place, time: now))
  }

  private func press(_ event: cw_event, _ now: Int64, _ events: inout DisplayEvents) {
    let isRepeat = event.is_repeat != 0
    switch event.number {
    case Self.f11: if !isRepeat { unsafe cw_toggle_full_screen(window) }
    case Self.f12: if !isRepeat { events.insert(.snapshot) }
    default:
      // Holding down the enter key must not also confirm the next screen.
      guard let key = Self.key(event.number), !(isRepeat && key == .enter) else { return }
      keys.append((key, now))
    }
  }

  private static var f11: Int32 { 68 }
  private static var f12: Int32 { 69 }

  /// Returns the key for a code of the USB HID usage tables, page 7, or `nil` for a code without a meaning here. The digits of a number pad
  /// act as its arrows, as on a keypad.
  private static func key(_ usage: Int32) -> Key? {
    switch usage {
    case 80, 92: .left
    case 79, 94: .right
    case 82, 96: .up
    case 81, 90: .down
    case 75, 97: .pageUp
    case 78, 91: .pageDown
    case 74, 95: .home
    case 77, 89: .end
    case 40, 44, 88, 93: .enter
    default: nil
    }
  }

  package func takeTouches(_ handle: (TouchEvent<PhysicalSpace>) -> Void) {
    for touch in touches { handle(touch) }
    touches.removeAll(keepingCapacity: true)
  }

  package func takeKeys(_ handle: (Key, Int64) -> Void) {
    for (key, time) in keys { handle(key, time) }
    keys.removeAll(keepingCapacity: true)
  }

  package func hasChanged() -> Bool { isOutdated && !isClosed }

  /// Switches to the window's current memory for the frames that follow.
  package func reopened() throws(DisplayError) -> (any Display)? {
    guard let surface = unsafe Self.surface(of: window) else {
      throw unsafe DisplayError(.gone, "draw to", "the window", reason: String(cString: cw_error()))
    }
    self.surface = surface
    (isShown, isOutdated) = (false, false)
    return self
  }
}
