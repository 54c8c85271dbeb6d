import Foundation

private let lock = NSLock()

/// Runs tests that set or read the process's time zone one after the other, across all suites.
package func withTimeZone<Result>(_ body: () throws -> Result) rethrows -> Result {
  lock.lock()
  defer { lock.unlock() }
  return try body()
}
