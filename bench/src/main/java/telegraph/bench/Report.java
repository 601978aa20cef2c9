package telegraph.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What a measurement found: tables for people, and a line for each goal for programs.
final class Report {
    private final String name;
    private final String part;
    private final boolean quick;
    private final StringBuilder text = new StringBuilder();
    private final List<String> goals = new ArrayList<>();

    Report(String name, boolean quick) {
        this(name, "", quick);
    }

    /// @param part which part of it alone is measured, or ""
    Report(String name, String part, boolean quick) {
        this.name = name;
        this.part = part;
        this.quick = quick;
    }

    /// Begins a table.
    void section(String title, String explanation, String... columns) {
        line("\n## " + title + "\n\n" + explanation + "\n");
        line("| " + String.join(" | ", columns) + " |");
        line("|" + "---|".repeat(columns.length));
    }

    /// A paragraph after a table.
    void note(String text) {
        line("\n" + text);
    }

    void row(Object... values) {
        List<String> cells = Arrays.stream(values).map(Report::cell).toList();
        line("| " + String.join(" | ", cells) + " |");
    }

    private static String cell(Object value) {
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%.2f", number)
                : String.valueOf(value);
    }

    private void line(String line) {
        text.append(line).append('\n');
        System.out.println(line);
    }

    /// A goal that is met by at most `bound`.
    void atMost(String goal, double measured, double bound) {
        goal(goal, measured, "<=" + number(bound), measured <= bound);
    }

    /// A goal that is met by at least `bound`.
    void atLeast(String goal, double measured, double bound) {
        goal(goal, measured, ">=" + number(bound), measured >= bound);
    }

    private void goal(String goal, double measured, String bound, boolean met) {
        goals.add(
                "goal "
                        + name
                        + "."
                        + goal
                        + " measured "
                        + number(measured)
                        + " bound "
                        + bound
                        + (met ? " met" : " missed")
                        + (quick ? " quick" : ""));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.3f", value);
    }

    /// Writes the result file and prints the goals last.
    void finish() throws IOException {
        String only = part.isEmpty() ? "" : " --only " + part;
        String command = "./telegraph bench " + name + only + (quick ? " --quick" : "");
        String machine =
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.arch")
                        + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " processors, Java "
                        + Runtime.version();
        String head =
                "# " + name + "\n\n- command: `" + command + "`\n- machine: " + machine + "\n";
        String lines = "\n## Goals\n\n```\n" + String.join("\n", goals) + "\n```\n";
        Path directory = Files.createDirectories(Path.of("bench", "results"));
        String suffix = part.isEmpty() ? "" : "-" + part;
        String file = name + suffix + (quick ? "-quick" : "") + "-" + LocalDate.now() + ".md";
        Files.writeString(directory.resolve(file), head + text + lines);
        System.out.println();
        goals.forEach(System.out::println);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
