extension SettingsSchema {
  static let kioskKeys: [Key] = [
    Key(
      "id", option: "id",
      "up to 64 letters, digits, dots, hyphens and underscores; empty for the host name", example: "entrance-2",
      "The kiosk's name in its answers and topics."
    ) { $1.kioskID(into: &$0.settings.kiosk.identity.id) }
    .restart { keep(&$0.kiosk.identity.id, $1.kiosk.identity.id) },
    Key(
      "name", "up to 64 bytes; empty for none", example: "Gate 3",
      "The kiosk's name in alerts and reports, in place of its id."
    ) { $1.name(into: &$0.settings.kiosk.identity.name) }
    .restart { keep(&$0.kiosk.identity.name, $1.kiosk.identity.name) },
    Key(
      "place",
      "up to \(KioskIdentity.mostLevels) names of up to 64 bytes, separated by slashes, from the whole to the part; empty for none",
      example: "Berlin / Hauptbahnhof",
      "Where the kiosk stands. Alerts name the place, and reports group kiosks by any of its levels."
    ) { $1.place(into: &$0.settings.kiosk.identity.place) }
    .restart { keep(&$0.kiosk.identity.place, $1.kiosk.identity.place) },
    .flag(
      "attract", option: "attract", default: "yes",
      "Whether a start screen is shown between visitors: the first question, larger, with a button that invites to answer."
    ) { $1.flag(into: &$0.settings.kiosk.attract) },
    .whole(
      "idle", 5...3600, option: "idle", default: "45", unit: "s", "The time without a touch that ends a visit."
    ) { $0.kiosk.idle.time = $1 },
    Key(
      "idle-warning", "whole numbers from 0 to 3599, less than idle", default: "20", unit: "s",
      "How long before the visit ends the kiosk says that a touch continues it, at most two thirds of idle unless it is set; 0 for never."
    ) { $1.write($1.whole(0...3599), to: &$0.settings.kiosk.idle.warning) },
    Key(
      "half-given", "discard, keep", default: "discard",
      "Whether the answers of a visit that was not finished are discarded, or kept and marked as partial."
    ) { $1.choice([("discard", false), ("keep", true)], into: &$0.settings.kiosk.keepsPartialVisits) },
    .whole(
      "repeat-interval", 0...3600, default: "5", unit: "s",
      "An answer that follows another one sooner is marked as repeated."
    ) { $0.kiosk.limits.repeatInterval = $1 },
    .whole(
      "burst-visits", 2...100, default: "5", unit: "visits",
      "When so many visits end within burst-time, the last one and those that follow as closely are marked as burst."
    ) { $0.kiosk.limits.burstVisits = $1 },
    .whole(
      "burst-time", 0...3600, default: "60", unit: "s", "The time for burst-visits; 0 marks none."
    ) { $0.kiosk.limits.burstTime = $1 },
    .whole(
      "hasty", 0...5000, default: "400", unit: "ms",
      "An answer that comes sooner after its question was shown is marked as hasty; 0 marks none."
    ) { $0.kiosk.limits.hasty = $1 },
    .whole(
      "visits-per-hour", 1...36_000, default: "1200", unit: "visits",
      "The maximum average number of visits stored per hour, so that a device that imitates a visitor cannot fill the "
        + "disk. Further visits are dropped, and the thank-you screen is not shown. An "
        + "answer within 100 ms after another is always dropped, because no hand is that fast."
    ) { $0.kiosk.limits.visitsPerHour = $1 },
    .whole(
      "thanks", 100...60_000, default: "1500", unit: "ms",
      "How long the thank-you screen is shown. A touch ends it earlier."
    ) { $0.kiosk.thanks.time = $1 },
    Key(
      "qr-url", "addresses that begin with https:// or http://, with {visit} and {kiosk} in them; empty for none",
      example: "https://example.org/comment?v={visit}&k={kiosk}",
      "An address shown as a QR code, so that visitors can comment on their phones. Questions of kind = comment show it; "
        + "without such a question, the thank-you screen does. {visit} is replaced by the visit's id, which is also in its "
        + "answers, and {kiosk} by the "
        + "kiosk's id."
    ) { $1.write(CommentAddress($1.text), to: &$0.settings.kiosk.comments) },
    .whole(
      "qr-time", 1...600, default: "45", unit: "s",
      "How long the thank-you screen is shown with a code. A touch ends it earlier."
    ) { $0.kiosk.thanks.codeTime = $1 },
    .whole(
      "cleaning", 5...3600, default: "30", unit: "s",
      "How long touches are ignored while the screen is being cleaned. Without [text] sections the screen is empty "
        + "meanwhile."
    ) { $0.kiosk.cleaning.time = $1 },
    .flag(
      "cleaning-corner", default: "yes",
      "Whether a finger that holds the top left corner for three seconds starts the cleaning. SIGUSR2 always does."
    ) { $1.flag(into: &$0.settings.kiosk.cleaning.hasCorner) },
    .flag(
      "trust-clock", default: "no",
      "Whether hours and brightness apply, and counts of visits get their day, although no time server has set the clock since the boot. "
        + "Until one has, the kiosk is open and bright. Say yes on a board with a battery-backed clock and without a network."
    ) { $1.flag(into: &$0.settings.kiosk.schedule.trustsClock) },
    Key(
      "service-pin", "4 to 8 digits, or empty for no service screen", example: "4711",
      "The PIN of the service screen. If it is set, holding the top left corner shows a keypad for the PIN and a button that "
        + "starts the cleaning. Make this file unreadable to other users."
    ) { $1.pin(into: &$0.settings.kiosk.servicePIN) },
    .flag("animation", option: "animation", default: "yes", "Whether anything moves; no is the same as motion = none.")
    {
      $1.flag(into: &$0.settings.kiosk.animation)
    },
    Key(
      "motion", "full, reduced, none", default: "full",
      "What moves: with full, screens fade and move into each other; stars, faces and buttons shrink under a finger; stars "
        + "grow for a moment, one after the other, when they are filled, and those of the start screen light up from time to time; with reduced, "
        + "screens only fade; with none, everything changes at once. A touch or a key ends all motion, so visitors can answer "
        + "at any time."
    ) { $1.choice([("full", .full), ("reduced", .reduced), ("none", .none)], into: &$0.settings.kiosk.motion) },
    .flag(
      "access", default: "no",
      "Whether a button in the top right corner shows the screens with more contrast, wide outlines and texts 1.25 times as "
        + "large, as base = contrast does, until the visit ends."
    ) { $1.flag(into: &$0.settings.kiosk.hasContrastButton) },
    Key(
      "time-zone", option: "time-zone",
      "names in the tz database, such as Europe/Berlin; empty for the system's zone", example: "Europe/Berlin",
      "The time zone of hours, brightness and counts."
    ) { $1.timeZone(into: &$0.settings.kiosk.schedule.timeZone) },
    Key(
      "hours",
      "[DAYS] HH:MM-HH:MM[,HH:MM-HH:MM...] with days Mo Tu We Th Fr Sa Su, such as Mo-Fr or Mo,We,Sa-Su, and 24:00 as an "
        + "end; at most \(ScheduleSettings.mostHours) intervals per week",
      example: "Mo-Fr 08:00-18:00\nSa 09:00-13:00", isList: true,
      "The opening hours; outside of them the screen is off. Without days they apply to every day. An end before the start "
        + "is on the next day. The lines of this key are combined. By default the kiosk is always open."
    ) { $1.hours(into: &$0.settings.kiosk.schedule.hours) },
    Key(
      "hours", argument: "DATE", "HH:MM-HH:MM[,HH:MM-HH:MM...], with DATE as YYYY-MM-DD, or MM-DD for every year",
      example: "2026-12-24 = 08:00-13:00",
      "The opening hours of a single day instead of those of its weekday. Hours that begin on the day before still end as usual."
    ) { $1.dayHours(into: &$0.settings.kiosk.schedule.days) },
    Key(
      "closed",
      "comma-separated dates, YYYY-MM-DD, or MM-DD for every year; at most \(ScheduleSettings.mostDays) days with those of hours",
      example: "2026-12-25, 01-01", isList: true,
      "Holidays, on which the kiosk does not open. The lines of this key are combined."
    ) { $1.closedDays(into: &$0.settings.kiosk.schedule.days) },
    Key(
      "brightness", "HH:MM PERCENT, such as 07:00 80 %; at most \(ScheduleSettings.mostBrightnessSteps) lines",
      example: "07:00 80 %\n21:00 30 %", isList: true,
      "The brightness of the screen from a time of the day on. The lines of this key are combined. By default the "
        + "backlight is not changed."
    ) { $1.brightness(into: &$0.settings.kiosk.schedule.brightness) },
    .whole(
      "pixel-shift", 0...1440, option: "pixel-shift", default: "0", unit: "min",
      "How often the picture moves by a pixel to prevent burn-in, up to 7 px away and only between visits; 0 for never."
    ) { $0.kiosk.pixelShift = $1 },
    .whole(
      "keep-answers", 100...100_000_000, default: "1000000", unit: "answers",
      "The number of answers that are kept on disk. The oldest delivered answers are deleted first; answers that were not "
        + "delivered are never deleted."
    ) { $0.kiosk.records.answers = $1 }
    .restart { keep(&$0.kiosk.records.answers, $1.kiosk.records.answers) },
    .flag(
      "blackbox", default: "yes",
      "Whether the last ten minutes of touches, keys, screens and interruptions are recorded in memory, and written to the kiosk's own "
        + "folder after a fault or a crash, and when the PIN screen is opened. Values of answers can be seen in such a file. It is never sent, "
        + "and erased after a month."
    ) { $1.flag(into: &$0.settings.kiosk.records.hasBlackBox) }
    .restart { keep(&$0.kiosk.records.hasBlackBox, $1.kiosk.records.hasBlackBox) },
    .flag(
      "counts", default: "yes",
      "Whether the kiosk counts by day how often its start screen was touched, and how many visits were begun, finished, and left at which "
        + "question, by language and by touch, keypad or speech. The courier sends these numbers, which tell nothing about a person."
    ) { $1.flag(into: &$0.settings.kiosk.records.hasCounts) },
  ]

