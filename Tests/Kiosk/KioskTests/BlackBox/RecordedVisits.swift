import Display
import Foundation
import Screens
import Settings
import StarSlider
import Survey
import System
import TestSupport
import Testing
import Touch

@testable import Kiosk

/// Visitors who touch at random: mostly the widgets of the screen, sometimes anything else, with one or two fingers, with taps of no duration,
/// and with keys. Some walk away.
final class RandomVisitors: TouchInput, KeyInput {
  private var random: SplitMix64
  private let transform: ScreenTransform
  private var left: Int
  private var next: Int64
  private var screen: Screen?
  /// The contacts that are down, with the moves that each still makes.
  private var down: [(contact: Int32, moves: Int32, place: Point<LayoutSpace>)] = []
  private var number: Int32 = 0
  private var key: KeypadKey?

  init(_ count: Int, seed: UInt64, on transform: ScreenTransform, at now: Int64) {
    (random, left, self.transform, next) = (SplitMix64(seed: seed), count, transform, now + 500_000_000)
  }

  var deadline: Int64? { isOver ? nil : next }
  var isOver: Bool { left <= 0 && down.isEmpty && key == nil }
  func watch(with poller: Poller) {}
  var hasUnreadInput: Bool { false }

  func update(_ machine: SurveyMachine, _ screen: Screen, at now: Int64) {
    self.screen = screen
    if machine.isHome { left -= 1 }
  }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    if now < next || isOver { return }
    next = now + Int64(random.int32(in: 1_000_000...400_000_000))
    if !down.isEmpty && !random.oneIn(8) {
      let index = Int(random.next() % UInt64(down.count))
      if down[index].moves > 0 {
        down[index].moves -= 1
        down[index].place = place()
        next = now + 8_000_000
        return emit(event(.moved, down[index], now))
      }
      let contact = down.remove(at: index)
      return emit(event(random.oneIn(20) ? .cancelled : .ended, contact, now))
    }
    if random.oneIn(6) {
      key = random.element(of: Key.allCases.map { .control($0) } + [.previous, .next, .back, .speech])
      return
    }
    // A visitor who has walked away.
    if random.oneIn(40) { next = now + 60_000_000_000 }
    number += 1
    let contact = (number, random.oneIn(3) ? random.int32(in: 1...6) : 0, place())
    emit(event(.began, contact, now))
    if random.oneIn(10) { return emit(event(.ended, contact, now)) }
    down.append(contact)
  }

  func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool {
    guard let key else { return false }
    self.key = nil
    emit(key, now - 3_000_000)
    return true
  }

  private func event(_ phase: TouchPhase, _ contact: (Int32, Int32, Point<LayoutSpace>), _ now: Int64) -> TouchEvent<
    PhysicalSpace
  > { TouchEvent(phase, contact: contact.0, at: transform.toPhysical(contact.2), time: now) }

  private func place() -> Point<LayoutSpace> {
    let actions: [Action] = [
      .start, .done, .startOver, .languages, .language(random.int32(in: 0...1)), .contrast, .option(0), .option(1),
      .option(random.int32(in: 0...10)),
    ]
    let known = actions.compactMap { screen?.bounds(of: $0)?.center }
    if !known.isEmpty && !random.oneIn(4) { return random.element(of: known) }
    if let stars = screen?.slider?.layout.bounds, random.oneIn(2) {
      return Point(x: Fixed(random.int32(in: stars.minX...stars.maxX)), y: stars.center.y)
    }
    let size = transform.layout
    return Point(
      x: Fixed(raw: random.int32(in: 0...(size.width * 256 - 1))),
      y: Fixed(raw: random.int32(in: 0...(size.height * 256 - 1))))
  }
}

/// A kiosk in virtual time with a black box.
struct RecordedKiosk {
  let folder: URL
  let settings: Settings
  let ring: BlackBoxRing
  let kiosk: Kiosk

  static let survey = """
    [kiosk]
    access = yes
    pixel-shift = 1
    half-given = keep
    [question a]
    reasons = slow, loud
    reasons-up-to = 2
    order = rotate
    [question b]
    kind = faces
    [question c]
    kind = choice
    options = x, y, z
    several = yes
    order = random
    [question d]
    kind = nps
    [text en]
    name = English
    question a = How was it?
    question b = And the rest?
    question c = What did you use?
    question d = Would you recommend us?
    reason slow = Slow
    reason loud = Loud
    option x = The sauna
    option y = The pool
    option z = The restaurant
    [text de]
    name = Deutsch
    question a = Wie war es?
    question b = Und der Rest?
    question c = Was haben Sie benutzt?
    question d = Empfehlen Sie uns?
    reason slow = Langsam
    reason loud = Laut
    option x = Die Sauna
    option y = Das Bad
    option z = Das Restaurant
    """

  static func settings(_ text: String) throws -> Settings {
    var builder = SettingsBuilder()
    builder.phrasesFolder = Program.phrases
    builder.read(Array(text.utf8), name: "k.conf")
    return try builder.build { (path) throws(Diagnostic) in
      do throws(SystemError) { return try readRegularFile(path) } catch {
        throw Diagnostic(place: path, reason: error.message)
      }
    }
  }

  /// - Parameter makeInput: Creates the touchscreen and the keys.
  init(
    _ text: String = RecordedKiosk.survey, size: Size<PhysicalSpace> = Size(width: 320, height: 240),
    _ rotation: Rotation = .none, format: PixelFormat = .rgb565,
    _ makeInput: (ScreenTransform, Clock) -> (any TouchInput, any KeyInput)
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "box-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    settings = try Self.settings(text)
    ring = try #require(try BlackBoxRing("ring", in: SharedFolder(folder.path)) { _ in })
    let box = BlackBox(ring, BlackBoxStore(in: folder.path))
    let display = try #require(MemoryDisplay(size: size, format: format, buffers: 2))
    let transform = ScreenTransform(physical: size, rotation: rotation)
    let clock = Clock(isVirtual: true)
    let (touch, keys) = makeInput(transform, clock)
    let status = StatusFile()
    kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: format),
      Kiosk.Devices(
        display: display, transform: transform, touch: touch, keys: keys,
        answers: try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 100_000),
        console: nil,
        film: nil, trace: nil, platform: PlatformServices(settings, at: clock.now), status: status, box: box,
        speech: Speech(settings, VoicePipe(status, clock, in: folder.path))),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
  }

  var file: BlackBoxFile { BlackBoxFile(ring.records, .fault, isFull: ring.isFull) }

  /// Runs the records again.
  func replayed(_ box: BlackBoxFile? = nil) throws -> BlackBoxReplay {
    let replay = BlackBoxReplay(settings, hash: 0)
    try replay.run(box ?? file)
    return replay
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
