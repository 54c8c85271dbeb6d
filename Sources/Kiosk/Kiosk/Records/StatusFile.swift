import Basics
import CLinux
import KioskStatus
import Settings
import Survey
import System

/// The state of a running kiosk, for `star-kiosk status` and the courier's heartbeat. It is a small file in memory, written whenever
/// another screen is shown or a fault begins or ends, but not for changes within a screen.
final class StatusFile {
  private let path: String?
  /// The file's folder, open while this process holds it (`KioskStatus.hold`).
  private var folder: FileDescriptor?
  private let startedAt = WallClock.now()
  /// The display's name; empty before it is open.
  var display = ""
  /// The database's absolute path, because `status` may run in another folder; empty before it is open.
  var journal = "" { didSet { journal = (try? realPath(journal)) ?? journal } }
  /// The number of answers that wait for the journal.
  var waiting = 0 { didSet { if waiting != oldValue { isOutdated = true } } }
  /// The name of the configuration on the screen.
  var configuration = ""
  /// What the panel's faults are.
  var panel: [String] = []
  private(set) var faults: Faults = []
  /// Whether the file must be written again.
  var isOutdated = true

  init() { path = KioskStatus.path }

  /// Records whether a fault is present.
  func report(_ fault: Faults, _ isPresent: Bool) {
    let before = faults
    if isPresent { faults.formUnion(fault) } else { faults.subtract(fault) }
    if faults != before { isOutdated = true }
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - machine: The survey's state; `nil` before the first screen.
  ///   - fault: The message of the journal's fault.
  func write(_ machine: SurveyMachine? = nil, _ latency: ThankYouLatency = ThankYouLatency(), fault: String? = nil) {
    isOutdated = false
    guard let path else { return }
    if folder == nil { folder = KioskStatus.hold(path) }
    var json = JSONWriter()
    json.object { json in
      json.add("version", Version.number)
      json.add("pid", Int64(processID()))
      json.add("started_ms", startedAt)
      json.add("screen", display)
      json.add("journal", journal)
      json.add("view", machine.map { "\($0.screen.name)" })
      json.add("configuration", configuration.utf8.isEmpty ? nil : configuration)
      json.add("visits", machine?.visits ?? 0)
      json.add("updated_ms", WallClock.now())
      json.add("waiting", Int64(waiting))
      if latency.count == 0 {
        json.add("thanks", number: "null")
      } else {
        json.object("thanks") { json in
          json.add("count", latency.count)
          json.add("last_wait_us", latency.wait.last / 1000)
          json.add("longest_wait_us", latency.wait.longest / 1000)
          json.add("last_disk_us", latency.disk.last / 1000)
          json.add("longest_disk_us", latency.disk.longest / 1000)
        }
      }
      json.add("fault", fault)
      json.add("faults", faults.names)
      json.add("touchscreen", panel)
    }
    store(json.bytes + [UInt8(ascii: "\n")], path)
  }

  /// Replaces the file. If there is no room for a second file, overwrites the existing one, which needs no room as long as the text fits in
  /// its page. If that fails as well, the kiosk continues without the file.
  private func store(_ line: [UInt8], _ path: String) {
    do throws(SystemError) { try writeFile(path, line) } catch {
      guard error.errno == ENOSPC || error.errno == EDQUOT else { return }
      // Readers use only the first line, so the rest of a longer earlier text does no harm.
      try? FileDescriptor(opening: path, flags: O_WRONLY | O_NOFOLLOW | O_NONBLOCK).write(line)
    }
  }

  func remove() { if let path { KioskStatus.remove(path) } }
}

extension StatusFile {
  /// Records which resources of a new configuration are missing on this machine.
  func report(_ configured: Configuration, _ model: KioskModel) {
    report(.decorationMissing, configured.lacks(.decoration) || model.lacksDecorations)
    report(.timeZoneMissing, configured.lacks(.timeZone))
  }
}
