import CDRM
import StarSlider
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

  /// Sets properties. Those that the driver rejects keep their values.
  func set(_ values: [PropertyValue])

  /// Queues a page flip and returns at once. The event of the completed flip carries `cookie`.
  ///
  /// - Parameter damage: The pixels that differ from the previous frame.
  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32
}

/// The legacy interface: SetCrtc and PageFlip.
final class LegacyCommitter: Committer {
  private let card: Card
  private let pipeline: Pipeline
  private let inherited: InheritedState

  init(_ card: Card, _ pipeline: Pipeline, _ inherited: InheritedState) {
    (self.card, self.pipeline, self.inherited) = (card, pipeline, inherited)
  }

  var name: StaticString { "legacy" }
  var sendsDamage: Bool { false }

  func test(_ framebuffer: UInt32) -> Int32 { modeset(framebuffer) }

  func modeset(_ framebuffer: UInt32) -> Int32 {
    let code = card.setMode(
      pipeline.mode.info, crtc: pipeline.crtc.id, connector: pipeline.connector.id, framebuffer: framebuffer)
    if code != 0 { return code }
    // The previous program may have left its mouse pointer on the screen.
    drmModeSetCursor(card.descriptor, pipeline.crtc.id, 0, 0, 0)
    set(inherited.changed)
    inherited.neutraliseGamma(card)
    return 0
  }

  func set(_ values: [PropertyValue]) {
    for value in values {
      drmModeObjectSetProperty(card.descriptor, value.object, value.type, value.property, value.value)
    }
  }

  func flip(_ framebuffer: UInt32, damage: Region<PhysicalSpace>, cookie: UnsafeMutableRawPointer) -> Int32 {
    unsafe -drmModePageFlip(card.descriptor, pipeline.crtc.id, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), cookie)
  }
}
