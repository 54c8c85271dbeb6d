import Basics
import CLinux
import Display
import StarSlider
import System

/// A framebuffer device such as `/dev/fb0`: one buffer, drawn to while it is on the screen. Some screens must be sent every change; their
/// drivers detect the writes themselves (deferred I/O).
///
/// Safety: `FramebufferLayout` checks that all rows of the surface lie inside the mapping, which lives as long as the display.
///
/// There are no page flips and no events. FBIO_WAITFORVSYNC is not used, because some drivers never return from it.
package final class FramebufferDisplay: Display {
  private let file: FileDescriptor
  private let mapping: Mapping
  private let surface: Surface
  /// The mode when the device was opened.
  private let saved: fb_var_screeninfo
  /// The mode that this display set, or `nil` if it changed nothing.
  private let changed: fb_var_screeninfo?
  private var isShown = false
  private var isSuspended = false
  private var isClosed = false
  /// Whether `turnOff` blanked the screen, until the next frame.
  private var isOff = false

  package static var defaultPath: String { "/dev/fb0" }

  /// Opens a framebuffer device. With `format`, requests that format from the driver; most drivers refuse.
  @export(interface)
  package convenience init(_ path: String = defaultPath, format: PixelFormat? = nil) throws(DisplayError) {
    let file = try Self.open(path)
    let saved = try Self.variableInformation(file)
    var (variable, isChanged) = (saved, false)
    // The driver may replace an unsupported format by a supported one.
    if let format, (try? Self.layout(file, variable))?.format != format {
      variable = try Self.request(format, file, from: saved)
      isChanged = true
    }
    let layout: FramebufferLayout
    let mapping: Mapping
    do throws(DisplayError) {
      layout = try Self.layout(file, variable, wanted: format)
      mapping = try Self.map(file, length: layout.length)
    } catch {
      if isChanged { try? Self.set(saved, file) }
      throw error
    }
    _ = Self.blank(file, Int32(FB_BLANK_UNBLANK))
    self.init(file, mapping, layout, saved: saved, changed: isChanged ? variable : nil)
  }

  private init(
    _ file: consuming FileDescriptor, _ mapping: consuming Mapping, _ layout: FramebufferLayout,
    saved: fb_var_screeninfo, changed: fb_var_screeninfo?
  ) {
    (self.saved, self.changed) = (saved, changed)
    surface = unsafe Surface(
      base: mapping.base + layout.offset, pitch: layout.pitch, size: layout.size, format: layout.format)
    self.file = file
    self.mapping = mapping
  }

  deinit { close() }

  package var name: String { "fbdev:\(file.path) \(size.width)x\(size.height) \(format.name), drawn in place" }
  package var size: Size<PhysicalSpace> { surface.size }
  package var format: PixelFormat { surface.format }
  package var descriptor: Int32 { -1 }
  package var deadline: Int64? { nil }
  package var scanout: Surface? { isShown ? surface : nil }

  package func nextFrame() -> Frame? {
    if isSuspended || isClosed { return nil }
    if panBack() { isShown = false }
    return Frame(surface: surface, age: isShown ? 1 : 0)
  }

  /// Pans back to this display's part of the framebuffer if another program has panned away from it. Returns whether it had; that program
  /// may also have drawn over this part.
  private func panBack() -> Bool {
    let own = changed ?? saved
    guard var variable = try? Self.variableInformation(file),
      variable.xoffset != own.xoffset || variable.yoffset != own.yoffset
    else { return false }
    (variable.xoffset, variable.yoffset) = (own.xoffset, own.yoffset)
    try? file.control("pan", UInt(FBIOPAN_DISPLAY), &variable)
    return true
  }

  package func present(_ damage: Region<PhysicalSpace>) {
    if isSuspended { return }
    isShown = true
    turnOn()
  }

  package func handleEvents() -> DisplayEvents { [] }

  /// Leaves the screen on for the next program.
  package func suspend() {
    turnOn()
    isSuspended = true
  }

  /// Sets the mode again, because another program may have changed it. Throws `.gone` if the mode still differs.
  @export(interface) package func resume() throws(DisplayError) {
    if isClosed { return }
    if let changed { try? Self.set(changed, file) }
    _ = panBack()
    let layout = try Self.layout(file, Self.variableInformation(file))
    if unsafe layout.size != size || layout.format != format || layout.pitch != surface.pitch
      || mapping.base + layout.offset != surface.base
    {
      throw DisplayError(.gone, "resume", file.path, reason: "another program changed its mode")
    }
    _ = Self.blank(file, Int32(FB_BLANK_UNBLANK))
    isSuspended = false
    isShown = false
  }

  @export(interface) package func turnOff() -> Bool {
    if isSuspended || isClosed || !Self.blank(file, Int32(FB_BLANK_POWERDOWN)) { return false }
    isOff = true
    isShown = false
    return true
  }

  private func turnOn() {
    if !isOff { return }
    isOff = false
    _ = Self.blank(file, Int32(FB_BLANK_UNBLANK))
  }

  package func close() {
    if isClosed { return }
    turnOn()
    isClosed = true
    mapping.detach()
    if changed != nil { try? Self.set(saved, file) }
  }
}

