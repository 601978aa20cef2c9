package telegraph.sources.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import telegraph.engine.Basis;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.ground.TelegraphException;

/// One or many files of one format as a table.
///
/// The files are read one after the other, in the order of their names: the disk and one core keep
/// each other busy as it is. When all rows are wanted in any order, they are read in units, if
/// their format has units, by the query's workers; and in random order when a sample is asked for,
/// where each file is a unit if they are many and have no smaller ones.
///
/// Threads: any.
public final class FileSource implements Source {
    private final String name;
    private final List<FileOrigin> files;
    private final boolean local;
    private final RowFormat format;
    private final Schema schema;
    private final int filenameColumn;
    private final Traits traits;
    private final Known known;
    private final Optional<UnitSizes> sampling;

    /// What all files together tell of their rows.
    ///
    /// @param rows how many there are, if known
    /// @param names of the columns, as the files have them: in a query each has one that differs
    ///   from the others in more than case
    /// @param bounds by such a name
    public record Known(OptionalLong rows, List<String> names, Map<String, Bounds> bounds) {}

    /// @param filenameColumn the column that takes the name of the file, or -1
    /// @param sampling how to make units, if rows may come in a random order
    public FileSource(
            String name,
            List<FileOrigin> files,
            RowFormat format,
            Schema schema,
            int filenameColumn,
            Known known,
            Optional<UnitSizes> sampling) {
        this.name = name;
        this.sampling = sampling;
        this.known = known;
        this.files = List.copyOf(files);
        this.local = files.stream().noneMatch(FileOrigin::isRemote);
        this.format = format;
        this.schema = schema;
        this.filenameColumn = filenameColumn;
        this.traits = new Traits(Traits.Order.UNKNOWN, known.rows(), new int[0], 1);
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
    public Optional<Bounds> bounds(int column) {
        return column == filenameColumn
                ? Optional.empty()
                : Optional.ofNullable(known.bounds().get(known.names().get(column)));
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public OptionalLong sampledBytes() {
        if (sampling.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong bytes = format.sampledBytes(files, sampling.get());
        if (bytes.isEmpty() && files.size() >= UnitSizes.FILES_MIN) {
            return OptionalLong.of(FileBlocks.bytes(files).orElse(Long.MAX_VALUE));
        }
        return bytes;
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
        sink.meter().bytesTotal(format.readsWholeFiles() ? FileBlocks.bytes(files).orElse(-1) : -1);
        traits.rows().ifPresent(sink.meter()::rowsTotal);
        notes().forEach(sink.meter()::note);
        RowFormat.Wanted wanted = wanted(request);
        int filenameTarget = -1;
        for (int i = 0; i < request.columns().length; i++) {
            if (request.columns()[i] == filenameColumn) {
                filenameTarget = i;
            }
        }
        boolean all = request.rowsWanted() < 0;
        if (sampling.isPresent() && (all || request.sampleSeed().isPresent())) {
            Optional<Units> units = units(wanted);
            if (units.isPresent() && units.get().hasChunks()) {
                int[] order = order(units.get().count(), request.sampleSeed());
                sink.frame(frame(units.get(), request.sampleSeed().isPresent()));
                sink.meter().unitsTotal(order.length);
                sink.pull(new UnitMorsels(units.get(), wanted, filenameTarget, order, sink));
                return;
            }
            if (units.isPresent() && request.sampleSeed().isPresent()) {
                new UnitScan(units.get(), request.sampleSeed().getAsLong(), sink, filenameTarget)
                        .run(sampling.get().readers());
                return;
            }
        }
        sink.meter().unitsTotal(files.size());
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

    /// What is to be said of the columns: which have other names than in the files.
    private List<String> notes() {
        List<String> notes = new ArrayList<>(format.notes());
        for (int i = 0; i < known.names().size(); i++) {
            String own = known.names().get(i);
            String given = schema.column(i).name();
            if (!own.equals(given)) {
                notes.add(
                        (own.isEmpty() ? "a column without a name" : "column \"" + own + "\"")
                                + " is \""
                                + given
                                + "\" here");
            }
        }
        return notes;
    }

    private static Frame frame(Units units, boolean drawn) {
        return new Frame(
                drawn && units.count() > 1 ? Basis.SAMPLED : Basis.SO_FAR,
                units.count(),
                units.rowsMax(),
                units.even());
    }

    /// The unit of each rank: drawn if there is a seed, else as they lie.
    private static int[] order(int count, OptionalLong seed) {
        return seed.isPresent()
                ? Frame.draw(count, seed.getAsLong())
                : IntStream.range(0, count).toArray();
    }

    private Optional<Units> units(RowFormat.Wanted wanted)
            throws IOException, InterruptedException {
        Optional<Units> units = format.units(files, wanted, sampling.get());
        return units.isEmpty() && files.size() >= UnitSizes.FILES_MIN
                ? Optional.of(new WholeFiles(files, format, wanted))
                : units;
    }

    private void readFile(FileOrigin file, RowFormat.Wanted wanted, RowOutput out)
            throws InterruptedException {
        try {
            format.read(file, wanted, out);
        } catch (IOException | UncheckedIOException e) {
            if (out.sink().cancelled()) {
                throw TelegraphException.cancelled("reading was cancelled: file=" + file.name());
            }
            throw unreadable(file.name(), e);
        }
    }

    public static TelegraphException unreadable(String file, Exception cause) {
        return TelegraphException.input(
                "a file must be readable to its end: file=" + file + " cause=" + cause.getMessage(),
                cause);
    }

    private RowFormat.Wanted wanted(ScanRequest request) {
        int[] requested = request.columns();
        List<Column> columns = new ArrayList<>();
        List<Integer> targets = new ArrayList<>();
        for (int i = 0; i < requested.length; i++) {
            if (requested[i] != filenameColumn) {
                columns.add(schema.column(requested[i]).named(known.names().get(requested[i])));
                targets.add(i);
            }
        }
        return new RowFormat.Wanted(
                known.names(),
                columns,
                targets.stream().mapToInt(Integer::intValue).toArray(),
                byName(request.constants()),
                byName(request.ranges()));
    }

    private <T> Map<String, T> byName(Map<Integer, T> byColumn) {
        Map<String, T> named = new HashMap<>();
        byColumn.forEach((column, value) -> {
            if (column != filenameColumn) {
                named.put(known.names().get(column), value);
            }
        });
        return named;
    }
}
