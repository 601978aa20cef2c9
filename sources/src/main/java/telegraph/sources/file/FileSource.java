package telegraph.sources.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import telegraph.engine.Access;
import telegraph.engine.Column;
import telegraph.engine.LookupRequest;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.engine.Traits;
import telegraph.memory.TelegraphException;

/// One or many files of one format as a table.
///
/// The files are read one after the other, in the order of their names, whatever the request says:
/// the disk and one core keep each other busy as it is.
///
/// Threads: any.
final class FileSource implements Source {
    private final String name;
    private final List<FileOrigin> files;
    private final RowFormat format;
    private final Schema schema;
    private final int filenameColumn;
    private final Traits traits;

    /// @param filenameColumn the column that takes the name of the file, or -1
    FileSource(
            String name,
            List<FileOrigin> files,
            RowFormat format,
            Schema schema,
            int filenameColumn,
            OptionalLong rows) {
        this.name = name;
        this.files = List.copyOf(files);
        this.format = format;
        this.schema = schema;
        this.filenameColumn = filenameColumn;
        this.traits = new Traits(Traits.Order.UNKNOWN, rows, new int[0], 1);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> read(request, sink);
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a file has no lookups: source=" + name);
    }

    private void read(ScanRequest request, Sink sink) throws IOException, InterruptedException {
        sink.meter().unitsTotal(files.size());
        sink.meter().bytesTotal(format.readsWholeFiles() ? bytesTotal() : -1);
        traits.rows().ifPresent(sink.meter()::rowsTotal);
        RowFormat.Wanted wanted = wanted(request.columns());
        int filenameTarget = -1;
        for (int i = 0; i < request.columns().length; i++) {
            if (request.columns()[i] == filenameColumn) {
                filenameTarget = i;
            }
        }
        try (RowOutput out = new RowOutput(sink, request.rowsWanted(), filenameTarget)) {
            for (FileOrigin file : files) {
                if (!out.isOpen()) {
                    return;
                }
                out.beginFile(file.name());
                readFile(file, wanted, out);
                sink.meter().addUnit();
            }
            out.flush();
        }
    }

    private void readFile(FileOrigin file, RowFormat.Wanted wanted, RowOutput out)
            throws InterruptedException {
        try {
            format.read(file, wanted, out);
        } catch (IOException | UncheckedIOException e) {
            if (out.sink().cancelled()) {
                throw TelegraphException.cancelled("reading was cancelled: file=" + file.name());
            }
            throw unreadable(file, e);
        }
    }

    static TelegraphException unreadable(FileOrigin file, Exception cause) {
        return TelegraphException.input(
                "a file must be readable to its end: file="
                        + file.name()
                        + " cause="
                        + cause.getMessage(),
                cause);
    }

    private long bytesTotal() {
        long total = 0;
        for (FileOrigin file : files) {
            OptionalLong size = file.size();
            if (size.isEmpty()) {
                return -1;
            }
            total += size.getAsLong();
        }
        return total;
    }

    private RowFormat.Wanted wanted(int[] requested) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            if (i != filenameColumn) {
                names.add(schema.column(i).name());
            }
        }
        List<Column> columns = new ArrayList<>();
        List<Integer> targets = new ArrayList<>();
        for (int i = 0; i < requested.length; i++) {
            if (requested[i] != filenameColumn) {
                columns.add(schema.column(requested[i]));
                targets.add(i);
            }
        }
        return new RowFormat.Wanted(
                names, columns, targets.stream().mapToInt(Integer::intValue).toArray());
    }
}
