import Basics
import Journal
import KioskStatus
import Settings
import System

/// `star-kiosk status`: prints a line of JSON about the running kiosk and its journal. The exit status is 3 if no kiosk is running.
enum Status {
  static func run(_ options: Options) throws(KioskError) {
    let status = try read()
    let isRunning = status?.isRunning ?? false
    var path = status?.journal
    if path == nil { path = try options.reloaded().settings.journal }
    var json = JSONWriter()
    json.object { json in
      json.add("running", isRunning)
      let courier = CourierState.read()
      let faults = courier?.fault.map { [$0.name] } ?? []
      let image = ImageState.read()
      json.add("faults", (status?.faults ?? KioskStatus.faultsWithoutKiosk) + faults + (image?.faults ?? []))
      if let courier {
        json.object("broker") { json in
          json.add("fault", courier.fault?.name)
          json.add("reason", courier.reason)
        }
      }
      image?.add(to: &json)
      json.add("kiosk", number: status?.json ?? "null")
      if let path = path ?? Journal.defaultPath {
        addJournal(path, waiting: waiting(status, path), to: &json)
        addCounts(path, to: &json)
      }
    }
    try Output.line(json.text)
    if !isRunning { throw KioskError(lines: [], status: 3) }
  }

  /// Returns the state of the kiosk; `nil` if none has run since the boot.
  static func read() throws(KioskError) -> KioskStatus? {
    do throws(SystemError) { return try KioskStatus.read() } catch {
      throw KioskError(error, suggestion: "run it as root")
    }
  }

  /// Returns the number of answers that wait for the journal: as a running kiosk reports it, otherwise counted in the reserve.
  private static func waiting(_ status: KioskStatus?, _ path: String) -> Int64 {
    if let status, status.isRunning { return status.waiting }
    return Int64(AnswerStore.reserveCount(ofJournal: path, reserve: PrivateFolder.reserve(of: path)) ?? 0)
  }

  private static func addJournal(_ path: String, waiting: Int64, to json: inout JSONWriter) {
    json.object("answers") { json in
      json.add("path", path)
      do throws(JournalError) {
        let outbox = try Outbox(path: path)
        let (newest, backlog) = (try outbox.newestWall(), try outbox.backlog())
        json.add("backlog", Int64(backlog) + waiting)
        json.add("last_answer_ms", newest)
      } catch {
        if waiting > 0 { json.add("backlog", waiting) }
        json.add("error", error.message)
      }
    }
  }

  /// Adds what visitors did on the newest day in the kiosk's file, which is up to an hour old.
  private static func addCounts(_ journal: String, to json: inout JSONWriter) {
    guard let counts = (try? DayCountsFile(beside: journal).read(of: .folder)) ?? nil, let rows = counts.byDay.last
    else { return }
    func sum(_ step: StaticString) -> Int64 { rows.reduce(0) { same(step, $1.words[3].utf8) ? $0 + $1.count : $0 } }
    json.object("visits") { json in
      json.add("day", rows[0].day)
      json.add("touched", sum("touched"))
      json.add("begun", sum("begun"))
      json.add("finished", sum("finished"))
      json.add("left", sum("left"))
      json.add("started_over", sum("started-over"))
    }
  }
}
