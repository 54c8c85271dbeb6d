import Basics
import Display
import FramebufferDisplay
import Geometry
import KMSDisplay
import Raster
import StarSlider
import System

/// A display and how frames get onto it, as the terminal does it.
final class Screen {
  let display: any Display
  private let poller = Poller()

  init(_ display: any Display) { self.display = display }

  deinit { display.close() }

  /// Opens what was asked for; on the memory screen the size is `size` where none was given.
  static func open(_ screen: Options.Screen, usual size: Size<PhysicalSpace>) throws(ProgramError) -> Screen {
    do throws(DisplayError) {
      switch screen {
      case .kms(let path): return Screen(try KMSDisplay(KMSOptions(path: path)))
      case .framebuffer(let path?): return Screen(try FramebufferDisplay(path))
      case .framebuffer(nil): return Screen(try FramebufferDisplay())
      case .memory(let asked, let format):
        return Screen(try MemoryDisplay.open(size: asked ?? size, format: format))
      }
    } catch {
      throw .failure(error.message)
    }
  }

  /// Throws where there is no memory for the pictures of a slider on this screen.
  func requirePictures(_ configuration: SliderConfiguration, bounds: Rect<LayoutSpace>) throws(ProgramError) {
    let format = display.format
    do throws(DisplayError) {
      try Memory.require(
        StarSlider.mostMemory(configuration, bounds: bounds, format: format), for: "the stars' pictures",
        advice: "ask for a smaller screen")
    } catch { throw .failure(error.message) }
  }

  /// Throws where there is no memory for as many bytes; `what` is what they are for, in the plural.
  static func requireMemory(_ bytes: Int, for what: String) throws(ProgramError) {
    do throws(DisplayError) {
      try Memory.require(Int64(bytes), for: what, advice: "ask for a smaller screen")
    } catch { throw .failure(error.message) }
  }

  /// Frames wait for the screen: time is only what is spent on drawing and presenting.
  var waits: Bool { display.descriptor >= 0 }

  /// A buffer to draw into, once the screen has one to lend.
  func nextFrame() throws(ProgramError) -> Frame {
    do throws(DisplayError) {
      while true {
        if let frame = try display.nextFrame() { return frame }
        try wait()
      }
    } catch {
      throw .failure(error.message)
    }
  }

  func present(_ damage: Region<PhysicalSpace>) throws(ProgramError) {
    do throws(DisplayError) {
      try display.present(damage)
    } catch {
      throw .failure(error.message)
    }
  }

  private func wait() throws(DisplayError) {
    poller.removeAll()
    poller.add(display.descriptor)
    do throws(SystemError) {
      try poller.wait(until: display.deadline ?? MonotonicClock.now() + 1_000_000_000)
    } catch {
      throw DisplayError("wait for", display.name, code: error.errno, reason: error.reason)
    }
    _ = try display.handleEvents()
  }
}
