import Screens
import Settings

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// 5.1.3: access without vision. The kiosk does not speak, so the clauses about speech output have nothing to apply to.
  var nonVisualAccess: [Conformance.Clause] {
    let silent = Finding.notApplicable("It is about speech output, which this kiosk lacks: see 5.1.3.1.")
    return [
      Clause(
        "5.1.3.1", "Everything on the screen is also available without vision",
        .notMet("The kiosk does not speak. A visitor who does not see the screen cannot answer.")),
      Clause("5.1.3.2", "Speech comes from the kiosk or a headset", silent),
      Clause("5.1.3.3", "Speech can be matched with the screen", silent),
      Clause("5.1.3.4", "Speech can be interrupted and repeated", silent),
      Clause("5.1.3.5", "Speech stops at an action", silent),
      Clause(
        "5.1.3.6", "Pictures have a spoken alternative",
        .notMet("The kiosk does not speak. Stars, faces and symbols have no alternative but their picture.")),
      Clause("5.1.3.7", "Video has a spoken alternative", .notApplicable("The kiosk shows no video.")),
      Clause("5.1.3.8", "Masked entries are not spoken", silent),
      Clause("5.1.3.9", "Personal data is spoken in private", silent),
      Clause("5.1.3.10", "No other sound disturbs speech", silent),
      Clause("5.1.3.11", "The volume of a headset can be set", silent),
      Clause("5.1.3.12", "The volume of a loudspeaker can be set", silent),
      Clause("5.1.3.13", "The volume is reset after each visitor", silent),
      Clause("5.1.3.14", "Speech has the language of the screen", silent),
      Clause("5.1.3.15", "Errors of input are spoken", silent),
      Clause(
        "5.1.3.16", "Receipts and tickets are spoken", .notApplicable("The kiosk issues no receipts and no tickets.")),
    ]
  }

  /// 5.1.4 to 5.1.7.
  var otherAccess: [Conformance.Clause] {
    [
      Clause("5.1.4", "Capitals are large enough, because texts cannot be enlarged", capitals),
      Clause("5.1.5", "Recorded sound has a visual equivalent", .notApplicable("The kiosk makes no sound.")),
      Clause(
        "5.1.6.1", "Without a keyboard interface, everything works without vision",
        hasKeys
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
