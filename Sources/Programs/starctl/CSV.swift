import Journal

/// The names of the columns of `csvLine`.
let csvHeader =
  "uuid,stars,steps,steps_per_star,star_count,fraction,wall,wall_ms,monotonic_ns,boot_id,visit,question,reasons,"
  + "language,flags,terminal,wall_synchronised,wall_repaired_ms"

/// Returns an answer as an RFC 4180 record, without the line break.
func csvLine(_ answer: Answer) -> String {
  [
    answer.uuid.text, answer.starsText, "\(answer.steps)", "\(answer.stepsPerStar)", "\(answer.starCount)",
    answer.fractionText, answer.wallText ?? "", "\(answer.wall)", "\(answer.monotonic)", answer.bootID,
    answer.visit.text, answer.question, answer.reasons.joined(separator: " "), answer.language,
    answer.flagNames.joined(separator: " "), answer.terminal, answer.isSynchronised ? "true" : "false",
    answer.repairedWall.map { "\($0)" } ?? "",
  ].map(csvField).joined(separator: ",")
}

/// Returns a field, quoted if necessary (RFC 4180, section 2, rules 5 to 7).
func csvField(_ text: String) -> String {
  // Unicode scalars, because CR LF is one Character.
  var quoted = "\""
  var needsQuotes = false
  for scalar in text.unicodeScalars {
    if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    quoted.unicodeScalars.append(scalar)
    if scalar == "," || scalar == "\"" || scalar == "\r" || scalar == "\n" { needsQuotes = true }
  }
  return needsQuotes ? quoted + "\"" : text
}
