package telegraph.query.json;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The path to a part of JSON, written as an array of texts: `{a,0,"b c"}`.
final class JsonPath {
    private JsonPath() {}

    static List<String> steps(String path) {
        String text = path.strip();
        if (!text.startsWith("{") || !text.endsWith("}") || text.length() < 2) {
            throw malformed(path);
        }
        List<String> steps = new ArrayList<>();
        int end = text.length() - 1;
        for (int at = 1; at < end; at++) {
            StringBuilder step = new StringBuilder();
            boolean quoted = false;
            boolean within = false;
            for (; at < end && (within || text.charAt(at) != ','); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    quoted = true;
                    within = !within;
                } else if (c == '\\' && at + 1 < end) {
                    step.append(text.charAt(++at));
                } else if (!within && (c == '{' || c == '}')) {
                    throw malformed(path);
                } else {
                    step.append(c);
                }
            }
            String written = quoted ? step.toString() : step.toString().strip();
            if (within || !quoted && written.isEmpty() || at == end - 1) {
                throw malformed(path);
            }
            if (!quoted && written.equalsIgnoreCase("null")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a path has no NULL in it: \"" + path + "\"");
            }
            steps.add(written);
        }
        return steps;
    }

    /// The index that a step is, or null if it is none.
    static Long index(String step) {
        return step.matches("[-+]?\\d{1,9}") ? Long.valueOf(step) : null;
    }

    private static TelegraphException malformed(String path) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "a path is elements in braces, such as {a,0,b}: \"" + path + "\"");
    }
}
