import Basics
import KioskStatus
import Settings
import Survey
import System

/// Counts visits by day in a file beside the journal, from which the courier sends the counts.
///
/// The file is written at most once an hour, while no visitor is present, and at the end of the program, so that flash lasts. A power cut loses
/// at most the counts since then. Nothing depends on them: a file that cannot be written is tried again an hour later, and a damaged one is
/// replaced.
///
/// Days are local dates. As long as no time server has set the clock, counts have no day; they get the day on which the clock is set, since that
/// usually happens within minutes after the start.
final class CountRecorder {
  private let file: DayCountsFile
  private let platform: PlatformServices
  private let clock: Clock
  /// `nil` if the configuration does not want counts.
  private var counter: VisitCounter?
  private var (languages, questions): ([String], [String]) = ([], [])
  /// The time zone of the configuration until it is set.
  private var zone: String?
  /// What the file does not have yet.
  private var news = DayCounts()
  /// When to call `update`, in nanoseconds of the monotonic clock; `Int64.max` for never.
  private(set) var due = Int64.max
  /// When the file may be written next.
  private var nextWrite: Int64
  private var fault = RepeatedLine()

  /// The minimum time between two writes, in nanoseconds.
  private static var period: Int64 { 3_600_000_000_000 }

  init(beside journal: String, _ platform: PlatformServices, _ clock: Clock) {
    file = DayCountsFile(beside: journal)
    (self.platform, self.clock) = (platform, clock)
    nextWrite = clock.now + Self.period
  }

  /// Counts the visits of a machine that has just begun with a configuration.
  func use(_ model: KioskModel, _ settings: Settings, _ machine: SurveyMachine) {
    countTouches()
    counter = settings.kiosk.records.hasCounts ? VisitCounter(machine) : nil
    (languages, questions) = (model.languages, model.questions.map { $0.id })
    zone = settings.kiosk.schedule.timeZone
  }

  // MARK: Visits

  /// Notes that a contact begins or a key is pressed, before the machine handles it. The touches of the start screen are counted by `update`,
  /// because the visitor waits for the screen.
  func touched(by way: VisitCounter.Way) {
    counter?.touched(by: way)
    if counter?.hasTouches == true { due = 0 }
  }

  /// Follows a step of the machine that shows a screen or records the visit.
  func follow(_ event: SurveyMachine.Event, _ machine: SurveyMachine) {
    guard let end = counter?.follow(event, machine) else { return }
    let words = [today, languages[Int(end.language)], end.way.name]
    news.add(1, to: words + ["begun", ""])
    // Without words, a kiosk has one question, which has no ID.
    let question = end.question.map { Int($0) < questions.count ? questions[Int($0)] : "" } ?? ""
    switch end.outcome {
    case .finished: news.add(1, to: words + ["finished", ""])
    case .left: news.add(1, to: words + ["left", question])
    case .startedOver: news.add(1, to: words + ["started-over", question])
    }
    due = 0
  }

  /// Counts the touches of the start screen, and writes the file if that is due. No visitor should be present, because the disk may take long.
  func update() {
    countTouches()
    due = news.isEmpty ? .max : nextWrite
    if clock.now >= nextWrite && !news.isEmpty && !clock.isVirtual { write() }
  }

  private func countTouches() {
    for way in VisitCounter.Way.allCases {
      if let count = counter?.takeTouches(by: way), count > 0 {
        news.add(count, to: [today, languages[0], way.name, "touched", ""])
      }
    }
  }

  /// The local date; empty if the clock may be wrong.
  private var today: String {
    if !platform.knowsTime { return "" }
    if let zone {
      // A zone that is not on this machine has already been reported.
      do throws(TimeZoneError) { try LocalTime.setZone(zone) } catch { LocalTime.setUTC() }
    }
    zone = nil
    let now = WallClock.now()
    let date = WallClock.isoDate(of: now + Int64(LocalTime.utcOffset(at: now / 1000)) * 1000)
    return String(decoding: Array(date.utf8.prefix(10)), as: UTF8.self)
  }

  // MARK: The file

  /// Writes the file, because the program ends.
  func close() {
    countTouches()
    if !news.isEmpty { write() }
  }

  private func write() {
    nextWrite = clock.now + Self.period
    var counts = stored() ?? DayCounts()
    counts.add(news)
    counts.settle(on: today)
    counts.written = WallClock.now()
    do throws(SystemError) {
      try file.write(counts)
      news = DayCounts()
      fault.log(nil)
    } catch { fault.log("visits are not counted: " + error.message, .warning) }
    clock.update()
    due = news.isEmpty ? .max : nextWrite
  }

  /// The content of the file; `nil` if there is none that can be used.
  private func stored() -> DayCounts? {
    do throws(SystemError) {
      if let counts = try file.read(of: .me) { return counts }
      Standard.error("the counts of visits begin anew: " + file.path + " is damaged", .warning)
    } catch {
      if error.kind != .missing { Standard.error("the counts of visits begin anew: " + error.message, .warning) }
    }
    return nil
  }
}
