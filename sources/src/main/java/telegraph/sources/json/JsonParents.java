package telegraph.sources.json;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What columns have of the values that lie around a row: kept from when it is met until the value
/// it is of ends.
///
/// Threads: one. Memory: at most [JsonLimits#ROW_BYTES_MAX] on the heap.
final class JsonParents implements JsonFields.Sink {
    private final JsonFields[] levels;
    private final int[] places;
    private final JsonText text;
    private final Supplier<TelegraphException> tooLong;
    private final Supplier<String> place;
    private final JsonToken[] tokens;
    private final byte[][] texts;
    private final boolean[] broken;
    private long bytes;

    /// @param levels what is wanted of each, without the rows
    /// @param count how many columns there are, rows' own included
    /// @param place where the parser is, for messages
    JsonParents(
            JsonFields[] levels,
            int count,
            JsonText text,
            Supplier<TelegraphException> tooLong,
            Supplier<String> place) {
        this.levels = levels;
        this.text = text;
        this.tooLong = tooLong;
        this.place = place;
        this.tokens = new JsonToken[count];
        this.texts = new byte[count][];
        this.broken = new boolean[count];
        this.places =
                Arrays.stream(levels)
                        .map(JsonFields::allPlaces)
                        .flatMap(List::stream)
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /// What is wanted of a level's value.
    JsonFields of(int level) {
        return levels[level];
    }

    /// A value of that level begins, of which nothing is known yet.
    void begin(int level) {
        forget(levels[level]);
    }

    private void forget(JsonFields fields) {
        for (int at : fields.allPlaces()) {
            bytes -= texts[at] == null ? 0 : texts[at].length;
            tokens[at] = null;
            texts[at] = null;
        }
    }

    @Override
    public void value(int at, JsonParser from) {
        JsonToken token = from.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        text.take(from);
        bytes += text.length();
        if (bytes > JsonLimits.ROW_BYTES_MAX) {
            throw tooLong.get();
        }
        tokens[at] = token;
        texts[at] = Arrays.copyOf(text.bytes(), text.length());
        broken[at] = text.isBroken();
    }

    /// Rows may have gone with what stood there first.
    @Override
    public void again(String name, JsonFields fields) {
        throw TelegraphException.input(
                "what rows have of the values around them must stand once in each: member=\""
                        + name
                        + "\" "
                        + place.get());
    }

    /// The columns that take values of parents.
    int[] places() {
        return places;
    }

    /// What the value of a column began with; null if there is none.
    JsonToken token(int at) {
        return tokens[at];
    }

    /// The text of the value, as [JsonText] has it.
    byte[] text(int at) {
        return texts[at];
    }

    /// Whether it has half a surrogate pair.
    boolean isBroken(int at) {
        return broken[at];
    }
}
