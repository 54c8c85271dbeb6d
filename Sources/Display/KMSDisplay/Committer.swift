import CDRM
import Geometry
import Raster
import System

/// How a buffer gets to the screen: the one place where atomic and legacy differ. Answers are 0 or an errno.
protocol Committer: AnyObject {
  /// As in "atomic".
  var name: StaticString { get }

  /// Sets mode, connector and buffer; returns when the screen shows it.
  func modeset(_ framebuffer: UInt32) -> Int32

  /// Shows another buffer at the next refresh and returns at once; `cookie` comes back with the event. `damage` is what
  /// differs from the frame before, for drivers that can use it.
  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32

  /// Shows nothing, until the next modeset.
  func turnOff() -> Int32
}

/// What a committer drives.
struct Route {
  let card: Card
  let connector: UInt32
  let crtc: UInt32
  let mode: Mode

  /// Takes buffer, mode and connector from the CRTC. SetCrtc waits for a flip under way, and atomic drivers know it, too.
  func turnOff() -> Int32 { -drmModeSetCrtc(card.file.raw, crtc, 0, 0, 0, nil, 0, nil) }
}

/// The calls from before atomic modesetting: SetCrtc and PageFlip.
final class LegacyCommit: Committer {
  private let route: Route

  init(_ route: Route) { self.route = route }

  var name: StaticString { "legacy" }

  func modeset(_ framebuffer: UInt32) -> Int32 {
    var connector = route.connector
    var mode = route.mode.info
    // SetCrtc, SetCursor and PageFlip answer -errno.
    let result = drmModeSetCrtc(route.card.file.raw, route.crtc, framebuffer, 0, 0, &connector, 1, &mode)
    // Whoever had the screen before may have left its pointer on it.
    if result == 0 { drmModeSetCursor(route.card.file.raw, route.crtc, 0, 0, 0) }
    return -result
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    -drmModePageFlip(route.card.file.raw, route.crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), cookie)
  }

  func turnOff() -> Int32 { route.turnOff() }
}

/// One buffer's other way to the screen: telling the driver what was drawn (DIRTYFB), for drivers that copy.
enum DirtyRectangles {
  /// 0 or an errno; ENOSYS where the driver copies nothing.
  static func send(_ damage: Region<PhysicalSpace>, of framebuffer: UInt32, on card: Card) -> Int32 {
    withUnsafeTemporaryAllocation(of: drmModeClip.self, capacity: Region<PhysicalSpace>.capacity) { clips in
      for i in 0..<damage.count {
        let rect = damage[i]
        // x2 and y2 are exclusive.
        clips[i] = drmModeClip(
          x1: UInt16(clamping: rect.minX), y1: UInt16(clamping: rect.minY), x2: UInt16(clamping: rect.maxX),
          y2: UInt16(clamping: rect.maxY))
      }
      return -drmModeDirtyFB(card.file.raw, framebuffer, clips.baseAddress!, UInt32(damage.count))
    }
  }
}
