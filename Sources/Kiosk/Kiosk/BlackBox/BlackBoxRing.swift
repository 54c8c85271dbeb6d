import CLinux
import System

/// The last records of the black box, in a file that is mapped into memory. The file is in the runtime folder, which is itself in memory, so a
/// record costs no write to a disk. After a crash the file is still there: no code has to run in a program that crashes.
///
/// The file has a page for the number of records, then the records. All of it is reserved at the start.
final class BlackBoxRing {
  /// The number of records that are kept. They last ten minutes for a panel that reports 109 changes of contacts a second all the time; a
  /// visitor touches the glass for a few seconds of a visit.
  static var capacity: Int { 1 << 16 }
  private static var page: Int { 4096 }
  private static var magic: UInt64 { 0x0131_676e_6972_7862 }

  private let memory: Mapping
  /// It is open as long as the kiosk runs, and locked.
  private let file: FileDescriptor
  private let folder: SharedFolder
  private let name: String
  /// The number of records so far.
  private var count: UInt64 = 0
  /// The time of the last record.
  private var last: Int64 = .min / 2

  /// Creates or opens the file `name`. Returns `nil` if another kiosk uses it.
  ///
  /// - Parameter leftover: Gets the records of a kiosk that did not end by itself, the oldest first.
  init?(_ name: String, in folder: SharedFolder, leftover: ([UInt64]) -> Void) throws(SystemError) {
    let file = try folder.openToMap(name, size: Self.fileSize)
    if try !file.lock() { return nil }
    memory = try Mapping(of: file, length: Self.fileSize)
    self.file = file
    (self.folder, self.name) = (folder, name)
    let base = memory.base
    if base.load(as: UInt64.self) == Self.magic {
      count = base.load(fromByteOffset: 8, as: UInt64.self)
      if count > 0 { leftover(records) }
    }
    count = 0
    base.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    base.storeBytes(of: Self.magic, as: UInt64.self)
  }

  /// Adds a record. Allocates no memory.
  func add(_ record: BlackBoxRecord, at now: Int64) { add(record.head, record.tail, at: now) }

  /// Adds a record from its two halves, of which the first one has no time.
  @inline(__always) func add(_ head: UInt64, _ tail: UInt64, at now: Int64) {
    // The lower half of a time suffices to tell times apart that are less than 4.29 s apart.
    if UInt64(bitPattern: now &- last) >> 32 != 0 { addClock(now) }
    last = now
    store(head | UInt64(UInt32(truncatingIfNeeded: now)), tail)
  }

  @inline(never) private func addClock(_ now: Int64) {
    let clock = BlackBoxRecord(.clock, whole: now)
    store(clock.head(at: now), clock.tail)
  }

  @inline(__always) private func store(_ head: UInt64, _ tail: UInt64) {
    let place = Self.page &+ (Int(truncatingIfNeeded: count) & (Self.capacity - 1)) &* BlackBoxRecord.size
    memory.base.storeBytes(of: head, toByteOffset: place, as: UInt64.self)
    memory.base.storeBytes(of: tail, toByteOffset: place &+ 8, as: UInt64.self)
    count &+= 1
    memory.base.storeBytes(of: count, toByteOffset: 8, as: UInt64.self)
  }

  /// The records, the oldest first: two numbers each.
  var records: [UInt64] { Self.records(count) { memory.base.load(fromByteOffset: $0, as: UInt64.self) } }

  private static func records(_ count: UInt64, _ load: (Int) -> UInt64) -> [UInt64] {
    let kept = Int(min(count, UInt64(capacity)))
    var words: [UInt64] = []
    words.reserveCapacity(2 * kept)
    for index in 0..<kept {
      let record = Int(truncatingIfNeeded: count &- UInt64(kept) &+ UInt64(index)) & (capacity - 1)
      words.append(load(page + record * BlackBoxRecord.size))
      words.append(load(page + record * BlackBoxRecord.size + 8))
    }
    return words
  }

  /// Returns the records in the content of a ring's file, which a running kiosk may be changing; `nil` if it is no such file.
  static func records(in bytes: [UInt8]) -> [UInt64]? {
    if bytes.count != fileSize { return nil }
    func load(_ place: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
    return load(0) == magic ? records(load(8), load) : nil
  }

  /// The size of the file in bytes.
  static var fileSize: Int { page + capacity * BlackBoxRecord.size }

  /// Whether older records were overwritten.
  var isFull: Bool { count > UInt64(Self.capacity) }

  /// Removes the file, because the kiosk ends by itself.
  func remove() { folder.remove(name) }
}
