import StarSlider

extension Screen {
  /// What the keyboard focus is on.
  package enum Focused: Hashable, Sendable {
    case nothing
    /// The stars, with their value in steps.
    case stars(Int32?)
    case button(FocusedButton)
  }

  /// A button with the keyboard focus.
  package struct FocusedButton: Hashable, Sendable {
    package let action: Action
    /// Whether the button is on or off.
    package let isToggle: Bool
    /// Whether it is on or, for a button that discards the visit, waits for a second press.
    package let isSelected: Bool
    /// Its index among the buttons of its group, and their number. The groups are answers, languages and all others.
    package let index: Int32
    package let count: Int32
  }

  package var focused: Focused {
    switch input.focus {
    case .hidden: return .nothing
    case .slider: return .stars(slider?.value)
    case .button(let i):
      let button = buttons[i]
      let group = buttons.indices.filter { buttons[$0].group == button.group }
      return .button(
        FocusedButton(
          action: button.action, isToggle: button.kind == .toggle, isSelected: button.isSelected,
          index: Int32(group.firstIndex(of: i) ?? 0), count: Int32(group.count)))
    }
  }

  /// The number of answers among which a visitor chooses by tiles.
  var optionCount: Int32 { Int32(buttons.count { $0.isOption }) }
}

extension ButtonWidget {
  /// The number of the group in which a visitor who hears the buttons counts this one.
  fileprivate var group: Int {
    switch action {
    case .option: 0
    case .language: 1
    default: 2
    }
  }
}
