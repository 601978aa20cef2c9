package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Random documents read as a stream against the same documents held whole.
///
/// Strategy: a path of rows with one to three arrays, with names between them; documents grown
/// along it whose members stand in random order, so that what rows want of a parent comes before or
/// behind them, is null, missing, or an object; columns by random paths from each level. The model
/// goes through the tree. Now and then the file is compressed, so that it comes in other pieces,
/// and written over several lines.
///
/// Invariant: the same rows in the same order.
class NestedRowsModelTest {
    private static final int CASES = 300;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @TempDir Path folder;

    private Random random;

    /// A path of rows as steps: names, and "*" for an array's elements.
    private List<String> steps;

    private boolean rowsAreObjects;

    @Test
    void rowsAndWhatTheyHaveOfTheirParentsAreTheModels() throws Exception {
        long seed = System.nanoTime();
        long rows = 0;
        for (int i = 0; i < CASES; i++) {
            rows += check(seed + i);
        }
        assertTrue(rows > CASES, "rows=" + rows);
    }

    private int check(long seed) throws Exception {
        random = new Random(seed);
        steps = steps();
        rowsAreObjects = random.nextInt(4) > 0;
        List<JsonNode> documents = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            documents.add(grown(0));
        }
        Map<String, String> columns = new LinkedHashMap<>();
        Map<String, String> paths = new LinkedHashMap<>();
        int top = steps.getFirst().equals("*") ? 1 : 0;
        int levels = (int) steps.stream().filter("*"::equals).count();
        for (int i = 0; i <= random.nextInt(5); i++) {
            int up = random.nextInt(levels - top + 1);
            paths.put("c" + i, path(up));
            columns.put("c" + i, "TEXT");
        }
        List<List<Object>> expected = new ArrayList<>();
        for (JsonNode document : documents) {
            walk(document, 0, List.of(document), List.copyOf(paths.values()), expected);
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode document : documents) {
            text.append(random.nextBoolean() ? document.toString() : document.toPrettyString());
            text.append('\n');
        }
        String name = write(text.toString());
        Map<String, Object> options =
                Map.of("rows", rowsPath(), "paths", paths, "columns", columns);
        Source source =
                new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                        .open(name, FileFormat.JSON, options);
        assertEquals(
                expected.toString(),
                Table.read(source).rows().toString(),
                "seed=" + seed + " options=" + options + " text=" + text);
        return expected.size();
    }

    private String write(String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) != 0) {
            Files.write(folder.resolve("t.json"), bytes);
            return "t.json";
        }
        try (GZIPOutputStream out =
                        new GZIPOutputStream(Files.newOutputStream(folder.resolve("t.json.gz")));
                InputStream in = new ByteArrayInputStream(bytes)) {
            byte[] piece = new byte[1 + random.nextInt(100)];
            for (int n = in.read(piece); n > 0; n = in.read(piece)) {
                out.write(piece, 0, n);
                out.flush();
            }
        }
        return "t.json.gz";
    }

    private List<String> steps() {
        List<String> all = new ArrayList<>();
        int arrays = 1 + random.nextInt(3);
        for (int i = 0; i < arrays; i++) {
            int names = i == 0 ? 1 + random.nextInt(2) : random.nextInt(3);
            if (i == 0 && random.nextInt(6) == 0) {
                names = 0;
            }
            for (int n = 0; n < names; n++) {
                all.add(NAMES.get(random.nextInt(NAMES.size())));
            }
            all.add("*");
        }
        return all;
    }

    private String rowsPath() {
        StringBuilder path = new StringBuilder("$");
        for (String step : steps) {
            path.append(step.equals("*") ? "[*]" : "." + step);
        }
        return path.toString();
    }

    /// A value from which the steps from `step` on lead to rows.
    private JsonNode grown(int step) {
        if (step == steps.size()) {
            JsonNode row = leaf(2);
            while (row.isObject() != rowsAreObjects && !row.isNull()) {
                row = leaf(2);
            }
            return row;
        }
        if (steps.get(step).equals("*")) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            int size = random.nextInt(4) + (step == 0 ? 1 : 0);
            for (int i = 0; i < size; i++) {
                array.add(grown(step + 1));
            }
            return array;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        List<String> names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        for (String name : names) {
            if (name.equals(steps.get(step))) {
                object.set(name, grown(step + 1));
            } else if (random.nextInt(3) > 0) {
                object.set(name, leaf(2));
            }
        }
        return object;
    }

    private JsonNode leaf(int depth) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> make.nullNode();
            case 1 -> make.numberNode(random.nextInt(100));
            case 2 -> make.stringNode("é" + random.nextInt(100));
            case 3 -> make.booleanNode(random.nextBoolean());
            case 4 -> {
                ArrayNode array = make.arrayNode();
                for (int i = 0; i < random.nextInt(3); i++) {
                    array.add(leaf(depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = make.objectNode();
                for (String name : NAMES) {
                    if (random.nextBoolean()) {
                        object.set(name, leaf(depth - 1));
                    }
                }
                yield object;
            }
        };
    }

    private String path(int up) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < up; i++) {
            path.append(i == 0 ? "^" : ".^");
        }
        int length = up > 0 && random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2);
        for (int i = 0; i < length; i++) {
            if (random.nextInt(5) == 0) {
                path.append('[').append(random.nextInt(2)).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".")
                        .append(NAMES.get(random.nextInt(NAMES.size())));
            }
        }
        return path.toString();
    }

    /// The rows below a value, by the paths.
    ///
    /// @param above the values of the levels, from the document to the current one
    private void walk(
            JsonNode at,
            int step,
            List<JsonNode> above,
            List<String> paths,
            List<List<Object>> rows) {
        if (at.isMissingNode() || step < steps.size() && at.isNull()) {
            return;
        }
        if (step == steps.size()) {
            Object[] row = new Object[paths.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(above, paths.get(i));
            }
            rows.add(Arrays.asList(row));
        } else if (steps.get(step).equals("*")) {
            for (JsonNode element : at) {
                List<JsonNode> deeper = new ArrayList<>(above);
                deeper.add(element);
                walk(element, step + 1, deeper, paths, rows);
            }
        } else {
            walk(at.path(steps.get(step)), step + 1, above, paths, rows);
        }
    }

    private static Object value(List<JsonNode> above, String path) {
        int level = above.size() - 1;
        String rest = path;
        while (rest.startsWith("^")) {
            level--;
            rest = rest.startsWith("^.") ? rest.substring(2) : rest.substring(1);
        }
        JsonNode at = above.get(level);
        for (String step : rest.isEmpty() ? new String[0] : rest.split("\\.|(?=\\[)")) {
            if (step.startsWith("[")) {
                at = at.isArray() ? at.path(step.charAt(1) - '0') : at.path("none");
            } else if (!step.isEmpty()) {
                at = at.path(step);
            }
        }
        return at.isMissingNode() || at.isNull()
                ? null
                : at.isString() ? at.stringValue() : at.toString();
    }

    @Test
    void theModelReadsPaths() {
        JsonNode document = JsonMapper.shared().readTree("{\"a\":[{\"b\":[5,6]}],\"c\":{\"d\":1}}");
        JsonNode row = document.path("a").path(0);
        assertEquals("6", value(List.of(document, row), "b[1]"));
        assertEquals("1", value(List.of(document, row), "^.c.d"));
    }
}
