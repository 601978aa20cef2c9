package telegraph.sources.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.ground.TelegraphException;
import telegraph.sources.json.JsonStep;
import telegraph.sources.json.RowsPath;
import tools.jackson.databind.JsonNode;

/// The rows of a page whose columns see what lies around them.
///
/// Threads: one.
final class NestedRows {
    private final RowsPath path;
    private final String page;

    /// For each row the values of all levels, from the page to the row.
    private final List<JsonNode[]> rows = new ArrayList<>();

    /// Whether the path leads to an array, or a row.
    private boolean hasPlace;

    /// @param page for messages
    NestedRows(RowsPath path, JsonNode root, String page) {
        this.path = path;
        this.page = page;
        JsonNode[] levels = new JsonNode[path.levels() + 1];
        walk(root, 0, 0, levels);
    }

    private void walk(JsonNode at, int step, int level, JsonNode[] levels) {
        List<JsonStep> steps = path.steps();
        if (step == 0 || steps.get(step - 1) instanceof JsonStep.Each) {
            levels[level] = at;
        }
        if (step == steps.size()) {
            rows.add(Arrays.copyOf(levels, levels.length));
            return;
        }
        if (at.isMissingNode()) {
            return;
        }
        boolean last = step == steps.size() - 1;
        hasPlace |= last;
        if (at.isNull()) {
            return;
        }
        if (!(steps.get(step) instanceof JsonStep.Each)) {
            walk(JsonPath.follow(steps.get(step), at), step + 1, level, levels);
        } else if (at.isArray()) {
            for (JsonNode element : at) {
                walk(element, step + 1, level + 1, levels);
            }
        } else if (last) {
            walk(at, step + 1, level + 1, levels);
        } else {
            throw TelegraphException.input(
                    "a [*] of a path to rows is of an array: rows="
                            + path
                            + " found="
                            + at.getNodeType()
                            + " "
                            + page);
        }
    }

    int count() {
        return rows.size();
    }

    boolean hasPlace() {
        return hasPlace;
    }

    /// The value of a level around a row.
    JsonNode at(int row, int level) {
        return rows.get(row)[level];
    }
}
