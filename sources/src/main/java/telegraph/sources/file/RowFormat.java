package telegraph.sources.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Range;
import telegraph.sources.text.TypeGuess;

/// One way to write rows into a file.
///
/// Threads: any; a format never changes.
public interface RowFormat {
    /// Looks at the first rows of `file`.
    Sample sample(FileOrigin file) throws IOException, InterruptedException;

    /// Reads the rows of `file` into `out`, until its end or until `out` wants no more.
    void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException;

    /// The rows of `files` in units that can be read in any order, if the format has such.
    default Optional<Units> units(List<FileOrigin> files, Wanted wanted, UnitSizes sampling)
            throws IOException, InterruptedException {
        return Optional.empty();
    }

    /// About how many bytes are read of units, if there are any, at little cost.
    default OptionalLong sampledBytes(List<FileOrigin> files, UnitSizes sampling) {
        return OptionalLong.empty();
    }

    /// Whether columns are told by name in each row, so that files may have different ones.
    default boolean isMatchedByName() {
        return false;
    }

    /// What is to be said of the columns.
    default List<String> notes() {
        return List.of();
    }

    /// Whether all bytes of a file are read, so that they say how far a scan is.
    default boolean readsWholeFiles() {
        return true;
    }

    /// What the first rows of a file show.
    ///
    /// @param settled the format with everything decided that was left open
    /// @param columns names and guesses, in order
    /// @param complete whether all rows were looked at
    /// @param rows how many rows the file has, if it says so
    /// @param bounds between which values those of some columns are, if the file says so
    /// @param lack why there are no columns, or "": such a file has no rows either
    record Sample(
            RowFormat settled,
            Map<String, TypeGuess> columns,
            boolean complete,
            OptionalLong rows,
            Map<String, Bounds> bounds,
            String lack) {
        public Sample(
                RowFormat settled,
                Map<String, TypeGuess> columns,
                boolean complete,
                OptionalLong rows) {
            this(settled, columns, complete, rows, Map.of(), "");
        }

        /// Of a file without rows, and without anything else that would name columns.
        public static Sample none(RowFormat format, String lack) {
            return new Sample(format, Map.of(), true, OptionalLong.of(0), Map.of(), lack);
        }
    }

    /// The columns to read.
    ///
    /// @param names of all columns of the source that files hold, as files have them
    /// @param columns the ones wanted, with such names
    /// @param targets where in the batch each of them goes
    /// @param constants the only values the query accepts, by the name of a column
    /// @param ranges between which values the query accepts them, by the name of a column
    record Wanted(
            List<String> names,
            List<Column> columns,
            int[] targets,
            Map<String, List<Object>> constants,
            Map<String, Range> ranges) {}
}
