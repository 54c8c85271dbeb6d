import Screens
import Settings
import StarSlider

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// The clauses of chapter 11 whose figures the check measures, and the size of targets, which WCAG 2.2 added after EN 301 549 V3.2.1.
  var software: [Conformance.Clause] {
    [
      Clause("11.1.4.3", "Contrast of texts", contrast(ofTexts: true)),
      Clause("11.1.4.11", "Contrast of controls", contrast(ofTexts: false)),
      Clause("11.2.2.1", "Time limits can be extended", timeLimits),
      Clause("WCAG 2.2, 2.5.8", "Size of touch targets; no clause of V3.2.1 requires it", targets),
    ]
  }

  private func contrast(ofTexts isText: Bool) -> Finding {
    let measured = usual.contrasts.filter { $0.isText == isText }
    if measured.isEmpty { return .notApplicable("The kiosk shows no text.") }
    func figures(_ measured: [MeasuredContrast], _ note: String = "") -> [Finding.Figure] {
      measured.map {
        Finding.Figure(
          name: $0.name + $0.note + note, value: $0.contrast.ratio + " to 1", required: $0.minimum.ratio + " to 1")
      }
    }
    if !isText && settings.sliderConfiguration()?.everyFace.contains(where: { $0.images != nil }) == true {
      return .notMet("The stars are images, whose contrast is not measured.", figures(measured))
    }
    if measured.allSatisfy({ $0.isEnough }) {
      return isText
        ? .met(
          "Every pair of colors, and the weakest strokes of every text on the ground behind them, have enough contrast.",
          figures(measured), shownBy: "ScreenWarningTests.everyThemeHasContrast",
          "TextWeightTests.contrastIsMeasuredInTheStrokes",
          "ConformanceTests.contrastDecides")
        : .met(
          "Buttons and stars have enough contrast with the background.", figures(measured),
          shownBy: "ScreenWarningTests.everyThemeHasContrast", "ScreenWarningTests.contrastOfStars",
          "ConformanceTests.contrastDecides")
    }
    // The mode with more contrast counts only if the button that leads to it can be seen as well as a text.
    if let contrast, let symbol = usual.contrasts.first(where: { $0.isText }), symbol.contrast >= .text {
      let better = contrast.contrasts.filter { $0.isText == isText }
      if better.allSatisfy({ $0.isEnough }) {
        return .met(
          "The button in the top right corner, which has enough contrast itself, shows the screens with more contrast.",
          figures(measured) + figures(better, ", with more contrast"),
          shownBy: "ContrastLoopTests.screensHaveMoreContrastUntilTheVisitEnds",
          "ContrastLoopTests.ownColorsDoNotCount",
          "ConformanceTests.contrastDecides")
      }
    }
    return .notMet("Some contrasts are too low. Change the colors that check names.", figures(measured))
  }

  private var timeLimits: Finding {
    if !settings.hasWords { return .notApplicable("Without questions, no visit ends by itself.") }
    let idle = settings.kiosk.idle
    let thanks = settings.kiosk.thanks
    var figures = [
      Finding.Figure(name: "time without a touch that ends a visit (idle)", value: "\(idle.time) s"),
      Finding.Figure(name: "warning before that (idle-warning)", value: "\(idle.warning) s", required: "20 s"),
    ]
    if settings.hasThanksCode {
      figures.append(
        Finding.Figure(name: "time for the code on the thank-you screen (qr-time)", value: "\(thanks.codeTime) s"))
      return .notMet(
        "The code on the thank-you screen disappears, and the visitor cannot extend its time. Show it in a question of the kind comment.",
        figures)
    }
    if idle.warning < 20 {
      return .notMet("The warning is too short. Set idle-warning in [kiosk] to 20 or more.", figures)
    }
    return .met(
      "A countdown warns before a visit ends, and every touch and every key extends it, as often as the visitor likes. The thank-you "
        + "screen, which asks for nothing, ends by itself.", figures,
      shownBy: "IdleVisitTests.countdownShowsRemainingSeconds",
      "IdleVisitTests.touchEndsCountdown", "ConformanceTests.timeLimitsDecide")
  }

  private var targets: Finding {
    guard let target = usual.target else { return .notApplicable("Nothing can be touched.") }
    var size = "\(target) px"
    var required = "24 px"
    if let tenths = usual.targetTenths {
      size += ", " + millimeters(tenths: tenths)
      required += " and 9 mm, the size of a fingertip"
    }
    let figures = [Finding.Figure(name: "shortest side of a target", value: size, required: required)]
    if target < usual.leastTarget { return .notMet("Some targets are too small. check names them.", figures) }
    return .met(
      "Every button, tile and star is large enough.", figures, shownBy: "ScreenWarningTests.targetSizeInMillimeters",
      "ConformanceTests.targetsDecide")
  }
}
