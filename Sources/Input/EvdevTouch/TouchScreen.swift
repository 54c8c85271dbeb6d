import Basics
import CEvdev
import StarSlider
import System
import Touch

/// An open touchscreen. Its descriptor does not block, its clock is the monotonic one, and by default no other program receives its events.
///
/// libevdev opens and describes the device, and reads its state after lost records. The records themselves are read straight from the
/// kernel, many at once, because `ContactTracker` keeps the same state as libevdev.
///
/// ```
/// let screen = try TouchScreen(path: "/dev/input/event0")
/// // poll(screen.descriptor), then:
/// try screen.drain { event in ... }
/// ```
package final class TouchScreen {
  package let path: String
  package let device: DeviceDescription
  package let contactProtocol: ContactProtocol
  /// udev's LIBINPUT_CALIBRATION_MATRIX as text, or `nil` if the device has none.
  package let udevCalibration: String?

  private let open: OpenDevice
  /// A buffer for several frames of one finger.
  private var records = [input_event](repeating: input_event(), count: 64)
  private var tracker: ContactTracker
  private var lastTime: Int64 = 0
  /// The number of records read so far. Records that replace lost ones count as one.
  package private(set) var recordsRead: Int64 = 0

  /// Opens a device. Throws if it cannot report touches.
  ///
  /// - Parameters:
  ///   - grab: Stops all other programs from receiving the events (EVIOCGRAB), so that a touch does not also reach a console or a desktop.
  ///   - firstContact: The number of the first contact, above 0.
  ///   - debounces: Whether releases are held back (`HeldReleases`); the caller then calls `releaseDue` at `deadline`.
  ///   - quirks: The ranges of a device that announces none.
  @export(interface) package convenience init(
    path: String, grab: Bool = true, firstContact: Int32 = 1, debounces: Bool = false,
    quirks: AxisQuirks = AxisQuirks()
  ) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description().corrected(by: quirks)
    let contactProtocol: ContactProtocol
    switch device.namedVerdict {
    case .accepted(let accepted): contactProtocol = accepted
    case .refused(let reason):
      throw TouchError(.refused, "use", path, reason: "\"" + device.name + "\" is not a touchscreen: " + reason)
    }
    if grab { try open.grab() }
    var tracker = ContactTracker(device, contactProtocol, firstContact: firstContact, debounces: debounces)
    tracker.adopt(open.state(of: device))
    self.init(path, device, contactProtocol, open, tracker)
  }

  private init(
    _ path: String, _ device: DeviceDescription, _ contactProtocol: ContactProtocol, _ open: consuming OpenDevice,
    _ tracker: ContactTracker
  ) {
    (self.path, self.device, self.contactProtocol, self.tracker) = (path, device, contactProtocol, tracker)
    udevCalibration = open.udevProperty("LIBINPUT_CALIBRATION_MATRIX")
    self.open = open
  }

  package var descriptor: Int32 { open.descriptor }

  package var nextContact: Int32 { tracker.nextContact }

  /// When to call `releaseDue`, in nanoseconds of the monotonic clock; `nil` for never.
  package var deadline: Int64? { tracker.deadline }

  /// Emits the releases that were held back until `now`. Call it after `drain`.
  package func releaseDue(_ now: Int64, _ emit: (TouchEvent<RawSpace>) -> Void) { tracker.releaseDue(now, emit) }

  /// The ranges of the axes that carry positions, for a `TouchTransform`.
  package var axes: (x: AxisInfo, y: AxisInfo) { device.positionAxes(contactProtocol) }

  /// Reads all pending records and emits touch events. Never waits and never allocates memory.
  ///
  /// ```
  /// read(2) returns        then
  /// a full buffer          handles the records; reads again
  /// fewer records          handles the records; done (a further read would only return EAGAIN)
  /// EAGAIN                 done
  /// another error          cancels all contacts; throws
  ///
  /// a record is            then
  /// SYN_DROPPED            reads the state from the kernel; done, because the records after it are older than the state
  /// any other              the tracker handles it
  /// ```
  ///
  /// If the device is gone or cannot be read, all contacts are cancelled before the error is thrown. The touchscreen cannot be used
  /// afterwards.
  package func drain(_ emit: (TouchEvent<RawSpace>) -> Void) throws(TouchError) {
    while true {
      let count = open.read(into: &records)
      if count == -Int(EAGAIN) { return }
      if count < 0 {
        tracker.cancelAll(time: lastTime, emit)
        throw TouchError(reading: path, errno: Int32(truncatingIfNeeded: -count))
      }
      recordsRead &+= Int64(count)
      for i in 0..<count {
        let record = EvdevRecord(records[i])
        if record.type == EV_SYN && record.code == SYN_DROPPED {
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
}
