package telegraph.sources.http;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;
import telegraph.sources.json.RowsPath;
import telegraph.sources.json.UpPath;
import telegraph.sources.text.ArrayElements;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// Pages of JSON: rows where the path `rows` leads (an array's elements, or the one object there),
/// columns by a path from the row or by name.
///
/// A column of type TEXT takes objects and arrays as their JSON text.
final class JsonPages implements PageFormat {
    private final Spec spec;
    private final JsonPath rows;
    private final JsonPath[] paths;

    /// By column the level of its path, as [RowsPath] counts.
    private final int[] levels;

    /// The path of rows if a column sees above them, or null.
    private final RowsPath nested;

    private final int[] positions;
    private final Map<Mark, JsonPath> marks = new EnumMap<>(Mark.class);
    private final ObjectReader reader;

    JsonPages(Spec spec) {
        this.spec = spec;
        this.rows = JsonPath.compile(spec.rows().isEmpty() ? "$" : spec.rows(), "option=rows");
        this.paths = new JsonPath[spec.fields().size()];
        this.levels = new int[paths.length];
        this.positions = new int[paths.length];
        boolean goesUp = spec.fields().stream().anyMatch(f -> f.path().strip().startsWith("^"));
        this.nested = goesUp ? nested(spec) : null;
        int position = 0;
        boolean exact = false;
        for (int i = 0; i < paths.length; i++) {
            Field field = spec.fields().get(i);
            if (!field.path().isEmpty()) {
                String what = "source=" + spec.source() + " column=" + field.name();
                UpPath up = UpPath.of(field.path(), what);
                paths[i] = JsonPath.compile(up.path(), what);
                levels[i] = nested == null ? 0 : nested.level(up, what);
            }
            positions[i] = field.echoed() ? -1 : position++;
            exact |= field.element().orElse(field.type()).kind() == Type.Kind.DECIMAL;
        }
        spec.marks().forEach((m, p) -> marks.put(m, JsonPath.compile(p, "option=" + m)));
        JsonMapper mapper =
                JsonMapper.builder()
                        .configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, exact)
                        .configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, true)
                        .build();
        this.reader = mapper.readerFor(JsonNode.class);
    }

    private static RowsPath nested(Spec spec) {
        return RowsPath.of(spec.rows())
                .orElseThrow(() ->
                        TelegraphException.input(
                                "a ^ needs rows by names, places and [*] alone: source="
                                        + spec.source()
                                        + " rows="
                                        + spec.rows()));
    }

    @Override
    public Rows open(HttpPage page) {
        if (page.looksLikeMarkup()) {
            throw TelegraphException.input(
                    "JSON is needed and the page is HTML or XML: "
                            + page.shown()
                            + " starts=\""
                            + page.excerpt()
                            + "\". Check the option url, or set format = 'html'.");
        }
        if (page.body().length == 0) {
            throw TelegraphException.input("JSON is needed and the page is empty: " + page.shown());
        }
        JsonNode root;
        try {
            root =
                    page.charset().filter(c -> !c.name().startsWith("UTF-")).isPresent()
                            ? reader.readValue(new String(page.body(), page.charset().get()))
                            : reader.readValue(page.body());
        } catch (JacksonException e) {
            TokenStreamLocation where = e.getLocation();
            throw TelegraphException.input(
                    (e instanceof StreamConstraintsException
                                    ? "JSON is larger than is read: "
                                    : "JSON is needed and the page is none: ")
                            + page.shown()
                            + (where == null
                                    ? ""
                                    : " line="
                                            + where.getLineNr()
                                            + " column="
                                            + where.getColumnNr())
                            + " cause="
                            // The parser quotes parts of the page; the start of it says enough.
                            + e.getOriginalMessage().replaceAll("'[^']*'", "'…'")
                            + " starts=\""
                            + page.excerpt()
                            + "\"",
                    e);
        }
        return nested == null
                ? new Tree(root, rows.find(root), null)
                : new Tree(root, root, new NestedRows(nested, root, page.shown()));
    }

    /// The parsed page.
    private final class Tree implements Rows {
        private final JsonNode root;
        private final JsonNode place;

        /// The rows if columns see above them, or null.
        private final NestedRows around;

        Tree(JsonNode root, JsonNode place, NestedRows around) {
            this.root = root;
            this.place = place;
            this.around = around;
        }

        @Override
        public int count() {
            if (around != null) {
                return around.count();
            }
            if (place.isArray()) {
                return place.size();
            }
            return hasPlace() && !place.isNull() ? 1 : 0;
        }

        @Override
        public boolean fill(int row, int[] fields, Object[] values) throws Unfit {
            JsonNode node = row(row);
            if (node.isNull()) {
                return false;
            }
            for (int f : fields) {
                Field field = spec.fields().get(f);
                JsonNode value = cell(row, node, f, field);
                try {
                    values[f] =
                            field.element().isPresent()
                                    ? array(field.element().get(), value)
                                    : value(field.type(), value);
                } catch (Unfit e) {
                    throw e.in(f);
                }
            }
            return true;
        }

        private JsonNode row(int row) {
            if (around != null) {
                return around.at(row, nested.levels());
            }
            return place.isArray() ? place.get(row) : place;
        }

        private JsonNode cell(int number, JsonNode row, int f, Field field) {
            if (paths[f] != null) {
                return paths[f].findOne(around == null ? row : around.at(number, levels[f]));
            }
            if (row.isArray()) {
                return row.path(positions[f]);
            }
            JsonNode exact = row.path(field.name());
            return exact.isMissingNode() ? ignoringCase(row, field.name()) : exact;
        }

        /// An array as its text; its elements are values alone.
        private Object array(Type element, JsonNode node) throws Unfit {
            if (node.isMissingNode() || node.isNull()) {
                return null;
            }
            if (!node.isArray()) {
                throw new Unfit(node.toString());
            }
            List<Object> values = new ArrayList<>();
            for (JsonNode one : node) {
                if (!one.isValueNode()) {
                    throw new Unfit(one.toString());
                }
                values.add(value(element, one));
            }
            return ArrayElements.of(values);
        }

        private Object value(Type type, JsonNode node) throws Unfit {
            return switch (node.getNodeType()) {
                case MISSING, NULL -> null;
                case NUMBER -> number(type, node);
                case STRING -> {
                    String text = node.stringValue();
                    yield spec.nulls().contains(text) ? null : RequestTexts.value(type, text);
                }
                case BOOLEAN ->
                        switch (type.kind()) {
                            case BOOLEAN -> node.booleanValue();
                            case TEXT -> node.toString();
                            default -> throw new Unfit(node.toString());
                        };
                default -> {
                    if (type.kind() != Type.Kind.TEXT) {
                        throw new Unfit(node.toString());
                    }
                    yield node.toString();
                }
            };
        }

        private static Object number(Type type, JsonNode node) throws Unfit {
            switch (type.kind()) {
                case INTEGER -> {
                    if (node.isIntegralNumber() && node.canConvertToInt()) {
                        return node.intValue();
                    }
                }
                case BIGINT -> {
                    if (node.isIntegralNumber() && node.canConvertToLong()) {
                        return node.longValue();
                    }
                }
                case DOUBLE -> {
                    return node.doubleValue();
                }
                case TEXT -> {
                    return node.asString();
                }
                default -> {}
            }
            BigDecimal exact = node.decimalValue();
            return RequestTexts.value(type, exact);
        }

        private static JsonNode ignoringCase(JsonNode row, String name) {
            for (String key : row.propertyNames()) {
                if (key.equalsIgnoreCase(name)) {
                    return row.path(key);
                }
            }
            return row.path(name);
        }

        @Override
        public Optional<String> mark(Mark mark) {
            JsonPath path = marks.get(mark);
            if (path == null) {
                return Optional.empty();
            }
            JsonNode node = path.findOne(root);
            return node.isMissingNode() || node.isNull() || node.isContainer()
                    ? Optional.empty()
                    : Optional.of(node.asString());
        }

        @Override
        public boolean hasPlace() {
            return around == null ? !place.isMissingNode() : around.hasPlace();
        }

        @Override
        public String advice() {
            List<String> names = new ArrayList<>();
            names(root, "$", names, new HashMap<>());
            return "no rows at \""
                    + spec.rows()
                    + "\""
                    + Nearest.advice(spec.rows(), names)
                    + " Check the option rows.";
        }

        /// Paths of the page's first two levels.
        private static void names(
                JsonNode node, String path, List<String> names, Map<String, Boolean> seen) {
            for (String key : node.propertyNames()) {
                String at = path + "." + key;
                if (names.size() < 20 && seen.put(at, true) == null) {
                    names.add(at);
                    if (path.equals("$")) {
                        names(node.path(key), at, names, seen);
                    }
                }
            }
        }
    }
}
