import KioskStatus
import StarSlider
import Survey
import Touch

/// What the records of a black box tell.
struct BlackBoxHistory {
  struct Moment {
    let time: Int64
    var text: String
    /// When the text was last added to.
    var end: Int64

    init(time: Int64, text: String) { (self.time, self.text, end) = (time, text, time) }
  }

  /// Contacts that began at one place, within 2 px.
  struct Place {
    let x: Int32
    let y: Int32
    var count = 0
    /// How many of them had no duration.
    var brief = 0

    var words: String { BlackBoxHistory.place(x, y) }
    /// Whether it is unlikely that fingers made the contacts.
    var isPhantom: Bool { brief >= 3 || count >= 8 }
  }

  private(set) var moments: [Moment] = []
  private(set) var stalls: [Moment] = []
  private(set) var (begun, recorded, touches, keys, late) = (0, 0, 0, 0, 0)
  private(set) var hasEnded = false
  private(set) var screen = SurveyScreen.attract
  private(set) var display: BlackBoxRecord?
  private(set) var configuration: UInt64?
  /// All faults that were present.
  private(set) var faults: Faults = []
  private var places: [Place] = []
  /// The contacts that are down, with the moment at which each began.
  private var down: [(contact: UInt16, moment: Int, x: Int32, y: Int32)] = []

  /// The maximum number of places that are compared.
  private static var mostPlaces: Int { 64 }

  var phantoms: [Place] { places.filter { $0.isPhantom }.sorted { $0.count > $1.count } }

  static func place(_ x: Int32, _ y: Int32) -> String { "\(x >> 8), \(y >> 8)" }

  mutating func add(_ entry: BlackBoxFile.Entry) {
    let (record, time) = (entry.record, entry.time)
    switch record.kind {
    case .clock, .wall, .area, .frame, .shift: break
    case .display: display = record
    case .configuration: configuration = UInt64(bitPattern: record.whole)
    case .began: begin(record, at: time)
    case .moved: break
    case .ended, .brief, .cancelled: end(record, at: time)
    case .phantom:
      count(record, isBrief: true)
      note("an ignored contact of no duration at " + Self.place(record.a, record.b), at: time)
    case .late:
      late += 1
      note("a touch that was read " + BlackBoxTimes.seconds(Int64(record.b)) + " late did not count", at: time)
    case .key:
      keys += 1
      let name = KeypadKey(index: record.a).map { "\($0.words)" } ?? "unknown"
      note("key: " + name, at: time)
    case .outcome: add(outcome: record, at: time)
    case .screen: show(record, at: time)
    case .event: add(event: record, at: time)
    case .faults: add(faults: Faults(rawValue: UInt32(bitPattern: record.a)), at: time)
    case .stall: add(stall: record, at: time)
    case .release:
      note("another program took the screen, or the display changed: all contacts were cancelled", at: time)
    case .end:
      hasEnded = true
      note("the program ends by itself", at: time)
    }
  }

  // MARK: Contacts

  private mutating func begin(_ record: BlackBoxRecord, at time: Int64) {
    touches += 1
    count(record, isBrief: false)
    if down.count < 100 { down.append((record.contact, moments.count, record.a, record.b)) }
    note("a touch at " + Self.place(record.a, record.b), at: time)
  }

  private mutating func end(_ record: BlackBoxRecord, at time: Int64) {
    guard let index = down.firstIndex(where: { $0.contact == record.contact }) else { return }
    let began = down.remove(at: index)
    guard moments.indices.contains(began.moment) else { return }
    let length = BlackBoxTimes.seconds((time - moments[began.moment].time) / 1_000_000)
    let isDrag = max(abs(Int64(began.x) - Int64(record.a)), abs(Int64(began.y) - Int64(record.b))) > 20 << 8
    var text = isDrag ? ", dragged to " + Self.place(record.a, record.b) : ""
    text +=
      record.kind == .cancelled
      ? ", cancelled after " + length : record.kind == .brief ? ", of no duration" : ", for " + length
    // What it did follows in the same line, if nothing else has happened meanwhile.
    if began.moment == moments.count - 1 {
      moments[began.moment].text += text
      moments[began.moment].end = time
    } else {
      note("the touch at " + Self.place(began.x, began.y) + " ends" + text, at: time)
    }
    if record.kind == .brief, let place = indexOfPlace(record) { places[place].brief += 1 }
  }

