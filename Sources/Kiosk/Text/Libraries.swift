import CText

/// The functions of the text libraries, by their own names. A library's may be called once `load` has returned for it.
var libraries: ct_functions {
  @inline(__always) get { ct_loaded().pointee }
}

/// Loads a library when it is first needed: a terminal that shows no words has none of them, nor what they need.
func load(_ library: ct_library) throws(TextError) {
  let loading = ct_load(library)
  guard let reason = loading.reason else { return }
  throw TextError(
    "load", String(cString: loading.soname), reason: String(cString: reason),
    suggestion: "install Debian's package " + String(cString: loading.package))
}
