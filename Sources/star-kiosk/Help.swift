/// What `--help` and `--version` print.
enum Help {
  static let version: StaticString = "star-kiosk 0.1.0\n"

  static let text: StaticString = """
    star-kiosk: a rating terminal drawn straight to a Linux screen.

    usage: star-kiosk [OPTIONS]     show the stars, take ratings
           star-kiosk devices       list screens and touch devices, and why each will do or not
           star-kiosk reset         give the console back after a crash or a kill

      --display auto              KMS, then fbdev, then memory with a bundled recording (the default)
                kms[:PATH]        a DRM device, as in kms:/dev/dri/card0
                fb[:PATH]         a framebuffer, as in fb:/dev/fb0
                memory[:WxH[:FORMAT]]   no screen: 800x480 XRGB8888 unless told otherwise
      --touch auto|PATH|replay:FILE|none
                                  the first touchscreen (one that is plugged in later, too), a device, a recording
                                  made by evemu-record, or none
      --no-grab                   let other programs see the touches, too
      --journal PATH              the database of answers; default: journal.sqlite in $STATE_DIRECTORY,
                                  else in star-slider below $XDG_STATE_HOME or ~/.local/state
      --stars N                   1 to 1000, default 5
      --step whole|half|quarter|continuous
      --rotate 0|90|180|270       the picture, clockwise
      --snapshot FILE.png         what is on the screen when the program ends; SIGUSR1 takes one at any time
      --answers N                 end after N answers
      --format FORMAT             the screen's pixels, such as XRGB8888 or RGB565; by itself it takes the best it can
      --commit auto|atomic|legacy     how KMS is told
      --buffers auto|flip|front       two buffers that are flipped, or one that is drawn to on the screen
      -h, --help
      -V, --version

    Every answer is in the journal before thanks show, and then a line of JSON on standard output.
    SIGTERM and SIGINT end the program and give the console back. Exit status: 0 ended as asked,
    1 something failed, 2 wrong usage.

    """
}
