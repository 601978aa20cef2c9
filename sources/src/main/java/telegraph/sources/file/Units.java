package telegraph.sources.file;

import java.io.IOException;

/// The rows of some files, in units that can be read in any order; each row is in exactly one.
///
/// Made for one scan. Threads: any.
interface Units {
    int count();

    /// The most rows a unit has, or -1 if nobody knows.
    long rowsMax();

    /// Whether all units are equally large, the last ones of files too.
    boolean even();

    /// The file that a unit is in, for messages.
    String file(int unit);

    /// A reader that hands its rows to `out`.
    UnitReader reader(RowOutput out);

    /// Reads one unit after the other. Threads: one; any may close it to end a read.
    interface UnitReader extends AutoCloseable {
        /// Reads all rows of a unit; false if not all of them are wanted any more.
        boolean read(int unit) throws IOException, InterruptedException;

        @Override
        void close() throws IOException;
    }
}
