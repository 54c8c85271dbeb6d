/// What `--help` and `--version` print.
enum Help {
  static let version: StaticString = "star-kiosk 0.1.0\n"
  static let number: StaticString = "0.1.0"

  static let text: StaticString = """
    star-kiosk: a rating terminal drawn straight to a Linux screen.

    usage: star-kiosk [OPTIONS]     show the stars, take ratings
           star-kiosk devices       list screens, touch devices and keypads, and why each will do or not
           star-kiosk check FILE    tell all mistakes of a configuration, each with its line and what is allowed
           star-kiosk doctor        say what was found, what is missing, and what to do; status 1 if something is
           star-kiosk status        say as JSON what the running terminal shows, how long visitors waited for their thanks,
                                    and how many answers wait; status 3 if none runs
           star-kiosk calibrate     show 3 or 5 targets to be touched, and remember what corrects this touchscreen
           star-kiosk selftest      draw what was approved and see that every pixel is the same on this board
           star-kiosk reset         give the console back after a crash or a kill

      --config FILE               settings from a file, kiosk.conf(5); options override it. `starctl sample` prints
                                  one with every key. Many keys are options, too:
      --board auto|none|NAME      the board's profile, whose settings count where nothing else is said
      --boards FOLDER             where profiles are; default /usr/share/star-slider/boards
      --display auto              KMS, then fbdev, then memory with a bundled recording (the default)
                kms[:PATH]        a DRM device, as in kms:/dev/dri/card0
                fb[:PATH]         a framebuffer, as in fb:/dev/fb0
                memory[:WxH[:FORMAT]]   no screen: 800x480 XRGB8888 unless told otherwise
      --connector NAME  --mode WIDTHxHEIGHT
                                  which of a card's connectors, and what it shows; by itself it takes what is there
      --rotate auto|0|90|180|270  the picture, clockwise; auto: as the kernel says that the panel is built in
      --format FORMAT             the screen's pixels, such as RGB565; by itself it takes the best it can
      --commit auto|atomic|legacy     how KMS is told
      --buffers auto|flip|front       two buffers that are flipped, or one that is drawn to on the screen
      --touch auto|PATH|replay:FILE|none
                                  the first touchscreen (one that is plugged in later, too), a device, a recording
                                  made by evemu-record, or none
      --touch-match NAME,...      which touchscreens auto takes before all others
      --calibration auto|none|"A B C D E F"
                                  auto: what calibrate measured, else udev's LIBINPUT_CALIBRATION_MATRIX, else the
                                  board's profile
      --swap-axes yes|no  --invert-x yes|no  --invert-y yes|no  --range-x "MIN MAX"  --range-y "MIN MAX"
                                  how the panel is mounted, where nobody has calibrated it
      --no-grab                   let other programs see the touches, too
      --keys yes|no               whether keypads are listened to, default yes
      --journal PATH              the database of answers; default: journal.sqlite in $STATE_DIRECTORY,
                                  else in star-slider below $XDG_STATE_HOME or ~/.local/state
      --stars N                   1 to 1000, default 5
      --step whole|half|quarter|continuous|1/N
      --minimum STARS  --value STARS  --direction ltr|rtl  --axis horizontal|vertical
                                  a value of more stars than there are is all of them; in a file it is a mistake
      --spacing PX  --margin PX  --minimum-star-size PX  --zero-zone STARS
      --clears-on-repeated-tap yes|no  --interactive yes|no  --enabled yes|no
      --face star|heart|circle|star:N|smiley:MOOD|smileys|points
      --inner-radius R  --corner-radius R  --points "X,Y X,Y ..."
      --fill #RRGGBB  --empty #RRGGBB  --background #RRGGBB  --stroke #RRGGBB
      --line-width PX  --join miter|round  --blending linear|encoded
      --image-empty PNG  --image-half PNG  --image-full PNG
      --theme light|contrast  --id NAME  --attract yes|no  --idle SECONDS  --animation yes|no  --time-zone ZONE
      --pixel-shift MINUTES
                                  questions, languages, hours and the broker are the file's alone

      --snapshot FILE.png         what is on the screen when the program ends; SIGUSR1 takes one at any time, without a
                                  FILE as snapshot.png in $RUNTIME_DIRECTORY
      --answers N                 end after N visitors' answers
      --trace FILE                at the end, a line for each frame: when the program woke for it, when it was painted and
                                  when the screen had it, nanoseconds of the monotonic clock; the last 4096 frames
      --json                      what doctor says, as JSON
      --targets 3|5               how many targets calibrate shows, default 5
      -h, --help
      -V, --version

    Every answer is in the journal before thanks show, and then a line of JSON on standard output, unless that is the
    system's journal. Where it cannot be printed the terminal goes on, says so once, and ends with status 1.
    SIGHUP reads the configuration again and takes it over when nobody is there; SIGUSR2 begins the cleaning,
    as does a finger on the top left corner for three seconds.
    SIGTERM and SIGINT end the program and give the console back. Exit status: 0 ended as asked,
    1 something failed, 2 wrong usage or a wrong configuration (each mistake is a line on standard error; so is
    each warning, which changes no status).

    """
}
