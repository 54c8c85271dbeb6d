import Basics
import System

/// Sends the journal's answers to an MQTT broker, in a process of its own, so that no network can delay the screen.
@main enum StarCourier { static func main() { Standard.run { () throws(ProgramError) in try Options.main() } } }
