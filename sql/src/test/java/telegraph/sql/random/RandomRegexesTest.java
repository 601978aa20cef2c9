package telegraph.sql.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.query.function.PatternFunctions;
import telegraph.query.function.SimilarPattern;
import telegraph.query.regex.Regex;
import telegraph.query.regex.Replacement;
import telegraph.sql.random.RandomRegexes.Case;
import telegraph.testkit.Seeds;

/// Holds regular expressions against PostgreSQL 15: all groups of all matches, what matches are
/// replaced by, how many they are, the first one and its first group, and whether there is one.
///
/// Where none is installed, its answers to some are kept in `postgresql-regexes.tsv`.
final class RandomRegexesTest {
    private static final String WITH = "<\\1!\\2!\\&>";
    private static final int ROUND = 1_000;
    private static final int ROUNDS_SLOW = 60;

    /// Letters of which no later version of Unicode says anything else.
    private static final int LETTERS = 0x180;

    /// One that runs, or empty if none is installed.
    private static Optional<Postgres> postgres = Optional.empty();

    private final PatternFunctions functions = new PatternFunctions();

    @BeforeAll
    static void start() throws Exception {
        postgres = Postgres.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (postgres.isPresent()) {
            postgres.get().close();
        }
    }

    @Test
    void matchAsIsKeptOfPostgres() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> lines = kept();
        for (String line : lines) {
            String[] parts = line.split("\t", -1);
            Case asked = new Case(lines(parts[0]), parts[1], lines(parts[2]));
            String answer = answer(asked);
            if (!agree(lines(parts[3]), answer)) {
                wrong.add(line + "  got: " + answer);
            }
        }
        assertTrue(lines.size() >= 1_000, "answers read: " + lines.size());
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void matchAsInPostgres() throws Exception {
        compare(2);
    }

    @Tag("slow")
    @Test
    void manyMatchAsInPostgres() throws Exception {
        compare(ROUNDS_SLOW);
    }

    @Test
    void patternsOfSimilarToMeanWhatTheyMeanInPostgres() throws Exception {
        Postgres running = installed();
        Seeds.run(
                1,
                (seed, random) -> {
                    List<String> patterns = new ArrayList<>();
                    List<String> escapes = new ArrayList<>();
                    List<String> asked = new ArrayList<>();
                    for (int i = 0; i < ROUND; i++) {
                        String pattern = some(random, "ab%_[]^[]^\\\"#:.|($)*-#\"");
                        String escape = List.of("\\", "#", "").get(random.nextInt(3));
                        patterns.add(pattern);
                        escapes.add(escape);
                        asked.add(
                                "SELECT similar_to_escape("
                                        + quoted(pattern)
                                        + ", "
                                        + quoted(escape)
                                        + ") AS a");
                    }
                    List<String> answers = answers(running, asked);
                    for (int i = 0; i < ROUND; i++) {
                        String pattern = patterns.get(i);
                        String escape = escapes.get(i);
                        assertEquals(
                                failing(answers.get(i)),
                                failing(similar(pattern, escape)),
                                () -> pattern + " ESCAPE " + escape + " seed=" + seed);
                    }
                });
    }

    @Test
    void classesHoldTheLettersOfPostgres() throws Exception {
        Postgres running = installed();
        List<String> classes =
                Stream.of(
                                "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph",
                                "lower", "print", "punct", "space", "upper", "word", "xdigit")
                        .map(name -> "[[:" + name + ":]]")
                        .toList();
        for (String flags : List.of("", "i")) {
            List<String> asked =
                    classes.stream()
                            .map(each ->
                                    "SELECT string_agg(i::text, ',' ORDER BY i) AS a FROM"
                                            + " generate_series(1, "
                                            + (LETTERS - 1)
                                            + ") i WHERE regexp_like(chr(i), '"
                                            + each
                                            + "', '"
                                            + flags
                                            + "')")
                            .toList();
            List<String> answers = answers(running, asked);
            for (int i = 0; i < classes.size(); i++) {
                assertEquals(answers.get(i), members(classes.get(i), flags), classes.get(i));
            }
        }
    }

    private String members(String regex, String flags) {
        List<String> members = new ArrayList<>();
        for (int point = 1; point < LETTERS; point++) {
            if (functions.regexpLike(Character.toString(point), regex, flags)) {
                members.add(String.valueOf(point));
            }
        }
        return String.join(",", members);
    }

    private static Postgres installed() {
        Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is installed");
        return postgres.get();
    }

    private void compare(int rounds) throws Exception {
        Postgres running = installed();
        Seeds.run(rounds, (seed, random) -> compare(running, seed, random));
    }

    private void compare(Postgres running, long seed, RandomGenerator random) throws Exception {
        RandomRegexes regexes = new RandomRegexes(random);
        List<Case> cases = Stream.generate(regexes::next).limit(ROUND).toList();
        List<String> answers = answers(running, cases.stream().map(c -> sql(c)).toList());
        int matching = 0;
        for (int i = 0; i < ROUND; i++) {
            String answer = answer(cases.get(i));
            String expected = answers.get(i);
            Case asked = cases.get(i);
            assertTrue(
                    agree(expected, answer),
                    () ->
                            asked
                                    + "\nexpected: "
                                    + expected
                                    + "\ngot: "
                                    + answer
                                    + "\nseed="
                                    + seed);
            matching += answer.endsWith(";true") ? 1 : 0;
        }
        assertTrue(matching > ROUND / 4, "cases that match: " + matching);
    }

