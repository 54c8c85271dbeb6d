extension SettingsSchema {
  private static var times: String { "HH:MM-HH:MM" }

  static let kioskKeys: [SettingsKey] = [
    SettingsKey(
      .terminal, "id", option: "id",
      allowed: "up to 64 letters, digits, dots, hyphens and underscores; empty for the host name",
      example: "entrance-2",
      "The kiosk's name in its answers and topics.",
      set: .settings { $1.kioskID(into: &$0.kiosk.id) }),
    .flag(
      .terminal, "attract", option: "attract", default: "yes",
      "Whether a start screen is shown between visitors. Otherwise the first question is."
    ) { $0.kiosk.attract = $1 },
    .whole(
      .terminal, "idle", 5...3600, option: "idle", default: "30", unit: "s",
      "The time without a touch that ends a visit."
    ) { $0.kiosk.idle = $1 },
    SettingsKey(
      .terminal, "idle-warning", allowed: "whole numbers from 0 to 3599, less than idle", default: "10", unit: "s",
      "How long before that end the kiosk asks whether the visitor is still there; 0 for never.",
      set: .settings { $1.whole(0...3599, into: &$0.kiosk.idleWarning) }),
    SettingsKey(
      .terminal, "half-given", allowed: "discard, keep", default: "discard",
      "Whether the answers of a visit that was not finished are discarded, or kept and flagged as partial.",
      set: .settings { $1.choice([("discard", .discard), ("keep", .keep)], into: &$0.kiosk.partialVisits) }),
    .whole(
      .terminal, "repeat-interval", 0...3600, default: "5", unit: "s",
      "An answer that follows another one sooner is flagged as repeated."
    ) { $0.kiosk.repeatInterval = $1 },
    .whole(
      .terminal, "thanks", 100...60_000, default: "1500", unit: "ms",
      "How long the thank-you screen is shown. A touch ends it earlier."
    ) { $0.kiosk.thanks = $1 },
    .whole(
      .terminal, "cleaning", 5...3600, default: "30", unit: "s",
      "How long touches are ignored while the screen is being cleaned. Without [text] sections the screen is empty "
        + "meanwhile."
    ) { $0.kiosk.cleaning = $1 },
    .flag(.terminal, "animation", option: "animation", default: "yes", "Whether short animations are shown.") {
      $0.kiosk.animation = $1
    },
    SettingsKey(
      .terminal, "time-zone", option: "time-zone",
      allowed: "names in the tz database, as in Europe/Berlin; empty for the system's zone", example: "Europe/Berlin",
      "The time zone of hours and brightness.",
      set: .settings { $1.timeZone(into: &$0.kiosk.timeZone) }),
    SettingsKey(
      .terminal, "hours",
      allowed: "[DAYS] " + times + "[," + times
        + "...] with days Mo Tu We Th Fr Sa Su, as in Mo-Fr or Mo,We,Sa-Su, and "
        + "24:00 as an end; at most \(KioskSettings.mostHours) intervals per week",
      example: "Mo-Fr 08:00-18:00\nSa 09:00-13:00", isList: true,
      "The opening hours; outside of them the screen is off. Without days they apply to every day. An end before the start "
        + "is on the next day. The lines of this key are combined. By default the kiosk is always open.",
      set: .settings { $1.hours(into: &$0.kiosk.hours) }),
    SettingsKey(
      .terminal, "brightness",
      allowed: "HH:MM PERCENT, as in 07:00 80 %; at most \(KioskSettings.mostBrightnessSteps) lines",
      example: "07:00 80 %\n21:00 30 %", isList: true,
      "The brightness of the screen from a time of the day on. The lines of this key are combined. By default the "
        + "backlight is not changed.",
      set: .settings { $1.brightness(into: &$0.kiosk.brightness) }),
    .whole(
      .terminal, "pixel-shift", 0...1440, option: "pixel-shift", default: "0", unit: "min",
      "How often the picture moves by a pixel to prevent burn-in, up to 7 px away and only between visits; 0 for never."
    ) { $0.kiosk.pixelShift = $1 },
    .whole(
      .terminal, "keep-answers", 100...100_000_000, default: "1000000", unit: "answers",
      "The number of answers that are kept on disk. The oldest delivered answers are deleted first; answers that were not "
        + "delivered are never deleted."
    ) { $0.kiosk.keepAnswers = $1 },
  ]

  static let questionKeys: [SettingsKey] = [
    SettingsKey(
      .question, "reasons",
      allowed: "different IDs of " + ValueParser.idForm
        + ", separated by commas; at most \(QuestionSettings.mostReasons)",
      example: "waiting, staff",
      "The reasons that visitors can choose. Every [text] section names them. By default none.",
      set: .question { $1.ids(upTo: QuestionSettings.mostReasons, into: &$0.reasons) }),
    SettingsKey(
      .question, "reasons-up-to", allowed: "numbers of stars, as in 2 or 2.5, up to stars; empty for every value",
      unit: "stars", example: "2",
      "The highest value after which the kiosk asks for reasons. By default it asks after every value.",
      set: .question { $1.ratio(to: 1000, into: &$0.reasonsUpTo) }),
  ]

  static let themeKeys: [SettingsKey] = [
    SettingsKey(
      .theme, "base", option: "theme", allowed: "light, contrast", default: "light",
      "The colour scheme that the other keys modify. contrast helps people with low vision.",
      set: .settings { $1.choice([("light", .light), ("contrast", .contrast)], into: &$0.theme.base) }),
    SettingsKey(
      .theme, "background", allowed: schemeColors, example: "#ffffff", "The background.",
      set: .settings { $1.color(into: &$0.theme.background) }),
    SettingsKey(
      .theme, "text", allowed: schemeColors, example: "#1a1a1a", "Text on the background.",
      set: .settings { $1.color(into: &$0.theme.text) }),
    SettingsKey(
      .theme, "accent", allowed: schemeColors, example: "#0b5cad", "Buttons.",
      set: .settings { $1.color(into: &$0.theme.accent) }),
    SettingsKey(
      .theme, "accent-text", allowed: schemeColors, example: "#ffffff", "Text on buttons.",
      set: .settings { $1.color(into: &$0.theme.accentText) }),
    SettingsKey(
      .theme, "logo", allowed: "paths of PNG files", example: "logo.png",
      "An image above the text of the start screen. Paths are relative to this file.",
      set: .settings { $1.path(into: &$0.theme.logo) }),
    SettingsKey(
      .theme, "fonts",
      allowed:
        "one font per line: a family, or the path of a font file with a slash in it; at most \(ThemeSettings.mostFonts) "
        + "lines",
      default: "sans-serif", isList: true,
      "The fonts in order of preference. A character that one font lacks is taken from the next.",
      set: .settings { $1.font(into: &$0.theme.fonts) }),
  ]

  private static var schemeColors: String { colors + "; empty for the base's colour" }
}
