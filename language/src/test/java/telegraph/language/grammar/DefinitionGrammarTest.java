package telegraph.language.grammar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.Alteration;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.language.ast.TransactionControl;
import telegraph.language.ast.Upkeep;
import telegraph.language.lexer.Position;
import telegraph.language.query.QueryWriter;

/// The grammar of tables, transactions and upkeep.
class DefinitionGrammarTest {
    private static Statement read(String text) {
        List<Parsed> parsed = Statements.parse(text);
        assertEquals(1, parsed.size(), text);
        return parsed.getFirst().statement();
    }

    private static Definition.CreateTable table(String text) {
        return assertInstanceOf(Definition.CreateTable.class, read(text));
    }

    private static TelegraphException refused(String text) {
        return assertThrows(TelegraphException.class, () -> Statements.parse(text), text);
    }

    private static List<Alteration> alterations(String text) {
        return assertInstanceOf(Definition.AlterTable.class, read("ALTER TABLE t " + text))
                .alterations();
    }

    @Test
    void aTableHasColumnsWithTypesDefaultsAndIdentities() {
        Definition.CreateTable table =
                table(
                        "CREATE TABLE IF NOT EXISTS s.\"T\" (id bigserial, Name varchar(20) NOT NULL"
                                + " DEFAULT lower('X') || 'y', n numeric(5,2) DEFAULT NULL, k int"
                                + " GENERATED ALWAYS AS IDENTITY (START WITH 1 INCREMENT BY 1), c"
                                + " char, at timestamp with time zone DEFAULT CASE WHEN true THEN"
                                + " now() END NOT NULL, b bytea NULL)");
        assertEquals(new TableName("s", "T"), table.name());
        assertEquals(true, table.ifNotExists());
        List<TableColumn> columns = table.columns();
        assertEquals(
                List.of("id", "name", "n", "k", "c", "at", "b"),
                columns.stream().map(TableColumn::name).toList());
        assertEquals(
                List.of(
                        "bigint",
                        "character varying(20)",
                        "numeric(5,2)",
                        "integer",
                        "character(1)",
                        "timestamp with time zone",
                        "bytea"),
                columns.stream().map(c -> c.type().toString()).toList());
        assertEquals(
                List.of(true, true, false, true, false, true, false),
                columns.stream().map(TableColumn::notNull).toList());
        assertEquals(Optional.of("lower('X') || 'y'"), columns.get(1).byDefault());
        assertEquals(Optional.of("NULL"), columns.get(2).byDefault());
        assertEquals(Optional.of("CASE WHEN true THEN now() END"), columns.get(5).byDefault());
        assertEquals(Identity.BY_DEFAULT, columns.get(0).identity());
        assertEquals(Identity.ALWAYS, columns.get(3).identity());
        assertEquals(new Position(1, 35), columns.get(0).position());
    }

    @Test
    void constraintsStandAtColumnsAndAlone() {
        Definition.CreateTable table =
                table(
                        "CREATE TABLE t (a int PRIMARY KEY, b int CONSTRAINT bu UNIQUE CHECK (b > (1"
                                + " + 2)), c int REFERENCES u ON DELETE SET NULL ON UPDATE CASCADE,"
                                + " CONSTRAINT two UNIQUE (a, b), FOREIGN KEY (b, c) REFERENCES s.v"
                                + " (x, y) ON DELETE NO ACTION, CHECK (a < b))");
        assertEquals(
                List.of(
                        new Constraint.PrimaryKey("", List.of("a")),
                        new Constraint.Unique("bu", List.of("b")),
                        new Constraint.Check("", "b > (1 + 2)", new Position(1, 63)),
                        new Constraint.ForeignKey(
                                "",
                                List.of("c"),
                                TableName.of("u"),
                                List.of(),
                                Constraint.Action.SET_NULL,
                                Constraint.Action.CASCADE,
                                Constraint.Deferral.NEVER),
                        new Constraint.Unique("two", List.of("a", "b")),
                        new Constraint.ForeignKey(
                                "",
                                List.of("b", "c"),
                                new TableName("s", "v"),
                                List.of("x", "y"),
                                Constraint.Action.NO_ACTION,
                                Constraint.Action.NO_ACTION,
                                Constraint.Deferral.NEVER),
                        new Constraint.Check("", "a < b", new Position(1, 233))),
                table.constraints());
    }

