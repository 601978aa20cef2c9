package telegraph.query.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;

/// Values of jsonb made of others: `||`, `-`, `#-`, `jsonb_set` and their like.
///
/// Public because generated code calls it. Threads: any.
public final class JsonChanges {
    /// What is done at the end of a path.
    private enum Change {
        DELETE,
        REPLACE,
        /// Replaces what is there, or adds it.
        CREATE,
        BEFORE,
        AFTER;

        private boolean adds() {
            return this == CREATE || inserts();
        }

        private boolean inserts() {
            return this == BEFORE || this == AFTER;
        }
    }

    private final List<String> path;
    private final Change change;
    private final JsonValue given;

    private JsonChanges(List<String> path, Change change, JsonValue given) {
        this.path = path;
        this.change = change;
        this.given = given;
    }

    /// The members of both, the second's before the first's, or the elements of both; what is no
    /// array is one of itself beside what is no object.
    public static String join(Allowance allowance, String left, String right) {
        JsonValue one = JsonValue.of(left, allowance);
        JsonValue other = JsonValue.of(right, allowance);
        if (one instanceof JsonValue.Members object && other instanceof JsonValue.Members more) {
            object.members().putAll(more.members());
            return JsonWriter.written(object, allowance);
        }
        List<JsonValue> all = new ArrayList<>(elements(one));
        all.addAll(elements(other));
        return JsonWriter.written(new JsonValue.Elements(all), allowance);
    }

    private static List<JsonValue> elements(JsonValue value) {
        return value instanceof JsonValue.Elements array ? array.elements() : List.of(value);
    }

    /// Without the member of that name, or the strings that are that.
    public static String without(Allowance allowance, String json, String name) {
        return withoutEach(allowance, json, List.of(name));
    }

    /// @param names an array as a text
    public static String withoutAny(Allowance allowance, String json, String names) {
        return withoutEach(allowance, json, JsonPath.steps(names));
    }

    private static String withoutEach(Allowance allowance, String json, List<String> names) {
        JsonValue value = JsonValue.of(json, allowance);
        switch (value) {
            case JsonValue.Members object -> names.forEach(object.members()::remove);
            case JsonValue.Elements array ->
                    array.elements()
                            .removeIf(element ->
                                    element instanceof JsonValue.Text text
                                            && names.contains(text.text()));
            default -> throw noParts("delete from");
        }
        return JsonWriter.written(value, allowance);
    }

    /// Without the element of that index, which counts from the end if it is negative.
    public static String withoutElement(Allowance allowance, String json, Long index) {
        JsonValue value = JsonValue.of(json, allowance);
        switch (value) {
            case JsonValue.Elements array -> {
                List<JsonValue> all = array.elements();
                long at = index < 0 ? index + all.size() : index;
                if (at >= 0 && at < all.size()) {
                    all.remove((int) at);
                }
            }
            case JsonValue.Members _ ->
                    throw TelegraphException.of(
                            SqlState.INVALID_PARAMETER_VALUE,
                            "members have names and no index: index=" + index);
            default -> throw noParts("delete from");
        }
        return JsonWriter.written(value, allowance);
    }

    /// Without what is at the end of a path.
    ///
    /// @param path an array as a text, such as `{a,0,b}`
    public static String withoutAt(Allowance allowance, String json, String path) {
        return changed(allowance, json, path, Change.DELETE, null);
    }

    public static String set(Allowance allowance, String json, String path, String value) {
        return set(allowance, json, path, value, true);
    }

    /// With another value at the end of a path.
    ///
    /// @param create whether it is added if nothing is there
    public static String set(
            Allowance allowance, String json, String path, String value, Boolean create) {
        return changed(allowance, json, path, create ? Change.CREATE : Change.REPLACE, value);
    }

    public static String insert(Allowance allowance, String json, String path, String value) {
        return insert(allowance, json, path, value, false);
    }

    /// With one more element at the end of a path, or a member that was not there.
    ///
    /// @throws TelegraphException of 22023 if a member is there
    public static String insert(
            Allowance allowance, String json, String path, String value, Boolean after) {
        return changed(allowance, json, path, after ? Change.AFTER : Change.BEFORE, value);
    }

    private static String changed(
            Allowance allowance, String json, String path, Change change, String value) {
        JsonValue whole = JsonValue.of(json, allowance);
        JsonValue given = value == null ? null : JsonValue.of(value, allowance);
        if (whole.isScalar()) {
            throw noParts("go along a path into");
        }
        JsonChanges changes = new JsonChanges(JsonPath.steps(path), change, given);
        if (!changes.path.isEmpty()) {
            changes.at(whole, 0);
        }
        return JsonWriter.written(whole, allowance);
    }

    private void at(JsonValue value, int level) {
        switch (value) {
            case JsonValue.Members object -> member(object.members(), level);
            case JsonValue.Elements array -> element(array.elements(), level);
            default -> {} // has nothing there
        }
    }

    private boolean isLast(int level) {
        return level == path.size() - 1;
    }

    private void member(Map<String, JsonValue> members, int level) {
        String name = path.get(level);
        JsonValue there = members.get(name);
        if (!isLast(level)) {
            at(there == null ? JsonValue.Word.NULL : there, level + 1);
        } else if (there == null
                ? change.adds()
                : change == Change.REPLACE || change == Change.CREATE) {
            members.put(name, given);
        } else if (change == Change.DELETE) {
            members.remove(name);
        } else if (there != null) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a member that is there is not inserted. Use jsonb_set: name=" + name);
        }
    }

    private void element(List<JsonValue> elements, int level) {
        int size = elements.size();
        long index = index(level);
        long at = index < 0 ? index + size : Math.min(index, size);
        if (!isLast(level)) {
            if (at >= 0 && at < size) {
                at(elements.get((int) at), level + 1);
            }
            return;
        }
        if (at < 0 || at >= size) {
            if (change.adds()) {
                elements.add(at < 0 ? 0 : size, given);
            }
            return;
        }
        switch (change) {
            case DELETE -> elements.remove((int) at);
            case REPLACE, CREATE -> elements.set((int) at, given);
            case BEFORE -> elements.add((int) at, given);
            case AFTER -> elements.add((int) at + 1, given);
        }
    }

    private long index(int level) {
        Long index = JsonPath.index(path.get(level).stripLeading());
        if (index == null) {
            throw TelegraphException.of(
                    SqlState.INVALID_TEXT_REPRESENTATION,
                    "a step into an array is a whole number: step="
                            + (level + 1)
                            + " found=\""
                            + path.get(level)
                            + '"');
        }
        return index;
    }

    /// Without members that are null, in all its parts.
    public static String withoutNulls(Allowance allowance, String json) {
        JsonValue value = JsonValue.of(json, allowance);
        dropNulls(value);
        return JsonWriter.written(value, allowance);
    }

    private static void dropNulls(JsonValue value) {
        switch (value) {
            case JsonValue.Members object -> {
                object.members().values().removeIf(JsonValue.Word.NULL::equals);
                object.members().values().forEach(JsonChanges::dropNulls);
            }
            case JsonValue.Elements array -> array.elements().forEach(JsonChanges::dropNulls);
            default -> {} // has no members
        }
    }

    public static String pretty(Allowance allowance, String json) {
        return JsonWriter.pretty(JsonValue.of(json, allowance), allowance);
    }

    private static TelegraphException noParts(String what) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "cannot " + what + " jsonb that is no array and no object");
    }
}
