import Basics
import Boards
import Display
import Settings
import System

/// The parsed command line.
package struct Options {
  enum Command {
    case run
    case devices
    case reset
    case calibrate
    case selftest
    case doctor
    case status
    case check
  }

  var command = Command.run
  /// The options that are settings, too.
  var builder = SettingsBuilder()
  /// The configuration file.
  var config: String?
  var snapshot: String?
  /// How many answers until the end; `nil` is no end.
  var answers: Int64?
  /// Where the frames' moments go at the end.
  var trace: String?
  /// Which board's profile to take, and where profiles are.
  var board = BoardSearch.Wish.auto
  var boardsFolder = BoardSearch.folder
  /// `doctor` speaks JSON.
  var json = false
  /// How many targets `calibrate` shows, 3 or 5.
  var targets: Int32 = 5

  /// The settings: the board's, what the configuration file says otherwise, and what the command line does. Every mistake is a
  /// line; warnings are printed.
  func configured() throws(KioskError) -> Configured {
    let search = try BoardSearch(board, in: boardsFolder)
    for remark in search.remarks { Standard.error(remark, .notice) }
    // Most machines need no profiles: the default folder may be missing.
    if let fault = search.folderFault, !boardsFolder.utf8.elementsEqual(BoardSearch.folder.utf8) {
      Standard.error(fault, .notice)
    }
    if let profile = search.profile { Standard.error("board " + profile.name + ": " + profile.title, .info) }
    let configured = try examined(on: search).sound()
    for warning in configured.settings.warnings { Standard.error(warning.message, .warning) }
    return configured
  }

  /// Returns the settings of the current configuration file and the same command line. Prints nothing. Throws if the file is
  /// invalid or cannot be read; the caller then keeps its settings.
  func reloaded() throws(KioskError) -> Configured { try examined().sound() }

  /// Throws if a file that is written at the end could not be written, before anything else happens.
  func checkPlaces() throws(KioskError) {
    for (name, path) in [("--snapshot", snapshot), ("--trace", trace)] {
      guard let path else { continue }
      do throws(SystemError) { try checkReplaceable(path) } catch {
        throw .failure(name + ": " + error.message + "; name a file in a folder that can be written to")
      }
    }
  }

  /// The same where they would take the journal's place, and every answer with it.
  func checkPlaces(besides journal: String) throws(KioskError) {
    guard let journal = try? realPath(journal) else { return }
    for (name, path) in [("--snapshot", snapshot), ("--trace", trace)] {
      guard let path, let place = try? realPath(path), place.utf8.elementsEqual(journal.utf8) else { continue }
      throw .usage(name + " " + path + ": that is the journal; name another file")
    }
  }

  /// The settings with the board found already.
  func settings(on search: BoardSearch) throws(KioskError) -> Settings { try examined(on: search).sound().settings }

  /// The settings as far as they can be told, and all that is wrong with them on this machine.
  func examined() throws(KioskError) -> Examined { try examined(on: try BoardSearch(board, in: boardsFolder)) }

  private func examined(on search: BoardSearch) throws(KioskError) -> Examined {
    var builder = builder
    search.profile?.apply(to: &builder, place: search.file)
    if let config {
      do throws(SystemError) {
        builder.read(try readFile(config, limit: INIDocument.maximumSize), name: config)
      } catch {
        throw .failure(error.message)
      }
    }
    var (settings, found) = builder.check { (path) throws(Diagnostic) in
      do throws(SystemError) { return try readFile(path) } catch {
        throw Diagnostic(place: path, reason: error.message)
      }
    }
    settings.backlight = search.profile?.fact("backlight")
    settings.area = search.profile?.fact("size-mm").flatMap { Millimetres($0) }
    found += settings.foundOnThisMachine(builder)
    return Examined(settings: settings, builder: builder, found: found)
  }
}

/// Settings without a mistake, and where each of them was said.
struct Configured {
  var settings: Settings
  let builder: SettingsBuilder
}

/// Settings that may be wrong: what was found, in any order, and where each of them was said.
struct Examined {
  let settings: Settings
  let builder: SettingsBuilder
  let found: [Diagnostic]

  /// The settings with their warnings, if there is no mistake among it.
  func sound() throws(KioskError) -> Configured {
    do throws(Diagnostics) {
      return Configured(settings: try settings.adding(found), builder: builder)
    } catch { throw KioskError(error) }
  }
}
