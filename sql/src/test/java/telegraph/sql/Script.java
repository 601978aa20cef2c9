package telegraph.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One script test, as read from its file.
///
/// @param state the code of the failure expected, or ""
/// @param steps what several sessions do after the query, or null
record Script(
        Map<String, String> files,
        String query,
        List<String> rows,
        boolean ordered,
        String error,
        String state,
        List<Steps.Step> steps) {
    static Script read(Path file) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        String name = "";
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("== ")) {
                sections.put(name, text.toString());
                name = line.substring(3).strip();
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        sections.put(name, text.toString());
        Map<String, String> files = new LinkedHashMap<>();
        String query = null;
        List<String> rows = null;
        boolean ordered = false;
        String error = null;
        String state = "";
        List<Steps.Step> steps = null;
        for (Map.Entry<String, String> section : sections.entrySet()) {
            switch (section.getKey()) {
                case "" -> {}
                case "query" -> query = section.getValue().strip();
                case "rows", "rows ordered" -> {
                    rows = new ArrayList<>(section.getValue().stripTrailing().lines().toList());
                    ordered = section.getKey().endsWith("ordered");
                }
                case "error" -> error = section.getValue().strip();
                case "steps" -> steps = Steps.read(section.getValue());
                default -> {
                    if (section.getKey().startsWith("error ")) {
                        state = section.getKey().substring(6).strip();
                        error = section.getValue().strip();
                        continue;
                    }
                    if (!section.getKey().startsWith("file ")) {
                        throw new IOException(
                                "a section is file, query, rows, error or steps: "
                                        + section.getKey());
                    }
                    files.put(section.getKey().substring(5).strip(), section.getValue());
                }
            }
        }
        int ends = (rows == null ? 0 : 1) + (error == null ? 0 : 1) + (steps == null ? 0 : 1);
        if (query == null || ends != 1) {
            throw new IOException("a script has a query, and rows, an error or steps: " + file);
        }
        return new Script(files, query, rows, ordered, error, state, steps);
    }

    /// Replaces the outcomes of the steps in the file by those that came.
    void rewriteSteps(Path file, String came) throws IOException {
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.indexOf("== steps")) + "== steps\n" + came);
    }

    /// Replaces the expected answer in the file by the one that came.
    void rewrite(Path file, Answer answer) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("== rows") || line.startsWith("== error")) {
                break;
            }
            text.append(line).append('\n');
        }
        if (answer.error() != null) {
            text.append("== error ").append(answer.cause().state().code()).append('\n');
            text.append(answer.error()).append('\n');
        } else {
            text.append(ordered ? "== rows ordered\n" : "== rows\n");
            answer.rows().forEach(row -> text.append(row).append('\n'));
        }
        Files.writeString(file, text);
    }
}
