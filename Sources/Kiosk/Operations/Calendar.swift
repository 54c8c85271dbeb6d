/// The Gregorian calendar before and after all history, in whole days since 1970-01-01.
enum Calendar {
  static func isLeap(_ year: Int64) -> Bool {
    modulo(year, 4) == 0 && (modulo(year, 100) != 0 || modulo(year, 400) == 0)
  }

  /// Days from 1970-01-01 to a year's first.
  static func days(to year: Int64) -> Int64 {
    let before = year - 1
    return 365 * (year - 1970) + floorDivide(before, 4) - floorDivide(before, 100) + floorDivide(before, 400) - 477
  }

  /// Days of a year before a month's first; the month is 1...12, and 13 for the year's end.
  static func days(before month: Int64, in year: Int64) -> Int64 {
    let sums: InlineArray<13, Int64> = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
    return sums[Int(month - 1)] + (month > 2 && isLeap(year) ? 1 : 0)
  }

  /// The year that a second since 1970-01-01 belongs to.
  static func year(of seconds: Int64) -> Int64 {
    let day = floorDivide(seconds, 86400)
    // 146,097 days are 400 years; the estimate is off by one at most.
    var year = 1970 + floorDivide(day * 400, 146_097)
    while days(to: year) > day { year -= 1 }
    while days(to: year + 1) <= day { year += 1 }
    return year
  }
}

/// Rounded towards minus infinity; the divisor is positive.
func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 { (number - modulo(number, divisor)) / divisor }

/// The remainder from 0 on.
func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
  let rest = number % divisor
  return rest < 0 ? rest + divisor : rest
}
