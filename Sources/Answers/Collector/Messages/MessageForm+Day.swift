extension MessageForm {
  /// The counts of visits of a day, which `star.store_counts` stores. Each element of `counts` is a row.
  static let day = MessageForm(
    kind: .day, table: "",
    fields: [MessageField("day", .name), MessageField("written_ms", .anyInteger)],
    fault: "star.counts_fault(v.day, v.written_ms, f.fields -> 'counts')")
}
