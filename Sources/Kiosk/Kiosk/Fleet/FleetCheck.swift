import Basics
import CLinux
import Display
import Fleet
import Settings
import StarSlider
import System

/// The check of a remote configuration, the same as by `star-kiosk check`. It runs in a child process, so that a slow or crashing check
/// does not affect visitors.
struct FleetCheck {
  /// The findings, one line each.
  struct Result: Hashable {
    var isValid = false
    var lines: [String] = []
  }

  private let process: ForkedProcess
  private let path: String

  /// The private memory of the child, in bytes.
  private static var memory: Int64 { 512 << 20 }

  /// Starts the check. Its result is written to `path`.
  init(
    _ text: [UInt8], _ options: Options, on local: Configuration, _ transform: ScreenTransform, _ format: PixelFormat,
    path: String
  ) throws(SystemError) {
    self.path = path
    removeFile(path)
    process = try ForkedProcess(memory: Self.memory) {
      let result = Self.result(text, options, on: local, transform, format)
      let lines = [result.isValid ? "passed" : "failed"] + result.lines
      return (try? writeFile(path, Array(lines.joined(separator: "\n").utf8))) == nil ? 1 : 0
    }
  }

  /// Checks in this process.
  static func result(
    _ text: [UInt8], _ options: Options, on local: Configuration, _ transform: ScreenTransform, _ format: PixelFormat
  ) -> Result {
    do throws(KioskError) {
      let examined = try options.examined(remote: text, on: local)
      let judgment = Check.judge(examined, on: transform, format)
      return Result(
        isValid: judgment.isValid, lines: judgment.found.map { $0.message } + (judgment.modelError?.lines ?? []))
    } catch { return Result(lines: error.lines) }
  }

  /// Returns the result; `nil` while the check runs.
  func ended() -> Result? {
    switch process.end() {
    case nil: return nil
    case .killed(let signal): return Result(lines: ["the check crashed (signal \(signal))"])
    case .exited(let status):
      guard status == 0, let file = try? readFile(path, limit: 1 << 20) else {
        return Result(lines: ["the check failed, possibly because it ran out of memory (status \(status))"])
      }
      let lines = file.split(separator: UInt8(ascii: "\n")).map { String(decoding: Array($0), as: UTF8.self) }
      return Result(
        isValid: lines.first.map { same($0, "passed") } ?? false, lines: Array(lines.dropFirst()))
    }
  }

  func stop() { process.stop() }
}