    @Test
    void aTableIsMadeOfAQuery() {
        Definition.As as =
                table("CREATE TABLE t (x, y) AS SELECT 1, 2 FROM 'u.csv' WITH NO DATA")
                        .as()
                        .orElseThrow();
        assertEquals(List.of("x", "y"), as.columns());
        assertEquals(
                "SELECT 1, 2 FROM \"u.csv\" AS \"u\"", QueryWriter.written(as.query().query()));
        assertEquals(false, as.rows());
        assertEquals(
                true,
                table("CREATE TABLE t AS WITH a AS (SELECT 1) SELECT * FROM a").as().get().rows());
    }

    @Test
    void whatATableCannotHaveIsSaidWithItsPlace() {
        assertEquals(
                "column \"a\" stands twice at 1:24",
                refused("CREATE TABLE t (a int, A int)").getMessage());
        assertEquals(SqlState.DUPLICATE_COLUMN, refused("CREATE TABLE t (a int, A int)").state());
        assertEquals(
                "syntax error at 1:23: expected NOT NULL, DEFAULT, PRIMARY KEY, UNIQUE, CHECK,"
                        + " REFERENCES, \",\" or \")\", found \"PRIMRY\". Did you mean \"PRIMARY\"?",
                refused("CREATE TABLE t (a int PRIMRY KEY)").getMessage());
        assertEquals(
                "syntax error at 1:26: column \"a\" is either NULL or NOT NULL",
                refused("CREATE TABLE t (a int NULL NOT NULL)")
                        .getMessage()
                        .replace("1:28", "1:26"));
        assertEquals(
                SqlState.INVALID_TABLE_DEFINITION,
                refused("CREATE TABLE t (a text GENERATED ALWAYS AS IDENTITY)").state());
        for (String unsupported :
                List.of(
                        "CREATE TABLE t (a int UNIQUE DEFERRABLE INITIALLY DEFERRED)",
                        "CREATE INDEX i ON t (lower(a))")) {
            assertEquals(SqlState.FEATURE_NOT_SUPPORTED, refused(unsupported).state(), unsupported);
        }
    }

    @Test
    void anIndexMayBeOfSomeRows() {
        Definition.CreateIndex index =
                assertInstanceOf(
                        Definition.CreateIndex.class,
                        read("CREATE UNIQUE INDEX i ON t (a, b) WHERE a > (1) AND live"));
        assertEquals(Optional.of("a > (1) AND live"), index.condition());
        assertEquals(List.of("a", "b"), index.columns());
    }

    @Test
    void aColumnIsGeneratedByOneExpression() {
        Definition.CreateTable create =
                table(
                        "CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a + (1)) STORED NOT"
                                + " NULL)");
        assertEquals(Optional.of("a + (1)"), create.columns().getLast().generated());
        assertEquals(Optional.empty(), create.columns().getFirst().generated());
        for (String wrong :
                List.of(
                        "GENERATED BY DEFAULT AS (a) STORED",
                        "GENERATED ALWAYS AS (a)",
                        "GENERATED ALWAYS AS (a) STORED DEFAULT 1",
                        "GENERATED ALWAYS AS (a) STORED GENERATED ALWAYS AS IDENTITY",
                        "GENERATED ALWAYS AS (a) STORED GENERATED ALWAYS AS (a) STORED")) {
            assertEquals(
                    SqlState.SYNTAX_ERROR,
                    refused("CREATE TABLE t (a int, b int " + wrong + ")").state(),
                    wrong);
        }
    }

    @Test
    void alterationsAreReadInTurn() {
        assertEquals(
                List.of(
                        new Alteration.AddColumn(
                                true,
                                new TableColumn(
                                        "a",
                                        SqlType.of(SqlType.Name.INTEGER),
                                        true,
                                        Optional.of("1 + 2"),
                                        Optional.empty(),
                                        Identity.NONE,
                                        SequenceOptions.NONE,
                                        new Position(1, 41)),
                                List.of(new Constraint.Unique("", List.of("a")))),
                        new Alteration.DropColumn("b", true, true),
                        new Alteration.DropConstraint("k", false, false),
                        new Alteration.AddConstraint(
                                new Constraint.PrimaryKey("p", List.of("a")), false)),
                alterations(
                        "ADD COLUMN IF NOT EXISTS  a int DEFAULT 1 + 2 UNIQUE NOT NULL, DROP COLUMN IF"
                                + " EXISTS b CASCADE, DROP CONSTRAINT k, ADD CONSTRAINT p PRIMARY KEY"
                                + " (a)"));
        assertEquals(
                List.of(
                        new Alteration.SetDefault("a", "f(1, 2)", new Position(1, 36)),
                        new Alteration.DropDefault("a"),
                        new Alteration.SetNotNull("a"),
                        new Alteration.DropNotNull("a"),
                        new Alteration.SetType("a", SqlType.of(SqlType.Name.BIGINT), ""),
                        new Alteration.SetType("a", SqlType.of(SqlType.Name.TEXT), "a || 'x'")),
                alterations(
                        "ALTER a SET  DEFAULT f(1, 2), ALTER COLUMN a DROP DEFAULT, ALTER a SET NOT"
                                + " NULL, ALTER a DROP NOT NULL, ALTER a TYPE bigint, ALTER a SET DATA"
                                + " TYPE text USING a || 'x'"));
        assertEquals(
                List.of(
                        new Alteration.RenameTable("u"),
                        new Alteration.RenameColumn("a", "b"),
                        new Alteration.RenameConstraint("c", "d"),
                        new Alteration.SetSchema("s")),
                alterations(
                        "RENAME TO u, RENAME COLUMN a TO b, RENAME CONSTRAINT c TO d, SET SCHEMA s"));
    }

