package telegraph.sources.json;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Column;
import telegraph.ground.TelegraphException;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.text.FieldParser;
import telegraph.sources.text.TimeScanner;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/// One pass over rows of JSON.
///
/// Threads: one.
final class JsonScan {
    private static final String VALUE = JsonFormat.VALUE;

    /// Bytes of a value after which the row's are looked at.
    private static final int LONG = 1 << 20;

    /// The place of a column that nobody asked for.
    private static final int UNWANTED = -1;

    private final String file;
    private final RowFormat.Wanted wanted;
    private final FileOptions options;
    private final JsonParser tokens;
    private final Placement places;
    private final RowOutput out;
    private final JsonText text;
    private final Map<String, Integer> columns = new HashMap<>();
    private final FieldParser[] parsers;
    private final Type.Kind[] kinds;

    /// By column the row that last had a value of it.
    private final long[] rowOf;

    private long rowNumber;

    /// Whether rows are objects; unknown before the first.
    private Optional<Boolean> objects = Optional.empty();

    /// The byte behind the row before, or -1 before the first.
    private long rowStart = -1;

    JsonScan(
            String file,
            RowFormat.Wanted wanted,
            FileOptions options,
            JsonFactory factory,
            JsonParser tokens,
            Placement places,
            RowOutput out) {
        this.file = file;
        this.wanted = wanted;
        this.options = options;
        this.text = new JsonText(factory, this::tooLong);
        this.tokens = tokens;
        this.places = places;
        this.out = out;
        wanted.names().forEach(name -> columns.put(name, UNWANTED));
        int count = wanted.columns().size();
        this.parsers = new FieldParser[count];
        this.kinds = new Type.Kind[count];
        this.rowOf = new long[count];
        TimeScanner times = options.times();
        for (int i = 0; i < count; i++) {
            Column column = wanted.columns().get(i);
            columns.put(column.name(), i);
            parsers[i] = FieldParser.of(column.type(), times);
            kinds[i] = column.type().kind();
        }
    }

    /// Rows are objects, though the first of the file may not be among them.
    JsonScan ofObjects() {
        objects = Optional.of(true);
        return this;
    }

    /// Hands on all rows; false if no more are wanted.
    boolean run() throws InterruptedException {
        try {
            return rows();
        } catch (StreamConstraintsException e) {
            throw JsonLimits.of(file, places.of(tokens.currentTokenLocation()), e);
        }
    }

    private boolean rows() throws InterruptedException {
        JsonRows rows = new JsonRows(tokens, options.rowsPath(), file);
        while (rows.next()) {
            rowStart = rowStart < 0 ? bytesRead() : rowStart;
            rowNumber++;
            String misfit = row(out.row());
            demandShort();
            rowStart = bytesRead();
            if (misfit != null) {
                if (!options.ignoreErrors()) {
                    throw TelegraphException.input(misfit);
                }
                out.dropRow(misfit);
            } else if (!out.endRow()) {
                return false;
            }
        }
        return true;
    }

    /// Takes a row, or says why it is none.
    private String row(BatchBuilder to) {
        JsonToken token = tokens.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null; // it has nothing in any column
        }
        boolean object = token == JsonToken.START_OBJECT;
        objects = objects.or(() -> Optional.of(object));
        if (objects.get() != object) {
            String mixed = JsonFormat.mixed(file, places.of(tokens.currentTokenLocation()), object);
            tokens.skipChildren();
            return mixed;
        }
        return object ? members(to) : value(VALUE, to);
    }

    private long bytesRead() {
        return tokens.currentLocation().getByteOffset();
    }

    private void demandShort() {
        if (bytesRead() - rowStart > JsonLimits.ROW_BYTES_MAX) {
            throw tooLong();
        }
    }

    private TelegraphException tooLong() {
        return JsonLimits.tooLong(file, places.of(tokens.currentTokenLocation()));
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

    /// Puts the current value, or says why it does not fit; the parser is then at its last token.
    private String value(String name, BatchBuilder row) {
        Integer place = columns.get(name);
        JsonToken token = tokens.currentToken();
        if (place == null) {
            leaveOut(name, "is in no column, since the rows looked at first do not have it");
        }
        if (place == null || place == UNWANTED || token == JsonToken.VALUE_NULL) {
            tokens.skipChildren();
            return null;
        }
        if (rowOf[place] == rowNumber) {
            leaveOut(name, "is there twice in a row, and the last is kept");
        }
        rowOf[place] = rowNumber;
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
        if (text.length() > LONG) {
            demandShort();
        }
        if (text.isBroken()) {
            return "a text must be of whole characters, and half a surrogate pair is none: "
                    + where(wanted.columns().get(place))
                    + ". Set ignore_errors => true to leave such rows out.";
        }
        boolean blank = text.length() == 0 && type != Type.Kind.TEXT;
        if (blank || parsers[place].put(text.bytes(), 0, text.length(), row, target)) {
            return null;
        }
        return misfit(wanted.columns().get(place));
    }

    /// Counts a member that the query would see if it was in a column.
    private void leaveOut(String name, String why) {
        if (options.columns().isEmpty()) {
            out.meter()
                    .addLeftOut(() ->
                            "file="
                                    + file
                                    + " member \""
                                    + Content.shown(name)
                                    + "\" "
                                    + why
                                    + "; sample => -1 looks at all rows");
        }
    }

    private String where(Column column) {
        return "file="
                + file
                + " "
                + places.of(tokens.currentTokenLocation())
                + " column="
                + column.name();
    }

    private String misfit(Column column) {
        return "a value must fit its column's type: "
                + where(column)
                + " type="
                + column.type()
                + " text=\""
                + Content.shown(new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8))
                + "\". Set types => '{\""
                + column.name()
                + "\":\"TEXT\"}', sample => -1 to guess from all rows, or ignore_errors =>"
                + " true to leave such rows out.";
    }

    /// Says where in the file a token is, for messages.
    @FunctionalInterface
    interface Placement {
        String of(TokenStreamLocation location);
    }
}
