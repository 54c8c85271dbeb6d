import Basics
import System

/// Sends the journal's answers to an MQTT broker, in its own process so that the network cannot delay the screen.
@main enum StarCourier { static func main() { Standard.run { () throws(ProgramError) in try Options.main() } } }
