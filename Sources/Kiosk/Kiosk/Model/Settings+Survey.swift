import Screens
import Settings
import StarSlider
import Survey

// The survey that the configuration describes.
extension Settings {
  /// Returns the survey.
  ///
  /// - Parameter scales: The scale of each question.
  func survey(wanted: Int64?, on scales: [Scale]) -> Survey {
    var survey = Survey()
    if hasWords {
      survey = Survey(questions: zip(questions, scales).map { question(of: $0, on: $1) })
      survey.languages = Int32(languages.count)
      survey.hasAttract = kiosk.attract
      survey.warning = Int64(kiosk.idle.warning) * 1_000_000_000
    }
    survey.idle = Int64(kiosk.idle.time) * 1_000_000_000
    let thanks = kiosk.thanks
    survey.thanks = hasWords && hasThanksCode ? Int64(thanks.codeTime) * 1_000_000_000 : Int64(thanks.time) * 1_000_000
    // The time counts once nothing moves.
    if hasWords && kiosk.shownMotion != .none { survey.thanks += ScreenChange.longest }
    let starCounts = zip(questions, scales).compactMap { $0.kind == .stars ? $1.starCount : nil }
    if hasWords && kiosk.shownMotion == .full, let stars = starCounts.max() {
      survey.thanks += Screen.turnTime(of: stars)
    }
    survey.keepsPartial = kiosk.keepsPartialVisits
    survey.limits.repeatInterval = Int64(kiosk.limits.repeatInterval) * 1_000_000_000
    survey.limits.burstVisits = Int(kiosk.limits.burstVisits)
    survey.limits.burstTime = Int64(kiosk.limits.burstTime) * 1_000_000_000
    survey.limits.hasty = Int64(kiosk.limits.hasty) * 1_000_000
    survey.limits.answerInterval = 100_000_000
    survey.limits.hourlyLimit = Int64(kiosk.limits.visitsPerHour)
    survey.scales = survey.questions.indices.map { i in
      let hasStars = !hasWords || questions[i].kind == .stars
      if !hasStars && !questions[i].kind.hasValue { return nil }
      return hasStars ? max(scales[i].minimum, 1)...max(scales[i].maximum, 1) : scales[i].minimum...scales[i].maximum
    }
    survey.hasCorner = kiosk.cleaning.hasCorner
    if hasWords { survey.pin = kiosk.servicePIN.utf8.map { $0 - UInt8(ascii: "0") } }
    survey.cleaning = Int64(kiosk.cleaning.time) * 1_000_000_000
    survey.hours = OpeningHours(
      kiosk.schedule.hours.map { OpeningHours.Interval(startMinute: $0.start, endMinute: $0.end) },
      days: kiosk.schedule.days.map { own in
        OpeningHours.Day(
          year: own.day.year.map { Int64($0) }, month: Int64(own.day.month), day: Int64(own.day.day),
          minutes: own.intervals.map { $0.start..<$0.end })
      })
    survey.wanted = wanted
    return survey
  }

  private func question(of settings: QuestionSettings, on scale: Scale) -> Survey.Question {
    var question: Survey.Question =
      switch settings.kind {
      case .stars: .stars
      case .faces: .faces(scale.starCount)
      case .nps: .nps
      case .effort: .effort(scale.starCount)
      case .yesNo: .yesNo
      case .choice: .choice(of: Int32(settings.options.count), several: settings.choosesSeveral)
      case .comment: .comment
      case .message: .message
      }
    question.reasons = settings.kind.hasValue ? Int32(settings.reasons.count) : 0
    let limit = settings.reasonsUpTo.map { Int32(clamping: $0.rounded(inUnitsOf: Int64(scale.step.perStar))) }
    question.reasonsUpTo = limit ?? .max
    question.order = settings.order
    question.routes = routes(after: settings)
    return question
  }

  /// Returns the design of each question's screen. The settings must not include the theme's stars yet; they are added for each question.
  func questionDesigns(_ theme: Theme, _ metrics: Metrics) -> [QuestionDesign] {
    let paths = SurveyPaths(self)
    return questions.indices.map { i in
      let (question, before) = (questions[i], paths.longest(to: i))
      var slider: SliderConfiguration?
      if question.stars != nil || question.step != nil {
        let own = settings(of: question)
        let side = metrics.starSize(own.slider.stars, isVertical: own.slider.isVertical)
        slider = own.themed(theme, starSize: side).sliderConfiguration()
      }
      var design = QuestionDesign(
        question.kind, size: scale(of: question)?.starCount ?? 0, choosesSeveral: question.choosesSeveral,
        slider: slider, progress: VisitProgress(index: Int32(before), count: Int32(before + paths.longest(from: i))))
      if !question.icons.isEmpty {
        design.icons = question.tiles.map { id in
          question.icons.first { same($0.id, id) }.flatMap { picture($0.path) }
        }
      }
      return design
    }
  }
}

extension Settings {
  /// The first opening of the week, as an example of the one that the closed kiosk shows; `nil` if the kiosk never closes.
  package var firstOpening: OpeningHours.Opening? {
    kiosk.schedule.hours.first.map { OpeningHours.Opening(weekday: $0.start / 1440, minute: $0.start % 1440) }
  }
}

extension QuestionSettings {
  /// Returns the ids of the reasons whose bits are set; empty for a choice.
  func reasons(_ chosen: UInt32) -> [String] { kind.hasValue ? Self.ids(chosen, of: reasons) : [] }

  /// Returns the ids of a choice's options whose bits are set.
  func chosen(_ chosen: UInt32) -> [String] { kind == .choice ? Self.ids(chosen, of: options) : [] }

  private static func ids(_ chosen: UInt32, of all: [String]) -> [String] {
    all.indices.filter { chosen >> UInt32($0) & 1 != 0 }.map { all[$0] }
  }
}
