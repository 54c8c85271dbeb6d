import CText
import Testing

@testable import Text

/// The loading of libraries.
@Suite struct LibraryTests {
  /// Returns the error of loading functions; `nil` if they are found.
  private func reason(_ sonames: String, _ names: [String]) -> String? {
    var functions = [UnsafeMutableRawPointer?](repeating: nil, count: names.count)
    var handle: UnsafeMutableRawPointer?
    let words = ct_find(sonames, names.map { $0 + "\0" }.joined(), names.count, &functions, &handle)
    if words == nil { #expect(functions.allSatisfy { $0 != nil }) }
    return words.map { String(cString: $0) }
  }

  @Test func librariesAreFound() {
    #expect(reason("libc.so.6", ["strlen", "memcpy"]) == nil)
  }

  @Test func missingLibrary() {
    #expect(
      reason("libno-such-thing.so.7", ["strlen"]) == "cannot open shared object file: No such file or directory")
  }

  @Test func missingFunction() throws {
    let said = try #require(reason("libc.so.6", ["strlen", "no_such_function_in_here"]))
    #expect(said.hasSuffix("undefined symbol: no_such_function_in_here"))
  }

  /// The first library that is installed is loaded, and its functions end with its version.
  @Test func severalVersions() throws {
    let missing = "libno-such-thing.so.7"
    #expect(
      reason(missing + CT_OR + "libno-such-thing.so.6", ["strlen"])
        == "cannot open shared object file: No such file or directory")
    let said = try #require(reason(missing + CT_OR + "libc.so.6" + CT_OR + "libm.so.6", ["strlen"]))
    #expect(said.contains("libc.so.6") && said.hasSuffix("undefined symbol: strlen_6"))
  }

  /// Every library of the table has all its functions.
  @Test func allLibraries() throws {
    for library in [
      ct_library_freetype, ct_library_harfbuzz, ct_library_fribidi, ct_library_fontconfig, ct_library_icuuc,
    ] {
      try load(library)
      try load(library)
    }
    // Checks the offsets of the rows by calling the first and the last functions.
    var status: Int32 = 0
    let text: [UInt16] = [97, 32, 98]
    let breaks = try #require(libraries.ubrk_open(CT_LINE_BREAKS, "en", nil, 0, &status))
    text.withUnsafeBufferPointer {
      libraries.ubrk_setText(breaks, $0.baseAddress, 3, &status)
      #expect((0..<3).map { _ in libraries.ubrk_next(breaks) } == [2, 3, -1] && status <= 0)
    }
    libraries.ubrk_close(breaks)
    #expect(libraries.FcStrCmpIgnoreCase([65, 0], [97, 0]) == 0)
    #expect(libraries.hb_unicode_script(libraries.hb_unicode_funcs_get_default(), 0x628) == HB_SCRIPT_ARABIC)
  }
}
