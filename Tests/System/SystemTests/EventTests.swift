import CLinux
import Foundation
import Testing

@testable import System

@Suite struct PollerTests {
  @Test func waitingEndsAtTheDeadline() throws {
    let poller = Poller()
    let start = MonotonicClock.now()
    #expect(try !poller.wait(until: start + 3_000_000))
    #expect(MonotonicClock.now() >= start + 3_000_000)
  }

  @Test func pastDeadlinesDoNotWait() throws {
    let poller = Poller()
    #expect(try !poller.wait(until: 0))
  }

  @Test func findsTheReadyDescriptor() throws {
    let quiet = try Pipe()
    let loud = try Pipe()
    loud.send(1)
    let poller = Poller()
    poller.add(-1)
    poller.add(quiet.reader)
    poller.add(loud.reader)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: quiet.reader) == [])
    #expect(poller.readiness(of: loud.reader) == .readable)
    #expect(poller.readiness(of: 12345) == [])
  }

  /// All combinations of four descriptors. The result never includes that of the last wait.
  @Test func findsEverySetOfReadyDescriptors() throws {
    let pipes = try (0..<4).map { _ in try Pipe() }
    let poller = Poller()
    for ready in 0..<16 {
      for (i, pipe) in pipes.enumerated() where ready >> i & 1 == 1 { pipe.send(1) }
      poller.removeAll()
      for pipe in pipes {
        poller.add(pipe.reader)
        #expect(poller.readiness(of: pipe.reader) == [])
      }
      #expect(try poller.wait(until: 0) == (ready != 0))
      for (i, pipe) in pipes.enumerated() {
        #expect(poller.readiness(of: pipe.reader) == (ready >> i & 1 == 1 ? .readable : []))
        if ready >> i & 1 == 1 { pipe.receive() }
      }
    }
  }

  /// After a signal, it waits for the rest of the time.
  @Test func signalsDoNotEndAWait() throws {
    signal(SIGURG) { _ in }
    // Other code may have blocked it in this thread.
    var (urgent, before) = (sigset_t(), sigset_t())
    sigaddset(&urgent, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &urgent, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let waiting = pthread_self()
    Thread.detachNewThread {
      for _ in 0..<20 {
        usleep(2_000)
        pthread_kill(waiting, SIGURG)
      }
    }
    let deadline = MonotonicClock.now() + 80_000_000
    #expect(try !Poller().wait(until: deadline))
    #expect(MonotonicClock.now() >= deadline)
  }

  @Test func reportsAClosedPipe() throws {
    let pipe = try Pipe()
    pipe.closeWriter()
    let poller = Poller()
    poller.add(pipe.reader)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: pipe.reader).contains(.hungUp))
  }
}

/// A pipe whose writing end can be closed.
private final class Pipe {
  let reader: Int32
  private var writer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    closeWriter()
  }

  func receive() {
    var byte: UInt8 = 0
    _ = read(reader, &byte, 1)
  }

  func send(_ byte: UInt8) { _ = withUnsafeBytes(of: byte) { write(writer, $0.baseAddress, 1) } }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}

@Suite struct SignalSourceTests {
  /// Signals sent to this thread are read in order, and do not kill the process.
  @Test func signalsAreRead() throws {
    let (first, second) = (cl_realtime_signal(6), cl_realtime_signal(7))
    let source = try SignalSource([second, first])
    #expect(source.next() == nil)
    for number in [second, first, first] { pthread_kill(pthread_self(), number) }
    let poller = Poller()
    poller.add(source.descriptor)
    #expect(try poller.wait(until: 0))
    // Lower numbers come first, each as often as it was sent.
    let read = [source.next(), source.next(), source.next(), source.next()]
    #expect(read == [first, first, second, nil])
  }
}
