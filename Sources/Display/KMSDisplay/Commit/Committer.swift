import CDRM
import Geometry
import Raster
import System

/// The kernel interface that puts a framebuffer on the screen: atomic or legacy. Its functions return 0 or an errno.
protocol Committer: AnyObject {
  /// As in "atomic".
  var name: StaticString { get }

  /// Whether `flip` passes the damage on to the driver.
  var sendsDamage: Bool { get }

  /// Checks whether the driver accepts a framebuffer. The legacy interface can only check by showing it.
  func test(_ framebuffer: UInt32) -> Int32

  /// Sets the mode, connector and framebuffer. Returns when the screen shows them.
  func modeset(_ framebuffer: UInt32) -> Int32

  /// Queues a page flip and returns at once. The event of the completed flip carries `cookie`.
  ///
  /// - Parameter damage: The pixels that differ from the frame before.
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
    var connector = pipeline.connector.id
    var mode = pipeline.mode.info
    // SetCrtc, SetCursor and PageFlip return -errno.
    let result = drmModeSetCrtc(card.descriptor, pipeline.crtc.id, framebuffer, 0, 0, &connector, 1, &mode)
    // The previous program may have left its mouse pointer on the screen.
    if result == 0 { drmModeSetCursor(card.descriptor, pipeline.crtc.id, 0, 0, 0) }
    return -result
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    -drmModePageFlip(card.descriptor, pipeline.crtc.id, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), cookie)
  }
}

extension Card {
  /// Turns a CRTC off by detaching its framebuffer, mode and connectors. Works with atomic drivers, too, and waits for a
  /// pending page flip. Returns 0 or an errno.
  func turnOff(_ crtc: UInt32) -> Int32 { -drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil) }

  /// Tells the driver which rectangles of a framebuffer were drawn to (DIRTYFB). Drivers of screens that must be sent every
  /// change (SPI, USB, virtual) copy them. Returns 0 or an errno; ENOSYS if the driver copies nothing.
  func sendDirty(_ damage: Region<PhysicalSpace>, of framebuffer: UInt32) -> Int32 {
    withUnsafeTemporaryAllocation(of: drmModeClip.self, capacity: Region<PhysicalSpace>.capacity) { clips in
      for i in 0..<damage.count {
        let rect = damage[i]
        // x2 and y2 are exclusive.
        clips[i] = drmModeClip(
          x1: UInt16(clamping: rect.minX), y1: UInt16(clamping: rect.minY), x2: UInt16(clamping: rect.maxX),
          y2: UInt16(clamping: rect.maxY))
      }
      return -drmModeDirtyFB(descriptor, framebuffer, clips.baseAddress!, UInt32(damage.count))
    }
  }
}