  static let themeKeys: [Key] = [
    Key(
      "base", option: "theme", "light, dark, contrast, classic", default: "light",
      "The colors and the look of the stars, which the other keys and [face] modify. contrast, with wide outlines and "
        + "texts 1.25 times as large, helps people with low vision; classic has yellow stars with a black outline on white, like a "
        + "kiosk without questions."
    ) {
      $1.choice(
        [("light", .light), ("dark", .dark), ("contrast", .contrast), ("classic", .classic)],
        into: &$0.settings.theme.base)
    },
    Key("background", schemeColors, example: "#ffffff", "The background.") {
      $1.color(into: &$0.settings.theme.brand.background)
    },
    Key("text", schemeColors, example: "#1a1a1a", "Text on the background.") {
      $1.color(into: &$0.settings.theme.brand.text)
    },
    Key(
      "accent", schemeColors, example: "#0b5cad",
      "The color of buttons. If the base's text color is hard to read on it, their text is white or black."
    ) { $1.color(into: &$0.settings.theme.brand.accent) },
    Key("accent-text", schemeColors, example: "#ffffff", "Text on buttons.") {
      $1.color(into: &$0.settings.theme.brand.accentText)
    },
    Key(
      "star", schemeColors, example: "#ffb000",
      "Full stars. With accent, this is all a brand needs: outlines and empty stars follow from it."
    ) { $1.color(into: &$0.settings.theme.brand.star) },
    Key(
      "stars-by-value", "up to 20 colors #rrggbb, separated by commas; empty for one color",
      example: "#d64545, #f0a030, #3f9b4b",
      "The colors of full stars and smileys from the lowest value to the highest: the whole row takes the color of its value. Such "
        + "stars do not move."
    ) { $1.colors(upTo: 20, into: &$0.settings.theme.starsByValue) },
    Key("thanks", schemeColors, example: "#1a7a43", "Full stars on the thank-you screen.") {
      $1.color(into: &$0.settings.theme.brand.thanks)
    },
    Key(
      "logo", "paths of PNG files", example: "logo.png",
      "An image above the text of the start screen. Paths are relative to this file."
    ) { $1.path(into: &$0.settings.theme.logo) },
    Key(
      "photo", "paths of PNG files", example: "shop.png",
      "An image behind all screens. It fills the screen, and its edges are cropped to fit. Enough of the background color is "
        + "mixed in to keep text and buttons readable. Stars and faces are on a plain panel."
    ) { $1.path(into: &$0.settings.theme.photo) },
    Key(
      "closed-picture", "paths of PNG files", example: "closed.png",
      "An image in place of the words outside the opening hours, on a screen that cannot be switched off. It is scaled down to "
        + "fit the screen."
    ) { $1.path(into: &$0.settings.theme.closedPicture) },
    Key(
      "slides", "paths of at most \(ThemeSettings.mostSlides) PNG files, separated by commas; empty for none",
      example: "summer.png, autumn.png",
      "Images that the start screen shows one after another, behind the first question. They are scaled to cover the screen, "
        + "and darkened at the bottom."
    ) { $1.paths(upTo: ThemeSettings.mostSlides, into: &$0.settings.theme.slides) },
    .whole("slide-seconds", 2...3600, default: "8", unit: "s", "How long each slide is shown.") {
      $0.theme.slideTime = $1
    },
    Key(
      "fonts",
      "one font per line: a family, or the path of a font file with a slash in it; at most \(ThemeSettings.mostFonts) "
        + "lines",
      default: "sans-serif", isList: true,
      "The fonts in order of preference. A character that one font lacks is taken from the next."
    ) { $1.font(into: &$0.settings.theme.fonts) },
  ]

  private static var schemeColors: String { colors + "; empty for the base's color" }
}
