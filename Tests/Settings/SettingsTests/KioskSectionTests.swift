import Testing

@testable import Settings

/// The sections [kiosk], [theme] and [courier].
@Suite struct KioskSectionTests {
  @Test func linesAreCombinedAndSorted() throws {
    let made = try settings(
      """
      [kiosk]
      hours = Sa 09:00-13:00
      brightness = 21:00 30 %
      hours = Mo,Tu 08:00-18:00
      brightness = 07:00 80 %
      [theme]
      fonts = Noto Sans
      fonts = fonts/arabic.ttf
      """, name: "/etc/k/kiosk.conf")
    #expect(made.kiosk.schedule.hours == KeyTests.open((480, 1080), (1920, 2520), (7740, 7980)))
    #expect(made.kiosk.schedule.brightness == [.init(minute: 420, percent: 80), .init(minute: 1260, percent: 30)])
    #expect(made.theme.fonts == ["Noto Sans", "/etc/k/fonts/arabic.ttf"])
  }

  /// A file of version 0.1 names the section `terminal`. Messages name it as it is named today.
  @Test func earlierNameIsRead() throws {
    let lines = ["id = gate-7", "hours = Mo 08:00-12:00", "idle = 30"]
    let (old, new) = (["[terminal]"] + lines, ["[kiosk]"] + lines)
    let made = try settings(old.joined(separator: "\n"))
    let expected = try settings(new.joined(separator: "\n"))
    #expect(
      made.kiosk.identity.id == "gate-7" && made.kiosk.idle.time == expected.kiosk.idle.time
        && made.kiosk.schedule.hours == expected.kiosk.schedule.hours)
    let both = try settings("[terminal]\nid = gate-7\n[kiosk]\nidle = 30")
    #expect(both.kiosk.identity.id == "gate-7" && both.kiosk.idle.time == made.kiosk.idle.time)
    #expect(mistakes("[terminal]\nidle = x").allSatisfy { $0.contains("[kiosk] idle = x") })
    #expect(mistakes("[terminal]\nid = a\n[kiosk]\nid = b").count == 1)
  }

  /// The minutes of an interval, counted one by one.
  func minutes(_ interval: ScheduleSettings.OpenInterval) -> Set<Int32> {
    var (all, minute): (Set<Int32>, Int32) = ([], interval.start)
    repeat {
      all.insert(minute)
      minute = (minute + 1) % 10_080
    } while minute != interval.end
    return all
  }

  /// Overlaps, compared with sets of minutes.
  @Test func overlappingHoursAreRejected() throws {
    let lines = [
      "Mo 08:00-12:00", "Mo 12:00-13:00", "Mo 11:59-12:30", "Mo-Su 00:00-24:00", "Su 20:00-06:00", "Mo 05:00-08:00",
      "Su 22:00-24:00", "Mo 00:00-00:01", "Tu,Th 22:00-02:00", "We 01:00-03:00", "We 02:00-03:00",
    ]
    for a in lines {
      for b in lines {
        let one = try #require(ValueParser(a).openIntervals).map { minutes($0) }
        let other = try #require(ValueParser(b).openIntervals).map { minutes($0) }
        let isWrong = one.contains { x in other.contains { !$0.isDisjoint(with: x) } }
        let told = mistakes("[kiosk]\nhours = \(a)\nhours = \(b)\n")
        let line = "kiosk.conf:3: [kiosk] hours = \(b): overlaps the hours in line 2; combine them"
        #expect(told == (isWrong ? [line] : []), "\(a) and \(b)")
      }
    }
    #expect(
      mistakes("[kiosk]\nhours = Mo 08:00-12:00,11:00-13:00") == [
        "kiosk.conf:2: [kiosk] hours = Mo 08:00-12:00,11:00-13:00: the intervals overlap; combine them"
      ])
  }

  @Test func listsAreLimited() throws {
    let hours = (0..<7).map { "hours = 0\($0):00-0\($0):30\n" }.joined()
    #expect(try settings("[kiosk]\n" + hours + "hours = Mo 08:00-09:00").kiosk.schedule.hours.count == 50)
    #expect(mistakes("[kiosk]\n" + hours + "hours = Mo-Tu 08:00-09:00").count == 1)
    let steps = (0..<24).map { "brightness = \($0):00 50\n" }.joined()
    #expect(try settings("[kiosk]\n" + steps).kiosk.schedule.brightness.count == 24)
    #expect(mistakes("[kiosk]\n" + steps + "brightness = 0:30 50").count == 1)
    let fonts = (0..<8).map { "fonts = F\($0)\n" }.joined()
    #expect(try settings("[theme]\n" + fonts).theme.fonts.count == 8)
    #expect(mistakes("[theme]\n" + fonts + "fonts = F8").count == 1)
  }

  /// Every minute of the day is valid in both spellings, and no other time is.
  @Test func everyMinuteOfTheDayIsParsed() throws {
    for hour in 0..<26 {
      for minute in 0..<62 {
        let isOne = hour < 24 && minute < 60
        for time in Set(["\(hour)", hour < 10 ? "0\(hour)" : "\(hour)"]) {
          let text = time + (minute < 10 ? ":0" : ":") + "\(minute)"
          let step = ValueParser(text + " 7 %").brightnessStep
          #expect(step == (isOne ? .init(minute: Int32(hour * 60 + minute), percent: 7) : nil), "\(text)")
          let end = ValueParser("Mo 23:59-" + text).openIntervals
          let isEnd = (isOne && text != "23:59") || (hour == 24 && minute == 0)
          #expect((end != nil) == isEnd, "\(text)")
        }
      }
    }
  }

  /// All 49 ranges and pairs of days, compared with days counted one by one.
  @Test func everyRangeAndPairOfDaysIsParsed() throws {
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    for a in 0..<7 {
      for b in 0..<7 {
        var days: Set<Int32> = [Int32(a)]
        var day = a
        while day != b {
          day = (day + 1) % 7
          days.insert(Int32(day))
        }
        let range = try #require(ValueParser("\(names[a])-\(names[b]) 01:00-02:00").openIntervals)
        #expect(Set(range.map { $0.start / 1440 }) == days && range.count == days.count)
        let pair = try #require(ValueParser("\(names[a]),\(names[b]) 01:00-02:00").openIntervals)
        #expect(Set(pair.map { $0.start / 1440 }) == [Int32(a), Int32(b)])
      }
    }
  }

  @Test func idleWarningMustBeShorterThanIdle() {
    #expect(
      mistakes("[kiosk]\nidle = 10\nidle-warning = 10") == [
        "kiosk.conf:3: [kiosk] idle-warning = 10: idle-warning (10 s) must be less than idle (10 s); raise idle or lower "
          + "idle-warning"
      ])
    #expect(mistakes("[kiosk]\nidle-warning = 45").count == 1)
    // A warning that is not set is shorter than a short idle time.
    for idle in 5...60 as ClosedRange<Int32> { #expect(mistakes("[kiosk]\nidle = \(idle)") == []) }
    #expect(mistakes("[kiosk]\nidle-warning = 11\nidle = 12") == [])
    #expect(mistakes("[kiosk]\nidle-warning = 12\nidle = 1x").count == 1)
    #expect(mistakes("[kiosk]\nidle-warning = 29", options: [("idle", "29")]).count == 1)
  }

  @Test func twoBrightnessLinesOfOneTimeAreRejected() {
    #expect(
      mistakes("[kiosk]\nbrightness = 07:00 80 %\nbrightness = 7:00 70 %") == [
        "kiosk.conf:3: [kiosk] brightness = 7:00 70 %: line 2 also sets the brightness at this time; remove one"
      ])
  }

  @Test func courierKeysRequireEachOther() throws {
    let made = try settings(
      "[courier]\nbroker = b\ncertificate = c.pem\nkey = c.key\nusername = u\npassword-file = p\nca = /ca.pem",
      name: "/etc/k/kiosk.conf"
    ).courier
    #expect(made.certificate == "/etc/k/c.pem" && made.key == "/etc/k/c.key" && made.passwordFile == "/etc/k/p")
    #expect(made.ca == "/ca.pem" && made.username == "u")
    #expect(
      mistakes("[courier]\ncertificate = c\n[touch]") == ["kiosk.conf:2: [courier] certificate = c: requires key"])
    #expect(mistakes("[courier]\nkey = c") == ["kiosk.conf:2: [courier] key = c: requires certificate"])
    #expect(
      mistakes("[courier]\npassword-file = c") == ["kiosk.conf:2: [courier] password-file = c: requires username"])
  }

  @Test func warningsDoNotRejectTheFile() throws {
    let text = "[courier]\nusername = u\ntls = no\nca = a.pem\n"
    let made = try settings(text)
    let warnings = [
      "kiosk.conf:2: warning: [courier] username = u: the name and the password are sent unencrypted; set "
        + "tls = yes",
      "kiosk.conf:4: warning: [courier] ca = a.pem: has no effect with tls = no",
    ]
    #expect(made.warnings.map { $0.message } == warnings)
    #expect(made.courier.username == "u")
    // Warnings and errors are sorted by line.
    #expect(mistakes(text + "window = 0\n").dropLast() == warnings[...])
    #expect(try settings("[courier]\nusername = u").warnings == [])
  }

  @Test func logoIsReadAsAnImage() throws {
    let files = ["/etc/k/logo.png": try png(width: 12)]
    let made = try settings("[theme]\nlogo = logo.png", files: files, name: "/etc/k/kiosk.conf")
    #expect(made.theme.logo == "/etc/k/logo.png")
    #expect(made.images.map { $0.path } == ["/etc/k/logo.png"] && made.picture("/etc/k/logo.png")?.width == 12)
    #expect(
      mistakes("[theme]\nlogo = nope.png") == [
        "kiosk.conf:2: [theme] logo = nope.png: cannot open nope.png: no such file or directory; correct the path, or put a "
          + "picture there"
      ])
    #expect(try settings("[theme]\nlogo =").theme.logo == nil)
  }

  @Test func kioskKeysThatAreOptions() throws {
    let names = SettingsSchema.keys.compactMap { key in
      key.section.hasOptions ? nil : key.option.map { "\($0)" }
    }
    #expect(names == ["theme", "id", "attract", "idle", "animation", "time-zone", "pixel-shift"])
  }
}
