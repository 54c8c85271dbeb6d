import CLinux
import Testing

/// Creates a folder in /tmp. The test ends with `removeScratchFolder`.
func scratchFolder() throws -> String {
  var template = Array("/tmp/star-linux-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes the folder and its content.
func removeScratchFolder(_ path: String) { system("rm -r " + path) }
