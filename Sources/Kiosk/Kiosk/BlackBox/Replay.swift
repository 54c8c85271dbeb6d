import Basics
import Settings
import System

/// `star-kiosk replay FILE`: shows a black box again, or explains it.
enum Replay {
  static func run(_ options: Options) throws(KioskError) {
    let path = options.replay.file
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try readRegularFile(path, limit: BlackBoxFile.longest) } catch {
      throw KioskError(error)
    }
    let box = try BlackBoxFile(bytes, path: path)
    if options.replay.isExplained {
      for line in BlackBoxExplanation(box).lines { try Output.line(line) }
    } else {
      try compare(box, options)
    }
  }

  private static func compare(_ box: BlackBoxFile, _ options: Options) throws(KioskError) {
    var options = options
    InstalledService.find()?.apply(to: &options)
    let configured = try configuration(options)
    let replay = BlackBoxReplay(configured.settings, hash: configured.blackBoxHash)
    try replay.run(box)
    if replay.hasOtherConfiguration {
      Standard.error("the configuration is not the recorded one; pictures may differ for that reason", .warning)
    }
    let times = BlackBoxTimes(box)
    for detour in replay.detours {
      try Output.line(
        "\(times.text(of: detour.time)) the replay shows \(detour.shown.words), the kiosk showed \(detour.recorded.words)"
      )
    }
    var (same, compared) = (0, 0)
    for still in replay.stills {
      let result = still.isSame.map { $0 ? "same" : "differs" } ?? "not compared"
      try Output.line("\(times.text(of: still.time)) \(still.screen.words): \(result)")
      compared += still.isSame == nil ? 0 : 1
      same += still.isSame == true ? 1 : 0
    }
    try Output.line("\(same) of \(compared) pictures are the same, \(replay.stills.count - compared) were not compared")
    if same < compared || !replay.detours.isEmpty {
      throw KioskError(
        "show", options.replay.file + " as it was",
        "\(compared - same) pictures and \(replay.detours.count) screens differ",
        suggestion: "use the recorded configuration, version \(box.version), and the same fonts")
    }
  }

  /// Reads the configuration. A PIN that a support archive hides is replaced by another one, because the black box has no PIN either.
  private static func configuration(_ options: Options) throws(KioskError) -> Configuration {
    guard let config = options.config else { return try options.examined().validated() }
    let text: [UInt8]
    do throws(SystemError) { text = try readRegularFile(config, limit: INIDocument.maximumSize) } catch {
      throw KioskError(error)
    }
    var configured = try options.examined(text: SupportBundle.withPIN(text)).validated()
    configured.text = text
    return configured
  }
}

/// The times of a black box as texts: UTC, according to the kiosk's clock.
struct BlackBoxTimes {
  /// A moment of the monotonic clock, and the milliseconds since 1970 at that moment; `nil` if the file has none.
  private var reference: (moment: Int64, wall: Int64)?
  private let first: Int64

  init(_ box: BlackBoxFile) {
    first = box.entries.first?.time ?? 0
    for entry in box.entries where entry.record.kind == .wall { reference = (entry.time, entry.record.whole) }
  }

  /// Returns the milliseconds since 1970; `nil` if they are unknown.
  private func wall(of time: Int64) -> Int64? {
    guard let reference else { return nil }
    let (wall, isBeyond) = reference.wall.addingReportingOverflow((time - reference.moment) / 1_000_000)
    return isBeyond || wall < 0 || wall > Self.last ? nil : wall
  }

  /// The end of the year 9999, in milliseconds since 1970.
  static var last: Int64 { 253_402_300_799_000 }

  /// Returns the date and the time of day, such as "2026-01-31T12:00:00Z".
  func date(of time: Int64) -> String { wall(of: time).map { WallClock.isoDate(of: $0) } ?? text(of: time) }

  /// Returns the time of day, such as "12:00:00.250" or, without a date, the time since the first record.
  func text(of time: Int64) -> String {
    guard let wall = wall(of: time) else { return "+" + Self.seconds((time - first) / 1_000_000) }
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let (second, fraction) = (wall / 1000 % 86_400, wall % 1000)
    return two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60)
      + (fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".") + "\(fraction)"
  }

  /// Returns a duration, such as "3.1 s" or "9 min 20 s".
  static func seconds(_ milliseconds: Int64) -> String {
    if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
    return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
  }
}
