import Basics
import Display
import LinuxDisplay
import StarSlider
import System

/// The screen to draw on.
struct ScreenOptions {
  /// The screen. A memory screen without a size gets the workload's.
  var name = DisplayName.memory(nil, .xrgb8888)
  /// How a KMS screen's buffers are used.
  var buffers = DisplayOptions.Buffers.auto
  /// The value of --format, until `complete()` applies it to `name`.
  var format: PixelFormat?

  var isMemory: Bool { if case .memory = name { true } else { false } }

  /// The format of pictures in memory that no screen shows.
  var pictureFormat: PixelFormat { if case .memory(_, let format?) = name { format } else { .xrgb8888 } }

  /// The options that select the same screen in a child process.
  var words: [String] {
    switch name {
    case .memory(nil, let format): ["--format", "\((format ?? .xrgb8888).name)"]
    default: ["--display", name.text] + (buffers == .auto ? [] : ["--buffers", buffers == .flip ? "flip" : "front"])
    }
  }

  var displayOptions: DisplayOptions {
    var options = DisplayOptions()
    options.buffers = buffers
    return options
  }
}

/// A display, with frames that are presented in the same way as the kiosk's.
final class Screen {
  let display: any Display
  private let poller = Poller()

  /// Opens a screen. A memory screen without a size gets `size`.
  init(_ options: Options, usual size: Size<PhysicalSpace> = MemoryDisplay.defaultSize) throws(ProgramError) {
    var name = options.screen.name
    if case .memory(nil, let format) = name { name = .memory(size, format) }
    do throws(DisplayError) { display = try openDisplay(name, options.screen.displayOptions) } catch {
      throw .failure(error.message)
    }
  }

  /// Uses an open display.
  init(_ display: any Display) { self.display = display }

  deinit { display.close() }

  /// Returns a square in memory that no screen shows. The display owns the surface's memory.
  static func square(_ side: Int32, _ format: PixelFormat) throws(ProgramError) -> (MemoryDisplay, Surface) {
    do throws(DisplayError) {
      let display = try MemoryDisplay.open(size: Size(width: side, height: side), format: format)
      if let frame = try display.nextFrame() { return (display, frame.surface) }
      throw DisplayError(.unsupported, "draw to", "memory", reason: "no buffer")
    } catch { throw .failure(error.message) }
  }

  /// Throws if memory is exhausted.
  ///
  /// - Parameter what: The purpose of the memory, in the plural.
  static func requireMemory(_ bytes: Int64, for what: String) throws(ProgramError) {
    do throws(DisplayError) {
      try Memory.require(bytes, for: what, suggestion: "choose a smaller screen")
    } catch { throw .failure(error.message) }
  }

  /// Returns the pixels that the screen shows.
  func scanout() throws(ProgramError) -> Surface {
    guard let surface = display.scanout else { throw .failure("the screen shows nothing") }
    return surface
  }

  /// Shows a white frame.
  func clear() throws(ProgramError) {
    let surface = try nextFrame().surface
    surface.fill(surface.bounds, with: .white)
    try present(Region(surface.bounds))
  }

  /// Whether frames wait for the screen. If so, only drawing and presenting are timed.
  var waits: Bool { display.descriptor >= 0 }

  /// Waits for a buffer, and returns it.
  func nextFrame() throws(ProgramError) -> Frame {
    do throws(DisplayError) {
      while true {
        if let frame = try display.nextFrame() { return frame }
        try wait()
      }
    } catch { throw .failure(error.message) }
  }

  func present(_ damage: Region<PhysicalSpace>) throws(ProgramError) {
    do throws(DisplayError) { try display.present(damage) } catch { throw .failure(error.message) }
  }

  private func wait() throws(DisplayError) {
    poller.removeAll()
    poller.add(display.descriptor)
    do throws(SystemError) {
      try poller.wait(until: display.deadline ?? MonotonicClock.now() + 1_000_000_000)
    } catch { throw DisplayError(.unsupported, "wait for", display.name, errno: error.errno) }
    _ = try display.handleEvents()
  }
}
