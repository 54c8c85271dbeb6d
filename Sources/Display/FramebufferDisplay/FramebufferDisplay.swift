import CLinux
import Display
import Geometry
import Raster
import System

/// A screen behind `/dev/fb0`: one buffer, drawn straight into what the controller reads, or into what a driver copies from
/// when it notices (deferred I/O: nothing but the writing is needed there).
///
/// There is nothing to flip and nothing to wait for; FBIO_WAITFORVSYNC is left alone, since it may never return.
package final class FramebufferDisplay: Display {
  private let file: FileDescriptor
  private let mapping: Mapping
  private let surface: Surface
  /// As it was found; put back at the end where `set` says that it was changed.
  private let found: fb_var_screeninfo
  private let set: fb_var_screeninfo?
  private var isShown = false
  private var isSuspended = false
  private var isClosed = false
  /// Turned off by us, until the next frame.
  private var isOff = false

  /// Opens a framebuffer. `format` asks the driver for another format than the one that is set; most drivers refuse.
  @export(interface) package init(_ path: String = "/dev/fb0", format: PixelFormat? = nil) throws(DisplayError) {
    file = try Self.open(path)
    found = try Self.variableInformation(file)
    var variable = found
    if let format, try Self.layout(file, variable)?.format != format {
      variable = try Self.request(format, file, from: found)
      set = variable
    } else {
      set = nil
    }
    let layout: FramebufferLayout
    do throws(DisplayError) {
      layout = try Self.checkedLayout(file, variable, wanted: format)
      mapping = try Self.map(file, length: layout.length)
    } catch {
      if set != nil { Self.restore(found, file) }
      throw error
    }
    surface = Surface(base: mapping.base + layout.offset, pitch: layout.pitch, size: layout.size, format: layout.format)
    _ = Self.blank(file, Int(FB_BLANK_UNBLANK))
  }

  deinit { close() }

  package var name: String {
    "fbdev:" + file.path + " \(size.width)x\(size.height) " + text(format.name) + ", drawn in place"
  }
  package var size: Size<PhysicalSpace> { surface.size }
  package var format: PixelFormat { surface.format }
  package var descriptor: Int32 { -1 }
  package var deadline: Int64? { nil }
  package var scanout: Surface? { isShown ? surface : nil }

  /// Always the same buffer; `nil` while suspended.
  package func nextFrame() -> Frame? {
    isSuspended || isClosed ? nil : Frame(surface: surface, age: isShown ? 1 : 0)
  }

  /// The pixels are where the screen is: this only remembers that they are.
  package func present(_ damage: Region<PhysicalSpace>) {
    if isSuspended { return }
    isShown = true
    turnOn()
  }

  package func handleEvents() -> DisplayEvents { [] }

  /// Whoever comes finds a screen that is on.
  package func suspend() {
    turnOn()
    isSuspended = true
  }

  /// Sets the mode again, since another program may have changed it. Throws `.reopen` where the screen is another one now.
  @export(interface) package func resume() throws(DisplayError) {
    if isClosed { return }
    if set != nil { Self.restore(set!, file) }
    let layout = try Self.checkedLayout(file, Self.variableInformation(file))
    if layout.size != size || layout.format != format || layout.pitch != surface.pitch
      || mapping.base + layout.offset != surface.base
    {
      throw DisplayError(
        "take back", file.path, reason: "its mode was changed by another program", recovery: .reopen)
    }
    _ = Self.blank(file, Int(FB_BLANK_UNBLANK))
    isSuspended = false
    isShown = false
  }

  @export(interface) package func turnOff() -> Bool {
    if isSuspended || isClosed || !Self.blank(file, Int(FB_BLANK_POWERDOWN)) { return false }
    isOff = true
    isShown = false
    return true
  }

  private func turnOn() {
    if !isOff { return }
    isOff = false
    _ = Self.blank(file, Int(FB_BLANK_UNBLANK))
  }

  package func close() {
    if isClosed { return }
    turnOn()
    isClosed = true
    if set != nil { Self.restore(found, file) }
  }
}

