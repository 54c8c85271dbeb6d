import Basics
import CLinux
import KioskStatus
import Settings
import System

/// `star-kiosk doctor --bundle FILE`: one archive for the people who support the kiosk. It contains versions, findings, status, devices, logs
/// the configuration without its PIN, and black boxes, but neither the journal nor secrets for the broker.
enum SupportBundle {
  /// The files in the archive, and the commands whose output they hold.
  private static func parts(_ options: Options) -> [(file: String, program: String, arguments: [String])] {
    let own = options.config.map { ["--config", $0] } ?? []
    let log = ["--no-pager", "--output=short-iso"]
    return [
      ("version.txt", me, ["--version"]), ("doctor.txt", me, own + ["doctor"]), ("status.json", me, own + ["status"]),
      ("devices.txt", me, own + ["devices"]), ("kernel.txt", "/usr/bin/uname", ["-a"]),
      ("system.txt", "/usr/bin/cat", ["/etc/os-release"]),
      ("log.txt", journalctl, log + ["--lines=5000", "--unit=star-kiosk", "--unit=star-courier"]),
      ("kernel-log.txt", journalctl, log + ["--lines=2000", "--dmesg"]),
    ]
  }

  private static let me = "/proc/self/exe"
  private static let journalctl = "/usr/bin/journalctl"

  /// Writes the archive, which must not exist. It belongs to the user who runs this, with mode 0600. Run by root without --config, the
  /// commands examine the service.
  static func write(_ path: String, _ options: Options) throws(KioskError) {
    do throws(SystemError) {
      _ = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    } catch { throw KioskError(error) }
    let folder = SharedFolder(path + ".parts")
    do throws(SystemError) {
      try folder.create(mode: 0o700)
      defer {
        for name in (try? folder.names()) ?? [] { folder.remove(name) }
        removeFolder(folder.path)
      }
      for part in parts(options) { try folder.write(part.file, output(part.program, part.arguments), mode: 0o600) }
      var examined = options
      InstalledService.find()?.apply(to: &examined)
      if let config = examined.config, let text = try? readFile(config, limit: INIDocument.maximumSize) {
        try folder.write("kiosk.conf", withoutPIN(text), mode: 0o600)
      }
      for box in blackBoxes { try folder.write(box.name, box.content, mode: 0o600) }
      let tar = try ChildProcess(
        "/usr/bin/tar",
        ["--create", "--gzip", "--force-local", "--file=" + path, "--directory=" + folder.path, "."])
      let status = try tar.wait()
      if status != 0 { throw SystemError("write", path, errno: EIO, reason: "tar exited with status \(status)") }
    } catch {
      removeFile(path)
      throw KioskError(error)
    }
    try Output.line("wrote " + path + ": look through it before you send it")
  }

  /// The black boxes that the kiosk has kept, and the records of a kiosk that is running.
  private static var blackBoxes: [(name: String, content: [UInt8])] {
    var boxes: [(name: String, content: [UInt8])] = []
    if let store = BlackBoxStore.own {
      for name in store.names { if let content = try? store.read(name) { boxes.append((name, content)) } }
    }
    guard let ring = KioskStatus.blackBox,
      let bytes = try? SharedFolder(parentFolder(of: ring)).read(
        fileName(of: ring), limit: BlackBoxRing.fileSize, of: .folder),
      let words = BlackBoxRing.records(in: bytes), !words.isEmpty
    else { return boxes }
    let isFull = words.count == 2 * BlackBoxRing.capacity
    boxes.append(("now.blackbox", BlackBoxFile(words, .request, isFull: isFull).bytes))
    return boxes
  }

  /// Returns what a program prints, and why it failed if it did.
  private static func output(_ program: String, _ arguments: [String]) -> [UInt8] {
    do throws(SystemError) {
      var (output, status) = try ChildProcess(program, arguments, errors: .read).readAll()
      if status != 0 { output += Array("exit status \(status)\n".utf8) }
      return output
    } catch { return Array((error.message + "\n").utf8) }
  }

  private static var hiddenPIN: StaticString { "service-pin = (hidden)" }

  /// Returns a configuration in which each line that hides the PIN has some PIN, so that it is valid.
  static func withPIN(_ text: [UInt8]) -> [UInt8] {
    let hidden = Array("\(hiddenPIN)".utf8)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.elementsEqual(hidden) ? Array("service-pin = 0000".utf8) : Array($0)
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Returns a configuration without the value of `service-pin`, however the key is written.
  static func withoutPIN(_ text: [UInt8]) -> [UInt8] {
    var (lines, isHidden) = ([[UInt8]](), false)
    let hidden = Array("\(hiddenPIN)".utf8)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // A backslash continues a value on the next line.
      isHidden = isHidden || mayNamePIN(line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") })
      lines.append(isHidden ? hidden : Array(line))
      isHidden = isHidden && line.last { $0 != UInt8(ascii: "\r") } == UInt8(ascii: "\\")
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
