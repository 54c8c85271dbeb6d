import Configuration
import Display
import FramebufferDisplay
import Geometry
import KMSDisplay
import Linux
import Raster

extension Settings {
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
      return OpenedScreen(display: Self.memory(size, format), isFallback: false, isMemory: true)
    case .kms(let path):
      do throws(DisplayError) {
        return OpenedScreen(display: try openKMS(path), isFallback: false, isMemory: false)
      } catch { throw .failure(error.message) }
    case .framebuffer(let path):
      do throws(DisplayError) {
        return OpenedScreen(display: try Self.openFramebuffer(path), isFallback: false, isMemory: false)
      } catch { throw .failure(error.message) }
    case .auto:
      return openAny()
    }
  }

  private func openAny() -> OpenedScreen {
    do throws(DisplayError) {
      return OpenedScreen(display: try openKMS(nil), isFallback: false, isMemory: false)
    } catch {
      Standard.error("no KMS screen: " + error.message)
    }
    do throws(DisplayError) {
      return OpenedScreen(display: try Self.openFramebuffer(nil), isFallback: false, isMemory: false)
    } catch {
      Standard.error("no framebuffer: " + error.message)
    }
    Standard.error("this machine has no screen to draw to; drawing to memory instead")
    return OpenedScreen(display: Self.memory(ScreenChoice.defaultSize, .xrgb8888), isFallback: true, isMemory: true)
  }

  private static func memory(_ size: Size<PhysicalSpace>, _ format: PixelFormat) -> MemoryDisplay {
    guard let display = MemoryDisplay(size: size, format: format) else {
      preconditionFailure("the settings let only possible sizes through")
    }
    return display
  }

  private func openKMS(_ path: String?) throws(DisplayError) -> KMSDisplay {
    var kms = KMSOptions(path: path)
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
    return try KMSDisplay(kms)
  }

  private static func openFramebuffer(_ path: String?) throws(DisplayError) -> FramebufferDisplay {
    if let path { return try FramebufferDisplay(path) }
    return try FramebufferDisplay()
  }
}
