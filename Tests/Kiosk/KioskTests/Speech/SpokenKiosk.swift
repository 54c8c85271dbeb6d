import Display
import Foundation
import Screens
import Settings
import StarSlider
import Survey
import System
import Testing
import Touch

@testable import Kiosk

/// A kiosk in virtual time whose speech a test reads from a pipe, as star-voice does.
final class SpokenKiosk {
  /// A keypad, and a headphone switch.
  final class Keypad: KeyInput {
    var pressed: [KeypadKey] = []
    var hasHeadphones = false

    func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool {
      for key in pressed { emit(key, now) }
      pressed = []
      return true
    }
  }

  /// A touchscreen.
  final class Glass: TouchInput {
    var event: TouchEvent<PhysicalSpace>?

    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      if let event { emit(event) }
      event = nil
    }
  }

  let folder: String
  let keypad = Keypad()
  private let glass = Glass()
  private var contact: Int32 = 0
  let status = StatusFile()
  let kiosk: Kiosk
  private var reader: Int32 = -1

  /// Questions of every kind in three languages.
  static let survey = """
    [kiosk]
    animation = no
    [question service]
    reasons = waiting, staff
    reasons-up-to = 2
    [question visit]
    kind = faces
    [question friend]
    kind = nps
    [question ease]
    kind = effort
    size = 5
    [question again]
    kind = yes-no
    [question way]
    kind = choice
    options = bus, train
    [question used]
    kind = choice
    options = bus, train
    several = yes
    [question end]
    kind = message
    [text en]
    star-words = Very poor, Poor, Fair, Good, Excellent
    question service = How was our service?
    reason waiting = The waiting time
    reason staff = The staff
    question visit = How was your visit?
    question friend = Would you recommend us?
    ends friend = Not at all likely, Very likely
    question ease = How easy was it?
    question again = Will you come again?
    question way = How did you come?
    question used = What did you use?
    option bus = The bus
    option train = The train
    question end = We are reading every answer.
    [text de]
    star-words = Sehr schlecht, Schlecht, Mittel, Gut, Sehr gut
    question service = Wie war unser Service?
    reason waiting = Die Wartezeit
    reason staff = Das Personal
    question visit = Wie war Ihr Besuch?
    question friend = Empfehlen Sie uns weiter?
    ends friend = Sicher nicht, Auf jeden Fall
    question ease = Wie leicht war es?
    question again = Kommen Sie wieder?
    question way = Wie sind Sie gekommen?
    question used = Was haben Sie benutzt?
    option bus = Der Bus
    option train = Der Zug
    question end = Wir lesen jede Antwort.
    [text ar]
    star-words = سيئة جدًا, سيئة, مقبولة, جيدة, ممتازة
    question service = كيف كانت خدمتنا؟
    reason waiting = وقت الانتظار
    reason staff = الموظفون
    question visit = كيف كانت زيارتك؟
    question friend = هل توصي بنا؟
    ends friend = لا أبدًا, نعم بالتأكيد
    question ease = ما مدى سهولة ذلك؟
    question again = هل ستعود؟
    question way = كيف أتيت؟
    question used = ماذا استخدمت؟
    option bus = الحافلة
    option train = القطار
    question end = نقرأ كل إجابة.

    """

  /// - Parameters:
  ///   - text: The configuration.
  ///   - hasPipe: Whether star-voice reads from the beginning.
  init(_ text: String = "[voice]\nvoice = always\n" + survey, hasPipe: Bool = true) throws {
    Signal.ignore(Signal.brokenPipe)
    folder = FileManager.default.temporaryDirectory.appending(path: "voice-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = try RecordedKiosk.settings(text)
    let display = try #require(MemoryDisplay(size: Size(width: 800, height: 480), format: .rgb565))
    let transform = ScreenTransform(physical: display.size, rotation: .none)
    let clock = Clock(isVirtual: true)
    kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: display.format),
      Kiosk.Devices(
        display: display, transform: transform, touch: glass, keys: keypad,
        answers: try AnswerRecorder(folder + "/j.sqlite", kioskID: "t", limit: 1000), console: nil, film: nil,
        trace: nil, platform: PlatformServices(settings, at: clock.now), status: status,
        speech: Speech(settings, VoicePipe(status, clock, in: folder))),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    if hasPipe {
      makePipe()
      startReading()
    }
  }

  deinit {
    stopReading()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: star-voice

  private var path: String { folder + "/" + VoicePipe.name }

  func makePipe() { #expect(mkfifo(path, 0o600) == 0) }
  func removePipe() { unlink(path) }
  func startReading() { reader = open(path, O_RDONLY | O_NONBLOCK) }

  func stopReading() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  /// Returns the lines that star-voice has not read yet.
  func lines() -> [String] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &bytes, bytes.count)
    if count <= 0 { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func write(state: String) throws {
    try (state + "\n").write(toFile: folder + "/state", atomically: true, encoding: .utf8)
  }

  // MARK: A visitor

  /// Presses keys. Returns what is said to them.
  @discardableResult func press(_ keys: KeypadKey...) -> [String] {
    var said: [String] = []
    for key in keys {
      // No hand is faster.
      pass(milliseconds: 150)
      said += pressAtOnce(key)
    }
    return said
  }

  func pressAtOnce(_ key: KeypadKey) -> [String] {
    keypad.pressed = [key]
    kiosk.handleKeys()
    kiosk.updateSpeech()
    return lines()
  }

  /// Touches the glass. Returns what is said at once.
  @discardableResult func touch(_ phase: TouchPhase, _ place: Point<LayoutSpace>) -> [String] {
    if phase == .began { contact += 1 }
    glass.event = TouchEvent(phase, contact: contact, at: Point(x: place.x, y: place.y), time: kiosk.clock.now)
    kiosk.handleTouches()
    kiosk.updateSpeech()
    return lines()
  }

  /// Slides over the glass from one place to another, and rests there. Returns what is said.
  func slide(_ from: Point<LayoutSpace>, _ to: Point<LayoutSpace>) -> [String] {
    var said = touch(.began, from)
    for step in 1...10 as ClosedRange<Int32> {
      said += pass(milliseconds: 40)
      let (x, y) = ((to.x.raw - from.x.raw) / 10 * step, (to.y.raw - from.y.raw) / 10 * step)
      said += touch(.moved, Point(x: from.x + Fixed(raw: x), y: from.y + Fixed(raw: y)))
    }
    said += pass(milliseconds: 400)
    return said + touch(.ended, to) + pass(milliseconds: 700)
  }

  /// Taps twice. Returns what is said from the end of the second tap on.
  func doubleTap(_ place: Point<LayoutSpace>) -> [String] {
    touch(.began, place)
    pass(milliseconds: 80)
    touch(.ended, place)
    pass(milliseconds: 120)
    touch(.began, place)
    pass(milliseconds: 80)
    return touch(.ended, place)
  }

  /// Lets time pass. Returns what is said meanwhile.
  @discardableResult func pass(milliseconds: Int64) -> [String] {
    kiosk.updateSpeech()
    let end = kiosk.clock.now + milliseconds * 1_000_000
    while true {
      let deadline = min(kiosk.machine.deadline ?? .max, kiosk.presenter.speech?.deadline ?? .max)
      kiosk.clock.advance(to: min(deadline, end))
      kiosk.clock.update()
      if kiosk.clock.now >= kiosk.machine.deadline ?? .max { kiosk.handle(.timePassed) }
      kiosk.updateSpeech()
      if deadline > end { return lines() }
    }
  }

  var place: ScreenSpeech.Place {
    ScreenSpeech.Place(
      kiosk.machine.screen, language: kiosk.machine.language, hasContrast: kiosk.machine.hasContrast)
  }

  /// The lines that announce the screen as it is.
  var announcement: [String] {
    let said = kiosk.configuration.model.screens.speech?.announcement(of: place, on: kiosk.presenter.screen) ?? []
    return said.map { "say \($0.language) \($0.text)" }
  }
}

extension KeypadKey {
  static var enter: KeypadKey { .control(.enter) }
  static var left: KeypadKey { .control(.left) }
  static var right: KeypadKey { .control(.right) }
  static var up: KeypadKey { .control(.up) }
  static var down: KeypadKey { .control(.down) }
}
