package telegraph.cli;

import java.time.Duration;
import java.util.function.IntSupplier;
import telegraph.ground.Ticker;

/// Ends the process although statements go on that do not hear that they are cancelled, since a
/// thread cannot be ended from outside: no statement holds up the server's end.
///
/// What is committed is in the log, so that this is as good as an end in order; the store reads the
/// log when it is opened again. Where all statements have ended, it waits for whatever else is to
/// be done.
///
/// Threads: one of its own, from [#arm] to [#close].
final class LastResort implements AutoCloseable {
    private final Thread watch;

    /// @param after how long the end may take
    /// @param running how many statements run
    /// @param halt ends the process
    LastResort(Duration after, IntSupplier running, Ticker ticker, Runnable halt) {
        this.watch =
                Thread.ofPlatform()
                        .daemon()
                        .name("last resort")
                        .unstarted(() -> {
                            try {
                                ticker.sleep(after);
                                if (running.getAsInt() > 0) {
                                    halt.run();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt(); // the end came in time
                            }
                        });
    }

    /// The end has begun.
    void arm() {
        watch.start();
    }

    /// The end is over.
    @Override
    public void close() {
        watch.interrupt();
    }
}
