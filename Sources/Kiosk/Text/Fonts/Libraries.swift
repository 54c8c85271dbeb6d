import Basics
import CText

/// The functions of the text libraries. The functions of a library may be called only after `load` has returned for it.
var libraries: ct_functions { @inline(__always) get { ct_loaded().pointee } }

/// Loads a library if it is not loaded yet. A kiosk without text loads none.
func load(_ library: ct_library) throws(TextError) {
  let loading = ct_load(library)
  guard let reason = loading.reason else { return }
  throw TextError(
    .library, "load", String(cString: loading.soname), reason: String(cString: reason),
    suggestion: "install Debian's package " + String(cString: loading.package))
}
