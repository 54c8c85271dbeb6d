import Display
import Geometry
import Raster
import System

/// A screen in memory that counts, and does on demand what a real one will not.
final class FakeScreen: Display {
  let memory = MemoryDisplay(size: Size(width: 160, height: 120), format: .xrgb8888)!
  /// It lends no buffer.
  var hangs = false
  /// How many frames it does not take, and wants to be asked again.
  var refusals = 0
  /// Whether it can be turned off.
  var canBeOff = false
  /// Another program has it; it is asked for again, and once it is free, drawn anew.
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
