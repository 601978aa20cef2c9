package telegraph.testkit;

import java.util.function.LongSupplier;

/// Fails a test that ends with something still held.
///
/// ```java
/// MemoryManager memory = new MemoryManager(1 << 30);
/// try (var leaks = Leaks.none("bytes", memory::used)) { … }
/// ```
public final class Leaks implements AutoCloseable {
    private final String what;
    private final LongSupplier held;

    private Leaks(String what, LongSupplier held) {
        this.what = what;
        this.held = held;
    }

    /// At [#close], `held` must be zero.
    public static Leaks none(String what, LongSupplier held) {
        return new Leaks(what, held);
    }

    @Override
    public void close() {
        long left = held.getAsLong();
        if (left != 0) {
            throw new AssertionError("a test ends with nothing held: " + what + "=" + left);
        }
    }
}
