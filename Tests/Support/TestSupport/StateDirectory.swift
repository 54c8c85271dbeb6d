import ThreadVariable

/// Runs a body that finds its state folder and its private folder in a folder, as a service finds them in $STATE_DIRECTORY.
///
/// Tests that run meanwhile on other threads do not see the variable, and so keep nothing in these folders.
package func withStateDirectory<Result>(_ folder: String, _ body: () throws -> Result) rethrows -> Result {
  try "STATE_DIRECTORY".withCString { name in
    try "\(folder):\(folder)/private".withCString { value in
      thread_variable_set(name, value)
      defer { thread_variable_clear() }
      return try body()
    }
  }
}
