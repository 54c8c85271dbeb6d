/// What visitors can see of the kiosk, as a pure state machine. Its inputs are events of the display; its outputs are actions of the kiosk.
///
/// The flags do not depend on each other. An event changes those of its row and leaves the others as they are.
///
/// | event | next state | effects |
/// | --- | --- | --- |
/// | `turnedOff` | dark | |
/// | `turnedOn` | not dark | repaint, if it was dark |
/// | `released` | away | |
/// | `acquired` | not away | |
/// | `unplugged` | unplugged | |
/// | `plugged` | not unplugged | repaint; if it is dark, turn off before that |
/// | `regained` | the same | repaint; if it is dark, turn off before that |
/// | `flipped` | behind, frame shown | |
/// | `drawn` | frame shown | |
/// | `caughtUp` | not behind | |
/// | `roundEnded` | no frame shown | |
/// | `ending` | ending | |
struct Presentation: Hashable {
  enum Event: Hashable, CaseIterable {
    /// The kiosk has turned the display off.
    case turnedOff
    /// The display is to be on again, or could not be turned off.
    case turnedOn
    /// Another virtual terminal is about to be shown.
    case released
    /// The kiosk's virtual terminal is shown again.
    case acquired
    /// No screen is connected.
    case unplugged
    /// A screen is connected, and a display was opened for it.
    case plugged
    /// The kiosk controls the display again, and its content is undefined.
    case regained
    /// A page flip has ended: the new front buffer is on the screen.
    case flipped
    /// A frame is on the screen without a page flip.
    case drawn
    /// The back buffer has the content of the front buffer.
    case caughtUp
    /// The event loop has ended a round.
    case roundEnded
    /// The program ends once the last frame is on the screen.
    case ending
  }

  /// What the kiosk must do, in this order.
  struct Effects: OptionSet, Hashable {
    let rawValue: UInt8

    /// Turn the display off, and report `turnedOff` or `turnedOn`.
    static let turnOff = Effects(rawValue: 1)
    /// Draw the whole screen in the next frame.
    static let repaint = Effects(rawValue: 2)
  }

  /// Whether another virtual terminal is shown.
  private(set) var isAway = false
  /// Whether the display is off, because the kiosk is closed and there is no backlight to switch.
  private(set) var isDark = false
  /// Whether no screen is connected.
  private(set) var isUnplugged = false
  /// Whether the back buffer lacks the changes of the last frame.
  private(set) var isBehind = false
  /// Whether a frame reached the screen in this round.
  private(set) var hasShownFrame = false
  private(set) var isEnding = false

  /// Whether the kiosk cannot show a frame now.
  var isHidden: Bool { isAway || isDark || isUnplugged }

  /// Whether no visitor can see the kiosk, so that touches and keys are not meant for it. A dark kiosk still accepts them: a touch wakes
  /// it.
  var ignoresInput: Bool { isAway || isUnplugged }

  mutating func handle(_ event: Event) -> Effects {
    switch event {
    case .turnedOff: isDark = true
    case .turnedOn:
      defer { isDark = false }
      return isDark ? .repaint : []
    case .released: isAway = true
    case .acquired: isAway = false
    case .unplugged: isUnplugged = true
    case .plugged, .regained:
      if event == .plugged { isUnplugged = false }
      return isDark ? [.turnOff, .repaint] : .repaint
    case .flipped: (hasShownFrame, isBehind) = (true, true)
    case .drawn: hasShownFrame = true
    case .caughtUp: isBehind = false
    case .roundEnded: hasShownFrame = false
    case .ending: isEnding = true
    }
    return []
  }
}
