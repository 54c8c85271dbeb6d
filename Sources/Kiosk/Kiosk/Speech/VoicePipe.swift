import Basics
import CLinux
import KioskStatus
import System

/// The pipe from which star-voice reads what to say, a command a line. Nothing waits for star-voice: what it does not read is not said, and is
/// one fault.
///
/// | writing | then |
/// | --- | --- |
/// | the pipe is not open | opens it; a line that finds no reader is lost |
/// | its reader has ended (EPIPE) | opens it again, once |
/// | the pipe is full (EAGAIN) | the line is lost |
/// | star-voice's state is other than `ready` | that is a fault, too |
///
/// A fault lasts until a line is read again and five seconds have passed, so that a reader that ends again and again is one fault.
final class VoicePipe {
  /// The folder of the package's star-voice.
  static var folder: String { "/run/star-voice" }
  static var name: String { "utterances" }
  /// The most bytes of a line, its end included.
  private static var longest: Int { 1024 }
  private static var settling: Int64 { 5_000_000_000 }

  private let folder: SharedFolder
  private let status: StatusFile
  private let clock: Clock
  private var pipe: PipeWriter?
  private var failedAt: Int64?
  /// Whether the fault of this visit is in the log.
  private var isLogged = false

  init(_ status: StatusFile, _ clock: Clock, in folder: String = VoicePipe.folder) {
    self.folder = SharedFolder(folder)
    (self.status, self.clock) = (status, clock)
  }

  private var path: String { folder.path + "/" + Self.name }

  /// Sends lines, which end with a line break, until one is lost.
  func send(_ lines: [[UInt8]]) {
    for line in lines { if !send(line) { return } }
    if let reason = Self.fault(in: folder) { return fail(reason) }
    if let failed = failedAt, clock.now - failed >= Self.settling { recover() }
  }

  /// Sends a line. Returns whether it is in the pipe. Allocates no memory if it is.
  func send(_ line: [UInt8]) -> Bool {
    var errno = pipe?.write(line) ?? EPIPE
    if errno == EPIPE {
      pipe = nil
      do throws(SystemError) { pipe = try PipeWriter(path) } catch {
        fail(error.message)
        return false
      }
      errno = pipe?.write(line) ?? EPIPE
    }
    if errno == 0 { return true }
    if errno != EAGAIN { pipe = nil }
    fail(
      errno == EAGAIN
        ? "cannot write " + path + ": it is full, because star-voice does not read"
        : SystemError("write", path, errno: errno).message)
    return false
  }

  /// Begins with another visitor. What fails from now on is logged again.
  func visitEnded() {
    if let failed = failedAt, clock.now - failed < Self.settling { return }
    isLogged = false
  }

  private func fail(_ reason: String) {
    failedAt = clock.now
    status.report(.voiceSilent, true)
    if isLogged { return }
    isLogged = true
    Standard.error("the kiosk is not heard: " + reason + "; systemctl status star-voice says more", .warning)
  }

  private func recover() {
    failedAt = nil
    status.report(.voiceSilent, false)
    Standard.error("star-voice reads again", .info)
  }

  // MARK: The state of star-voice

  /// Returns what star-voice says is wrong; `nil` if nothing is, or if it has said nothing since the boot.
  static func fault(in folder: SharedFolder) -> String? {
    guard let text = try? folder.read("state", limit: 4096, of: .folder) else { return nil }
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.utf8.isEmpty || line.utf8.elementsEqual("ready".utf8) ? nil : oneLine(line)
  }

  /// Returns why nothing can be said on this machine; `nil` if nothing is known to be wrong.
  static func problem(in folder: String = VoicePipe.folder) -> String? {
    let path = folder + "/" + name
    guard let status = try? FileStatus(path), status.kind == .pipe else {
      return "star-voice is missing: there is no pipe " + path
        + "; run: systemctl enable --now star-voice.socket"
    }
    return fault(in: SharedFolder(folder)).map { "star-voice: " + $0 }
  }

  // MARK: Lines

  static let stop = line("stop")
  /// A finger on a target, a visit that is stored, and a key that changes nothing.
  static let touchTone = line("tone 1200 30")
  static let thanksTone = line("tone 880 250")
  static let endTone = line("tone 220 60")

  /// The tones of values: two octaves from 220 Hz, in semitones.
  private static let scale = [
    220, 233, 247, 262, 277, 294, 311, 330, 349, 370, 392, 415, 440, 466, 494, 523, 554, 587, 622, 659, 698, 740, 784,
    831, 880,
  ].map { line("tone \($0) 40") }

  /// Returns the line for the tone of a value, from 0 to the highest one.
  static func tone(of value: Int32, upTo highest: Int32) -> [UInt8] {
    scale[Int(min(max(value, 0), highest)) * (scale.count - 1) / Int(max(highest, 1))]
  }

  static func line(_ command: String) -> [UInt8] { Array(command.utf8) + [UInt8(ascii: "\n")] }

  /// Returns the line that says a text. Line breaks become spaces; a text that is too long is cut at a character.
  static func line(saying language: String, _ text: String) -> [UInt8] {
    var line = Array(("say " + language + " ").utf8)
    for byte in text.utf8 { line.append(byte < 0x20 || byte == 0x7f ? UInt8(ascii: " ") : byte) }
    if line.count >= longest {
      var end = longest - 1
      // The first byte of a character is not a continuation.
      while line[end] & 0xc0 == 0x80 { end -= 1 }
      line.removeSubrange(end...)
    }
    return line + [UInt8(ascii: "\n")]
  }
}
