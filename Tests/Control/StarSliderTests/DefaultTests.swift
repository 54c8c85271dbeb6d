import StarSlider
import Testing

/// What is not said: the contract's defaults.
@Suite struct DefaultTests {
  @Test func configurationDefaults() throws {
    let configuration = SliderConfiguration(scale: try Scale())
    #expect(configuration.scale.starCount == 5 && configuration.scale.step == .whole)
    #expect(configuration.scale.minimum == 0 && configuration.scale.maximum == 5)
    #expect(configuration.isInteractive && configuration.isEnabled && !configuration.clearsOnRepeatedTap)
    #expect(configuration.spacing == 5 && configuration.margin == 0 && configuration.minimumStarSize == 5)
    #expect(configuration.layoutDirection == .leftToRight && !configuration.isVertical)
    #expect(configuration.zeroZone == .half && configuration.touchOutset == 0, "half a star")
  }

  @Test func faceDefaults() {
    let face = Face()
    #expect(face.fill == .yellow && face.background == .white && face.stroke == .black)
    #expect(face.shape == .star && face.lineWidth == Fixed(2))
  }

  @Test func valueDefault() throws {
    let transform = ScreenTransform(physical: Size(width: 100, height: 20), rotation: .none)
    let configuration = SliderConfiguration(scale: try Scale())
    let slider = try StarSlider(configuration, bounds: Rect(transform.layout), on: transform, format: .xrgb8888)
    #expect(slider.value == nil && !slider.isActive && slider.needsPaint)
  }
}
