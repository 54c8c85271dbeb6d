import Foundation
import System
import TestSupport
import Testing

@testable import Fleet
@testable import Kiosk

/// The kiosk's own files about remote control.
@Suite struct FleetStoreTests {
  /// A ledger that cannot be read for a moment is not empty: an old message would count again.
  @Test func ledgerIsNotEmptyWithoutDescriptors() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Signatures.load()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let key = Signatures.makePair().key
      try withStateDirectory(folder) {
        let store = try FleetStore()
        #expect(try store.readLedger(of: key) == nil)
        var ledger = Ledger(key: key)
        ledger.note(ConfigurationVersion(target: .kiosk("t1"), counter: 5, hash: String(repeating: "7", count: 64)))
        try store.write(ledger)
        #expect(throws: SystemError.self) { try withoutDescriptors { _ = try store.readLedger(of: key) } }
        #expect(try store.readLedger(of: key)?.text == ledger.text)
        // Another kind of file is replaced by the next ledger.
        try FileManager.default.removeItem(atPath: folder + "/private/ledger")
        try FileManager.default.createDirectory(atPath: folder + "/private/ledger", withIntermediateDirectories: false)
        #expect(try store.readLedger(of: key) == nil)
      }
    }
  }
}
