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
/// @param line where its query begins in the file
/// @param state the code of the failure expected, or ""
/// @param steps what several sessions do after the query, or null
record Script(
        int line,
        Map<String, String> files,
        String query,
        List<String> rows,
        boolean ordered,
        String error,
        String state,
        List<Steps.Step> steps) {
    private record Section(int line, String name, String text) {}

    /// The scripts of a file, one for each query; they share its files.
    static List<Script> read(Path file) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        List<List<Section>> scripts = new ArrayList<>();
        for (Section section : sections(file)) {
            if (section.name.startsWith("file ")) {
                files.put(section.name.substring(5).strip(), section.text);
                continue;
            }
            if (section.name.equals("query")) {
                scripts.add(new ArrayList<>());
            }
            if (scripts.isEmpty()) {
                throw new IOException("a script begins with its query: " + file);
            }
            scripts.getLast().add(section);
        }
        List<Script> all = new ArrayList<>();
        for (List<Section> sections : scripts) {
            all.add(of(files, sections, file));
        }
        return all;
    }

    private static List<Section> sections(Path file) throws IOException {
        List<Section> sections = new ArrayList<>();
        String name = "";
        int begun = 0;
        int at = 0;
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(file)) {
            at++;
            if (line.startsWith("== ")) {
                sections.add(new Section(begun, name, text.toString()));
                begun = at;
                name = line.substring(3).strip();
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        sections.add(new Section(begun, name, text.toString()));
        return sections.subList(1, sections.size());
    }

    private static Script of(Map<String, String> files, List<Section> sections, Path file)
            throws IOException {
        if (sections.size() != 2) {
            throw new IOException("a query has rows, an error or steps: " + file);
        }
        int line = sections.getFirst().line;
        String query = sections.getFirst().text.strip();
        String name = sections.getLast().name;
        String text = sections.getLast().text;
        if (name.equals("rows") || name.equals("rows ordered")) {
            List<String> rows = text.lines().toList();
            return new Script(line, files, query, rows, name.endsWith("ordered"), null, "", null);
        }
        if (name.equals("error") || name.startsWith("error ")) {
            String state = name.substring("error".length()).strip();
            return new Script(line, files, query, null, false, text.strip(), state, null);
        }
        if (name.equals("steps")) {
            return new Script(line, files, query, null, false, null, "", Steps.read(text));
        }
        throw new IOException("a section is file, query, rows, error or steps: " + name);
    }

    /// Replaces the outcomes of the steps in the file by those that came.
    void rewriteSteps(Path file, String came) throws IOException {
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.indexOf("== steps")) + "== steps\n" + came);
    }

    /// Replaces the expected answers in the file by those that came.
    static void rewrite(Path file, List<Script> scripts, List<Answer> answers) throws IOException {
        StringBuilder text = new StringBuilder();
        boolean expected = false;
        int answered = 0;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("== ")) {
                expected = line.startsWith("== rows") || line.startsWith("== error");
                if (expected) {
                    scripts.get(answered).append(answers.get(answered), text);
                    answered++;
                }
            }
            if (!expected) {
                text.append(line).append('\n');
            }
        }
        Files.writeString(file, text);
    }

    private void append(Answer answer, StringBuilder text) {
        if (answer.error() != null) {
            text.append("== error ").append(answer.cause().state().code()).append('\n');
            text.append(answer.error()).append('\n');
        } else {
            text.append(ordered ? "== rows ordered\n" : "== rows\n");
            answer.rows().forEach(row -> text.append(row).append('\n'));
        }
    }
}
