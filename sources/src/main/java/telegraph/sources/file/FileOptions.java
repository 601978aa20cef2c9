package telegraph.sources.file;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.text.DatePattern;
import telegraph.sources.text.OptionTypes;
import telegraph.sources.text.SourceOptions;
import telegraph.sources.text.TimeScanner;
import telegraph.sources.text.ValueType;

/// What the user said about a file, checked.
///
/// @param delimiter between fields, if said
/// @param header whether the first record names the columns, if said
/// @param nulls texts that stand for NULL, besides the empty field
/// @param types of some columns, by name
/// @param positions types by position, from the first column on
/// @param columns all columns, in order; empty if they are to be found out
/// @param sampleRows rows to look at, -1 for all; empty for the usual
/// @param randomOrder whether rows may come in units in a random order
/// @param rowsPath where in a JSON document the rows are
/// @param paths where in a row of JSON, or above it, values of some columns are, by name
public record FileOptions(
        Optional<Byte> delimiter,
        int quote,
        int escape,
        Optional<Boolean> header,
        List<byte[]> nulls,
        long skip,
        Map<String, ValueType> types,
        List<ValueType> positions,
        Map<String, ValueType> columns,
        Charset charset,
        Optional<DateTimeFormatter> datePattern,
        Optional<DateTimeFormatter> timestampPattern,
        Optional<Compression> compression,
        boolean allText,
        Optional<Long> sampleRows,
        boolean ignoreErrors,
        boolean unionByName,
        boolean filename,
        boolean randomOrder,
        String rowsPath,
        Map<String, String> paths,
        long expansionMax) {
    private static final Set<String> OF_ALL =
            Set.of("compression", "expansion_max", "filename", "random_order", "union_by_name");
    private static final Set<String> OF_TEXT =
            Set.of(
                    "all_text",
                    "all_varchar",
                    "columns",
                    "dateformat",
                    "encoding",
                    "ignore_errors",
                    "sample",
                    "timestampformat",
                    "types");
    private static final Set<String> OF_CSV =
            Set.of("delim", "delimiter", "escape", "header", "nullstr", "quote", "sep", "skip");
    private static final Set<String> OF_JSON = Set.of("paths", "rows");
    private static final long EXPANSION_MAX = 250;

    /// The options a format understands.
    public static Set<String> names(FileFormat format) {
        Set<String> names = new TreeSet<>(OF_ALL);
        switch (format) {
            case CSV, TSV -> {
                names.addAll(OF_TEXT);
                names.addAll(OF_CSV);
            }
            case JSON, NDJSON -> {
                names.addAll(OF_TEXT);
                names.addAll(OF_JSON);
            }
            case PARQUET -> names.removeAll(Set.of("compression", "expansion_max"));
            case AUTO -> {
                names.addAll(OF_TEXT);
                names.addAll(OF_CSV);
                names.addAll(OF_JSON);
            }
        }
        return names;
    }

    /// Reads options given as Java values.
    ///
    /// @throws TelegraphException of kind INPUT for a name or value that does not exist Whether
    ///   nobody said what type a column has.
    public boolean guesses(String column) {
        return columns.isEmpty()
                && positions.isEmpty()
                && types.keySet().stream().noneMatch(column::equalsIgnoreCase);
    }

    public static FileOptions of(FileFormat format, Map<String, Object> given) {
        SourceOptions values = new SourceOptions(Optional.empty(), given, names(format));
        Map<String, ValueType> types = new LinkedHashMap<>();
        List<ValueType> positions = List.of();
        if (values.isList("types")) {
            positions = values.strings("types").stream().map(OptionTypes::parse).toList();
        } else {
            values.map("types").forEach((name, type) -> types.put(name, OptionTypes.parse(type)));
        }
        Map<String, ValueType> columns = new LinkedHashMap<>();
        values.map("columns").forEach((name, type) -> columns.put(name, OptionTypes.parse(type)));
        int quote = values.character("quote").orElse((int) '"');
        return new FileOptions(
                delimiter(format, values),
                quote,
                values.character("escape").orElse(quote),
                values.flag("header"),
                values.strings("nullstr").stream()
                        .filter(text -> !text.isEmpty())
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .toList(),
                values.whole("skip", 0, Long.MAX_VALUE).orElse(0L),
                types,
                positions,
                columns,
                values.charset("encoding").orElse(StandardCharsets.UTF_8),
                values.text("dateformat").map(text -> DatePattern.of("dateformat", text)),
                values.text("timestampformat").map(text -> DatePattern.of("timestampformat", text)),
                compression(values),
                values.flag("all_text").or(() -> values.flag("all_varchar")).orElse(false),
                values.whole("sample", -1, Long.MAX_VALUE),
                values.flag("ignore_errors").orElse(false),
                values.flag("union_by_name").orElse(false),
                values.flag("filename").orElse(false),
                values.flag("random_order").orElse(true),
                values.text("rows").orElse(""),
                values.map("paths"),
                values.whole("expansion_max", 1, Long.MAX_VALUE).orElse(EXPANSION_MAX));
    }

    private static Optional<Byte> delimiter(FileFormat format, SourceOptions values) {
        Optional<Integer> said =
                values.character("delim")
                        .or(() -> values.character("sep"))
                        .or(() -> values.character("delimiter"));
        if (said.isPresent() && said.get() < 0) {
            throw TelegraphException.input("a delimiter is one character: delim=\"\"");
        }
        return said.map(Integer::byteValue)
                .or(() -> format == FileFormat.TSV ? Optional.of((byte) '\t') : Optional.empty());
    }

    private static Optional<Compression> compression(SourceOptions values) {
        Optional<String> said = values.text("compression");
        if (said.isEmpty() || said.get().equalsIgnoreCase("auto")) {
            return Optional.empty();
        }
        return Optional.of(
                switch (said.get().toLowerCase(Locale.ROOT)) {
                    case "none", "uncompressed" -> Compression.NONE;
                    case "gzip", "gz" -> Compression.GZIP;
                    case "zstd", "zst" -> Compression.ZSTD;
                    default ->
                            throw TelegraphException.input(
                                    "compression is auto, none, gzip or zstd: compression=\""
                                            + said.get()
                                            + "\"");
                });
    }

    public TimeScanner times() {
        return new TimeScanner(datePattern.orElse(null), timestampPattern.orElse(null));
    }
}
