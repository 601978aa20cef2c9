package telegraph.sources.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A step of a path through JSON (RFC 9535), of those that need no search: a name, a place in an
/// array, or each element of one.
public sealed interface JsonStep {
    /// The member of that name.
    record Name(String name) implements JsonStep {}

    /// The element at that place, from 0 on; from the end on if it is negative.
    record Index(int index) implements JsonStep {}

    /// Each element, `[*]`.
    record Each() implements JsonStep {}

    /// `.name`, `['name']`, `["name"]`, `[0]` and `[*]`.
    Pattern STEP =
            Pattern.compile(
                    "\\.([^.\\[\\]*]+)|\\['([^'\\\\]*)']|\\[\"([^\"\\\\]*)\"]|\\[(-?\\d{1,9})]|\\[\\*]");

    /// The steps of a path from `$`, or of one without it, such as `a.b`; nothing if it has others.
    static Optional<List<JsonStep>> read(String path) {
        String rest = fromRoot(path).substring(1);
        List<JsonStep> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(rest);
        int at = 0;
        while (at < rest.length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                return Optional.empty();
            }
            at = matcher.end();
            steps.add(step(matcher));
        }
        return Optional.of(List.copyOf(steps));
    }

    private static JsonStep step(Matcher matcher) {
        for (int quoting = 1; quoting <= 3; quoting++) {
            if (matcher.group(quoting) != null) {
                return new Name(matcher.group(quoting));
            }
        }
        return matcher.group(4) == null
                ? new Each()
                : new Index(Integer.parseInt(matcher.group(4)));
    }

    /// The same path with its `$`.
    static String fromRoot(String path) {
        String text = path.strip();
        if (text.startsWith("$")) {
            return text;
        }
        return text.isEmpty() || text.startsWith("[") ? "$" + text : "$." + text;
    }
}
