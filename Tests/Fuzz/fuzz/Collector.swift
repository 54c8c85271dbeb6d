import Collector

/// Whatever a client publishes, a row for COPY has the columns of its table, on one line, and bounded fields. The input is a topic, a line
/// feed and a payload.
func fuzzCollector(_ bytes: [UInt8]) {
  let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
  let name = String(decoding: bytes[..<end], as: UTF8.self)
  let payload = Array(bytes[min(end + 1, bytes.count)...])
  guard let topic = try? Topic("s/" + name, prefix: "s") else { return }
  require((1...Topic.longestID).contains(topic.kiosk.utf8.count), "a kiosk's ID without bounds")
  for isRetained in [false, true] {
    let message = try? MessageRow.rows(
      payload, size: payload.count, at: topic, isRetained: isRetained, now: 1_709_300_000_000, clock: 5)
    for row in message?.rows ?? [] { check(row, payload) }
  }
}

private func check(_ row: MessageRow, _ payload: [UInt8]) {
  let columns =
    switch row.kind {
    case .answer: 20
    case .status: 8
    case .heartbeat: 14
    case .absence: 4
    }
  let fields = row.bytes.dropLast().split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
  require(row.bytes.last == UInt8(ascii: "\n"), "a row without an end")
  require(!row.bytes.dropLast().contains(UInt8(ascii: "\n")), "a row of two lines")
  require(!row.bytes.contains(0), "U+0000, which PostgreSQL cannot store")
  require(fields.count == columns, "\(fields.count) columns instead of \(columns)")
  require(String(validating: row.bytes, as: UTF8.self) != nil, "invalid UTF-8")
  // Escapes double a byte, an array doubles it again, and numbers have at most 20 digits.
  require(row.bytes.count <= 4 * payload.count + Topic.longestID + 25 * columns, "a row without bounds")
}
