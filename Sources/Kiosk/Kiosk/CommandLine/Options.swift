import Basics
import Boards
import Fleet
import KioskStatus
import Settings
import System

/// The parsed command line.
package struct Options {
  /// The options that override settings.
  var builder = SettingsBuilder()
  var config: String?
  /// The folder against which the paths of `config` are resolved; `nil` for its own.
  var folder: String?
  var snapshot: String?
  /// The number of answers after which the program ends; `nil` for no limit.
  var answers: Int64?
  var trace: String?
  /// The archive for support that doctor writes; `nil` for its report.
  var bundle: String?
  /// Which board's profile to use.
  var board = BoardSearch.Choice.auto
  var folders = (boards: BoardSearch.folder, phrases: Phrase.folder)
  /// The black box that replay reads, and whether it is explained instead of compared.
  var replay = (file: "", isExplained: false)
  var json = false
  /// Whether the last picture stays on the screen for the kiosk that replaces this one.
  var keepsPicture = false
  /// Whether `forget` deletes files, instead of naming them.
  var isConfirmed = false
  /// Whether `check` prints a report on the conformance with a standard.
  var hasStandard = false
  /// The number of targets of `calibrate`, 3 or 5.
  var targets: Int32 = 5

  /// Looks for the board's profile.
  func boardSearch() throws(KioskError) -> BoardSearch { try BoardSearch(board, in: folders.boards) }

  /// Returns the settings of the board, overridden by the configuration and then by the command line. Logs warnings.
  func configured() throws(KioskError) -> Configuration {
    let search = try boardSearch()
    for remark in search.remarks { Standard.error(remark, .notice) }
    // The folder must exist only if the command line names it.
    if let fault = search.folderFault, !folders.boards.utf8.elementsEqual(BoardSearch.folder.utf8) {
      Standard.error(fault, .notice)
    }
    if let profile = search.profile { Standard.error("board " + profile.name + ": " + profile.title, .info) }
    let configured = try examined(on: search).validated()
    for line in Diagnostic.messages(of: configured.settings.warnings) { Standard.error(line, .warning) }
    return configured
  }

  /// Returns the settings of the last valid configuration, if this is a service, and reports why the file is not used.
  ///
  /// - Parameters:
  ///   - failure: Why the file cannot be used. It is thrown if there is no other configuration, or none that is valid.
  ///   - failed: The valid part of the file's configuration, with which the devices were opened.
  func lastConfiguration(insteadOf failure: KioskError, _ failed: Configuration? = nil) throws(KioskError)
    -> Configuration
  {
    guard config != nil, let text = LastConfiguration.read(), text != failed?.text,
      var last = try? examined(text: text).validated()
    else { throw failure }
    if let failed { _ = last.settings.keepStartSettings(of: failed.settings) }
    last.isLast = true
    for line in failure.lines { Standard.error(line) }
    Standard.error("the last valid configuration is in effect instead")
    // Only the administrator's own file decides who may control the kiosk.
    let own = (try? examined())?.settings.fleet ?? FleetSettings()
    let isOther = !same(last.settings.fleet.publicKey ?? "", own.publicKey ?? "")
    last.settings.fleet = own
    if isOther {
      Standard.error("remote control is as in " + (config ?? "") + ", not as in the last valid configuration", .warning)
    }
    return last
  }

  /// Returns the settings of the last valid configuration, because the last starts crashed with the current one, and reports that. Returns
  /// `nil` if there is no other configuration.
  func lastConfiguration(afterCrashes error: KioskError, of text: [UInt8]?) -> Configuration? {
    guard let last = LastConfiguration.read(), last != text else { return nil }
    do throws(KioskError) { return try lastConfiguration(insteadOf: error) } catch { return nil }
  }

  /// Returns the current settings of the configuration, overridden by the command line. Logs nothing.
  func reloaded() throws(KioskError) -> Configuration { try examined().validated() }

  /// The options that name output files written at the end, with their paths.
  private var outputs: [(name: String, path: String)] {
    [("--snapshot", snapshot), ("--trace", trace)].compactMap { name, path in path.map { (name, $0) } }
  }

  /// Throws if the snapshot or the trace cannot be written.
  func checkOutputPaths() throws(KioskError) {
    for (name, path) in outputs {
      do throws(SystemError) { try checkReplaceable(path) } catch {
        throw KioskError(error, suggestion: "pass " + name + " a file in a writable folder")
      }
    }
  }

  /// Throws if the snapshot or the trace would replace the journal.
  func checkOutputPaths(journal: String) throws(KioskError) {
    guard let journal = try? realPath(journal) else { return }
    for (name, path) in outputs where (try? realPath(path))?.utf8.elementsEqual(journal.utf8) == true {
      throw .usage(name + " " + path + " would replace the journal; pass another file")
    }
  }

  /// Returns the valid part of the settings, and all errors and warnings.
  ///
  /// - Parameter text: The content to use instead of the file's; `nil` reads the file.
  func examined(text: [UInt8]? = nil) throws(KioskError) -> Configuration {
    try examined(on: try boardSearch(), text: text)
  }

  /// Returns the valid part of the settings, and all errors and warnings, with the profile that `search` found.
  func examined(on search: BoardSearch, text: [UInt8]? = nil) throws(KioskError) -> Configuration {
    var (builder, text) = (builder, text)
    builder.phrasesFolder = folders.phrases
    search.profile?.apply(to: &builder, place: search.file)
    if let config {
      do throws(SystemError) {
        let content = if let text { text } else { try readRegularFile(config, limit: INIDocument.maximumSize) }
        builder.readFile(content, name: config, asIn: folder)
        text = content
      } catch { throw KioskError(error) }
    }
    var (settings, found) = builder.check(decoding: Settings.decodePicture) { (path) throws(Diagnostic) in
      do throws(SystemError) { return try readRegularFile(path) } catch {
        throw Diagnostic(place: path, reason: error.message)
      }
    }
    settings.screen.backlight = search.profile?.fact("backlight")
    settings.screen.area = search.profile?.fact("size-mm").flatMap { Millimeters($0) }
    found += settings.diagnosticsOnThisMachine(builder)
    return Configuration(settings: settings, builder: builder, found: found, text: text)
  }
}

