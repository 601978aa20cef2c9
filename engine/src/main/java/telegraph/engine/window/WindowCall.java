package telegraph.engine.window;

import telegraph.engine.vector.Vector;

/// A window function at work.
///
/// Threads: one.
interface WindowCall {
    /// A new partition begins.
    default void begin() {}

    /// Puts the value for the current row.
    void put(Vector to, int at);
}
