import Geometry
import Raster

extension SettingsTable {
  private static var times: String { "HH:MM-HH:MM" }

  /// How the terminal behaves.
  static let terminalKeys: [SettingsKey] = [
    SettingsKey(
      .terminal, "id", option: "id",
      allowed: "up to 64 letters, digits, dots, hyphens and underscores; nothing for the machine's host name",
      standard: "", example: "entrance-2", about: "What the terminal's answers are signed with, and its topics."
    ) { $1.terminalID(into: &$0.terminal.id) },
    SettingsKey(
      .terminal, "attract", option: "attract", allowed: yesOrNo, standard: "yes",
      about: "Whether a start screen waits between visitors; without it the first question does."
    ) { $1.flag(into: &$0.terminal.attract) },
    SettingsKey(
      .terminal, "idle", option: "idle", allowed: "whole numbers from 5 to 3600", standard: "30", unit: "s",
      about: "Without a touch for so long, a visit is over."
    ) { $1.whole(5...3600, into: &$0.terminal.idle) },
    SettingsKey(
      .terminal, "idle-warning", allowed: "whole numbers from 0 to 3599, less than idle", standard: "10", unit: "s",
      about: "For so long before that, the screen asks whether somebody is there; 0 does not ask."
    ) { $1.whole(0...3599, into: &$0.terminal.idleWarning) },
    SettingsKey(
      .terminal, "half-given", allowed: "discard, keep", standard: "discard",
      about: "What becomes of a visit that nobody finishes: it is forgotten, or kept and flagged as partial."
    ) { $1.choice([("discard", .discard), ("keep", .keep)], into: &$0.terminal.halfGiven) },
    SettingsKey(
      .terminal, "repeat-interval", allowed: "whole numbers from 0 to 3600", standard: "5", unit: "s",
      about: "An answer that comes sooner after another is kept and flagged as repeated."
    ) { $1.whole(0...3600, into: &$0.terminal.repeatInterval) },
    SettingsKey(
      .terminal, "thanks", allowed: "whole numbers from 100 to 60000", standard: "1500", unit: "ms",
      about: "How long thanks are shown; a touch ends them sooner."
    ) { $1.whole(100...60_000, into: &$0.terminal.thanks) },
    SettingsKey(
      .terminal, "cleaning", allowed: "whole numbers from 5 to 3600", standard: "30", unit: "s",
      about: "How long touches are ignored while somebody cleans the screen; without words it is empty so long."
    ) { $1.whole(5...3600, into: &$0.terminal.cleaning) },
    SettingsKey(
      .terminal, "animation", option: "animation", allowed: yesOrNo, standard: "yes",
      about: "Whether pictures may move for a moment."
    ) { $1.flag(into: &$0.terminal.animation) },
    SettingsKey(
      .terminal, "time-zone", option: "time-zone",
      allowed: "names of the tz database, as in Europe/Berlin; nothing for the system's zone", standard: "",
      example: "Europe/Berlin", about: "Where the clock of hours and brightness runs."
    ) { $1.timeZone(into: &$0.terminal.timeZone) },
    SettingsKey(
      .terminal, "hours",
      allowed: "[DAYS] " + times + "[," + times
        + "...] with days Mo Tu We Th Fr Sa Su, as in Mo-Fr or Mo,We,Sa-Su, and "
        + "24:00 as an end; at most \(TerminalSettings.mostHours) times of a week",
      standard: "", example: "Mo-Fr 08:00-18:00\nSa 09:00-13:00", addsUp: true,
      about:
        "When the terminal is open; outside of that the screen sleeps. Without days it is every day, an end before the "
        + "start is on the next day, and several lines add up. By default always."
    ) { $1.hours(into: &$0.terminal.hours) },
    SettingsKey(
      .terminal, "brightness",
      allowed: "HH:MM PERCENT, as in 07:00 80 %; at most \(TerminalSettings.mostBrightnessSteps) lines", standard: "",
      example: "07:00 80 %\n21:00 30 %", addsUp: true,
      about:
        "How bright the screen is from a time of the day on; several lines add up. By default the backlight is left "
        + "alone."
    ) { $1.brightness(into: &$0.terminal.brightness) },
    SettingsKey(
      .terminal, "pixel-shift", option: "pixel-shift", allowed: "whole numbers from 0 to 1440", standard: "0",
      unit: "min",
      about:
        "After so long the whole picture moves by a pixel, again and again and up to 7 px away, so that the panel does not "
        + "burn in; only while nobody is there. 0 never moves it."
    ) { $1.whole(0...1440, into: &$0.terminal.pixelShift) },
    SettingsKey(
      .terminal, "keep-answers", allowed: "whole numbers from 100 to 100000000", standard: "1000000", unit: "answers",
      about: "How many answers stay on disk; the oldest of those that were delivered go first, others never."
    ) { $1.whole(100...100_000_000, into: &$0.terminal.keepAnswers) },
  ]

  /// A question.
  static let questionKeys: [SettingsKey] = [
    SettingsKey(
      question: "reasons",
      allowed: "IDs of " + Value.idForm + ", with commas between, each once; at most \(QuestionSettings.mostReasons)",
      example: "waiting, staff",
      about: "What can be chosen as reasons, each with words in every [text]. By default none are asked for."
    ) { $1.ids(upTo: QuestionSettings.mostReasons, into: &$0.reasons) },
    SettingsKey(
      question: "reasons-up-to",
      allowed: "numbers of stars, as in 2 or 2.5, up to stars; nothing for every value", unit: "stars", example: "2",
      about: "Reasons are asked for values up to this. By default for every value."
    ) { $1.ratio(to: 1000, into: &$0.reasonsUpTo) },
  ]

  /// How the screens look.
  static let themeKeys: [SettingsKey] = [
    SettingsKey(
      .theme, "base", option: "theme", allowed: "light, contrast", standard: "light",
      about: "Which colours the others begin with; contrast is for those who see little."
    ) { $1.choice([("light", .light), ("contrast", .contrast)], into: &$0.theme.base) },
    SettingsKey(
      .theme, "background", allowed: colors, standard: "", example: "#ffffff", about: "Behind everything."
    ) { $1.color(into: &$0.theme.background) },
    SettingsKey(.theme, "text", allowed: colors, standard: "", example: "#1a1a1a", about: "Words.") {
      $1.color(into: &$0.theme.text)
    },
    SettingsKey(.theme, "accent", allowed: colors, standard: "", example: "#0b5cad", about: "Buttons.") {
      $1.color(into: &$0.theme.accent)
    },
    SettingsKey(
      .theme, "accent-text", allowed: colors, standard: "", example: "#ffffff", about: "Words on buttons."
    ) { $1.color(into: &$0.theme.accentText) },
    SettingsKey(
      .theme, "logo", allowed: "paths of PNG files", standard: "", example: "logo.png",
      about: "A picture above the start screen's words. Paths begin at this file."
    ) { $1.path(into: &$0.theme.logo) },
    SettingsKey(
      .theme, "fonts",
      allowed:
        "a family or, with a slash in it, a font file's path in each line; at most \(ThemeSettings.mostFonts) lines",
      standard: "sans-serif", addsUp: true,
      about: "What words are written with; for what a font lacks, the next is tried. Several lines of this key add up."
    ) { $1.font(into: &$0.theme.fonts) },
  ]

  private static var colors: String { "colours #rrggbb; nothing for that of base" }
}
