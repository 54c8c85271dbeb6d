/// One place for a finger, and what happened in it since the last SYN_REPORT.
///
/// A slot never emits: it collects, and the tracker emits at SYN_REPORT. So a frame in which a finger lifts and another
/// lands, or lands and lifts, is told whole and in order.
///
/// ```
///            lands(id)   lifts       BTN_TOUCH 0        BTN_TOUCH 1  at SYN_REPORT
/// empty      fresh       -           -                  -            -
/// fresh      tap, fresh  tap, empty  tap, released      -            palm: held; else began -> live
/// live       end, fresh  end, empty  end, released      -            palm: cancelled -> held; else moved, if it did
/// held       fresh       empty       released           -            -
/// released   fresh       empty       -                  fresh (*)    -
/// ```
///
/// - *held*: a finger that was down before anyone listened, or a palm. It says nothing until it lifts, since a hand
///   that leans on the screen while the terminal starts has rated nothing.
/// - *released*: BTN_TOUCH said that all fingers are up while the slot keeps its tracking ID (drivers that never send
///   -1). (*) BTN_TOUCH 1 wakes those that moved in the same frame; the tracker decides.
/// - *lands* with the tracking ID that is there already changes nothing. A palm's *tap* is none, its *end* a cancel.
struct ContactSlot {
  enum State { case empty, fresh, live, held, released }

  /// How the contact that was live at the last SYN_REPORT left.
  enum Departure { case none, ended, cancelled }

  private(set) var state = State.empty
  /// The device's; -1 for none.
  private(set) var trackingID: Int32 = -1
  /// What the device said last, which it keeps to itself while it stays the same.
  var x: Int32 = 0
  var y: Int32 = 0
  var isPalm = false
  /// A position came since the last SYN_REPORT.
  var moved = false

  /// The contact that was announced and is owed an end; 0 for none.
  private(set) var id: Int32 = 0
  private(set) var departure = Departure.none
  private(set) var departureX: Int32 = 0
  private(set) var departureY: Int32 = 0

  /// A contact came and went since the last SYN_REPORT. More of them in one frame count as the last.
  private(set) var tapped = false
  private(set) var tapX: Int32 = 0
  private(set) var tapY: Int32 = 0

  /// As of the last SYN_REPORT: what stands if the frame is lost.
  private(set) var settledState = State.empty
  private(set) var settledTrackingID: Int32 = -1

  /// A finger is in the slot, announced or not.
  var isOccupied: Bool { state == .fresh || state == .live || state == .held }

  mutating func lands(_ newID: Int32) {
    if newID == trackingID { return }
    if trackingID >= 0 { lifts() }
    trackingID = newID
    state = .fresh
  }

  mutating func lifts() {
    leave()
    trackingID = -1
    state = .empty
  }

  /// BTN_TOUCH 0: up, whatever the tracking ID says.
  mutating func release() {
    if state == .empty { return }
    leave()
    state = .released
  }

  /// BTN_TOUCH 1 for a slot that it had released.
  mutating func wake() {
    if state == .released { state = .fresh }
  }

  private mutating func leave() {
    switch state {
    case .fresh:
      if isPalm { return }
      tapped = true
      tapX = x
      tapY = y
    case .live:
      departure = isPalm ? .cancelled : .ended
      departureX = x
      departureY = y
    case .empty, .held, .released: break
    }
  }

  /// SYN_REPORT, before anything is emitted: palms leave the game.
  mutating func settlePalm() {
    if !isPalm { return }
    if state == .live {
      leave()
      state = .held
    } else if state == .fresh {
      state = .held
    }
  }

  /// The end of the contact that was announced has been emitted.
  mutating func forgetDeparted() {
    id = 0
    departure = .none
  }

  mutating func forgetTap() { tapped = false }

  /// The fresh contact is announced under this number.
  mutating func announce(as newID: Int32) {
    id = newID
    state = .live
  }

  /// The frame is over.
  mutating func settle() {
    moved = false
    settledState = state
    settledTrackingID = trackingID
  }

  /// Takes over what the device holds. Undoes the frame that was being collected: its records may be incomplete.
  mutating func overwrite(state newState: State, trackingID newID: Int32) {
    departure = .none
    tapped = false
    state = newState
    trackingID = newID
    settle()
  }
}
