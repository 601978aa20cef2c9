package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Type;

/// What is done with several streams at once.
public final class BatchStreams {
    private BatchStreams() {}

    /// @throws IllegalArgumentException if these are the columns of different streams
    public static void demandSame(List<Type> left, List<Type> right) {
        if (!left.equals(right)) {
            throw new IllegalArgumentException(
                    "streams that meet have columns of the same types: left="
                            + left
                            + " right="
                            + right);
        }
    }

    /// Closes all of them, whichever fails.
    static void close(List<BatchStream> streams) {
        RuntimeException failed = null;
        for (BatchStream stream : streams) {
            try {
                stream.close();
            } catch (RuntimeException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
