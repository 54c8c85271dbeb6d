import Display
import Raster

extension SettingsDraft {
  /// The most pixels that all pictures of a configuration may have together: 64 MiB of them.
  package static var mostPixels: Int64 { 1 << 24 }

  /// Reads and decodes every picture that a face or the theme names, each once. A picture that cannot be had is a mistake of the first
  /// line that names it.
  mutating func readImages(into settings: inout Settings, _ bytes: (String) throws(Unreadable) -> [UInt8]) {
    var pixels: Int64 = 0
    var known: [String] = []
    for entry in entries where Self.namesImage(entry) && !isOverruled(entry) {
      let path = entry.value.absolute(entry.value.text)
      if known.contains(where: { same($0, path) }) { continue }
      known.append(path)
      do throws(Unreadable) {
        let image = try Self.decode(try bytes(path))
        pixels += Int64(image.width) * Int64(image.height)
        if pixels > Self.mostPixels {
          throw Unreadable("the pictures together have more than \(Self.mostPixels) pixels")
        }
        settings.images.append(Settings.NamedImage(path: path, image: image))
      } catch {
        mistakes.append(entry.mistake(error.reason))
      }
    }
  }

  private static func namesImage(_ entry: Entry) -> Bool {
    if entry.value.text.isEmpty { return false }
    switch entry.key.section {
    case .face: return ["image-empty", "image-half", "image-full"].contains { entry.key.isCalled($0) }
    case .theme: return entry.key.isCalled("logo")
    default: return false
    }
  }

  /// An option says something else.
  private func isOverruled(_ entry: Entry) -> Bool {
    !entry.isOption && entry.header.subject.isEmpty && entries.contains { $0.isOption && $0.row == entry.row }
  }

  private static func decode(_ file: [UInt8]) throws(Unreadable) -> Image {
    do throws(PNGError) {
      return try PNG.decodeImage(file)
    } catch {
      throw Unreadable("cannot decode the PNG picture: " + error.reason)
    }
  }
}
