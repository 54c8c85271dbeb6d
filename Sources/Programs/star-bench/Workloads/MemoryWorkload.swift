import Basics
import Display
import StarSlider

final class MemoryWorkload: Workload {
  let name = "memory"
  let help = "storing, copying and reading as many bytes as the screen has"

  func measure(in run: inout Run) throws(ProgramError) { try run.add(MemoryPasses(run.options).subjects()) }
}

/// The speed of memory: stores, copies and reads the number of bytes of the screen, in ordinary memory and in the screen's memory.
private final class MemoryPasses {
  private let screen: Screen
  private let bytes: Int
  private let from: UnsafeMutableRawPointer
  private let to: UnsafeMutableRawPointer

  init(_ options: Options) throws(ProgramError) {
    screen = try Screen(options)
    try screen.clear()
    let surface = try screen.scanout()
    bytes = surface.pitch * (Int(surface.size.height) - 1) + Int(surface.size.width * surface.format.bytesPerPixel)
    try Screen.requireMemory(Int64(2 * bytes), for: "copies of the screen")
    from = .allocate(byteCount: bytes, alignment: 64)
    to = .allocate(byteCount: bytes, alignment: 64)
    from.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
    to.initializeMemory(as: UInt8.self, repeating: 2, count: bytes)
  }

  deinit {
    from.deallocate()
    to.deallocate()
  }

  func subjects() throws(ProgramError) -> [Subject] {
    passes("memory", to) + passes("scanout", try screen.scanout().base)
  }

  private func passes(_ name: String, _ place: UnsafeMutableRawPointer) -> [Subject] {
    func subject(_ verb: String, _ pass: @escaping (Int) -> Void) -> Subject {
      Subject(name: name + verb, unit: "pass", bytes: Int64(bytes)) { passes in timed { (0..<passes).forEach(pass) } }
    }
    return [
      subject(" store") { self.store(place, UInt8(truncatingIfNeeded: $0)) },
      subject(" copy") { _ in place.copyMemory(from: self.from, byteCount: self.bytes) },
      subject(" read") { _ in self.read(place) },
    ]
  }

  @inline(never) private func store(_ place: UnsafeMutableRawPointer, _ byte: UInt8) {
    place.initializeMemory(as: UInt8.self, repeating: byte, count: bytes)
  }

  @inline(never) private func read(_ place: UnsafeMutableRawPointer) {
    var sum: UInt64 = 0
    var offset = 0
    while offset + 8 <= bytes {
      sum &+= place.load(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    keep(Int(truncatingIfNeeded: sum))
  }
}
