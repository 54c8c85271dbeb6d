import Basics
import Settings
import System

extension Options {
  @export(interface) package static func main() throws(KioskError) {
    var options = Options()
    switch try syntax.parse(into: &options) {
    case .print(let text): try Output.text(text)
    case .words(let words):
      let run = try options.command(words)
      try run(options)
    }
  }

  typealias Command = (Options) throws(KioskError) -> Void

  private static var commands: [(form: String, help: String, command: Command)] {
    [
      ("devices", "List screens, touch devices and keypads, and why each is usable or not.", DeviceList.run),
      (
        "check FILE", "Report all errors and warnings of a configuration, each with its line and the allowed values.",
        Check.run
      ),
      (
        "doctor",
        "Report what was found, what is missing, and what to do. Exits with 1 if something is missing. Run by root without "
          + "--config, it examines the service.",
        Doctor.run
      ),
      (
        "status",
        "Print as JSON what the running kiosk shows, how long visitors waited for the thank-you screen, and how many "
          + "answers are pending. Exits with 3 if no kiosk runs.", Status.run
      ),
      (
        "export",
        "Print all answers in the journal as CSV, with --json as a line of JSON each, also while the kiosk runs. Run by root, it "
          + "prints those of the service.",
        Export.run
      ),
      ("calibrate", "Show 3 or 5 targets to touch, and store the touchscreen's calibration.", Calibrate.run),
      ("selftest", "Draw the reference pictures, and check that every pixel is the same on this board.", SelfTest.run),
      (
        "forget",
        "Delete the journal with all answers, the ID, the secrets for the broker and what is remembered of remote "
          + "configurations, for a card that is copied. Without --yes, only name them. Refuses while the kiosk runs.",
        Forget.run
      ),
      (
        "replay FILE",
        "Show a black box again: run it with the configuration of --config on a screen in memory, and compare each picture "
          + "that stood still. With --explain, print what happened instead, which needs no configuration.", Replay.run
      ),
      ("reset", "Restore the console after a crash or a kill.", Reset.run),
    ]
  }

