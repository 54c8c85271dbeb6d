import Foundation
import Testing

@testable import Text

/// The fonts of Debian's packages fonts-noto-core and fonts-noto-cjk.
enum Noto {
  static let folder = "/usr/share/fonts/truetype/noto/"
  static let latin = folder + "NotoSans-Regular.ttf"
  static let arabic = folder + "NotoSansArabic-Regular.ttf"
  static let devanagari = folder + "NotoSansDevanagari-Regular.ttf"
  static let thai = folder + "NotoSansThai-Regular.ttf"
  /// Its faces are 0 Japanese, 1 Korean, 2 simplified and 3 traditional Chinese.
  static let chinese = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

  static let all: [FontSource] = [
    .file(latin), .file(arabic), .file(devanagari), .file(thai), .file(chinese, index: 2),
  ]
}

/// A phrase in each script.
let phrases: [(text: String, language: String)] = [
  ("How was your visit? Tap a star, please.", "en"),
  ("كيف كانت زيارتك اليوم؟ اضغط على نجمة من فضلك.", "ar"),
  ("आपकी यात्रा कैसी रही? कृपया एक तारा चुनें।", "hi"),
  ("การเยี่ยมชมของคุณเป็นอย่างไรบ้างกรุณาแตะดาว", "th"),
  ("您今天的参观怎么样？请点一颗星，谢谢。", "zh-Hans"),
]

func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

/// Returns the scalars of a line.
func lineText(_ line: TextLine, of text: String) -> String {
  var part = String.UnicodeScalarView()
  part.append(contentsOf: Array(text.unicodeScalars)[line.start..<line.end])
  return String(part)
}

/// Returns a program's standard output. Fails the test if the program is missing.
func output(of program: String, _ arguments: [String], input: String) throws -> String {
  try #require(
    FileManager.default.isExecutableFile(atPath: program), "\(program) is missing: install Debian's libharfbuzz-bin")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let (inPipe, outPipe) = (Pipe(), Pipe())
  process.standardInput = inPipe
  process.standardOutput = outPipe
  try process.run()
  let data = Data(input.utf8)
  Thread.detachNewThread {
    inPipe.fileHandleForWriting.write(data)
    inPipe.fileHandleForWriting.closeFile()
  }
  let said = outPipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "\(program) ends with \(process.terminationStatus)")
  return String(decoding: said, as: UTF8.self)
}
