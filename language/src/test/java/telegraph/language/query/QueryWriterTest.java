package telegraph.language.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import telegraph.language.Statements;
import telegraph.language.ast.Query;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.Term;
import telegraph.testkit.query.RandomQuery;
import telegraph.testkit.query.RandomQuery.Extent;

/// What is written is read as the same query again, and what says the same is written alike.
class QueryWriterTest {
    private static final int QUERIES = 1_000;
    private static final int DEPTH = 3;

    private static long seed() {
        long seed = Long.getLong("seed", 20261127L);
        System.out.println("QueryWriterTest seed=" + seed);
        return seed;
    }

    private static Query read(String text) {
        return Statements.query(text).query();
    }

    private static String written(String text) {
        return QueryWriter.written(read(text));
    }

    @Test
    void whatIsWrittenIsReadAsTheSameQuery() {
        long seed = seed();
        for (int i = 0; i < QUERIES; i++) {
            String text = RandomQuery.of(seed + i, i, Extent.ALL, DEPTH).text();
            Query query = read(text);
            String written = QueryWriter.written(query);
            assertEquals(query, read(written), () -> text + "\n" + written);
        }
    }

    @Test
    void whatSaysTheSameIsWrittenAlike() {
        long seed = seed();
        for (int i = 0; i < QUERIES; i++) {
            String plain =
                    RandomQuery.of(seed + i, RandomQuery.PLAIN_WAY, Extent.ALL, DEPTH).text();
            String other = RandomQuery.of(seed + i, i + 1, Extent.ALL, DEPTH).text();
            assertEquals(written(plain), written(other), () -> plain + "\n" + other);
        }
    }

    @Test
    void theFilesOfAQueryAreFoundAndNoTextBesideThem() {
        long seed = seed();
        for (int i = 0; i < QUERIES; i++) {
            RandomQuery.Made made = RandomQuery.of(seed + i, i, Extent.ALL, DEPTH);
            assertEquals(
                    made.files(),
                    Statements.query(made.text()).tables().stream()
                            .map(table -> table.arguments().getFirst())
                            .toList(),
                    made.text());
        }
    }

    /// Else the tests above would say less than they seem to.
    @Test
    void randomQueriesHaveEveryKindOfPart() {
        Set<Class<?>> kinds = new HashSet<>();
        Set<Object> choices = new HashSet<>();
        for (int i = 0; i < QUERIES; i++) {
            Query whole = read(RandomQuery.of(i, 1, Extent.ALL, DEPTH).text());
            QueryWalk.walk(
                    whole,
                    part -> {
                        kinds.add(
                                part instanceof Query query
                                        ? query.body().getClass()
                                        : part.getClass());
                        choices(part, choices);
                    });
        }
        List<Class<?>> due =
                Stream.of(Term.class, Query.From.class, Query.Body.class)
                        .flatMap(sealed -> Stream.of(sealed.getPermittedSubclasses()))
                        .toList();
        assertEquals(List.of(), due.stream().filter(kind -> !kinds.contains(kind)).toList());
        List<Object> all =
                Stream.of(
                                Term.Form.values(),
                                Term.Unity.values(),
                                Term.Side.values(),
                                Term.Exclusion.values(),
                                Term.Style.values(),
                                Term.Match.values(),
                                Term.What.values(),
                                Term.Sort.values(),
                                Query.Kind.values(),
                                Query.SetOperator.values())
                        .<Object>flatMap(Stream::of)
                        .toList();
        assertTrue(choices.containsAll(List.of(true, false)), "of NULLs that are ignored");
        assertEquals(List.of(), all.stream().filter(one -> !choices.contains(one)).toList());
    }

    private static void choices(Object part, Set<Object> to) {
        switch (part) {
            case Query query when query.body() instanceof Query.Both both ->
                    to.add(both.operator());
            case Query.Join join -> to.add(join.kind());
            case Term.Like like -> to.add(like.match());
            case Term.Test test -> to.add(test.what());
            case Term.Sets sets -> to.add(sets.sort());
            case Term.Cast cast -> to.add(cast.style());
            case Term.Call call -> {
                to.add(call.form());
                call.gathering().nulls().ifPresent(nulls -> to.add(nulls.ignored()));
                call.over()
                        .flatMap(Term.Window::frame)
                        .ifPresent(frame -> {
                            to.add(frame.unity());
                            to.add(frame.exclusion());
                            to.add(frame.from().side());
                            frame.to().ifPresent(bound -> to.add(bound.side()));
                        });
            }
            default -> {}
        }
    }

    @Test
    void whatSaysSomethingElseIsWrittenOtherwise() {
        List<String> texts =
                List.of(
                        "SELECT a FROM t",
                        "SELECT \"A\" FROM t",
                        "SELECT DISTINCT a FROM t",
                        "SELECT DISTINCT ON (a) a FROM t",
                        "SELECT a AS b FROM t",
                        "SELECT 'a' FROM t AS t",
                        "SELECT a FROM s.t",
                        "SELECT a FROM \"s.t\"",
                        "SELECT a FROM t LIMIT 1",
                        "SELECT a FROM t OFFSET 1",
                        "SELECT a FROM t FETCH FIRST 1 ROWS WITH TIES",
                        "SELECT a FROM t OFFSET 2 FETCH FIRST (1 + 1) ROWS WITH TIES",
                        "SELECT a + (b + c) FROM t",
                        "SELECT a + b + c FROM t",
                        "SELECT 1 FROM t",
                        "SELECT 1.0 FROM t",
                        "SELECT 1e0 FROM t",
                        "SELECT -1 FROM t",
                        "SELECT a::int FROM t",
                        "SELECT CAST(a AS int) FROM t",
                        "SELECT a::int[] FROM t");
        for (int i = 0; i < texts.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertNotEquals(written(texts.get(i)), written(texts.get(j)));
            }
        }
    }

    @Test
    void quotesAreKeptWhereTheyCount() {
        for (String text :
                List.of(
                        "SELECT a::\"My Type\", b::s.\"T x\", c::\"char\", d::\"Int\"[]",
                        "SELECT \"current_date\", \"case\", \"row\"(1), \"array\"(2) AS \"from\"",
                        "SELECT sum(a) OVER (\"rows\"), (a).\"B\" FROM \"values\"(1)",
                        "SELECT x'1''f', 'it''s'")) {
            Query query = read(text);
            assertEquals(query, read(QueryWriter.written(query)), text);
        }
    }

    @Test
    void aLongChainIsWrittenWithoutGoingDownIt() {
        int links = 20_000;
        String sum = "SELECT a" + " + a".repeat(links) + " FROM t";
        assertTrue(written(sum).startsWith("SELECT " + "(".repeat(links)));
        String union = "SELECT 1" + " UNION ALL SELECT 1".repeat(links);
        assertTrue(written(union).length() > links * 10);
        String joins = "SELECT 1 FROM t" + " CROSS JOIN t".repeat(links);
        assertEquals(links, written(joins).split("CROSS JOIN").length - 1);
    }

    @Test
    void aTableThatWasWrittenOutKeepsTheNameThatStandsForIt() {
        assertEquals("SELECT \"a\" FROM \"x.csv\" AS \"x\"", written("SELECT a FROM 'x.csv'"));
        TableLiteral table = Statements.query("SELECT a FROM 'x.csv'").tables().getFirst();
        assertEquals("x.csv", table.identifier());
    }
}
