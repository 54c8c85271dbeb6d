import Basics
import CVoice
import System
import Voice

/// Executes the commands on standard input until it ends.
///
/// Everything happens in one thread. espeak-ng makes speech in small parts and calls `hear` with each; there the service waits for the
/// sound card, and executes the commands that arrive meanwhile.
///
/// | it does | it waits for | then |
/// | --- | --- | --- |
/// | nothing | a command | executes it |
/// | speak: a part of the speech | room in the card's buffer, or a command | mixes and writes a chunk; after `stop`, the next utterance |
/// | play a tone, or silence after the last sound | the same | the same |
final class VoiceService {
  /// The time without commands after which the sound card is closed, in nanoseconds: a minute, because opening it delays a tone.
  private static var timeUntilClosing: Int64 { 60_000_000_000 }

  private let input = CommandInput()
  private let sound: Sound
  private let speech = Speech()
  private let state: StateFile
  private var trace: Trace
  private var queue = UtteranceQueue()
  private var mixer: Mixer
  /// The frames for the card: speech until it is full, then mixed.
  private var chunk: [Int16] = []
  /// The number of silent chunks that the card still needs. Without them it would repeat old sounds, since it plays its buffer in a circle.
  private var silentChunks = 0
  /// What is being spoken.
  private var current: Utterance?
  /// Whether the current utterance ends with this chunk.
  private var isStopping = false

  init(_ options: Options) {
    sound = Sound(device: options.device, framesPerSecond: Speech.usualRate)
    mixer = Mixer(framesPerSecond: Speech.usualRate, volume: VoiceCommand.safeVolume)
    state = StateFile(options.state)
    trace = Trace(isOn: options.isTracing)
    chunk.reserveCapacity(sound.framesPerChunk)
  }

  func run() throws(ProgramError) {
    while !input.hasEnded {
      if let utterance = queue.next() {
        speak(utterance)
      } else if mixer.isSounding || silentChunks > 0 || !chunk.isEmpty {
        playRest()
      } else {
        rest()
      }
    }
    // Play what `stop` has left: the end of the last chunk.
    while silentChunks > 0 { playRest() }
  }

  /// Waits for commands. Closes the card after a while without any.
  private func rest() {
    let deadline = sound.isOpen ? MonotonicClock.now() + Self.timeUntilClosing : nil
    let commands = input.commands(until: deadline)
    execute(commands)
    if let deadline, commands.isEmpty, MonotonicClock.now() >= deadline { sound.close() }
  }

  private func execute(_ commands: [VoiceCommand]) {
    for command in commands {
      switch command {
      case .say(let language, let text): queue.add(language: language, text: text)
      case .stop: stop()
      case .rate(let percent): queue.rate = percent
      case .volume(let percent): mixer.setVolume(percent)
      case .tone(let hertz, let milliseconds):
        if open(waits: true) { mixer.startTone(hertz: hertz, milliseconds: milliseconds) }
      }
    }
    if input.hasEnded { stop() }
  }

  private func stop() {
    queue.removeAll()
    mixer.stop()
    isStopping = current != nil
  }

  /// Whether the sound card is open.
  private func open(waits: Bool = false) -> Bool {
    guard let reason = sound.open(waits: waits) else {
      state.set(.sound)
      return true
    }
    // Without a reason, it was not tried, because it has just failed.
    if !reason.utf8.isEmpty { state.set(.sound, reason) }
    return false
  }

  private func speak(_ utterance: Utterance) {
    do throws(Speech.Failure) { try speech.prepare(utterance.language) } catch {
      return state.set(error.kind, error.message)
    }
    state.set(.speech)
    if !open() { return }
    trace.began(utterance)
    mixer.startSpeech()
    current = utterance
    let context = Unmanaged.passUnretained(self).toOpaque()
    unsafe speech.speak(utterance.text, rate: utterance.rate, context) { context, frames, count, events in
      unsafe Unmanaged<VoiceService>.fromOpaque(context).takeUnretainedValue().hear(frames, count, events) ? 1 : 0
    }
    trace.ended(utterance, isStopped: isStopping)
    if isStopping { chunk.removeAll(keepingCapacity: true) }
    (current, isStopping) = (nil, false)
  }

  /// Takes a part of the current utterance. Returns whether espeak-ng shall go on.
  private func hear(_ frames: UnsafePointer<Int16>?, _ count: Int32, _ events: UnsafePointer<espeak_EVENT>) -> Bool {
    guard let frames = unsafe frames, let current else { return true }
    unsafe trace.add(events, of: current)
    for i in 0..<Int(count) {
      unsafe chunk.append(frames[i])
      if chunk.count == sound.framesPerChunk { playChunk(hasSpeech: true) }
      if isStopping { return false }
    }
    return true
  }

  /// Plays the end of the speech, or none, then silence.
  private func playRest() {
    let hasSpeech = !chunk.isEmpty
    while chunk.count < sound.framesPerChunk { chunk.append(0) }
    playChunk(hasSpeech: hasSpeech)
  }

  /// Gives the full chunk to the card when it has room. Executes commands until then. If the card is gone, what is being said ends.
  private func playChunk(hasSpeech: Bool) {
    defer { chunk.removeAll(keepingCapacity: true) }
    while true {
      switch sound.room() {
      case .ready:
        // Otherwise a `stop` would be read only when the card has enough.
        if !input.hasEnded { execute(input.commands(until: 0)) }
        let isAudible = hasSpeech || mixer.isSounding
        mixer.mix(&chunk)
        sound.write(chunk)
        silentChunks = isAudible ? Sound.milliseconds / Sound.chunkMilliseconds + 1 : silentChunks - 1
        return
      case .later(let time):
        if input.hasEnded {
          sleep(nanoseconds: time - MonotonicClock.now())
        } else {
          execute(input.commands(until: time))
        }
      case .failed(let reason):
        if !reason.utf8.isEmpty { state.set(.sound, reason) }
        mixer.stop()
        (silentChunks, isStopping) = (0, current != nil)
        return
      }
    }
  }
}
