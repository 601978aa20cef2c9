package telegraph.sources.http;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.Jackson3MappingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// A compiled JSONPath (RFC 9535).
///
/// Paths of names and indices alone, which are nearly all, are followed directly; filters,
/// wildcards and descents are left to the json-path library, loaded when the first one appears.
///
/// Threads: any.
final class JsonPath {
    private static final Pattern STEP =
            Pattern.compile(
                    "\\.([^.\\[\\]*?()@'\"]+)|\\['([^'\\\\]*)']|\\[\"([^\"\\\\]*)\"]|\\[(-?\\d{1,9})]");

    private sealed interface Step {}

    private record Name(String name) implements Step {}

    private record Index(int index) implements Step {}

    private final List<Step> steps;
    private final Library library;

    private JsonPath(List<Step> steps, Library library) {
        this.steps = steps;
        this.library = library;
    }

    /// @param text a path from `$`, or one without it, such as `a.b`
    static JsonPath compile(String text, String what) {
        String path = text.strip();
        if (!path.startsWith("$")) {
            path = path.startsWith("[") ? "$" + path : "$." + path;
        }
        String rest = path.substring(1);
        if (rest.endsWith("[*]") && rest.indexOf('*') == rest.length() - 2) {
            rest = rest.substring(0, rest.length() - 3); // rows are an array's elements anyway
        }
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(rest);
        int at = 0;
        while (at < rest.length() && matcher.find(at) && matcher.start() == at) {
            at = matcher.end();
            if (matcher.group(4) != null) {
                steps.add(new Index(Integer.parseInt(matcher.group(4))));
            } else {
                String name = matcher.group(1);
                name = name != null ? name : matcher.group(2);
                steps.add(new Name(name != null ? name : matcher.group(3)));
            }
        }
        if (at == rest.length()) {
            return new JsonPath(List.copyOf(steps), null);
        }
        return new JsonPath(List.of(), Library.compile(path, what));
    }

    /// The name that the path ends with, for messages and nearness; "" if it has none.
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Step step : steps) {
            if (step instanceof Name name) {
                names.add(name.name);
            }
        }
        return names;
    }

    /// What the path leads to; a missing node if nothing.
    JsonNode find(JsonNode root) {
        if (library != null) {
            return library.find(root);
        }
        JsonNode node = root;
        for (Step step : steps) {
            node =
                    switch (step) {
                        case Name name -> node.path(name.name);
                        case Index i -> node.path(i.index < 0 ? node.size() + i.index : i.index);
                    };
        }
        return node;
    }

    /// What the path leads to; the only match of a path that could have many is the match itself.
    JsonNode findOne(JsonNode root) {
        JsonNode node = find(root);
        return library != null && !library.path.isDefinite() && node.isArray() && node.size() == 1
                ? node.get(0)
                : node;
    }

    /// The library's part, in a class of its own so that it is loaded only if needed.
    private record Library(com.jayway.jsonpath.JsonPath path, Configuration configuration) {
        static Library compile(String text, String what) {
            try {
                return new Library(
                        com.jayway.jsonpath.JsonPath.compile(text),
                        Configuration.builder()
                                .jsonProvider(new Jackson3JsonNodeJsonProvider())
                                .mappingProvider(new Jackson3MappingProvider())
                                .options(Option.SUPPRESS_EXCEPTIONS)
                                .build());
            } catch (InvalidPathException e) {
                throw TelegraphException.input(
                        "a JSONPath is needed: "
                                + what
                                + " path="
                                + text
                                + " ("
                                + e.getMessage()
                                + ")",
                        e);
            }
        }

        JsonNode find(JsonNode root) {
            Object found = path.read((Object) root, configuration);
            if (!(found instanceof JsonNode node)) {
                return MissingNode.getInstance();
            }
            // Such a path yields an array of all it matches.
            if (!path.isDefinite() && node.isEmpty()) {
                return MissingNode.getInstance();
            }
            return node;
        }
    }
}
