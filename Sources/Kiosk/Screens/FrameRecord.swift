/// The frames of a screen in which more than its widgets and stars changed. Frames are counted from 1.
struct FrameRecord {
  /// The frame painted last.
  private(set) var last: Int64 = 0
  private(set) var isInvalid = true
  /// The last frame that damaged the whole screen.
  private var lastFull: Int64 = 0
  /// Whether the focus frame of the stars has changed since the last frame.
  private var focusChanged = false
  /// The last frame in which it changed.
  private var lastFocus: Int64 = 0

  var needsPaint: Bool { isInvalid || focusChanged }

  /// Marks the content of all buffers as unknown.
  mutating func invalidate() { isInvalid = true }

  mutating func changeFocus() { focusChanged = true }

  mutating func begin() {
    last += 1
    if isInvalid { lastFull = last }
  }

  /// Whether a buffer needs the whole picture: its content is unknown, or the whole screen changed after the frame `oldest`.
  func repaintsAll(_ age: Int, since oldest: Int64) -> Bool { age == 0 || lastFull > oldest }

  /// Whether the focus frame of the stars differs from the frame `oldest`.
  func hasNewFocus(since oldest: Int64) -> Bool { lastFocus > oldest }

  /// Whether the focus frame of the stars is as in the frame `oldest`.
  func keepsFocus(since oldest: Int64) -> Bool { !focusChanged && lastFocus <= oldest }

  /// Records a change of the focus frame since the last frame. Returns whether there is one.
  mutating func recordFocus() -> Bool {
    if focusChanged { (focusChanged, lastFocus) = (false, last) }
    return lastFocus == last
  }

  /// Returns whether this frame damaged the whole screen.
  mutating func finish() -> Bool {
    defer { isInvalid = false }
    return isInvalid
  }
}
