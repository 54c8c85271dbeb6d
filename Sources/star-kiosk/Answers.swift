import Journal
import Linux
import Rating

/// Writes answers down: the journal first, then a line of JSON on standard output.
final class AnswerBook {
  private let journal: Journal
  private let bootID: String

  /// `path` is a database or a place for one; `nil` takes the default place and makes its folders.
  init(_ path: String?) throws(KioskError) {
    let place: String
    if let path { place = path } else { place = try Self.defaultPath() }
    do throws(JournalError) {
      journal = try Journal(path: place)
    } catch {
      throw .failure(error.message)
    }
    bootID = Self.readBootID()
  }

  /// Returns when the answer is on disk; then prints it.
  func record(_ value: Int32, of scale: Scale) throws(KioskError) {
    let answer: Answer
    do throws(JournalError) {
      answer = Answer(
        uuid: try AnswerID.random(), steps: value, stepsPerStar: scale.step.perStar, starCount: scale.starCount,
        wall: WallClock.now(), monotonic: MonotonicClock.now(), bootID: bootID)
    } catch {
      throw .failure(error.message)
    }
    do throws(JournalError) {
      try journal.record(answer)
    } catch {
      // What could not be stored is at least told, so that nothing is lost where somebody keeps the log.
      throw .failure(error.message + "; the answer was " + answer.json)
    }
    Standard.output(answer.json)
  }

  func close() { journal.close() }

  /// systemd's StateDirectory, else the place for a user's state.
  private static func defaultPath() throws(KioskError) -> String {
    let folder: String
    if let state = Environment["STATE_DIRECTORY"] {
      folder = state
    } else if let state = Environment["XDG_STATE_HOME"] {
      folder = state + "/star-slider"
    } else if let home = Environment["HOME"] {
      folder = home + "/.local/state/star-slider"
    } else {
      throw .usage("there is no home for the journal; say --journal PATH")
    }
    do throws(SystemError) {
      try makeFolders(folder)
    } catch {
      throw .failure(error.message + "; say --journal PATH")
    }
    return folder + "/journal.sqlite"
  }

  private static func readBootID() -> String {
    guard let text = try? readFile("/proc/sys/kernel/random/boot_id", limit: 100) else { return "" }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
