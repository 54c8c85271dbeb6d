import Testing

/// A configuration with thousands of errors.
@Suite struct LongConfigurationTests {
  @Test func onlyTheFirstErrorsArePrinted() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure("[slider]\n" + String(repeating: "stars=5\n", count: 20_000))
    let check = try program.run(["check", "kiosk.conf"])
    let lines = check.complaints.map(String.init)
    #expect(check.status == 2 && lines.count == 101)
    #expect(
      lines.first == "star-kiosk: kiosk.conf:3: [slider] stars = 5: duplicate key; it is already set in line 2")
    #expect(lines.last == "star-kiosk: errors and warnings that are not shown: 19899; correct these first")
    let start = try program.run(["--config", "kiosk.conf", "--display", "memory", "--touch", "none"])
    #expect(start.status == 2 && start.complaints.map(String.init) == lines)
  }
}
