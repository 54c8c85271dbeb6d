import Survey

/// Whether a visitor hears the screens, as a pure state machine. Times are nanoseconds of the monotonic clock.
///
/// | state | event | next state | effects |
/// | --- | --- | --- | --- |
/// | off | the speech key | on | begin, announce |
/// | off | headphones stay plugged in for a moment | on | begin, announce |
/// | off, headphones plugged in | a key | on | begin, announce |
/// | on | the speech key | on | stop, announce |
/// | on | a key, a touch | on | stop |
/// | on | a finger reaches something, or leaves it | on | stop |
/// | on | a finger rests on something for a moment | on | tell |
/// | on | louder, quieter | on, another volume | stop, volume |
/// | on | faster, slower | on, another speed | stop, speed |
/// | on | a screen is shown, unless the same one was shown without a key or a touch in between | on | announce |
/// | on demand, on | the visit has ended | off | end |
/// | on demand, on | headphones stay unplugged for a moment | off | stop, end |
/// | on demand, on, between visits | no key and no touch for a minute | off | end |
/// | always on | the visit has ended | on, volume and speed as at first | begin |
///
/// Other events change nothing. A switch that is stuck therefore starts speech only with a key, and a touch never starts it. Neither does the
/// state of the headphones count as a visitor's activity: it does not end a visit, and holds none.
struct SpeechState {
  enum Event: Hashable {
    case key
    case touch
    /// A finger is on another button or value than before, or beside all of them.
    case reachedTarget, leftTarget
    case speechKey
    case louder, quieter
    case faster, slower
    /// The state of the headphone switches.
    case headphones(Bool)
    /// A screen is shown; `isHome` if no visit is in progress.
    case shown(SurveyScreen, isHome: Bool)
    /// Time has passed; `deadline` is when to report it.
    case timePassed
  }

  /// What to do, in this order.
  struct Effects: OptionSet, Hashable {
    let rawValue: UInt8

    /// The visitor no longer listens.
    static let end = Effects(rawValue: 1)
    /// Set volume and speed. The visitor listens from now on.
    static let begin = Effects(rawValue: 2)
    /// Silence what is being said.
    static let stop = Effects(rawValue: 4)
    /// Set the volume, and say it.
    static let volume = Effects(rawValue: 8)
    /// Set the speed, and say it.
    static let speed = Effects(rawValue: 16)
    /// Say what the screen is.
    static let announce = Effects(rawValue: 32)
    /// Say what the finger is on.
    static let tell = Effects(rawValue: 64)
  }

  /// The volume and the speed at which each visitor begins, in percent.
  static var safeVolume: Int32 { 50 }
  static var usualSpeed: Int32 { 100 }
  private static var volumes: ClosedRange<Int32> { 10...100 }
  private static var speeds: ClosedRange<Int32> { 50...300 }
  /// How long a switch must keep its state, because a plug makes and breaks contact several times.
  static var settling: Int64 { 300_000_000 }
  /// How long a finger rests before what it is on is said. It is shorter than the pause of a double tap, of which nothing should be said.
  static var rest: Int64 { 250_000_000 }
  /// The time without a key or touch after which speech ends between visits.
  static var patience: Int64 { 60_000_000_000 }

  let isAlways: Bool
  private(set) var isOn: Bool
  private(set) var volume = safeVolume
  private(set) var speed = usualSpeed
  /// Whether headphones are plugged in; `nil` before that is known.
  private var isPlugged: Bool?
  /// When the switch has changed its state, unless it has settled.
  private var changedAt: Int64?
  private var isHome = true
  /// When the finger has rested.
  private var restsAt = Int64.max
  /// When a key or the glass was used last.
  private var usedAt: Int64 = 0
  /// Whether a key or a touch has come since the last screen without a visit.
  private var isUsed = false
  /// The screen that was shown last, if no key and no touch has come since.
  private var untouched: SurveyScreen?

  init(isAlways: Bool) { (self.isAlways, isOn) = (isAlways, isAlways) }

  /// When to report `timePassed`; `.max` for never.
  var deadline: Int64 {
    let settled = min(changedAt.map { $0 + Self.settling } ?? .max, restsAt)
    return isOn && !isAlways && isHome ? min(settled, usedAt + Self.patience) : settled
  }

  mutating func handle(_ event: Event, at now: Int64) -> Effects {
    switch event {
    case .key:
      note(at: now)
      if isOn { return .stop }
      return isPlugged == true ? begin() : []
    case .touch:
      note(at: now)
      return isOn ? .stop : []
    case .reachedTarget, .leftTarget:
      if !isOn { return [] }
      restsAt = event == .reachedTarget ? now + Self.rest : .max
      return .stop
    case .speechKey:
      note(at: now)
      return isOn ? [.stop, .announce] : begin()
    case .louder: return change(at: now, .volume) { $0.volume = min($0.volume + 10, Self.volumes.upperBound) }
    case .quieter: return change(at: now, .volume) { $0.volume = max($0.volume - 10, Self.volumes.lowerBound) }
    case .faster: return change(at: now, .speed) { $0.speed = min($0.speed + 25, Self.speeds.upperBound) }
    case .slower: return change(at: now, .speed) { $0.speed = max($0.speed - 25, Self.speeds.lowerBound) }
    case .headphones(let isPlugged):
      // What is plugged in from the start does not mean that a visitor has come.
      if self.isPlugged == nil { self.isPlugged = isPlugged }
      changedAt = isPlugged == self.isPlugged ? nil : changedAt ?? now
      return []
    case .shown(let screen, let isHome): return show(screen, isHome: isHome)
    case .timePassed: return handleTime(at: now)
    }
  }

  private mutating func note(at now: Int64) { (usedAt, isUsed, untouched, restsAt) = (now, true, nil, .max) }

  private mutating func begin() -> Effects {
    (isOn, volume, speed) = (true, Self.safeVolume, Self.usualSpeed)
    return [.begin, .announce]
  }

  private mutating func change(at now: Int64, _ effect: Effects, _ apply: (inout Self) -> Void) -> Effects {
    if !isOn { return [] }
    note(at: now)
    apply(&self)
    return [.stop, effect]
  }

  private mutating func show(_ screen: SurveyScreen, isHome: Bool) -> Effects {
    let (isRepeated, hasEnded) = (untouched == screen, isHome && isUsed)
    (self.isHome, untouched, restsAt) = (isHome, screen, .max)
    if isHome { isUsed = false }
    if hasEnded && !isAlways { return endSpeech() }
    if !isOn || isRepeated { return [] }
    if !hasEnded || (volume, speed) == (Self.safeVolume, Self.usualSpeed) { return .announce }
    return begin()
  }

  private mutating func endSpeech() -> Effects {
    defer { isOn = false }
    return isOn ? .end : []
  }

  private mutating func handleTime(at now: Int64) -> Effects {
    if now >= restsAt {
      restsAt = .max
      return isOn ? .tell : []
    }
    if let changed = changedAt, now >= changed + Self.settling {
      changedAt = nil
      isPlugged = isPlugged != true
      usedAt = now
      if isPlugged == true { return isOn ? [] : begin() }
      return isOn && !isAlways ? endSpeech().union(.stop) : []
    }
    return isOn && !isAlways && isHome && now >= usedAt + Self.patience ? endSpeech() : []
  }
}
