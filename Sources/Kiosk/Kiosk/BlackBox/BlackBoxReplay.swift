import Basics
import KioskStatus
import Screens
import Settings
import StarSlider
import Survey
import Touch

/// Runs a black box again, and compares the frames that stood still.
///
/// A replay begins at a checkpoint, between two visits. It pauses where a screen depends on more than the visitor, such as the service screen
/// or a closed kiosk, and continues at the next checkpoint.
final class BlackBoxReplay {
  /// A frame that stood still.
  struct Still: Hashable {
    let time: Int64
    let screen: SurveyScreen
    /// Whether the replay shows the same pixels; `nil` if it was paused.
    let isSame: Bool?
  }

  private let settings: Settings
  private let hash: UInt64
  private var kiosk: ReplayedKiosk?
  private var place: BlackBoxRecord?
  private var area: Millimeters?
  /// The screen that was recorded last.
  private var screen = SurveyScreen.attract
  /// Whether the replay shows what was recorded.
  private var isRunning = false
  private var isCheckpoint = false
  private(set) var stills: [Still] = []
  /// Whether a checkpoint has another configuration than this replay.
  private(set) var hasOtherConfiguration = false
  /// Where the replay showed another screen than the kiosk.
  private(set) var detours: [(time: Int64, shown: SurveyScreen, recorded: SurveyScreen)] = []

  /// - Parameter hash: The hash of the file that `settings` were read from.
  init(_ settings: Settings, hash: UInt64) { (self.settings, self.hash) = (settings, hash) }

  /// The longest side of a screen, and its most pixels. A file with more is damaged.
  private static var longestSide: Int32 { 8192 }
  private static var mostPixels: Int64 { 40_000_000 }
  /// What a file with an impossible record is.
  private static var invalid: KioskError {
    .failure("cannot replay the black box: it has invalid records; copy it again")
  }

  func run(_ box: BlackBoxFile) throws(KioskError) {
    for entry in box.entries { try handle(entry.record, at: entry.time) }
  }

  private func handle(_ record: BlackBoxRecord, at now: Int64) throws(KioskError) {
    switch record.kind {
    case .clock: isCheckpoint = isCheckpoint || record.detail == 1
    case .area: area = Millimeters("\(record.a)x\(record.b)")
    case .display: try place(record)
    case .configuration:
      let isOther = UInt64(bitPattern: record.whole) != hash
      hasOtherConfiguration = hasOtherConfiguration || isOther
    case .screen: try follow(record, at: now)
    case .frame:
      let isSame = isRunning ? try kiosk?.frameHash() == UInt64(bitPattern: record.whole) : nil
      stills.append(Still(time: now, screen: screen, isSame: isSame))
    case .shift: if let kiosk { kiosk.shift = try shift(record.a, record.b) }
    case .began, .moved, .ended, .cancelled, .brief, .key, .event, .release:
      if isRunning, let kiosk { try pass(record, to: kiosk, at: now) }
    case .late, .phantom, .wall, .faults, .stall, .outcome, .end: break
    }
  }

  private func shift(_ x: Int32, _ y: Int32) throws(KioskError) -> ScreenShift {
    let room = min(BurnInShift.largestSide, (kiosk?.screen.maximumShift ?? 0) + 1)
    if x < 0 || y < 0 || x > 0 && x >= room || y > 0 && y >= room { throw Self.invalid }
    return ScreenShift(x: x, y: y)
  }

  /// Makes a kiosk for the display of a checkpoint.
  private func place(_ record: BlackBoxRecord) throws(KioskError) {
    let (width, height) = (record.a >> 16, record.a & 0xffff)
    let (format, turns) = (Int(record.detail & 15), Int32(record.detail >> 4))
    guard width > 0, height > 0, max(width, height) <= Self.longestSide,
      Int64(width) * Int64(height) <= Self.mostPixels, PixelFormat.allCases.indices.contains(format),
      let rotation = Rotation(rawValue: turns * 90)
    else { throw Self.invalid }
    let isSame = place?.a == record.a && place?.detail == record.detail
    place = record
    if kiosk == nil || !isSame {
      let transform = ScreenTransform(physical: Size(width: width, height: height), rotation: rotation)
      var settings = settings
      settings.screen.area = area
      kiosk = try ReplayedKiosk(settings, on: transform, format: PixelFormat.allCases[format])
      isRunning = false
    }
    kiosk?.shift = try shift(record.b >> 16, record.b & 0xffff)
  }

  /// Compares the screen that the replay shows with the one that was recorded.
  private func follow(_ record: BlackBoxRecord, at now: Int64) throws(KioskError) {
    guard let recorded = SurveyScreen(index: record.detail, question: record.a) else { throw Self.invalid }
    screen = recorded
    defer { isCheckpoint = false }
    if isCheckpoint { kiosk?.rearrange(at: now) }
    if isRunning, let kiosk {
      let shown = kiosk.takeShown()
      if shown == recorded { return }
      isRunning = false
      // A visit that the kiosk dropped, because there were too many, is still being recorded here.
      var isDropped = false
      if case .recording = kiosk.machine.state { isDropped = isCheckpoint }
      if recorded.isOfVisit && !isDropped { detours.append((now, shown, recorded)) }
    }
    if isCheckpoint {
      kiosk?.begin(at: now)
      isRunning = kiosk?.machine.screen == recorded
    }
  }

  private func pass(_ record: BlackBoxRecord, to kiosk: ReplayedKiosk, at now: Int64) throws(KioskError) {
    switch record.kind {
    case .began: kiosk.handle(contact(record, .began, at: now), isBrief: false, at: now)
    case .moved: kiosk.handle(contact(record, .moved, at: now), isBrief: false, at: now)
    case .ended: kiosk.handle(contact(record, .ended, at: now), isBrief: false, at: now)
    case .brief: kiosk.handle(contact(record, .ended, at: now), isBrief: true, at: now)
    case .cancelled: kiosk.handle(contact(record, .cancelled, at: now), isBrief: false, at: now)
    case .release: kiosk.cancelTouch(at: now)
    case .key:
      guard let key = KeypadKey(index: record.a) else { throw Self.invalid }
      // The key was made at most some seconds before it was read.
      let age = UInt32(truncatingIfNeeded: now) &- UInt32(bitPattern: record.b)
      kiosk.handle(key, time: now - Int64(age), at: now)
    default:
      guard let event = BlackBoxEvent(rawValue: record.detail) else { throw Self.invalid }
      kiosk.handle(event, at: now)
    }
  }

  /// Returns a contact, at most the screen's size away from the screen.
  private func contact(_ record: BlackBoxRecord, _ phase: TouchPhase, at now: Int64) -> TouchEvent<PhysicalSpace> {
    let (width, height) = ((place?.a ?? 0) >> 16 * 256, (place?.a ?? 0) & 0xffff * 256)
    let x = min(max(record.a, -width), 2 * width)
    let y = min(max(record.b, -height), 2 * height)
    return TouchEvent(
      phase, contact: Int32(record.contact), at: Point(x: Fixed(raw: x), y: Fixed(raw: y)), time: now)
  }
}

extension SurveyScreen {
  /// Whether the screen depends only on what visitors do.
  fileprivate var isOfVisit: Bool {
    switch self {
    case .attract, .language, .question, .reasons, .thanks, .cleaning: true
    case .closed, .outOfOrder, .pin, .service, .identity: false
    }
  }
}
