import Basics
import CVoice
import System
import Voice

/// Prints what happens to each utterance on standard output, for tests: espeak-ng's events, as their sound is made, without the texts.
struct Trace {
  private var isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  mutating func began(_ utterance: Utterance) { print("\(utterance.number) begins in " + utterance.language) }

  mutating func ended(_ utterance: Utterance, isStopped: Bool) {
    print("\(utterance.number) " + (isStopped ? "is stopped" : "ends"))
  }

  /// Prints the events of a part of the speech.
  mutating func add(_ events: UnsafePointer<espeak_EVENT>, of utterance: Utterance) {
    if !isOn { return }
    var event = unsafe events
    while unsafe event.pointee.type != espeakEVENT_LIST_TERMINATED {
      let (position, length) = unsafe (event.pointee.text_position, event.pointee.length)
      switch unsafe event.pointee.type {
      case espeakEVENT_SENTENCE: print("\(utterance.number) sentence at \(position)")
      case espeakEVENT_WORD where length > 0: print("\(utterance.number) word at \(position) of \(length)")
      default: break
      }
      unsafe event += 1
    }
  }

  /// Prints a line. After a failure, such as a full disk, prints no more.
  private mutating func print(_ line: String) {
    if !isOn { return }
    do throws(SystemError) { try Standard.output(line) } catch {
      isOn = false
      Standard.error(error.message, .warning)
    }
  }
}
