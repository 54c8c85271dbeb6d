import Basics
import System
import Voice

struct Options {
  /// ALSA's name of the sound card; `nil` for the newest one on USB, otherwise "default".
  var device: String?
  /// The file for the state; `nil` for none.
  var state: String?
  var isTracing = false

  /// Parses the program's arguments, and runs the service or prints the help.
  static func main() throws(ProgramError) {
    guard let options = try syntax.read(into: Options()) else { return }
    // A log that is not read must not silence the speech.
    Standard.neverWait()
    Signal.ignore(Signal.brokenPipe)
    try VoiceService(options).run()
  }

  private static var syntax: CommandSyntax<Options> {
    CommandSyntax(
      "star-voice", "speaks the lines of its standard input", usage: ["star-voice [OPTIONS]"],
      options: [
        .text(
          "device", "NAME",
          "The sound card by its ALSA name, such as plughw:1. By default the one on USB that was connected last; without "
            + "one, \"default\"."
        ) { $0.device = $1 },
        .text("state", "FILE", "Keep a line in a file: \"ready\", or what is wrong and what to do.") { $0.state = $1 },
        .flag(
          "trace",
          "Print each utterance, sentence and word on standard output when its sound is made. Texts are not printed."
        ) { $0.isTracing = true },
      ],
      notes: [
        "Commands, one per line of at most \(LineReader.limit) bytes. Other lines are ignored.",
        """
        say LANGUAGE TEXT         Speak the text after what is being said. LANGUAGE is a code such as de or ar. At most \
        \(UtteranceQueue.capacity) texts wait; then the oldest is forgotten.
        stop                      Be silent, and forget what was to be said.
        rate PERCENT              \(range(VoiceCommand.rates)): the rate of later texts. 100 is the voice's own.
        volume PERCENT            \(range(VoiceCommand.volumes)): the volume of everything, at once. \(VoiceCommand.safeVolume) at first.
        tone HERTZ MILLISECONDS   \(range(VoiceCommand.frequencies)) Hz for \(range(VoiceCommand.durations)) ms, at once, beside speech.
        """,
        "It loads libespeak-ng1 and libasound2 at the first line that needs them. The end of the input ends the program "
          + "like stop. The sound card's buffer holds \(Sound.milliseconds) ms, so a tone sounds that much after its line.",
        "Exit status: 0 ended by the end of its input; 1 an operation failed; 2 invalid command line.",
      ])
  }

  private static func range(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
