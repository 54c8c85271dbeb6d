import Basics
import CDRM
import Display
import StarSlider
import System

/// An open card with a usable screen, before this process becomes its DRM master.
struct Candidate {
  let card: Card
  let resources: Resources
  let pipeline: Pipeline
  /// Whether the driver supports atomic commits and the options allow them.
  let isAtomic: Bool

  init(_ path: String, _ options: DisplayOptions) throws(DisplayError) {
    card = try Card(path)
    // The kernel hides primary planes from clients without this capability.
    _ = cdrm_set_client_cap(card.descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    isAtomic =
      options.commit != .legacy && cdrm_set_client_cap(card.descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    resources = try Resources(card, probing: options.isReplugged)
    pipeline = try Pipeline(
      resources, of: path, connector: options.connector, mode: options.mode, keepsMode: !options.isReplugged)
  }

  /// Opens the card at `path`. Without a path, opens the card whose pipeline has the best rank, and among equals the first.
  static func best(_ path: String?, _ options: DisplayOptions, _ notes: inout [String]) throws(DisplayError)
    -> Candidate
  {
    if let path { return try Candidate(path, options) }
    var best: Candidate?
    var errors: [DisplayError] = []
    for path in KMSDisplay.paths() {
      do throws(DisplayError) {
        let candidate = try Candidate(path, options)
        if best == nil || candidate.pipeline.rank.rawValue < best!.pipeline.rank.rawValue { best = candidate }
      } catch {
        errors.append(error)
        notes.append("skipped a card: " + error.message)
      }
    }
    if let best { return best }
    if errors.isEmpty {
      throw DisplayError(
        .missing, "find a screen in", "/dev/dri", reason: "no DRM device", suggestion: "load the display driver")
    }
    if errors.count == 1 { throw errors[0] }
    let reasons = errors.map { $0.subject + ": " + $0.reason }.joined(separator: ", ")
    // The error that is most likely to go away decides what the caller does.
    let hopeful = errors.first { $0.recovery == .retry } ?? errors[0]
    let suggestion = (errors.first { !$0.suggestion.isEmpty } ?? hopeful).suggestion
    throw DisplayError(hopeful.kind, "find a screen in", "/dev/dri", reason: reasons, suggestion: suggestion)
  }
}

extension KMSDisplay {
  /// Probes the connectors, because a process without control of the screen only receives what the kernel found earlier.
  @export(interface) package func hasChanged() -> Bool {
    do throws(DisplayError) {
      let resources = try Resources(card, probing: true)
      // If a mode is configured, it is the current one, but must not be kept if the screen no longer has it.
      let found = try Pipeline(
        resources, of: card.path, connector: options.connector, mode: options.mode, keepsMode: options.mode == nil)
      if found.isOther(than: pipeline) { return true }
      if found.connector.hasFailedLink { restoreLink() }
      return false
    } catch { return true }
  }

  /// Whether a framebuffer device is emulated by a usable card that has no screen. Such a device keeps the mode that was set at boot,
  /// whichever screen is connected later.
  ///
  /// - Parameter classes: The sysfs folder of devices by class.
  @export(interface) package static func isEmulatedWithoutScreen(
    _ framebuffer: String, _ options: DisplayOptions, classes: String = "/sys/class"
  ) -> Bool {
    guard let device = try? realPath(classes + "/graphics/" + fileName(of: framebuffer) + "/device") else {
      return false
    }
    for path in paths() {
      guard let parent = try? realPath(classes + "/drm/" + fileName(of: path) + "/device"),
        parent.utf8.elementsEqual(device.utf8)
      else { continue }
      do throws(DisplayError) { _ = try Candidate(path, options) } catch { return error.kind == .noScreen }
    }
    return false
  }

  /// The paths of all cards, in the order of their numbers.
  package static func paths() -> [String] { (try? numberedDevices(in: "/dev/dri", prefix: "card")) ?? [] }

  /// Describes the connector, mode and formats that would be used on a card. Sets no mode. Throws if there is no usable screen.
  @export(interface) package static func describe(_ path: String) throws(DisplayError) -> String {
    let candidate = try Candidate(path, DisplayOptions())
    // The first process to open a card becomes its master. A program that starts now must be able to become master.
    candidate.card.dropMaster()
    let pipeline = candidate.pipeline
    let description = pipeline.connector.name + " " + pipeline.mode.name
    let formats = pipeline.formats(preferredDepth: candidate.card.preferredDepth)
    if formats.isEmpty {
      throw DisplayError(.unsupported, "use", path, reason: description + ", no supported format")
    }
    return formats.reduce(description) { $0 + " \($1.name)" }
  }
}
