import CLinux
import Foundation

@testable import System

/// Whatever another user does in a shared folder, a call returns, a file outside of the folder stays as it is, and what is read was the content
/// of a regular file in the folder.
func fuzzSharedFiles(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let scratch = Scratch()
  defer { scratch.remove() }
  let folder = SharedFolder(scratch.path + "/shared")
  let own = SharedFolder(scratch.path + "/own")
  do throws(SystemError) {
    try folder.create(mode: 0o770)
    try own.create(mode: 0o700)
  } catch { fatalError(error.message) }
  let names = ["report", "journal.sqlite.spill", "command-7", "last-good.conf"]
  var contents: Set<[UInt8]> = []
  while !input.isAtEnd {
    let name = input.element(of: names)
    let path = folder.path + "/" + name
    switch input.byte() % 16 {
    // The other user.
    case 0: _ = symlink(scratch.outside, path)
    case 1: _ = symlink(scratch.path + "/new", path)
    case 2: _ = mkfifo(path, 0o666)
    case 3: _ = mkdir(path, 0o777)
    case 4: _ = link(scratch.outside, path)
    case 5: _ = unlink(path)
    case 6: _ = rename(folder.path + "/" + input.element(of: names), path)
    case 7:
      let content = input.piece()
      contents.insert(content)
      // Never through a link.
      _ = unlink(path)
      _ = FileManager.default.createFile(atPath: path, contents: Data(content))
    // The program.
    case 8, 9:
      let limit = Int(input.byte())
      if let content = try? folder.read(name, limit: limit, of: .me) {
        // A second name of the file outside is a regular file of this user.
        require(contents.contains(content) || content == Scratch.precious, "a content out of nothing")
        require(content.count <= limit, "a content beyond its limit")
      }
    case 10:
      let content = input.piece()
      contents.insert(content)
      do throws(SystemError) {
        try folder.write(name, content)
        let read = try? folder.read(name, limit: 255, of: .me)
        require(read == content, "a file is not replaced")
      } catch {}
    case 11:
      do throws(SystemError) {
        let file = try folder.openToOverwrite(name, creating: input.flag())
        try file.write([UInt8](repeating: 42, count: 3))
      } catch {}
      if let content = try? folder.read(name, limit: 255, of: .me) { contents.insert(content) }
    case 12:
      own.adopt(name, from: folder, as: name, limit: 255)
      if own.has(name) {
        require((try? FileStatus(own.path + "/" + name, followingLinks: false))?.kind == .file, "no file")
      }
    case 13: try? folder.rename(name, to: input.element(of: names))
    case 14: folder.remove(name)
    default: require(((try? folder.names(limit: 3)) ?? []).count <= 3, "names beyond their limit")
    }
    scratch.check()
  }
}

/// A folder in memory for one input, with a file that no step may change.
struct Scratch {
  let path: String
  var outside: String { path + "/outside" }
  static let precious = Array("precious".utf8)

  init() {
    path = "/dev/shm/fuzz-\(getpid())"
    remove()
    _ = mkdir(path, 0o700)
    _ = FileManager.default.createFile(atPath: outside, contents: Data(Self.precious))
  }

  func check() {
    require((try? readFile(outside, limit: 100)) == Self.precious, "a file outside of the folder has changed")
    require(!exists(path + "/new"), "a file appeared outside of the folder")
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
