package telegraph.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.ColumnDefinition.Use;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.language.query.QueryWriter;
import telegraph.memory.Type;

/// The grammar of statements, and what is said of those that do not follow it.
class StatementsTest {
    private static Statement read(String text) {
        List<Parsed> parsed = Statements.parse(text);
        assertEquals(1, parsed.size(), text);
        return parsed.getFirst().statement();
    }

    private static String written(Statement.Select select) {
        return QueryWriter.written(select.query());
    }

    private static String refused(String text) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> Statements.parse(text), text);
        assertEquals(TelegraphException.Kind.INPUT, e.kind());
        return e.getMessage();
    }

    @Test
    void createSourceReadsColumnsAttributesAndOptions() {
        Statement.CreateSource source =
                assertInstanceOf(
                        Statement.CreateSource.class,
                        read(
                                """
                                CREATE SOURCE planes (
                                  tailnum      TEXT REQUIRED,     -- the form's field
                                  year         INTEGER PATH 'td.year' OPTIONAL,
                                  "Maker Name" varchar(20) OPTIONAL NOT NULL PATH 'td.maker',
                                  seatCount    int2 PRIMARY KEY
                                ) WITH (connector = 'http', max_concurrent = 20, rate = -1.5,
                                        lazy = TRUE, header.X-Api-Key = '{secret:KEY}',
                                        form.tailNum = 'a', "Odd Key" 'it''s')
                                """));
        assertEquals(TableName.of("planes"), source.name());
        assertFalse(source.orReplace() || source.ifNotExists());
        assertEquals(
                List.of(
                        new ColumnDefinition(
                                "tailnum", Type.TEXT, "", Use.REQUIRED, false, new Position(2, 3)),
                        new ColumnDefinition(
                                "year",
                                Type.INTEGER,
                                "td.year",
                                Use.OPTIONAL,
                                false,
                                new Position(3, 3)),
                        new ColumnDefinition(
                                "Maker Name",
                                Type.TEXT,
                                "td.maker",
                                Use.OPTIONAL,
                                false,
                                new Position(4, 3)),
                        new ColumnDefinition(
                                "seatCount",
                                Type.INTEGER,
                                "",
                                Use.PLAIN,
                                true,
                                new Position(5, 3))),
                source.columns());
        assertEquals(
                List.of(
                        "connector=http",
                        "max_concurrent=20",
                        "rate=-1.5",
                        "lazy=true",
                        "header.X-Api-Key={secret:KEY}",
                        "form.tailNum=a",
                        "Odd Key=it's"),
                source.options().entrySet().stream().map(Map.Entry::toString).toList());
    }

    @Test
    void aPrimaryKeyCanStandForItself() {
        Statement.CreateSource source =
                (Statement.CreateSource)
                        read("create or replace source S (a int, b text, primary key (B, a))");
        assertTrue(source.orReplace());
        assertEquals(TableName.of("s"), source.name());
        assertTrue(source.columns().stream().allMatch(ColumnDefinition::key));
        assertEquals(
                "unknown column \"airlin\" at 1:46. Did you mean \"airline\"?",
                refused("create source s (airline text, primary key ( \"airlin\"))"));
    }

    @Test
    void typesHaveTheNamesOfPostgresqlAndTheStandard() {
        Map<String, Type> types =
                Map.ofEntries(
                        Map.entry("int", Type.INTEGER),
                        Map.entry("INT4", Type.INTEGER),
                        Map.entry("smallint", Type.INTEGER),
                        Map.entry("int8", Type.BIGINT),
                        Map.entry("real", Type.DOUBLE),
                        Map.entry("double precision", Type.DOUBLE),
                        Map.entry("float(24)", Type.DOUBLE),
                        Map.entry("numeric(10, 2)", Type.decimal(10, 2)),
                        Map.entry("decimal(5)", Type.decimal(5, 0)),
                        Map.entry("numeric", Type.decimal(38, 20)),
                        Map.entry("char(3)", Type.TEXT),
                        Map.entry("character varying(3)", Type.TEXT),
                        Map.entry("bool", Type.BOOLEAN),
                        Map.entry("date", Type.DATE),
                        Map.entry("time without time zone", Type.TIME),
                        Map.entry("timestamp(3)", Type.TIMESTAMP),
                        Map.entry("timestamp with time zone", Type.INSTANT),
                        Map.entry("timestamptz", Type.INSTANT),
                        Map.entry("uuid", Type.TEXT),
                        Map.entry("json", Type.TEXT));
        types.forEach((name, type) -> {
            var source = (Statement.CreateSource) read("create source s (a " + name + " required)");
            assertEquals(type, source.columns().getFirst().type(), name);
            assertEquals(Use.REQUIRED, source.columns().getFirst().use(), name);
        });
        assertEquals(
                "unknown type \"integr\" at 1:20. Did you mean \"integer\"?",
                refused("create source s (a integr)"));
        assertEquals(
                "syntax error at 1:20: a decimal has 1 to 38 digits and a scale within them:"
                        + " precision=39 scale=0",
                refused("create source s (a numeric(39))"));
    }

    @Test
    void everyOtherStatementHasItsForm() {
        assertEquals(
                new Statement.DropSource(List.of(TableName.of("a")), false), read("DROP SOURCE A"));
        assertEquals(
                new Statement.DropSource(List.of(TableName.of("A")), true),
                read("DROP SOURCE IF EXISTS \"A\""));
        assertEquals(
                new Statement.DropView(List.of(TableName.of("v")), true, false),
                read("drop view if exists v;"));
        assertEquals(
                new Statement.CreateView(
                        TableName.of("v"), true, false, List.of("a", "b"), "SELECT 1, 'x;y'"),
                read("CREATE OR REPLACE VIEW v (a, b) AS SELECT 1, 'x;y' -- done\n;"));
        assertEquals(
                new Statement.CreateView(
                        TableName.of("v"), false, true, List.of(), "(SELECT * FROM 'a.csv')"),
                read("CREATE VIEW IF NOT EXISTS v AS (SELECT * FROM 'a.csv')"));
        assertEquals(new Statement.ShowSources(), read("SHOW SOURCES"));
        assertEquals(new Statement.ShowViews(), read("SHOW VIEWS"));
        assertEquals(new Statement.ShowTables(), read("SHOW TABLES"));
        assertEquals(new Statement.ShowSettings(), read("SHOW SETTINGS"));
        assertEquals(new Statement.ShowSettings(), read("SHOW ALL"));
        assertEquals(new Statement.Show("memory_limit"), read("SHOW memory_limit"));
        assertEquals(new Statement.Show("secret.key"), read("SHOW secret.key"));
        assertEquals(
                new Statement.ShowCreate(TableName.of("planes")),
                read("SHOW CREATE SOURCE planes"));
        assertEquals(new Statement.ShowCreate(TableName.of("v")), read("SHOW CREATE VIEW v"));
        assertEquals(new Statement.ShowCreate(TableName.of("view")), read("SHOW CREATE view"));
        assertEquals(new Statement.Describe(TableName.of("planes")), read("DESCRIBE planes"));
        assertEquals(new Statement.Describe(TableName.of("planes")), read("desc source planes"));
        assertEquals(new Statement.Describe(TableName.of("t")), read("desc table t"));
        assertEquals(new Statement.Set("row_limit", "5"), read("SET row_limit = 5"));
        assertEquals(new Statement.Set("memory_limit", "512MB"), read("SET memory_limit TO 512MB"));
        assertEquals(new Statement.Set("time_limit", "10 s"), read("SET time_limit = '10 s'"));
        assertEquals(new Statement.Set("secret.key", "a'b"), read("SET secret.key = 'a''b'"));
        assertEquals(new Statement.Set("seed", "-1"), read("SET seed = -1"));
        assertEquals(new Statement.Reset("seed"), read("SET seed TO DEFAULT"));
        assertEquals(new Statement.Reset("all"), read("RESET ALL"));
    }

    @Test
    void queriesStandAloneAndInsideOtherStatements() {
        Map<String, String> queries =
                Map.of(
                        "SELECT 1", "SELECT 1",
                        "WITH a AS (SELECT 1) TABLE a",
                                "WITH \"a\" AS (SELECT 1) SELECT * FROM \"a\"",
                        "VALUES (1)", "VALUES (1)",
                        "((SELECT 1))", "SELECT 1");
        queries.forEach(
                (text, written) -> assertEquals(written, written((Statement.Select) read(text))));
        Statement.Explain explain = (Statement.Explain) read("EXPLAIN (ANALYZE) SELECT 1");
        assertTrue(explain.analyze());
        assertEquals("SELECT 1", written(explain.query()));
        assertTrue(((Statement.Explain) read("EXPLAIN ANALYZE (SELECT 1)")).analyze());
        assertFalse(((Statement.Explain) read("EXPLAIN (SELECT 1)")).analyze());
        assertEquals(
                "SELECT * FROM \"a.csv\" AS \"a\"",
                written(((Statement.DescribeQuery) read("DESCRIBE 'a.csv'")).query()));
        assertEquals(
                "SELECT * FROM \"read_csv('a.csv')\" AS \"a\"",
                written(
                        ((Statement.DescribeQuery) read("DESCRIBE read_csv('a.csv', skip => 1)"))
                                .query()));
        assertEquals(
                "SELECT 1 AS \"x\"",
                written(((Statement.DescribeQuery) read("DESCRIBE SELECT 1 AS x")).query()));
    }

    @Test
    void mistakesAreNamedWithPlaceExpectationAndTheNearestWord() {
        Map<String, String> messages =
                Map.ofEntries(
                        Map.entry(
                                "SELCT 1",
                                "syntax error at 1:1: expected a statement such as SELECT, INSERT,"
                                        + " CREATE TABLE or SHOW, found \"SELCT\". Did you mean \"SELECT\"?"),
                        Map.entry(
                                "CREATE SORCE x (a int)",
                                "syntax error at 1:8: expected TABLE, INDEX, SEQUENCE, SCHEMA, SOURCE or VIEW,"
                                        + " found \"SORCE\"."
                                        + " Did you mean \"SOURCE\"?"),
                        Map.entry(
                                "CREATE SOURCE x\n (a int REQUIERD)",
                                "syntax error at 2:9: expected REQUIRED, OPTIONAL, PATH, \",\" or"
                                        + " \")\", found \"REQUIERD\". Did you mean \"REQUIRED\"?"),
                        Map.entry(
                                "CREATE SOURCE x (a int) WIHT (b = 1)",
                                "syntax error at 1:25: expected WITH or the end of the statement,"
                                        + " found \"WIHT\". Did you mean \"WITH\"?"),
                        Map.entry(
                                "CREATE SOURCE x (a int PATH td)",
                                "syntax error at 1:29: expected a path in single quotes, found \"td\""),
                        Map.entry(
                                "CREATE SOURCE x (a int, A text)",
                                "column \"A\" stands twice at 1:25"),
                        Map.entry(
                                "CREATE SOURCE x (a int REQUIRED OPTIONAL)",
                                "syntax error at 1:33: column \"a\" is either REQUIRED or OPTIONAL,"
                                        + " not both"),
                        Map.entry(
                                "CREATE SOURCE x (a int) WITH (b = 1, b = 2)",
                                "syntax error at 1:38: option \"b\" stands twice"),
                        Map.entry(
                                "CREATE SOURCE x (a int) WITH (b = c)",
                                "syntax error at 1:35: expected a string in single quotes, a number,"
                                        + " true or false, found \"c\""),
                        Map.entry(
                                "DROP SOURCE",
                                "syntax error at 1:12: expected a name, found the end of the"
                                        + " statement"),
                        Map.entry(
                                "DROP SOURCE a b",
                                "syntax error at 1:15: expected the end of the statement, found"
                                        + " \"b\""),
                        Map.entry(
                                "EXPLAIN DROP SOURCE a",
                                "syntax error at 1:9: expected a query, found \"DROP\""),
                        Map.entry(
                                "SELECT 1; SELECT 'abc",
                                "syntax error at 1:18: the string that begins here has no end"),
                        Map.entry(
                                "SELECT /* abc",
                                "syntax error at 1:8: the comment that begins here has no end"),
                        Map.entry(
                                "SET seed 5",
                                "syntax error at 1:10: expected \"=\" or TO, found \"5\""),
                        Map.entry(
                                "'abc'",
                                "syntax error at 1:1: expected a statement such as SELECT, INSERT,"
                                        + " CREATE TABLE or SHOW, found 'abc'"));
        messages.forEach((text, message) -> assertEquals(message, refused(text), text));
    }

    @Test
    void aScriptIsSplitAtSemicolonsOutsideOfQuotesAndComments() {
        String script =
                "SELECT ';' ; ; -- a;b\nSELECT $$;$$, \";\" /* ; /* ; */ ; */ FROM t;\n  SHOW TABLES";
        assertEquals(
                List.of(
                        "SELECT ';'",
                        "SELECT $$;$$, \";\" /* ; /* ; */ ; */ FROM t",
                        "SHOW TABLES"),
                Statements.split(script));
        List<Parsed> parsed = Statements.parse(script);
        assertEquals(
                List.of("1:1", "2:1", "3:3"),
                parsed.stream().map(p -> p.line() + ":" + p.column()).toList());
        assertEquals("SHOW TABLES", parsed.get(2).source());
        assertEquals(List.of(), Statements.parse(" ; -- nothing\n ;"));
    }

    @Test
    void aTextIsCompleteUnlessItEndsInsideAStatement() {
        for (String text :
                List.of("", "  \n", "-- a", "SELECT 1;", "SELECT 1; -- a", ";", "'a';")) {
            assertTrue(Statements.isComplete(text), text);
        }
        for (String text :
                List.of(
                        "SELECT 1",
                        "SELECT ';",
                        "SELECT $$;",
                        "/* ;",
                        "\"a;",
                        "SELECT 1; S",
                        "E'\\';")) {
            assertFalse(Statements.isComplete(text), text);
        }
    }

    @Test
    void noTextWhateverBreaksTheReaderOtherwiseThanWithAMessage() {
        long seed = Long.getLong("seed", 20261121L);
        System.out.println("StatementsTest seed=" + seed);
        Random random = new Random(seed);
        String[] pieces = {
            "SELECT",
            "FROM",
            "CREATE",
            "SOURCE",
            "VIEW",
            "AS",
            "(",
            ")",
            "'a'",
            "\"b\"",
            "$$",
            "E'\\",
            "/*",
            "*/",
            "--",
            "\n",
            ",",
            ";",
            "x",
            "1.5e",
            "::",
            "[",
            "]",
            "{",
            "}",
            "WITH",
            "=",
            "=>",
            "read_csv",
            "PRIMARY",
            "KEY",
            "TEXT",
            "NUMERIC",
            "DESCRIBE",
            "SHOW",
            "SET",
            "TO",
            "JOIN",
            "INTERVAL",
            "'1 day'",
            "TABLE",
            "EXPLAIN",
            "ANALYZE",
            "'",
            "\"",
            "\u00e9",
            "\ud83d\ude00",
            ".",
        };
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)])
                        .append(random.nextBoolean() ? " " : "");
            }
            String script = text.toString();
            Statements.isComplete(script);
            Statements.split(script);
            try {
                Statements.parse(script);
            } catch (TelegraphException e) {
                assertEquals(TelegraphException.Kind.INPUT, e.kind(), script);
                refused++;
            }
        }
        assertTrue(refused > 1_000 && refused < 20_000, "refused=" + refused);
    }
}
