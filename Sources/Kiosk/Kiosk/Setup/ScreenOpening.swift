import CLinux
import Display
import FramebufferDisplay
import Geometry
import KMSDisplay
import Raster
import Settings
import System

extension DisplayError {
  /// Another program has the screen: it is there, and may be ours later.
  fileprivate var isHeld: Bool { recovery == .retry && (code == EBUSY || code == EINVAL || isRefusal) }
  /// This user may not open it.
  fileprivate var isForbidden: Bool { recovery != .retry && isRefusal }
  private var isRefusal: Bool { code == EACCES || code == EPERM }
}

extension Settings {
  /// How the viewer's pixels lie on a screen: as `rotate` says, else as the panel is built in.
  func transform(on display: any Display) -> ScreenTransform {
    ScreenTransform(physical: display.size, rotation: rotation ?? display.panelRotation)
  }

  /// An open screen, and whether it is the last resort of `auto`.
  struct OpenedScreen {
    let display: any Display
    let isFallback: Bool
    /// Memory: nobody sees it, so time need not pass.
    let isMemory: Bool
  }

  /// Opens the screen that was asked for. `auto` says on standard error why it did not take the better ones.
  func openScreen() throws(KioskError) -> OpenedScreen {
    switch screen {
    case .memory(let size, let format):
      return OpenedScreen(display: try Self.memory(size, self.format ?? format), isFallback: false, isMemory: true)
    case .kms(let path):
      do throws(DisplayError) {
        return OpenedScreen(display: try openKMS(path), isFallback: false, isMemory: false)
      } catch { throw .failure(error.message) }
    case .framebuffer(let path):
      do throws(DisplayError) {
        return OpenedScreen(display: try openFramebuffer(path), isFallback: false, isMemory: false)
      } catch { throw .failure(error.message) }
    case .auto:
      return try openAny()
    }
  }

  private func openAny() throws(KioskError) -> OpenedScreen {
    let kms: DisplayError
    do throws(DisplayError) {
      return OpenedScreen(display: try openKMS(nil), isFallback: false, isMemory: false)
    } catch { kms = error }
    // The framebuffer beside it is the same screen.
    if kms.isHeld { throw .failure(kms.message) }
    let framebuffer: DisplayError
    do throws(DisplayError) {
      let display = try openFramebuffer(nil)
      Standard.error("no KMS screen: " + kms.message, .notice)
      return OpenedScreen(display: display, isFallback: false, isMemory: false)
    } catch { framebuffer = error }
    // Somebody who may not draw to the screen does not want to be shown an imaginary visit.
    if kms.isForbidden { throw .failure(kms.message) }
    if framebuffer.isForbidden { throw .failure(framebuffer.message) }
    // A service is started again until its screen is there, and an imaginary visitor's answers are none: they must not get
    // into its journal.
    if Environment.stateDirectory != nil {
      throw KioskError.failures([
        "no KMS screen: " + kms.message, "no framebuffer: " + framebuffer.message,
        "this machine has no screen to draw to yet; a service does not draw to memory instead",
      ])
    }
    Standard.error("no KMS screen: " + kms.message)
    Standard.error("no framebuffer: " + framebuffer.message)
    Standard.error("this machine has no screen to draw to; drawing to memory instead")
    let memory = try Self.memory(ScreenChoice.defaultSize, .xrgb8888)
    return OpenedScreen(display: memory, isFallback: true, isMemory: true)
  }

  private static func memory(_ size: Size<PhysicalSpace>, _ format: PixelFormat) throws(KioskError) -> MemoryDisplay {
    do throws(DisplayError) {
      return try MemoryDisplay.open(size: size, format: format)
    } catch { throw .failure(error.message) }
  }

  private func openKMS(_ path: String?) throws(DisplayError) -> KMSDisplay {
    var kms = KMSOptions(path: path, format: format)
    kms.connector = connector
    kms.mode = mode
    kms.commit =
      switch commit {
      case .auto: .auto
      case .atomic: .atomic
      case .legacy: .legacy
      }
    kms.buffers =
      switch buffers {
      case .auto: .auto
      case .flip: .flip
      case .front: .front
      }
    let display = try KMSDisplay(kms)
    for note in display.notes { Standard.error(note, .info) }
    return display
  }

  private func openFramebuffer(_ path: String?) throws(DisplayError) -> FramebufferDisplay {
    if let path { return try FramebufferDisplay(path, format: format) }
    return try FramebufferDisplay(format: format)
  }
}
