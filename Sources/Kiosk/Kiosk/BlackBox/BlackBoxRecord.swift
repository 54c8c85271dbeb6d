/// One record of the black box: 16 bytes, little-endian.
///
/// | bytes | content |
/// | --- | --- |
/// | 0-3 | the lower half of the time, in nanoseconds of the monotonic clock; a `clock` record has all of it |
/// | 4 | the kind |
/// | 5 | a detail of the kind |
/// | 6-7 | a contact's number |
/// | 8-11, 12-15 | two numbers of the kind, signed |
struct BlackBoxRecord: Hashable {
  enum Kind: UInt8, CaseIterable {
    /// A contact on the scanout, at two coordinates in 1/256 px.
    case began = 1
    case moved
    case ended
    case cancelled
    /// The end of a contact of no duration.
    case brief
    /// A contact that did not count, because it was read too late. The second number is its age in milliseconds.
    case late
    /// A contact of no duration that was ignored, because such contacts repeat at its place.
    case phantom
    /// A key: its index (`KeypadKey.index`), and the lower half of the kernel's time.
    case key
    /// An event that reached the survey from elsewhere than the screen; the detail is a `BlackBoxEvent`.
    case event
    /// The whole time: its lower half, then its upper half. Detail 1 begins a checkpoint, from which a replay can start.
    case clock
    /// The milliseconds since 1970, as two halves. Detail 1 if a time server has set the clock.
    case wall
    /// The scanout: width and height in the first number's halves, the picture's shift in those of the second. The detail is the index of
    /// the pixel format, and 16 times the quarter turns.
    case display
    /// The size of the visible picture on the scanout in millimeters, width and height; both 0 if it is unknown.
    case area
    /// The configuration's hash, as two halves.
    case configuration
    /// A screen is shown: the detail is its index (`SurveyScreen.forBlackBox`); the numbers are its question and the visitor's language.
    case screen
    /// The hash of a frame that stood still, as two halves.
    case frame
    /// The faults that are present have changed: their bits.
    case faults
    /// The kiosk did nothing for the first number of milliseconds. The detail is a `BlackBoxStall`.
    case stall
    /// The picture was moved: right and down, in pixels.
    case shift
    /// All contacts were cancelled, because another program was shown.
    case release
    /// What the screen made of a touch or a key: the detail is a `BlackBoxOutcome`, with one number.
    case outcome
    /// The program ends by itself.
    case end
  }

  let kind: Kind
  var detail: UInt8 = 0
  var contact: UInt16 = 0
  var a: Int32 = 0
  var b: Int32 = 0

  /// The number of bytes of a record.
  static var size: Int { 16 }

  /// The first eight bytes without the time, as a number.
  var head: UInt64 { UInt64(kind.rawValue) << 32 | UInt64(detail) << 40 | UInt64(contact) << 48 }

  /// The first eight bytes.
  func head(at now: Int64) -> UInt64 { head | UInt64(UInt32(truncatingIfNeeded: now)) }

  /// The last eight bytes, as a number.
  var tail: UInt64 { UInt64(UInt32(bitPattern: a)) | UInt64(UInt32(bitPattern: b)) << 32 }

  /// Both numbers as one, the first one as its lower half.
  var whole: Int64 { Int64(bitPattern: tail) }
}

extension BlackBoxRecord {
  /// Creates a record of one number of 64 bits.
  init(_ kind: Kind, detail: UInt8 = 0, whole: Int64) {
    (self.kind, self.detail) = (kind, detail)
    (a, b) = (Int32(truncatingIfNeeded: whole), Int32(truncatingIfNeeded: whole >> 32))
  }

  /// Reads a record; `nil` if no kiosk of this version writes it.
  init?(head: UInt64, tail: UInt64) {
    guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: head >> 32)) else { return nil }
    self.init(kind, whole: Int64(bitPattern: tail))
    detail = UInt8(truncatingIfNeeded: head >> 40)
    contact = UInt16(truncatingIfNeeded: head >> 48)
  }
}

/// The events that reach the survey from elsewhere than the screen, as far as a replay needs them.
enum BlackBoxEvent: UInt8 {
  case timePassed
  case recorded
  case clean
  case identify
  case ending
  /// The visitor hears the screens from now on, or no longer.
  case hearing
  case notHearing
}

/// Why the kiosk did nothing for more than a second.
enum BlackBoxStall: UInt8 {
  /// It was not woken in time, because the machine was busy or the program was stopped.
  case late
  /// It waited for a file or for the screen.
  case slow
  /// Input was read that was made long before.
  case oldInput
}

/// What a screen made of a touch or a key. The number is a value in steps, or the index of a tile or a language.
enum BlackBoxOutcome: UInt8 {
  case started
  case rated
  case option
  case language
  case languages
  case done
  case startOver
  case contrast
  case other
}
