import CEvdev
import Geometry
import Linux
import Touch

/// A touchscreen that is open: non-blocking, on the monotonic clock, and (unless asked otherwise) ours alone.
///
/// ```
/// let screen = try TouchScreen(path: "/dev/input/event0")
/// // poll(screen.descriptor), then:
/// try screen.drain { contact in ... }
/// ```
public final class TouchScreen {
  public let path: String
  /// As it described itself when it was opened.
  public let device: DeviceDescription
  public let contactProtocol: ContactProtocol
  /// udev's LIBINPUT_CALIBRATION_MATRIX, as it is written; nil where there is none.
  public let udevCalibration: String?

  private let open: OpenDevice
  private var tracker: ContactTracker
  private var lastTime: Int64 = 0
  /// How many records were read since it was opened, those of lost ones' replacement counting as one.
  public private(set) var recordsRead: Int64 = 0

  /// Opens one device. `firstID` numbers its first contact, for a device that comes back.
  ///
  /// A device that is not a touchscreen is refused in words. `grab` keeps its events from every other program
  /// (EVIOCGRAB), so that a touch cannot also reach a console or a desktop.
  @export(interface) public init(path: String, grab: Bool = true, firstID: Int32 = 1) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description()
    let contactProtocol: ContactProtocol
    switch device.verdict {
    case .accepted(let accepted): contactProtocol = accepted
    case .refused(let reason):
      throw TouchError(
        .refused, "use", path, "\"" + device.name + "\" is no touchscreen: " + reason,
        cure: "star-kiosk devices lists those that are")
    }
    if grab { try open.grab() }
    udevCalibration = open.udevProperty("LIBINPUT_CALIBRATION_MATRIX")
    self.path = path
    self.device = device
    self.contactProtocol = contactProtocol
    tracker = ContactTracker(device, contactProtocol, firstID: firstID)
    tracker.adopt(open.state(of: device))
    self.open = open
  }

  /// For poll(2). Drain before every wait: records may be in libevdev's queue, where poll does not see them.
  public var descriptor: Int32 { open.descriptor }

  /// The number that the next contact will have.
  public var nextID: Int32 { tracker.nextID }

  /// The ranges of the axes that carry positions, for a `TouchTransform`.
  public var axes: (x: AxisInfo, y: AxisInfo) { device.positionAxes(contactProtocol) }

  /// Reads all there is, and emits contacts; allocates nothing. Never waits.
  ///
  /// When the device is gone, or cannot be read, all contacts are cancelled before the error is thrown; the screen is of
  /// no use then.
  public func drain(_ emit: (Contact) -> Void) throws(TouchError) {
    while true {
      var event = input_event()
      let result = open.next(LIBEVDEV_READ_FLAG_NORMAL, &event)
      switch result {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        let record = EvdevRecord(event)
        recordsRead &+= 1
        lastTime = record.time
        tracker.feed(record, emit)
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): synchronise(event, emit)
      case -EAGAIN: return
      case -EINTR: continue
      default: try fail(-result, emit)
      }
    }
  }

  /// Events were lost. libevdev has asked the kernel for the state already; what it would replay to get there is thrown
  /// away, since the tracker compares states itself and must know a lost lift from a seen one.
  private func synchronise(_ dropped: input_event, _ emit: (Contact) -> Void) {
    var event = dropped
    while open.next(LIBEVDEV_READ_FLAG_SYNC, &event) == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {}
    recordsRead &+= 1
    lastTime = EvdevRecord(dropped).time
    tracker.resynchronise(with: open.state(of: device), time: lastTime, emit)
  }

  private func fail(_ code: Int32, _ emit: (Contact) -> Void) throws(TouchError) -> Never {
    tracker.cancelAll(time: lastTime, emit)
    throw TouchError(reading: path, code: code)
  }
}
