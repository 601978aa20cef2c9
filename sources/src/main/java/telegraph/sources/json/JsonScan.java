package telegraph.sources.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.engine.Column;
import telegraph.ground.TelegraphException;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.text.ArrayElements;
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
final class JsonScan implements JsonFields.Sink {
    private static final String VALUE = JsonFormat.VALUE;

    private static final String NO_COLUMN =
            "is in no column, since the rows looked at first do not have it";

    /// Bytes of a value after which the row's are looked at.
    private static final int LONG = 1 << 20;

    private final String file;
    private final RowFormat.Wanted wanted;
    private final FileOptions options;
    private final JsonParser tokens;
    private final Placement places;
    private final RowOutput out;
    private final JsonText text;

    /// The names of members that are in a column, wanted or not.
    private final Set<String> known = new HashSet<>();

    /// What is wanted of a row that is an object, and of one that is none.
    private final JsonFields members;

    private final JsonFields value;
    private final JsonParents parents;
    private final JsonRows rows;
    private final FieldParser[] parsers;
    private final Type.Kind[] kinds;

    /// By column what makes its arrays; null if it has none.
    private final ArrayElements[] arrays;

    /// The row begun, and why it is none.
    private BatchBuilder row;

    private String misfit;

    /// Whether rows are objects; unknown before the first.
    private Optional<Boolean> objects = Optional.empty();

    /// The byte at which the row begins.
    private long rowStart;

    JsonScan(
            String file,
            RowFormat.Wanted wanted,
            FileOptions options,
            JsonPaths paths,
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
        int count = wanted.columns().size();
        this.parsers = new FieldParser[count];
        this.kinds = new Type.Kind[count];
        this.arrays = new ArrayElements[count];
        TimeScanner times = options.times();
        List<String> names = wanted.columns().stream().map(Column::name).toList();
        for (int i = 0; i < count; i++) {
            Type type = wanted.columns().get(i).type();
            parsers[i] = FieldParser.of(type, times);
            kinds[i] = type.kind();
            Optional<Type> element = wanted.columns().get(i).element();
            arrays[i] = element.isEmpty() ? null : new ArrayElements(element.get(), times);
        }
        wanted.names().stream().filter(name -> !paths.has(name)).forEach(known::add);
        JsonFields[] fields = paths.fields(names);
        this.members = fields[fields.length - 1];
        int own = paths.has(VALUE) ? -1 : names.indexOf(VALUE);
        this.value = own < 0 ? members : members.withItself(own);
        this.parents =
                new JsonParents(
                        Arrays.copyOf(fields, fields.length - 1),
                        count,
                        text,
                        this::tooLong,
                        () -> "file=" + file + " " + places.of(tokens.currentTokenLocation()));
        this.rows = new JsonRows(tokens, paths.rows(), file, text, parents);
    }

    /// Rows are objects, though the first of the file may not be among them.
    JsonScan ofObjects() {
        objects = Optional.of(true);
        return this;
    }

    /// Hands on all rows; false if no more are wanted.
    boolean run() throws InterruptedException {
        try {
            return takeRows();
        } catch (StreamConstraintsException e) {
            throw JsonLimits.of(file, places.of(tokens.currentTokenLocation()), e);
        }
    }

