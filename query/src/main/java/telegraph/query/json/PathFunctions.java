package telegraph.query.json;

import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;

/// What paths of SQL/JSON lead to: `jsonb_path_query` and its like, `@?` and `@@`. The path used
/// last is kept as it was read, since the next row mostly has the same.
///
/// Public because generated code makes instances. Threads: one.
public final class PathFunctions {
    private String lastText;
    private PathReader.Path lastPath;

    private PathReader.Path path(String text) {
        if (!text.equals(lastText)) {
            lastPath = PathReader.read(text);
            lastText = text;
        }
        return lastPath;
    }

    public String all(Allowance allowance, String json, String path) {
        return all(allowance, json, path, "{}", false);
    }

    public String all(Allowance allowance, String json, String path, String variables) {
        return all(allowance, json, path, variables, false);
    }

    /// All items, as an array.
    ///
    /// @param variables an object of what the path names by `$name`; null where each is null
    /// @param silent whether a path that cannot be followed leads to nothing, and does not fail
    public String all(
            Allowance allowance, String json, String path, String variables, Boolean silent) {
        List<JsonValue> items =
                PathRun.items(run(allowance, json, path, variables), path(path).node(), silent)
                        .orElse(List.of());
        return JsonWriter.written(new JsonValue.Elements(items), allowance);
    }

    public String first(Allowance allowance, String json, String path) {
        return first(allowance, json, path, "{}", false);
    }

    public String first(Allowance allowance, String json, String path, String variables) {
        return first(allowance, json, path, variables, false);
    }

    /// The first item, or NULL.
    public String first(
            Allowance allowance, String json, String path, String variables, Boolean silent) {
        return PathRun.items(run(allowance, json, path, variables), path(path).node(), silent)
                .filter(items -> !items.isEmpty())
                .map(items -> JsonWriter.written(items.getFirst(), allowance))
                .orElse(null);
    }

    public Boolean exists(Allowance allowance, String json, String path) {
        return exists(allowance, json, path, "{}", false);
    }

    public Boolean exists(Allowance allowance, String json, String path, String variables) {
        return exists(allowance, json, path, variables, false);
    }

    /// Whether there is an item; NULL if the path fails, and is silent.
    public Boolean exists(
            Allowance allowance, String json, String path, String variables, Boolean silent) {
        return PathRun.exists(run(allowance, json, path, variables), path(path).node(), silent)
                .orElse(null);
    }

    public Boolean existsSilently(Allowance allowance, String json, String path) {
        return exists(allowance, json, path, null, true);
    }

    public Boolean matches(Allowance allowance, String json, String path) {
        return matches(allowance, json, path, "{}", false);
    }

    public Boolean matches(Allowance allowance, String json, String path, String variables) {
        return matches(allowance, json, path, variables, false);
    }

    /// The one item, which is a truth or null.
    public Boolean matches(
            Allowance allowance, String json, String path, String variables, Boolean silent) {
        Optional<List<JsonValue>> items =
                PathRun.items(run(allowance, json, path, variables), path(path).node(), silent);
        if (items.isEmpty()) {
            return null;
        }
        if (items.get().size() == 1 && items.get().getFirst() instanceof JsonValue.Word word) {
            return word == JsonValue.Word.NULL ? null : (Boolean) (word == JsonValue.Word.TRUE);
        }
        if (!silent) {
            throw TelegraphException.of(
                    SqlState.SINGLE_JSON_ITEM_REQUIRED, "a path that is to match is one predicate");
        }
        return null;
    }

    public Boolean matchesSilently(Allowance allowance, String json, String path) {
        return matches(allowance, json, path, null, true);
    }

    private PathRun run(Allowance allowance, String json, String path, String variables) {
        JsonValue given = variables == null ? null : JsonValue.of(variables, allowance);
        if (given != null && !(given instanceof JsonValue.Members)) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE, "the variables of a path are an object");
        }
        return new PathRun(path(path), JsonValue.of(json, allowance), given, allowance);
    }
}
