import CPage

// What the kiosk's model uses of the module `System`, for a page.

/// The priority of a line of the log.
package enum LogPriority: Sendable { case error, warning, notice, info }

package enum Standard {
  /// Adds a line to the page's log.
  package static func error(_ line: String, _ priority: LogPriority = .error) {
    Array(line.utf8).withUnsafeBufferPointer { page_log($0.baseAddress, Int32($0.count)) }
  }
}

/// WebAssembly keeps its memory.
package func returnFreeMemory() {}