/// The settings from the board, the configuration and the command line, and where each was set.
struct Configuration {
  var settings: Settings
  let builder: SettingsBuilder
  /// The errors and warnings, in any order.
  let found: [Diagnostic]
  /// The file's content; `nil` without a file.
  var text: [UInt8]?
  /// The content of the remote configuration that is in effect; `nil` without one.
  var remote: [UInt8]?
  /// Whether this is the last valid configuration, used because the file is invalid.
  var isLast = false

  /// Adds the warnings to the settings, or throws the errors. Errors that a running kiosk tolerates count as warnings.
  func validated() throws(KioskError) -> Configuration {
    var valid = self
    let tolerated = found.map { $0.tolerated }
    do throws(Diagnostics) { valid.settings = try settings.adding(tolerated) } catch { throw KioskError(error) }
    return valid
  }

  /// Whether a warning says that something of this kind is missing on this machine.
  func lacks(_ tolerance: Diagnostic.Tolerance) -> Bool { settings.warnings.contains { $0.tolerance == tolerance } }
}

extension Options {
  /// Returns the valid part of a remote configuration, with all errors and warnings.
  ///
  /// Settings that belong to the machine keep the values of its own file: settings that only a start applies, the broker, the keys of
  /// `[fleet]`, the PIN. A text that sets one of them is invalid.
  ///
  /// - Parameter local: The kiosk's own configuration.
  func examined(remote text: [UInt8], on local: Configuration) throws(KioskError) -> Configuration {
    var options = self
    let name = parentFolder(of: config ?? "") + "/desired"
    options.config = name
    var own = SettingsBuilder()
    own.read(text, name: name)
    let read = try options.examined(text: text)
    var (settings, found) = (read.settings, read.found)
    found += own.remoteDiagnostics()
    _ = settings.keepStartSettings(of: local.settings)
    settings.courier = local.settings.courier
    settings.kiosk.servicePIN = local.settings.kiosk.servicePIN
    return Configuration(
      settings: settings, builder: read.builder, found: found, text: local.text, remote: text, isLast: local.isLast)
  }
}
