package telegraph.sources.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.FileOptions;
import telegraph.sources.text.TimeScanner;
import telegraph.sources.text.TypeGuess;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/// Finds out the columns of the first rows: those with a path first, then members of rows in the
/// order in which they are met.
///
/// Threads: one.
final class JsonSample implements JsonFields.Sink {
    private static final String VALUE = JsonFormat.VALUE;

    private final String file;
    private final FileOptions options;
    private final JsonPaths paths;
    private final JsonParser tokens;
    private final TimeScanner times;
    private final JsonText text;
    private final List<String> named;
    private final JsonFields members;
    private final JsonParents parents;
    private final JsonRows walk;
    private final Map<String, TypeGuess> columns = new LinkedHashMap<>();

    /// Whether rows are objects; unknown before the first.
    private Optional<Boolean> objects = Optional.empty();

    private long rows;

    JsonSample(
            String file,
            FileOptions options,
            JsonPaths paths,
            JsonFactory factory,
            JsonParser tokens) {
        this.file = file;
        this.options = options;
        this.paths = paths;
        this.tokens = tokens;
        this.times = options.times();
        this.text = new JsonText(factory, this::tooLong);
        this.named = List.copyOf(options.paths().keySet());
        named.forEach(name -> columns.put(name, new TypeGuess(times)));
        JsonFields[] fields = paths.fields(named);
        this.members = fields[fields.length - 1];
        this.parents =
                new JsonParents(
                        Arrays.copyOf(fields, fields.length - 1),
                        named.size(),
                        text,
                        this::tooLong,
                        () ->
                                "file="
                                        + file
                                        + " "
                                        + JsonFormat.line(tokens.currentTokenLocation()));
        this.walk = new JsonRows(tokens, paths.rows(), file, text, parents);
    }

    private TelegraphException tooLong() {
        return JsonLimits.tooLong(file, JsonFormat.line(tokens.currentTokenLocation()));
    }

    /// How many rows were seen.
    long rows() {
        return rows;
    }

    /// The guesses by name.
    Map<String, TypeGuess> columns() {
        if (rows > 0 && objects.isEmpty() && columns.isEmpty()) {
            columns.put(VALUE, new TypeGuess(times)); // nothing but null
        }
        return columns;
    }

    /// Sees the next row; false at the end.
    boolean next() {
        if (!walk.next()) {
            return false;
        }
        rows++;
        JsonParser at = walk.tokens();
        for (int place : parents.places()) {
            if (parents.token(place) != null) {
                byte[] parent = parents.text(place);
                see(columns.get(named.get(place)), parents.token(place), parent, parent.length);
            }
        }
        if (at.currentToken() == JsonToken.VALUE_NULL) {
            return true;
        }
        boolean object = at.currentToken() == JsonToken.START_OBJECT;
        objects = objects.or(() -> Optional.of(object));
        if (objects.get() != object) {
            if (!options.ignoreErrors()) {
                throw TelegraphException.input(
                        JsonFormat.mixed(
                                file, JsonFormat.line(tokens.currentTokenLocation()), object));
            }
            at.skipChildren();
        } else if (object) {
            members(at);
        } else {
            TypeGuess guess =
                    paths.has(VALUE)
                            ? new TypeGuess(times)
                            : columns.computeIfAbsent(VALUE, _ -> new TypeGuess(times));
            if (!members.isEmpty() && at.currentToken().isStructStart()) {
                guess.seeNested();
                members.take(at, text, this);
            } else {
                see(guess, at);
            }
        }
        return true;
    }

    private void members(JsonParser at) {
        while (at.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = name(at);
            TypeGuess guess =
                    paths.has(name)
                            ? new TypeGuess(times)
                            : columns.computeIfAbsent(name, _ -> new TypeGuess(times));
            at.nextToken();
            JsonFields wanted = members.member(name);
            if (wanted == null) {
                see(guess, at);
                continue;
            }
            byte[] json = text.json(at);
            try (JsonParser again = text.parser(json)) {
                see(guess, again);
            }
            try (JsonParser again = text.parser(json)) {
                wanted.take(again, text, this);
            }
        }
    }

    private String name(JsonParser at) {
        String name = at.currentName();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean whole =
                    i + 1 < name.length() && Character.isSurrogatePair(c, name.charAt(i + 1));
            if (!whole) {
                throw TelegraphException.input(
                        "a name must be of whole characters, and half a surrogate pair is none:"
                                + " file="
                                + file
                                + " "
                                + JsonFormat.line(tokens.currentTokenLocation()));
            }
            i++;
        }
        return name;
    }

    @Override
    public void value(int place, JsonParser at) {
        see(columns.get(named.get(place)), at);
    }

    @Override
    public void again(String name, JsonFields fields) {
        // The scan says what becomes of it.
    }

    private void see(TypeGuess guess, JsonParser at) {
        JsonToken token = at.currentToken();
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            text.take(at);
            see(guess, token, text.bytes(), text.length());
        } else {
            see(guess, token, new byte[0], 0);
            at.skipChildren();
        }
    }

    private static void see(TypeGuess guess, JsonToken token, byte[] bytes, int length) {
        switch (token) {
            case VALUE_NULL -> {}
            case VALUE_TRUE, VALUE_FALSE -> guess.seeBoolean();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> guess.seeNumber(bytes, 0, length);
            case VALUE_STRING -> guess.seeString(bytes, 0, length);
            default -> guess.seeNested();
        }
    }
}
