/// What a touch device was and did: the text that evemu-record writes and evemu-play plays.
///
/// Read are the version line, `N:` name, `I:` identity, `P:` properties, `B:` bits, `A:` axes and `E:` events; `L:` and
/// `S:` (lights and switches), comments and blank lines are passed over. Numbers are as evemu writes them: hexadecimal in
/// I, P, B and the codes of A and E, decimal in the rest.
///
/// A file that lost its end is refused, since half a drag would play as another answer: the last line must be whole, the
/// last event a SYN_REPORT, and no finger down.
package struct Recording: Sendable {
  /// The device that was touched.
  package var device: DeviceDescription
  /// What it said, in order.
  package var records: [EvdevRecord]

  /// Larger files are refused: 16 MiB is more than twenty minutes of a finger that never rests.
  package static let byteLimit = 16 << 20

  /// A recording from its parts.
  package init(device: DeviceDescription, records: [EvdevRecord]) {
    self.device = device
    self.records = records
  }

  /// Reads the text.
  @export(interface) package init(parsing bytes: [UInt8]) throws(RecordingError) {
    if bytes.isEmpty { throw RecordingError(line: 1, .empty) }
    if bytes.count > Self.byteLimit { throw RecordingError(line: 1, .tooLarge) }
    var parser = RecordingParser(bytes)
    try parser.parse()
    self.init(device: parser.device, records: parser.records)
    try checkEnd(line: parser.lastEventLine)
  }

  private func checkEnd(line: Int) throws(RecordingError) {
    guard let last = records.last else { throw RecordingError(line: line, .noEvents) }
    if last.type != Evdev.EV_SYN || last.code != Evdev.SYN_REPORT {
      throw RecordingError(line: line, .endsInsideFrame)
    }
    guard case .accepted(let contactProtocol) = device.verdict else { return }
    var tracker = ContactTracker(device, contactProtocol)
    for record in records {
      tracker.feed(record) { _ in }
      // A recording does not hold the state that the device had after lost events: nothing was down, as far as it knows.
      if tracker.awaitsState { tracker.resynchronise(with: DeviceState(), time: record.time) { _ in } }
    }
    if tracker.isTouched { throw RecordingError(line: line, .endsTouched) }
  }
}

extension Recording {
  /// The text, with the names of nothing: what `init(parsing:)` and evemu-play read.
  package var text: [UInt8] {
    var writer = RecordingWriter()
    writer.write(device)
    for record in records { writer.write(record) }
    return writer.bytes
  }
}
