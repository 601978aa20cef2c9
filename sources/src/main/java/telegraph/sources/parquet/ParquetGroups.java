package telegraph.sources.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.RowGroup;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.Units;

/// The rows of local Parquet files in their row groups.
///
/// Threads: any; a reader is one thread's.
final class ParquetGroups implements Units {
    private final ParquetFormat format;
    private final RowFormat.Wanted wanted;
    private final List<ParquetGroup> groups;

    private ParquetGroups(
            ParquetFormat format, RowFormat.Wanted wanted, List<ParquetGroup> groups) {
        this.format = format;
        this.wanted = wanted;
        this.groups = groups;
    }

    /// The row groups of all files; empty if a file is not of this machine.
    static Optional<Units> of(ParquetFormat format, List<FileOrigin> files, RowFormat.Wanted wanted)
            throws IOException {
        List<ParquetGroup> groups = new ArrayList<>();
        for (FileOrigin file : files) {
            if (!(file instanceof FileOrigin.Local local)) {
                return Optional.empty();
            }
            ParquetFooter footer = format.footer(local);
            format.requireColumns(file, footer, wanted);
            for (RowGroup group : footer.rowGroups()) {
                if (group.num_rows > 0) {
                    groups.add(new ParquetGroup(local, footer, group));
                }
            }
        }
        return groups.isEmpty()
                ? Optional.empty()
                : Optional.of(new ParquetGroups(format, wanted, groups));
    }

    @Override
    public int count() {
        return groups.size();
    }

    @Override
    public long rowsMax() {
        return groups.stream().mapToLong(group -> group.group().num_rows).max().orElse(0);
    }

    @Override
    public boolean even() {
        return groups.stream().mapToLong(group -> group.group().num_rows).min().orElse(0)
                == rowsMax();
    }

    @Override
    public String file(int unit) {
        return groups.get(unit).file().name();
    }

    @Override
    public long rows(int unit) {
        return groups.get(unit).group().num_rows;
    }

    @Override
    public boolean hasChunks() {
        return true;
    }

    @Override
    public MorselReader chunks(Meter meter, Region memory) {
        return new GroupReader(meter, memory);
    }

    /// Keeps the file of the last row group open.
    private final class GroupReader implements MorselReader {
        private final Meter meter;
        private final ParquetRows rows;
        private final List<ParquetCondition> conditions = ParquetCondition.of(wanted);
        private FileOrigin file;
        private ParquetBytes bytes;

        GroupReader(Meter meter, Region memory) {
            this.meter = meter;
            this.rows = new ParquetRows(format, wanted.columns(), memory);
        }

        @Override
        public boolean open(int unit, Reduction reduction) throws IOException {
            ParquetGroup group = groups.get(unit);
            List<ParquetCondition> known = ParquetCondition.and(conditions, wanted, reduction);
            if (!group.mayHaveRows(known)) {
                return false;
            }
            if (!group.file().equals(file)) {
                closeFile();
                bytes = ParquetBytes.openLocal((FileOrigin.Local) group.file(), meter);
                file = group.file();
            }
            rows.begin(group, bytes, known);
            return true;
        }

        @Override
        public Chunk next() throws IOException {
            return rows.next(Batch.ROWS_MAX) ? rows : null;
        }

        private void closeFile() throws IOException {
            if (bytes != null) {
                file = null;
                bytes.close();
            }
        }

        @Override
        public void close() throws IOException {
            rows.close();
            closeFile();
        }
    }
}
