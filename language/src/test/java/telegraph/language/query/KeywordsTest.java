package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Query;

/// Each of PostgreSQL's keywords is read as the same name in quotes is wherever PostgreSQL 15 reads
/// it so. The list is what `pg_get_keywords()` gives there: word, class, whether it is a label
/// without AS.
class KeywordsTest {
    private static final List<String> EVERYWHERE =
            List.of("SELECT t.@, t.@ + 1, f(t.@) FROM t", "SELECT 1 AS @, 2 AS @ FROM t");

    private static final List<String> AS_COLUMN =
            List.of(
                    "SELECT @ FROM t",
                    "SELECT 1 + @, @ + 1, (@ - 5) > 0, -@, f(@), date_trunc('month', @), a[@] FROM t",
                    "SELECT a FROM t WHERE @ = 1 AND 0 < @ AND @ IN (1, @) AND NOT @ > 1",
                    "SELECT @, sum(@) FROM t GROUP BY @ HAVING max(@) > 0 ORDER BY @ DESC, a LIMIT 1",
                    "SELECT sum(@) OVER (PARTITION BY @ ORDER BY @), a FROM t",
                    "SELECT sum(a) OVER (ORDER BY @ ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
                    "SELECT sum(a) OVER w FROM t WINDOW w AS (ORDER BY @, a RANGE UNBOUNDED PRECEDING)",
                    "SELECT CASE WHEN @ IS NULL THEN @ ELSE @ END, @::int, cast(@ AS date) FROM t",
                    "SELECT a FROM @ JOIN b AS @ ON @.a = b.a, c",
                    "SELECT extract(year FROM @), a BETWEEN @ AND @ FROM (SELECT a FROM t) AS @");

    private static final List<String> AS_LABEL =
            List.of("SELECT 1 @, a @ FROM t", "SELECT sum(a) @, 'x' @, (a) @ FROM t");

    @Test
    void areNamesWherePostgresHasThemForNames() throws IOException {
        List<String> failures = new ArrayList<>();
        Map<String, String> words = words();
        words.forEach((word, kind) -> {
            List<String> forms = new ArrayList<>(EVERYWHERE);
            if (!"RT".contains(kind.substring(0, 1))) {
                forms.addAll(AS_COLUMN);
                if (kind.endsWith("t")) {
                    forms.addAll(AS_LABEL);
                }
            }
            forms.forEach(form -> compare(form, word, failures));
        });
        assertTrue(words.size() > 400, "words: " + words.size());
        assertEquals("", String.join("\n", failures));
    }

    private static void compare(String form, String word, List<String> failures) {
        String bare = form.replace("@", word);
        try {
            Query expected = Statements.query(form.replace("@", '"' + word + '"')).query();
            Query found = Statements.query(bare).query();
            if (!found.equals(expected)) {
                failures.add(bare + " is read as " + QueryWriter.written(found));
            }
        } catch (TelegraphException e) {
            failures.add(bare + ": " + e.getMessage());
        }
    }

    private static Map<String, String> words() throws IOException {
        Map<String, String> words = new TreeMap<>();
        try (InputStream in = KeywordsTest.class.getResourceAsStream("postgresql-keywords.csv")) {
            byte[] bytes = Objects.requireNonNull(in).readAllBytes();
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(","))
                    .forEach(fields -> words.put(fields[0], fields[1] + fields[2]));
        }
        return words;
    }
}
