package telegraph.language.grammar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;

class SequenceGrammarTest {
    private static Statement parsed(String statement) {
        return Statements.parse(statement).getFirst().statement();
    }

    private static Statement moved(boolean ifExists, TableName to) {
        return new Definition.AlterSequence(
                TableName.of("s"), ifExists, SequenceOptions.NONE, Optional.of(to));
    }

    private static String refused(String statement) {
        return assertThrows(TelegraphException.class, () -> parsed(statement), statement)
                .state()
                .code();
    }

    @Test
    void optionsAreReadInAnyOrderAndTheirShortWordsToo() {
        SequenceOptions all =
                new SequenceOptions(
                        Optional.of(SqlType.of(SqlType.Name.SMALLINT)),
                        OptionalLong.of(-2),
                        Optional.of(new SequenceOptions.Bound(OptionalLong.empty())),
                        Optional.of(new SequenceOptions.Bound(OptionalLong.of(9))),
                        OptionalLong.of(5),
                        OptionalLong.of(3),
                        Optional.of(false),
                        Optional.empty(),
                        Optional.of(
                                new SequenceOptions.Owner(
                                        Optional.of(
                                                new SequenceOptions.Column(
                                                        new TableName("a", "t"), "c")))),
                        Optional.empty());
        Definition.CreateSequence made =
                new Definition.CreateSequence(new TableName("a", "s"), true, all);
        assertEquals(
                made,
                parsed(
                        "CREATE SEQUENCE IF NOT EXISTS a.s AS smallint INCREMENT BY -2 NO MINVALUE"
                                + " MAXVALUE 9 START WITH 5 CACHE 3 NO CYCLE OWNED BY a.t.c"));
        assertEquals(
                made,
                parsed(
                        "create sequence if not exists a.s owned by a.t.c no cycle cache 3 start +5"
                                + " maxvalue 9 no minvalue increment -2 as int2"));
    }

    @Test
    void alterationsAreReadAndSoIsTheEnd() {
        assertEquals(
                moved(true, TableName.of("r")), parsed("ALTER SEQUENCE IF EXISTS s RENAME TO r"));
        assertEquals(
                moved(false, new TableName("x", "s")), parsed("ALTER SEQUENCE s SET SCHEMA x"));
        Definition.AlterSequence restarted =
                (Definition.AlterSequence) parsed("ALTER SEQUENCE s RESTART CYCLE OWNED BY NONE");
        assertEquals(
                Optional.of(new SequenceOptions.Restart(OptionalLong.empty())),
                restarted.options().restart());
        assertEquals(
                Optional.of(new SequenceOptions.Owner(Optional.empty())),
                restarted.options().owner());
        assertEquals(
                new Definition.DropSequence(
                        List.of(TableName.of("a"), TableName.of("b")), true, true),
                parsed("DROP SEQUENCE IF EXISTS a, b CASCADE"));
    }

    @Test
    void whatIsWrongIsRefusedWithPostgresCode() {
        assertEquals("42601", refused("CREATE SEQUENCE s CYCLE NO CYCLE"));
        assertEquals("42601", refused("CREATE SEQUENCE s INCREMENT 1 INCREMENT 2"));
        assertEquals("42601", refused("CREATE SEQUENCE s START"));
        assertEquals("42601", refused("CREATE SEQUENCE s OWNED BY t"));
        assertEquals("42601", refused("ALTER SEQUENCE s"));
        assertEquals("22023", refused("CREATE SEQUENCE s AS text"));
    }
}
