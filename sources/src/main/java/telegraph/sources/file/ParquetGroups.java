package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.RowGroup;
import telegraph.engine.Meter;

/// The rows of local Parquet files in their row groups.
///
/// Threads: any; a reader is one thread's.
final class ParquetGroups implements Units {
    private final ParquetFormat format;
    private final RowFormat.Wanted wanted;
    private final List<Group> groups;

    /// A row group that has rows, and the end of the file it is in.
    private record Group(FileOrigin.Local file, ParquetFooter footer, RowGroup group) {}

    private ParquetGroups(ParquetFormat format, RowFormat.Wanted wanted, List<Group> groups) {
        this.format = format;
        this.wanted = wanted;
        this.groups = groups;
    }

    /// The row groups of all files; empty if a file is not of this machine, or if there would be
    /// only one.
    static Optional<Units> of(ParquetFormat format, List<FileOrigin> files, RowFormat.Wanted wanted)
            throws IOException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        for (FileOrigin file : files) {
            if (!(file instanceof FileOrigin.Local local)) {
                return Optional.empty();
            }
            try (ParquetBytes bytes = ParquetBytes.open(file, new Meter(file.name()))) {
                ParquetFooter footer = ParquetFooter.read(bytes, file.name());
                for (RowGroup group : footer.rowGroups()) {
                    if (group.num_rows > 0) {
                        groups.add(new Group(local, footer, group));
                    }
                }
            }
        }
        return groups.size() < 2
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
    public UnitReader reader(RowOutput out) {
        return new GroupReader(out);
    }

    /// Keeps the file of the last row group open.
    private final class GroupReader implements UnitReader {
        private final RowOutput out;
        private FileOrigin.Local file;
        private ParquetBytes bytes;
        private boolean closed;

        GroupReader(RowOutput out) {
            this.out = out;
        }

        @Override
        public boolean read(int unit) throws IOException, InterruptedException {
            Group group = groups.get(unit);
            return format.read(
                    group.file(), open(group.file()), group.footer(), group.group(), wanted, out);
        }

        private synchronized ParquetBytes open(FileOrigin.Local next)
                throws IOException, InterruptedException {
            if (closed) {
                throw new IOException("reading was ended");
            }
            if (!next.equals(file)) {
                if (bytes != null) {
                    bytes.close();
                }
                bytes = ParquetBytes.open(next, out.meter());
                file = next;
            }
            return bytes;
        }

        @Override
        public synchronized void close() throws IOException {
            closed = true;
            if (bytes != null) {
                bytes.close();
            }
        }
    }
}
