import StarSlider

@testable import Settings

/// Values of the keys of [kiosk], [theme] and [courier], for `KeyTests`.
extension KeyTests {
  /// Intervals in minutes since Monday 00:00.
  static func open(_ pairs: (Int32, Int32)...) -> [ScheduleSettings.OpenInterval] {
    pairs.map { ScheduleSettings.OpenInterval(start: $0.0, end: $0.1) }
  }

  static func daily(_ start: Int32, _ end: Int32, days: Range<Int32> = 0..<7) -> [ScheduleSettings.OpenInterval] {
    days.map { ScheduleSettings.OpenInterval(start: $0 * 1440 + start, end: ($0 * 1440 + end) % 10_080) }
  }

  static let kioskForms: [Form] = [
    Form("fleet public-key", "/k.pub") { $0.fleet.publicKey = "/k.pub" },
    Form("fleet groups", "north, a.b_c-1") {
      ($0.fleet.publicKey, $0.fleet.groups) = ("/k.pub", ["north", "a.b_c-1"])
    },
    Form("fleet snapshots", "yes") { ($0.fleet.publicKey, $0.fleet.snapshots) = ("/k.pub", true) },
    Form("fleet discovery", "homeassistant") { $0.fleet.discovery = "homeassistant" },
    Form("theme base", "contrast") { $0.theme.base = .contrast },
    Form("theme base", "dark") { $0.theme.base = .dark },
    Form("theme base", "classic") { $0.theme.base = .classic },
    Form("theme background", "#102030") { $0.theme.brand.background = Color(rgb: 0x10_2030) },
    Form("theme text", "#102031") { $0.theme.brand.text = Color(rgb: 0x10_2031) },
    Form("theme accent", "#102032") { $0.theme.brand.accent = Color(rgb: 0x10_2032) },
    Form("theme accent-text", "#102033") { $0.theme.brand.accentText = Color(rgb: 0x10_2033) },
    Form("theme star", "#102035") { $0.theme.brand.star = Color(rgb: 0x10_2035) },
    Form("theme stars-by-value", "") { $0.theme.starsByValue = [] },
    Form("theme stars-by-value", "#102035, #ffffff") { $0.theme.starsByValue = [Color(rgb: 0x10_2035), .white] },
    Form("theme thanks", "#102034") { $0.theme.brand.thanks = Color(rgb: 0x10_2034) },
    Form("theme slide-seconds", "2") { $0.theme.slideTime = 2 },
    Form("theme slide-seconds", "3600") { $0.theme.slideTime = 3600 },
    Form("theme fonts", "Noto Sans") { $0.theme.fonts = ["Noto Sans"] },
    Form("theme fonts", "/usr/share/fonts/a.ttf") { $0.theme.fonts = ["/usr/share/fonts/a.ttf"] },
    Form("kiosk id", "") { $0.kiosk.identity.id = "" },
    Form("kiosk id", "Entrance-2_b.c") { $0.kiosk.identity.id = "Entrance-2_b.c" },
    Form("kiosk id", String(repeating: "x", count: 64)) { $0.kiosk.identity.id = String(repeating: "x", count: 64) },
    Form("kiosk name", "") { $0.kiosk.identity.name = "" },
    Form("kiosk name", "Gate 3, Süd") { $0.kiosk.identity.name = "Gate 3, Süd" },
    Form("kiosk name", String(repeating: "x", count: 64)) {
      $0.kiosk.identity.name = String(repeating: "x", count: 64)
    },
    Form("kiosk place", "") { $0.kiosk.identity.place = [] },
    Form("kiosk place", "Berlin") { $0.kiosk.identity.place = ["Berlin"] },
    Form("kiosk place", "Berlin / Hauptbahnhof/Gate 3") {
      $0.kiosk.identity.place = ["Berlin", "Hauptbahnhof", "Gate 3"]
    },
    Form("kiosk place", "a/b/c/d/e/f/g/h") { $0.kiosk.identity.place = ["a", "b", "c", "d", "e", "f", "g", "h"] },
    Form("kiosk attract", "no") { $0.kiosk.attract = false },
    Form("kiosk idle", "11") { ($0.kiosk.idle.time, $0.kiosk.idle.warning) = (11, 7) },
    Form("kiosk idle", "3600") { $0.kiosk.idle.time = 3600 },
    Form("kiosk idle-warning", "0") { $0.kiosk.idle.warning = 0 },
    Form("kiosk idle-warning", "29") { $0.kiosk.idle.warning = 29 },
    Form("kiosk half-given", "keep") { $0.kiosk.keepsPartialVisits = true },
    Form("kiosk repeat-interval", "0") { $0.kiosk.limits.repeatInterval = 0 },
    Form("kiosk repeat-interval", "3600") { $0.kiosk.limits.repeatInterval = 3600 },
    Form("kiosk burst-visits", "2") { $0.kiosk.limits.burstVisits = 2 },
    Form("kiosk burst-visits", "100") { $0.kiosk.limits.burstVisits = 100 },
    Form("kiosk burst-time", "0") { $0.kiosk.limits.burstTime = 0 },
    Form("kiosk burst-time", "3600") { $0.kiosk.limits.burstTime = 3600 },
    Form("kiosk hasty", "0") { $0.kiosk.limits.hasty = 0 },
    Form("kiosk hasty", "5000") { $0.kiosk.limits.hasty = 5000 },
    Form("kiosk visits-per-hour", "1") { $0.kiosk.limits.visitsPerHour = 1 },
    Form("kiosk visits-per-hour", "36000") { $0.kiosk.limits.visitsPerHour = 36_000 },
    Form("kiosk cleaning-corner", "no") { $0.kiosk.cleaning.hasCorner = false },
    Form("kiosk trust-clock", "yes") { $0.kiosk.schedule.trustsClock = true },
    Form("kiosk service-pin", "") { $0.kiosk.servicePIN = "" },
    Form("kiosk thanks", "100") { $0.kiosk.thanks.time = 100 },
    Form("kiosk thanks", "60000") { $0.kiosk.thanks.time = 60_000 },
    Form("kiosk qr-time", "1") { $0.kiosk.thanks.codeTime = 1 },
    Form("kiosk qr-time", "600") { $0.kiosk.thanks.codeTime = 600 },
    Form("kiosk cleaning", "5") { $0.kiosk.cleaning.time = 5 },
    Form("kiosk cleaning", "3600") { $0.kiosk.cleaning.time = 3600 },
    Form("kiosk animation", "no") { $0.kiosk.animation = false },
    Form("kiosk motion", "reduced") { $0.kiosk.motion = .reduced },
    Form("kiosk pixel-shift", "0") { $0.kiosk.pixelShift = 0 },
    Form("kiosk pixel-shift", "1440") { $0.kiosk.pixelShift = 1440 },
    Form("kiosk time-zone", "") { $0.kiosk.schedule.timeZone = "" },
    Form("kiosk time-zone", "America/Argentina/Buenos_Aires") {
      $0.kiosk.schedule.timeZone = "America/Argentina/Buenos_Aires"
    },
    Form("kiosk time-zone", "Etc/GMT+5") { $0.kiosk.schedule.timeZone = "Etc/GMT+5" },
    Form("kiosk hours", "8:00-18:00") { $0.kiosk.schedule.hours = daily(480, 1080) },
    Form("kiosk hours", "Mo-Fr 08:00-18:00") { $0.kiosk.schedule.hours = daily(480, 1080, days: 0..<5) },
    Form("kiosk hours", "Sa 9:00 - 13:00") { $0.kiosk.schedule.hours = daily(540, 780, days: 5..<6) },
    Form("kiosk hours", "We, Mo 00:00-24:00") { $0.kiosk.schedule.hours = open((0, 1440), (2880, 4320)) },
    // Across the end of the week.
    Form("kiosk hours", "Su-Mo 22:00-02:00") { $0.kiosk.schedule.hours = open((1320, 1560), (9960, 120)) },
    Form("kiosk hours", "Su 20:00-24:00") { $0.kiosk.schedule.hours = open((9840, 0)) },
    Form("kiosk hours", "Tu 08:00-12:00,14:00-18:00") { $0.kiosk.schedule.hours = open((1920, 2160), (2280, 2520)) },
    Form("kiosk closed", "12-25") {
      $0.kiosk.schedule.days = [.init(day: .init(year: nil, month: 12, day: 25), intervals: [])]
    },
    Form("kiosk brightness", "07:00 80 %") { $0.kiosk.schedule.brightness = [.init(minute: 420, percent: 80)] },
    Form("kiosk brightness", "7:05 100%") { $0.kiosk.schedule.brightness = [.init(minute: 425, percent: 100)] },
    Form("kiosk brightness", "23:59 0") { $0.kiosk.schedule.brightness = [.init(minute: 1439, percent: 0)] },
    Form("kiosk keep-answers", "100") { $0.kiosk.records.answers = 100 },
    Form("kiosk keep-answers", "100000000") { $0.kiosk.records.answers = 100_000_000 },
    Form("kiosk blackbox", "no") { $0.kiosk.records.hasBlackBox = false },
    Form("kiosk blackbox", "yes") { $0.kiosk.records.hasBlackBox = true },
    Form("kiosk counts", "no") { $0.kiosk.records.hasCounts = false },
    Form("kiosk counts", "yes") { $0.kiosk.records.hasCounts = true },
    Form("voice speech-key", "info") { $0.voice.speechKey = 358 },
    Form("voice speech-key", "187") { $0.voice.speechKey = 187 },
    Form("voice sounds", "yes") { $0.voice.sounds = true },
    Form("courier broker", "") { $0.courier.host = "" },
    Form("courier broker", "broker.example") { $0.courier.host = "broker.example" },
    Form("courier broker", "192.0.2.7:1") { ($0.courier.host, $0.courier.port) = ("192.0.2.7", 1) },
    Form("courier broker", "my_broker:65535") { ($0.courier.host, $0.courier.port) = ("my_broker", 65_535) },
    Form("courier broker", "[2001:db8::1]") { $0.courier.host = "2001:db8::1" },
    Form("courier broker", "[fe80::1%eth0]:8883") { ($0.courier.host, $0.courier.port) = ("fe80::1%eth0", 8883) },
    Form("courier tls", "no") { $0.courier.tls = false },
    Form("courier ca", "/etc/ca.pem") { $0.courier.ca = "/etc/ca.pem" },
    Form("courier username", "Käse & Co") { $0.courier.username = "Käse & Co" },
    Form("courier prefix", "shop/7/stars") { $0.courier.prefix = "shop/7/stars" },
    Form("courier heartbeat", "10") { $0.courier.heartbeat = 10 },
    Form("courier heartbeat", "86400") { $0.courier.heartbeat = 86_400 },
    Form("courier keepalive", "5") { $0.courier.keepalive = 5 },
    Form("courier keepalive", "65535") { $0.courier.keepalive = 65_535 },
    Form("courier window", "1") { $0.courier.window = 1 },
    Form("courier window", "1000") { $0.courier.window = 1000 },
  ]

