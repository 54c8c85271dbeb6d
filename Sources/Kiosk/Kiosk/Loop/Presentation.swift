/// What visitors can see of the kiosk, as a pure machine: what happens to the display goes in, what the kiosk must do comes out.
///
/// Four parts; an event that a part's table does not list leaves that part as it is.
///
/// | visibility | event | next visibility | effects |
/// | --- | --- | --- | --- |
/// | visible | `turnedOff` | dark | |
/// | visible | `released` | away | |
/// | visible | `regained` | visible | repaint |
/// | dark | `turnedOn` | visible | repaint |
/// | dark | `released` | awayDark | |
/// | dark | `regained` | dark | turn off, repaint |
/// | away | `turnedOff` | awayDark | |
/// | away | `acquired` | visible | |
/// | away | `regained` | away | repaint |
/// | awayDark | `turnedOn` | away | repaint |
/// | awayDark | `acquired` | dark | |
/// | awayDark | `regained` | awayDark | turn off, repaint |
///
/// | back buffer | event | next back buffer |
/// | --- | --- | --- |
/// | current | `flipped` | behind |
/// | behind | `caughtUp` | current |
///
/// | round | event | next round |
/// | --- | --- | --- |
/// | nothing shown | `flipped`, `drawn` | shown |
/// | shown | `roundEnded` | nothing shown |
///
/// | run | event | next run |
/// | --- | --- | --- |
/// | running | `ending` | ending |
struct Presentation: Hashable {
  enum Visibility: Hashable, CaseIterable {
    /// The display shows what is presented, unless another program controls it.
    case visible
    /// The display is off because the kiosk is closed and there is no backlight to switch.
    case dark
    /// Another virtual terminal is shown.
    case away
    /// Another virtual terminal is shown, and the display was off before.
    case awayDark
  }

  enum Event: Hashable, CaseIterable {
    /// The kiosk has turned the display off.
    case turnedOff
    /// The display is to be on again, or could not be turned off.
    case turnedOn
    /// Another virtual terminal is about to be shown.
    case released
    /// The kiosk's virtual terminal is shown again.
    case acquired
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

  private(set) var visibility = Visibility.visible
  /// Whether the back buffer lacks what the last frame changed.
  private(set) var isBehind = false
  /// Whether a frame reached the screen in this round.
  private(set) var hasShownFrame = false
  private(set) var isEnding = false

  /// Whether the kiosk has no use for a frame now.
  var isHidden: Bool { visibility != .visible }

  /// Whether another virtual terminal is shown.
  var isAway: Bool { visibility == .away || visibility == .awayDark }

  /// Whether the kiosk has turned the display off.
  var isDark: Bool { visibility == .dark || visibility == .awayDark }

  mutating func handle(_ event: Event) -> Effects {
    let isDark = isDark
    switch event {
    case .turnedOff: set(isAway: isAway, isDark: true)
    case .turnedOn:
      set(isAway: isAway, isDark: false)
      return isDark ? .repaint : []
    case .released: set(isAway: true, isDark: isDark)
    case .acquired: set(isAway: false, isDark: isDark)
    case .regained: return isDark ? [.turnOff, .repaint] : .repaint
    case .flipped: (hasShownFrame, isBehind) = (true, true)
    case .drawn: hasShownFrame = true
    case .caughtUp: isBehind = false
    case .roundEnded: hasShownFrame = false
    case .ending: isEnding = true
    }
    return []
  }

  private mutating func set(isAway: Bool, isDark: Bool) {
    visibility = isAway ? (isDark ? .awayDark : .away) : (isDark ? .dark : .visible)
  }
}
