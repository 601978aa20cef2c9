package telegraph.crawler.page;

import java.util.Comparator;

/// A place between two records of a [PageLog].
///
/// @param file the number of the file, counted from 1
/// @param offset the octets before it in that file
public record LogPosition(int file, long offset) implements Comparable<LogPosition> {
    /// Before the first record.
    public static final LogPosition START = new LogPosition(1, PageLogFiles.HEAD_BYTES);

    public LogPosition {
        if (file < 1 || offset < PageLogFiles.HEAD_BYTES) {
            throw new IllegalArgumentException(
                    "a place in a log is behind the head of a file: file="
                            + file
                            + " offset="
                            + offset);
        }
    }

    @Override
    public int compareTo(LogPosition other) {
        return Comparator.comparingInt(LogPosition::file)
                .thenComparingLong(LogPosition::offset)
                .compare(this, other);
    }
}
