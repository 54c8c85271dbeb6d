import Basics
import CInputEvents
import StarSlider

/// A touch device and its records, in the text format that evemu-record writes and evemu-play plays.
///
/// The parser reads the version line, `N:` name, `I:` identity, `P:` properties, `B:` bits, `A:` axes and `E:` events. It
/// skips `L:` and `S:` (lights and switches), comments and blank lines. Numbers are as evemu writes them: hexadecimal in I, P,
/// B and the codes of A and E, decimal elsewhere.
///
/// A truncated file is rejected, because half a drag would give another answer. The last line must be whole, the last event must be a
/// SYN_REPORT, and no finger may be down.
package struct Recording: Sendable {
  package var device: DeviceDescription
  /// The records in order of time.
  package var records: [EvdevRecord]

  /// The size limit. 16 MiB hold more than twenty minutes of a finger that never rests.
  package static let byteLimit = 16 << 20

  package init(device: DeviceDescription, records: [EvdevRecord]) {
    self.device = device
    self.records = records
  }

  /// Parses the text of a recording. `name` is its path, for errors.
  @export(interface) package init(parsing bytes: [UInt8], name: String = "recording") throws(RecordingError) {
    if bytes.count > Self.byteLimit {
      throw RecordingError(
        .tooLarge, "read", name, reason: "it is larger than \(Self.byteLimit >> 20) MiB",
        suggestion: "record a shorter one")
    }
    var parser = RecordingParser(name: name)
    try parser.parse(bytes)
    self.init(device: parser.device, records: parser.records)
    if let reason = reasonAgainstEnd { throw parser.truncated(reason) }
  }

  /// Why the last record cannot end a recording, or `nil` if it can.
  private var reasonAgainstEnd: String? {
    guard let last = records.last else { return "there are no events" }
    if last.type != EV_SYN || last.code != SYN_REPORT { return "it does not end with SYN_REPORT" }
    guard case .accepted(let contactProtocol) = device.namedVerdict else { return nil }
    var tracker = ContactTracker(device, contactProtocol)
    for record in records {
      tracker.feed(record) { _ in }
      // A recording has no device state to read after lost events, so no finger counts as down.
      if tracker.awaitsState { tracker.resynchronise(with: DeviceState(), time: record.time) { _ in } }
    }
    return tracker.isTouched ? "it ends while a finger is down" : nil
  }

  /// The text, without the names of codes, in the form that `init(parsing:)` and evemu-play read.
  package var text: [UInt8] {
    var writer = RecordingWriter()
    writer.write(device)
    for record in records { writer.write(record) }
    return writer.bytes
  }
}

/// The error of a recording that cannot be used. The subject is its path and usually a line: "visit.evemu:27".
package typealias RecordingError = Failure<RecordingFault>

/// What is wrong with a recording.
package enum RecordingFault: Hashable, Sendable {
  /// It has more bytes than `Recording.byteLimit`.
  case tooLarge
  /// Its first line is not "# EVEMU 1.x".
  case notARecording
  /// A line is not in evemu's format, or is out of place.
  case malformed
  /// Its end is missing.
  case truncated
  /// Events or the end came before the N:, B: and A: lines.
  case noDescription
}
