package telegraph.sources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import telegraph.engine.Column;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.csv.CsvFormat;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileBytes;
import telegraph.sources.file.FileNames;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.file.FileSource;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.UnitSizes;
import telegraph.sources.json.JsonFormat;
import telegraph.sources.parquet.ParquetFormat;
import telegraph.sources.text.DistinctNames;
import telegraph.sources.text.TypeGuess;
import telegraph.sources.text.ValueType;

/// Makes sources of files: finds the files, looks at their first rows and settles the columns.
///
/// Of a pattern that stands for many files, the first [#SAMPLED_MAX] are looked at.
///
/// Threads: any.
public final class FileTables {
    /// The most files of a pattern whose first rows are looked at.
    static final int SAMPLED_MAX = 32;

    private static final Set<String> OF_TEXT = Set.of("columns", "paths", "types");

    private final Path directory;
    private final RemoteFiles remote;
    private final Supplier<Reach> reach;
    private final UnitSizes sampling;

    /// @param directory where relative names start
    /// @param reach which files may be read now
    public FileTables(Path directory, RemoteFiles remote, Supplier<Reach> reach) {
        this(directory, remote, reach, UnitSizes.usual());
    }

    public FileTables(
            Path directory, RemoteFiles remote, Supplier<Reach> reach, UnitSizes sampling) {
        this.directory = directory;
        this.remote = remote;
        this.reach = reach;
        this.sampling = sampling;
    }

    public static boolean looksLikeFile(String name) {
        return FileNames.looksLikeFile(name);
    }

    public static Set<String> options(FileFormat format) {
        return FileOptions.names(format);
    }

    /// Opens a file, a pattern of files or an address. Blocks while it reads the first rows.
    ///
    /// @throws TelegraphException of kind INPUT for whatever the user can put right
    public Source open(String location, FileFormat format, Map<String, Object> given) {
        FileOptions.of(FileFormat.AUTO, given);
        List<FileOrigin> files = new FileNames(directory, reach.get()).resolve(location, remote);
        FileFormat kind = format;
        if (kind == FileFormat.AUTO) {
            kind = FileNames.formatOf(files.getFirst().name()).orElse(FileFormat.AUTO);
        }
        if (kind == FileFormat.AUTO) {
            kind = guess(files.getFirst(), FileOptions.of(FileFormat.AUTO, given));
        }
        if (kind == FileFormat.PARQUET && given.keySet().stream().anyMatch(OF_TEXT::contains)) {
            throw TelegraphException.input(
                    "a Parquet file has names and types of its columns itself, and none are"
                            + " declared: file="
                            + files.getFirst().name());
        }
        FileOptions options = FileOptions.of(kind, given);
        return settle(location, files, options, format(kind, options));
    }

    private static RowFormat format(FileFormat kind, FileOptions options) {
        return switch (kind) {
            case CSV, TSV -> CsvFormat.of(options, kind);
            case JSON, NDJSON -> new JsonFormat(options, kind);
            case PARQUET -> new ParquetFormat(options);
            case AUTO ->
                    throw TelegraphException.input(
                            "a format must be chosen by now: format=" + kind);
        };
    }

    private static FileFormat guess(FileOrigin file, FileOptions options) {
        try (FileBytes in = FileBytes.open(file, options, new Meter(file.name()), () -> {})) {
            return Content.guess(in.head(), in.mediaType());
        } catch (IOException e) {
            throw FileSource.unreadable(file.name(), e);
        } catch (InterruptedException e) {
            throw interrupted(file);
        }
    }

    private static RowFormat.Sample sample(RowFormat format, FileOrigin file) {
        try {
            return format.sample(file);
        } catch (IOException | UncheckedIOException e) {
            throw FileSource.unreadable(file.name(), e);
        } catch (InterruptedException e) {
            throw interrupted(file);
        }
    }

    private static TelegraphException interrupted(FileOrigin file) {
        Thread.currentThread().interrupt();
        return TelegraphException.cancelled("opening was cancelled: file=" + file.name());
    }

