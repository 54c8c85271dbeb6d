import ArgumentParser
@main struct StarCtl: ParsableCommand {}
