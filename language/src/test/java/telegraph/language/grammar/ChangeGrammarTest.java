package telegraph.language.grammar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.Change;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Query;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.ast.Transfer;
import telegraph.language.lexer.Lines;
import telegraph.language.query.QueryWalk;
import telegraph.language.query.QueryWriter;

/// The queries that INSERT, UPDATE, DELETE and MERGE become.
class ChangeGrammarTest {
    private static <T extends Statement> T read(Class<T> type, String text) {
        List<Parsed> parsed = Statements.parse(text);
        assertEquals(1, parsed.size(), text);
        return assertInstanceOf(type, parsed.getFirst().statement());
    }

    private static String written(Statement.Select select) {
        return QueryWriter.written(select.query());
    }

    /// Where each name of a query stands in the script.
    private static Map<String, String> places(Statement.Select select) {
        Map<String, String> places = new HashMap<>();
        QueryWalk.walk(
                select.query(),
                part -> {
                    if (part instanceof Term.Name name) {
                        places.put(name.parts().getLast(), select.position(name.at()).toString());
                    } else if (part instanceof Query.Table table) {
                        places.put(table.parts().getLast(), select.position(table.at()).toString());
                    }
                });
        return places;
    }

    private static String place(String text, String word) {
        return new Lines(text).position(text.indexOf(word)).toString();
    }

    private static TelegraphException refused(String text) {
        return assertThrows(TelegraphException.class, () -> Statements.parse(text), text);
    }

    private static String message(String text) {
        return refused(text).getMessage();
    }

    private static List<String> columns(List<Change.Target> targets) {
        return targets.stream().map(Change.Target::column).toList();
    }

    @Test
    void anUpdateIsAQueryOfItsTargetAndTheValues() {
        Change.Update update =
                read(
                        Change.Update.class,
                        "UPDATE s.t AS x SET a = a + 1, B = DEFAULT, \"C\" = (1, 2) FROM 'u.csv', v"
                                + " WHERE x.a = v.a RETURNING a, b + 1 AS c");
        assertEquals(new TableName("s", "t"), update.table());
        assertEquals("x", update.alias());
        assertEquals(
                "SELECT \"x\".*, (\"a\" + 1), ROW(1, 2), TRUE AS \"#joined0\", \"u\".*,"
                        + " TRUE AS \"#joined1\", \"v\".* FROM \"#target\" AS \"x\", \"u.csv\" AS"
                        + " \"u\", \"v\" WHERE (\"x\".\"a\" = \"v\".\"a\")",
                written(update.rows()));
        assertEquals(1, update.rows().tables().size());
        assertEquals(
                List.of("a 0", "b -1", "C 1"),
                update.assignments().stream().map(a -> a.column() + " " + a.value()).toList());
        assertEquals(
                "SELECT \"a\", (\"b\" + 1) AS \"c\" FROM \"#row\" AS \"x\"",
                written(update.returning().orElseThrow()));
    }

    @Test
    void severalColumnsAreAssignedAtOnce() {
        Change.Update update =
                read(
                        Change.Update.class,
                        "UPDATE t SET (a, b) = (1, DEFAULT), (c, d) = ROW (CASE WHEN x THEN 1 END,"
                                + " coalesce(e, 2)), e = CASE WHEN f IS DISTINCT FROM g THEN 1 END");
        assertEquals(
                "SELECT \"t\".*, 1, CASE WHEN \"x\" THEN 1 END, \"coalesce\"(\"e\", 2), CASE WHEN"
                        + " (\"f\" IS DISTINCT FROM \"g\") THEN 1 END FROM \"#target\" AS \"t\"",
                written(update.rows()));
        assertEquals(
                List.of("a 0", "b -1", "c 1", "d 2", "e 3"),
                update.assignments().stream().map(a -> a.column() + " " + a.value()).toList());
        assertEquals(Optional.empty(), update.returning());
    }

    @Test
    void aQueryForSeveralColumnsStandsInFrom() {
        Change.Update update =
                read(
                        Change.Update.class,
                        "UPDATE t SET a = 1, (b, c) = (SELECT x, y FROM u), d = DEFAULT, e = 2");
        assertEquals(
                "SELECT \"t\".*, 1, \"#set0\".\"0\", \"#set0\".\"1\", 2 FROM \"#target\" AS \"t\","
                        + " LATERAL (SELECT \"single_value\"(\"0\"), \"single_value\"(\"1\") FROM"
                        + " (SELECT \"x\", \"y\" FROM \"u\") AS \"#rows\" (\"0\", \"1\")) AS"
                        + " \"#set0\" (\"0\", \"1\")",
                written(update.rows()));
        assertEquals(
                List.of("a 0", "b 1", "c 2", "d -1", "e 3"),
                update.assignments().stream().map(a -> a.column() + " " + a.value()).toList());
    }

