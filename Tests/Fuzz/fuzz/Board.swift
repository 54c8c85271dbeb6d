import Boards
import Settings

private let machine: MachineFacts = {
  var facts = MachineFacts()
  facts.architecture = "aarch64"
  facts.compatible = ["raspberrypi,4-model-b", "brcm,bcm2711"]
  facts.model = "Raspberry Pi 4 Model B Rev 1.4"
  facts.product = "Standard PC (Q35 + ICH9, 2009)"
  facts.screens = [(connector: "DSI-1", mode: "800x480")]
  facts.framebuffers = ["fb_ili9341"]
  facts.inputs = ["raspberrypi-ts"]
  return facts
}()

/// A board profile is valid, or its diagnostics say why not; one that fits a machine is never left out by the quick look at its text.
func fuzzBoard(_ bytes: [UInt8]) {
  let read = BoardProfile(reading: INIDocument(bytes, name: "board.conf"), name: "fuzz")
  if read.rule.rank(on: machine) != nil {
    require(BoardProfile.mayFit(bytes, machine), "fits, and would not be read")
  }
  var builder = SettingsBuilder()
  read.apply(to: &builder, place: "board.conf")
  do throws(Diagnostics) {
    let profile = try BoardProfile(parsing: bytes, name: "fuzz", file: "board.conf")
    require(profile.facts.allSatisfy { $0.evidence != nil }, "a fact without a source")
    _ = BoardChoice([profile, read], on: machine)
  } catch {
    require(!error.list.isEmpty, "rejected without a diagnostic")
  }
}
