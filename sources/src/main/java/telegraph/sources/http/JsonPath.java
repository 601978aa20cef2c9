package telegraph.sources.http;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.Jackson3MappingProvider;
import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.sources.json.JsonStep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// A compiled JSONPath (RFC 9535).
///
/// Paths of names and indices alone, which are nearly all, are followed directly; filters,
/// wildcards and descents are left to the json-path library, loaded when the first one appears.
///
/// Threads: any.
final class JsonPath {
    /// Signs by which a name may be a filter or a function.
    private static final String OF_SEARCH = "?()@'\"";

    private final List<JsonStep> steps;
    private final Library library;

    private JsonPath(List<JsonStep> steps, Library library) {
        this.steps = steps;
        this.library = library;
    }

    /// @param text a path from `$`, or one without it, such as `a.b`
    static JsonPath compile(String text, String what) {
        String path = JsonStep.fromRoot(text);
        // Rows are an array's elements anyway.
        String one =
                path.endsWith("[*]") && path.indexOf('*') == path.length() - 2
                        ? path.substring(0, path.length() - 3)
                        : path;
        Optional<List<JsonStep>> steps =
                JsonStep.read(one).filter(all -> all.stream().noneMatch(JsonPath::isSearch));
        return steps.isPresent()
                ? new JsonPath(steps.get(), null)
                : new JsonPath(List.of(), Library.compile(path, what));
    }

    private static boolean isSearch(JsonStep step) {
        return switch (step) {
            case JsonStep.Name(String name) ->
                    name.chars().anyMatch(c -> OF_SEARCH.indexOf(c) >= 0);
            case JsonStep.Index _ -> false;
            case JsonStep.Each _ -> true;
        };
    }

    /// What the path leads to; a missing node if nothing.
    JsonNode find(JsonNode root) {
        if (library != null) {
            return library.find(root);
        }
        JsonNode node = root;
        for (JsonStep step : steps) {
            node = follow(step, node);
        }
        return node;
    }

    /// What a step that is no `[*]` leads to; a missing node if nothing.
    static JsonNode follow(JsonStep step, JsonNode from) {
        return switch (step) {
            case JsonStep.Name(String name) -> from.path(name);
            case JsonStep.Index(int index) -> from.path(index < 0 ? from.size() + index : index);
            case JsonStep.Each _ -> throw new IllegalStateException("one value");
        };
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
