/// The output of `--help` and `--version`.
enum Help {
  static let number: StaticString = "0.1.0"
  static let version: StaticString = "star-courier 0.1.0\n"

  static let text: StaticString = """
    star-courier: sends the kiosk's answers to an MQTT broker.

    usage: star-courier [OPTIONS]

      --config FILE               the kiosk's configuration file, section [courier]. The options below override it and
                                  accept the same values as its keys.
      --journal PATH              the database of answers; default: journal.sqlite in $STATE_DIRECTORY,
                                  else in star-slider below $XDG_STATE_HOME or ~/.local/state
      --terminal ID               the kiosk's name in topics; default: the machine's host name
      --broker HOST[:PORT]        default port: 8883 with TLS, 1883 without. [HOST]:PORT for IPv6 addresses
      --tls yes|no                default yes
      --ca FILE                   certificates of trusted authorities; default: the system's
      --certificate FILE  --key FILE
                                  the kiosk's certificate and its key
      --username NAME  --password-file FILE
                                  the password is the file's first line
      --prefix TOPIC              default star-slider
      --heartbeat SECONDS         1 to 86400, default 300
      --keepalive SECONDS         5 to 65535, default 60
      --window N                  unacknowledged answers at a time, 1 to 1000, default 32
      -h, --help
      -V, --version

    Topics below PREFIX/TERMINAL: answer, an answer as JSON; status, online or offline, retained; heartbeat. MQTT 5,
    quality of service 1. An answer is sent until the broker has acknowledged it; duplicates carry the same uuid. SIGHUP
    reads the configuration again; an invalid one is rejected. SIGTERM and SIGINT end the program. Without a broker, it
    ends at once. Exit status: 0 success, 1 failure, 2 wrong usage or configuration.

    """
}
