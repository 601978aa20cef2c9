package telegraph.sources.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.Meter;
import telegraph.engine.Sink;
import telegraph.memory.BatchBuilder;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.FileFormat;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Rows as JSON objects: in an array, one after the other, or a line each.
///
/// Columns are the members seen in the first rows; one that is missing in a row is NULL, one that
/// appears only later is left out. Arrays and objects inside a row are the TEXT of their JSON. A
/// row that is no object has the one column `value`.
///
/// Threads: any.
final class JsonFormat implements RowFormat {
    private static final int SAMPLE_ROWS = 20_000;
    private static final int SAMPLE_BYTES = 1 << 20;
    private static final String VALUE = "value";

    private final FileOptions options;
    private final FileFormat kind;
    private final JsonFactory factory = new JsonFactory();

    JsonFormat(FileOptions options, FileFormat kind) {
        this.options = options;
        this.kind = kind;
        JsonRows.steps(options.rowsPath());
    }

    @Override
    public boolean isMatchedByName() {
        return true;
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, new Meter(file.name()), () -> {})) {
            byte[] head = in.head();
            Content.require(kind, head, file.name());
            if (!options.columns().isEmpty()) {
                Map<String, TypeGuess> columns = new LinkedHashMap<>();
                options.columns()
                        .forEach((name, type) -> columns.put(name, TypeGuess.certain(type)));
                return new Sample(this, columns, true, OptionalLong.empty());
            }
            if (head.length == 0) {
                throw noRows(file, "bytes=0");
            }
            try (JsonParser tokens = factory.createParser(ObjectReadContext.empty(), in)) {
                return sample(file, tokens);
            } catch (JacksonException e) {
                throw malformed(file, e);
            }
        }
    }

    private Sample sample(FileOrigin file, JsonParser tokens) {
        JsonRows rows = new JsonRows(tokens, options.rowsPath(), file.name());
        Map<String, TypeGuess> columns = new LinkedHashMap<>();
        JsonText text = new JsonText(factory);
        TimeScanner times = options.times();
        long count = 0;
        boolean complete = false;
        while (isWithinSample(count, tokens)) {
            if (!rows.next()) {
                complete = true;
                break;
            }
            count++;
            if (tokens.currentToken() != JsonToken.START_OBJECT) {
                see(columns.computeIfAbsent(VALUE, _ -> new TypeGuess(times)), tokens, text);
                continue;
            }
            while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
                TypeGuess guess =
                        columns.computeIfAbsent(tokens.currentName(), _ -> new TypeGuess(times));
                tokens.nextToken();
                see(guess, tokens, text);
            }
        }
        if (columns.isEmpty()) {
            throw noRows(file, "rows=" + count);
        }
        return new Sample(this, unique(columns), complete, OptionalLong.empty());
    }

    /// The columns less those whose names differ from an earlier one only in case.
    private static Map<String, TypeGuess> unique(Map<String, TypeGuess> columns) {
        // A query cannot tell such members apart, so only the first of them is a column.
        Map<String, TypeGuess> unique = new LinkedHashMap<>();
        Map<String, String> lower = new HashMap<>();
        columns.forEach((name, guess) -> {
            if (lower.putIfAbsent(name.toLowerCase(java.util.Locale.ROOT), name) == null) {
                unique.put(name, guess);
            }
        });
        return unique;
    }

    private boolean isWithinSample(long rows, JsonParser tokens) {
        if (options.sampleRows().isPresent()) {
            long wanted = options.sampleRows().get();
            return wanted < 0 || rows < Math.max(1, wanted);
        }
        return rows < SAMPLE_ROWS && tokens.currentLocation().getByteOffset() < SAMPLE_BYTES;
    }

    private static void see(TypeGuess guess, JsonParser tokens, JsonText text) {
        switch (tokens.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_TRUE, VALUE_FALSE -> guess.seeBoolean();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                text.take(tokens);
                guess.seeNumber(text.bytes(), 0, text.length());
            }
            case VALUE_STRING -> {
                text.take(tokens);
                guess.seeString(text.bytes(), 0, text.length());
            }
            default -> {
                guess.seeNested();
                tokens.skipChildren();
            }
        }
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, out.meter(), out::beforeWait);
                Sink.Registration _ = out.sink().closeOnCancel(in.cancelHandle());
                JsonParser tokens = factory.createParser(ObjectReadContext.empty(), in)) {
            new Scan(file, wanted, tokens, out).run();
        } catch (JacksonException e) {
            throw malformed(file, e);
        }
    }

    private static RuntimeException malformed(FileOrigin file, JacksonException e)
            throws IOException {
        if (e instanceof JacksonIOException && e.getCause() instanceof IOException cause) {
            throw cause;
        }
        return TelegraphException.input(
                "a JSON file must be well-formed: file="
                        + file.name()
                        + (e.getLocation() == null
                                ? ""
                                : " line="
                                        + e.getLocation().getLineNr()
                                        + " position="
                                        + e.getLocation().getColumnNr())
                        + " cause="
                        + Content.shown(e.getOriginalMessage()),
                e);
    }

    private static TelegraphException noRows(FileOrigin file, String fact) {
        return TelegraphException.input(
                "a JSON file must have a row to name its columns: file="
                        + file.name()
                        + " "
                        + fact
                        + ". Set columns => '{\"name\":\"TYPE\"}' to read it all the same.");
    }

    /// One pass over the rows of a file.
    private final class Scan {
        private final FileOrigin file;
        private final Wanted wanted;
        private final JsonParser tokens;
        private final RowOutput out;
        private final JsonText text = new JsonText(factory);
        private final Map<String, Integer> places = new HashMap<>();
        private final FieldParser[] parsers;
        private final Type.Kind[] kinds;

        Scan(FileOrigin file, Wanted wanted, JsonParser tokens, RowOutput out) {
            this.file = file;
            this.wanted = wanted;
            this.tokens = tokens;
            this.out = out;
            List<Column> columns = wanted.columns();
            this.parsers = new FieldParser[columns.size()];
            this.kinds = new Type.Kind[columns.size()];
            TimeScanner times = options.times();
            for (int i = 0; i < columns.size(); i++) {
                places.put(columns.get(i).name(), i);
                parsers[i] = FieldParser.of(columns.get(i).type(), times);
                kinds[i] = columns.get(i).type().kind();
            }
        }

        void run() throws InterruptedException {
            JsonRows rows = new JsonRows(tokens, options.rowsPath(), file.name());
            while (rows.next()) {
                BatchBuilder row = out.row();
                String misfit =
                        tokens.currentToken() == JsonToken.START_OBJECT
                                ? members(row)
                                : value(VALUE, row);
                if (misfit != null) {
                    if (!options.ignoreErrors()) {
                        throw TelegraphException.input(misfit);
                    }
                    out.dropRow(misfit);
                } else if (!out.endRow()) {
                    return;
                }
            }
        }

        private String members(BatchBuilder row) {
            String misfit = null;
            while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = tokens.currentName();
                tokens.nextToken();
                String trouble = value(name, row);
                misfit = misfit == null ? trouble : misfit;
            }
            return misfit;
        }

        /// Puts the current value, or says why it does not fit; the parser is then at its last
        /// token.
        private String value(String name, BatchBuilder row) {
            Integer place = places.get(name);
            JsonToken token = tokens.currentToken();
            if (place == null || token == JsonToken.VALUE_NULL) {
                tokens.skipChildren();
                return null;
            }
            int target = wanted.targets()[place];
            Type.Kind type = kinds[place];
            if (token == JsonToken.VALUE_NUMBER_INT) {
                JsonParser.NumberType size = tokens.getNumberType();
                boolean small = size == JsonParser.NumberType.INT;
                if (type == Type.Kind.INTEGER && small) {
                    row.setInt(target, tokens.getIntValue());
                    return null;
                }
                if (type == Type.Kind.BIGINT && (small || size == JsonParser.NumberType.LONG)) {
                    row.setLong(target, tokens.getLongValue());
                    return null;
                }
            }
            text.take(tokens);
            boolean blank = text.length() == 0 && type != Type.Kind.TEXT;
            if (blank || parsers[place].put(text.bytes(), 0, text.length(), row, target)) {
                return null;
            }
            return misfit(wanted.columns().get(place));
        }

        private String misfit(Column column) {
            return "a value must fit its column's type: file="
                    + file.name()
                    + " line="
                    + tokens.currentTokenLocation().getLineNr()
                    + " column="
                    + column.name()
                    + " type="
                    + column.type()
                    + " text=\""
                    + Content.shown(
                            new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8))
                    + "\". Set types => '{\""
                    + column.name()
                    + "\":\"TEXT\"}', sample => -1 to guess from all rows, or ignore_errors =>"
                    + " true to leave such rows out.";
        }
    }
}
