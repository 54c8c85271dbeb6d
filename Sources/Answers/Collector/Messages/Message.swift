/// A message of a kiosk as it arrived. PostgreSQL reads its JSON and checks every field (`MessageForm`).
package struct Message: Hashable, Sendable {
  package let topic: Topic
  package let payload: String
  /// Whether the broker had retained it. A retained message does not show that the kiosk is running now.
  let isRetained: Bool
  /// When it arrived, in milliseconds of the monotonic clock.
  let arrival: Int64

  /// Why a message is refused, such as "its uuid is not a UUID".
  package struct Refusal: Error, Hashable { package let reason: String }

  /// The longest payload of a message in bytes. A kiosk's messages are shorter than 8 KB.
  package static var longest: Int { 65_536 }

  /// Keeps a message that PostgreSQL can store as text.
  ///
  /// - Parameter size: The message's length in bytes; `payload` is empty if it exceeds `longest`.
  package init(
    _ payload: [UInt8], size: Int, at topic: Topic, isRetained: Bool = false, clock: Int64 = 0
  ) throws(Refusal) {
    if size > Self.longest { throw Refusal(reason: "it has \(size) bytes, more than \(Self.longest)") }
    guard !payload.contains(0), let text = String(validating: payload, as: UTF8.self) else {
      throw Refusal(reason: "it is not a JSON object")
    }
    (self.topic, self.payload, self.isRetained, arrival) = (topic, text, isRetained, clock)
  }

  static var table: StaticString { "pg_temp.messages (place, kind, kiosk, payload, retained, arrival_ms)" }

  /// The row of `table`. Replies name the message by `place`.
  package func row(_ place: Int) -> [String] {
    ["\(place)", topic.kind.name, topic.kiosk, payload, isRetained ? "t" : "f", "\(arrival)"]
  }
}
