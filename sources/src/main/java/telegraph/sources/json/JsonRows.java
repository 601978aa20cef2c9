package telegraph.sources.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Walks the tokens of a JSON document from row to row.
///
/// Rows are the elements of the array at the top, or the objects that follow each other there, a
/// line each or not. With a path, as `$.data.items[*]`, they are what stands at its end in the one
/// object of the document.
///
/// Threads: one.
final class JsonRows {
    private static final int NAMES_SHOWN = 20;

    private final JsonParser tokens;
    private final List<String> path;
    private final String file;
    private boolean inArray;
    private boolean pathWalked;
    private boolean ended;

    JsonRows(JsonParser tokens, String path, String file) {
        this.tokens = tokens;
        this.path = steps(path);
        this.file = file;
    }

    /// The member names of a path.
    ///
    /// @throws TelegraphException of kind INPUT if it is more than names
    static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        String rest = path.strip();
        rest = rest.startsWith("$") ? rest.substring(1) : rest;
        rest = rest.endsWith("[*]") ? rest.substring(0, rest.length() - 3) : rest;
        for (String step : rest.split("\\.")) {
            if (step.contains("[") || step.contains("*")) {
                throw TelegraphException.input(
                        "a path to rows is names and dots, as in '$.data.items': rows=\""
                                + path
                                + "\"");
            }
            if (!step.isEmpty()) {
                steps.add(step);
            }
        }
        return steps;
    }

    /// Goes to the first token of the next row; false at the end.
    boolean next() {
        if (ended) {
            return false;
        }
        if (!path.isEmpty() && !pathWalked) {
            pathWalked = true;
            walk();
            if (tokens.currentToken() != JsonToken.START_ARRAY) {
                ended = true;
                return true;
            }
            inArray = true;
        }
        while (true) {
            JsonToken token = tokens.nextToken();
            if (token == null) {
                return false;
            }
            if (inArray) {
                if (token != JsonToken.END_ARRAY) {
                    return true;
                }
                inArray = false;
                ended = !path.isEmpty();
                if (ended) {
                    return false;
                }
            } else if (token == JsonToken.START_ARRAY) {
                inArray = true;
            } else {
                return true;
            }
        }
    }

    private void walk() {
        JsonToken token = tokens.nextToken();
        for (String step : path) {
            if (token != JsonToken.START_OBJECT) {
                throw TelegraphException.input(
                        "a path to rows leads through objects: file="
                                + file
                                + " rows=$."
                                + String.join(".", path)
                                + " step="
                                + step
                                + " found="
                                + token);
            }
            token = member(step);
        }
    }

    private JsonToken member(String step) {
        Set<String> seen = new TreeSet<>();
        while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = tokens.currentName();
            JsonToken value = tokens.nextToken();
            if (name.equals(step)) {
                return value;
            }
            if (seen.size() < NAMES_SHOWN) {
                seen.add(name);
            }
            tokens.skipChildren();
        }
        throw TelegraphException.input(
                "a path to rows leads through names that are there: file="
                        + file
                        + " rows=$."
                        + String.join(".", path)
                        + " missing="
                        + step
                        + Nearest.advice(step, seen));
    }
}
