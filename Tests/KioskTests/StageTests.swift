import Configuration
import Geometry
import Raster
import Testing

@testable import star_kiosk

@Suite struct StageTests {
  /// A panel's size is told as its scanout is read; a finger needs the same room however the picture is turned on it.
  @Test(arguments: Rotation.allCases) func aFingersRoomOnATurnedPanel(rotation: Rotation) throws {
    var draft = SettingsDraft()
    draft.read([], name: "none")
    var settings = try draft.finished { (_) throws(Unreadable) in throw Unreadable("no files") }
    // 200 pixels to the centimetre, of which a finger needs nine tenths.
    settings.area = Millimetres("40x24")
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: rotation)
    let stage = try Stage(settings, wanted: nil, on: transform, format: .xrgb8888)
    #expect(stage.corner.width == 180 && stage.corner.height == 180)
  }
}
