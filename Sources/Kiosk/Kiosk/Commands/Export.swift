import Basics
import Journal
import Settings
import System

/// `star-kiosk export`: prints the answers in the journal, also while the kiosk runs. Run by root, it prints those of the service.
enum Export {
  static func run(_ options: Options) throws(KioskError) {
    var options = options
    InstalledService.find()?.apply(to: &options)
    guard let path = try options.examined().settings.journal ?? Journal.defaultPath else {
      throw .usage("export requires --journal PATH, because this user has no home folder")
    }
    var export = AnswerExport(try reader(path), options.json ? .jsonl : .csv)
    while let piece = try next(&export) { try Output.text(piece) }
  }

  private static func reader(_ path: String) throws(KioskError) -> JournalReader {
    do throws(JournalError) { return try JournalReader(path: path) } catch { throw KioskError(error) }
  }

  private static func next(_ export: inout AnswerExport) throws(KioskError) -> String? {
    do throws(JournalError) { return try export.next() } catch { throw KioskError(error) }
  }
}