// The ioctls, each with its words for an error.
extension FramebufferDisplay {
  static func open(_ path: String) throws(DisplayError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDWR)
    } catch {
      let advice =
        switch error.errno {
        case EACCES, EPERM: "add the user to group video"
        case ENOENT, ENXIO, ENODEV: "star-kiosk devices says which screens there are"
        default: ""
        }
      throw DisplayError("open", path, code: error.errno, reason: error.reason, advice: advice)
    }
  }

  static func variableInformation(_ file: borrowing FileDescriptor) throws(DisplayError) -> fb_var_screeninfo {
    var variable = fb_var_screeninfo()
    do throws(SystemError) {
      try file.control("read", UInt(FBIOGET_VSCREENINFO), &variable)
    } catch {
      throw refusal(error)
    }
    return variable
  }

  /// Throws where the screen cannot be drawn to, or is not in the format that was wanted.
  static func checkedLayout(
    _ file: borrowing FileDescriptor, _ variable: fb_var_screeninfo, wanted: PixelFormat? = nil
  ) throws(DisplayError) -> FramebufferLayout {
    let layout: FramebufferLayout
    do throws(FramebufferLayout.Refusal) {
      layout = try FramebufferLayout(fixed: fixedInformation(file), variable: variable, pageSize: Mapping.pageSize)
    } catch {
      throw DisplayError("draw to", file.path, reason: error.reason)
    }
    if let wanted, layout.format != wanted {
      throw DisplayError(
        "set the format \(text(wanted.name)) of", file.path,
        reason: "the driver stays with \(text(layout.format.name))", advice: "let the driver keep its own")
    }
    return layout
  }

  private static func map(_ file: borrowing FileDescriptor, length: Int) throws(DisplayError) -> Mapping {
    do throws(SystemError) {
      return try Mapping(of: file, length: length)
    } catch {
      throw DisplayError("map", file.path, code: error.errno, reason: error.reason)
    }
  }

  /// The fixed information changes with the variable one: read it after every change.
  private static func fixedInformation(
    _ file: borrowing FileDescriptor
  ) throws(FramebufferLayout.Refusal) -> fb_fix_screeninfo {
    var fixed = fb_fix_screeninfo()
    do throws(SystemError) {
      try file.control("read", UInt(FBIOGET_FSCREENINFO), &fixed)
    } catch {
      throw .notPixels(error.reason)
    }
    return fixed
  }

  private static func layout(
    _ file: borrowing FileDescriptor, _ variable: fb_var_screeninfo
  ) throws(DisplayError) -> FramebufferLayout? {
    do throws(FramebufferLayout.Refusal) {
      return try FramebufferLayout(fixed: fixedInformation(file), variable: variable, pageSize: Mapping.pageSize)
    } catch {
      return nil  // A format that cannot be drawn to may be changed into one that can.
    }
  }

  /// Sets a format and answers with what the driver made of it.
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
    // Left over from another depth, a width for alpha makes vfb turn 565 into 1555.
    wanted.transp = fb_bitfield()
    wanted.activate = UInt32(FB_ACTIVATE_NOW)
    do throws(SystemError) {
      try file.control("set", UInt(FBIOPUT_VSCREENINFO), &wanted)
    } catch {
      throw DisplayError(
        "set the format \(text(format.name)) of", file.path, code: error.errno, reason: error.reason,
        advice: "let the driver keep its own")
    }
    return try variableInformation(file)
  }

  static func restore(_ variable: fb_var_screeninfo, _ file: borrowing FileDescriptor) {
    var variable = variable
    variable.activate = UInt32(FB_ACTIVATE_NOW)
    try? file.control("restore", UInt(FBIOPUT_VSCREENINFO), &variable)
  }

  /// Blanks the screen to a level, FB_BLANK_UNBLANK among them. Many drivers cannot and say so: false, which is no error.
  static func blank(_ file: borrowing FileDescriptor, _ level: Int) -> Bool {
    do throws(SystemError) {
      try file.control("blank", UInt(FBIOBLANK), value: level)
      return true
    } catch { return false }
  }

  private static func refusal(_ error: SystemError) -> DisplayError {
    let isOther = error.errno == ENOTTY || error.errno == EINVAL || error.errno == ENOTSUP
    return DisplayError(
      "use", error.subject, code: error.errno, reason: isOther ? "it is not a framebuffer" : error.reason,
      advice: isOther ? "star-kiosk devices says which screens there are" : "",
      recovery: error.errno == ENODEV ? .reopen : .giveUp)
  }

  /// Every `/dev/fb*`, and whether it can be drawn to.
  @export(interface) package static func devices() -> [ListedDevice] {
    var verdicts: [ListedDevice] = []
    for path in numberedDevices(in: "/dev", prefix: "fb") {
      do throws(DisplayError) {
        let file = try open(path)
        let layout = try checkedLayout(file, variableInformation(file))
        let reason = "\(layout.size.width)x\(layout.size.height) " + text(layout.format.name)
        verdicts.append(ListedDevice(path: path, isUsable: true, reason: reason))
      } catch {
        let reason = error.advice.isEmpty ? error.reason : error.reason + "; " + error.advice
        verdicts.append(ListedDevice(path: path, isUsable: false, reason: reason))
      }
    }
    return verdicts
  }
}
