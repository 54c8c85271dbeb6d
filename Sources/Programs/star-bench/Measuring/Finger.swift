import Basics
import CLinux
import EvdevTouch
import StarSlider
import System

/// A finger on a virtual touchscreen. It runs in its own process, because the measured process must be asleep when a touch arrives.
final class Finger {
  let device: VirtualTouchscreen
  private let process: ForkedProcess
  /// The pipe with orders for the process: a number of taps, and places.
  private let orders: FileDescriptor

  /// How long the finger stays down, in nanoseconds.
  private static var hold: Int64 { 20_000_000 }
  /// The minimum time until the next tap, and the maximum time added to it, in nanoseconds: a whole number of refreshes at 25, 50 and 75
  /// Hz.
  private static var pause: Int64 { 40_000_000 }
  private static var phases: Int64 { 40_000_000 }
  /// The positions of the touchscreen on each axis.
  private static var positions: Int32 { 4096 }

  init() throws(ProgramError) {
    do throws(TouchError) {
      device = try VirtualTouchscreen(Size(width: Self.positions, height: Self.positions))
    } catch { throw .failure(error.message) }
    var ends: [Int32] = [-1, -1]
    let code = cl_pipe(&ends)
    if code < 0 { throw .failure("cannot create a pipe: " + errnoText(-code)) }
    let input = FileDescriptor(owning: ends[0], path: "a pipe")
    orders = FileDescriptor(owning: ends[1], path: "a pipe")
    let device = device
    do throws(SystemError) {
      process = try ForkedProcess(memory: 1 << 30) { Self.tap(on: device, ordersFrom: input) }
    } catch { throw .failure(error.message) }
  }

  deinit {
    process.send(SIGKILL)
    while process.end() == nil { sleep(nanoseconds: 1_000_000) }
  }

  /// Starts tapping `count` times: on each target in turn up to the last one, then back to the first, and so on.
  ///
  /// - Parameter targets: From 2 to 100 positions in pixels of the screen.
  func tap(_ targets: [(x: Int32, y: Int32)], on screen: Size<PhysicalSpace>, _ count: Int) throws(ProgramError) {
    var numbers = [Int32(truncatingIfNeeded: count)]
    for target in targets {
      numbers.append(Self.position(target.x, of: screen.width))
      numbers.append(Self.position(target.y, of: screen.height))
    }
    let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    do throws(SystemError) { try orders.write(bytes) } catch { throw .failure(error.message) }
  }

  /// Returns the position on the touchscreen for the middle of a pixel.
  private static func position(_ pixel: Int32, of side: Int32) -> Int32 {
    Int32((Int64(pixel) * 2 + 1) * Int64(positions) / (2 * Int64(side)))
  }

  /// Waits for orders and carries them out. Returns an exit status.
  private static func tap(on device: VirtualTouchscreen, ordersFrom orders: borrowing FileDescriptor) -> Int32 {
    var bytes = [UInt8](repeating: 0, count: 512)
    guard let length = try? orders.read(into: &bytes), length >= 10 else { return 1 }
    let numbers = (0..<length / 2).map { Int32(bytes[2 * $0]) << 8 | Int32(bytes[2 * $0 + 1]) }
    let last = (numbers.count - 1) / 2 - 1
    for i in 0..<Int(numbers[0]) {
      // Multiples of the golden ratio cover all phases of a refresh evenly.
      sleep(nanoseconds: pause + Int64(i) * 618_034 % 1_000_000 * (phases / 1_000_000))
      let target = last - abs(i % (2 * last) - last)
      do throws(TouchError) {
        try device.press(x: numbers[1 + 2 * target], y: numbers[2 + 2 * target])
        sleep(nanoseconds: hold)
        try device.lift()
      } catch { return 1 }
    }
    return 0
  }
}
