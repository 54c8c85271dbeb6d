import CLinux
import Testing

/// A new folder below /tmp for one test, which ends with `removeScratchFolder`.
func scratchFolder() throws -> String {
  var template = Array("/tmp/star-linux-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes it and all that is in it.
func removeScratchFolder(_ path: String) { system("rm -r " + path) }
