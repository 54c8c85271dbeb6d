import CLinux
import Display
import Geometry
import KMSDisplay
import Linux
import Raster
import Rating

/// The options' letters, for getopt_long(3): none has a short form but help and version.
private enum Letter {
  static let display: Int32 = 256
  static let touch: Int32 = 257
  static let noGrab: Int32 = 258
  static let journal: Int32 = 259
  static let stars: Int32 = 260
  static let step: Int32 = 261
  static let rotate: Int32 = 262
  static let snapshot: Int32 = 263
  static let answers: Int32 = 264
  static let commit: Int32 = 265
  static let buffers: Int32 = 266
  static let format: Int32 = 267
  static let help = Int32(UInt8(ascii: "h"))
  static let version = Int32(UInt8(ascii: "V"))
}

extension Options {
  /// Reads the program's arguments with getopt_long(3).
  static func parse() throws(KioskError) -> Options {
    var options = Options()
    let table: [(StaticString, Int32, Int32)] = [
      ("display", required_argument, Letter.display), ("touch", required_argument, Letter.touch),
      ("no-grab", no_argument, Letter.noGrab), ("journal", required_argument, Letter.journal),
      ("stars", required_argument, Letter.stars), ("step", required_argument, Letter.step),
      ("rotate", required_argument, Letter.rotate), ("snapshot", required_argument, Letter.snapshot),
      ("answers", required_argument, Letter.answers), ("format", required_argument, Letter.format),
      ("commit", required_argument, Letter.commit), ("buffers", required_argument, Letter.buffers),
      ("help", no_argument, Letter.help), ("version", no_argument, Letter.version),
    ]
    var long: [option] = []
    for (name, takes, letter) in table {
      let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      long.append(option(name: text, has_arg: takes, flag: nil, val: letter))
    }
    long.append(option())

    // A leading colon: no printing by the C library, and a missing argument told from an unknown option.
    while true {
      let letter = getopt_long(cl_argument_count(), cl_arguments(), ":hV", long, nil)
      switch letter {
      case -1:
        try options.setCommand()
        return options
      case Int32(UInt8(ascii: "?")): throw .usage("unknown or ambiguous option " + refusedOption)
      case Int32(UInt8(ascii: ":")): throw .usage(refusedOption + " wants a value")
      default: try options.set(letter, cl_option_value().map { String(cString: $0) } ?? "")
      }
    }
  }

