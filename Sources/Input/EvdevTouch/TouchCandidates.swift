import CEvdev
import System
import Touch

/// One input device of the machine, and whether it is a touchscreen or a keypad.
package struct TouchCandidate: Sendable {
  package enum Finding: Sendable {
    case accepted(ContactProtocol, isDirect: Bool)
    /// In words.
    case refused(reason: String)
    /// It could not be looked at.
    case unopened(TouchError)
  }

  package let path: String
  /// As the device calls itself; empty where it could not be opened.
  package let name: String
  package let finding: Finding
  /// What its keys are good for.
  package let keypad: KeypadVerdict
}

extension TouchScreen {
  /// Where the kernel puts input devices.
  package static var folder: String { "/dev/input" }

  /// Every event device, by number, with what became of looking at it. Grabs nothing. None where the folder is missing.
  @export(interface)
  package static func candidates(in folder: String = TouchScreen.folder) throws(TouchError) -> [TouchCandidate] {
    var found: [TouchCandidate] = []
    for number in try eventNumbers(folder) {
      let path = folder + "/event\(number)"
      do throws(TouchError) {
        let device = try OpenDevice(path).description()
        let finding: TouchCandidate.Finding =
          switch device.verdict {
          case .accepted(let contactProtocol): .accepted(contactProtocol, isDirect: device.isDirect)
          case .refused(let reason): .refused(reason: reason)
          }
        found.append(TouchCandidate(path: path, name: device.name, finding: finding, keypad: device.keypadVerdict))
      } catch {
        found.append(TouchCandidate(path: path, name: "", finding: .unopened(error), keypad: .refused))
      }
    }
    return found
  }

  /// Opens the first touchscreen by number: of those whose name has one of `names` in it, if there is such, else of all;
  /// one with INPUT_PROP_DIRECT before one without.
  @export(interface) package static func automatic(
    in folder: String = TouchScreen.folder, preferring names: [String] = [], grab: Bool = true, firstID: Int32 = 1
  ) throws(TouchError) -> TouchScreen {
    let all = try candidates(in: folder)
    if let path = best(of: all, preferring: names)?.path {
      return try TouchScreen(path: path, grab: grab, firstID: firstID)
    }
    // One that may not be opened is more likely the panel than none at all.
    for candidate in all {
      if case .unopened(let error) = candidate.finding { throw error }
    }
    throw TouchError(
      .noTouchscreen, "find a touchscreen in", folder,
      all.isEmpty ? "there are no input devices" : "none of the \(all.count) input devices is one",
      suggestion: "star-kiosk devices says why")
  }

  /// The one that `automatic` opens, of candidates in the order of their numbers; `nil` where none is accepted.
  static func best(of candidates: [TouchCandidate], preferring names: [String]) -> TouchCandidate? {
    var best: (rank: Int, candidate: TouchCandidate)?
    for candidate in candidates {
      guard case .accepted(_, let isDirect) = candidate.finding else { continue }
      let rank = (names.contains { candidate.name.contains(bytesOf: $0) } ? 2 : 0) + (isDirect ? 1 : 0)
      if best == nil || rank > best!.rank { best = (rank, candidate) }
    }
    return best?.candidate
  }

  /// The event devices' numbers, ascending; none where the folder is missing.
  static func eventNumbers(_ folder: String) throws(TouchError) -> [Int32] {
    var numbers: [Int32] = []
    do throws(SystemError) {
      for name in try listDirectory(folder) {
        if let number = eventNumber(name) { numbers.append(number) }
      }
    } catch {
      if error.kind == .missing { return [] }
      throw TouchError(
        .unopened, "list", folder, error.reason, suggestion: "let the user read the folder", code: error.errno)
    }
    numbers.sort()
    return numbers
  }
}

extension String {
  /// Whether another string's bytes are in this one's; case counts.
  func contains(bytesOf other: String) -> Bool {
    let (mine, wanted) = (Array(utf8), Array(other.utf8))
    if wanted.count > mine.count { return false }
    for start in 0...(mine.count - wanted.count) where mine[start...].starts(with: wanted) { return true }
    return false
  }
}

/// 12 of "event12"; nil for any other name.
func eventNumber(_ name: String) -> Int32? {
  let bytes = Array(name.utf8)
  let prefix = Array("event".utf8)
  guard bytes.count > prefix.count, bytes.count <= prefix.count + 6 else { return nil }
  var number: Int32 = 0
  for i in 0..<bytes.count {
    if i < prefix.count {
      if bytes[i] != prefix[i] { return nil }
    } else {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[i]) else { return nil }
      number = number * 10 + Int32(bytes[i] - UInt8(ascii: "0"))
    }
  }
  return number
}
