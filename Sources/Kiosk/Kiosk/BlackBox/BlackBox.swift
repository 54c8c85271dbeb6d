import Basics
import Display
import KioskStatus
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// Records what happens at the glass, in memory of a fixed size, and keeps it on disk after a fault, a stall, a crash, or when the service
/// screen is asked for.
///
/// Nothing is recorded while the PIN or the service screen is shown, so that a black box does not contain the PIN.
final class BlackBox {
  private let ring: BlackBoxRing
  private let store: BlackBoxStore?
  /// Whether the PIN or the service screen is shown.
  private var isPaused = false
  /// The hash of the configuration in effect.
  var configuration: UInt64 = 0
  /// The size of the picture in millimeters; `nil` if it is unknown.
  var area: Millimeters?
  private var faults: Faults = []
  private var shift = ScreenShift.none
  var hash = FrameHash()
  /// Whether the next round has to compute more of the hash.
  var isHashing = false
  /// Whether the last contact is on the glass. It is read by a function, because a property that others can read is guarded at each store.
  private var hasContact = false
  /// Whether something was recorded since the last hash.
  private var isFrameAwaited = false
  /// Whether the start screen is shown. Its stars light up and fade, so only its first frame gets a hash.
  private var isStart = false
  /// Why the records are to be kept, once no visitor waits; `nil` if they are not.
  private var reason: BlackBoxReason?
  /// When black boxes were written within the last hour, in nanoseconds of the monotonic clock.
  private var writes: [Int64] = []
  /// When to look for files that are to be erased.
  private(set) var nextErasing: Int64 = 0

  /// The shortest interruption that is recorded, in nanoseconds.
  static var shortestStall: Int64 { 1_000_000_000 }
  /// The shortest interruption for which the records are kept, in nanoseconds.
  private static var longStall: Int64 { 3_000_000_000 }
  private static var hour: Int64 { 3_600_000_000_000 }

  init(_ ring: BlackBoxRing, _ store: BlackBoxStore?) { (self.ring, self.store) = (ring, store) }

  /// Creates the black box of this process in its runtime folder, and keeps what a kiosk that crashed has left there. Returns `nil` if there
  /// is no such folder, or if another kiosk uses it.
  static func start() -> BlackBox? {
    guard let place = KioskStatus.blackBox else { return nil }
    let store = BlackBoxStore.own
    do throws(SystemError) {
      let ring = try BlackBoxRing(fileName(of: place), in: SharedFolder(parentFolder(of: place))) { words in
        if store?.reachesHourlyLimit(at: WallClock.now()) != true {
          keep(BlackBoxFile(words, .crash, isFull: words.count == 2 * BlackBoxRing.capacity), in: store)
        }
      }
      return ring.map { BlackBox($0, store) }
    } catch {
      Standard.error("there is no black box: " + error.message, .warning)
      return nil
    }
  }

  private static func keep(_ box: BlackBoxFile, in store: BlackBoxStore?) {
    guard let store, !box.entries.isEmpty else { return }
    do throws(SystemError) {
      let path = try store.keep(box)
      // Other reasons are in the log as themselves.
      if box.reason == .crash { Standard.error("the last minutes before a crash are in " + path, .notice) }
    } catch { Standard.error(error.message, .warning) }
  }

  // MARK: Input

  /// Records an event of a contact that the screen handles.
  func add(_ event: TouchEvent<PhysicalSpace>, isBrief: Bool, at now: Int64) {
    hasContact = event.phase == .began || event.phase == .moved
    isFrameAwaited = !isStart
    if isPaused { return }
    // Moves are told apart first, because a drag consists of them.
    let kind = event.phase == .moved ? BlackBoxRecord.Kind.moved : Self.kind(of: event.phase, isBrief: isBrief)
    let head = UInt64(kind.rawValue) << 32 | UInt64(UInt16(truncatingIfNeeded: event.contact)) << 48
    let (x, y) = (UInt32(bitPattern: event.position.x.raw), UInt32(bitPattern: event.position.y.raw))
    ring.add(head, UInt64(x) | UInt64(y) << 32, at: now)
  }

  private static func kind(of phase: TouchPhase, isBrief: Bool) -> BlackBoxRecord.Kind {
    switch phase {
    case .began: .began
    case .moved: .moved
    case .ended: isBrief ? .brief : .ended
    case .cancelled: .cancelled
    }
  }

  /// Whether the next frame that stands still gets a hash.
  func awaitsFrame() -> Bool { isFrameAwaited }

  /// Whether a finger is on the glass.
  func isTouched() -> Bool { hasContact }

  /// Records a contact that is ignored: a phantom.
  func addPhantom(_ event: TouchEvent<PhysicalSpace>, at now: Int64) {
    let (contact, place) = (UInt16(truncatingIfNeeded: event.contact), event.position)
    if !isPaused { ring.add(BlackBoxRecord(kind: .phantom, contact: contact, a: place.x.raw, b: place.y.raw), at: now) }
  }

  /// Records a contact that was read too late.
  func addLate(_ event: TouchEvent<PhysicalSpace>, at now: Int64) {
    if !isPaused { ring.add(BlackBoxRecord(kind: .late, b: Self.milliseconds(now - event.time)), at: now) }
  }

  /// Records a key that the screen handles. `time` is the kernel's.
  func add(_ key: KeypadKey, time: Int64, at now: Int64) {
    isFrameAwaited = !isStart
    if isPaused { return }
    ring.add(BlackBoxRecord(kind: .key, a: key.index, b: Int32(truncatingIfNeeded: time)), at: now)
  }