// The system calls and their errors.
extension FramebufferDisplay {
  private static func open(_ path: String) throws(DisplayError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDWR)
    } catch { throw DisplayError(opening: path, errno: error.errno) }
  }

  private static func map(_ file: borrowing FileDescriptor, length: Int) throws(DisplayError) -> Mapping {
    do throws(SystemError) {
      return try Mapping(of: file, length: length)
    } catch { throw DisplayError(.outOfMemory, "map", file.path, errno: error.errno) }
  }

  /// Reads one of the device's two structures with ioctl(2).
  private static func read<T>(
    _ file: borrowing FileDescriptor, _ request: Int32, into value: inout T
  ) throws(DisplayError) {
    do throws(SystemError) {
      try file.control("read", UInt(request), &value)
    } catch {
      let isOther = error.errno == ENOTTY || error.errno == EINVAL || error.errno == ENOTSUP
      throw DisplayError(
        error.errno == ENODEV ? .gone : .unsupported, "use", file.path, errno: error.errno,
        reason: isOther ? "it is not a framebuffer" : nil)
    }
  }

  private static func variableInformation(_ file: borrowing FileDescriptor) throws(DisplayError) -> fb_var_screeninfo {
    var variable = fb_var_screeninfo()
    try read(file, FBIOGET_VSCREENINFO, into: &variable)
    return variable
  }

  /// Returns the layout for a mode. Throws if it cannot be drawn to, or if its format is not `wanted`. The device's fixed
  /// information is read each time, because it depends on the mode.
  private static func layout(
    _ file: borrowing FileDescriptor, _ variable: fb_var_screeninfo, wanted: PixelFormat? = nil
  ) throws(DisplayError) -> FramebufferLayout {
    var fixed = fb_fix_screeninfo()
    try read(file, FBIOGET_FSCREENINFO, into: &fixed)
    let layout = try FramebufferLayout(of: file.path, fixed: fixed, variable: variable, pageSize: Mapping.pageSize)
    guard let wanted, layout.format != wanted else { return layout }
    throw DisplayError(
      .unsupported, "set format \(wanted.name) on", file.path, reason: "the driver kept \(layout.format.name)",
      suggestion: "use format auto")
  }

  /// Requests a format and returns the mode that the driver set.
  private static func request(
    _ format: PixelFormat, _ file: borrowing FileDescriptor, from variable: fb_var_screeninfo
  ) throws(DisplayError) -> fb_var_screeninfo {
    func field(_ channel: Channel) -> fb_bitfield {
      fb_bitfield(offset: UInt32(channel.shift), length: UInt32(channel.bits), msb_right: 0)
    }
    var wanted = variable
    wanted.bits_per_pixel = UInt32(format.bytesPerPixel) * 8
    wanted.red = field(format.red)
    wanted.green = field(format.green)
    wanted.blue = field(format.blue)
    // If the alpha bits of the previous format stayed, vfb would turn 565 into 1555.
    wanted.transp = fb_bitfield()
    do throws(SystemError) { try set(wanted, file) } catch {
      throw DisplayError(
        .unsupported, "set format \(format.name) on", file.path, errno: error.errno, suggestion: "use format auto"
      )
    }
    do throws(DisplayError) { return try variableInformation(file) } catch {
      try? set(variable, file)
      throw error
    }
  }

  private static func set(_ variable: fb_var_screeninfo, _ file: borrowing FileDescriptor) throws(SystemError) {
    var variable = variable
    variable.activate = UInt32(FB_ACTIVATE_NOW)
    try file.control("set", UInt(FBIOPUT_VSCREENINFO), &variable)
  }

  /// Blanks the screen to a level; FB_BLANK_UNBLANK turns it on. Returns false if the driver cannot blank, which is common.
  private static func blank(_ file: borrowing FileDescriptor, _ level: Int32) -> Bool {
    do throws(SystemError) {
      try file.control("blank", UInt(FBIOBLANK), value: Int(level))
      return true
    } catch { return false }
  }

  package static func paths() -> [String] { (try? numberedDevices(in: "/dev", prefix: "fb")) ?? [] }

  /// Returns the size and format of a device. Throws if it cannot be drawn to.
  @export(interface) package static func describe(_ path: String) throws(DisplayError) -> String {
    let file = try open(path)
    let layout = try Self.layout(file, variableInformation(file))
    return "\(layout.size.width)x\(layout.size.height) \(layout.format.name)"
  }
}
