import Basics
import CLinux
import System
import Voice

/// The commands on standard input.
///
/// Standard input may be a pipe that other programs share, so its modes stay as they are; it is read only if poll(2) reports data.
final class CommandInput {
  private static var descriptor: Int32 { 0 }

  private let poller = Poller()
  private var reader = LineReader()
  private var bytes = [UInt8](repeating: 0, count: 4096)
  private var limit = LineLimit()
  /// Whether no more commands will come.
  private(set) var hasEnded = false

  /// Waits until there is input or the time is reached. Returns the commands in one portion of the input.
  ///
  /// - Parameter deadline: The CLOCK_MONOTONIC time in nanoseconds; `nil` for no deadline.
  func commands(until deadline: Int64?) -> [VoiceCommand] {
    poller.removeAll()
    poller.add(Self.descriptor)
    do throws(SystemError) { if !(try poller.wait(until: deadline)) { return [] } } catch {
      Standard.error(error.message)
      hasEnded = true
      return []
    }
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(Self.descriptor, $0.baseAddress, $0.count) }
    if count <= 0 {
      // Another reader of the same pipe may have been faster.
      hasEnded = count == 0 || (cl_errno() != EAGAIN && cl_errno() != EINTR)
      return []
    }
    return bytes.prefix(count).compactMap { reader.add($0).flatMap { parsed($0) } }
  }

  private func parsed(_ line: [UInt8]) -> VoiceCommand? {
    if let command = VoiceCommand(line) { return command }
    let (isLogged, dropped) = limit.add(at: MonotonicClock.now())
    if dropped > 0 { Standard.error("ignored \(dropped) more invalid lines", .warning) }
    if isLogged {
      // A text must not reach the log.
      let word = String(decoding: Array(line.prefix(12).prefix { $0 != UInt8(ascii: " ") }), as: UTF8.self)
      Standard.error(
        "ignored an invalid line of \(line.count) bytes that begins with \"" + word + "\"; see star-voice --help",
        .warning)
    }
    return nil
  }
}
