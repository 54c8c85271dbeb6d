/// What `--help` and `--version` print.
enum Help {
  static let number: StaticString = "0.1.0"
  static let version: StaticString = "star-bench 0.1.0\n"

  static let text: StaticString = """
    star-bench: how fast stars are drawn, on any machine or board.

    usage: star-bench [OPTIONS]

      --workload all|NAME[,NAME...]
                 raster   one star from its corners to its pixels, fill 0.6, 2 px outline
                 drag     a finger over five stars, 1,000 frames, 0 to 5 to 0: contact in, pixels out
                 bytes    how many bytes a drag stores, and how many of them differ; and how far
                          its frames are from the same painted whole: counted, not timed; in memory only
                 rotate   drag, turned by 90 degrees
                 many     100 read-only rows of 5 x 24 px, the whole scene from finished pictures
                 scale    one slider dragged among 1, 10, 100, 1,000 on one screen; in memory only
                 memory   store, copy and read as many bytes as the screen has
                 start    exec to first frame, and resident memory
                 idle     how often the terminal wakes up while nothing happens
      --display memory[:WxH[:FORMAT]]|kms[:PATH]|fb[:PATH]
                 where to draw; default: memory, 800x480
      --format XRGB8888|RGB565|...   of the memory screen
      --batches N            batches of each, default 21; the first round is thrown away
      --sides N[,N...]       of raster's stars, pixels; default 16,64,128,512
      --sliders N[,N...]     on scale's screen; default 1,10,100,1000
      --idle-seconds N       default 5
      --json FILE|-          everything, for machines; - is standard output, without the table
      --count[=N]            no clock: N stars of raster, frames of drag, rotate and scale, scenes of many (default 1),
                             for valgrind --tool=callgrind; --count=0 is what setting up costs
      --picture PREFIX       no clock: each workload's picture as PREFIX-NAME.ppm
      --start-program PROGRAM   whose start is measured; default: this program's
      --start-floor PROGRAM  what start is compared with; default: this program, only clearing the screen
      --blending linear|encoded   of finished pictures; linear is the terminal's, encoded other libraries'
      --commit TEXT, --compiler TEXT   for the report
      -h, --help
      -V, --version

    Each is measured beside its floor (the stores of the same bytes), batch by batch in turns. Exit status: 0 measured,
    1 something failed, 2 wrong usage, 3 measured, but not to be trusted: the reasons are in the report.

    """
}
