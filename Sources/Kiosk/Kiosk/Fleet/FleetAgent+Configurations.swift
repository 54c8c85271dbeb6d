import Basics
import Fleet
import Geometry
import Raster
import Settings
import System

// Reads the configurations that the courier has written, and decides which of them to check.
extension FleetAgent {
  func readConfigurations(_ screen: (ScreenTransform, PixelFormat), now: Int64) {
    for target in addressee.targets {
      let path = folder + "/" + ControlFolder.configuration(for: target)
      guard let file = Self.read(path) else { continue }
      consider(file, for: target, screen, now: now)
      if !trial.acceptsNext {
        // The others wait until this one has been handled.
        nextReading = now
        return
      }
      // The file of a configuration that waits for the end of a visit is kept for the next start.
      if trial.state != .checked || candidate?.version.target != target { remove(path, ifIs: file) }
    }
    nextReading = nil
  }

  /// Removes a file that was handled, unless the courier has replaced it meanwhile.
  func remove(_ path: String, ifIs file: [UInt8]) { if Self.read(path) == file { removeFile(path) } }

  private func consider(
    _ file: [UInt8], for target: Target, _ screen: (ScreenTransform, PixelFormat), now: Int64
  ) {
    let message = SignedMessage(file)
    let isSigned = key.map { message?.isSigned(by: $0) == true } ?? false
    if let message, isSigned {
      // A message that the broker repeats was already handled.
      if ledger.judge(message.version, current: current?.version) == .known { return }
      if message.version == candidate?.version && trial.state == .checked { return }
    }
    handle(.arrived)
    candidate = nil
    report.version = nil
    guard let message, isSigned, message.kind == .configuration else {
      handle(.failed, ["the signature is missing or does not match this kiosk's public key"])
      return
    }
    report.version = message.version
    if message.target != target || !isMeant(message) {
      handle(.failed, ["it is signed for " + message.target.words])
      return
    }
    if ledger.judge(message.version, current: current?.version) == .older {
      handle(.failed, ["its counter is not above that of an earlier one"])
      return
    }
    candidate = (Array(message.content), message.version)
    candidateFile = file
    handle(.verified(now: now))
    if !forks { return checkEnded(FleetCheck.result(Array(message.content), options, on: local, screen.0, screen.1)) }
    do throws(SystemError) {
      check = try FleetCheck(
        Array(message.content), options, on: local, screen.0, screen.1, path: store.checkPath)
    } catch { handle(.failed, [error.message]) }
  }

  func isMeant(_ message: SignedMessage) -> Bool { addressee.targets.contains(message.target) }

  /// Returns the content of a file that the courier has written; `nil` for a link or a device.
  static func read(_ path: String) -> [UInt8]? {
    guard let status = try? FileStatus(path, followingLinks: false), status.kind == .file else { return nil }
    return try? readFile(path, limit: SignedMessage.longest)
  }
}
