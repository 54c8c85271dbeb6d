import Basics
import CEvdev
import System
import Touch

/// An input device of the machine, and whether it is a touchscreen or a keypad.
package struct TouchCandidate: Sendable {
  package enum Finding: Sendable {
    case accepted(ContactProtocol, isDirect: Bool)
    case refused(reason: String)
    case unopened(TouchError)
  }

  package let path: String
  /// The name that the device reports; empty if it could not be opened.
  package let name: String
  package let finding: Finding
  package let keypad: KeypadVerdict
}

extension TouchScreen {
  /// The kernel's folder of input devices.
  package static var folder: String { "/dev/input" }

  /// Examines every event device, in the order of their numbers. Grabs nothing. Returns none if the folder does not exist.
  ///
  /// - Parameter quirks: The ranges of devices that announce none.
  @export(interface)
  package static func candidates(
    in folder: String = TouchScreen.folder, quirks: AxisQuirks = AxisQuirks()
  ) throws(TouchError) -> [TouchCandidate] {
    try devicePaths(in: folder).map { path in
      do throws(TouchError) {
        let device = try OpenDevice(path).description().corrected(by: quirks)
        let finding: TouchCandidate.Finding =
          switch device.verdict {
          case .accepted(let contactProtocol): .accepted(contactProtocol, isDirect: device.isDirect)
          case .refused(let reason): .refused(reason: reason)
          }
        return TouchCandidate(path: path, name: device.name, finding: finding, keypad: device.keypadVerdict)
      } catch {
        return TouchCandidate(path: path, name: "", finding: .unopened(error), keypad: .refused)
      }
    }
  }

  /// Opens the first touchscreen. Devices whose name contains one of `names` are preferred, then those with INPUT_PROP_DIRECT, then the one
  /// with the lowest number.
  @export(interface) package static func automatic(
    in folder: String = TouchScreen.folder, preferring names: [String] = [], grab: Bool = true,
    firstContact: Int32 = 1, debounces: Bool = false, quirks: AxisQuirks = AxisQuirks()
  ) throws(TouchError) -> TouchScreen {
    let all = try candidates(in: folder, quirks: quirks)
    if let path = best(of: all, preferring: names)?.path {
      return try TouchScreen(path: path, grab: grab, firstContact: firstContact, debounces: debounces, quirks: quirks)
    }
    // A device that cannot be opened is probably the panel, so its error is reported.
    for candidate in all {
      if case .unopened(let error) = candidate.finding { throw error }
    }
    throw TouchError(
      .noTouchscreen, "find a touchscreen in", folder,
      reason: all.isEmpty ? "there are no input devices" : "none of the \(all.count) input devices is one")
  }

  /// Returns the candidate that `automatic` opens, or `nil` if none is accepted.
  static func best(of candidates: [TouchCandidate], preferring names: [String]) -> TouchCandidate? {
    func rank(_ candidate: TouchCandidate) -> Int {
      guard case .accepted(_, let isDirect) = candidate.finding else { return 0 }
      return 1 + (names.contains { candidate.name.contains(bytesOf: $0) } ? 2 : 0) + (isDirect ? 1 : 0)
    }
    // The first one of the highest rank.
    return candidates.filter { rank($0) > 0 }.min { rank($0) > rank($1) }
  }

  /// Returns the event devices in the order of their numbers; none if the folder does not exist.
  static func devicePaths(in folder: String) throws(TouchError) -> [String] {
    do throws(SystemError) {
      return try numberedDevices(in: folder, prefix: "event")
    } catch {
      if error.kind == .missing { return [] }
      throw TouchError(
        .unopened, "list", folder, errno: error.errno, reason: error.reason,
        suggestion: "give the user read access to the folder")
    }
  }
}

extension String {
  /// Whether this string contains the bytes of another one; case matters.
  func contains(bytesOf other: String) -> Bool {
    let (mine, wanted) = (Array(utf8), Array(other.utf8))
    return (0...mine.count).contains { mine[$0...].starts(with: wanted) }
  }
}