  /// Records that all contacts were cancelled.
  func addRelease(at now: Int64) {
    hasContact = false
    if !isPaused { ring.add(BlackBoxRecord(kind: .release), at: now) }
  }

  // MARK: What follows

  /// Records an event of the survey, unless it follows from the screen.
  func add(_ event: SurveyMachine.Event, at now: Int64) {
    let code: BlackBoxEvent
    switch event {
    case .timePassed: code = .timePassed
    case .recorded: code = .recorded
    case .clean: code = .clean
    case .identify: code = .identify
    case .ending: code = .ending
    case .hearing(let isOn): code = isOn ? .hearing : .notHearing
    default: return
    }
    isFrameAwaited = !isStart
    if !isPaused { ring.add(BlackBoxRecord(kind: .event, detail: code.rawValue), at: now) }
  }

  /// Records what a screen made of a touch or a key. Values that are still being edited are not recorded, because a drag has many.
  func add(_ outcome: Screen.Outcome, at now: Int64) {
    let (code, number) = outcome.forBlackBox
    if let code, !isPaused { ring.add(BlackBoxRecord(kind: .outcome, detail: code.rawValue, a: number), at: now) }
  }

  /// Records that a screen is shown. Between visits, it begins with a checkpoint.
  func add(_ machine: SurveyMachine, on display: any Display, _ transform: ScreenTransform, at now: Int64) {
    let (index, question) = machine.screen.forBlackBox
    let isPrivate = machine.screen == .pin || machine.screen == .service
    if isPrivate && !isPaused { reason = reason ?? .service }
    (isPaused, isFrameAwaited, isStart) = (isPrivate, true, machine.screen == .attract)
    if machine.isHome {
      ring.add(BlackBoxRecord(.clock, detail: 1, whole: now), at: now)
      ring.add(BlackBoxRecord(.wall, detail: WallClock.wasSynchronised ? 1 : 0, whole: WallClock.now()), at: now)
      ring.add(BlackBoxRecord(kind: .area, a: area?.width ?? 0, b: area?.height ?? 0), at: now)
      let size = display.size
      let format = PixelFormat.allCases.firstIndex(of: display.format) ?? 0
      ring.add(
        BlackBoxRecord(
          kind: .display, detail: UInt8(format) | UInt8(transform.rotation.rawValue / 90) << 4,
          a: size.width << 16 | size.height, b: shift.x << 16 | shift.y), at: now)
      ring.add(BlackBoxRecord(.configuration, whole: Int64(bitPattern: configuration)), at: now)
    }
    ring.add(BlackBoxRecord(kind: .screen, detail: index, a: question, b: machine.language), at: now)
  }

  /// Records the faults that are present, if they have changed. New ones are a reason to keep the records.
  func add(_ faults: Faults, at now: Int64) {
    if faults == self.faults { return }
    let new = faults.subtracting(self.faults).subtracting(Self.lasting)
    self.faults = faults
    ring.add(BlackBoxRecord(kind: .faults, a: Int32(bitPattern: faults.rawValue)), at: now)
    if !new.isEmpty { reason = reason ?? .fault }
  }

  /// Faults of the machine's setup, which are there from the start and which no input explains.
  private static var lasting: Faults {
    [.clockNotSynchronised, .timeZoneMissing, .decorationMissing, .voiceSilent]
  }

  /// Records that the kiosk did nothing for some nanoseconds.
  func addStall(_ cause: BlackBoxStall, _ length: Int64, at now: Int64) {
    ring.add(BlackBoxRecord(kind: .stall, detail: cause.rawValue, a: Self.milliseconds(length)), at: now)
    if length >= Self.longStall { reason = reason ?? .stall }
  }

  /// Records where the picture is, if it has moved.
  func add(_ shift: ScreenShift, at now: Int64) {
    if shift == self.shift { return }
    self.shift = shift
    ring.add(BlackBoxRecord(kind: .shift, a: shift.x, b: shift.y), at: now)
  }

  /// Records the hash of a frame that stands still.
  func addFrame(_ hash: UInt64, at now: Int64) {
    isFrameAwaited = false
    if !isPaused { ring.add(BlackBoxRecord(.frame, whole: Int64(bitPattern: hash)), at: now) }
  }

  private static func milliseconds(_ nanoseconds: Int64) -> Int32 { Int32(clamping: nanoseconds / 1_000_000) }

  // MARK: Keeping

  /// When `Kiosk.updateBlackBox` must be called.
  func deadline(at now: Int64) -> Int64 { isHashing ? now : nextErasing }

  /// Whether `keep` would write a file.
  func isKeepingDue(at now: Int64) -> Bool {
    if reason == nil { return false }
    writes.removeAll { now - $0 >= Self.hour }
    return writes.count < BlackBoxStore.mostAnHour
  }

  /// Writes the records to a file. The caller has found that no visitor waits.
  func keep(at now: Int64) {
    guard let reason, isKeepingDue(at: now) else { return }
    self.reason = nil
    writes.append(now)
    Self.keep(BlackBoxFile(ring.records, reason, isFull: ring.isFull), in: store)
  }

  /// Erases old files, once a day.
  func eraseOld(at now: Int64) {
    nextErasing = now + 24 * Self.hour
    store?.eraseOld(now: WallClock.now(), isSynchronised: WallClock.wasSynchronised)
  }

  /// Ends the records, because the program ends by itself.
  func end(at now: Int64) {
    ring.add(BlackBoxRecord(kind: .end), at: now)
    keep(at: now)
    ring.remove()
  }
}
