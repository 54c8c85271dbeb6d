import CFuzzer
import Foundation

/// A fuzz target: code that must return for any bytes, without a trap, a sanitizer's report or a broken promise.
struct FuzzTarget: Sendable {
  let name: String
  /// Longer inputs are not made, bytes.
  let longest: Int
  let run: @Sendable ([UInt8]) -> Void
}

/// Every target. Its seeds are in `Tests/Fuzz/Corpora`, in a folder of the same name.
let fuzzTargets = [
  FuzzTarget(name: "configuration", longest: 4096, run: fuzzConfiguration),
  FuzzTarget(name: "board", longest: 2048, run: fuzzBoard),
  FuzzTarget(name: "recording", longest: 2048, run: fuzzRecording),
  FuzzTarget(name: "records", longest: 1024, run: fuzzRecords),
  FuzzTarget(name: "releases", longest: 256, run: fuzzReleases),
  FuzzTarget(name: "png", longest: 2048, run: fuzzPNG),
  FuzzTarget(name: "calibration", longest: 1024, run: fuzzCalibration),
  FuzzTarget(name: "journal", longest: 1024, run: fuzzJournal),
  FuzzTarget(name: "payload", longest: 1024, run: fuzzPayload),
  FuzzTarget(name: "delivery", longest: 512, run: fuzzDelivery),
  FuzzTarget(name: "collector", longest: 2048, run: fuzzCollector),
  FuzzTarget(name: "resend", longest: 256, run: fuzzResend),
  FuzzTarget(name: "control", longest: 1024, run: fuzzControl),
  FuzzTarget(name: "kiosk-control", longest: 64, run: fuzzKioskControl),
  FuzzTarget(name: "shared-files", longest: 128, run: fuzzSharedFiles),
  FuzzTarget(name: "outline", longest: 512, run: fuzzOutline),
  FuzzTarget(name: "slider", longest: 512, run: fuzzSlider),
  FuzzTarget(name: "survey", longest: 512, run: fuzzSurvey),
  FuzzTarget(name: "command-line", longest: 512, run: fuzzCommandLine),
  FuzzTarget(name: "voice", longest: 2048, run: fuzzVoice),
]

/// Ends the program, so that the fuzzer stores the input, unless a promise was kept.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) { if !isKept { fatalError(promise()) } }

/// libFuzzer's function has no context.
nonisolated(unsafe) private var chosen = fuzzTargets[0]

/// `fuzz TARGET ARGUMENTS OF LIBFUZZER`, and `fuzz` alone prints the names of all targets. `tools/fuzz` runs it.
@main enum Fuzz {
  static func main() {
    var words = CommandLine.arguments
    guard words.count > 1 else { return print(fuzzTargets.map { $0.name }.joined(separator: "\n")) }
    guard let target = (fuzzTargets + [brokenTarget]).first(where: { $0.name == words[1] }) else {
      FileHandle.standardError.write(Data("fuzz: there is no target \(words[1])\n".utf8))
      exit(2)
    }
    chosen = target
    words.remove(at: 1)
    words.insert("-max_len=\(target.longest)", at: 1)
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(capacity: words.count + 1)
    for (i, word) in words.enumerated() { arguments![i] = strdup(word) }
    arguments![words.count] = nil
    var count = Int32(words.count)
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }
}
