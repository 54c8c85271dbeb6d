import Testing

@testable import Fleet

/// Which messages are new.
@Suite struct LedgerTests {
  let key = PublicKey([UInt8](repeating: 7, count: 32))
  let kiosk = Target.kiosk("a")
  let group = Target.group("g")

  func version(_ target: Target, _ counter: Int64, _ hash: UInt8 = 1) -> ConfigurationVersion {
    ConfigurationVersion(target: target, counter: counter, hash: Hexadecimal.text([UInt8](repeating: hash, count: 32)))
  }

  @Test func onlyHigherCountersAreNew() {
    var ledger = Ledger(key: key)
    #expect(ledger.judge(version(kiosk, 5), current: nil) == .new)
    ledger.note(version(kiosk, 5))
    #expect(ledger.judge(version(kiosk, 5), current: nil) == .known)
    #expect(ledger.judge(version(kiosk, 5, 2), current: nil) == .older)
    #expect(ledger.judge(version(kiosk, 4), current: nil) == .older)
    #expect(ledger.judge(version(kiosk, 6), current: nil) == .new)
    // Another target counts for itself, but never behind what is in effect.
    #expect(ledger.judge(version(group, 3), current: nil) == .new)
    #expect(ledger.judge(version(group, 3), current: version(kiosk, 5)) == .older)
    #expect(ledger.judge(version(group, 6), current: version(kiosk, 5)) == .new)
    // Even if the file of counters was lost.
    #expect(Ledger(key: key).judge(version(kiosk, 5), current: version(kiosk, 5)) == .known)
    #expect(Ledger(key: key).judge(version(kiosk, 4), current: version(kiosk, 5)) == .older)
  }

  @Test func aLedgerSurvivesAsAFile() throws {
    var ledger = Ledger(key: key)
    ledger.note(version(kiosk, 5))
    ledger.note(version(group, 6))
    ledger.note(version(kiosk, 9))
    ledger.note(command: 12)
    ledger.note(command: 11)
    let read = try #require(Ledger(ledger.text, key: key))
    #expect(read.seen == [version(group, 6), version(kiosk, 9)])
    #expect(read.command == 12)
    #expect(Ledger(ledger.text, key: PublicKey([UInt8](repeating: 8, count: 32))) == nil)
    #expect(Ledger(ledger.text + Array("x\n".utf8), key: key) == nil)
    #expect(Ledger([], key: key) == nil)
  }

  @Test func aReportSurvivesAsAFile() {
    var report = ConfigurationReport()
    report.state = .rolledBack
    report.version = version(group, 6)
    report.current = version(kiosk, 5, 3)
    for number in 0..<60 { report.add("k.conf:\(number): wrong") }
    report.diagnostics[0] = "ä"
    let read = ConfigurationReport(report.text)
    #expect(read.state == .rolledBack && read.version == report.version && read.current == report.current)
    #expect(read.diagnostics == report.diagnostics && read.diagnostics.count == 50)
    var long = ConfigurationReport()
    long.add(String(repeating: "é", count: 300))
    #expect(long.diagnostics[0].utf8.count <= 500 && !long.diagnostics[0].contains("\u{fffd}"))
    #expect(ConfigurationReport([0, 255, 10, 32]).state == .none)
  }
}
