import Display
import StarSlider

extension Screen {
  package var needsPaint: Bool {
    if let change = animation.change { return change.isDue }
    return frames.needsPaint || slider?.needsPaint == true || animation.stars?.isDue == true
      || widgets.contains { $0.isChanged }
  }

  /// Paints a frame into a buffer.
  ///
  /// - Parameter shift: The shift of the picture. Uncovered pixels are background or photo. The shift must be at most `maximumShift`. The
  ///   caller must call `invalidate` before it changes the shift.
  /// - Returns: The damage since the previous frame.
  package func paint(_ frame: Frame, movedBy shift: ScreenShift = .none) -> Region<PhysicalSpace> {
    if let change = animation.change { return change.paint(on: frame.surface) }
    frames.begin()
    if let words { words.show(slider?.value) }
    let whole = frame.surface
    let surface = shift == .none ? whole : whole.moved(by: shift)
    let oldest = frames.last - Int64(frame.age)
    let repaintsAll = frames.repaintsAll(frame.age, since: oldest)
    // The fast path of a drag. (Optional chaining avoids retaining the slider.)
    if !repaintsAll, tick == nil, onlySliderChanged(since: oldest),
      let damage = slider?.paint(into: surface, age: frame.age)
    {
      return shift == .none ? damage : shift.toScanout(damage)
    }
    var damage = Region<PhysicalSpace>()
    for widget in widgets where widget.isChanged {
      widget.isChanged = false
      widget.changedAt = frames.last
      damage.add(canvas.transform.toPhysical(widget.bounds))
    }
    if let slider, frames.recordFocus() {
      damage.add(canvas.transform.toPhysical(focusBounds(of: slider)))
    }
    paintAllButStars(whole, surface, all: repaintsAll, since: oldest)
    if let slider { damage.add(slider.paint(into: surface, age: repaintsAll ? 0 : frame.age)) }
    if let motion = animation.stars {
      damage.add(motion.paint(canvas, on: surface, since: oldest, frame: frames.last))
    }
    if let place = tick?.paint(canvas.plain, on: surface) { damage.add(canvas.transform.toPhysical(place)) }
    if frames.finish() { return Region(whole.bounds) }
    return shift == .none ? damage : shift.toScanout(damage)
  }

  /// Whether nothing but the stars has changed since a frame.
  private func onlySliderChanged(since frame: Int64) -> Bool {
    frames.keepsFocus(since: frame) && animation.stars?.isStill(since: frame) != false
      && !widgets.contains { $0.isChanged || $0.changedAt > frame }
  }

  /// Paints the current frame into a spare buffer, which then has age 1.
  ///
  /// - Precondition: Nothing needs to be painted.
  package func updateSpareBuffer(_ spare: Frame, movedBy shift: ScreenShift = .none) {
    precondition(!needsPaint, "a frame must be painted first")
    let whole = spare.surface
    let surface = shift == .none ? whole : whole.moved(by: shift)
    let oldest = frames.last + 1 - Int64(spare.age)
    let repaintsAll = frames.repaintsAll(spare.age, since: oldest)
    paintAllButStars(whole, surface, all: repaintsAll, since: oldest)
    slider?.repaint(surface, age: repaintsAll ? 0 : spare.age)
    _ = animation.stars?.paint(canvas, on: surface, since: oldest, frame: frames.last)
    _ = tick?.paint(canvas.plain, on: surface)
  }

  private func focusBounds(of slider: StarSlider) -> Rect<LayoutSpace> {
    slider.layout.bounds.inset(by: -focusDistance)
  }

  /// Paints the widgets and the focus frame of the stars, either those that changed since the frame `oldest`, or all of them with the
  /// background.
  ///
  /// - Parameter surface: The part of the `whole` buffer that the shifted picture covers.
  func paintAllButStars(_ whole: Surface, _ surface: Surface, all: Bool, since oldest: Int64) {
    if all { canvas.paintGround(whole, surface, panel) }
    var canvas = canvas
    canvas.isCleared = all
    for widget in widgets where all || widget.changedAt > oldest {
      widget.paint(panel?.bounds.contains(widget.bounds) == true ? canvas.plain : canvas, on: surface)
    }
    guard let slider, frames.hasNewFocus(since: oldest) || all && input.focus == .slider else { return }
    let color = input.focus == .slider ? canvas.theme.text : canvas.theme.background
    canvas.frame(focusBounds(of: slider), thickness: canvas.ring, with: color, on: surface)
  }
}
