import Display
import Screens
import Settings
import StarSlider
import Testing

@testable import Kiosk

/// The look of stars and screens: what the theme decides, and what the configuration does.
@Suite struct ThemeTests {
  private static let survey = "\n[question a]\n[text en]\nquestion a = How was it?\n"

  private func settings(_ text: String) throws -> Settings {
    var builder = SettingsBuilder()
    builder.read(Array(text.utf8), name: "k.conf")
    return try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
  }

  private func face(_ text: String) throws -> Face {
    let settings = try settings(text + Self.survey)
    return try #require(settings.themed(settings.colors, starSize: 129).sliderConfiguration()).face
  }

  @Test func everyThemeCanBeChosen() throws {
    for (name, theme) in [("light", Theme.light), ("dark", .dark), ("contrast", .contrast), ("classic", .classic)] {
      let settings = try settings("[theme]\nbase = \(name)" + Self.survey)
      #expect(settings.colors == theme)
      #expect(try face("[theme]\nbase = \(name)") == theme.face(ofSize: 129))
      #expect(settings.thanks(in: theme, starSize: 129) == theme.thanksFace(ofSize: 129))
    }
    #expect(try settings(Self.survey).colors == .light)
  }

  /// Without a survey there are the control's own stars, whatever the theme.
  @Test func starsAloneAreTheControlsOwn() throws {
    for text in ["", "[theme]\nbase = dark\nstar = #ff0000"] {
      let settings = try settings(text)
      #expect(try #require(settings.themed(settings.colors, starSize: 129).sliderConfiguration()).face == Face())
      #expect(
        settings.thanks(in: settings.colors, starSize: 129) == settings.thanks
          && settings.thanks.fill == Face.thanks.fill)
      #expect(settings.colors.background == .white)
    }
  }

  /// The picture of a file that sets colors stays where it sets them.
  @Test func facesOverrideTheTheme() throws {
    let own = try face(
      "[face]\nfill = #ff0000\nempty = #ffffff\nbackground = #ffffff\nstroke = #000000\nline-width = 2")
    #expect(own.fill == Color(rgb: 0xff_0000) && own.empty == .white && own.background == .white)
    #expect(own.stroke == .black && own.emptyStroke == nil && own.lineWidth == Fixed(2))
    // An outline that is not given has a shade of the fill.
    let red = try face("[face]\nfill = #ff0000")
    #expect(red.stroke == Theme.light.edge(of: red.fill) && red.emptyStroke == Theme.light.emptyEdge)
    #expect(red.empty == Theme.light.emptyStar && red.background == Theme.light.background)
    let smileys = try face("[face]\nshape = smileys")
    #expect(smileys.stroke == Theme.light.text && smileys.fill == Face.smileys[0].fill)
    #expect(try face("[face]\nshape = star:5").shape != face("").shape)
  }

  @Test func brandIsTwoColors() throws {
    let settings = try settings("[theme]\naccent = #d6006e\nstar = #00a0df" + Self.survey)
    let theme = settings.colors
    #expect(theme.accent == Color(rgb: 0xd6_006e) && theme.accentText == .white)
    #expect(theme.star == Color(rgb: 0x00_a0df) && theme.starEdge == theme.edge(of: theme.star))
    #expect(theme.starEdge != Theme.light.starEdge && theme.background == Theme.light.background)
    #expect(try face("[theme]\nstar = #00a0df").fill == theme.star)
  }

  /// The row takes the color of its value; its outline is that of empty stars, and it stands still.
  @Test func colorsByValue() throws {
    let settings = try settings("[slider]\nstep = whole\n[theme]\nstars-by-value = #d64545, #3f9b4b" + Self.survey)
    let themed = settings.themed(settings.colors, starSize: 129)
    let slider = try #require(themed.sliderConfiguration())
    #expect(slider.fillsByValue == [Color(rgb: 0xd6_4545), Color(rgb: 0x3f_9b4b)])
    #expect(slider.face.stroke == Theme.light.emptyEdge)
    let transform = ScreenTransform(physical: Size(width: 800, height: 480), rotation: .none)
    let model = try KioskModel(settings, wanted: nil, on: transform, format: .xrgb8888)
    let screen = model.screens.screen(.question(0), language: 0)
    for (value, color) in [(1, 0xd6_4545), (3, 0xd6_4545), (4, 0x3f_9b4b), (5, 0x3f_9b4b)] as [(Int32, UInt32)] {
      let display = try #require(MemoryDisplay(size: transform.physical, format: .xrgb8888))
      screen.show()
      screen.slider?.set(value)
      let frame = try #require(try display.nextFrame())
      try display.present(screen.paint(frame))
      let first = try #require(screen.slider).layout.star(0).center
      #expect(frame.surface.color(x: first.x.floor, y: first.y.floor) == Color(rgb: color), "\(value)")
    }
    // Pale colors are told of, each by its own contrast.
    let pale = try KioskModel(
      try self.settings("[theme]\nstars-by-value = #3f9b4b, #fefefe\n[face]\nstroke = #fafafa" + Self.survey),
      wanted: nil,
      on: transform, format: .xrgb8888)
    #expect(pale.screens.warnings.contains { $0.reason.contains("full stars") })
    // More contrast has one color.
    #expect(settings.withContrast.theme.starsByValue.isEmpty)
  }

  @Test func thanksHaveTheThemesGreen() throws {
    let settings = try settings("[theme]\nbase = dark\nthanks = #00ff00\n[face]\nstroke = #ffffff" + Self.survey)
    let thanks = settings.thanks(in: settings.colors, starSize: 129)
    #expect(thanks.fill == Color(rgb: 0x00_ff00) && thanks.stroke == Color(rgb: 0x5a_ff5a))
    #expect(thanks.background == Theme.dark.background && thanks.empty == Theme.dark.emptyStar)
  }
}
