import Screens
import Settings

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// 5.1.4 to 5.1.7.
  var otherAccess: [Conformance.Clause] {
    [
      Clause("5.1.4", "Capitals are large enough, because texts cannot be enlarged", capitals),
      Clause(
        "5.1.5", "Recorded sound has a visual equivalent",
        .notApplicable(
          settings.speaks || settings.voice.sounds
            ? "No sound is needed to use the kiosk: the screen shows what is said." : "The kiosk makes no sound.")),
      Clause(
        "5.1.6.1", "Without a keyboard interface, everything works without vision",
        settings.allowsExploration
          ? .dependsOnStand(
            "While the kiosk speaks, a finger explores the screen, and two taps choose. Build a jack for headphones into the stand whose "
              + "switch starts speech.", shownBy: "ExplorationTests.aSlideChoosesNothing",
            "test_kiosk_exploring.test_whole_visits_by_touch")
          : hasKeys
            ? .dependsOnStand(
              "The kiosk takes four arrow keys and Enter on every screen. Build a keypad into the stand; without one, this clause is not "
                + "met.", shownBy: "KeyTests.arrowsReachAllWidgets", "test_kiosk_keys.test_every_screen_of_a_visit")
            : .notMet("keys = no in [touch] closes the kiosk to keypads, and the touchscreen requires vision.")),
      Clause(
        "5.1.6.2", "The focus can be moved away with the keys that moved it there",
        hasKeys
          ? .met(
            "The arrow keys lead from every button and from the stars to every other one.",
            shownBy: "KeyTests.arrowsReachAllWidgets", "KindTests.keysReachEveryTile")
          : .notApplicable("With keys = no in [touch] there is no focus.")),
      Clause("5.1.7", "Nothing requires the visitor's voice", .notApplicable("The kiosk does not listen.")),
    ]
  }

  /// The size of texts, in the mode in which they are largest.
  private var capitals: Finding {
    let least = ScreenMeasures.leastCapitals
    let required = millimeters(tenths: least.tenths) + " at \(least.distance) mm"
    guard usual.text != nil else { return .notApplicable("The kiosk shows no text.") }
    guard let tenths = usual.capitals else {
      return .notMet(
        "The size of the screen in millimeters is not known, so capitals cannot be measured. Use a board profile with size-mm."
      )
    }
    var figures = [Finding.Figure(name: "smallest capitals", value: millimeters(tenths: tenths), required: required)]
    let large = contrast?.capitals
    if let large {
      figures.append(
        Finding.Figure(
          name: "smallest capitals with more contrast", value: millimeters(tenths: large), required: required))
    }
    let best = max(tenths, large ?? tenths)
    // Capitals of 0.7 degrees are 0.012218 times as high as they are far away.
    figures.append(Finding.Figure(name: "readable up to", value: "\(Int64(best) * 100_000 / 12_218) mm"))
    if best < least.tenths {
      return .notMet(
        contrast == nil
          ? "Some capitals are too small. Shorten the texts that check names, use a larger screen, or set access = yes in [kiosk]."
          : "Some capitals are too small, also with more contrast. Shorten the texts that check names, or use a larger screen.",
        figures)
    }
    return .met(
      tenths < least.tenths
        ? "The button for more contrast also enlarges all texts." : "All capitals have at least 0.7 degrees.", figures,
      shownBy: "LookTests.capitalsInMillimeters", "ConformanceTests.capitalsDecide",
      "ConformanceTests.moreContrastMayEnlarge")
  }
}
