import Display
import StarSlider
import System

/// A screen in memory that counts its frames, and fails on demand in ways that a real one does not.
final class FakeScreen: Display {
  let memory = MemoryDisplay(size: Size(width: 160, height: 120), format: .xrgb8888)!
  /// Whether it has no free buffer.
  var hangs = false
  /// The number of frames that it rejects as busy.
  var refusals = 0
  /// Whether it can be turned off.
  var canBeOff = false
  /// Whether another program has control of it. Once that ends, it must be repainted.
  var isTaken = false { didSet { askAt = MonotonicClock.now() + 10_000_000 } }
  private var askAt: Int64?
  private(set) var offs = 0
  private(set) var presented = 0

  var name: String { memory.name }
  var size: Size<PhysicalSpace> { memory.size }
  var format: PixelFormat { memory.format }
  func nextFrame() throws(DisplayError) -> Frame? { hangs || isTaken ? nil : try memory.nextFrame() }
  func present(_ damage: Region<PhysicalSpace>) throws(DisplayError) {
    if refusals > 0 {
      refusals -= 1
      throw DisplayError(.busy, "present a frame on", name, reason: "it is busy")
    }
    presented += 1
    try memory.present(damage)
  }
  var descriptor: Int32 { -1 }
  var deadline: Int64? { askAt }
  func handleEvents() throws(DisplayError) -> DisplayEvents {
    guard let askAt, MonotonicClock.now() >= askAt else { return [] }
    self.askAt = isTaken ? askAt + 10_000_000 : nil
    return isTaken ? [] : [.ready, .redraw]
  }
  var scanout: Surface? { memory.scanout }
  func suspend() {}
  func resume() throws(DisplayError) {}
  var hasControl: Bool { !isTaken }
  func turnOff() -> Bool {
    if !canBeOff || isTaken { return false }
    offs += 1
    return true
  }
  func close() {}
}
