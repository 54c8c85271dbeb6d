import Testing

@testable import Settings

/// What a terminal's settings are made of, line by line, and how they have to fit each other.
@Suite struct TerminalSettingsTests {
  @Test func linesAddUpInOrderOfTime() throws {
    let made = try settings(
      """
      [terminal]
      hours = Sa 09:00-13:00
      brightness = 21:00 30 %
      hours = Mo,Tu 08:00-18:00
      brightness = 07:00 80 %
      [theme]
      fonts = Noto Sans
      fonts = fonts/arabic.ttf
      """, name: "/etc/k/kiosk.conf")
    #expect(made.terminal.hours == KeyTests.open((480, 1080), (1920, 2520), (7740, 7980)))
    #expect(made.terminal.brightness == [.init(minute: 420, percent: 80), .init(minute: 1260, percent: 30)])
    #expect(made.theme.fonts == ["Noto Sans", "/etc/k/fonts/arabic.ttf"])
  }

  /// A minute is in an interval if it is one of those that follow its start, one by one, until its end.
  func minutes(_ interval: TerminalSettings.OpenInterval) -> Set<Int32> {
    var (all, minute): (Set<Int32>, Int32) = ([], interval.start)
    repeat {
      all.insert(minute)
      minute = (minute + 1) % 10_080
    } while minute != interval.end
    return all
  }

