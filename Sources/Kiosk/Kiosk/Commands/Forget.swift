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
    let files = try files(settings)
    let identified = try options.config.flatMap { (path) throws(KioskError) in try anonymous(path) }
    if files.isEmpty && identified == nil { return try Output.line("nothing to forget") }
    let verb = options.isConfirmed ? "deleted " : "would delete "
    if let (path, text) = identified {
      do throws(SystemError) {
        // The file is overwritten in place, so it keeps its owner and its mode. Its length does not change. If this fails, nothing was
        // deleted.
        if options.isConfirmed {
          try FileDescriptor(opening: targetOfLinks(path), flags: O_WRONLY | O_NOFOLLOW).write(text)
        }
      } catch { throw KioskError(error) }
      try Output.line(verb + "the id in " + path)
    }
    for file in files {
      if options.isConfirmed { try delete(file) }
      try Output.line(verb + file.path)
    }
    if !options.isConfirmed {
      throw KioskError(
        "delete", files.isEmpty ? "the id" : "these files", "not confirmed",
        suggestion: "pass --yes; answers that were not delivered or exported are lost")
    }
    try Output.line("now set another id in [kiosk], or another host name, on each copy")
  }

  private static func requireStopped() throws(KioskError) {
    let isKioskRunning = try Status.read()?.isRunning ?? false
    let isCourierRunning = CourierState.read().map { $0.fault != .notRunning } ?? false
    if isKioskRunning || isCourierRunning {
      throw KioskError(
        "forget", "this kiosk", "it is running", suggestion: "run: systemctl stop star-kiosk star-courier")
    }
  }

  // MARK: What is deleted

  /// A file to delete, with the rights of the owner of a folder.
  private struct File {
    let path: String
    let owningFolder: String

    init(_ path: String, owningFolder: String? = nil) {
      (self.path, self.owningFolder) = (path, owningFolder ?? parentFolder(of: path))
    }
  }

  private static func files(_ settings: Settings) throws(KioskError) -> [File] {
    var files: [File] = []
    if let journal = settings.journal ?? Journal.defaultPath {
      let folder = parentFolder(of: journal)
      if (try? FileStatus(journal, followingLinks: false))?.isLink == true {
        // The owner of the link's folder chose its target, so the target is deleted with the rights of that owner. It is deleted before
        // the link, without which it could not be found again.
        do throws(SystemError) { files += companions(of: try realPath(journal), owningFolder: folder) } catch {
          throw KioskError(error, suggestion: "mount the disk that the journal is on, or remove the link")
        }
      }
      files += companions(of: journal, owningFolder: folder)
      files += contents(of: folder + "/control").map { File($0) }
    }
    let folders = (Environment["STATE_DIRECTORY"] ?? "").utf8.split(separator: UInt8(ascii: ":")).map {
      String(decoding: Array($0), as: UTF8.self)
    }
    var paths: [String] = []
    // The first folder also holds files that other programs may have placed there; the others are the kiosk's own.
    if let state = Environment.stateFolder {
      if (try? FileStatus(state + "/last-good.conf", followingLinks: false)) != nil {
        paths.append(state + "/last-good.conf")
      }
      paths += contents(of: state + "/fleet") + contents(of: state + "/" + BlackBoxStore.folderName)
    }
    for folder in folders.dropFirst() {
      paths += contents(of: folder).filter { !$0.utf8.elementsEqual((folder + "/touch-calibration").utf8) }
    }
    let broker = settings.courier
    paths += [broker.passwordFile, broker.certificate, broker.key].compactMap { $0 }.filter { exists($0) }
    var unique: [File] = []
    for file in files + paths.map({ File($0) }) where !unique.contains(where: { same($0.path, file.path) }) {
      unique.append(file)
    }
    return unique
  }

  /// Returns a journal and the files beside it that belong to it.
  private static func companions(of journal: String, owningFolder: String) -> [File] {
    let (folder, name) = (parentFolder(of: journal), fileName(of: journal))
    return entries(of: folder).filter { Journal.isCompanion($0, of: name) }.map {
      File(folder + "/" + $0, owningFolder: owningFolder)
    }
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

  /// Deletes a file with the rights of a folder's owner, who could otherwise make root delete other files by a link.
  private static func delete(_ file: File) throws(KioskError) {
    do throws(SystemError) {
      try Privilege.assume(ownerOf: file.owningFolder)
      defer { Privilege.resume() }
      removeFile(file.path)
      if (try? FileStatus(file.path, followingLinks: false)) != nil {
        throw SystemError("delete", file.path, errno: EACCES)
      }
    } catch { throw KioskError(error) }
  }

  // MARK: The ID

  /// Returns a configuration file's path and its text without the id; `nil` if it has none.
  ///
  /// - Throws: If the file is not a text, because its id would stay.
  private static func anonymous(_ path: String) throws(KioskError) -> (path: String, text: [UInt8])? {
    let text: [UInt8]
    do throws(SystemError) { text = try readRegularFile(path, limit: INIDocument.maximumSize) } catch {
      throw KioskError(error)
    }
    let document = INIDocument(text, name: path)
    if document.lines.isEmpty, let fault = document.diagnostics.first {
      throw KioskError(Diagnostics(list: [fault]))
    }
    return withoutID(text).map { (path, $0) }
  }

  /// Returns a configuration of the same length in which the id of [kiosk] is a comment; `nil` if it has none.
  static func withoutID(_ text: [UInt8]) -> [UInt8]? {
    var section: SettingsSection?
    var ids: Set<Int32> = []
    for (number, content) in INIDocument(text, name: "").lines {
      switch content {
      case .header(let header): section = .headed(header)
      case .entry(let key, _): if section == .kiosk && same(key, "id") { ids.insert(number) }
      }
    }
    if ids.isEmpty { return nil }
    var (new, number): ([UInt8], Int32) = (text, 0)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard ids.contains(number), let key = line.firstIndex(of: UInt8(ascii: "i")) else { continue }
      // "id = x" becomes ";id= x"; without white space, "id=x" becomes ";d=x".
      new[key] = UInt8(ascii: ";")
      if text[key + 2] == UInt8(ascii: " ") || text[key + 2] == UInt8(ascii: "\t") {
        (new[key + 1], new[key + 2]) = (UInt8(ascii: "i"), UInt8(ascii: "d"))
      }
    }
    return new
  }
}
