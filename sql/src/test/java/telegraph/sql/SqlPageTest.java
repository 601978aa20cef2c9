package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.language.ast.Statement;
import telegraph.language.grammar.StatementParser;
import telegraph.sql.listing.Keywords;

/// The documentation of statements has those that there are, and no other.
///
/// What it documents is what stands in its blocks of SQL and between backticks, as the words in
/// capitals: `CREATE [UNIQUE] INDEX` is `CREATE UNIQUE INDEX`. What there is are the records of
/// [Statement], whose names are their words: `DropTable` is `DROP TABLE`.
class SqlPageTest {
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NO_WORDS = Pattern.compile("--.*|'[^']*'");
    private static final Pattern WORD = Pattern.compile("\\b[A-Z][A-Z_]*\\b");
    private static final Pattern CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    /// First words that are others' names.
    private static final Map<String, String> OTHERS =
            Map.of(
                    "WITH", "SELECT",
                    "VALUES", "SELECT",
                    "TABLE", "SELECT",
                    "DESC", "DESCRIBE",
                    "START", "BEGIN",
                    "END", "COMMIT",
                    "ABORT", "ROLLBACK");

    private String page;
    private List<List<String>> blocks;
    private List<List<String>> all;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("..", "docs", "sql.md"));
        blocks =
                BLOCK.matcher(page)
                        .results()
                        .flatMap(block ->
                                statements(NO_WORDS.matcher(block.group(1)).replaceAll("")))
                        .toList();
        all = new ArrayList<>(blocks);
        CODE.matcher(BLOCK.matcher(page).replaceAll(""))
                .results()
                .flatMap(code -> statements(code.group(1)))
                .forEach(all::add);
        assertTrue(blocks.size() > 40, "the page has statements: " + blocks);
    }

    private static Stream<List<String>> statements(String sql) {
        return Arrays.stream(sql.split(";"))
                .map(each -> WORD.matcher(each).results().map(MatchResult::group).toList())
                .filter(words -> !words.isEmpty());
    }

    @Test
    void everyStatementIsOnThePage() {
        Set<String> missing = new TreeSet<>();
        for (Class<?> statement : records(Statement.class).toList()) {
            List<String> words = words(statement);
            if (all.stream().noneMatch(written -> says(written, words))) {
                missing.add(String.join(" … ", words));
            }
        }
        assertEquals(Set.of(), missing, "statements that docs/sql.md does not name");
    }

    @Test
    void everyWordThatAStatementBeginsWithIsOnThePage() {
        Set<String> missing = new TreeSet<>(StatementParser.STATEMENTS);
        all.forEach(written -> missing.remove(written.getFirst()));
        assertEquals(Set.of(), missing, "words that no statement of docs/sql.md begins with");
    }

    @Test
    void everyStatementOfThePageIsThere() {
        List<List<String>> known = records(Statement.class).map(SqlPageTest::words).toList();
        Set<String> unknown = new TreeSet<>();
        for (List<String> written : blocks) {
            List<String> plain = new ArrayList<>(written);
            plain.set(0, OTHERS.getOrDefault(written.getFirst(), written.getFirst()));
            if (known.stream().noneMatch(words -> says(plain, words))) {
                unknown.add(String.join(" ", written));
            }
        }
        assertEquals(Set.of(), unknown, "statements of docs/sql.md that there are none of");
    }

    @Test
    void everyWordThatIsCompletedIsOnThePage() {
        Set<String> missing = new TreeSet<>(Keywords.ALL);
        WORD.matcher(page).results().forEach(word -> missing.remove(word.group()));
        assertEquals(Set.of(), missing, "words of clauses that docs/sql.md does not name");
    }

    private static Stream<Class<?>> records(Class<?> statement) {
        return statement.isSealed()
                ? Arrays.stream(statement.getPermittedSubclasses()).flatMap(SqlPageTest::records)
                : Stream.<Class<?>>of(statement).filter(each -> each != Statement.OfCatalog.class);
    }

    private static List<String> words(Class<?> statement) {
        List<String> words =
                new ArrayList<>(
                        Arrays.stream(CAPITAL.split(statement.getSimpleName()))
                                .map(word -> word.toUpperCase(Locale.ROOT))
                                .toList());
        words.replaceAll(word -> word.equals("QUERY") ? "SELECT" : word);
        return words;
    }

    /// Whether a statement begins with the first of some words and has the others behind it.
    private static boolean says(List<String> written, List<String> words) {
        if (!written.getFirst().equals(words.getFirst())) {
            return false;
        }
        int found = 0;
        for (String word : written) {
            found += found < words.size() && word.equals(words.get(found)) ? 1 : 0;
        }
        return found == words.size();
    }
}
