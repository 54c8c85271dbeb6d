import Settings

extension Conformance.Subject {
  private typealias Clause = Conformance.Clause

  /// Chapter 8. The program does not know the stand, so it says what the builder of the stand has to do.
  var hardware: [Conformance.Clause] {
    let speech = speechHardware
    return [
      Clause(
        "8.1.2", "Connections for visitors are standard ones",
        .dependsOnStand("If visitors can connect something, use a standard connection, such as USB or a 3.5 mm jack.")),
      Clause(
        "8.1.3", "Color is not the only sign on the hardware",
        .dependsOnStand("Give colored keys and lights of the stand a symbol or a position that tells the same.")),
      Clause("8.2.1.1", "Range of the speech's volume", speech.range),
      Clause("8.2.1.2", "Steps of the speech's volume", speech.steps),
      Clause("8.2.2.1", "Coupling to hearing aids, fixed line", .notApplicable("The kiosk is no telephone.")),
      Clause("8.2.2.2", "Coupling to hearing aids, wireless", .notApplicable("The kiosk is no telephone.")),
    ] + reach + mechanicalParts + [
      Clause("8.5", "The means that starts speech can be felt", speech.start)
    ]
  }

  /// 8.3: where the stand places the screen and the keypad, and the floor before it.
  private var reach: [Conformance.Clause] {
    func stand(_ number: String, _ title: String, _ action: String) -> Conformance.Clause {
      Clause(number, title, .dependsOnStand(action))
    }
    return [
      stand(
        "8.3.2.1", "Unobstructed high forward reach",
        "Mount everything that visitors touch, also the upper edge of the touchscreen, at most 1220 mm above the floor."
      ),
      stand(
        "8.3.2.2", "Unobstructed low forward reach",
        "Mount everything that visitors touch at least 380 mm above the floor."),
      stand(
        "8.3.2.3.1", "Clear space below an obstruction",
        "Leave space for knees and toes below a counter that is part of the stand."),
      stand(
        "8.3.2.3.2", "Forward reach over less than 510 mm",
        "Over a counter of less than 510 mm, mount everything that visitors touch at most 1220 mm above the floor."),
      stand(
        "8.3.2.3.3", "Forward reach over 510 to 635 mm",
        "Over a counter of 510 to 635 mm, mount everything that visitors touch at most 1120 mm above the floor."),
      stand("8.3.2.4", "Width of the space for knees and toes", "Leave at least 760 mm below a counter."),
      stand("8.3.2.5", "Space for toes", "Leave space for toes below a counter, as the clause measures it."),
      stand("8.3.2.6", "Space for knees", "Leave space for knees below a counter, as the clause measures it."),
      stand(
        "8.3.3.1", "Unobstructed high side reach",
        "If visitors come alongside, mount everything that they touch at most 1220 mm above the floor."),
      stand(
        "8.3.3.2", "Unobstructed low side reach",
        "If visitors come alongside, mount everything that they touch at least 380 mm above the floor."),
      stand(
        "8.3.3.3.1", "Side reach over up to 255 mm",
        "Over a ledge of up to 255 mm, stay within 1220 mm above the floor."),
      stand(
        "8.3.3.3.2", "Side reach over 255 to 610 mm",
        "Over a ledge of 255 to 610 mm, stay within 1170 mm above the floor."),
      stand("8.3.4.1", "Changes in level", "Keep the floor before the stand level, or provide a ramp."),
      stand("8.3.4.2", "Clear floor", "Keep 760 x 1220 mm of floor clear before the stand."),
      stand(
        "8.3.4.3.2", "Approach from the front",
        "In an alcove, leave the width that the clause requires for a wheelchair."),
      stand(
        "8.3.4.3.3", "Approach from the side",
        "In an alcove, leave the width that the clause requires for a wheelchair."),
      stand(
        "8.3.5", "The screen can be read from a wheelchair",
        "Tilt and mount the screen so that it can be read from 1015 mm above the middle of the clear floor."),
      stand(
        "8.3.6", "Instructions for the installation",
        "Give those who set up the stand instructions with the figures above."),
    ]
  }

  /// 8.4: the keys of a keypad.
  private var mechanicalParts: [Conformance.Clause] {
    let none = Finding.notApplicable("keys = no in [touch] excludes keypads.")
    return [
      Clause(
        "8.4.1", "The 5 of a numeric keypad can be felt",
        hasKeys
          ? .dependsOnStand("The kiosk requires no digits. If the keypad has them, mark the 5 so that it can be felt.")
          : none),
      Clause(
        "8.4.2.1", "Keys need no grasping, pinching or twisting",
        hasKeys ? .dependsOnStand("Choose keys that a finger or a fist can press.") : none),
      Clause(
        "8.4.2.2", "Keys need a force of at most 22.2 N",
        hasKeys ? .dependsOnStand("Choose keys that need at most 22.2 N.") : none),
      Clause(
        "8.4.3", "The orientation of keys, tickets and cards can be felt",
        .notApplicable("Visitors need no key, ticket or card.")),
    ]
  }
}
