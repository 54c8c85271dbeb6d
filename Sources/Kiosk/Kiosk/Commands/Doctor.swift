import Basics
import Boards
import EvdevTouch
import Journal
import KioskStatus
import LinuxDisplay
import Settings
import System
import Touch

/// `star-kiosk doctor`: reports what was found, what is missing, and what to do about it. Run by root, it examines the service.
struct Doctor {
  /// The raw value is the word in the report.
  enum Level: String {
    case fine = "ok"
    /// The kiosk works without it.
    case note
    /// The kiosk requires it.
    case missing
  }

  private var findings: [(level: Level, subject: String, text: String)] = []
  let search: BoardSearch

  /// Prints the report.
  ///
  /// - Throws: If something is missing, so that the exit status is 1.
  static func run(_ options: Options) throws(KioskError) {
    if let bundle = options.bundle { return try SupportBundle.write(bundle, options) }
    var options = options
    // Run by root, the command examines the service; with --config, it examines that configuration.
    let service = options.config == nil ? InstalledService.find() : nil
    service?.apply(to: &options)
    var doctor = Doctor(search: try options.boardSearch())
    doctor.checkBoard(options.folders.boards)
    doctor.checkImage()
    let settings: Settings
    if let service {
      doctor.enter(service, options)
      settings = try doctor.checkConfiguration(options)
    } else {
      settings = try options.examined(on: doctor.search).validated().settings
    }
    doctor.checkDisplays()
    doctor.checkTouchscreens(settings)
    doctor.checkSystem(settings)
    if service != nil {
      doctor.checkJournalFiles(settings)
      doctor.checkBroker(settings)
      doctor.checkClock(settings)
    }
    try doctor.print(asJSON: options.json)
    let missing = doctor.findings.filter { $0.level == .missing }.count
    if missing > 0 {
      throw KioskError(
        "run", "the kiosk",
        missing == 1 ? "one requirement is missing" : "\(missing) requirements are missing")
    }
  }

  mutating func add(_ level: Level, _ subject: String, _ text: String) {
    findings.append((level, subject, text))
  }

  // MARK: The board

  private mutating func checkBoard(_ folder: String) {
    let facts = search.facts
    var words = facts.name + ", " + facts.architecture
    if let compatible = facts.compatible.first { words += ", " + compatible }
    add(.fine, "board", words)
    for remark in search.remarks { add(.note, "profile", remark) }
    guard let profile = search.profile else {
      let reason = search.folderFault ?? "no profile in " + folder + " fits this board"
      add(.note, "profile", reason + "; the kiosk detects the hardware, or uses the configuration")
      return
    }
    add(.fine, "profile", profile.name + ", " + profile.title + " (" + search.file + ")")
    for fact in profile.facts where fact.evidence == .unverified {
      add(.note, "unverified", fact.name + " = " + fact.text)
    }
  }

  private mutating func checkImage() {
    guard let image = ImageState.read() else { return }
    add(.fine, "image", image.description)
    if let update = image.updateDescription { add(image.update == .failed ? .note : .fine, "update", update) }
  }

  // MARK: Displays

  private mutating func checkDisplays() {
    let devices = listDisplays()
    let isUsable = devices.contains { $0.isUsable }
    for device in devices {
      add(device.isUsable ? .fine : isUsable ? .note : .missing, "screen", device.path + ": " + device.reason)
    }
    if devices.isEmpty {
      add(
        .missing, "screen",
        "no /dev/dri/card* and no /dev/fb*: load the display's driver, or enable it in the device tree or firmware")
    }
    if !isUsable { checkModules() }
    if let profile = search.profile, let size = profile.fact("size-mm") {
      let fault = profile.panelFault.map {
        ", according to " + search.file + ":\($0.line), which is impossible: " + $0.reason
      }
      add(fault == nil ? .fine : .missing, "screen", "the panel is " + size + " mm" + (fault ?? ""))
    }
  }

