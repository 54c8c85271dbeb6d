import CDRM
import Geometry
import Raster
import System

/// Atomic modesetting: the kernel accepts or rejects all values of a commit together.
final class AtomicCommitter: Committer {
  private let card: Card
  /// A complete modeset; FB_ID is its value at `framebufferIndex`.
  private let modesetRequest = AtomicRequest()
  /// A page flip: the plane's FB_ID.
  private let flipRequest = AtomicRequest()
  /// A page flip with damage: the plane's FB_ID and FB_DAMAGE_CLIPS.
  private let damageRequest = AtomicRequest()
  private let modeBlob: UInt32

  private static var framebufferIndex: Int { 3 }

  var name: StaticString { "atomic" }
  let sendsDamage: Bool

  /// Returns `nil` if the driver lacks a property that is required.
  init?(_ card: Card, _ pipeline: Pipeline, plane: Plane, others: [Plane]) {
    self.card = card
    let crtc = UInt64(pipeline.crtc.id)
    let (width, height) = (UInt64(pipeline.mode.width), UInt64(pipeline.mode.height))
    let properties = Properties(card, object: plane.id, type: DRM_MODE_OBJECT_PLANE)
    let damage = properties["FB_DAMAGE_CLIPS"]
    sendsDamage = damage != nil
    modeBlob = card.makeModeBlob(pipeline.mode.info)

    let request = modesetRequest
    func add(_ object: UInt32, _ properties: Properties, _ values: [(name: StaticString, value: UInt64)]) -> Bool {
      for (name, value) in values {
        guard let property = properties[name] else { return false }
        request.add(object, property.id, value)
      }
      return true
    }
    guard modeBlob != 0,
      add(
        pipeline.connector.id,
        Properties(card, object: pipeline.connector.id, type: DRM_MODE_OBJECT_CONNECTOR), [("CRTC_ID", crtc)]),
      // If the mode's timings are those that are set, the kernel does no modeset and the screen does not flicker.
      add(
        pipeline.crtc.id, Properties(card, object: pipeline.crtc.id, type: DRM_MODE_OBJECT_CRTC),
        [("MODE_ID", UInt64(modeBlob)), ("ACTIVE", 1)]),
      // SRC_* are in 16.16 fixed point, CRTC_* in pixels.
      add(
        plane.id, properties,
        [
          ("FB_ID", 0), ("CRTC_ID", crtc), ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
          ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height),
        ]),
      let framebuffer = properties["FB_ID"]
    else { return nil }
    _ = add(plane.id, properties, [("rotation", UInt64(DRM_MODE_ROTATE_0))])

    // Other planes on the CRTC, left by the previous program, would cover the picture.
    for other in others where other.id != plane.id && other.currentCRTC == pipeline.crtc.id {
      _ = add(
        other.id, Properties(card, object: other.id, type: DRM_MODE_OBJECT_PLANE), [("FB_ID", 0), ("CRTC_ID", 0)])
    }
    flipRequest.add(plane.id, framebuffer.id, 0)
    damageRequest.add(plane.id, framebuffer.id, 0)
    if let damage { damageRequest.add(plane.id, damage.id, 0) }
  }

  deinit {
    if modeBlob != 0 { drmModeDestroyPropertyBlob(card.descriptor, modeBlob) }
  }

  func test(_ framebuffer: UInt32) -> Int32 { modeset(framebuffer, flags: DRM_MODE_ATOMIC_TEST_ONLY) }
  func modeset(_ framebuffer: UInt32) -> Int32 { modeset(framebuffer, flags: 0) }

  private func modeset(_ framebuffer: UInt32, flags: Int32) -> Int32 {
    modesetRequest[Self.framebufferIndex] = UInt64(framebuffer)
    return unsafe modesetRequest.commit(card, flags: flags | DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
    // Without clips, the driver treats the whole plane as damaged.
    let blob = sendsDamage && !damage.isEmpty ? card.makeDamageBlob(damage) : 0
    let request = blob == 0 ? flipRequest : damageRequest
    request[0] = UInt64(framebuffer)
    if blob != 0 { request[1] = UInt64(blob) }
    let result = unsafe request.commit(card, flags: flags, cookie: cookie)
    // The kernel keeps the blob until the commit is complete.
    if blob != 0 { drmModeDestroyPropertyBlob(card.descriptor, blob) }
    return result
  }
}
