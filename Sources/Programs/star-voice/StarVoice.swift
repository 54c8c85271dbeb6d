import Basics
import System

/// Speaks the lines of its standard input, in its own process, so that neither the sound libraries nor a sound card can delay the screen.
@main enum StarVoice { static func main() { Standard.run { () throws(ProgramError) in try Options.main() } } }
