import CDRM
import Geometry
import Raster
import System

// Safety: the cookie is only passed on to the kernel.

/// The kernel interface that puts a framebuffer on the screen: atomic or legacy. Its functions return 0 or an errno.
protocol Committer: AnyObject {
  /// The interface's name, such as "atomic".
  var name: StaticString { get }

  /// Whether `flip` passes the damage on to the driver.
  var sendsDamage: Bool { get }

  /// Checks whether the driver accepts a framebuffer. The legacy interface can only check by showing it.
  func test(_ framebuffer: UInt32) -> Int32

  /// Sets the mode, connector and framebuffer. Returns when the screen shows them.
  func modeset(_ framebuffer: UInt32) -> Int32

  /// Queues a page flip and returns at once. The event of the completed flip carries `cookie`.
  ///
  /// - Parameter damage: The pixels that differ from the previous frame.
  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32
}

/// The legacy interface: SetCrtc and PageFlip.
final class LegacyCommitter: Committer {
  private let card: Card
  private let pipeline: Pipeline

  init(_ card: Card, _ pipeline: Pipeline) {
    self.card = card
    self.pipeline = pipeline
  }

  var name: StaticString { "legacy" }
  var sendsDamage: Bool { false }

  func test(_ framebuffer: UInt32) -> Int32 { modeset(framebuffer) }

  func modeset(_ framebuffer: UInt32) -> Int32 {
    let code = card.setMode(
      pipeline.mode.info, crtc: pipeline.crtc.id, connector: pipeline.connector.id, framebuffer: framebuffer)
    // The previous program may have left its mouse pointer on the screen.
    if code == 0 { drmModeSetCursor(card.descriptor, pipeline.crtc.id, 0, 0, 0) }
    return code
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    unsafe -drmModePageFlip(card.descriptor, pipeline.crtc.id, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), cookie)
  }
}
