import CDRM
import System

/// The list of (object, property, value) of an atomic commit. It is built once and reused for every frame; libdrm's
/// drmModeAtomicReq allocates and sorts for every commit.
final class AtomicRequest {
  private var objects: [UInt32] = []
  /// The number of properties of each object.
  private var counts: [UInt32] = []
  private var properties: [UInt32] = []
  private var values: [UInt64] = []

  /// Adds an object and values of its properties. Returns false, and adds nothing, if the object lacks one of them.
  func add(_ object: Properties, _ assignments: [(name: StaticString, value: UInt64)]) -> Bool {
    let found = assignments.compactMap { object[$0.name]?.id }
    if found.count < assignments.count { return false }
    objects.append(object.object)
    counts.append(UInt32(found.count))
    properties += found
    values += assignments.map { $0.value }
    return true
  }

  /// The value that was added at an index.
  subscript(index: Int) -> UInt64 {
    get { values[index] }
    set { values[index] = newValue }
  }

  /// Commits the request. `flags` are DRM_MODE_ATOMIC_* and DRM_MODE_PAGE_FLIP_EVENT. Returns 0 or an errno.
  ///
  /// Safety: the kernel reads the arrays, whose counts agree, before the call returns. It only stores the cookie.
  func commit(_ card: Card, flags: Int32, cookie: UnsafeMutableRawPointer? = nil) -> Int32 {
    unsafe -cdrm_atomic(card.descriptor, flags, UInt32(objects.count), objects, counts, properties, values, cookie)
  }
}
