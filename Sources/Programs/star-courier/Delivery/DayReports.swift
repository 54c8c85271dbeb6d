import Basics
import Courier
import KioskStatus
import System

/// Publishes the kiosk's counts of visits, a message for each day whose counts have changed, one after the other. The counts are looked at with
/// each heartbeat.
///
/// All days are published after a start, and again when a new day begins: a receiver that was away gets what it has missed.
final class DayReports {
  private let link: BrokerLink
  private let file: DayCountsFile
  /// The file as it was read last.
  private var version: FileVersion?
  private var days: [Day] = []
  /// The index of the day in flight.
  private var inFlight: Int?

  private struct Day {
    let rows: [DayCounts.Row]
    let written: Int64
    /// Whether the broker has accepted the counts.
    var isPublished = false

    func isSame(as other: Day) -> Bool {
      rows.count == other.rows.count && zip(rows, other.rows).allSatisfy { $0.key == $1.key && $0.count == $1.count }
    }
  }

  init(_ link: BrokerLink) {
    self.link = link
    file = DayCountsFile(beside: link.options.journal)
  }

  /// Reads the file if it has changed. While a message is in flight, that waits for the next heartbeat.
  func look() {
    let status = try? FileStatus(file.path)
    let found = FileVersion(file: status?.identity, changed: status?.changed ?? 0)
    if found == version || inFlight != nil { return }
    version = found
    // The kiosk's user writes the file, so it may contain anything.
    do throws(SystemError) {
      if let counts = try file.read(of: .folder) {
        use(counts)
      } else {
        link.warn("cannot send the counts of visits: " + file.path + " is damaged")
      }
    } catch { if error.kind != .missing { link.warn("cannot send the counts of visits: " + error.message) } }
  }

  private func use(_ counts: DayCounts) {
    var new = counts.byDay.map { Day(rows: $0, written: counts.written) }
    if let old = days.last, let last = new.last, old.rows[0].day.utf8.elementsEqual(last.rows[0].day.utf8) {
      for index in new.indices {
        new[index].isPublished = days.contains { $0.isPublished && $0.isSame(as: new[index]) }
      }
    }
    days = new
  }

  /// Publishes the next day, unless one is in flight.
  func publish() {
    while inFlight == nil, link.isOpen, let next = days.firstIndex(where: { !$0.isPublished }) {
      switch link.publish(json(days[next]), to: link.topic("day"), retained: false, for: .day) {
      case .sent?: inFlight = next
      case .refused(let reason)?:
        link.warn("cannot send the counts of visits: " + reason)
        days[next].isPublished = true
      case .lost?, nil: return
      }
    }
  }

  /// Handles the acknowledgment of a day. One that the broker refuses is sent again later.
  func acknowledged(isAccepted: Bool) {
    if let inFlight { days[inFlight].isPublished = isAccepted }
    inFlight = nil
  }

  func connectionEnded() { inFlight = nil }

  /// Returns the message of a day, which docs/courier.schema.json describes.
  private func json(_ day: Day) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("kiosk", link.options.kiosk)
      json.add("day", day.rows[0].day)
      json.add("written_ms", day.written)
      json.array("counts") { json in
        for row in day.rows {
          let words = row.words
          json.object { json in
            json.add("language", words[1])
            json.add("way", words[2])
            json.add("step", words[3])
            json.add("question", words[4])
            json.add("count", row.count)
          }
        }
      }
    }
    return json.bytes
  }
}
