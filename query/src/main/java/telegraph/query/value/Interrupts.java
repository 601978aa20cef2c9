package telegraph.query.value;

import telegraph.ground.TelegraphException;

/// Ends work that waits for nothing and asks nobody, such as planning, once its thread is
/// interrupted: cancel, time limits, a client's end and the server's all interrupt a statement's
/// thread.
///
/// Whatever may go on for long calls [#check] at each of its steps; it costs no more than a read of
/// a field. Calcite's own code comes by here through what it is given to work with: types, row
/// expressions, metadata and planners.
///
/// Threads: any.
public final class Interrupts {
    /// Bytes that are looked through in no time.
    private static final long PACE = 1 << 16;

    private Interrupts() {}

    /// Throws if the thread is interrupted, and leaves it so.
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    /// The same before so many bytes are looked through, if that takes a while.
    public static void check(long bytes) {
        if (bytes >= PACE) {
            check();
        }
    }
}
