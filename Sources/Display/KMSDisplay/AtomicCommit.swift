import CDRM
import Geometry
import Raster
import System

/// Atomic modesetting: everything in one request that the kernel takes or refuses as a whole.
final class AtomicCommit: Committer {
  /// The properties of the plane that every frame or modeset writes.
  private struct PlaneProperties {
    let framebuffer, crtc, srcX, srcY, srcWidth, srcHeight, x, y, width, height: UInt32
    let rotation: UInt32?
    let damage: UInt32?
  }

  /// A plane that shows something over ours, from whoever had the screen before.
  private struct Leftover {
    let plane, framebuffer, crtc: UInt32
  }

  private let route: Route
  private let plane: UInt32
  private let properties: PlaneProperties
  private let connectorCRTC: UInt32
  private let crtcMode: UInt32
  private let crtcActive: UInt32
  private let modeBlob: UInt32
  private let leftovers: [Leftover]
  private let request = AtomicRequest()
  /// A buffer for the plane, and nothing else: a frame changes its one number.
  private let flipRequest = AtomicRequest()
  private let clips = UnsafeMutablePointer<drm_mode_rect>.allocate(capacity: Region<PhysicalSpace>.capacity)

  var name: StaticString { "atomic" }

  /// `nil` where the driver lacks a property that it would need.
  init?(_ route: Route, plane: Plane, others: [Plane]) {
    let card = route.card
    let connector = Properties(card, object: route.connector, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))
    let crtc = Properties(card, object: route.crtc, type: UInt32(DRM_MODE_OBJECT_CRTC))
    let own = Properties(card, object: plane.id, type: UInt32(DRM_MODE_OBJECT_PLANE))
    guard let connectorCRTC = connector["CRTC_ID"], let crtcMode = crtc["MODE_ID"], let crtcActive = crtc["ACTIVE"],
      let framebuffer = own["FB_ID"], let planeCRTC = own["CRTC_ID"], let srcX = own["SRC_X"], let srcY = own["SRC_Y"],
      let srcWidth = own["SRC_W"], let srcHeight = own["SRC_H"], let x = own["CRTC_X"], let y = own["CRTC_Y"],
      let width = own["CRTC_W"], let height = own["CRTC_H"]
    else { return nil }
    var mode = route.mode.info
    var blob: UInt32 = 0
    if drmModeCreatePropertyBlob(card.file.raw, &mode, MemoryLayout<drmModeModeInfo>.size, &blob) < 0 { return nil }

    var leftovers: [Leftover] = []
    for other in others where other.id != plane.id && other.currentCRTC == route.crtc {
      let properties = Properties(card, object: other.id, type: UInt32(DRM_MODE_OBJECT_PLANE))
      guard let framebuffer = properties["FB_ID"], let crtc = properties["CRTC_ID"] else { continue }
      leftovers.append(Leftover(plane: other.id, framebuffer: framebuffer.id, crtc: crtc.id))
    }

    self.route = route
    self.plane = plane.id
    self.connectorCRTC = connectorCRTC.id
    self.crtcMode = crtcMode.id
    self.crtcActive = crtcActive.id
    self.leftovers = leftovers
    modeBlob = blob
    // SRC is in 16.16 fixed point, CRTC in pixels.
    flipRequest.add(plane.id, framebuffer.id, 0)
    properties = PlaneProperties(
      framebuffer: framebuffer.id, crtc: planeCRTC.id, srcX: srcX.id, srcY: srcY.id, srcWidth: srcWidth.id,
      srcHeight: srcHeight.id, x: x.id, y: y.id, width: width.id, height: height.id, rotation: own["rotation"]?.id,
      damage: own["FB_DAMAGE_CLIPS"]?.id)
  }

  deinit {
    drmModeDestroyPropertyBlob(route.card.file.raw, modeBlob)
    clips.deallocate()
  }

  func turnOff() -> Int32 { route.turnOff() }

  /// Whether the kernel would take a buffer, without showing it.
  func test(_ framebuffer: UInt32) -> Int32 {
    fillModeset(framebuffer)
    return request.commit(route.card, flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  func modeset(_ framebuffer: UInt32) -> Int32 {
    fillModeset(framebuffer)
    return request.commit(route.card, flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  private func fillModeset(_ framebuffer: UInt32) {
    request.removeAll()
    request.add(route.connector, connectorCRTC, UInt64(route.crtc))
    // The kernel compares the mode's timings: the same mode again is no modeset, and nothing flickers.
    request.add(route.crtc, crtcMode, UInt64(modeBlob))
    request.add(route.crtc, crtcActive, 1)
    let width = UInt64(route.mode.width)
    let height = UInt64(route.mode.height)
    request.add(plane, properties.framebuffer, UInt64(framebuffer))
    request.add(plane, properties.crtc, UInt64(route.crtc))
    request.add(plane, properties.srcX, 0)
    request.add(plane, properties.srcY, 0)
    request.add(plane, properties.srcWidth, width << 16)
    request.add(plane, properties.srcHeight, height << 16)
    request.add(plane, properties.x, 0)
    request.add(plane, properties.y, 0)
    request.add(plane, properties.width, width)
    request.add(plane, properties.height, height)
    if let rotation = properties.rotation { request.add(plane, rotation, UInt64(DRM_MODE_ROTATE_0)) }
    for leftover in leftovers {
      request.add(leftover.plane, leftover.framebuffer, 0)
      request.add(leftover.plane, leftover.crtc, 0)
    }
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
    if properties.damage == nil {
      flipRequest.setFirst(to: UInt64(framebuffer))
      return flipRequest.commit(route.card, flags: flags, cookie: cookie)
    }
    request.removeAll()
    request.add(plane, properties.framebuffer, UInt64(framebuffer))
    let blob = damageBlob(damage)
    if blob != 0 { request.add(plane, properties.damage!, UInt64(blob)) }
    let result = request.commit(route.card, flags: flags, cookie: cookie)
    // The commit holds the blob as long as it needs it.
    if blob != 0 { drmModeDestroyPropertyBlob(route.card.file.raw, blob) }
    return result
  }

  /// 0 where the driver takes no clips or the kernel no blob: then the whole plane counts as damaged, which is right too.
  private func damageBlob(_ damage: Region<PhysicalSpace>) -> UInt32 {
    if properties.damage == nil || damage.isEmpty { return 0 }
    for i in 0..<damage.count {
      let rect = damage[i]
      // x2 and y2 are exclusive.
      clips[i] = drm_mode_rect(x1: rect.minX, y1: rect.minY, x2: rect.maxX, y2: rect.maxY)
    }
    var blob: UInt32 = 0
    let size = damage.count * MemoryLayout<drm_mode_rect>.stride
    return drmModeCreatePropertyBlob(route.card.file.raw, clips, size, &blob) < 0 ? 0 : blob
  }
}
