import Basics
import CLinux
import Foundation
import Settings

@testable import Kiosk

/// Any words, a line each, make options and a command, a text to print, or an error of usage.
func fuzzCommandLine(_ bytes: [UInt8]) {
  let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  var arguments = [strdup("star-kiosk")] + words.map { strdup(String(decoding: $0, as: UTF8.self)) } + [nil]
  defer { for argument in arguments { free(argument) } }
  arguments.withUnsafeMutableBufferPointer { cl_set_arguments(Int32($0.count) - 1, $0.baseAddress) }
  var options = Options()
  do throws(KioskError) {
    switch try Options.syntax.parse(into: &options) {
    case .print(let text): require(text.utf8.starts(with: "star-kiosk".utf8), "it prints \(text)")
    case .words(let words):
      _ = try options.command(words)
      _ = try? options.builder.build { (_) throws(Diagnostic) in [] }
    }
  } catch {
    require(error.status == 2 && !error.lines.isEmpty, "status \(error.status) of \(error.lines)")
  }
}
