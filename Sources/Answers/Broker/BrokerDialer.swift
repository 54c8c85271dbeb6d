import Basics
import CResolver

/// What a broker permits, as far as its replies to CONNECT have shown.
package struct BrokerTraits: Hashable, Sendable {
  /// Whether the broker retains messages.
  package var retains = true
  /// The highest quality of service.
  package var quality: Int32 = 1
  /// Whether the broker has shared subscriptions.
  package var shares = true

  package init() {}
}

/// Chooses the address of each connection, and learns from refusals what the broker permits.
///
/// A round tries each address of the host's name once, first the one at which the broker accepted the last connection. An address that does
/// not answer in ten seconds is skipped if the round has further ones.
package final class BrokerDialer {
  /// The addresses that are still to be tried in this round.
  private var waiting: [String] = []
  private var current = ""
  private var good: String?
  private var hasSeveral = false
  package private(set) var traits = BrokerTraits()
  /// The number of connections in a row that ended at a malformed packet.
  package private(set) var malformedInRow = 0

  /// The maximum number of addresses in a round.
  private static let most = 8
  private static let second: Int64 = 1_000_000_000

  package init() {}

  /// Whether the next connection may begin at once.
  package var hasAlternative: Bool { !waiting.isEmpty }

  /// How long the attempt may take, in nanoseconds.
  package var timeout: Int64 { (waiting.isEmpty ? 30 : 10) * Self.second }

  /// Begins to connect to the next address. Returns the reason if that fails at once, otherwise `nil`.
  package func begin(_ connection: BrokerConnection, host: String, port: Int32) -> String? {
    if waiting.isEmpty {
      hasSeveral = false
      if let reason = resolve(host) { return "cannot resolve the broker's name: " + reason }
      hasSeveral = waiting.count > 1
    }
    current = waiting.removeFirst()
    return connection.begin(host: host, port: port, address: current, timeout: timeout)
  }

  /// Adds the address to the reason of a failure if the host has more than one.
  package func named(_ reason: String) -> String { hasSeveral ? reason + " (" + current + ")" : reason }

  /// Ends the round: the next connection waits, and resolves the host's name again.
  package func endRound() { waiting = [] }

  /// Handles a connection that the broker has accepted.
  package func accepted(_ connection: BrokerConnection) {
    (good, waiting) = (current, [])
    if connection.traits.retains && connection.traits.quality > 0 { traits = BrokerTraits() }
  }

  /// Handles the end of a connection or of an attempt. If the broker refused a feature, the same address is tried again without it.
  package func ended(_ connection: BrokerConnection) {
    let known = traits
    malformedInRow = connection.state.pointee.isMalformed ? malformedInRow + 1 : 0
    switch connection.refusal {
    case Self.retainNotSupported: traits.retains = false
    case Self.qualityNotSupported: traits.quality = 0
    default: break
    }
    if traits != known { waiting.insert(current, at: 0) }
  }

  private static let retainNotSupported: Int32 = 0x9a
  private static let qualityNotSupported: Int32 = 0x9b

  /// Starts a round. Returns the reason if it fails, otherwise `nil`.
  private func resolve(_ host: String) -> String? {
    var text = [CChar](repeating: 0, count: 4_096)
    let code = cr_resolve(host, &text, Int32(text.count))
    if code != 0 { return lowercasingFirst(String(cString: cr_reason(code))) }
    let lines = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    var found: [String] = []
    for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
      let address = String(decoding: Array(line), as: UTF8.self)
      if !found.contains(where: { $0.utf8.elementsEqual(address.utf8) }) { found.append(address) }
    }
    waiting = Self.round(found, first: good)
    return waiting.isEmpty ? "it has no address" : nil
  }

  /// Returns the addresses in the order in which they are tried.
  static func round(_ found: [String], first good: String?) -> [String] {
    guard let good, let index = found.firstIndex(where: { $0.utf8.elementsEqual(good.utf8) }) else {
      return Array(found.prefix(most))
    }
    var order = found
    order.insert(order.remove(at: index), at: 0)
    return Array(order.prefix(most))
  }
}

/// Returns a client ID: the name, followed by the values of `place` unless all of them are the defaults. Without these values, clients in
/// two places would have the same ID, and the broker would end the connection of one whenever the other connects.
package func clientID(_ name: String, _ place: [(standard: String, value: String)]) -> String {
  if place.allSatisfy({ $0.standard.utf8.elementsEqual($0.value.utf8) }) { return name }
  return place.reduce(name) { $0 + "/" + $1.value }
}
