package telegraph.server.postgres.dialect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.TelegraphException;

class WireGrammarTest {
    private static WireStatement read(String statement) {
        return WireGrammar.read(statement).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "BEGIN ISOLATION LEVEL SERIALIZABLE",
                "COMMIT AND CHAIN",
                "SET memory_limit = '1GB'",
                "SET TRANSACTION READ ONLY",
                "SHOW memory_limit",
                "SHOW TRANSACTION ISOLATION LEVEL",
                "RESET memory_limit",
                "DISCARD EVERYTHING",
                "SAVEPOINT",
                "SET",
                ""
            })
    void whatIsNotThisDoorsIsTelegraphs(String statement) {
        assertEquals(Optional.empty(), WireGrammar.read(statement));
    }

    @Test
    void transactionsInTheirPlainForms() {
        assertEquals(new WireStatement.Begin(), read("begin"));
        assertEquals(new WireStatement.Begin(), read(" /* a /* b */ */ START TRANSACTION ; "));
        assertEquals(new WireStatement.Commit(), read("END WORK"));
        assertEquals(new WireStatement.Rollback(), read("-- so be it\nABORT"));
        assertEquals(new WireStatement.RollbackTo("s"), read("ROLLBACK TO SAVEPOINT S"));
        assertEquals(new WireStatement.RollbackTo("S t"), read("ROLLBACK TO \"S t\""));
        assertEquals(new WireStatement.Release("s"), read("RELEASE s"));
    }

    @Test
    void settingsInAllTheWaysTheyAreWritten() {
        Optional<String> berlin = Optional.of("Europe/Berlin");
        assertEquals(
                new WireStatement.Set(ClientSetting.TIME_ZONE, berlin, false),
                read("SET TIME ZONE 'Europe/Berlin'"));
        assertEquals(
                new WireStatement.Set(ClientSetting.TIME_ZONE, berlin, true),
                read("set local timezone to 'Europe/Berlin'"));
        assertEquals(
                new WireStatement.Set(ClientSetting.SEARCH_PATH, Optional.of("a, \"B\""), false),
                read("SET SESSION search_path = a, \"B\""));
        assertEquals(
                new WireStatement.Set(ClientSetting.CLIENT_ENCODING, Optional.of("utf8"), false),
                read("SET NAMES 'utf8'"));
        assertEquals(
                new WireStatement.Set(ClientSetting.EXTRA_FLOAT_DIGITS, Optional.of("-3"), false),
                read("SET extra_float_digits=-3"));
        assertEquals(
                new WireStatement.Set(ClientSetting.DATE_STYLE, Optional.empty(), false),
                read("SET datestyle TO DEFAULT"));
        assertEquals(new WireStatement.Show(ClientSetting.TIME_ZONE), read("SHOW TIME ZONE"));
        assertEquals(new WireStatement.ResetAll(), read("RESET ALL"));
    }

    @Test
    void cursors() {
        assertEquals(
                new WireStatement.Declare("c", "SELECT $1", true, true),
                read("DECLARE c BINARY NO SCROLL CURSOR WITH HOLD FOR SELECT $1"));
        assertEquals(new WireStatement.Fetch("c", 1, false), read("FETCH c"));
        assertEquals(new WireStatement.Fetch("c", 1, false), read("FETCH NEXT FROM c"));
        assertEquals(new WireStatement.Fetch("c", 10, false), read("FETCH FORWARD 10 IN c"));
        assertEquals(
                new WireStatement.Fetch("c", Long.MAX_VALUE, true), read("MOVE ALL FROM \"c\""));
        assertEquals(new WireStatement.Close(Optional.empty()), read("CLOSE ALL"));
        assertThrows(TelegraphException.class, () -> read("FETCH BACKWARD 1 FROM c"));
        assertThrows(TelegraphException.class, () -> read("DECLARE c SCROLL CURSOR FOR SELECT 1"));
    }

    @Test
    void whatTelegraphHasNotIsSaidSo() {
        TelegraphException e = assertThrows(TelegraphException.class, () -> read("LISTEN x"));
        assertEquals("0A000", e.state().code());
    }
}