  static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-kiosk", "a rating kiosk drawn straight to a Linux screen",
      usage: ["star-kiosk [OPTIONS]          show the stars, record ratings", "star-kiosk [OPTIONS] COMMAND"],
      commands: commands.map { ($0.form, $0.help) }, options: programOptions + settingsOptions,
      notes: [
        "kiosk.conf(5) lists the values of each setting, and the settings without an option: questions, languages, hours, "
          + "the broker.",
        "An answer is in the journal before the thank-you screen appears, and is then printed as a line of JSON on standard "
          + "output, unless that is the system's journal. If it cannot be printed, the kiosk reports that once, continues, "
          + "and exits with 1.",
        "With $STATE_DIRECTORY, as a service, the kiosk keeps each configuration that was on the screen there as last-good.conf, "
          + "in the second folder if there are two. "
          + "If the file is invalid at the next start, it starts with that one.",
        "SIGHUP reloads the configuration when the kiosk is idle. SIGUSR1 writes a snapshot, without --snapshot as "
          + "snapshot.png in $RUNTIME_DIRECTORY. SIGUSR2, or a finger on the top left corner for three seconds, starts the "
          + "cleaning mode. SIGTERM and SIGINT end the program and restore the console.",
        "Exit status: 0 ended as requested; 1 an operation failed; 2 invalid command line or configuration. Each error and "
          + "each warning is a line on standard error; warnings do not change the status.",
      ])
  }

  private static var programOptions: [CommandOption<Options>] {
    [
      .text(
        "config", "FILE",
        "Read settings from a file, kiosk.conf(5). Options override it. `starctl sample` prints one with every key."
      ) { $0.config = $1 },
      .text(
        "board", "auto|none|NAME", "The board's profile, default auto. The file and the options override its settings."
      ) {
        $0.board = $1.utf8.elementsEqual("auto".utf8) ? .auto : $1.utf8.elementsEqual("none".utf8) ? .none : .named($1)
      },
      .text("boards", "FOLDER", "The folder of the profiles, default " + BoardSearch.folder + ".") {
        $0.folders.boards = $1
      },
      .text(
        "as", "FOLDER",
        "Let check find the pictures and keys of a copy as if FILE were in this folder, such as /etc/star-slider."
      ) { $0.folder = $1 },
      .value(
        "standard", "en301549",
        "Let check print a report on the conformance of FILE with EN 301 549, clause by clause, in place of its summary."
      ) { $0.setStandard($1) },
      .text("phrases", "FOLDER", "The folder of translations, default " + Phrase.folder + ".") {
        $0.folders.phrases = $1
      },
      .flag("no-grab", "Let other programs also receive touches and keys.") {
        _ = $0.builder.refusal(of: "grab", to: "no")
      },
      .text("snapshot", "FILE.png", "Write what is on the screen when the program ends.") { $0.snapshot = $1 },
      .value("answers", "N", "Exit after the answers of N visitors.") {
        guard let count = Int64($1), count > 0 else { return "must be a number above 0" }
        $0.answers = count
        return nil
      },
      .text(
        "trace", "FILE",
        "At the end, write a line for each of the last 4096 frames: when the program woke for it, when it was painted, and "
          + "when it was on the screen, in nanoseconds of the monotonic clock."
      ) { $0.trace = $1 },
      .text(
        "bundle", "FILE.tar.gz",
        "Let doctor write an archive for support instead of its report: versions, findings, devices, logs, the "
          + "configuration without its PIN, and black boxes, in which values of answers can be seen."
      ) { $0.bundle = $1 },
      .flag(
        "keep-picture",
        "After SIGTERM, close everything but the screen and stop (SIGSTOP) with the last picture, until the kiosk that takes "
          + "over draws and kills this one."
      ) { $0.keepsPicture = true },
      .flag("json", "Let doctor, export and check --standard print JSON.") { $0.json = true },
      .flag("explain", "Let replay print one page in plain words.") { $0.replay.isExplained = true },
      .flag("yes", "Let forget delete files.") { $0.isConfirmed = true },
      .value("targets", "3|5", "How many targets calibrate shows, default 5.") {
        guard let count = Int32($1), count == 3 || count == 5 else { return "must be 3 or 5" }
        $0.targets = count
        return nil
      },
    ]
  }

  /// The settings that are also options. The help lists --grab as --no-grab.
  private static var settingsOptions: [CommandOption<Options>] {
    var options: [CommandOption<Options>] = [.heading("Settings")]
    for key in SettingsSchema.keys {
      guard let name = key.option else { continue }
      let isNegated = "\(name)".utf8.elementsEqual("grab".utf8)
      options.append(
        .value(name, key.placeholder, isNegated ? "" : key.help) { $0.builder.refusal(of: "\(name)", to: $1) })
    }
    return options
  }

  /// Returns the command that `words` names; without a command, the one that runs the kiosk. `words` are the arguments that are not
  /// options.
  mutating func command(_ words: [String]) throws(KioskError) -> Command {
    guard let word = words.first else {
      try refuseOptionsOfCheck()
      return Run.run
    }
    let names = Self.commands.map { String(decoding: Array($0.form.utf8.prefix { $0 != 32 }), as: UTF8.self) }
    guard let row = names.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
      let advice = NearMiss.nearest(to: word, among: names).map { " (did you mean " + $0 + "?)" } ?? ""
      throw .usage("unknown command " + word + advice)
    }
    if word.utf8.elementsEqual("check".utf8) {
      try setCheckedFile(Array(words.dropFirst()))
    } else if word.utf8.elementsEqual("replay".utf8) {
      if words.count != 2 { throw .usage("replay requires a file, and accepts only one") }
      replay.file = words[1]
    } else if words.count > 1 {
      throw .usage("unexpected argument " + words[1])
    } else {
      try refuseOptionsOfCheck()
    }
    return Self.commands[row].command
  }

  private static var standards: [String] { ["en301549"] }

  /// Asks check for a report. Returns the reason if the standard is unknown.
  private mutating func setStandard(_ name: String) -> String? {
    hasStandard = Self.standards.contains { $0.utf8.elementsEqual(name.utf8) }
    if hasStandard { return nil }
    let advice = NearMiss.nearest(to: name, among: Self.standards).map { " (did you mean " + $0 + "?)" }
    return "--standard " + name + ": unknown standard" + (advice ?? "; the only one is en301549")
  }

  private func refuseOptionsOfCheck() throws(KioskError) {
    if folder != nil { throw .usage("--as is an option of check") }
    if hasStandard { throw .usage("--standard is an option of check") }
  }

  private mutating func setCheckedFile(_ files: [String]) throws(KioskError) {
    if files.count > 1 { throw .usage("check accepts only one file, not " + files[1]) }
    if let file = files.first {
      if let config { throw .usage("check " + file + ": --config names another file, " + config) }
      config = file
    }
    if config?.utf8.isEmpty ?? true { throw .usage("check requires a file") }
    guard let folder else { return }
    if (try? FileStatus(folder))?.kind != .folder { throw .usage("--as " + folder + ": not a folder") }
  }
}