  /// Adds a note for each module that is not loaded. This is only a note, because a driver that is built into the kernel may have no folder
  /// in /sys/module.
  private mutating func checkModules() {
    guard let modules = search.profile?.fact("modules") else { return }
    for module in modules.utf8.split(separator: UInt8(ascii: " ")) {
      let name = String(decoding: module.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
      if (try? listDirectory("/sys/module/" + name)) != nil { continue }
      add(.note, "module", name + " is not loaded: modprobe " + name)
    }
  }

  // MARK: Touch

  private mutating func checkTouchscreens(_ settings: Settings) {
    let candidates: [TouchCandidate]
    do throws(TouchError) { candidates = try TouchScreen.candidates(quirks: settings.touch.quirks) } catch {
      return add(.missing, "touch", error.message)
    }
    let isTouchable = candidates.contains { if case .accepted = $0.finding { true } else { false } }
    for candidate in candidates {
      let name = candidate.name.isEmpty ? candidate.path : candidate.path + " \"" + candidate.name + "\""
      switch candidate.finding {
      case .accepted(let contactProtocol, _): accept(candidate, name, contactProtocol, settings)
      case .refused(let reason): add(.note, "touch", name + ": not a touchscreen: " + reason)
      case .unopened(let error): add(isTouchable ? .note : .missing, "touch", error.message)
      }
    }
    if candidates.isEmpty {
      add(.missing, "touch", "no /dev/input/event*: connect the touchscreen, or load its driver")
    } else if !isTouchable && candidates.allSatisfy({ if case .refused = $0.finding { true } else { false } }) {
      add(
        .missing, "touch",
        "none of the \(candidates.count) input devices is a touchscreen: connect one, or load its driver")
    }
  }

  private mutating func accept(
    _ candidate: TouchCandidate, _ name: String, _ contactProtocol: ContactProtocol, _ settings: Settings
  ) {
    guard let touch = try? TouchScreen(path: candidate.path, grab: false, quirks: settings.touch.quirks) else {
      return add(.note, "touch", name + ": disconnected during this check")
    }
    if let source = Corrections(settings: settings).correction(of: touch).source.name {
      add(.fine, "touch", name + ": a touchscreen, calibrated by " + source)
    } else if contactProtocol == .single && !touch.device.isDirect {
      add(.note, "touch", name + ": an uncalibrated touchscreen: run star-kiosk calibrate if touches miss the stars")
    } else {
      add(.fine, "touch", name + ": a touchscreen")
    }
  }

  // MARK: The system

  private mutating func checkSystem(_ settings: Settings) {
    let lights = (try? listDirectory("/sys/class/backlight")) ?? []
    for light in lights { add(.fine, "backlight", "/sys/class/backlight/" + light) }
    if lights.isEmpty { add(.note, "backlight", "none: the brightness cannot be set") }
    do throws(SystemError) { add(.fine, "console", try Console().path) } catch {
      add(.note, "console", error.message + "; the kiosk runs without one")
    }
    let groups = Groups.ofThisProcess().joined(separator: ", ")
    add(.fine, "user", "\(Groups.user)" + (groups.isEmpty ? ", in no named group" : ", in the groups " + groups))
    checkState(settings)
    checkVoice(settings)
  }

  private mutating func checkVoice(_ settings: Settings) {
    if !settings.speaks && !settings.voice.sounds { return }
    if let problem = VoicePipe.problem() { return add(.note, "voice", problem) }
    add(.fine, "voice", VoicePipe.folder + "/" + VoicePipe.name + " is read by star-voice")
  }

  private mutating func checkState(_ settings: Settings) {
    guard let path = settings.journal ?? Journal.defaultPath else {
      return add(.missing, "journal", "no state directory; pass --journal PATH")
    }
    for finding in StorageExamination(ofJournal: path).findings { add(finding.level, "journal", finding.text) }
  }

  // MARK: The report

  private func print(asJSON: Bool) throws(KioskError) {
    if !asJSON {
      for finding in findings {
        try Output.line(pad(finding.level.rawValue, 9) + pad(finding.subject, 12) + finding.text)
      }
      return
    }
    let rows = findings.map { finding in
      var json = JSONWriter()
      json.object {
        $0.add("level", finding.level.rawValue)
        $0.add("subject", finding.subject)
        $0.add("text", finding.text)
      }
      return "  " + json.text
    }
    try Output.text("[\n" + rows.joined(separator: ",\n") + "\n]\n")
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.utf8.count, 0))
  }
}
