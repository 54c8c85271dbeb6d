/// The state of a touch device at one moment, as the kernel reports it on request: at the start, and after lost events.
///
/// The kernel sends only values that change. If a finger touches where the last one was, no event carries its position, but the state does.
package struct DeviceState: Sendable {
  /// The number of slots that are tracked. Fingers in further slots are ignored.
  package static var slotCount: Int { 32 }

  /// The state of one slot of a type B device.
  package struct Slot: Hashable, Sendable {
    /// The tracking ID, or -1 if the slot has no finger.
    package var trackingID: Int32 = -1
    /// `ABS_MT_POSITION_X` and `ABS_MT_POSITION_Y`.
    package var (x, y): (Int32, Int32) = (0, 0)
    /// The tool, an `MT_TOOL_...` constant.
    package var tool: Int32 = 0
    /// `ABS_MT_PRESSURE`, `ABS_MT_TOUCH_MAJOR` and `ABS_MT_DISTANCE`.
    package var (pressure, size, distance): (Int32, Int32, Int32) = (0, 0, 0)

    package init(trackingID: Int32 = -1, x: Int32 = 0, y: Int32 = 0, tool: Int32 = 0) {
      (self.trackingID, self.x, self.y, self.tool) = (trackingID, x, y, tool)
    }

    var closeness: Closeness { Closeness(pressure: pressure, size: size, distance: distance) }
  }

  /// The slots; used by type B devices only.
  package var slots = InlineArray<32, Slot>(repeating: Slot())
  /// `ABS_MT_SLOT`: the slot that the next records belong to.
  package var currentSlot: Int32 = 0
  /// `BTN_TOUCH`, or the button in its place; true for a device without one.
  package var isTouched = false
  /// `ABS_X` and `ABS_Y`.
  package var (x, y): (Int32, Int32) = (0, 0)
  /// `ABS_PRESSURE` and `ABS_DISTANCE`.
  package var (pressure, distance): (Int32, Int32) = (0, 0)
  /// The tools within reach: bit i stands for BTN_TOOL_PEN + i.
  package var tools: UInt16 = 0

  package init() {}
}
