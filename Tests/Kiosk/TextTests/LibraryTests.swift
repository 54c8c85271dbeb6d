import CText
import Testing

@testable import Text

/// What is said of a library that cannot be loaded.
@Suite struct LibraryTests {
  /// The reason why functions cannot be had; nil: they can.
  private func reason(_ soname: String, _ names: [String]) -> String? {
    var functions = [UnsafeMutableRawPointer?](repeating: nil, count: names.count)
    let words = ct_find(soname, names.map { $0 + "\0" }.joined(), names.count, &functions)
    if words == nil { #expect(functions.allSatisfy { $0 != nil }) }
    return words.map { String(cString: $0) }
  }

  @Test func found() {
    #expect(reason("libc.so.6", ["strlen", "memcpy"]) == nil)
  }

  @Test func notThere() {
    #expect(
      reason("libno-such-thing.so.7", ["strlen"]) == "cannot open shared object file: No such file or directory")
  }

  @Test func withoutAFunction() throws {
    let said = try #require(reason("libc.so.6", ["strlen", "no_such_function_in_here"]))
    #expect(said.hasSuffix("undefined symbol: no_such_function_in_here"))
  }

  /// Every row of the table: all its functions are in the library of that name, and are the library's own.
  @Test func allOfThem() throws {
    for library in [
      ct_library_freetype, ct_library_raqm, ct_library_fribidi, ct_library_unibreak, ct_library_fontconfig,
      ct_library_thai,
    ] {
      try load(library)
      try load(library)
    }
    // The rows' places in the table are counted from sizes: the first and the last function of some.
    var breaks: [CChar] = [9, 9, 9]
    libraries.set_linebreaks_utf32([97, 32, 98], 3, "en", &breaks)
    #expect(breaks[1] == CChar(LINEBREAK_ALLOWBREAK) && breaks[0] == CChar(LINEBREAK_NOBREAK))
    #expect(libraries.FcStrCmpIgnoreCase([65, 0], [97, 0]) == 0)
    let run = libraries.raqm_create()
    #expect(run != nil)
    libraries.raqm_destroy(run)
  }
}