    @Test
    void whatReturningMayNameIsFoundWithTheRows() {
        Change.Delete delete =
                read(
                        Change.Delete.class,
                        "DELETE FROM t USING u JOIN s.v ON TRUE WHERE a = b RETURNING *, v.x");
        assertEquals(List.of("u", "v"), delete.joined());
        assertEquals(
                "SELECT \"t\".*, TRUE AS \"#joined0\", \"u\".*, TRUE AS \"#joined1\", \"v\".* FROM"
                        + " \"#target\" AS \"t\", \"u\" INNER JOIN \"s\".\"v\" ON TRUE WHERE"
                        + " (\"a\" = \"b\")",
                written(delete.rows()));
        assertEquals(
                "SELECT \"t\".*, \"u\".*, \"v\".*, \"v\".\"x\" FROM \"#row\" AS \"t\"",
                written(delete.returning().orElseThrow()));
    }

    @Test
    void aDeleteIsAQueryOfItsTarget() {
        Change.Delete delete =
                read(
                        Change.Delete.class,
                        "DELETE FROM t x USING (SELECT 1 AS a) u WHERE x.a = u.a RETURNING *");
        assertEquals(
                "SELECT \"x\".*, TRUE AS \"#joined0\", \"u\".* FROM \"#target\" AS \"x\", (SELECT 1 AS \"a\") AS \"u\" WHERE"
                        + " (\"x\".\"a\" = \"u\".\"a\")",
                written(delete.rows()));
        assertEquals(
                "SELECT \"x\".*, \"u\".* FROM \"#row\" AS \"x\"",
                written(delete.returning().orElseThrow()));
        assertEquals(
                "SELECT \"t\".* FROM \"#target\" AS \"t\"",
                written(read(Change.Delete.class, "DELETE FROM t").rows()));
    }

    @Test
    void placesLeadBackToTheStatement() {
        String text = "UPDATE t -- a comment\n  SET a = nonsense WHERE /* here */ other = 1";
        Statement.Select rows = read(Change.Update.class, text).rows();
        for (String word : List.of("nonsense", "other")) {
            assertEquals(place(text, word), places(rows).get(word));
        }
    }

    @Test
    void anInsertHasAQueryForItsRows() {
        Change.Insert insert =
                read(
                        Change.Insert.class,
                        "INSERT INTO t (a, b) OVERRIDING SYSTEM VALUE SELECT a, b FROM 'u.csv'"
                                + " WHERE a IN (SELECT 1) RETURNING a");
        assertEquals(List.of("a", "b"), columns(insert.columns()));
        assertEquals(Change.Overriding.SYSTEM, insert.overriding());
        assertEquals(
                "SELECT \"a\", \"b\" FROM \"u.csv\" AS \"u\" WHERE (\"a\" IN (SELECT 1))",
                written(insert.source().orElseThrow()));
        assertEquals(
                "SELECT \"a\" FROM \"#row\" AS \"t\"", written(insert.returning().orElseThrow()));
        assertEquals(
                "SELECT 1",
                written(
                        read(Change.Insert.class, "INSERT INTO t (SELECT 1)")
                                .source()
                                .orElseThrow()));
        assertEquals(
                Optional.empty(),
                read(Change.Insert.class, "INSERT INTO t DEFAULT VALUES").source());
    }

    @Test
    void defaultsAmongValuesAreMarked() {
        Change.Insert insert =
                read(
                        Change.Insert.class,
                        "INSERT INTO t VALUES (1, DEFAULT), ((SELECT 2), 'x,y') ON CONFLICT DO"
                                + " NOTHING");
        assertTrue(insert.marked());
        assertEquals(
                "VALUES (1, NULL, '-d'), ((SELECT 2), 'x,y', '--')",
                written(insert.source().orElseThrow()));
        assertEquals(
                Optional.of(
                        new Change.OnConflict(List.of(), Optional.empty(), "", Optional.empty())),
                insert.onConflict());
        Change.Insert plain = read(Change.Insert.class, "INSERT INTO t VALUES (1, 2), (3, 4)");
        assertEquals("VALUES (1, 2), (3, 4)", written(plain.source().orElseThrow()));
        assertEquals(false, plain.marked());
    }

