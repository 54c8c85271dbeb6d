/// The topics of a fleet: PREFIX/KIOSK/NAME.
package struct Topic: Hashable, Sendable {
  /// The kiosk's ID. It is more reliable than an ID in the message, because brokers can restrict a kiosk to its own topics.
  package let kiosk: String
  package let kind: Kind

  package enum Kind: String, CaseIterable, Sendable {
    case answer, status, heartbeat, resent, survey, day

    /// The topic's last level, which also names the kind in logs and in the table star.set_aside.
    package var name: String { rawValue }
  }

  /// Why a topic is refused.
  package enum Fault: Error { case slash, long, unknown }

  /// The longest ID of a kiosk in bytes.
  package static var longestID: Int { 64 }

  /// Reads a topic below `prefix`.
  package init(_ topic: String, prefix: String) throws(Fault) {
    let levels = topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let own = prefix.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard levels.count >= own.count + 2, zip(levels, own).allSatisfy({ $0.elementsEqual($1) }), let name = levels.last
    else { throw .unknown }
    if levels.count > own.count + 2 { throw .slash }
    // Neither an MQTT topic nor a PostgreSQL text may contain U+0000.
    guard !levels[own.count].isEmpty, !levels[own.count].contains(0),
      let kind = Kind.allCases.first(where: { $0.name.utf8.elementsEqual(name) })
    else { throw .unknown }
    if levels[own.count].count > Self.longestID { throw .long }
    self.kind = kind
    kiosk = String(decoding: Array(levels[own.count]), as: UTF8.self)
  }

  /// Returns the filters that a collector subscribes to. The broker sends each `shared` message to one collector of the group. Statuses are
  /// retained, and the broker sends them to every collector. The filter with one more level detects a kiosk ID that contains a slash.
  ///
  /// - Parameter group: `nil` for a broker without shared subscriptions, which sends every message to every collector.
  package static func filters(prefix: String, group: String?) -> (shared: [String], retained: [String]) {
    let share = group.map { "$share/" + $0 + "/" } ?? ""
    let shared = ["+/answer", "+/heartbeat", "+/resent", "+/survey", "+/day", "+/+/answer"]
      .map { share + prefix + "/" + $0 }
    return (shared, [prefix + "/+/status"])
  }
}
