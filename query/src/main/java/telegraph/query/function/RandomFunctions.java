package telegraph.query.function;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// Functions that give another value each time. Each takes the place where it is written, so that
/// two of them in one row are two.
///
/// Public because generated code calls it.
public final class RandomFunctions {
    private RandomFunctions() {}

    public static Double random(Long place) {
        return ThreadLocalRandom.current().nextDouble();
    }

    /// A random UUID of version 4, from a source that cannot be guessed.
    public static String uuid(Long place) {
        return UUID.randomUUID().toString();
    }
}
