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
  private var extraCount = 0

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

  /// Adds single values after those of whole objects. They replace the values that an earlier call has added.
  func setExtras(_ extras: [PropertyValue]) {
    let kept = objects.count - extraCount
    objects = objects.prefix(kept) + extras.map { $0.object }
    counts = counts.prefix(kept) + extras.map { _ in 1 }
    let keptValues = values.count - extraCount
    properties = properties.prefix(keptValues) + extras.map { $0.property }
    values = values.prefix(keptValues) + extras.map { $0.value }
    extraCount = extras.count
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
