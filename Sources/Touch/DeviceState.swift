/// What a device holds at one moment, as the kernel can be asked for it: at the start, and after events were lost.
///
/// The kernel sends only values that change. So a finger that comes down where the last one was says no position: it is
/// in here.
public struct DeviceState: Sendable {
  /// Slots that are followed; fingers beyond are ignored.
  public static var slotCount: Int { 16 }

  /// What a type B device holds of one finger.
  public struct Slot: Hashable, Sendable {
    /// -1 where no finger is.
    public var trackingID: Int32 = -1
    /// `ABS_MT_POSITION_X`
    public var x: Int32 = 0
    /// `ABS_MT_POSITION_Y`
    public var y: Int32 = 0
    /// `MT_TOOL_...`
    public var tool: Int32 = 0

    /// A slot from its values; an empty one without them.
    public init(trackingID: Int32 = -1, x: Int32 = 0, y: Int32 = 0, tool: Int32 = 0) {
      self.trackingID = trackingID
      self.x = x
      self.y = y
      self.tool = tool
    }
  }

  /// Type B only.
  public var slots = InlineArray<16, Slot>(repeating: Slot())
  /// `ABS_MT_SLOT`: which slot the next records are about.
  public var currentSlot: Int32 = 0
  /// `BTN_TOUCH`; true for a type B device without that button.
  public var isTouched = false
  /// `ABS_X`
  public var x: Int32 = 0
  /// `ABS_Y`
  public var y: Int32 = 0
  /// `ABS_PRESSURE`
  public var pressure: Int32 = 0

  /// A device that nobody touches.
  public init() {}
}
