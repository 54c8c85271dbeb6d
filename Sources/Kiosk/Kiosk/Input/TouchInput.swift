import Basics
import EvdevTouch
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// A source of contacts: a touchscreen, a recording, or none.
protocol TouchInput: InputSource {
  /// Reads the device that `poller` found readable, or the records that are due by `now`, and passes on the contacts in scanout pixels.
  /// Allocates no memory.
  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void)

  /// Whether no more contacts will come.
  var isOver: Bool { get }

  /// Whether visitors touch in real time, so that a touch may be too old to count. A recording has its own time.
  var isLive: Bool { get }

  /// Whether contacts come from a touch panel instead of a pointer. A panel may report contacts that no finger made.
  var isPanel: Bool { get }

  /// Uses another screen's size from now on. A recording keeps the size with which it began.
  func use(screen: Size<PhysicalSpace>)

  /// The touchscreen that can be calibrated; `nil` without one.
  var calibrated: TouchWatcher? { get }

  /// Uses the recorded calibration from now on.
  func recalibrate()

  /// Reports the current screen, because a simulated visitor has to find the widgets to touch.
  func update(_ machine: SurveyMachine, _ screen: Screen, at now: Int64)
}

extension TouchInput {
  var isOver: Bool { false }
  var isLive: Bool { false }
  var isPanel: Bool { true }
  func use(screen: Size<PhysicalSpace>) {}
  var calibrated: TouchWatcher? { nil }
  func recalibrate() {}
  func update(_ machine: SurveyMachine, _ screen: Screen, at now: Int64) {}
}

/// No touch input, for a kiosk that only displays.
final class NoTouch: TouchInput {
  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {}
}

/// A recording, played at its original pace.
final class ReplayTouch: TouchInput {
  private let records: [EvdevRecord]
  private let transform: TouchTransform
  private var tracker: ContactTracker
  private var next = 0
  /// The time of the first record, in nanoseconds of the kiosk's clock.
  private let start: Int64

  /// Checks the whole recording before its first contact, because a part of it would produce other answers.
  ///
  /// - Parameter corrections: `nil` for none.
  init(
    _ content: [UInt8], path: String, corrections: Corrections?, screen: Size<PhysicalSpace>, start: Int64
  ) throws(KioskError) {
    let recording: Recording
    do throws(RecordingError) { recording = try Recording(parsing: content, name: path) } catch {
      throw KioskError(error)
    }
    let device = recording.device.corrected(by: corrections?.settings.touch.quirks ?? AxisQuirks())
    let contactProtocol: ContactProtocol
    switch device.namedVerdict {
    case .accepted(let accepted): contactProtocol = accepted
    case .refused(let reason): throw KioskError("replay", path, "its device is unusable: " + reason)
    }
    let axes = device.positionAxes(contactProtocol)
    let correction = corrections?.correction(ofRecordingOf: device, axes) ?? .none
    guard let transform = correction.transform(axes, on: screen) else {
      throw KioskError("replay", path, "its axes have no range")
    }
    self.transform = transform
    self.start = start
    records = recording.records
    tracker = ContactTracker(device, contactProtocol, debounces: true)
  }

  var deadline: Int64? {
    let release = tracker.deadline.map { start + $0 - records[0].time * 1000 }
    if next == records.count { return release }
    return min(moment(of: next), release ?? .max)
  }

  var isOver: Bool { next == records.count && tracker.deadline == nil }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    let offset = start - records[0].time * 1000
    func replay(_ event: TouchEvent<RawSpace>) {
      let place = transform.toPhysical(event.position)
      emit(TouchEvent(event.phase, contact: event.contact, at: place, time: event.time + offset))
    }
    while next < records.count && moment(of: next) <= now {
      let record = records[next]
      next += 1
      tracker.feed(record, replay)
      // A recording does not contain the state that a device would report after lost events, so all fingers count as lifted.
      if tracker.awaitsState { tracker.resynchronise(with: DeviceState(), time: record.time, replay) }
    }
    if tracker.deadline != nil { tracker.releaseDue(now - offset, replay) }
  }

  private func moment(of index: Int) -> Int64 { start + (records[index].time - records[0].time) * 1000 }
}
