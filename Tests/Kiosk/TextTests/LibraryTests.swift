import CText
import Testing

@testable import Text

/// The loading of libraries.
@Suite struct LibraryTests {
  /// Returns the error of loading functions; `nil` if they are found.
  private func reason(_ soname: String, _ names: [String]) -> String? {
    var functions = [UnsafeMutableRawPointer?](repeating: nil, count: names.count)
    let words = ct_find(soname, names.map { $0 + "\0" }.joined(), names.count, &functions)
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

  /// Every library of the table has all its functions.
  @Test func allLibraries() throws {
    for library in [
      ct_library_freetype, ct_library_harfbuzz, ct_library_fribidi, ct_library_unibreak, ct_library_fontconfig,
      ct_library_thai,
    ] {
      try load(library)
      try load(library)
    }
    // Checks the offsets of the rows by calling the first and the last functions.
    var breaks: [CChar] = [9, 9, 9]
    libraries.set_linebreaks_utf32([97, 32, 98], 3, "en", &breaks)
    #expect(breaks[1] == CChar(LINEBREAK_ALLOWBREAK) && breaks[0] == CChar(LINEBREAK_NOBREAK))
    #expect(libraries.FcStrCmpIgnoreCase([65, 0], [97, 0]) == 0)
    #expect(libraries.hb_unicode_script(libraries.hb_unicode_funcs_get_default(), 0x628) == HB_SCRIPT_ARABIC)
  }
}
