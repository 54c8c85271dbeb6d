import Basics
import CVoice
import System

/// A sound card that plays one channel of 16 bits. It is opened when there is something to play, and again after it has failed.
///
/// ALSA's descriptors are not polled, because programs between this one and the card wake up at other times. The caller sleeps for as long
/// as the card needs for the frames that it has.
final class Sound {
  /// How much sound the card has at most, in milliseconds: the time after which a new sound is audible.
  static var milliseconds: Int { 40 }
  /// How much is given to the card at once, in milliseconds.
  static var chunkMilliseconds: Int { 10 }
  /// The time after which a card that plays nothing has failed, in nanoseconds.
  private static var patience: Int64 { 1_000_000_000 }
  /// The shortest time to sleep, in nanoseconds, because ALSA's mixer of several programs plays in portions of 20 ms.
  private static var shortestPause: Int64 { 2_500_000 }
  /// The time after a failure in which the card is not opened again for a tone, in nanoseconds, because a finger on the stars makes many.
  private static var pause: Int64 { 250_000_000 }

  enum Room {
    /// A chunk fits.
    case ready
    /// A chunk will fit at this time of the monotonic clock in nanoseconds.
    case later(Int64)
    /// The card is gone. The reason is empty if `open` has told it.
    case failed(String)
  }

  private let chosen: String?
  /// ALSA's name of the card that was opened last.
  private var device = ""
  let framesPerSecond: Int
  private var card: OpaquePointer?
  /// The size of the card's buffer in frames.
  private var size = 0
  private var isPlaying = false
  /// The frames that waited at the last look, and the time since which they are as many.
  private var (waiting, unchangedSince) = (0, Int64(0))
  private var failedAt: Int64?

  /// - Parameter device: ALSA's name of the card; `nil` for the one on USB that was connected last, otherwise "default".
  init(device: String?, framesPerSecond: Int) {
    chosen = device
    self.framesPerSecond = framesPerSecond
  }

  var framesPerChunk: Int { frames(Self.chunkMilliseconds) }

  private func frames(_ milliseconds: Int) -> Int { framesPerSecond * milliseconds / 1000 }

  /// Opens the card unless it is open. Returns why that is not possible, or `nil`.
  ///
  /// - Parameter waits: Whether to wait a while after a failure. The reason is then empty.
  func open(waits: Bool) -> String? {
    let wanted = chosen ?? Self.newest
    if let card {
      // A card that was unplugged meanwhile is closed, and perhaps there is another one.
      let room = unsafe cv_room(card)
      if wanted.utf8.elementsEqual(device.utf8) && (room >= 0 || Self.hasOnlyStopped(room)) { return nil }
      close()
    }
    device = wanted
    let loading = unsafe cv_load(cv_library_asound)
    if let reason = unsafe loading.reason {
      return unsafe "cannot load " + String(cString: loading.soname) + ": " + String(cString: reason) + "; install "
        + String(cString: loading.package)
    }
    if waits, let failedAt, MonotonicClock.now() - failedAt < Self.pause { return "" }
    let (rate, latency) = (UInt32(framesPerSecond), UInt32(Self.milliseconds * 1000))
    let failure = unsafe cv_open_sound(device, rate, latency, &card, &size)
    if failure < 0 {
      failedAt = MonotonicClock.now()
      return "no sound card: cannot open " + device + ": " + Self.text(failure)
        + "; connect one, or check the user's group audio"
    }
    isPlaying = false
    changed(to: 0)
    return nil
  }

  /// The card that was connected last: headphones of a visitor have been plugged in after all others.
  private static var newest: String {
    let card = USBSoundCard.connected().max { $0.since < $1.since }
    return card.map { "plughw:\($0.number)" } ?? "default"
  }

  /// Returns when the card can take a chunk. Begins to play when it can take no more.
  func room() -> Room {
    guard let card else { return .failed("") }
    var room = unsafe cv_room(card)
    if Self.hasOnlyStopped(room) {
      let failure = unsafe cv_prepare(card)
      if failure < 0 { return fail(failure) }
      isPlaying = false
      room = size
    }
    if room < 0 { return fail(Int32(truncatingIfNeeded: room)) }
    let now = MonotonicClock.now()
    if size - room != waiting { changed(to: size - room, at: now) }
    let excess = waiting + framesPerChunk - min(frames(Self.milliseconds), size)
    if excess <= 0 { return .ready }
    if !isPlaying {
      let failure = unsafe cv_play(card)
      if failure < 0 { return fail(failure) }
      isPlaying = true
      changed(to: waiting, at: now)
    }
    if now - unchangedSince > Self.patience { return fail(-ETIMEDOUT) }
    return .later(now + max(Int64(excess) * 1_000_000_000 / Int64(framesPerSecond), Self.shortestPause))
  }

  /// Gives a chunk to the card, after `room()` has returned `ready`. A failure is found by the next call of `room()`.
  func write(_ chunk: [Int16]) {
    guard let card else { return }
    var written = 0
    while written < chunk.count {
      let count = unsafe chunk.withUnsafeBufferPointer {
        unsafe cv_write(card, $0.baseAddress! + written, chunk.count - written)
      }
      if count <= 0 { return }
      written += count
    }
  }

  /// Whether the card is open. An open card may play silence, for which it needs power.
  var isOpen: Bool { unsafe card != nil }

  func close() {
    unsafe cv_close_sound(card)
    card = nil
  }

  private func fail(_ failure: Int32) -> Room {
    let reason = failure == -ETIMEDOUT ? "it plays nothing" : Self.text(failure)
    close()
    failedAt = MonotonicClock.now()
    return .failed("no sound card: " + device + " has failed: " + reason + "; it is opened again for the next text")
  }

  /// Whether a failure means that the card has played everything, or was suspended with the machine.
  private static func hasOnlyStopped(_ failure: Int) -> Bool { failure == -Int(EPIPE) || failure == -Int(ESTRPIPE) }

  private func changed(to count: Int, at now: Int64 = MonotonicClock.now()) { (waiting, unchangedSince) = (count, now) }

  private static func text(_ failure: Int32) -> String {
    unsafe lowercasingFirst(String(cString: cv_sound_error(failure)))
  }
}
