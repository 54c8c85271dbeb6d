import Basics
import Journal
import Settings
import System

/// What `doctor` finds out about the storage of the answers: the file system, one durable write, the journal and its reserve.
struct StorageExamination {
  private(set) var findings: [(level: Doctor.Level, text: String)] = []

  /// Examines the journal at `path`, or the place where it would be created.
  init(ofJournal path: String) {
    let folder = existingFolder(of: path)
    let place = "in " + parentFolder(of: path)
    do throws(JournalError) {
      let trial = try Journal.tryWrite(in: folder)
      var text = place + ", a durable write took \(trial.duration / 1_000_000) ms"
      if let mount = Mount(of: folder) { text += "; file system " + mount.description }
      findings.append((.fine, text))
      if !trial.hasLog {
        findings.append(
          (
            .note,
            folder + ": its file system does not support shared memory; the journal is slower: choose a local disk"
          ))
      }
    } catch {
      findings.append((.missing, error.message + "; pass --journal PATH, or give the user the folder"))
    }
    if let loss = Mount(of: folder)?.loss { findings.append((.note, folder + " " + loss)) }
    if let error = Journal.examine(path) { findings.append((.missing, error.message)) }
    if AnswerStore.reserveCount(ofJournal: path, reserve: PrivateFolder.reserve(of: path)) == nil {
      findings.append((.missing, "the reserve of " + path + " cannot be read; run as its owner"))
    }
    let count = Journal.setAsideCount(of: path)
    if count > 0 {
      findings.append(
        (.note, "\(count) files were set aside as " + path + ".damaged-*: inspect them, then move them away"))
    }
  }

  /// Returns the folder of a path or, if it is missing, the nearest existing parent, in which it would be created.
  private func existingFolder(of path: String) -> String {
    var folder = parentFolder(of: path)
    while !exists(folder) && folder.utf8.count > 1 { folder = parentFolder(of: folder) }
    return folder
  }
}

/// The mounted file system of a folder, from /proc/self/mountinfo.
struct Mount {
  /// Where it is mounted.
  let point: String
  /// Its kind, such as "ext4".
  let type: String
  /// The folder in which an overlay keeps its changes, and the type of that folder's file system; `nil` for other file systems.
  let upper: (folder: String, type: String?)?

  init?(of folder: String) {
    guard let real = try? realPath(folder), let table = try? readFile("/proc/self/mountinfo") else { return nil }
    self.init(of: real, in: table)
  }

  /// Finds the mount of an absolute path, which must not contain links, in the text of a mountinfo file.
  init?(of folder: String, in table: [UInt8]) {
    guard let found = Self.line(of: folder, in: table) else { return nil }
    (point, type) = (found.point, found.type)
    if type.utf8.elementsEqual("overlay".utf8), let path = found.upper {
      let below = Self.line(of: path, in: table)
      // The folder may be hidden below the overlay itself.
      let isKnown = below.map { !$0.point.utf8.elementsEqual(found.point.utf8) } ?? false
      upper = (path, isKnown ? below?.type : nil)
    } else {
      upper = nil
    }
  }

  var description: String { type + " on " + point }

  /// Why answers are lost at a power cut; `nil` if they are not.
  var loss: String? {
    let inMemory = ["tmpfs", "ramfs"]
    func isMemory(_ type: String) -> Bool { inMemory.contains { $0.utf8.elementsEqual(type.utf8) } }
    if isMemory(type) { return "is in memory (" + type + "): answers are lost at power-off; choose a folder on a disk" }
    guard let upper else { return nil }
    guard let type = upper.type else {
      return "is on an overlay whose changes are kept in " + upper.folder
        + ", which cannot be examined: if that is in memory, answers are lost at power-off"
    }
    if !isMemory(type) { return nil }
    return "is on an overlay whose changes are in memory (" + type + " for " + upper.folder
      + "): answers are lost at power-off; choose a folder on a disk"
  }

  /// Returns the mount with the longest mount point above a path; if several have it, the last one.
  private static func line(of path: String, in table: [UInt8]) -> (point: String, type: String, upper: String?)? {
    var best: (point: String, type: String, upper: String?)?
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { unescaped($0) }
      guard let dash = words.firstIndex(where: { $0.utf8.elementsEqual("-".utf8) }), dash > 4, words.count > dash + 3
      else { continue }
      let point = words[4]
      let isAbove =
        point.utf8.elementsEqual("/".utf8) || path.utf8.elementsEqual(point.utf8)
        || path.utf8.starts(with: (point + "/").utf8)
      if !isAbove || point.utf8.count < best?.point.utf8.count ?? 0 { continue }
      let upper = words[dash + 3].utf8.split(separator: UInt8(ascii: ",")).first { $0.starts(with: "upperdir=".utf8) }
      best = (point, words[dash + 1], upper.map { String(decoding: Array($0.dropFirst(9)), as: UTF8.self) })
    }
    return best
  }

  /// Replaces the kernel's escapes, such as "\040" for a space.
  private static func unescaped(_ word: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.first {
      let digits = rest.dropFirst().prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
        bytes.append(digits.reduce(0) { $0 << 3 | ($1 & 7) })
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
