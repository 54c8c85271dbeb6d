import Foundation
import Testing

@testable import System

@Suite struct DeviceWatchTests {
  /// Messages as the kernel sends them: lines that end with a NUL.
  private static func message(_ subsystem: String) -> [UInt8] {
    Array("change@/devices/x\0ACTION=change\0DEVPATH=/devices/x\0SUBSYSTEM=\(subsystem)\0HOTPLUG=1\0".utf8)
  }

  @Test func onlyMessagesAboutSubsystem() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let watch = DeviceWatch(of: "drm graphics", owning: ends[0])
    #expect(!watch.take())
    for (messages, expected) in [
      (["drm"], true), (["graphics"], true), (["usb"], false), (["dr"], false), (["drm graphics"], false),
      (["graphicsx"], false), (["drm_dp_aux_dev"], false), (["xdrm"], false), (["usb", "drm", "usb"], true),
    ] {
      for subsystem in messages {
        let bytes = Self.message(subsystem)
        #expect(send(ends[1], bytes, bytes.count, 0) == bytes.count)
      }
      #expect(watch.take() == expected, "\(messages)")
      #expect(!watch.take(), "all messages were read")
    }
    // Without the last NUL, and longer than the buffer.
    for bytes in [Array(Self.message("drm").dropLast(11)), [UInt8](repeating: 1, count: 9000), [], [0]] {
      _ = send(ends[1], bytes, bytes.count, 0)
      #expect(watch.take() == (bytes.count == Self.message("drm").count - 11))
    }
  }
}
