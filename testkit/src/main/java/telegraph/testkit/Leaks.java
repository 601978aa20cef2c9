package telegraph.testkit;

import java.util.function.LongSupplier;

/// Fails a test that ends with something still held.
///
/// ```java
/// @AfterEach
/// void nothingIsHeld() {
///     Leaks.none("bytes", memory::used);
/// }
/// ```
public final class Leaks {
    private Leaks() {}

    /// `held` must be zero.
    public static void none(String what, LongSupplier held) {
        long left = held.getAsLong();
        if (left != 0) {
            throw new AssertionError("a test ends with nothing held: " + what + "=" + left);
        }
    }
}