    private boolean takeRows() throws InterruptedException {
        while (rows.next()) {
            rowStart = bytesRead();
            row = out.row();
            misfit = null;
            takeRow();
            demandShort();
            takeParents();
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

    private void takeRow() {
        JsonParser at = rows.tokens();
        JsonToken token = at.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return; // it has nothing in any column
        }
        boolean object = token == JsonToken.START_OBJECT;
        objects = objects.or(() -> Optional.of(object));
        if (objects.get() != object) {
            misfit(JsonFormat.mixed(file, places.of(tokens.currentTokenLocation()), object));
            at.skipChildren();
        } else if (object) {
            takeMembers(at);
        } else {
            if (!known.contains(VALUE)) {
                leaveOut(VALUE, NO_COLUMN);
            }
            value.take(at, text, this);
        }
    }

    private void takeParents() {
        for (int place : parents.places()) {
            if (parents.token(place) == null) {
                continue;
            }
            byte[] parent = parents.text(place);
            if (arrays[place] != null && parents.token(place) == JsonToken.START_ARRAY) {
                try (JsonParser again = text.parser(parent)) {
                    putArray(place, again);
                }
                continue;
            }
            put(place, parent, parent.length, parents.isBroken(place));
        }
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

    private void takeMembers(JsonParser at) {
        members.begin();
        while (at.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = at.currentName();
            at.nextToken();
            JsonFields wantedOf = members.member(name);
            if (wantedOf == null) {
                if (!known.contains(name)) {
                    leaveOut(name, NO_COLUMN);
                }
                at.skipChildren();
            } else {
                members.meet(name, wantedOf, this);
                wantedOf.take(at, text, this);
            }
        }
    }

    @Override
    public void again(String name, JsonFields fields) {
        leaveOut(name, "is there twice in a row, and the last is kept");
        for (int place : fields.allPlaces()) {
            row.setNull(wanted.targets()[place]);
        }
    }

    /// Puts the current value; the parser is then at its last token.
    @Override
    public void value(int place, JsonParser at) {
        JsonToken token = at.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        if (arrays[place] != null) {
            putArray(place, at);
            return;
        }
        int target = wanted.targets()[place];
        Type.Kind type = kinds[place];
        if (token == JsonToken.VALUE_NUMBER_INT) {
            JsonParser.NumberType size = at.getNumberType();
            boolean small = size == JsonParser.NumberType.INT;
            if (type == Type.Kind.INTEGER && small) {
                row.setInt(target, at.getIntValue());
                return;
            }
            if (type == Type.Kind.BIGINT && (small || size == JsonParser.NumberType.LONG)) {
                row.setLong(target, at.getLongValue());
                return;
            }
        }
        text.take(at);
        if (text.length() > LONG) {
            demandShort();
        }
        put(place, text.bytes(), text.length(), text.isBroken());
    }

    /// Puts an array, whose elements are values alone.
    private void putArray(int place, JsonParser at) {
        ArrayElements elements = arrays[place];
        elements.clear();
        boolean fits = at.currentToken() == JsonToken.START_ARRAY;
        if (!fits) {
            text.take(at);
        }
        boolean isArray = fits;
        while (isArray && at.nextToken() != JsonToken.END_ARRAY) {
            JsonToken token = at.currentToken();
            if (!fits) {
                at.skipChildren();
            } else if (token.isStructStart()) {
                text.take(at);
                fits = false;
            } else if (token == JsonToken.VALUE_NULL) {
                elements.addNull();
            } else {
                text.take(at);
                fits = !text.isBroken() && elements.add(text.bytes(), text.length());
            }
        }
        if (fits) {
            row.setText(wanted.targets()[place], elements.text());
        } else {
            misfit(misfit(wanted.columns().get(place), text.bytes(), text.length()));
        }
    }

    private void put(int place, byte[] bytes, int length, boolean broken) {
        if (broken) {
            misfit(
                    "a text must be of whole characters, and half a surrogate pair is none: "
                            + where(wanted.columns().get(place))
                            + ". Set ignore_errors => true to leave such rows out.");
            return;
        }
        boolean blank = length == 0 && kinds[place] != Type.Kind.TEXT;
        if (!blank && !parsers[place].put(bytes, 0, length, row, wanted.targets()[place])) {
            misfit(misfit(wanted.columns().get(place), bytes, length));
        }
    }

    /// Notes why the row is none, if nothing else was the matter with it before.
    private void misfit(String reason) {
        misfit = misfit == null ? reason : misfit;
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

    private String misfit(Column column, byte[] bytes, int length) {
        return "a value must fit its column's type: "
                + where(column)
                + " type="
                + column.typeName()
                + " text=\""
                + Content.shown(new String(bytes, 0, length, StandardCharsets.UTF_8))
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
