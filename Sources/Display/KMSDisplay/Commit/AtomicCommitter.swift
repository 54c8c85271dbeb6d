import CDRM
import Geometry
import Raster
import System

// Safety: the cookie is only passed on to the kernel.

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

  /// Returns `nil` if the driver lacks a required property.
  init?(_ card: Card, _ pipeline: Pipeline, plane: Plane, others: [Plane]) {
    self.card = card
    let crtc = UInt64(pipeline.crtc.id)
    let (width, height) = (UInt64(pipeline.mode.width), UInt64(pipeline.mode.height))
    let screen = Properties(card, object: pipeline.connector.id, type: DRM_MODE_OBJECT_CONNECTOR)
    let engine = Properties(card, object: pipeline.crtc.id, type: DRM_MODE_OBJECT_CRTC)
    let pixels = Properties(card, object: plane.id, type: DRM_MODE_OBJECT_PLANE)
    modeBlob = card.makeModeBlob(pipeline.mode.info)
    sendsDamage = pixels["FB_DAMAGE_CLIPS"] != nil

    // SRC_* are in 16.16 fixed point, CRTC_* in pixels.
    var values: [(name: StaticString, value: UInt64)] = [
      ("FB_ID", 0), ("CRTC_ID", crtc), ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
      ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height),
    ]
    if pixels["rotation"] != nil { values.append(("rotation", UInt64(DRM_MODE_ROTATE_0))) }
    guard modeBlob != 0, modesetRequest.add(screen, [("CRTC_ID", crtc)]),
      // If the mode's timings equal the current ones, the kernel does no modeset and the screen does not flicker.
      modesetRequest.add(engine, [("MODE_ID", UInt64(modeBlob)), ("ACTIVE", 1)]),
      modesetRequest.add(pixels, values), flipRequest.add(pixels, [("FB_ID", 0)])
    else { return nil }
    if sendsDamage { _ = damageRequest.add(pixels, [("FB_ID", 0), ("FB_DAMAGE_CLIPS", 0)]) }

    // Other planes on the CRTC, left by the previous program, would cover the picture.
    for other in others where other.id != plane.id && other.currentCRTC == pipeline.crtc.id {
      let properties = Properties(card, object: other.id, type: DRM_MODE_OBJECT_PLANE)
      _ = modesetRequest.add(properties, [("FB_ID", 0), ("CRTC_ID", 0)])
    }
  }

  deinit { if modeBlob != 0 { drmModeDestroyPropertyBlob(card.descriptor, modeBlob) } }

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
