import Foundation

private let lock = NSLock()

/// Sets an environment variable, or removes it.
///
/// setenv(3) may free the list of variables that another test is passing to a child process at that moment. This function replaces the list
/// by a copy, and keeps all of them.
package func setVariable(_ name: String, to value: String?) {
  lock.lock()
  defer { lock.unlock() }
  typealias Entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  guard let environ = dlsym(nil, "environ")?.assumingMemoryBound(to: Entries?.self) else {
    preconditionFailure("the C library has an environment")
  }
  var entries: [UnsafeMutablePointer<CChar>?] = []
  var next = environ.pointee
  while let entry = next?.pointee {
    if !String(cString: entry).hasPrefix(name + "=") { entries.append(entry) }
    next = next?.advanced(by: 1)
  }
  if let value { entries.append(strdup(name + "=" + value)) }
  let copy = Entries.allocate(capacity: entries.count + 1)
  copy.initialize(from: entries + [nil], count: entries.count + 1)
  environ.pointee = copy
}
