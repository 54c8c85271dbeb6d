/// What a device holds at one moment, as the kernel can be asked for it: at the start, and after events were lost.
///
/// The kernel sends only values that change. So a finger that comes down where the last one was says no position: it is
/// in here.
package struct DeviceState: Sendable {
  /// Slots that are followed; fingers beyond are ignored.
  package static var slotCount: Int { 16 }

  /// What a type B device holds of one finger.
  package struct Slot: Hashable, Sendable {
    /// -1 where no finger is.
    package var trackingID: Int32 = -1
    /// `ABS_MT_POSITION_X`
    package var x: Int32 = 0
    /// `ABS_MT_POSITION_Y`
    package var y: Int32 = 0
    /// `MT_TOOL_...`
    package var tool: Int32 = 0

    /// A slot from its values; an empty one without them.
    package init(trackingID: Int32 = -1, x: Int32 = 0, y: Int32 = 0, tool: Int32 = 0) {
      self.trackingID = trackingID
      self.x = x
      self.y = y
      self.tool = tool
    }
  }

  /// Type B only.
  package var slots = InlineArray<16, Slot>(repeating: Slot())
  /// `ABS_MT_SLOT`: which slot the next records are about.
  package var currentSlot: Int32 = 0
  /// `BTN_TOUCH`; true for a type B device without that button.
  package var isTouched = false
  /// `ABS_X`
  package var x: Int32 = 0
  /// `ABS_Y`
  package var y: Int32 = 0
  /// `ABS_PRESSURE`
  package var pressure: Int32 = 0

  /// A device that nobody touches.
  package init() {}
}
