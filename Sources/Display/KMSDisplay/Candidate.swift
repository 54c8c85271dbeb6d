import CDRM
import Display
import Raster
import System

/// An open card with a screen on it, before it is taken.
struct Candidate {
  let card: Card
  let resources: Resources
  let choice: Choice
  /// The card takes atomic commits.
  let isAtomic: Bool

  init(_ path: String, _ options: KMSOptions) throws(DisplayError) {
    card = try Card(path)
    // Without this capability the kernel hides primary planes.
    _ = cdrm_set_client_cap(card.file.raw, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    isAtomic =
      options.commit != .legacy && cdrm_set_client_cap(card.file.raw, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    resources = try Resources(card)
    do throws(Choice.Refusal) {
      choice = try Choice(resources, connector: options.connector, mode: options.mode)
    } catch {
      switch error {
      case .noScreen(let reason):
        throw DisplayError("use", path, reason: reason, advice: "plug one in", recovery: .retry)
      case .unusable(let reason): throw DisplayError("use", path, reason: reason)
      }
    }
  }

  /// The card whose connector shows a picture already, else one with a screen; by its number only among equals.
  static func best(_ options: KMSOptions, _ notes: inout [String]) throws(DisplayError) -> Candidate {
    if let path = options.path { return try Candidate(path, options) }
    var best: Candidate?
    var errors: [DisplayError] = []
    for path in Card.paths() {
      do throws(DisplayError) {
        let candidate = try Candidate(path, options)
        if best == nil || candidate.choice.rank < best!.choice.rank { best = candidate }
      } catch {
        errors.append(error)
        notes.append("another card was passed over: " + error.message)
      }
    }
    if let best { return best }
    if errors.count == 1 { throw errors[0] }
    if errors.isEmpty {
      throw DisplayError(
        "find a screen in", "/dev/dri", reason: "there is no card", advice: "is the display driver loaded?",
        recovery: .retry)
    }
    var reasons = ""
    var advice = ""
    var recovery = DisplayError.Recovery.giveUp
    for error in errors {
      reasons += (reasons.isEmpty ? "" : ", ") + error.path + ": " + error.reason
      if advice.isEmpty { advice = error.advice }
      if error.recovery == .retry { recovery = .retry }
    }
    throw DisplayError("find a screen in", "/dev/dri", reason: reasons, advice: advice, recovery: recovery)
  }
}

extension KMSDisplay {
  /// Every card, and whether a screen is on it. Asks only: no mode is set.
  @export(interface) package static func devices() -> [ListedDevice] {
    var verdicts: [ListedDevice] = []
    for path in Card.paths() {
      do throws(DisplayError) {
        let candidate = try Candidate(path, KMSOptions())
        // The first to open a card that nobody has becomes its master; a kiosk that starts meanwhile must find it free.
        candidate.card.dropMaster()
        let choice = candidate.choice
        var formats = ""
        for format in choice.formats(preferredDepth: candidate.card.preferredDepth) {
          formats += " " + text(format.name)
        }
        let reason = choice.connector.name + " " + choice.mode.name + (formats.isEmpty ? ", no known format" : formats)
        verdicts.append(ListedDevice(path: path, isUsable: !formats.isEmpty, reason: reason))
      } catch {
        let reason = error.advice.isEmpty ? error.reason : error.reason + "; " + error.advice
        verdicts.append(ListedDevice(path: path, isUsable: false, reason: reason))
      }
    }
    return verdicts
  }
}
