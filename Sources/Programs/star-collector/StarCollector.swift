import Basics
import System

/// Stores the answers of a fleet of kiosks, which arrive at an MQTT broker, in a PostgreSQL database.
@main enum StarCollector { static func main() { Standard.run { () throws(ProgramError) in try Options.main() } } }