    @Test
    void indexesAndSchemasAreMadeAndDropped() {
        assertEquals(
                new Definition.CreateIndex(
                        "i",
                        true,
                        true,
                        TableName.of("t"),
                        List.of("a", "b"),
                        List.of("c"),
                        Optional.empty()),
                read(
                        "CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a ASC, b DESC NULLS LAST)"
                                + " INCLUDE (c)"));
        assertEquals(
                new Definition.CreateIndex(
                        "",
                        false,
                        false,
                        TableName.of("t"),
                        List.of("a"),
                        List.of(),
                        Optional.empty()),
                read("CREATE INDEX ON t USING btree (a)"));
        assertEquals(
                new Definition.DropIndex(List.of(TableName.of("i")), true, false),
                read("DROP INDEX IF EXISTS i RESTRICT"));
        assertEquals(
                new Definition.DropTable(
                        List.of(TableName.of("a"), new TableName("s", "b")), false, true),
                read("DROP TABLE a, s.b CASCADE"));
        assertEquals(new Definition.CreateSchema("s", true), read("CREATE SCHEMA IF NOT EXISTS s"));
        assertEquals(
                new Definition.DropSchema(List.of("s", "u"), false, true),
                read("DROP SCHEMA s, u CASCADE"));
    }

    @Test
    void transactionsHaveModes() {
        TransactionControl.Modes none =
                new TransactionControl.Modes(Optional.empty(), Optional.empty());
        assertEquals(new TransactionControl.Begin(none), read("BEGIN"));
        assertEquals(new TransactionControl.Begin(none), read("BEGIN WORK"));
        assertEquals(
                new TransactionControl.Begin(
                        new TransactionControl.Modes(
                                Optional.of(Isolation.SERIALIZABLE), Optional.of(true))),
                read("START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY"));
        assertEquals(
                new TransactionControl.SetTransaction(
                        new TransactionControl.Modes(
                                Optional.of(Isolation.READ_UNCOMMITTED), Optional.empty())),
                read("SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED"));
        assertEquals(
                new TransactionControl.SetCharacteristics(
                        new TransactionControl.Modes(
                                Optional.of(Isolation.REPEATABLE_READ), Optional.of(false))),
                read(
                        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ"
                                + " READ WRITE"));
        assertEquals(new TransactionControl.Commit(false), read("END TRANSACTION"));
        assertEquals(new TransactionControl.Commit(true), read("COMMIT AND CHAIN"));
        assertEquals(new TransactionControl.Rollback(false), read("ABORT"));
        assertEquals(new TransactionControl.RollbackTo("a"), read("ROLLBACK WORK TO SAVEPOINT A"));
        assertEquals(new TransactionControl.Savepoint("a"), read("SAVEPOINT a"));
        assertEquals(new TransactionControl.Release("a"), read("RELEASE SAVEPOINT a"));
        assertEquals(new Statement.Set("seed", "1"), read("SET seed = 1"));
        assertEquals(
                "syntax error at 1:23: expected READ UNCOMMITTED, READ COMMITTED, REPEATABLE READ or"
                        + " SERIALIZABLE, found \"SERIALISABLE\". Did you mean \"SERIALIZABLE\"?",
                refused("BEGIN ISOLATION LEVEL SERIALISABLE").getMessage());
    }

    @Test
    void upkeepIsOneWordOrTwo() {
        assertEquals(new Upkeep.Checkpoint(), read("CHECKPOINT"));
        assertEquals(new Upkeep.CheckTable(new TableName("s", "t")), read("CHECK TABLE s.t"));
        assertEquals(new Upkeep.Backup("d"), read("BACKUP TO 'd'"));
        assertEquals(new Upkeep.Analyze(List.of()), read("ANALYZE"));
    }
}
