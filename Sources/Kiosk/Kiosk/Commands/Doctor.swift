import Basics
import Boards
import EvdevTouch
import LinuxDisplay
import Settings
import System
import Touch

/// `star-kiosk doctor`: what was found, what is missing, and what to do about it.
struct Doctor {
  /// How good a finding is.
  enum Level {
    case fine
    /// Worth knowing; the terminal works without.
    case note
    /// Something to be done before it works.
    case missing

    var word: StaticString {
      switch self {
      case .fine: "ok"
      case .note: "note"
      case .missing: "missing"
      }
    }
  }

  /// A line of the report.
  struct Finding {
    let level: Level
    /// As in "screen".
    let subject: String
    let text: String
  }

  private var findings: [Finding] = []
  private let search: BoardSearch

  /// Prints the report; throws where something is missing, so that the exit status is 1.
  static func run(_ options: Options) throws(KioskError) {
    var doctor = Doctor(search: try BoardSearch(options.board, in: options.boardsFolder))
    doctor.lookAtBoard(options.boardsFolder)
    let settings = try options.settings(on: doctor.search)
    doctor.lookAtScreens()
    doctor.lookAtTouch(settings)
    doctor.lookAtRest(settings)
    try doctor.print(asJSON: options.json)
    let missing = doctor.findings.filter { $0.level == .missing }.count
    if missing > 0 { throw .failure(missing == 1 ? "one thing is missing" : "\(missing) things are missing") }
  }

  private init(search: BoardSearch) { self.search = search }

  private mutating func add(_ level: Level, _ subject: String, _ text: String) {
    findings.append(Finding(level: level, subject: subject, text: text))
  }

  // MARK: The board

  private mutating func lookAtBoard(_ folder: String) {
    let facts = search.facts
    var words = facts.name + ", " + facts.architecture
    if let compatible = facts.compatible.first { words += ", " + compatible }
    add(.fine, "board", words)
    for remark in search.remarks { add(.note, "profile", remark) }
    guard let profile = search.profile else {
      let why = search.folderFault.map { $0 + "; without one " } ?? "none in " + folder + " fits: "
      add(.note, "profile", why + "everything is found out, or set by options and the configuration")
      return
    }
    add(.fine, "profile", profile.name + ", " + profile.title + " (" + search.file + ")")
    for fact in profile.facts where fact.evidence == .unverified {
      add(.note, "unverified", fact.name + " = " + fact.text)
    }
  }

  // MARK: Screens

  private mutating func lookAtScreens() {
    let devices = listDisplays()
    let isUsable = devices.contains { $0.isUsable }
    for device in devices {
      add(device.isUsable ? .fine : isUsable ? .note : .missing, "screen", device.path + ": " + device.reason)
    }
    if devices.isEmpty {
      add(
        .missing, "screen",
        "there is no /dev/dri/card* and no /dev/fb*: load the display's driver, or turn it on in the device tree or firmware"
      )
    }
    if !isUsable { lookForModules() }
    if let profile = search.profile, let size = profile.fact("size-mm") {
      let fault = profile.panelFault.map { ", says " + search.file + ":\($0.line), which cannot be: " + $0.reason }
      add(fault == nil ? .fine : .missing, "screen", "the panel is " + size + " mm" + (fault ?? ""))
    }
  }

