import CLinux
import Display
import Geometry
import Raster

/// The options' letters, for getopt_long(3): none has a short form but help and version.
private enum Letter: Int32 {
  case workload = 256
  case format, display, batches, json, count, sides, sliders, picture, idleSeconds, startFloor, startProgram, commit,
    compiler, blending
  case firstFrame, clearedFrame, sleep
  case help = 104
  case version = 86
}

extension Options {
  /// Reads the program's arguments with getopt_long(3).
  static func parse() throws(BenchError) -> Options {
    var options = Options()
    let table: [(StaticString, Int32, Letter)] = [
      ("workload", required_argument, .workload), ("format", required_argument, .format),
      ("display", required_argument, .display), ("batches", required_argument, .batches),
      ("json", required_argument, .json), ("count", optional_argument, .count), ("sides", required_argument, .sides),
      ("sliders", required_argument, .sliders),
      ("picture", required_argument, .picture), ("idle-seconds", required_argument, .idleSeconds),
      ("start-floor", required_argument, .startFloor), ("start-program", required_argument, .startProgram),
      ("commit", required_argument, .commit),
      ("blending", required_argument, .blending),
      ("compiler", required_argument, .compiler), ("first-frame", no_argument, .firstFrame),
      ("cleared-frame", no_argument, .clearedFrame), ("sleep", no_argument, .sleep), ("help", no_argument, .help),
      ("version", no_argument, .version),
    ]
    var long: [option] = []
    for (name, takes, letter) in table {
      let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      long.append(option(name: text, has_arg: takes, flag: nil, val: letter.rawValue))
    }
    long.append(option())

    var format: PixelFormat?
    // A leading colon: no printing by the C library, and a missing argument told from an unknown option.
    while true {
      let code = getopt_long(cl_argument_count(), cl_arguments(), ":hV", long, nil)
      if code == -1 { break }
      if code == Int32(UInt8(ascii: "?")) { throw .usage("unknown or ambiguous option " + refusedOption) }
      if code == Int32(UInt8(ascii: ":")) { throw .usage(refusedOption + " wants a value") }
      let text = cl_option_value().map { String(cString: $0) }
      if let letter = Letter(rawValue: code) {
        if letter == .format { format = try Self.format(text ?? "") } else { try options.set(letter, text) }
      }
    }
    if cl_option_index() < cl_argument_count() {
      throw .usage("unknown word " + String(cString: cl_arguments()[Int(cl_option_index())]!))
    }
    if let format {
      guard case .memory(let size, _) = options.screen else {
        throw .usage("--format is for the memory screen; a real one has its own")
      }
      options.screen = .memory(size, format)
    }
    return options
  }

  /// The option that getopt_long has just refused, as it was written.
  private static var refusedOption: String {
    let letter = cl_option_letter()
    if letter > 0 && letter < 127 { return "-" + String(decoding: [UInt8(letter)], as: UTF8.self) }
    return String(cString: cl_arguments()[Int(cl_option_index()) - 1]!)
  }

  private mutating func set(_ letter: Letter, _ value: String?) throws(BenchError) {
    let text = value ?? ""
    switch letter {
    case .workload: workloads = try Self.workloads(text)
    case .display: screen = try Self.screen(text)
    case .batches: batches = Int(try Self.number(text, 1...1001, "--batches"))
    case .json: json = try Self.present(text, "--json")
    case .count: command = .count(repetitions: value == nil ? 1 : Int(try Self.number(text, 0...1_000_000, "--count")))
    case .sides: sides = try Self.numbers(text, 4...4096, "--sides")
    case .sliders: sliders = try Self.numbers(text, 1...1000, "--sliders")
    case .picture: command = .pictures(prefix: try Self.present(text, "--picture"))
    case .idleSeconds: idleSeconds = try Self.number(text, 1...86_400, "--idle-seconds")
    case .startFloor: startFloor = try Self.present(text, "--start-floor")
    case .startProgram: startProgram = try Self.present(text, "--start-program")
    case .commit: commit = text
    case .blending:
      if same(text, "linear") {
        blending = .linear
      } else if same(text, "encoded") {
        blending = .encoded
      } else {
        throw .usage("--blending " + text + ": linear or encoded")
      }
    case .compiler: compiler = text
    case .firstFrame: command = .firstFrame(clearOnly: false)
    case .clearedFrame: command = .firstFrame(clearOnly: true)
    case .sleep: command = .sleep
    case .help: command = .help
    case .version: command = .version
    case .format: break
    }
  }

  private static func present(_ text: String, _ name: String) throws(BenchError) -> String {
    if text.utf8.isEmpty { throw .usage(name + " wants a path") }
    return text
  }

  private static func number(_ text: String, _ range: ClosedRange<Int32>, _ name: String) throws(BenchError) -> Int32 {
    guard let number = Int32(text), range.contains(number) else {
      throw .usage(name + " " + text + ": \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func numbers(
    _ text: String, _ range: ClosedRange<Int32>, _ name: String
  ) throws(BenchError) -> [Int32] {
    var numbers: [Int32] = []
    for word in split(text, at: UInt8(ascii: ",")) { numbers.append(try number(word, range, name)) }
    return numbers
  }

  private static func workloads(_ text: String) throws(BenchError) -> [Workload] {
    var chosen: [Workload] = []
    for word in split(text, at: UInt8(ascii: ",")) {
      if same(word, "all") { return Workload.allCases }
      var found: Workload?
      for workload in Workload.allCases where same(word, workload.name) { found = workload }
      guard let found else {
        throw .usage("--workload " + word + ": all, raster, drag, bytes, many, rotate, scale, start, idle or memory")
      }
      chosen.append(found)
    }
    return chosen
  }

  private static func format(_ name: String) throws(BenchError) -> PixelFormat {
    guard let format = PixelFormat.named(name) else {
      var names = ""
      for format in PixelFormat.all { names += names.utf8.isEmpty ? "\(format.name)" : ", \(format.name)" }
      throw .usage("the format " + name + " is none of " + names)
    }
    return format
  }

  private static func screen(_ text: String) throws(BenchError) -> Screen {
    let words = split(text, at: UInt8(ascii: ":"))
    if words.count > 1 && words[1].utf8.isEmpty {
      throw .usage("--display " + text + ": nothing stands after the colon")
    }
    let path = words.count > 1 ? words[1] : nil
    if same(words[0], "kms") && words.count <= 2 { return .kms(path: path) }
    if same(words[0], "fb") && words.count <= 2 { return .framebuffer(path: path) }
    if !same(words[0], "memory") || words.count > 3 {
      throw .usage("--display " + text + ": memory[:WxH[:FORMAT]], kms[:PATH] or fb[:PATH]")
    }
    guard let shape = path else { return .memory(nil, .xrgb8888) }
    let sides = split(shape, at: UInt8(ascii: "x"))
    if sides.count != 2 { throw .usage("--display " + text + ": the size is WIDTHxHEIGHT") }
    let width = try number(sides[0], 1...MemoryDisplay.limit, "--display, width")
    let height = try number(sides[1], 1...MemoryDisplay.limit, "--display, height")
    return .memory(Size(width: width, height: height), words.count == 3 ? try format(words[2]) : .xrgb8888)
  }
}

extension Options.Workload {
  var name: StaticString {
    switch self {
    case .raster: "raster"
    case .drag: "drag"
    case .bytes: "bytes"
    case .many: "many"
    case .rotate: "rotate"
    case .scale: "scale"
    case .start: "start"
    case .idle: "idle"
    case .memory: "memory"
    }
  }
}
