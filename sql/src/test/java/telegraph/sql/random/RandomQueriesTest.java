package telegraph.sql.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.sql.Questions;

/// Random queries have the answers that PostgreSQL gives, where one is installed, and in any case
/// those that follow from others.
///
/// 1. *Ternary partitioning*: the rows of which a condition is true, those of which it is false,
///    and those of which it is NULL are all rows (Rigger and Su, *Finding Bugs in Database Systems
///    via Query Partitioning*, 2020).
/// 2. *No-optimisation twin*: as many rows fulfil a condition as there are true values of it (the
///    same, *Detecting Optimization Bugs in Database Engines via Non-Optimizing Reference Engine
///    Construction*, 2020).
/// 3. *Pivoted rows*: a query whose condition is true of a row finds it ([Pivot]).
/// 4. Nothing is an internal error.
class RandomQueriesTest {
    private static final int QUERIES = 40;
    private static final int PIVOTS = 20;
    private static final int ROUNDS = 4;
    private static final int MANY_ROUNDS = 12;
    private static final Pattern ZEROS =
            Pattern.compile("(?<=^|,)(-?\\d+(?:\\.\\d*[1-9])?)\\.?0*(?=,|$)");
    private static final Pattern EMPTY = Pattern.compile("(?<=^|,)\"\"(?=,|$)");
    private static final Pattern ORDERED = Pattern.compile("ORDER BY [xyz]\\b");

    @TempDir Path data;

    /// Of seeds that are always the same; `-Dtelegraph.seed` is one more.
    @Test
    void haveTheAnswersThatFollow() throws Exception {
        long first = Long.getLong("telegraph.seed", 1);
        long last = Long.getLong("telegraph.seed", ROUNDS);
        run(first, seed -> seed <= last);
    }

    @Tag("slow")
    @Test
    void moreOfThemHaveTheAnswersThatFollow() throws Exception {
        run(ROUNDS + 1, seed -> seed <= MANY_ROUNDS);
    }

    @Tag("slow")
    @Test
    void haveTheAnswersThatFollowForAnHour() throws Exception {
        long end = System.nanoTime() + Duration.ofHours(1).toNanos();
        run(System.nanoTime(), _ -> System.nanoTime() < end);
    }

    private void run(long first, LongPredicate goesOn) throws Exception {
        long asked = 0;
        int refused;
        Optional<Postgres> postgres = Postgres.start();
        try (Questions questions = new Questions(data)) {
            for (long seed = first; goesOn.test(seed); seed++) {
                asked += round(seed, questions, postgres);
            }
            refused = questions.refused();
        } finally {
            if (postgres.isPresent()) {
                postgres.get().close();
            }
        }
        System.out.println(
                "random queries: asked="
                        + asked
                        + " refused="
                        + refused
                        + (postgres.isPresent() ? " beside PostgreSQL" : " without PostgreSQL"));
        assertTrue(refused < asked / 20, "refused=" + refused + " of " + asked);
    }

    private static int round(long seed, Questions questions, Optional<Postgres> postgres)
            throws Exception {
        RandomQueries random = new RandomQueries(new Random(seed));
        String replay = ask(random, seed, questions, postgres);
        int related = QUERIES / 8;
        for (int i = 0; i < related; i++) {
            related(random.filtered(), questions, replay);
        }
        ask(new RandomValues(new Random(seed)), seed, questions, postgres);
        int found = find(new Pivot(new Random(seed)), seed, questions);
        return 2 * QUERIES + 6 * related + found;
    }

    /// Asks queries that must find a row, and returns how many.
    private static int find(Pivot pivot, long seed, Questions questions)
            throws InterruptedException {
        List<String> tables = pivot.tables();
        String replay = replay(seed, tables);
        for (String table : tables) {
            questions.ask(table, replay);
        }
        for (int i = 0; i < PIVOTS; i++) {
            String query = pivot.query();
            questions
                    .ask(query, replay)
                    .ifPresent(rows -> assertNotEquals("0", rows.getLast(), replay + query));
        }
        String denied = pivot.denied();
        questions
                .ask(denied, replay)
                .ifPresent(rows -> assertEquals("0", rows.getLast(), replay + denied));
        return PIVOTS + 1;
    }

    private static String replay(long seed, List<String> tables) {
        return "-Dtelegraph.seed=" + seed + "\n" + String.join(";\n", tables) + ";\n";
    }

    /// Asks queries here and there, and returns how to come here again.
    private static String ask(
            Statements random, long seed, Questions questions, Optional<Postgres> postgres)
            throws Exception {
        List<String> tables = random.tables();
        String replay = replay(seed, tables);
        for (String table : tables) {
            questions.ask(table, replay);
        }
        List<String> queries = new ArrayList<>();
        List<Optional<List<String>>> answers = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            queries.add(random.query());
            answers.add(questions.ask(queries.getLast(), replay));
        }
        if (postgres.isPresent()) {
            compare(queries, answers, tables, postgres.get(), replay);
        }
        return replay;
    }

    private static void compare(
            List<String> queries,
            List<Optional<List<String>>> answers,
            List<String> tables,
            Postgres postgres,
            String replay)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(tables);
        all.addAll(queries);
        List<List<String>> expected = postgres.answers(all);
        for (int i = 0; i < queries.size(); i++) {
            String query = queries.get(i);
            List<String> rows = expected.get(tables.size() + i);
            boolean failed = !rows.isEmpty() && rows.getFirst().startsWith("ERROR");
            if (!failed && answers.get(i).isPresent()) {
                assertEquals(
                        inOrder(query, rows), inOrder(query, answers.get(i).get()), replay + query);
            }
        }
    }

    /// The rows as the query orders them, or sorted if it does not; numbers without the zeros at
    /// their end, of which PostgreSQL shows as many as the operands had, and empty texts as NULL,
    /// which its client shows alike.
    private static List<String> inOrder(String query, List<String> rows) {
        List<String> plain =
                rows.stream()
                        .map(row -> ZEROS.matcher(row).replaceAll("$1"))
                        .map(row -> EMPTY.matcher(row).replaceAll(""))
                        .toList();
        return ORDERED.matcher(query).find() ? plain : sorted(plain);
    }

    private static void related(RandomQueries.Filtered filtered, Questions questions, String replay)
            throws InterruptedException {
        String p = "(" + filtered.where() + ")";
        List<String> all = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        boolean answered = add(filtered.sql("true"), questions, replay, all);
        for (String part : List.of(p, "NOT " + p, p + " IS NULL")) {
            answered &= add(filtered.sql(part), questions, replay, parts);
        }
        if (answered) {
            assertEquals(sorted(all), sorted(parts), replay + filtered.sql(p));
        }
        String from = " FROM " + filtered.from();
        List<String> counted = new ArrayList<>();
        List<String> summed = new ArrayList<>();
        if (add("SELECT count(*) AS n" + from + " WHERE " + p, questions, replay, counted)
                && add(
                        "SELECT coalesce(sum(CASE WHEN "
                                + p
                                + " THEN 1 ELSE 0 END), 0) AS n"
                                + from,
                        questions,
                        replay,
                        summed)) {
            assertEquals(counted, summed, replay + filtered.sql(p));
        }
    }

    /// Adds the rows of an answer; whether there is one.
    private static boolean add(String query, Questions questions, String replay, List<String> to)
            throws InterruptedException {
        Optional<List<String>> rows = questions.ask(query, replay);
        rows.ifPresent(lines -> to.addAll(lines.subList(1, lines.size())));
        return rows.isPresent();
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }
}
