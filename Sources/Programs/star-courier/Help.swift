/// What `--help` and `--version` print.
enum Help {
  static let number: StaticString = "0.1.0"
  static let version: StaticString = "star-courier 0.1.0\n"

  static let text: StaticString = """
    star-courier: brings a rating terminal's answers to an MQTT broker.

    usage: star-courier [OPTIONS]

      --config FILE               settings from the terminal's file, section [courier]; options override it, and take
                                  what its keys take:
      --journal PATH              the database of answers; default: journal.sqlite in $STATE_DIRECTORY,
                                  else in star-slider below $XDG_STATE_HOME or ~/.local/state
      --terminal ID               who is sending; default: the machine's host name
      --broker HOST[:PORT]        where to; port 8883 with TLS, 1883 without. [HOST]:PORT for IPv6 addresses
      --tls yes|no                default yes
      --ca FILE                   certificates of the authorities that are trusted; default: the system's
      --certificate FILE  --key FILE
                                  this terminal's certificate
      --username NAME  --password-file FILE
                                  the password is the file's first line
      --prefix TOPIC              default star-slider
      --heartbeat SECONDS         1 to 86400, default 300
      --keepalive SECONDS         5 to 65535, default 60
      --window N                  answers on their way at once, 1 to 1000, default 32
      -h, --help
      -V, --version

    Topics, below PREFIX/TERMINAL: answer, an answer as JSON; status, online or offline, retained; heartbeat. MQTT 5,
    quality of service 1. An answer is sent until the broker has acknowledged it, and has the same uuid each time.
    SIGHUP reads the configuration again; one that is wrong changes nothing. Without a broker's name it says so and ends.
    SIGTERM and SIGINT end it. Exit status: 0 ended as asked, 1 something
    failed, 2 wrong usage or a wrong configuration.

    """
}
