import CLinux
import Journal
import KioskStatus
import Settings
import System

/// `star-kiosk forget`: deletes the data that belongs to this kiosk alone, before or after its card is copied. That is the journal with all
/// answers, the ID, the secrets for the broker, and the records of remote configurations. Calibrations stay, because they belong to the
/// touchscreen.
enum Forget {
  static func run(_ options: Options) throws(KioskError) {
    var options = options
    InstalledService.find()?.apply(to: &options)
    try requireStopped()
    let settings = try options.examined().settings
    let files = files(settings)
    let identified = options.config.flatMap { (path) -> (path: String, text: [UInt8])? in
      guard let text = try? readFile(path, limit: INIDocument.maximumSize), let new = withoutID(text) else {
        return nil
      }
      return (path, new)
    }
    if files.isEmpty && identified == nil { return try Output.line("nothing to forget") }
    let verb = options.isConfirmed ? "deleted " : "would delete "
    for file in files {
      if options.isConfirmed { try delete(file) }
      try Output.line(verb + file)
    }
    if let (path, text) = identified {
      do throws(SystemError) {
        // The file is overwritten in place, so it keeps its owner and its mode. Its length does not change.
        if options.isConfirmed { try FileDescriptor(opening: path, flags: O_WRONLY | O_NOFOLLOW).write(text) }
      } catch { throw KioskError(error) }
      try Output.line(verb + "the id in " + path)
    }
    if !options.isConfirmed {
      throw KioskError(
        "delete", files.isEmpty ? "the id" : "these files", "not confirmed",
        suggestion: "pass --yes; answers that were not delivered or exported are lost")
    }
    try Output.line("now set another id in [kiosk], or another host name, on each copy")
  }

  private static func requireStopped() throws(KioskError) {
    let status: KioskStatus?
    do throws(SystemError) { status = try KioskStatus.read() } catch {
      throw KioskError(error, suggestion: "run it as root")
    }
    let isCourierRunning = CourierState.read().map { $0.fault != .notRunning } ?? false
    if status?.isRunning ?? false || isCourierRunning {
      throw KioskError(
        "forget", "this kiosk", "it is running", suggestion: "run: systemctl stop star-kiosk star-courier")
    }
  }

  // MARK: What is deleted

  private static func files(_ settings: Settings) -> [String] {
    var files: [String] = []
    if let journal = settings.journal ?? Journal.defaultPath {
      let folder = parentFolder(of: journal)
      let name = Array(journal.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
      // The names of the database's companions, of the reserve, and of journals that were set aside begin with the journal's name.
      files += entries(of: folder).filter { $0.utf8.starts(with: name) }.map { folder + "/" + $0 }
      files += contents(of: folder + "/control")
    }
    let folders = (Environment["STATE_DIRECTORY"] ?? "").utf8.split(separator: UInt8(ascii: ":")).map {
      String(decoding: Array($0), as: UTF8.self)
    }
    // The first folder also holds files that other programs may have placed there; the others are the kiosk's own.
    if let state = Environment.stateFolder {
      if (try? FileStatus(state + "/last-good.conf", followingLinks: false)) != nil {
        files.append(state + "/last-good.conf")
      }
      files += contents(of: state + "/fleet") + contents(of: state + "/" + BlackBoxStore.folderName)
    }
    for folder in folders.dropFirst() {
      files += contents(of: folder).filter { !$0.utf8.elementsEqual((folder + "/touch-calibration").utf8) }
    }
    let broker = settings.courier
    files += [broker.passwordFile, broker.certificate, broker.key].compactMap { $0 }.filter { exists($0) }
    var unique: [String] = []
    for file in files where !unique.contains(where: { same($0, file) }) { unique.append(file) }
    return unique
  }

  private static func entries(of folder: String) -> [String] { ((try? listDirectory(folder)) ?? []).sorted() }

  /// Returns the paths of the files in a folder and its subfolders. Links are not followed.
  private static func contents(of folder: String) -> [String] {
    guard let status = try? FileStatus(folder, followingLinks: false), status.kind == .folder else { return [] }
    return entries(of: folder).flatMap { (name) -> [String] in
      let path = folder + "/" + name
      let isFolder = (try? FileStatus(path, followingLinks: false))?.kind == .folder
      return isFolder ? contents(of: path) : [path]
    }
  }

  /// Deletes a file with the rights of its folder's owner, who could otherwise make root delete other files by a link.
  private static func delete(_ path: String) throws(KioskError) {
    do throws(SystemError) {
      try Privilege.assume(ownerOf: parentFolder(of: path))
      defer { Privilege.resume() }
      removeFile(path)
      if (try? FileStatus(path, followingLinks: false)) != nil { throw SystemError("delete", path, errno: EACCES) }
    } catch { throw KioskError(error) }
  }

  /// Returns a configuration of the same length in which the id of [kiosk] is a comment; `nil` if it has none.
  static func withoutID(_ text: [UInt8]) -> [UInt8]? {
    var (text, isKiosk, hasID) = (text, false, false)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let line = text[start..<end].filter {
        $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r")
      }
      if line.first == UInt8(ascii: "[") { isKiosk = SettingsSection.isKioskHeader(line) }
      if isKiosk && line.starts(with: "id=".utf8), let key = text[start..<end].firstIndex(of: UInt8(ascii: "i")) {
        // "id = x" becomes ";id= x"; without a space, "id=x" becomes ";d=x".
        text[key] = UInt8(ascii: ";")
        if key + 2 < end && text[key + 2] == UInt8(ascii: " ") {
          (text[key + 1], text[key + 2]) = (UInt8(ascii: "i"), UInt8(ascii: "d"))
        }
        hasID = true
      }
      start = end + 1
    }
    return hasID ? text : nil
  }
}