  /// A driver that is built in has no parameters and no folder, perhaps: so this is only a hint.
  private mutating func lookForModules() {
    guard let modules = search.profile?.fact("modules") else { return }
    for module in modules.utf8.split(separator: UInt8(ascii: " ")) {
      let name = String(decoding: module.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
      if (try? listDirectory("/sys/module/" + name)) != nil { continue }
      add(.note, "module", name + " is not loaded: modprobe " + name)
    }
  }

  // MARK: Touch

  private mutating func lookAtTouch(_ settings: Settings) {
    let candidates: [TouchCandidate]
    do throws(TouchError) {
      candidates = try TouchScreen.candidates()
    } catch {
      return add(.missing, "touch", error.message)
    }
    var isTouchable = false
    for candidate in candidates {
      if case .accepted = candidate.finding { isTouchable = true }
    }
    for candidate in candidates {
      let name = candidate.name.isEmpty ? candidate.path : candidate.path + " \"" + candidate.name + "\""
      switch candidate.finding {
      case .accepted(let contactProtocol, _): accept(candidate, name, contactProtocol, settings)
      case .refused(let reason): add(.note, "touch", name + ": not a touchscreen: " + reason)
      case .unopened(let error): add(isTouchable ? .note : .missing, "touch", error.message)
      }
    }
    if candidates.isEmpty {
      add(.missing, "touch", "there is no /dev/input/event*: plug the panel in, or load its driver")
    } else if !isTouchable && candidates.allSatisfy({ if case .refused = $0.finding { true } else { false } }) {
      add(
        .missing, "touch",
        "none of the \(candidates.count) input devices is a touchscreen: plug it in, or load its driver")
    }
  }

  private mutating func accept(
    _ candidate: TouchCandidate, _ name: String, _ contactProtocol: ContactProtocol, _ settings: Settings
  ) {
    guard let touch = try? TouchScreen(path: candidate.path, grab: false) else {
      return add(.note, "touch", name + ": gone while it was looked at")
    }
    let correction = Corrections(settings: settings).correction(of: touch)
    if correction.source != .none {
      add(.fine, "touch", name + ": a touchscreen, calibrated by \(correction.source.name)")
    } else if contactProtocol == .single && !touch.device.isDirect {
      add(
        .note, "touch",
        name + ": a touchscreen without a calibration; run star-kiosk calibrate if touches register beside the stars")
    } else {
      add(.fine, "touch", name + ": a touchscreen")
    }
  }

  // MARK: The rest

  private mutating func lookAtRest(_ settings: Settings) {
    let lights = MachineFacts.names("/sys/class/backlight")
    for light in lights { add(.fine, "backlight", "/sys/class/backlight/" + light) }
    if lights.isEmpty { add(.note, "backlight", "none: the screen's brightness cannot be set") }
    do throws(SystemError) {
      add(.fine, "console", try Console().path)
    } catch {
      add(.note, "console", error.message + "; the terminal runs without one")
    }
    add(.fine, "user", userWords())
    lookAtState(settings)
  }

  /// As in "1000, in the groups video, input".
  private func userWords() -> String {
    let groups = Groups.ofThisProcess()
    var list = ""
    for name in groups { list += (list.isEmpty ? "" : ", ") + name }
    return "\(Groups.user)" + (list.isEmpty ? ", in no group that has a name" : ", in the groups " + list)
  }

  private mutating func lookAtState(_ settings: Settings) {
    guard let path = settings.journal.map({ parentFolder(of: $0) }) ?? StateFolder.path else {
      return add(.missing, "journal", "there is no home for it: say --journal PATH")
    }
    // What is not there yet is made, in the nearest folder that is.
    var folder = path
    while !exists(folder) && folder.utf8.count > 1 { folder = parentFolder(of: folder) }
    if isWritable(folder) {
      add(.fine, "journal", "in " + path)
    } else {
      add(.missing, "journal", folder + " cannot be written to: say --journal PATH, or give the user the folder")
    }
  }

  // MARK: The report

  private func print(asJSON: Bool) throws(KioskError) {
    if !asJSON {
      for finding in findings {
        try Output.line(pad("\(finding.level.word)", 9) + pad(finding.subject, 12) + finding.text)
      }
      return
    }
    try Output.line("[")
    for (i, finding) in findings.enumerated() {
      try Output.line(
        "  {\"level\":\"\(finding.level.word)\",\"subject\":" + jsonString(finding.subject) + ",\"text\":"
          + jsonString(finding.text) + (i + 1 < findings.count ? "}," : "}"))
    }
    try Output.line("]")
  }

  private func pad(_ text: String, _ width: Int) -> String {
    var text = text
    while text.utf8.count < width { text += " " }
    return text
  }
}
