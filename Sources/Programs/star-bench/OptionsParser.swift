import Display
import Geometry
import Raster
import System

/// The options' letters.
private enum Letter: Int32 {
  case workload = 256
  case format, display, batches, json, count, sides, sliders, picture, idleSeconds, startFloor, startProgram, commit,
    compiler, blending
  case firstFrame, clearedFrame, sleep
  case help = 104
  case version = 86
}

extension Options {
  /// Reads the program's arguments.
  static func parse() throws(BenchError) -> Options {
    var options = Options()
    let table: [(StaticString, OptionReader.Value, Letter)] = [
      ("workload", .required, .workload), ("format", .required, .format),
      ("display", .required, .display), ("batches", .required, .batches),
      ("json", .required, .json), ("count", .optional, .count), ("sides", .required, .sides),
      ("sliders", .required, .sliders),
      ("picture", .required, .picture), ("idle-seconds", .required, .idleSeconds),
      ("start-floor", .required, .startFloor), ("start-program", .required, .startProgram),
      ("commit", .required, .commit),
      ("blending", .required, .blending),
      ("compiler", .required, .compiler), ("first-frame", .none, .firstFrame),
      ("cleared-frame", .none, .clearedFrame), ("sleep", .none, .sleep),
    ]
    var reader = OptionReader()
    for (name, takes, letter) in table { reader.add(name, takes, as: letter.rawValue) }

    var format: PixelFormat?
    while let given = try reader.nextOption() {
      guard let letter = Letter(rawValue: given.letter) else { continue }
      if letter == .format { format = try Self.format(given.text ?? "") } else { try options.set(letter, given.text) }
    }
    if let word = OptionReader.words.first { throw .usage("unknown word " + word) }
    if let format {
      guard case .memory(let size, _) = options.screen else {
        throw .usage("--format is for the memory screen; a real one has its own")
      }
      options.screen = .memory(size, format)
    }
    try options.checkTogether()
    return options
  }

  /// What each option allows, and all of them together do not.
  private func checkTogether() throws(BenchError) {
    var (isMeasured, isCounted) = (false, false)
    switch command {
    case .measure: isMeasured = true
    case .count: isCounted = true
    case .pictures: break
    case .firstFrame, .sleep, .help, .version: return
    }
    if !isMeasured && json != nil {
      throw .usage("--json: --count and --picture make no report; leave one of them out")
    }
    if !namesWorkloads { return }
    for workload in workloads {
      if !isMeasured && !workload.isRepeatable {
        throw .usage(
          "--workload \(workload.name): there is " + (isCounted ? "nothing to count" : "no picture of it")
            + "; allowed with " + (isCounted ? "--count" : "--picture") + " are raster, drag, many, rotate, scale")
      }
      if case .memory = screen { continue }
      if workload == .bytes || workload == .scale {
        throw .usage("--workload \(workload.name): in memory only; leave --display out, or the workload")
      }
    }
  }

  private mutating func set(_ letter: Letter, _ value: String?) throws(BenchError) {
    let text = value ?? ""
    switch letter {
    case .workload:
      workloads = try Self.workloads(text)
      namesWorkloads = !same(text, "all")
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
      throw .usage(name + " " + text + ": a number from \(range.lowerBound) to \(range.upperBound) is wanted")
    }
    return number
  }

  private static func numbers(
    _ text: String, _ range: ClosedRange<Int32>, _ name: String
  ) throws(BenchError) -> [Int32] {
    var numbers: [Int32] = []
    for word in split(text, at: UInt8(ascii: ",")) {
      if word.utf8.isEmpty { throw .usage(name + " " + text + ": a number is missing beside a comma") }
      let number = try number(word, range, name)
      if numbers.contains(number) { throw .usage(name + " " + text + ": \(number) is named twice") }
      numbers.append(number)
    }
    return numbers
  }

  private static func workloads(_ text: String) throws(BenchError) -> [Workload] {
    if same(text, "all") { return Workload.allCases }
    var chosen: [Workload] = []
    for word in split(text, at: UInt8(ascii: ",")) {
      if word.utf8.isEmpty { throw .usage("--workload " + text + ": a name is missing beside a comma") }
      if same(word, "all") { throw .usage("--workload " + text + ": all stands alone") }
      guard let workload = Workload.allCases.first(where: { same(word, $0.name) }) else {
        throw .usage(
          "--workload " + word + ": all, or of raster, drag, bytes, many, rotate, scale, start, idle and memory")
      }
      if chosen.contains(workload) { throw .usage("--workload " + text + ": " + word + " is named twice") }
      chosen.append(workload)
    }
    return chosen
  }

  private static func format(_ name: String) throws(BenchError) -> PixelFormat {
    guard let format = PixelFormat.named(name) else {
      var names = ""
      for format in PixelFormat.allCases { names += names.utf8.isEmpty ? "\(format.name)" : ", \(format.name)" }
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
  /// Can be run a stated number of times, and leaves a picture.
  var isRepeatable: Bool {
    switch self {
    case .raster, .drag, .many, .rotate, .scale: true
    case .bytes, .start, .idle, .memory: false
    }
  }

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

extension OptionReader {
  fileprivate mutating func nextOption() throws(BenchError) -> Given? {
    do throws(Failure) { return try next() } catch { throw .usage(error.message) }
  }
}
