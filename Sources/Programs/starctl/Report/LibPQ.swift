import Basics
import Foundation

/// The functions of libpq that read a table. The library is loaded when a report needs it; all other commands of starctl work without it.
struct LibPQ {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  private typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void

  private let connectWith:
    @convention(c) (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>, CInt) -> Connection?
  private let statusOf: @convention(c) (Connection) -> CInt
  private let errorOf: @convention(c) (Connection) -> UnsafePointer<CChar>?
  private let setNoticeProcessor:
    @convention(c) (Connection, NoticeProcessor, UnsafeMutableRawPointer?) -> OpaquePointer?
  private let executeText: @convention(c) (Connection, UnsafePointer<CChar>) -> Result?
  private let resultStatus: @convention(c) (Result?) -> CInt
  private let resultValue: @convention(c) (Result, CInt, CInt) -> UnsafePointer<CChar>?
  private let resultRows: @convention(c) (Result) -> CInt
  private let getCopyData: @convention(c) (Connection, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt) -> CInt
  private let getResult: @convention(c) (Connection) -> Result?
  private let clear: @convention(c) (Result?) -> Void
  private let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
  private let finish: @convention(c) (Connection) -> Void

  // From libpq-fe.h. The values of its enumerations do not change between versions.
  static let commandOK: CInt = 1
  static let rowsOK: CInt = 2
  static let copyOut: CInt = 3

  init() throws(ProgramError) {
    guard let library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL) else {
      throw .failure("cannot read a database: libpq.so.5 is missing; install the package libpq5")
    }
    func load<Function>(_ name: String) throws(ProgramError) -> Function {
      guard let address = dlsym(library, name) else {
        throw .failure("cannot read a database: libpq.so.5 has no \(name); install a newer libpq5")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    connectWith = try load("PQconnectdbParams")
    statusOf = try load("PQstatus")
    errorOf = try load("PQerrorMessage")
    setNoticeProcessor = try load("PQsetNoticeProcessor")
    executeText = try load("PQexec")
    resultStatus = try load("PQresultStatus")
    resultValue = try load("PQgetvalue")
    resultRows = try load("PQntuples")
    getCopyData = try load("PQgetCopyData")
    getResult = try load("PQgetResult")
    clear = try load("PQclear")
    freeMemory = try load("PQfreemem")
    finish = try load("PQfinish")
  }

  func connect(_ address: String) throws(ProgramError) -> Connection {
    // Later settings replace earlier ones, so the address may change the time limit.
    let words = [
      ("connect_timeout", "10"), ("application_name", "starctl"), ("dbname", address), ("client_encoding", "UTF8"),
    ]
    let keywords = words.map { strdup($0.0) } + [nil]
    let values = words.map { strdup($0.1) } + [nil]
    defer { for text in keywords + values { free(text) } }
    guard let connection = connectWith(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1) else {
      throw .failure("cannot connect to the database: out of memory")
    }
    if statusOf(connection) != 0 {
      let reason = message(connection)
      finish(connection)
      throw .failure("cannot connect to the database: " + reason)
    }
    _ = setNoticeProcessor(connection, { _, _ in }, nil)
    return connection
  }

  func close(_ connection: Connection) { finish(connection) }

  /// Returns the text of the first row's first column; `nil` without a row.
  func value(_ sql: String, _ connection: Connection) throws(ProgramError) -> String? {
    let result = executeText(connection, sql)
    defer { clear(result) }
    guard let result, [Self.commandOK, Self.rowsOK].contains(resultStatus(result)) else { throw failure(connection) }
    return resultRows(result) > 0 ? resultValue(result, 0, 0).map { String(cString: $0) } : nil
  }

  /// Calls `body` with each row of a query in the binary format of COPY. The header precedes the first row.
  func copy(
    _ query: String, _ connection: Connection, _ body: (UnsafeRawBufferPointer) throws(ProgramError) -> Void
  ) throws(ProgramError) {
    let start = executeText(connection, "COPY (\(query)) TO STDOUT (FORMAT binary)")
    let isReading = resultStatus(start) == Self.copyOut
    clear(start)
    if !isReading { throw failure(connection) }
    while true {
      var row: UnsafeMutablePointer<CChar>?
      let size = getCopyData(connection, &row, 0)
      if size < 0 { break }
      defer { freeMemory(row) }
      try body(UnsafeRawBufferPointer(start: row, count: Int(size)))
    }
    // An error may follow the first rows.
    while let result = getResult(connection) {
      let isOK = resultStatus(result) == Self.commandOK
      clear(result)
      if !isOK { throw failure(connection) }
    }
  }

  private func failure(_ connection: Connection) -> ProgramError {
    .failure("cannot read the database: " + message(connection))
  }

  /// libpq's message on one line.
  private func message(_ connection: Connection) -> String {
    let text = errorOf(connection).map { String(cString: $0) } ?? "unknown error"
    return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(
      separator: "; ")
  }
}
