package telegraph.bench.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One of the 22 queries, as the generator's library has it, with its answer at scale 0.01.
///
/// A view that a query makes first is a common table expression here, so that one statement asks
/// it; dates and numbers are plain literals, and no name is a word that some peer reserves.
public record TpchQuery(int number, String sql, List<String[]> answer) {
    public static final int COUNT = 22;
    private static final String VIEW = "CREATE OR REPLACE VIEW ";

    public static List<TpchQuery> all() throws IOException {
        List<TpchQuery> all = new ArrayList<>();
        for (int number = 1; number <= COUNT; number++) {
            all.add(of(number));
        }
        return List.copyOf(all);
    }

    public static TpchQuery of(int number) throws IOException {
        String sql =
                withoutComments(text("q" + number + ".sql"))
                        .replaceAll("(?i)\\bdate\\(('[^']*')\\)", "DATE $1")
                        .replaceAll("(?i)\\bdecimal '([^']*)'", "$1")
                        .replaceAll("\\bvalue\\b", "worth");
        return new TpchQuery(number, oneStatement(sql), rows(text("q" + number + ".result")));
    }

    public String name() {
        return "Q" + number;
    }

    private static String text(String name) throws IOException {
        try (InputStream in =
                TpchQuery.class.getResourceAsStream("/io/trino/tpch/queries/" + name)) {
            if (in == null) {
                throw new IOException("the library of TPC-H lacks a file: name=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String withoutComments(String text) {
        return String.join("\n", text.lines().filter(line -> !line.startsWith("--")).toList())
                .strip();
    }

    private static String oneStatement(String sql) {
        String text = sql.endsWith(";") ? sql.substring(0, sql.length() - 1) : sql;
        if (!text.startsWith(VIEW)) {
            return text;
        }
        int as = text.indexOf(" AS");
        int end = text.indexOf(';');
        return "WITH "
                + text.substring(VIEW.length(), as)
                + " AS ("
                + text.substring(as + " AS".length(), end)
                + ")"
                + text.substring(end + 1);
    }

    private static List<String[]> rows(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("--") && !line.isBlank())
                .map(line -> line.endsWith("|") ? line.substring(0, line.length() - 1) : line)
                .map(line -> Arrays.stream(line.split("\\|", -1)).toArray(String[]::new))
                .toList();
    }
}