  /// The option that getopt_long has just refused, as it was written.
  private static var refusedOption: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 {
      return "-" + String(decoding: [UInt8(letter)], as: UTF8.self)
    }
    return String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
  }

  /// What is left after the options: at most one command.
  private mutating func setCommand() throws(KioskError) {
    let count = cl_argument_count()
    if cl_option_index() == count { return }
    let word = String(cString: cl_arguments()[Int(cl_option_index())]!)
    if cl_option_index() + 1 < count { throw .usage("one command at a time: " + word) }
    if command != .run { return }
    switch word {
    case "devices": command = .devices
    case "reset": command = .reset
    default: throw .usage("unknown command " + word)
    }
  }

  private mutating func set(_ letter: Int32, _ text: String) throws(KioskError) {
    switch letter {
    case Letter.display: screen = try Self.screen(text)
    case Letter.touch: touch = try Self.touch(text)
    case Letter.noGrab: grabsTouch = false
    case Letter.journal:
      if text.isEmpty { throw .usage("--journal wants a path") }
      journal = text
    case Letter.stars: stars = try Self.stars(text)
    case Letter.step: step = try Self.step(text)
    case Letter.rotate: rotation = try Self.rotation(text)
    case Letter.snapshot:
      if text.isEmpty { throw .usage("--snapshot wants a path") }
      snapshot = text
    case Letter.answers:
      guard let count = Int64(text), count > 0 else {
        throw .usage("--answers " + text + ": a number above 0 is wanted")
      }
      answers = count
    case Letter.format: format = try Self.pixelFormat(text, in: "--format " + text)
    case Letter.commit:
      switch text {
      case "auto": commit = .auto
      case "atomic": commit = .atomic
      case "legacy": commit = .legacy
      default: throw .usage("--commit " + text + ": auto, atomic or legacy")
      }
    case Letter.buffers:
      switch text {
      case "auto": buffers = .auto
      case "flip": buffers = .flip
      case "front": buffers = .front
      default: throw .usage("--buffers " + text + ": auto, flip or front")
      }
    case Letter.help: command = .help
    case Letter.version: command = .version
    default: break
    }
  }

  private static func screen(_ text: String) throws(KioskError) -> Screen {
    let (kind, rest) = cut(text, at: UInt8(ascii: ":"))
    if let rest, rest.isEmpty { throw .usage("--display " + text + ": nothing stands after the colon") }
    switch (kind, rest) {
    case ("auto", nil): return .auto
    case ("kms", let path): return .kms(path: path)
    case ("fb", let path): return .framebuffer(path: path)
    case ("memory", nil): return .memory(defaultScreenSize, .xrgb8888)
    case ("memory", let shape?): return try memory(shape, in: text)
    default: throw .usage("--display " + text + ": auto, kms[:PATH], fb[:PATH] or memory[:WxH[:FORMAT]]")
    }
  }

  /// `WxH` or `WxH:FORMAT`.
  private static func memory(_ shape: String, in text: String) throws(KioskError) -> Screen {
    let (sides, formatName) = cut(shape, at: UInt8(ascii: ":"))
    let (width, height) = cut(sides, at: UInt8(ascii: "x"))
    let limit = 1...MemoryDisplay.limit
    guard let w = Int32(width), let h = height.flatMap({ Int32($0) }), limit.contains(w), limit.contains(h) else {
      throw .usage("--display " + text + ": the size is WIDTHxHEIGHT, 1 to \(MemoryDisplay.limit) pixels each")
    }
    let size = Size<PhysicalSpace>(width: w, height: h)
    guard let formatName else { return .memory(size, .xrgb8888) }
    return .memory(size, try pixelFormat(formatName, in: "--display " + text))
  }

  private static func pixelFormat(_ name: String, in option: String) throws(KioskError) -> PixelFormat {
    if let format = PixelFormat.named(name) { return format }
    var names = ""
    for format in PixelFormat.all { names += names.isEmpty ? "\(format.name)" : ", \(format.name)" }
    throw .usage(option + ": the format is one of " + names)
  }

  private static func touch(_ text: String) throws(KioskError) -> TouchChoice {
    if text == "auto" { return .auto }
    if text == "none" { return .none }
    let (kind, rest) = cut(text, at: UInt8(ascii: ":"))
    if kind == "replay" {
      guard let rest, !rest.isEmpty else { throw .usage("--touch " + text + ": replay:FILE") }
      return .replay(path: rest)
    }
    if text.utf8.first != UInt8(ascii: "/") && text.utf8.first != UInt8(ascii: ".") {
      throw .usage("--touch " + text + ": auto, a device's path, replay:FILE or none")
    }
    return .device(path: text)
  }

  private static func stars(_ text: String) throws(KioskError) -> Int32 {
    guard let count = Int32(text), (1...Scale.mostStars).contains(count) else {
      throw .usage("--stars " + text + ": 1 to \(Scale.mostStars)")
    }
    return count
  }

  private static func step(_ text: String) throws(KioskError) -> Step {
    switch text {
    case "whole": return .whole
    case "half": return .half
    case "quarter": return .quarter
    case "continuous": return .continuous
    default: throw .usage("--step " + text + ": whole, half, quarter or continuous")
    }
  }

  private static func rotation(_ text: String) throws(KioskError) -> Rotation {
    guard let degrees = Int32(text), let rotation = Rotation(rawValue: degrees) else {
      throw .usage("--rotate " + text + ": 0, 90, 180 or 270")
    }
    return rotation
  }

  /// What stands before and after the first separator; `nil` after where there is none. Bytes, since the table of all
  /// characters would be larger than the rest of the program.
  private static func cut(_ text: String, at separator: UInt8) -> (String, String?) {
    let bytes = [UInt8](text.utf8)
    for i in 0..<bytes.count where bytes[i] == separator {
      return (
        String(decoding: bytes[0..<i], as: UTF8.self), String(decoding: bytes[(i + 1)...], as: UTF8.self)
      )
    }
    return (text, nil)
  }
}
