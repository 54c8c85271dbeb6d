import Screens
import Settings

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// 5.2 to 5.9.
  var genericRequirements: [Conformance.Clause] {
    [
      Clause("5.2", "Accessibility features can be activated by those who need them", activation),
      Clause(
        "5.3", "Nothing relies on one biological characteristic", .notApplicable("The kiosk identifies no visitors.")),
      Clause("5.4", "Conversions keep accessibility information", .notApplicable("The kiosk converts no documents.")),
      Clause(
        "5.5.1", "No grasping, pinching or twisting of the wrist",
        .met(
          "One finger suffices: every button, tile and star takes a tap, and no gesture is required.",
          shownBy: "ScreenTests.everyButtonHandlesTaps", "KindTests.everyTileHandlesTaps",
          "VisitTests.tapDragAndCorrection")),
      Clause(
        "5.5.2", "Controls can be found without vision and without operating them",
        settings.allowsExploration
          ? .met(
            "While the kiosk speaks, it names each control under a finger that explores, and operates none.",
            shownBy: "ExplorationTests.aSlideChoosesNothing", "SpokenTouchTests.wholeVisit")
          : hasKeys
            ? .dependsOnStand(
              "The buttons on the glass cannot be felt. Build in a keypad whose keys can be felt and told apart.",
              shownBy: "KeyTests.arrowsReachAllWidgets")
            : .notMet("The buttons on the glass cannot be felt, and keys = no in [touch] excludes keypads.")),
      Clause(
        "5.6.1", "The state of a toggle can be felt or heard",
        toggles.map { spokenState ?? .notMet("Only the screen shows " + $0 + ".") }
          ?? .notApplicable("No control stays switched on.")),
      Clause("5.6.2", "The state of a toggle can be seen", visibleState),
      Clause(
        "5.7", "Key repeat can be switched off or set to 2 s",
        hasKeys
          ? .met(
            (settings.touch.repeatsKeys
              ? "An arrow key that is held repeats until key-repeat = no is set in [touch]."
              : "A held key counts once.")
              + " Enter never repeats.",
            shownBy: "KeyFilterTests.aHeldKeyCountsOnceIfItDoesNotRepeat",
            "test_kiosk_keys.test_held_and_trembling_keys_can_count_once")
          : .notApplicable("keys = no in [touch] excludes keypads.")),
      Clause(
        "5.8", "A key pressed twice within 0.5 s can count once",
        hasKeys
          ? .met(
            "key-delay in [touch] sets the time within which the same key does not count again, up to 2 s; here it is "
              + "\(settings.touch.keyDelay) ms.", shownBy: "KeyFilterTests.aKeyThatIsPressedTwiceCountsOnce",
            "test_kiosk_keys.test_held_and_trembling_keys_can_count_once")
          : .notApplicable("keys = no in [touch] excludes keypads.")),
      Clause(
        "5.9", "Nothing requires two actions at a time",
        .met(
          "One finger or one key at a time operates every screen. A second finger is ignored.",
          shownBy: "GestureTableTests.everyRow", "ScreenTests.everyButtonHandlesTaps",
          "test_kiosk_touch.test_a_second_finger_is_ignored")),
    ]
  }

  /// What the controls that stay switched on show, as the end of a sentence; `nil` if there are none.
  private var toggles: String? {
    switch (hasSelectedTiles, contrast != nil) {
    case (true, true): "which tiles are selected, and whether there is more contrast"
    case (true, false): "which tiles are selected"
    case (false, true): "whether there is more contrast"
    case (false, false): nil
    }
  }

  /// 5.6.2.
  private var visibleState: Finding {
    let (tile, screen) =
      ("ScreenTests.onlyReasonButtonsStaySelected", "ContrastLoopTests.screensHaveMoreContrastUntilTheVisitEnds")
    switch (hasSelectedTiles, contrast != nil) {
    case (true, true):
      return .met(
        "A selected tile looks different from the others. More contrast changes the whole screen.", shownBy: tile,
        screen)
    case (true, false): return .met("A selected tile looks different from the others.", shownBy: tile)
    case (false, true): return .met("More contrast changes the whole screen.", shownBy: screen)
    case (false, false): return .notApplicable("No control stays switched on.")
    }
  }

  /// 5.2: the button for more contrast serves people with low vision, so its symbol must be visible to them.
  private var activation: Finding {
    guard contrast != nil else {
      return speechActivation
        ?? .notApplicable(
          "No feature has to be activated: " + (hasKeys ? "a keypad works at once, and " : "")
            + "there is no button for more contrast.")
    }
    guard let symbol = usual.contrasts.first(where: { $0.isText && $0.note.utf8.isEmpty }) else {
      return .notMet("The contrast of the button for more contrast is not measured.")
    }
    let figures = [
      Finding.Figure(
        name: "contrast of the symbol", value: symbol.contrast.ratio + " to 1",
        required: Contrast.components.ratio + " to 1")
    ]
    if symbol.contrast < .components {
      return .notMet(
        "The button for more contrast has too little contrast itself. Change text or background in [theme].", figures)
    }
    return .met(
      "The button for more contrast and larger texts is in the top right corner of every question, is as large as a fingertip, and "
        + "takes a tap or a key.", figures, shownBy: "ContrastButtonTests.tapAsksForContrast",
      "ContrastButtonTests.keysReachIt", "ContrastButtonTests.isAsLargeAsAFingertip")
  }
}
