import Basics
import Screens
import Settings
import StarSlider
import Survey

// The kiosk for a web page, as functions of numbers that WebAssembly exports. Times are milliseconds of the page's clock. Texts are UTF-8, and
// what the page reads of them is JSON.

/// WebAssembly has no threads here: only the page's thread uses these.
nonisolated(unsafe) var kiosk: PageKiosk?
nonisolated(unsafe) private var checked: PageCheck?
nonisolated(unsafe) private var sheet: ScreenSheet?
nonisolated(unsafe) private var size = Size<PhysicalSpace>(width: 0, height: 0)
nonisolated(unsafe) private var result: [UInt8] = []
nonisolated(unsafe) private var input: [UInt8] = []

private func nanoseconds(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1_000_000) }

/// Stores a JSON object, and returns its length.
private func write(_ members: (inout JSONWriter) -> Void) -> Int32 {
  var json = JSONWriter()
  json.object(nil, members)
  result = json.bytes
  return Int32(result.count)
}

/// The address of the last JSON text.
@c public func resultText() -> UnsafePointer<UInt8>? { result.withUnsafeBufferPointer { $0.baseAddress } }

// MARK: The configuration

/// Makes room for a configuration, and returns its address.
@c public func inputText(_ length: Int32) -> UnsafeMutablePointer<UInt8>? {
  input = [UInt8](repeating: 0, count: max(Int(length), 1))
  return input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Checks the configuration of `length` bytes in `inputText`, and makes its screens for a screen of `width` x `height` pixels. The kiosk that
/// runs stays until `begin`.
///
/// - Parameters:
///   - theme: 0 the configuration's, then light, dark, contrast, classic.
///   - motion: 0 the configuration's, then full, reduced, none.
/// - Returns: The length of the JSON text.
@c public func check(_ length: Int32, _ width: Int32, _ height: Int32, _ theme: Int32, _ motion: Int32) -> Int32 {
  let themes = ["", "light", "dark", "contrast", "classic"]
  let motions: [KioskSettings.Motion] = [.full, .reduced, .none]
  size = Size(width: width, height: height)
  let made = PageCheck(
    Array(input.prefix(Int(length))), size: size, theme: themes[Int(theme)],
    motion: motion == 0 ? nil : motions[Int(motion) - 1])
  checked = made
  sheet = made.kiosk.flatMap { ScreenSheet($0.settings, $0.model, contrast: made.contrast, size: size) }
  return write { json in
    made.write(to: &json)
    sheet?.write(to: &json)
  }
}

/// Paints a screen of the checked configuration, counted from 0, and returns the address of its pixels.
@c public func paintSheet(_ index: Int32) -> UnsafeMutableRawPointer? {
  guard let sheet, index >= 0, Int(index) < sheet.count else { return nil }
  return sheet.paint(Int(index))?.address(x: 0, y: 0)
}

/// Starts the checked configuration. Returns 0 if it is rejected.
@c public func begin(_ now: Double) -> Int32 {
  guard let made = checked?.kiosk else { return 0 }
  sheet = nil
  kiosk = PageKiosk(made.settings, made.model, size: size, at: nanoseconds(now))
  return kiosk == nil ? 0 : 1
}

// MARK: Input

/// Handles a contact: phase 0 began, 1 moved, 2 ended, 3 cancelled, at a position in 1/256 px.
@c public func touch(_ phase: Int32, _ contact: Int32, _ x: Int32, _ y: Int32, _ now: Double) {
  let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
  guard let kiosk, phases.indices.contains(Int(phase)) else { return }
  let point = Point<LayoutSpace>(x: Fixed(raw: x), y: Fixed(raw: y))
  kiosk.handle(
    TouchEvent(phases[Int(phase)], contact: contact, at: point, time: nanoseconds(now)), at: nanoseconds(now))
}

/// Handles a key, given by its index in `Key.allCases`.
@c public func key(_ key: Int32, _ now: Double) {
  guard let kiosk, Key.allCases.indices.contains(Int(key)) else { return }
  kiosk.handle(Key.allCases[Int(key)], at: nanoseconds(now))
}

/// Cancels all contacts.
@c public func cancel(_ now: Double) { kiosk?.cancelTouch(at: nanoseconds(now)) }

/// Handles that time has passed.
@c public func advance(_ now: Double) { kiosk?.advance(to: nanoseconds(now)) }

/// When to call `advance`; below 0 if nothing changes until the next input.
@c public func deadline() -> Double { kiosk?.deadline.map { Double($0) / 1_000_000 } ?? -1 }

// MARK: Output

/// Paints what has changed, and returns the number of rectangles that changed.
@c public func paint() -> Int32 {
  guard let kiosk else { return 0 }
  kiosk.paint()
  return Int32(kiosk.damage.count)
}

/// Returns an edge of a rectangle that changed, in pixels: 0 left, 1 top, 2 right, 3 bottom; right and bottom are exclusive.
@c public func damage(_ index: Int32, _ edge: Int32) -> Int32 {
  guard let kiosk, index >= 0, Int(index) < kiosk.damage.count else { return 0 }
  let rect = kiosk.damage[Int(index)]
  return switch edge {
  case 0: rect.minX
  case 1: rect.minY
  case 2: rect.maxX
  default: rect.maxY
  }
}

/// The address of the screen's bytes: red, green, blue, 255 for each pixel, row by row.
@c public func pixels() -> UnsafeMutableRawPointer? { kiosk?.surface?.address(x: 0, y: 0) }

/// Describes the screen that is shown and the answers so far. Returns the length of the JSON text.
@c public func describe() -> Int32 {
  write { json in
    guard let kiosk else { return }
    kiosk.machine.screen.write(kiosk.settings, language: Int(kiosk.machine.language), to: &json)
    json.add("value", kiosk.screen.slider?.value.map { Int64($0) })
    json.add("countdown", kiosk.machine.countdown.map { Int64($0) })
    json.array("answers") { json in for answer in kiosk.answers { answer.write(to: &json) } }
  }
}

/// Returns the middle of a button on the screen, or of the stars, as x * 65536 + y in pixels; -1 if the screen has none.
///
/// - Parameter action: 0 a tile, counted from 0 by `index`; 1 done; 2 start over; 3 the languages; 4 a language; 5 contrast; 6 a star of a row
/// from left to right.
@c public func place(_ action: Int32, _ index: Int32) -> Int32 {
  guard let screen = kiosk?.screen else { return -1 }
  let actions: [Action] = [.option(index), .done, .startOver, .languages, .language(index), .contrast]
  if action == 6 {
    guard let layout = screen.slider?.layout else { return -1 }
    let first = (layout.bounds.width - (layout.scale.starCount - 1) * layout.advance) / 2
    return (layout.bounds.minX + first + index * layout.advance) << 16 | layout.bounds.center.y.floor
  }
  guard actions.indices.contains(Int(action)), let bounds = screen.bounds(of: actions[Int(action)]) else { return -1 }
  return bounds.center.x.floor << 16 | bounds.center.y.floor
}
