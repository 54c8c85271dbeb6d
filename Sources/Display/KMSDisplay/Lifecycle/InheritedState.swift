import CDRM
import System

// Safety: libdrm's structure is copied before it is freed.

/// A property of an object, and a value for it.
struct PropertyValue {
  let object: UInt32
  /// One of DRM_MODE_OBJECT_*.
  let type: UInt32
  let property: UInt32
  let value: UInt64
}

/// What the previous program showed, and the settings with which it showed pixels: gamma, color matrix, plane alpha and so on. The kernel
/// keeps the settings, so this program would show wrong colors. Each modeset sets neutral values, and the previous ones are restored when the screen is given up.
final class InheritedState {
  private struct Entry {
    let neutral: PropertyValue
    let isBlob: Bool
    /// Whether it is the rotation. Every atomic modeset sets it, because no driver rejects the neutral value.
    let isRotation: Bool
    /// The previous value; for a blob, 0 if there was none.
    var before: UInt64
    /// The content of the blob. The kernel deletes the blob itself along with the last state that refers to it.
    var content: [UInt8] = []
  }

  let connector: Properties
  let crtc: Properties
  /// The primary plane's properties, or `nil` if the driver lists no plane.
  let plane: Properties?
  private var entries: [Entry] = []
  private let gamma: GammaRamp?
  private let picture: SavedCRTC
  /// Whether the previous values were restored, so that the values read next are another program's.
  private var isRestored = false

  init(_ card: Card, _ pipeline: Pipeline) {
    picture = SavedCRTC(card, crtc: pipeline.crtc.id, connector: pipeline.connector.id)
    connector = Properties(card, object: pipeline.connector.id, type: DRM_MODE_OBJECT_CONNECTOR)
    crtc = Properties(card, object: pipeline.crtc.id, type: DRM_MODE_OBJECT_CRTC)
    plane = pipeline.plane.map { Properties(card, object: $0.id, type: DRM_MODE_OBJECT_PLANE) }
    // If there is a GAMMA_LUT, the ramp is only another view of it.
    gamma = crtc["GAMMA_LUT"] == nil ? GammaRamp(card, crtc: pipeline.crtc.id) : nil
    for object in [connector, crtc] + (plane.map { [$0] } ?? []) {
      for (name, value) in NeutralValue.list(for: object.type) {
        guard let property = object[name], property.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) == 0,
          let neutral = value.resolved(for: property, card)
        else { continue }
        let isBlob = property.flags & UInt32(DRM_MODE_PROP_BLOB) != 0
        var entry = Entry(
          neutral: PropertyValue(object: object.object, type: object.type, property: property.id, value: neutral),
          isBlob: isBlob, isRotation: property.name.utf8.elementsEqual("rotation".utf8), before: 0)
        Self.store(property.value, in: &entry, card)
        entries.append(entry)
      }
    }
  }

  /// The neutral values of all properties but the rotation.
  var neutral: [PropertyValue] { entries.filter { !$0.isRotation }.map { $0.neutral } }
  /// The neutral values of the properties that another program had set to something else.
  var changed: [PropertyValue] { entries.filter { $0.before != $0.neutral.value }.map { $0.neutral } }

  /// Sets the neutral gamma of a driver without properties for it.
  func neutraliseGamma(_ card: Card) { gamma?.setNeutral(card) }

  /// Restores the values from before this display took control of the screen.
  func restore(_ card: Card, by committer: any Committer) {
    var (values, blobs): ([PropertyValue], [UInt32]) = ([], [])
    for entry in entries where entry.before != entry.neutral.value {
      var value = entry.before
      if entry.isBlob && value != 0 {
        value = UInt64(card.makeBlob(entry.content))
        if value == 0 { continue }
        blobs.append(UInt32(value))
      }
      let neutral = entry.neutral
      values.append(
        PropertyValue(object: neutral.object, type: neutral.type, property: neutral.property, value: value))
    }
    if !values.isEmpty { committer.set(values) }
    // The screen's state keeps its own references to the blobs.
    for blob in blobs { drmModeDestroyPropertyBlob(card.descriptor, blob) }
    gamma?.restore(card)
    isRestored = true
  }

  /// Restores the previous program's picture and its settings.
  func restoreAll(_ card: Card, by committer: any Committer) {
    picture.restore(card)
    restore(card, by: committer)
  }

  /// Reads the values again after control of the screen was regained from another program. If the earlier values were not restored, a value
  /// that is still neutral does not replace the earlier one.
  func retake(_ card: Card) {
    for object in [connector, crtc] + (plane.map { [$0] } ?? [])
    where entries.contains(where: { $0.neutral.object == object.object }) {
      let values = Properties.values(card, object: object.object, type: object.type)
      for i in entries.indices where entries[i].neutral.object == object.object {
        guard let value = values.first(where: { $0.id == entries[i].neutral.property })?.value else { continue }
        if isRestored || value != entries[i].neutral.value { Self.store(value, in: &entries[i], card) }
      }
    }
    gamma?.retake(card, isRestored: isRestored)
    isRestored = false
  }

  private static func store(_ value: UInt64, in entry: inout Entry, _ card: Card) {
    (entry.before, entry.content) = (value, [])
    if !entry.isBlob || value == 0 { return }
    entry.content = card.content(ofBlob: UInt32(truncatingIfNeeded: value))
    // A blob that cannot be read cannot be restored.
    if entry.content.isEmpty { entry.before = 0 }
  }
}
