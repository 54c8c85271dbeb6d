/// What a field of a message may hold. PostgreSQL checks it (`star.fault`), so that every value has a bound.
package enum FieldType: Sendable {
  case uuid, boolean
  case integer(ClosedRange<Int64>)
  /// An ID, a version or another short text; several of them.
  case name, names
  case text, texts
  /// Names of `Answer.Flags`; one number in the journal.
  case flags
  /// Pairs of a first and a last sequence number.
  case ranges
  /// Computed from other fields.
  case derived
  /// The version of the message's form, which only JSON has.
  case version

  package static let anyInteger = FieldType.integer(.min ... .max)
  /// Nanoseconds since the boot, small enough that PostgreSQL can subtract them without overflow.
  package static let uptime = FieldType.integer(0...1 << 62)
}