  static let kioskRefused: [(String, [String])] = [
    ("fleet groups", ["a/b", "a,a", "a,,b", "+", "1,2,3,4,5,6,7,8,9"]), ("fleet snapshots", ["", "perhaps"]),
    ("fleet discovery", ["a/b", "#", "a b"]),
    ("theme base", ["", "dim", "Light"]),
    ("theme background", ["white", "#fff"]), ("theme text", ["#12345g"]), ("theme accent", ["0"]),
    ("theme accent-text", ["#1234567"]),
    ("theme star", ["amber"]), ("theme stars-by-value", ["red", "#102035,", "#102035 #ffffff"]),
    ("theme thanks", ["green"]),
    ("theme slide-seconds", ["", "1", "3601", "fast"]), ("theme fonts", [""]),
    ("kiosk name", [String(repeating: "x", count: 65)]),
    (
      "kiosk place",
      ["Berlin /", "/", "a//b", "1/2/3/4/5/6/7/8/9", String(repeating: "x", count: 65) + "/b"]
    ),
    ("kiosk id", ["a b", "a/b", "+", "#", "Käse", String(repeating: "x", count: 65)]),
    ("kiosk attract", ["", "on"]), ("kiosk access", ["", "on"]),
    ("kiosk animation", ["", "1"]), ("kiosk motion", ["", "yes"]),
    ("kiosk pixel-shift", ["", "-1", "1441", "1.5", "none"]),
    ("kiosk idle", ["", "4", "3601", "-30", "30 s", "1.5"]),
    ("kiosk idle-warning", ["", "-1", "3600"]),
    ("kiosk half-given", ["", "drop", "Keep"]),
    ("kiosk repeat-interval", ["", "-1", "3601"]),
    ("kiosk burst-visits", ["", "0", "1", "101", "5 in 60"]), ("kiosk burst-time", ["", "-1", "3601"]),
    ("kiosk hasty", ["", "-1", "5001", "0.4"]),
    ("kiosk visits-per-hour", ["", "0", "36001"]), ("kiosk cleaning-corner", ["", "off"]),
    ("kiosk trust-clock", ["", "on"]),
    ("kiosk service-pin", ["123", "123456789", "12a4", "12 34", "-1234", "\u{661}\u{662}\u{663}\u{664}"]),
    ("kiosk thanks", ["", "99", "60001", "1.5"]),
    ("kiosk qr-url", ["example.org", "ftp://example.org", "https:/a"]), ("kiosk qr-time", ["", "0", "601"]),
    ("kiosk cleaning", ["", "4", "3601"]),
    (
      "kiosk time-zone",
      ["Europe/", "/etc/localtime", "../../etc/passwd", "Europe//Berlin", "CET-1CEST,M3.5.0", "a\tb"]
    ),
    (
      "kiosk hours",
      [
        "", "always", "Mo", "Mo-Fr", "08:00", "08:00-", "-18:00", "8-18", "08:00-08:00", "24:00-08:00", "08:00-24:01",
        "25:00-26:00", "08:60-09:00", "8:0-9:00", "008:00-09:00", "Mon 08:00-18:00", "mo 08:00-18:00",
        "Mo- 08:00-18:00", "Mo, 08:00-18:00", ",Mo 08:00-18:00", "Mo-Fr 08:00-18:00 Sa 9:00-13:00",
        "Mo 08:00-12:00,", "Mo 08:00-12:00,,13:00-14:00", "Mo 08: 00-12:00", "-08:00-12:00", "Mo 08:00\u{2013}12:00",
      ]
    ),
    ("kiosk closed", ["", "12-25,", "25.12.2026", "2026-02-29", "13-01", "Mo"]),
    (
      "kiosk brightness",
      [
        "", "80", "80 %", "07:00", "07:00 %", "07:00 101", "24:00 50", "07:00 1000", "07:00 -1", "07:0080",
        "07:00 80 %%", "Mo 07:00 80",
      ]
    ),
    ("kiosk keep-answers", ["", "99", "100000001", "1e6"]), ("kiosk blackbox", ["", "on"]),
    ("kiosk counts", ["", "on"]),
    ("voice voice", ["", "yes", "on demand"]),
    // An arrow, enter, volume and a key for speed have their own effect.
    ("voice speech-key", ["", "0", "768", "KEY_HELP", "28", "105", "115", "78"]), ("voice sounds", ["", "loud"]),
    (
      "courier broker",
      [
        "mqtt://broker", "broker:", "broker:0", "broker:65536", ":1883", "a b", "2001:db8::1", "[2001:db8::1",
        "[::1]8883",
        "[::1]:", "[]", "[broker]:1883", "[:]", "brok/er", "bröker",
      ]
    ),
    ("courier tls", ["", "always"]),
    ("courier username", [String(repeating: "x", count: 129)]),
    ("courier prefix", ["", "/a", "a/", "a//b", "a/+/b", "#", "$SYS", String(repeating: "x", count: 129)]),
    ("courier heartbeat", ["", "0", "86401"]), ("courier keepalive", ["", "4", "65536"]),
    ("courier window", ["", "0", "1001"]),
  ]
}
