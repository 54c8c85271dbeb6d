import Touch

/// evemu's text is rejected, or it makes a recording that survives being written and read again.
func fuzzRecording(_ bytes: [UInt8]) {
  guard let recording = try? Recording(parsing: bytes) else { return }
  require(zip(recording.records, recording.records.dropFirst()).allSatisfy { $0.time <= $1.time }, "time goes back")
  let text = recording.text
  guard let again = try? Recording(parsing: text) else { fatalError("it cannot read what it wrote") }
  require(again.records == recording.records && again.text == text, "it reads back another recording")
}