    @Test
    void onConflictIsAQueryOfTheRowThereAndTheOneExcluded() {
        Change.Insert insert =
                read(
                        Change.Insert.class,
                        "INSERT INTO t AS x VALUES (1, 2) ON CONFLICT (a, \"B\") DO UPDATE SET n ="
                                + " x.n + excluded.n, m = DEFAULT WHERE x.n < 10 RETURNING n");
        Change.OnConflict conflict = insert.onConflict().orElseThrow();
        assertEquals(List.of("a", "B"), columns(conflict.columns()));
        Change.ConflictUpdate update = conflict.update().orElseThrow();
        assertTrue(update.conditional());
        assertEquals(
                "SELECT TRUE, (\"x\".\"n\" + \"excluded\".\"n\"), (\"x\".\"n\" < 10) FROM \"#row\""
                        + " AS \"x\", \"#excluded\" AS \"excluded\"",
                written(update.values()));
        assertEquals(List.of(0, -1), update.assignments().stream().map(a -> a.value()).toList());
        assertEquals(
                "t_pkey",
                read(
                                Change.Insert.class,
                                "INSERT INTO t VALUES (1) ON CONFLICT ON CONSTRAINT t_pkey DO"
                                        + " NOTHING")
                        .onConflict()
                        .orElseThrow()
                        .constraint());
        assertEquals(
                "syntax error at 1:41: ON CONFLICT DO UPDATE needs to know of which key: ON CONFLICT"
                        + " (column, …) or ON CONFLICT ON CONSTRAINT name",
                message("INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1"));
    }

    @Test
    void aMergeIsAQueryThatSaysWhichBranchToTake() {
        Change.Merge merge =
                read(
                        Change.Merge.class,
                        "MERGE INTO t USING 's.csv' ON t.a = s.a WHEN MATCHED AND CASE WHEN s.d THEN"
                                + " TRUE END THEN DELETE WHEN MATCHED THEN UPDATE SET b = s.b, c ="
                                + " DEFAULT WHEN NOT MATCHED BY TARGET THEN INSERT (a, b) VALUES"
                                + " (s.a, NULL) RETURNING a");
        assertEquals(
                "SELECT \"t\".*, CASE WHEN ((\"t\".\"#matched\" IS TRUE) and CASE WHEN \"s\".\"d\" THEN"
                        + " TRUE END) THEN 0 WHEN (\"t\".\"#matched\" IS TRUE) THEN 1 WHEN"
                        + " (\"t\".\"#matched\" IS NULL) THEN 2 END, CASE WHEN (\"t\".\"#matched\" IS"
                        + " TRUE) THEN \"s\".\"b\" END, CASE WHEN (\"t\".\"#matched\" IS NULL) THEN"
                        + " \"s\".\"a\" END, NULL FROM \"s.csv\" AS \"s\" LEFT JOIN (SELECT *, TRUE AS"
                        + " \"#matched\" FROM \"#target\") AS \"t\" ON (\"t\".\"a\" = \"s\".\"a\")",
                written(merge.rows()));
        assertEquals(1, merge.rows().tables().size());
        assertInstanceOf(Change.Branch.DeleteMatched.class, merge.branches().get(0));
        Change.Branch.UpdateMatched update =
                assertInstanceOf(Change.Branch.UpdateMatched.class, merge.branches().get(1));
        assertEquals(List.of(0, -1), update.assignments().stream().map(a -> a.value()).toList());
        Change.Branch.InsertUnmatched insert =
                assertInstanceOf(Change.Branch.InsertUnmatched.class, merge.branches().get(2));
        assertEquals(List.of("a", "b"), columns(insert.columns()));
        assertEquals(List.of(1, 2), insert.values());
        assertEquals(
                "SELECT \"a\" FROM \"#row\" AS \"t\"", written(merge.returning().orElseThrow()));
        assertEquals(
                List.of(new Change.Branch.Nothing()),
                read(
                                Change.Merge.class,
                                "MERGE INTO t USING s ON t.a = s.a WHEN NOT MATCHED THEN DO NOTHING")
                        .branches());
    }

