package telegraph.query.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.query.value.Allowance;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A value of jsonb with its parts, to be looked through or changed, and written in its normal form
/// ([JsonFunctions] has it). Lists and maps are the value's own: what changes one changes it.
///
/// [JsonFunctions] brings a text into that form without it, since a large one takes a multiple of
/// its bytes so. It lies at most so deep as the parser lets it. Threads: one.
sealed interface JsonValue {
    /// Members by the length of their names in bytes and then by these.
    record Members(Map<String, JsonValue> members) implements JsonValue {
        private boolean isEqualTo(Members other) {
            return members.keySet().equals(other.members.keySet())
                    && members.entrySet().stream()
                            .allMatch(
                                    one -> one.getValue().isEqual(other.members.get(one.getKey())));
        }
    }

    record Elements(List<JsonValue> elements) implements JsonValue {
        private boolean isEqualTo(Elements other) {
            if (elements.size() != other.elements.size()) {
                return false;
            }
            for (int i = 0; i < elements.size(); i++) {
                if (!elements.get(i).isEqual(other.elements.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    record Text(String text) implements JsonValue {}

    /// @param number with as many digits behind the point as were written
    record Number(BigDecimal number) implements JsonValue {}

    /// One of `true`, `false` and `null`.
    enum Word implements JsonValue {
        TRUE,
        FALSE,
        NULL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What a part takes on the heap, beside its text.
    int PART_BYTES = 64;

    /// Reads JSON, of whose members of one name the last counts.
    ///
    /// @throws telegraph.ground.TelegraphException of 22P02 if it is no JSON, of 22003 if a number
    ///   has too many digits
    static JsonValue of(String json, Allowance allowance) {
        try (JsonParser parser = JsonFunctions.open(json)) {
            JsonToken first = parser.nextToken();
            JsonFunctions.demand(first != null, json);
            JsonValue value = read(parser, first, allowance);
            JsonFunctions.demand(parser.nextToken() == null, json);
            return value;
        } catch (JacksonException e) {
            throw JsonFunctions.notJson(json, e);
        }
    }

    /// A string in its quotes.
    static JsonValue string(String written) {
        try (JsonParser parser = JsonFunctions.open(written)) {
            JsonFunctions.demand(parser.nextToken() == JsonToken.VALUE_STRING, written);
            return new Text(parser.getString());
        } catch (JacksonException e) {
            throw JsonFunctions.notJson(written, e);
        }
    }

    private static JsonValue read(JsonParser parser, JsonToken token, Allowance allowance) {
        allowance.use(PART_BYTES);
        return switch (token) {
            case START_OBJECT -> {
                Members object = new Members(new TreeMap<>(JsonFunctions.BY_LENGTH_AND_BYTES));
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    object.members.put(name, read(parser, parser.nextToken(), allowance));
                }
                yield object;
            }
            case START_ARRAY -> {
                Elements array = new Elements(new ArrayList<>());
                for (JsonToken next = parser.nextToken();
                        next != JsonToken.END_ARRAY;
                        next = parser.nextToken()) {
                    array.elements.add(read(parser, next, allowance));
                }
                yield array;
            }
            case VALUE_STRING -> new Text(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    new Number(JsonFunctions.number(parser.getString()));
            case VALUE_TRUE -> Word.TRUE;
            case VALUE_FALSE -> Word.FALSE;
            default -> Word.NULL;
        };
    }

    /// Whether two are the same value, for which numbers count and not their digits.
    default boolean isEqual(JsonValue other) {
        return switch (this) {
            case Number one -> other instanceof Number two && one.number.compareTo(two.number) == 0;
            case Elements one -> other instanceof Elements two && one.isEqualTo(two);
            case Members one -> other instanceof Members two && one.isEqualTo(two);
            default -> equals(other);
        };
    }

    /// Whether it has no parts.
    default boolean isScalar() {
        return !(this instanceof Members || this instanceof Elements);
    }
}
