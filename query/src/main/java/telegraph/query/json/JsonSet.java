package telegraph.query.json;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a value of JSON has, one after the other: the elements of an array, or the names or values
/// of an object's members.
///
/// Threads: one.
public final class JsonSet implements AutoCloseable {
    /// What is given.
    public enum Kind {
        ELEMENTS,
        /// Elements as texts, as `->>` gives them.
        TEXTS,
        KEYS,
        VALUES,
        /// Values as texts, as `->>` gives them.
        VALUE_TEXTS;

        private boolean isOfArray() {
            return this == ELEMENTS || this == TEXTS;
        }

        private boolean areTexts() {
            return this == TEXTS || this == VALUE_TEXTS;
        }
    }

    private final Kind kind;
    private final String json;
    private final JsonParser parser;

    /// @param normal whether it is jsonb, whose normal form is gone along
    /// @throws TelegraphException of 22023 if it has no such things
    public JsonSet(Kind kind, String written, boolean normal) {
        this.kind = kind;
        this.json = normal ? JsonFunctions.normal(written) : JsonFunctions.valid(written);
        this.parser = JsonFunctions.open(json);
        JsonToken wanted = kind.isOfArray() ? JsonToken.START_ARRAY : JsonToken.START_OBJECT;
        if (parser.nextToken() != wanted) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "cannot take "
                            + (kind.isOfArray() ? "elements" : "members")
                            + " of json of type "
                            + JsonParts.type(json));
        }
    }

    /// Goes on to the next; false if there is none.
    public boolean next() {
        JsonToken token = parser.nextToken();
        return token != JsonToken.END_ARRAY && token != JsonToken.END_OBJECT;
    }

    /// What is at hand, which may be null. Called once for each.
    public String value() {
        if (kind == Kind.KEYS) {
            String name = parser.currentName();
            parser.nextToken();
            parser.skipChildren();
            return name;
        }
        if (!kind.isOfArray()) {
            parser.nextToken();
        }
        return JsonParts.value(parser, json, kind.areTexts());
    }

    @Override
    public void close() {
        parser.close();
    }
}