  private func indexOfPlace(_ record: BlackBoxRecord) -> Int? {
    places.firstIndex {
      abs(Int64($0.x) - Int64(record.a)) <= 512 && abs(Int64($0.y) - Int64(record.b)) <= 512
    }
  }

  private mutating func count(_ record: BlackBoxRecord, isBrief: Bool) {
    var place = indexOfPlace(record)
    if place == nil && places.count < Self.mostPlaces {
      place = places.count
      places.append(Place(x: record.a, y: record.b))
    }
    guard let place else { return }
    places[place].count += 1
    if isBrief { places[place].brief += 1 }
  }

  // MARK: The survey

  private mutating func add(outcome record: BlackBoxRecord, at time: Int64) {
    guard let outcome = BlackBoxOutcome(rawValue: record.detail) else { return }
    let number = Int64(record.a) + 1
    let text =
      switch outcome {
      case .started: "begins"
      case .rated: record.a < 0 ? "answers nothing" : "answers \(record.a) steps"
      case .option: "chooses tile \(number)"
      case .language: "chooses language \(number)"
      case .languages: "asks for the languages"
      case .done: "presses the button that finishes"
      case .startOver: "starts over"
      case .contrast: "turns contrast on or off"
      case .other: "presses a button"
      }
    append(text, at: time)
  }

  private mutating func show(_ record: BlackBoxRecord, at time: Int64) {
    guard let next = SurveyScreen(index: record.detail, question: record.a) else { return }
    if screen == .attract && next != .attract { begun += 1 }
    screen = next
    append("shows: " + next.words, at: time)
  }

  private mutating func add(event record: BlackBoxRecord, at time: Int64) {
    switch BlackBoxEvent(rawValue: record.detail) {
    case .recorded:
      recorded += 1
      append("the visit is on disk", at: time)
    case .timePassed: note("time passes", at: time)
    case .clean: note("cleaning is requested", at: time)
    case .identify: note("the kiosk is to show its name", at: time)
    case .ending: note("the program is asked to end", at: time)
    case .hearing: note("speech is on", at: time)
    case .notHearing: note("speech is off", at: time)
    case nil: break
    }
  }

  private mutating func add(faults now: Faults, at time: Int64) {
    faults.formUnion(now)
    note("faults: " + (now.isEmpty ? "none" : now.words), at: time)
  }

  private mutating func add(stall record: BlackBoxRecord, at time: Int64) {
    let length = BlackBoxTimes.seconds(Int64(max(record.a, 0)))
    let text =
      switch BlackBoxStall(rawValue: record.detail) {
      case .slow: "the kiosk had done nothing for " + length + ": it waited for a file or for the screen"
      case .oldInput: "touches were read that were " + length + " old: the program was stopped, or the machine was busy"
      case .late, nil: "the kiosk was woken " + length + " late: the program was stopped, or the machine was busy"
      }
    stalls.append(Moment(time: time, text: text))
    note(text, at: time)
  }

  // MARK: Moments

  private mutating func note(_ text: String, at time: Int64) {
    // Time passes once a second while a countdown is shown.
    if let last = moments.last, last.text.utf8.elementsEqual(text.utf8), text.utf8.elementsEqual("time passes".utf8) {
      moments.removeLast()
    }
    moments.append(Moment(time: time, text: text))
  }

  /// Adds a text to the line of what has caused it, if that was less than a second ago.
  private mutating func append(_ text: String, at time: Int64) {
    guard let last = moments.indices.last, !moments[last].text.utf8.isEmpty,
      moments[last].text.utf8.count < 160, time - moments[last].end < 1_000_000_000
    else { return note(text, at: time) }
    moments[last].text += "; " + text
    moments[last].end = time
  }
}
