package telegraph.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The rules of style.md that a program can check, over every file of the tree.
class TidyTest {
    /// What must not stand in a source file, and what to do instead. Each is put together from
    /// parts so that this file does not break its own rule.
    private static final Map<Pattern, String> BANNED_TEXT =
            Map.of(
                    Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX:)"),
                    "do it, or open an issue",
                    Pattern.compile("not (yet )?impl" + "emented", Pattern.CASE_INSENSITIVE),
                    "leave it out until it is there",
                    Pattern.compile("@auth" + "or"),
                    "the history knows",
                    Pattern.compile("printStack" + "Trace\\(\\)"),
                    "say what went wrong, or pass it on",
                    Pattern.compile("@Dis" + "abled\\b"),
                    "mend the test or delete it");

    /// MetaData is a word of JDBC.
    private static final Pattern BANNED_NAME =
            Pattern.compile(
                    ".*(Impl|Helper|Utils?|Processor|Service|Wrapper|Info|(?<!Meta)Data|Base|2)"
                            + "|(My|New)[A-Z].*"
                            + "|(?!.*server).*Handler");

    private static final Pattern COMMENTED_CODE =
            Pattern.compile("\\s*//(?!/)\\s*[\\w.\\[\\]<>]+[ (.=].*[;{]\\s*");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final long FILE_BYTES_MAX = 1 << 20;

    /// The most classes of a package.
    private static final int CLASSES_MAX = 25;

    @Test
    void nothingIsLeftToDo() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".java", ".md", "pom.xml", "/telegraph", ".sql", ".test")) {
            List<String> lines = Tree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                for (Map.Entry<Pattern, String> banned : BANNED_TEXT.entrySet()) {
                    if (banned.getKey().matcher(lines.get(i)).find()) {
                        faults.add(at(file, i) + lines.get(i).strip() + ": " + banned.getValue());
                    }
                }
            }
        }
        none(faults);
    }

    @Test
    void noCodeIsCommentedOut() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".java")) {
            List<String> lines = Tree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (COMMENTED_CODE.matcher(lines.get(i)).matches()) {
                    faults.add(at(file, i) + lines.get(i).strip());
                }
            }
        }
        none(faults);
    }

    @Test
    void packagesAreFewClasses() {
        Map<String, Integer> classes = new TreeMap<>();
        for (Path file : Tree.files(".java")) {
            String folder = Tree.root().relativize(file).getParent().toString();
            if (folder.contains("src/main/") && !file.endsWith("package-info.java")) {
                classes.merge(folder, 1, Integer::sum);
            }
        }
        assertTrue(classes.size() > 50, () -> "found: " + classes);
        classes.values().removeIf(count -> count <= CLASSES_MAX);
        assertEquals(Map.of(), classes);
    }

    @Test
    void namesSayWhatDiffers() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".java")) {
            String name = file.getFileName().toString().replace(".java", "");
            if (BANNED_NAME.matcher(name).matches()) {
                faults.add(Tree.name(file) + ": see docs/style.md, Naming");
            }
        }
        none(faults);
    }

    @Test
    void everyPackageSaysWhatItIs() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".java")) {
            if (Tree.name(file).contains("src/main/java")
                    && !Files.exists(file.resolveSibling("package-info.java"))) {
                faults.add(Tree.name(file.getParent()) + ": no package-info.java");
            }
        }
        none(faults.stream().distinct().toList());
    }

    @Test
    void everyClassBeginsWithWhatItIs() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".java")) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!Tree.name(file).contains("src/main/java") || name.endsWith("-info")) {
                continue;
            }
            List<String> lines = Tree.lines(file);
            Pattern declared =
                    Pattern.compile(
                            "^(public |final |sealed |abstract |non-sealed )*"
                                    + "(class|record|enum|interface|@interface) "
                                    + name
                                    + "\\b.*");
            for (int i = 1; i < lines.size(); i++) {
                if (declared.matcher(lines.get(i)).matches()) {
                    int above = i - 1;
                    while (lines.get(above).startsWith("@")) {
                        above--;
                    }
                    if (!lines.get(above).startsWith("///")) {
                        faults.add(at(file, i) + "no sentence on what it is");
                    }
                }
            }
        }
        none(faults);
    }

    @Test
    void linksLeadSomewhere() {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files(".md")) {
            List<String> lines = Tree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                Matcher link = LINK.matcher(lines.get(i));
                while (link.find()) {
                    String target = link.group(1).replaceFirst("#.*", "");
                    if (!target.isEmpty()
                            && !target.matches("[a-z]+:.*")
                            && !Files.exists(file.resolveSibling(target))) {
                        faults.add(at(file, i) + link.group(1));
                    }
                }
            }
        }
        none(faults);
    }

    @Test
    void filesAreSmallButTheDataOfTheDemonstration() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path file : Tree.files("")) {
            if (Files.size(file) > FILE_BYTES_MAX && !Tree.name(file).startsWith("examples/")) {
                faults.add(Tree.name(file) + ": bytes=" + Files.size(file));
            }
        }
        none(faults);
    }

    /// Prints the longest files, for a reviewer to look at; fails for none.
    @Test
    void theLongestFilesAreShown() {
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (Path file : Tree.files(".java")) {
            lines.put(Tree.name(file), Tree.lines(file).size());
        }
        assertTrue(lines.size() > 100, "the tree was not found: files=" + lines.size());
        lines.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(10)
                .forEach(e -> System.out.println(e.getValue() + " " + e.getKey()));
    }

    private static String at(Path file, int line) {
        return Tree.name(file) + ":" + (line + 1) + ": ";
    }

    private static void none(List<String> faults) {
        assertEquals("", String.join("\n", faults));
    }
}
