import Settings
import StarSlider
import Survey
import Text

/// The screens for operators, in the survey's first language.
struct ServiceScreens {
  let pin: Screen
  let service: Screen
}

extension ScreenBuilder {
  func serviceScreens(_ local: Localization, hasCleaning: Bool) throws(ScreenError) -> ServiceScreens {
    isForVisitors = false
    defer { isForVisitors = true }
    return ServiceScreens(pin: try pinScreen(local, hasCleaning: hasCleaning), service: try serviceScreen(local))
  }

  /// The height of a button in a group of buttons.
  private var row: Int32 { max(metrics.leastWordTile, metrics.unit / 7) }

  /// Builds the keypad beside the title and the buttons, or between them in portrait.
  private func pinScreen(_ local: Localization, hasCleaning: Bool) throws(ScreenError) -> Screen {
    let (area, gap, phrases) = (Rect(metrics.size).inset(by: metrics.margin), metrics.margin, local.phrases)
    let isWide = area.width > area.height
    let minor: [(Action, Phrase)] = [(.startOver, .back)] + (hasCleaning ? [(.clean, .cleaning)] : [])
    var (words, keys, buttons): (Rect<LayoutSpace>, Rect<LayoutSpace>, [Rect<LayoutSpace>])
    if isWide {
      let middle = area.minX + area.width / 2
      let left = Rect<LayoutSpace>(minX: area.minX, minY: area.minY, maxX: middle - gap / 2, maxY: area.maxY)
      let right = Rect<LayoutSpace>(minX: middle + gap / 2, minY: area.minY, maxX: area.maxX, maxY: area.maxY)
      (words, keys) = local.isRightToLeft ? (right, left) : (left, right)
      buttons = (0..<Int32(minor.count)).map { i in
        Rect(minX: words.minX, minY: area.maxY - (i + 1) * row, maxX: words.maxX, maxY: area.maxY - i * row)
      }
      words = Rect(minX: words.minX, minY: words.minY, maxX: words.maxX, maxY: buttons[buttons.count - 1].minY)
    } else {
      let stack = stack(of: local)
      words = Rect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: area.minY + area.height * 3 / 10)
      let top = area.maxY - row
      keys = Rect(minX: area.minX, minY: words.maxY, maxX: area.maxX, maxY: top - gap)
      buttons = stack.rows(
        Int32(minor.count), of: 2, in: Rect(minX: area.minX, minY: top, maxX: area.maxX, maxY: area.maxY), tallest: row)
    }
    func band(_ from: Int32, _ to: Int32) -> Rect<LayoutSpace> {
      Rect(
        minX: words.minX, minY: words.minY + words.height * from / 100, maxX: words.maxX,
        maxY: words.minY + words.height * to / 100)
    }
    let field = PINField(longest: PINEntry.longest, in: band(42, 54), canvas)
    var widgets = [try text(.phrase(.enterPIN), phrases, in: band(0, 40)), field]
    // Digits are in the same order in every language.
    let cells = Stack(metrics, .tiles, isRightToLeft: false).rows(12, of: 3, in: keys, tallest: keys.height)
    for (i, cell) in zip(0 as UInt8..<12, cells) {
      let action: Action = i == 9 ? .erase : i == 11 ? .done : .digit(i == 10 ? 0 : i + 1)
      let label = i == 9 ? "C" : i == 11 ? "OK" : i == 10 ? "0" : "\(i + 1)"
      widgets.append(
        try button(
          action, i == 11 ? .primary : i == 9 ? .quiet : .secondary, .phrase(.enterPIN), phrases, in: cell, text: label,
          sizes: metrics.sizes(upTo: min(cell.height / 3, (cell.width - 4 * canvas.ring) / 3))))
    }
    for (button, place) in zip(minor, buttons) {
      widgets.append(try self.button(button.0, .quiet, .phrase(button.1), phrases, in: place))
    }
    return Screen(
      canvas, widgets: widgets,
      countdown: try labeledCountdown(
        .phrase(.pleaseWait), phrases, in: band(56, 100), isRightToLeft: local.isRightToLeft))
  }

  /// Builds the service screen: four lines of text above three rows of buttons.
  private func serviceScreen(_ local: Localization) throws(ScreenError) -> Screen {
    let (area, phrases) = (Rect(metrics.size).inset(by: metrics.margin), local.phrases)
    let top = area.maxY - 3 * row
    let line = min((top - area.minY) / 4, 4 * metrics.word.largest)
    func place(_ number: Int32, _ from: Int32, _ to: Int32) -> Rect<LayoutSpace> {
      let (left, right) = local.isRightToLeft ? (100 - to, 100 - from) : (from, to)
      return Rect(
        minX: area.minX + area.width * left / 100, minY: area.minY + number * line,
        maxX: area.minX + area.width * right / 100, maxY: area.minY + (number + 1) * line)
    }
    // Five columns of five characters are 14 em wide.
    let room = Size<LayoutSpace>(width: area.width * 64 / 100, height: line)
    let strip = try glyphs(metrics.sizes(upTo: min(metrics.word.largest, room.width / 15)), height: line)
    var widgets: [Widget] = []
    func add(
      _ phrase: Phrase, _ field: ServiceReport.Field, _ label: Rect<LayoutSpace>, _ value: Rect<LayoutSpace>
    ) throws(ScreenError) {
      let block = try set(.phrase(phrase), phrases, metrics.word, in: label, [.secondary])
      widgets.append(EndWord(block, around: local.isRightToLeft ? label.maxX : label.minX, in: label, canvas))
      widgets.append(LiveText(field, strip, isAtRight: local.isRightToLeft, in: value))
    }
    try add(.status, .status, place(0, 0, 35), place(0, 36, 100))
    try add(.address, .address, place(1, 0, 35), place(1, 36, 100))
    try add(.lastAnswers, .lastAnswers, place(2, 0, 35), place(2, 36, 100))
    try add(.pending, .pending, place(3, 0, 35), place(3, 36, 60))
    try add(.brightness, .brightness, place(3, 61, 83), place(3, 84, 100))
    func cell(_ number: Int32, _ from: Int32, _ to: Int32) -> Rect<LayoutSpace> {
      let whole = place(0, from, to)
      return Rect(minX: whole.minX, minY: top + number * row, maxX: whole.maxX, maxY: top + (number + 1) * row)
    }
    for (action, phrase, place) in [
      (.service(.testAnswer), .testAnswer, cell(0, 0, 50)), (.service(.calibrate), .calibrate, cell(0, 50, 100)),
      (.service(.restart), .restart, cell(1, 0, 50)), (.clean, .cleaning, cell(1, 50, 100)),
    ] as [(Action, Phrase, Rect<LayoutSpace>)] {
      widgets.append(try button(action, .secondary, .phrase(phrase), phrases, in: place))
    }
    for (action, sign, place) in [(.dim, "\u{2212}", cell(2, 0, 25)), (.brighten, "+", cell(2, 25, 50))]
      as [(Action.Service, String, Rect<LayoutSpace>)]
    {
      widgets.append(
        try button(.service(action), .secondary, .phrase(.brightness), phrases, in: place, text: sign))
    }
    widgets.append(try button(.startOver, .primary, .phrase(.back), phrases, in: cell(2, 50, 100)))
    return Screen(canvas, widgets: widgets)
  }

  /// Builds the screen that identifies the kiosk to a remote operator. It shows the kiosk's name above its addresses.
  func identityScreen() throws(ScreenError) -> Screen {
    isForVisitors = false
    defer { isForVisitors = true }
    let area = Rect(metrics.size).inset(by: metrics.margin)
    var widgets: [Widget] = []
    // Names have about 16 characters, and addresses have about 40.
    for (field, top, bottom, characters) in [(.name, 20, 50, 10), (.address, 55, 80, 24)]
      as [(ServiceReport.Field, Int32, Int32, Int32)]
    {
      let place = Rect<LayoutSpace>(
        minX: area.minX, minY: area.minY + area.height * top / 100, maxX: area.maxX,
        maxY: area.minY + area.height * bottom / 100)
      let largest = max(min(place.height / 2, area.width / characters), metrics.word.largest / 2)
      let strip = try glyphs(metrics.sizes(upTo: largest), height: place.height)
      widgets.append(LiveText(field, strip, isAtRight: false, in: place))
    }
    return Screen(canvas, widgets: widgets)
  }

  private func stack(of local: Localization) -> Stack { Stack(metrics, .tiles, isRightToLeft: local.isRightToLeft) }
}