    private Source settle(
            String location, List<FileOrigin> files, FileOptions options, RowFormat format) {
        RowFormat settled = format;
        Map<String, TypeGuess> guesses = new LinkedHashMap<>();
        Map<String, Bounds> bounds = new HashMap<>();
        Set<String> unbounded = new HashSet<>();
        boolean complete = files.size() <= SAMPLED_MAX;
        long rows = 0;
        String lack = "";
        int named = 0;
        int sampled = 0;
        while (sampled < files.size() && (sampled < SAMPLED_MAX || guesses.isEmpty())) {
            int i = sampled++;
            RowFormat.Sample sample = sample(settled, files.get(i));
            if (!sample.lack().isEmpty()) {
                lack = lack.isEmpty() ? sample.lack() : lack;
                continue;
            }
            named = guesses.isEmpty() ? i : named;
            settled = sample.settled();
            complete &= sample.complete();
            rows = sample.rows().isPresent() && rows >= 0 ? rows + sample.rows().getAsLong() : -1;
            if (i > named && !options.unionByName() && !settled.isMatchedByName()) {
                requireSameNames(files.get(i), files.get(named), guesses, sample.columns());
            }
            for (String name : sample.columns().keySet()) {
                Bounds known = sample.bounds().get(name);
                if (known == null) {
                    unbounded.add(name);
                } else {
                    bounds.merge(name, known, FileTables::both);
                }
            }
            sample.columns()
                    .forEach((name, guess) ->
                            guesses.merge(
                                    name,
                                    guess,
                                    (all, one) -> {
                                        all.merge(one);
                                        return all;
                                    }));
        }
        if (guesses.isEmpty() && !lack.isEmpty()) {
            throw TelegraphException.input(lack);
        }
        if (guesses.isEmpty()) {
            guesses.put(FileSources.NO_COLUMN, TypeGuess.certain(ValueType.of(Type.BOOLEAN)));
        }
        List<String> names = List.copyOf(guesses.keySet());
        List<Column> columns = columns(guesses, options, complete);
        int filenameColumn = -1;
        if (options.filename()) {
            filenameColumn = columns.size();
            columns.add(new Column(freeName("filename", columns), Type.TEXT));
        }
        OptionalLong known =
                rows >= 0 && sampled == files.size() ? OptionalLong.of(rows) : OptionalLong.empty();
        bounds.keySet().removeAll(unbounded);
        return new FileSource(
                location,
                files,
                settled,
                new Schema(columns),
                filenameColumn,
                new FileSource.Known(
                        known, names, sampled == files.size() ? Map.copyOf(bounds) : Map.of()),
                options.randomOrder() ? Optional.of(sampling) : Optional.empty());
    }

    private static Bounds both(Bounds one, Bounds other) {
        return new Bounds(Math.min(one.low(), other.low()), Math.max(one.high(), other.high()));
    }

    private static void requireSameNames(
            FileOrigin file,
            FileOrigin firstFile,
            Map<String, TypeGuess> first,
            Map<String, TypeGuess> other) {
        List<String> expected = List.copyOf(first.keySet());
        List<String> actual = List.copyOf(other.keySet());
        if (!expected.equals(actual)) {
            throw TelegraphException.input(
                    "the files of a pattern must have the same columns in the same order: file="
                            + file.name()
                            + " actual="
                            + actual
                            + " first_file="
                            + firstFile.name()
                            + " expected="
                            + expected
                            + ". Set union_by_name => true to match them by name.");
        }
    }

    private static List<Column> columns(
            Map<String, TypeGuess> guesses, FileOptions options, boolean complete) {
        List<String> own = List.copyOf(guesses.keySet());
        List<String> names = DistinctNames.unique(own);
        ValueType[] types = new ValueType[own.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] =
                    options.allText()
                            ? ValueType.of(Type.TEXT)
                            : guesses.get(own.get(i)).valueType(complete);
        }
        if (options.positions().size() > types.length) {
            throw TelegraphException.input(
                    "types has at most one type for each column: types="
                            + options.positions().size()
                            + " columns="
                            + types.length);
        }
        for (int i = 0; i < options.positions().size(); i++) {
            types[i] = options.positions().get(i);
        }
        options.types().forEach((name, type) -> types[place(name, own, names)] = type);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(types[i].column(names.get(i)));
        }
        return columns;
    }

    /// Which column has a name, in the file or in a query.
    private static int place(String name, List<String> own, List<String> names) {
        int place = own.indexOf(name);
        for (int i = 0; place < 0 && i < names.size(); i++) {
            place = names.get(i).equalsIgnoreCase(name) ? i : place;
        }
        if (place < 0) {
            throw TelegraphException.input(
                    "types names columns of the file: unknown column \""
                            + name
                            + "\""
                            + Nearest.advice(name, names));
        }
        return place;
    }

    private static String freeName(String name, List<Column> taken) {
        List<String> names = new ArrayList<>(taken.stream().map(Column::name).toList());
        names.add(name);
        return DistinctNames.unique(names).getLast();
    }
}
