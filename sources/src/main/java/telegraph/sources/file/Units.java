package telegraph.sources.file;

import java.io.IOException;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.MorselReader;
import telegraph.memory.Region;

/// The rows of some files, in units that can be read in any order; each row is in exactly one.
///
/// Made for one scan. Threads: any.
public interface Units {
    int count();

    /// The most rows a unit has, or -1 if nobody knows.
    long rowsMax();

    /// Whether all units are equally large, the last ones of files too.
    boolean even();

    /// The file that a unit is in, for messages.
    String file(int unit);

    /// How many rows a unit has, or -1 if that is not known before it is read.
    default long rows(int unit) {
        return -1;
    }

    /// Whether [#chunks] are to be had, so that the query's workers read the units; else [#reader].
    default boolean hasChunks() {
        return false;
    }

    /// A reader of units by their numbers, whose columns are those wanted. It counts bytes, and
    /// rows left out; its caller the rest.
    default MorselReader chunks(Meter meter) {
        throw new IllegalStateException("these units are read row by row");
    }

    /// As [#chunks(Meter)], with memory for what a reader must hold; it frees it when it is closed.
    default MorselReader chunks(Meter meter, Region memory) {
        return chunks(meter);
    }

    /// A reader that hands its rows to `out`.
    default UnitReader reader(RowOutput out) {
        throw new IllegalStateException("these units are read in chunks");
    }

    /// Reads one unit after the other. Threads: one; any may close it to end a read.
    interface UnitReader extends AutoCloseable {
        /// Reads all rows of a unit; false if not all of them are wanted any more.
        boolean read(int unit) throws IOException, InterruptedException;

        @Override
        void close() throws IOException;
    }
}
