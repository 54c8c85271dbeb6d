import CDRM
import StarSlider
import System

// Safety: the cookie is only passed on to the kernel.

/// Atomic modesetting: the kernel accepts or rejects all values of a commit together.
final class AtomicCommitter: Committer {
  private let card: Card
  private let inherited: InheritedState
  /// A complete modeset. FB_ID is its first value, because the number of other properties depends on the driver.
  private let modesetRequest = AtomicRequest()
  /// A page flip: the plane's FB_ID.
  private let flipRequest = AtomicRequest()
  /// A page flip with damage: the plane's FB_ID and FB_DAMAGE_CLIPS.
  private let damageRequest = AtomicRequest()
  private let modeBlob: UInt32

  var name: StaticString { "atomic" }
  let sendsDamage: Bool

  /// Returns `nil` if the driver lacks a required property.
  init?(_ card: Card, _ pipeline: Pipeline, plane: Plane, _ inherited: InheritedState, _ resources: Resources) {
    (self.card, self.inherited) = (card, inherited)
    let crtc = UInt64(pipeline.crtc.id)
    let (width, height) = (UInt64(pipeline.mode.width), UInt64(pipeline.mode.height))
    let (screen, engine) = (inherited.connector, inherited.crtc)
    let pixels = inherited.plane ?? Properties(card, object: plane.id, type: DRM_MODE_OBJECT_PLANE)
    modeBlob = card.makeModeBlob(pipeline.mode.info)
    sendsDamage = pixels["FB_DAMAGE_CLIPS"] != nil

    // SRC_* are in 16.16 fixed point, CRTC_* in pixels.
    var values: [(name: StaticString, value: UInt64)] = [
      ("FB_ID", 0), ("CRTC_ID", crtc), ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
      ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height),
    ]
    var link: [(name: StaticString, value: UInt64)] = [("CRTC_ID", crtc)]
    // If the link failed, this makes the driver train it again. A link that works is not changed.
    if screen["link-status"] != nil { link.append(("link-status", UInt64(DRM_MODE_LINK_STATUS_GOOD))) }
    if pixels["rotation"] != nil { values.append(("rotation", UInt64(DRM_MODE_ROTATE_0))) }
    guard modeBlob != 0, modesetRequest.add(pixels, values), modesetRequest.add(screen, link),
      // If the mode's timings equal the current ones, the kernel does no modeset and the screen does not flicker.
      modesetRequest.add(engine, [("MODE_ID", UInt64(modeBlob)), ("ACTIVE", 1)]),
      flipRequest.add(pixels, [("FB_ID", 0)])
    else { return nil }
    if sendsDamage { _ = damageRequest.add(pixels, [("FB_ID", 0), ("FB_DAMAGE_CLIPS", 0)]) }

    // Other planes on the CRTC, left by the previous program, would cover the picture.
    for other in resources.planes where other.id != plane.id && other.currentCRTC == pipeline.crtc.id {
      let properties = Properties(card, object: other.id, type: DRM_MODE_OBJECT_PLANE)
      _ = modesetRequest.add(properties, [("FB_ID", 0), ("CRTC_ID", 0)])
    }
    // A connector without a screen may still be attached to the CRTC. Most hardware cannot drive two connectors with one CRTC.
    for other in resources.connectors where other.id != pipeline.connector.id && other.currentCRTC == pipeline.crtc.id {
      let properties = Properties(card, object: other.id, type: DRM_MODE_OBJECT_CONNECTOR)
      _ = modesetRequest.add(properties, [("CRTC_ID", 0)])
    }
    modesetRequest.setExtras(inherited.neutral)
  }

  deinit { if modeBlob != 0 { drmModeDestroyPropertyBlob(card.descriptor, modeBlob) } }

  /// Leaves out the neutral values that the driver rejects: a wrong color is better than no picture.
  func test(_ framebuffer: UInt32) -> Int32 {
    let neutral = inherited.neutral
    let code = modeset(framebuffer, flags: DRM_MODE_ATOMIC_TEST_ONLY)
    if code == 0 || neutral.isEmpty { return code }
    var accepted: [PropertyValue] = []
    modesetRequest.setExtras([])
    let bare = modeset(framebuffer, flags: DRM_MODE_ATOMIC_TEST_ONLY)
    if bare != 0 {
      modesetRequest.setExtras(neutral)
      return bare
    }
    for value in neutral {
      modesetRequest.setExtras(accepted + [value])
      if modeset(framebuffer, flags: DRM_MODE_ATOMIC_TEST_ONLY) == 0 { accepted.append(value) }
    }
    modesetRequest.setExtras(accepted)
    return 0
  }

  func modeset(_ framebuffer: UInt32) -> Int32 {
    let code = modeset(framebuffer, flags: 0)
    if code == 0 { inherited.neutraliseGamma(card) }
    return code
  }

  /// Sets all values at once. If the driver rejects one of them, the others are set one by one.
  func set(_ values: [PropertyValue]) {
    let request = AtomicRequest()
    request.setExtras(values)
    if unsafe request.commit(card, flags: DRM_MODE_ATOMIC_ALLOW_MODESET) == 0 { return }
    for value in values {
      request.setExtras([value])
      _ = unsafe request.commit(card, flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
    }
  }

  private func modeset(_ framebuffer: UInt32, flags: Int32) -> Int32 {
    modesetRequest[0] = UInt64(framebuffer)
    return unsafe modesetRequest.commit(card, flags: flags | DRM_MODE_ATOMIC_ALLOW_MODESET)
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
    // Without clips, the driver treats the whole plane as damaged.
    let blob = sendsDamage && !damage.isEmpty ? card.makeDamageBlob(damage) : 0
    if blob == 0 {
      flipRequest[0] = UInt64(framebuffer)
      return unsafe flipRequest.commit(card, flags: flags, cookie: cookie)
    }
    damageRequest[0] = UInt64(framebuffer)
    damageRequest[1] = UInt64(blob)
    // The kernel keeps the blob until the commit is complete.
    defer { drmModeDestroyPropertyBlob(card.descriptor, blob) }
    return unsafe damageRequest.commit(card, flags: flags, cookie: cookie)
  }
}
