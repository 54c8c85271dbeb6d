import CLinux
import Journal
import System

/// Records answers at a rate through the kiosk's journal, without a screen.
///
///     simulate-kiosk JOURNAL KIOSK ANSWERS RATE VISIT
///
/// RATE is in answers per second, 0 for no limit; VISIT is the number of answers recorded together. After each visit is on disk, it
/// prints one line per answer: its UUID, and the duration of recording in nanoseconds. Reports a failure on standard error and
/// repeats it ten times a second.
@main
enum SimulateKiosk {
  static func main() {
    guard cl_argument_count() == 6, let count = number(3), let rate = number(4), let visit = number(5), visit > 0 else {
      Standard.error("usage: simulate-kiosk JOURNAL KIOSK ANSWERS RATE VISIT")
      exit(2)
    }
    do throws(JournalError) {
      let journal = try Journal(path: text(1), whenDamaged: .setAside)
      try run(journal, kiosk: text(2), count: count, rate: rate, visit: visit)
      journal.close()
    } catch {
      Standard.error(error.message)
      exit(1)
    }
  }

  private static func text(_ index: Int) -> String { String(cString: cl_arguments()[index]!) }
  private static func number(_ index: Int) -> Int64? { Int64(text(index)).flatMap { $0 < 0 ? nil : $0 } }

  private static func run(
    _ journal: Journal, kiosk: String, count: Int64, rate: Int64, visit: Int64
  ) throws(JournalError) {
    let boot = bootIdentity()
    let start = MonotonicClock.now()
    var done: Int64 = 0
    var fault: String?
    while done < count {
      if rate > 0 { sleep(until: start + done * 1_000_000_000 / rate) }
      var answers: [Answer] = []
      let name = try AnswerID.random()
      for index in 0..<min(visit, count - done) {
        // Every seventh visit ends with a choice, which has no value.
        let isChoice = index == 1 && done % 7 == 0
        let steps = isChoice ? 0 : Int32((done + index) % 11)
        answers.append(
          Answer(
            uuid: try AnswerID.random(), steps: steps, stepsPerStar: isChoice ? 1 : 2, starCount: isChoice ? 1 : 5,
            wall: WallClock.now(),
            monotonic: BootClock.now(), bootID: boot, visit: name, question: index == 0 ? "overall" : "staff",
            reasons: steps < 4 ? ["waiting", "staff"] : [], language: index % 2 == 0 ? "ar" : "pt-BR",
            flags: done % 7 == 0 ? .repeated : [], kiosk: kiosk, isSynchronised: WallClock.isSynchronised,
            kind: isChoice ? "choice" : "stars", chosen: isChoice ? ["queue", "desk"] : []))
      }
      let before = MonotonicClock.now()
      do throws(JournalError) {
        try journal.record(answers)
      } catch {
        if fault.map({ !$0.utf8.elementsEqual(error.message.utf8) }) ?? true { Standard.error(error.message) }
        fault = error.message
        sleep(until: before + 100_000_000)
        continue
      }
      let taken = MonotonicClock.now() - before
      var lines = ""
      for answer in answers { lines += answer.uuid.text + " \(taken)\n" }
      do throws(SystemError) {
        try Standard.output(bytes: Array(lines.utf8))
      } catch {
        Standard.error(error.message)
        exit(1)
      }
      done += Int64(answers.count)
    }
  }

  private static func sleep(until moment: Int64) {
    let poller = Poller()
    _ = try? poller.wait(until: moment)
  }
}
