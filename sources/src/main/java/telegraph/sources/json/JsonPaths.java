package telegraph.sources.json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.FileOptions;

/// Where the rows of a file are, and where the values of its columns, as its options say.
///
/// Threads: any; it never changes.
final class JsonPaths {
    private final RowsPath rows;
    private final Map<String, Place> places = new HashMap<>();

    /// A path from the value of a level.
    private record Place(int level, List<JsonStep> steps) {}

    private JsonPaths(RowsPath rows) {
        this.rows = rows;
    }

    /// @throws TelegraphException of kind INPUT if a path is none that can be followed
    static JsonPaths of(FileOptions options) {
        RowsPath rows =
                RowsPath.of(options.rowsPath())
                        .filter(path ->
                                path.steps().stream().noneMatch(JsonStep.Index.class::isInstance))
                        .orElseThrow(() -> wrongRows(options.rowsPath()));
        JsonPaths paths = new JsonPaths(rows);
        options.paths().forEach((column, path) -> paths.add(column, path, options));
        return paths;
    }

    private static TelegraphException wrongRows(String path) {
        return TelegraphException.input(
                "a path to rows is names, dots and [*], as in '$.data.items': rows=\""
                        + path
                        + "\"");
    }

    private void add(String column, String text, FileOptions options) {
        Set<String> known = options.columns().keySet();
        if (!known.isEmpty() && !known.contains(column)) {
            throw TelegraphException.input(
                    "paths names columns: unknown column \""
                            + column
                            + "\""
                            + Nearest.advice(column, known));
        }
        String what = "column=" + column;
        UpPath up = UpPath.of(text, what);
        List<JsonStep> steps =
                JsonStep.read(up.path())
                        .filter(all -> all.stream().allMatch(JsonPaths::isOne))
                        .orElseThrow(() ->
                                TelegraphException.input(
                                        "a path of a file's column is names and places, as in"
                                                + " '^.id' or 'tags[0]': "
                                                + what
                                                + " path="
                                                + text));
        places.put(column, new Place(rows.level(up, what), steps));
    }

    private static boolean isOne(JsonStep step) {
        return switch (step) {
            case JsonStep.Name _ -> true;
            case JsonStep.Index(int index) -> index >= 0;
            case JsonStep.Each _ -> false;
        };
    }

    RowsPath rows() {
        return rows;
    }

    boolean has(String column) {
        return places.containsKey(column);
    }

    /// What is wanted of each level's value, from the document on; of the last level are the rows.
    ///
    /// @param wanted the columns, by the place each has
    JsonFields[] fields(List<String> wanted) {
        JsonFields[] fields = new JsonFields[rows.levels() + 1];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = new JsonFields();
        }
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.get(i);
            Place place =
                    places.getOrDefault(
                            name, new Place(rows.levels(), List.of(new JsonStep.Name(name))));
            fields[place.level()].add(place.steps(), i);
        }
        return fields;
    }
}