    /// What each statement gives, or the message of its failure.
    private static List<String> answers(Postgres running, List<String> asked) throws Exception {
        List<String> all = new ArrayList<>();
        all.add("SET statement_timeout = '10s'");
        all.addAll(asked);
        return running.answers(all).stream()
                .skip(1)
                .map(lines -> lines.getFirst().equals("a") ? lines.subList(1, lines.size()) : lines)
                .map(lines -> unquoted(String.join("\n", lines)))
                .toList();
    }

    private static String unquoted(String csv) {
        return csv.startsWith("\"")
                ? csv.substring(1, csv.length() - 1).replace("\"\"", "\"")
                : csv;
    }

    /// Whether an answer is PostgreSQL's: a failure fails for the same reason, and where PostgreSQL
    /// gave up, after ten seconds or for want of room, anything goes.
    private static boolean agree(String expected, String answer) {
        if (expected.contains("due to statement timeout") || expected.contains("is too complex")) {
            return true;
        }
        int reason = expected.indexOf("invalid regular expression: ");
        if (reason >= 0) {
            return answer.startsWith("ERROR: " + expected.substring(reason));
        }
        return expected.equals(answer);
    }

    private static String failing(String answer) {
        return answer.contains("ERROR") ? "ERROR" : answer;
    }

    private static String similar(String pattern, String escape) {
        try {
            return SimilarPattern.regex(pattern, escape);
        } catch (TelegraphException e) {
            return "ERROR: " + e.getMessage();
        }
    }

    private static String sql(Case asked) {
        return """
        SELECT concat_ws(';',
            coalesce((SELECT string_agg(array_to_string(m, '|', '~'), '/')
                      FROM regexp_matches(TEXT, REGEX, FLAGS || 'g') m), 'none'),
            regexp_replace(TEXT, REGEX, WITH, FLAGS || 'g'),
            regexp_replace(TEXT, REGEX, '-', FLAGS),
            regexp_count(TEXT, EMBEDDED),
            coalesce(regexp_substr(TEXT, EMBEDDED), 'none'),
            coalesce(substring(TEXT from EMBEDDED), 'none'),
            regexp_like(TEXT, EMBEDDED)::boolean::text) AS a\
        """
                .replace("WITH", quoted(WITH))
                .replace("EMBEDDED", quoted(embedded(asked)))
                .replace("TEXT", quoted(asked.text()))
                .replace("FLAGS", quoted(asked.flags()))
                .replace("REGEX", quoted(asked.regex()));
    }

    private String answer(Case asked) {
        try {
            String embedded = embedded(asked);
            return String.join(
                    ";",
                    matches(asked),
                    replaced(asked, WITH, true),
                    replaced(asked, "-", false),
                    functions.regexpCount(asked.text(), embedded).toString(),
                    or(functions.regexpSubstr(asked.text(), embedded)),
                    or(functions.substring(asked.text(), embedded)),
                    functions.regexpLike(asked.text(), embedded).toString());
        } catch (TelegraphException e) {
            return "ERROR: " + e.getMessage();
        }
    }

    private static String or(String text) {
        return text == null ? "none" : text;
    }

    /// The expression with its flags in it.
    private static String embedded(Case asked) {
        return asked.flags().isEmpty() ? asked.regex() : "(?" + asked.flags() + ")" + asked.regex();
    }

    private static String matches(Case asked) {
        Regex regex = Regex.compile(asked.regex(), asked.flags(), true);
        List<String> matches = new ArrayList<>();
        regex.over(asked.text());
        while (regex.find()) {
            List<String> groups = new ArrayList<>();
            for (int i = Math.min(1, regex.groups()); i <= regex.groups(); i++) {
                groups.add(
                        regex.start(i) < 0
                                ? "~"
                                : asked.text().substring(regex.start(i), regex.end(i)));
            }
            matches.add(String.join("|", groups));
        }
        return matches.isEmpty() ? "none" : String.join("/", matches);
    }

    private static String replaced(Case asked, String with, boolean every) {
        boolean groups = Replacement.asksForGroups(with);
        Regex regex = Regex.compile(asked.regex(), asked.flags(), groups);
        StringBuilder made = new StringBuilder();
        Replacement.replace(regex, asked.text(), with, every, made::append);
        return made.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String some(RandomGenerator random, String of) {
        StringBuilder some = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            some.append(of.charAt(random.nextInt(of.length())));
        }
        return some.toString();
    }

    private static List<String> kept() throws IOException {
        try (InputStream in =
                RandomRegexesTest.class.getResourceAsStream("postgresql-regexes.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /// A text with its line ends, which a line of the answers has as a sign.
    private static String lines(String kept) {
        return kept.replace('␤', '\n');
    }
}