    @Test
    void placesInAMergeLeadBackToTheStatementInWhateverOrder() {
        String text =
                "MERGE INTO t USING alpha ON beta /* x */ = 1\n"
                        + "WHEN MATCHED AND gamma THEN UPDATE SET c = delta -- y\n"
                        + "WHEN NOT MATCHED THEN INSERT VALUES (epsilon)";
        Statement.Select rows = read(Change.Merge.class, text).rows();
        for (String word : List.of("alpha", "beta", "gamma", "delta", "epsilon")) {
            assertEquals(place(text, word), places(rows).get(word), word);
        }
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() {
        assertEquals(
                "syntax error at 1:8: expected into, found \"INOT\". Did you mean \"into\"?",
                message("INSERT INOT t VALUES (1)"));
        assertEquals(
                "syntax error at 1:24: expected an expression, found the end of the statement",
                message("UPDATE t SET a = 1, b = "));
        assertEquals(
                "syntax error at 1:21: a column is assigned once: column=a",
                message("UPDATE t SET a = 1, A = 2"));
        assertEquals(
                "syntax error at 1:20: expected WHERE, RETURNING or the end of the statement, found"
                        + " \"WERE\". Did you mean \"WHERE\"?",
                message("DELETE FROM t AS x WERE a = 1"));
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, refused("UPDATE t SET (a, b) = 1").state());
        assertEquals(
                SqlState.SYNTAX_ERROR,
                refused("INSERT INTO t SELECT count(*) FROM u WITHIN 1 SECOND").state());
        assertEquals(SqlState.SYNTAX_ERROR, refused("MERGE INTO t USING s ON a = b").state());
        assertEquals(
                "syntax error at 1:49: expected UPDATE, DELETE or DO NOTHING, found \"INSERT\"",
                message("MERGE INTO t USING s ON a = b WHEN MATCHED THEN INSERT VALUES (1)"));
    }

    @Test
    void copyKnowsTablesQueriesAndOptions() {
        Transfer.CopyFrom from =
                read(
                        Transfer.CopyFrom.class,
                        "COPY s.t (a, b) FROM 'x.csv' WITH (FORMAT csv, HEADER, DELIMITER ';', NULL"
                                + " 'n/a', QUOTE '''')");
        assertEquals(new TableName("s", "t"), from.table());
        assertEquals(List.of("a", "b"), from.columns());
        assertEquals("x.csv", from.path());
        assertEquals(
                new Transfer.CopyOptions(
                        Transfer.CopyOptions.Format.CSV, true, ";", Optional.of("n/a"), "'", "'"),
                from.options());
        Transfer.CopyTo to = read(Transfer.CopyTo.class, "COPY t (a) TO STDOUT CSV HEADER");
        assertEquals("SELECT \"a\" FROM \"t\"", written(to.rows()));
        assertEquals("", to.path());
        assertEquals(
                "SELECT * FROM \"x.csv\" AS \"x\"",
                written(
                        read(Transfer.CopyTo.class, "COPY (SELECT * FROM 'x.csv') TO 'y.csv'")
                                .rows()));
        assertEquals(
                "SELECT * FROM \"s\".\"t\"",
                written(read(Transfer.CopyTo.class, "COPY s.t TO 'y'").rows()));
        assertEquals(
                "syntax error at 1:25: expected FORMAT, CSV, HEADER, DELIMITER, NULL, QUOTE, ESCAPE,"
                        + " ENCODING, FREEZE, found \"HEADR\". Did you mean \"HEADER\"?",
                message("COPY t FROM 'x.csv' CSV HEADR"));
        assertEquals(
                new Transfer.Truncate(
                        List.of(TableName.of("a"), new TableName("s", "b")), true, true),
                read(Transfer.Truncate.class, "TRUNCATE TABLE a, s.b RESTART IDENTITY CASCADE"));
    }

    @Test
    void preparedStatementsKeepTheirText() {
        Preparation.Prepare prepare =
                read(
                        Preparation.Prepare.class,
                        "PREPARE p (int, varchar(3)) AS SELECT $1 + a -- x\n FROM t WHERE b = $2");
        assertEquals("SELECT $1 + a -- x\n FROM t WHERE b = $2", prepare.text());
        assertEquals(
                List.of("integer", "character varying(3)"),
                prepare.types().stream().map(SqlType::toString).toList());
        Preparation.Execute execute =
                read(Preparation.Execute.class, "EXECUTE p (1, 'a' || coalesce('b', 'c'))");
        assertEquals(
                "SELECT 1, ('a' || \"coalesce\"('b', 'c'))",
                written(execute.values().orElseThrow()));
        assertEquals(Optional.empty(), read(Preparation.Execute.class, "EXECUTE p").values());
        assertEquals(
                Optional.of("p"),
                read(Preparation.Deallocate.class, "DEALLOCATE PREPARE p").name());
        assertEquals(Optional.empty(), read(Preparation.Deallocate.class, "DEALLOCATE ALL").name());
    }
}
