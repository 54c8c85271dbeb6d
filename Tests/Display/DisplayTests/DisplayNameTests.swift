import Display
import StarSlider
import Testing

/// The names of displays on command lines and in configurations.
@Suite struct DisplayNameTests {
  @Test(arguments: [
    ("auto", DisplayName.auto), ("kms", .kms(path: nil)), ("kms:/dev/dri/card1", .kms(path: "/dev/dri/card1")),
    ("window", .window(nil)),
    ("window:320x240", .window(Size(width: 320, height: 240))), ("fb", .framebuffer(path: nil)),
    ("fb:a:b", .framebuffer(path: "a:b")), ("memory", .memory(nil, nil)),
    ("memory:1x16384", .memory(Size(width: 1, height: 16384), nil)),
    ("memory:320x240:RGB565", .memory(Size(width: 320, height: 240), .rgb565)),
  ])
  func validNames(text: String, name: DisplayName) {
    #expect(DisplayName(text) == name)
    #expect(name.text == text)
  }

  @Test(arguments: [
    "", ":", "kms:", "fb:", "memory:", "auto:x", "window:", "window:0x0", "window:100000x1", "window:5x5:RGB565", "KMS",
    "vga", "memory:0x5", "memory:5", "memory:5x", "memory:+5x5",
    "memory:16385x1", "memory:99999999999x1", "memory:5x5x5", "memory:5x5:", "memory:5x5:RGB", "memory:5x5:RGB565:",
  ])
  func invalidNames(text: String) { #expect(DisplayName(text) == nil) }
}
