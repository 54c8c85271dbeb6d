import Basics
import Geometry
import Rating
import Screens
import Survey
import System
import Touch

/// Where contacts come from: a touchscreen, a recording, or nowhere.
protocol TouchInput: AnyObject {
  /// Adds what has to be watched while the program sleeps.
  func watch(with poller: Poller)

  /// When `drain` must run though nothing is readable, nanoseconds of the terminal's clock; `nil` is never.
  var deadline: Int64? { get }

  /// Takes what has come until `now`, as `poller` has found, and hands on its contacts in scanout pixels. Nothing is
  /// allocated.
  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void)

  /// What the last `drain` was asked for and did, for the watchdog.
  var lastRound: Watchdog.Round { get }

  /// Nothing will ever come again.
  var isOver: Bool { get }

  /// Another screen is shown, that of the terminal's view: for visitors that are made up, and have to see where to touch.
  func see(_ terminal: SurveyMachine, _ screen: Screen, at now: Int64)
}

extension TouchInput {
  var lastRound: Watchdog.Round { .idle }
  func see(_ terminal: SurveyMachine, _ screen: Screen, at now: Int64) {}
}

/// No touch at all: a terminal that only shows.
final class NoTouch: TouchInput {
  func watch(with poller: Poller) {}
  var deadline: Int64? { nil }
  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {}
  var isOver: Bool { false }
}

/// A recording, played at the pace at which it was made.
final class ReplayTouch: TouchInput {
  private let records: [EvdevRecord]
  private let transform: TouchTransform
  private var tracker: ContactTracker
  private var next = 0
  /// The first record's moment, nanoseconds of the terminal's clock.
  private let start: Int64

  /// Checks the whole recording before its first touch counts: half a visitor would give another answer. `correction` is what
  /// the configuration says of the panel.
  init(
    _ content: [UInt8], path: String, correction: TouchCorrection, screen: Size<PhysicalSpace>, start: Int64
  ) throws(KioskError) {
    let recording: Recording
    do throws(RecordingError) {
      recording = try Recording(parsing: content, name: path)
    } catch {
      throw .failure(error.message)
    }
    guard case .accepted(let contactProtocol) = recording.device.verdict else {
      var reason = "it is not a touchscreen's"
      if case .refused(let why) = recording.device.verdict { reason = why }
      throw .failure("cannot replay " + path + ": its device was refused: " + reason)
    }
    let axes = recording.device.positionAxes(contactProtocol)
    guard let transform = correction.transform(axes, on: screen) else {
      throw .failure("cannot replay " + path + ": its axes have no range")
    }
    self.transform = transform
    self.start = start
    records = recording.records
    tracker = ContactTracker(recording.device, contactProtocol)
  }

  func watch(with poller: Poller) {}

  var deadline: Int64? { next < records.count ? moment(of: next) : nil }

  var isOver: Bool { next == records.count }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    while next < records.count && moment(of: next) <= now {
      let record = records[next]
      next += 1
      let moment = moment(of: next - 1)
      func replay(_ event: TouchEvent<RawSpace>) {
        emit(
          TouchEvent(event.phase, contact: event.contact, at: transform.toPhysical(event.position), time: moment))
      }
      tracker.feed(record, replay)
      // A recording does not hold what a device would be asked after lost events: all fingers count as lifted.
      if tracker.awaitsState {
        tracker.resynchronise(with: DeviceState(), time: record.time, replay)
      }
    }
  }

  private func moment(of index: Int) -> Int64 { start + (records[index].time - records[0].time) * 1000 }
}
