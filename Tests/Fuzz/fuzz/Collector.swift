import Collector

/// Whatever a client publishes, PostgreSQL gets a row of six columns, on one line and bounded. The input is a topic, a line feed and a
/// payload.
func fuzzCollector(_ bytes: [UInt8]) {
  let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
  let name = String(decoding: bytes[..<end], as: UTF8.self)
  let payload = Array(bytes[min(end + 1, bytes.count)...])
  guard let topic = try? Topic("s/" + name, prefix: "s") else { return }
  require((1...Topic.longestID).contains(topic.kiosk.utf8.count), "a kiosk's ID without bounds")
  guard let message = try? Message(payload, size: payload.count, at: topic) else { return }
  let line = CopyLine.bytes(message.row(1))
  require(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "a row of two lines, or without an end")
  require(line.count { $0 == UInt8(ascii: "\t") } == 5, "a row with other columns")
  require(!line.contains(0), "U+0000, which PostgreSQL cannot store")
  require(String(validating: line, as: UTF8.self) != nil, "invalid UTF-8")
  require(line.count <= 2 * payload.count + 2 * Topic.longestID + 60, "a row without bounds")
}
