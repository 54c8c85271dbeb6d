import Foundation
import System

/// The days that a report covers, and as many days before them for comparison. Days are local days of the process's time zone, counted from
/// 1970-01-01.
struct ReportPeriod {
  let days: Range<Int>
  var before: Range<Int> { days.lowerBound - days.count..<days.lowerBound }

  /// The local time of an answer.
  struct Moment {
    let day: Int
    /// The weekday, from 0 (Monday) to 6.
    let weekday: Int
    /// The hour, from 0 to 23.
    let hour: Int
  }

  /// The UTC offset of the last quarter of an hour. Zones change their offset only between quarters, and most answers follow one another.
  private var lastQuarter: (number: Int64, zone: TimeZone?, offset: Int64)?

  init(days: Range<Int>) { self.days = days }

  /// Returns the local time of a moment, in milliseconds since 1970-01-01 UTC, in a time zone or by default in the process's.
  mutating func moment(_ milliseconds: Int64, in zone: TimeZone? = nil) -> Moment {
    let seconds = Self.floored(milliseconds, by: 1000)
    let quarter = Self.floored(seconds, by: 900)
    if lastQuarter?.number != quarter || lastQuarter?.zone != zone {
      let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      lastQuarter = (quarter, zone, offset.map { Int64($0) } ?? Int64(LocalTime.utcOffset(at: seconds)))
    }
    let local = seconds + (lastQuarter?.offset ?? 0)
    let day = Self.floored(local, by: 86_400)
    return Moment(
      day: Int(day), weekday: Self.weekday(Int(day)), hour: Int((local - day * 86_400) / 3600))
  }

  /// Returns the weekday of a day. 1970-01-01 was a Thursday.
  static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    let rest = value % divisor
    return (value - rest) / divisor - (rest < 0 ? 1 : 0)
  }

  // MARK: Dates as texts

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns the day of a date such as "2026-11-24"; `nil` if the text is not a date.
  static func day(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], 1970...9999 ~= year,
      let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
    else { return nil }
    let found = calendar.dateComponents([.month, .day], from: date)
    // The calendar treats February 30 as March 2.
    return found.month == month && found.day == day ? Int(date.timeIntervalSince1970 / 86_400) : nil
  }

  static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }

  /// Returns a day as text, such as "2026-11-24".
  static func text(_ day: Int) -> String {
    let found = calendar.dateComponents([.year, .month, .day], from: date(day))
    return String(format: "%04d-%02d-%02d", found.year ?? 0, found.month ?? 0, found.day ?? 0)
  }
}
