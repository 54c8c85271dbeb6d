/// One reading of the journal from its beginning.
struct Pass {
  /// The last answer fetched. Pending answers up to it are in flight or doubtful.
  var cursor: Int64 = 0
  /// Whether the journal may hold pending answers after the cursor.
  var mayHaveMore = true
  /// Whether `Doubtful` was too full for an answer, so that another pass must follow.
  var hasSkipped = false
  /// The doubtful answer that is being fetched or in flight.
  var probe: Int64?
}