  /// Hours over each other, against sets of minutes.
  @Test func overlaps() throws {
    let lines = [
      "Mo 08:00-12:00", "Mo 12:00-13:00", "Mo 11:59-12:30", "Mo-Su 00:00-24:00", "Su 20:00-06:00", "Mo 05:00-08:00",
      "Su 22:00-24:00", "Mo 00:00-00:01", "Tu,Th 22:00-02:00", "We 01:00-03:00", "We 02:00-03:00",
    ]
    for a in lines {
      for b in lines {
        let one = try #require(Value(text: a, folder: "").openIntervals).map { minutes($0) }
        let other = try #require(Value(text: b, folder: "").openIntervals).map { minutes($0) }
        let isWrong = one.contains { x in other.contains { !$0.isDisjoint(with: x) } }
        let told = mistakes("[terminal]\nhours = \(a)\nhours = \(b)\n")
        let line = "kiosk.conf:3: [terminal] hours = \(b): overlaps the hours of line 2; say them as one"
        #expect(told == (isWrong ? [line] : []), "\(a) and \(b)")
      }
    }
    #expect(
      mistakes("[terminal]\nhours = Mo 08:00-12:00,11:00-13:00") == [
        "kiosk.conf:2: [terminal] hours = Mo 08:00-12:00,11:00-13:00: its times overlap each other; say them as one"
      ])
  }

  @Test func atMostSoMany() throws {
    let hours = (0..<7).map { "hours = 0\($0):00-0\($0):30\n" }.joined()
    #expect(try settings("[terminal]\n" + hours + "hours = Mo 08:00-09:00").terminal.hours.count == 50)
    #expect(mistakes("[terminal]\n" + hours + "hours = Mo-Tu 08:00-09:00").count == 1)
    let steps = (0..<24).map { "brightness = \($0):00 50\n" }.joined()
    #expect(try settings("[terminal]\n" + steps).terminal.brightness.count == 24)
    #expect(mistakes("[terminal]\n" + steps + "brightness = 0:30 50").count == 1)
    let fonts = (0..<8).map { "fonts = F\($0)\n" }.joined()
    #expect(try settings("[theme]\n" + fonts).theme.fonts.count == 8)
    #expect(mistakes("[theme]\n" + fonts + "fonts = F8").count == 1)
  }

  /// Every minute of the day is read, in both ways to write it, and no other.
  @Test func everyMinute() throws {
    for hour in 0..<26 {
      for minute in 0..<62 {
        let isOne = hour < 24 && minute < 60
        for time in Set(["\(hour)", hour < 10 ? "0\(hour)" : "\(hour)"]) {
          let text = time + (minute < 10 ? ":0" : ":") + "\(minute)"
          let step = Value(text: text + " 7 %", folder: "").brightnessStep
          #expect(step == (isOne ? .init(minute: Int32(hour * 60 + minute), percent: 7) : nil), "\(text)")
          let end = Value(text: "Mo 23:59-" + text, folder: "").openIntervals
          let isEnd = (isOne && text != "23:59") || (hour == 24 && minute == 0)
          #expect((end != nil) == isEnd, "\(text)")
        }
      }
    }
  }

  /// All 49 ranges of days, and all pairs, against days that are counted one by one.
  @Test func everyRangeOfDays() throws {
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    for a in 0..<7 {
      for b in 0..<7 {
        var days: Set<Int32> = [Int32(a)]
        var day = a
        while day != b {
          day = (day + 1) % 7
          days.insert(Int32(day))
        }
        let range = try #require(Value(text: "\(names[a])-\(names[b]) 01:00-02:00", folder: "").openIntervals)
        #expect(Set(range.map { $0.start / 1440 }) == days && range.count == days.count)
        let pair = try #require(Value(text: "\(names[a]),\(names[b]) 01:00-02:00", folder: "").openIntervals)
        #expect(Set(pair.map { $0.start / 1440 }) == [Int32(a), Int32(b)])
      }
    }
  }

  @Test func theWarningIsShorterThanTheWait() {
    #expect(
      mistakes("[terminal]\nidle = 10") == [
        "kiosk.conf:2: [terminal] idle = 10: the warning has to be shorter than idle; allowed are idle-warning 10 with idle "
          + "above, or idle 10 with idle-warning below"
      ])
    #expect(mistakes("[terminal]\nidle-warning = 30").count == 1)
    #expect(mistakes("[terminal]\nidle-warning = 11\nidle = 12") == [])
    #expect(mistakes("[terminal]\nidle-warning = 12\nidle = 1x").count == 1)
    #expect(mistakes("[terminal]\nidle-warning = 29", options: [("idle", "29")]).count == 1)
  }

  @Test func brightnessTwice() {
    #expect(
      mistakes("[terminal]\nbrightness = 07:00 80 %\nbrightness = 7:00 70 %") == [
        "kiosk.conf:3: [terminal] brightness = 7:00 70 %: line 2 says how bright it is at that time; leave one of them away"
      ])
  }

  @Test func courier() throws {
    let made = try settings(
      "[courier]\nbroker = b\ncertificate = c.pem\nkey = c.key\nusername = u\npassword-file = p\nca = /ca.pem",
      name: "/etc/k/kiosk.conf"
    ).courier
    #expect(made.certificate == "/etc/k/c.pem" && made.key == "/etc/k/c.key" && made.passwordFile == "/etc/k/p")
    #expect(made.ca == "/ca.pem" && made.username == "u")
    #expect(
      mistakes("[courier]\ncertificate = c\n[touch]") == ["kiosk.conf:2: [courier] certificate = c: wants key, too"])
    #expect(mistakes("[courier]\nkey = c") == ["kiosk.conf:2: [courier] key = c: wants certificate, too"])
    #expect(
      mistakes("[courier]\npassword-file = c") == ["kiosk.conf:2: [courier] password-file = c: wants username, too"])
  }

  @Test func warningsRefuseNothing() throws {
    let text = "[courier]\nusername = u\ntls = no\nca = a.pem\n"
    let made = try settings(text)
    let warnings = [
      "kiosk.conf:2: warning: [courier] username = u: goes through the network for everybody to read, and the password with "
        + "it; say tls = yes",
      "kiosk.conf:4: warning: [courier] ca = a.pem: is of no use with tls = no",
    ]
    #expect(made.warnings.map { $0.message } == warnings)
    #expect(made.courier.username == "u")
    // Among mistakes they stand in the order of lines.
    #expect(mistakes(text + "window = 0\n").dropLast() == warnings[...])
    #expect(try settings("[courier]\nusername = u").warnings == [])
  }

  @Test func theLogoIsAPicture() throws {
    let files = ["/etc/k/logo.png": try png(width: 12)]
    let made = try settings("[theme]\nlogo = logo.png", files: files, name: "/etc/k/kiosk.conf")
    #expect(made.theme.logo == "/etc/k/logo.png")
    #expect(made.images.map { $0.path } == ["/etc/k/logo.png"] && made.images[0].image.width == 12)
    #expect(
      mistakes("[theme]\nlogo = nope.png") == [
        "kiosk.conf:2: [theme] logo = nope.png: cannot open nope.png: no such file or directory"
      ])
    #expect(try settings("[theme]\nlogo =").theme.logo == nil)
  }

  @Test func optionsOfTheTerminal() throws {
    let names = SettingsTable.keys.compactMap { key in
      key.section.hasOptions ? nil : key.option.map { "\($0)" }
    }
    #expect(names == ["theme", "id", "attract", "idle", "animation", "time-zone", "pixel-shift"])
  }
}
