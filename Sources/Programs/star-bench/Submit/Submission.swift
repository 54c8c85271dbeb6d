import Basics
import Display
import StarSlider
import System

/// The archive that `--submit` writes for `starctl results`: texts about a run, its machine and its program.
///
/// It contains only explicitly listed values, so that it has no host name, serial number, network address or user name.
struct Submission {
  /// The version of the archive's content. Readers reject other versions.
  static var version: Int64 { 1 }
  /// The duration of the series without --sustain, in seconds.
  static var seriesSeconds: Int32 { 60 }

  let options: Options
  /// The archive's path.
  let path: String
  /// The profile of --board.
  private let profile: [UInt8]?

  /// Chooses the archive's name. Throws if the archive cannot be written, or if a file that belongs in it cannot be read.
  ///
  /// - Parameter folder: The folder of the archive.
  init(_ options: Options, in folder: String) throws(ProgramError) {
    self.options = options
    let board = MeasuredMachine.board
    let machine = Self.slug(same(board, "unknown") ? MeasuredMachine.processor : board)
    path = folder + "/star-bench-" + machine + "-" + Self.minute(WallClock.isoDate()) + ".tar"
    do throws(SystemError) {
      try checkReplaceable(path)
      profile =
        if let file = options.boardProfile { try readFile(file, limit: 64 << 10) } else { nil }
    } catch { throw .failure("--submit: " + error.message) }
  }

  /// Writes the archive. Returns lines for the user.
  func write(_ report: Report) throws(ProgramError) -> [String] {
    var archive = TarArchive()
    archive.add("submission.json", Array((try description() + "\n").utf8))
    archive.add("report.json", Array((report.json(isPublic: true) + "\n").utf8))
    if let information = try? readFile("/proc/cpuinfo", limit: 1 << 20) {
      archive.add("cpuinfo.txt", Array(Self.publicLines(ofProcessors: information).utf8))
    }
    if let profile { archive.add("board.conf", profile) }
    let bytes = archive.bytes
    do throws(SystemError) { try writeFile(path, bytes) } catch { throw .failure(error.message) }
    return [
      "wrote " + path + " (\(bytes.count) bytes): no host name, serial number, network address or user name is in it",
      "to publish it, add it to docs/results in a pull request; starctl results FOLDER --output SITE shows it",
    ]
  }

  private func description() throws(ProgramError) -> String {
    let pictures = try Pictures(pictureOptions, prefix: nil).hashes
    let program: [UInt8]
    do throws(SystemError) { program = try readFile("/proc/self/exe", limit: 1 << 28) } catch {
      throw .failure(error.message)
    }
    var json = JSONWriter(indented: true)
    json.object {
      $0.add("program", "star-bench")
      $0.add("submission", Self.version)
      $0.add("version", "\(Version.number)")
      $0.add("note", options.note)
      $0.add("kernel_build", firstLine(of: "/proc/sys/kernel/version"))
      $0.add("compatible", MeasuredMachine.compatible)
      $0.add("hash", "SHA-256")
      $0.object("binary") {
        $0.add("bytes", Int64(program.count))
        $0.add("hash", sha256(program))
      }
      $0.array("pictures") {
        for picture in pictures {
          $0.object {
            $0.add("name", picture.name)
            $0.add("hash", picture.hash)
          }
        }
      }
    }
    return json.text
  }

  /// The options for pictures that are the same on every machine: in memory, and of the usual sizes.
  private var pictureOptions: Options {
    var usual = Options()
    usual.workloads = [.raster, .drag, .rotate, .many, .motion]
    return usual
  }

  /// Returns the lines of /proc/cpuinfo that distinguish kinds of processors, each once. Other lines may contain serial numbers.
  static func publicLines(ofProcessors information: [UInt8]) -> String {
    let keys: [StaticString] = [
      "vendor_id", "cpu family", "model", "model name", "stepping", "microcode", "cache size", "flags", "Features",
      "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Hardware", "Revision",
    ]
    var lines: [String] = []
    for line in split(trimmed(information), at: 10) {
      let key = trimmed([UInt8](line.utf8.prefix { $0 != UInt8(ascii: ":") }))
      if !keys.contains(where: { same(key, $0) }) { continue }
      if !lines.contains(where: { $0.utf8.elementsEqual(line.utf8) }) { lines.append(line) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a text as at most 40 bytes of lower-case letters and digits, with single hyphens in place of all others.
  static func slug(_ text: String) -> String {
    var slug: [UInt8] = []
    for byte in text.utf8 where slug.count < 40 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): slug.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte + 32)
      default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
      }
    }
    if slug.last == UInt8(ascii: "-") { slug.removeLast() }
    return slug.isEmpty ? "machine" : String(decoding: slug, as: UTF8.self)
  }

  /// Returns "2026-01-31-1205" for "2026-01-31T12:05:00Z".
  private static func minute(_ date: String) -> String {
    let bytes = Array(date.utf8)
    return String(decoding: bytes[0..<10] + [UInt8(ascii: "-")] + bytes[11..<13] + bytes[14..<16], as: UTF8.self)
  }
}
