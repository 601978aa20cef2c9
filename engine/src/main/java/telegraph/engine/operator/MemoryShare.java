package telegraph.engine.operator;

import java.util.List;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// How much memory an operator works on at once, when its batches could leave for disk.
public final class MemoryShare {
    private MemoryShare() {}

    /// Half of what is free, but a sixteenth of the limit at least and a quarter at most.
    public static long of(Region region) {
        long limit = region.limit();
        return Math.clamp(region.room() / 2, limit / 16, limit / 4);
    }

    /// About how many bytes a row of these types takes.
    public static long rowBytes(List<Type> types) {
        return types.stream().mapToLong(t -> t.kind() == Type.Kind.TEXT ? 32 : t.bytes()).sum();
    }

    /// Rows of such a number of bytes that some of them fit a part of the share.
    public static int rows(long bytes, long rowBytes) {
        return Math.clamp(bytes / Math.max(1, rowBytes), 16, Batch.ROWS_MAX);
    }
}
