import CEvdev
import Geometry
import Rating
import System
import Touch

/// A touchscreen that is open: non-blocking, on the monotonic clock, and (unless asked otherwise) ours alone.
///
/// libevdev opens and describes it, and knows its state when records were lost. Records themselves are read straight from the
/// kernel, many at once: `ContactTracker` keeps the state that libevdev would keep, too.
///
/// ```
/// let screen = try TouchScreen(path: "/dev/input/event0")
/// // poll(screen.descriptor), then:
/// try screen.drain { contact in ... }
/// ```
package final class TouchScreen {
  package let path: String
  /// As it described itself when it was opened.
  package let device: DeviceDescription
  package let contactProtocol: ContactProtocol
  /// udev's LIBINPUT_CALIBRATION_MATRIX, as it is written; nil where there is none.
  package let udevCalibration: String?

  private let open: OpenDevice
  /// Room for what a finger says in several frames.
  private let records: UnsafeMutableBufferPointer<input_event>
  private var tracker: ContactTracker
  private var lastTime: Int64 = 0
  /// How many records were read since it was opened, those of lost ones' replacement counting as one.
  package private(set) var recordsRead: Int64 = 0

  /// Opens one device. `firstID` numbers its first contact, for a device that comes back.
  ///
  /// A device that is not a touchscreen is refused in words. `grab` keeps its events from every other program
  /// (EVIOCGRAB), so that a touch cannot also reach a console or a desktop.
  @export(interface) package init(path: String, grab: Bool = true, firstID: Int32 = 1) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description()
    let contactProtocol: ContactProtocol
    switch device.verdict {
    case .accepted(let accepted): contactProtocol = accepted
    case .refused(let reason):
      throw TouchError(
        .refused, "use", path, "\"" + device.name + "\" is no touchscreen: " + reason,
        suggestion: "star-kiosk devices lists those that are")
    }
    if grab { try open.grab() }
    udevCalibration = open.udevProperty("LIBINPUT_CALIBRATION_MATRIX")
    self.path = path
    self.device = device
    self.contactProtocol = contactProtocol
    tracker = ContactTracker(device, contactProtocol, firstID: firstID)
    tracker.adopt(open.state(of: device))
    self.open = open
    records = .allocate(capacity: 64)
  }

  deinit { records.deallocate() }

  /// For poll(2): readable while there are records.
  package var descriptor: Int32 { open.descriptor }

  /// The number that the next contact will have.
  package var nextID: Int32 { tracker.nextID }

  /// The ranges of the axes that carry positions, for a `TouchTransform`.
  package var axes: (x: AxisInfo, y: AxisInfo) { device.positionAxes(contactProtocol) }

  /// Reads all there is, and emits contacts; allocates nothing. Never waits.
  ///
  /// ```
  /// read(2) gives          then
  /// as many as there is    takes them; reads again
  ///   room for
  /// fewer                  takes them; done, without asking the kernel whether that was all: poll(2) tells of later ones
  /// EAGAIN                 done
  /// another error          cancels all; throws
  ///
  /// a record is            then
  /// SYN_DROPPED            takes the state from the kernel; done, the records behind it being older than the state
  /// any other              the tracker's
  /// ```
  ///
  /// When the device is gone, or cannot be read, all contacts are cancelled before the error is thrown; the screen is of
  /// no use then.
  package func drain(_ emit: (TouchEvent<RawSpace>) -> Void) throws(TouchError) {
    while true {
      let count = open.read(into: records)
      if count == -Int(EAGAIN) { return }
      if count < 0 { try fail(Int32(truncatingIfNeeded: -count), emit) }
      recordsRead &+= Int64(count)
      for i in 0..<count {
        let record = EvdevRecord(records[i])
        if record.type == Evdev.EV_SYN && record.code == Evdev.SYN_DROPPED {
          // The tracker compares states itself, and must know a lost lift from a seen one.
          open.synchronise()
          lastTime = record.time
          tracker.resynchronise(with: open.state(of: device), time: lastTime, emit)
          return
        }
        tracker.feed(record, emit)
      }
      if count > 0 { lastTime = EvdevRecord(records[count - 1]).time }
      if count < records.count { return }
    }
  }

  private func fail(_ code: Int32, _ emit: (TouchEvent<RawSpace>) -> Void) throws(TouchError) -> Never {
    tracker.cancelAll(time: lastTime, emit)
    throw TouchError(reading: path, code: code)
  }
}
