package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The protocol message by message, as clients other than Java's send them.
class MessagesTest {
    private static PostgresServer postgres;
    private RawClient client;

    @BeforeAll
    static void open() throws Exception {
        postgres = new PostgresServer();
        try (RawClient setup = RawClient.in(postgres.port())) {
            setup.add('Q', "CREATE TABLE t (id integer PRIMARY KEY, name text)").until('Z');
            setup.add('Q', "INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL)").until('Z');
        }
    }

    @AfterAll
    static void nothingIsHeld() {
        postgres.close();
    }

    @BeforeEach
    void connect() throws IOException {
        client = RawClient.in(postgres.port());
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void aSimpleQueryIsAnsweredByShapeRowsAndTag() throws IOException {
        assertEquals(
                "T D:1,one D:2,two D:3,null C:SELECT 3 Z:I",
                client.add('Q', "SELECT * FROM t ORDER BY id").until('Z'));
        assertEquals("I Z:I", client.add('Q', " ; ").until('Z'));
        assertEquals(
                "T D:1 C:SELECT 1 C:BEGIN E:42703 Z:E",
                client.add('Q', "SELECT 1; BEGIN; SELECT x FROM t; SELECT 2").until('Z'));
        assertEquals("E:25P02 Z:E", client.add('Q', "SELECT 1").until('Z'));
        assertEquals("C:ROLLBACK Z:I", client.add('Q', "COMMIT").until('Z'));
    }

    @Test
    void theTagOfATableThatIsMadeOfAQueryCountsItsRows() throws IOException {
        assertEquals(
                "C:SELECT 3 Z:I",
                client.add('Q', "CREATE TABLE made AS SELECT id FROM t").until('Z'));
    }

    @Test
    void theExtendedQueryTakesItsStepsInOneMessageEach() throws IOException {
        assertEquals(
                "1 t T 2 T D:2,two C:SELECT 1 3 3 Z:I",
                client.parse("s", "SELECT * FROM t WHERE id = $1")
                        .describe('S', "s")
                        .bind("p", "s", "2")
                        .describe('P', "p")
                        .execute("p", 0)
                        .add('C', (byte) 'P', "p")
                        .add('C', (byte) 'S', "s")
                        .sync()
                        .until('Z'));
        assertEquals("E:26000 Z:I", client.bind("", "s", "2").sync().until('Z'));
    }

    @Test
    void manyPointReadsAreAnsweredInTheirOrder() throws IOException {
        client.parse("s", "SELECT id, name FROM t WHERE id = $1").sync().until('Z');
        client.bind("", "s", "1").execute("", 0).sync().until('Z');
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            int id = i % 4;
            client.bind("", "s", Integer.toString(id)).execute("", 0);
            String row =
                    switch (id) {
                        case 1 -> "D:1,one ";
                        case 2 -> "D:2,two ";
                        case 3 -> "D:3,null ";
                        default -> "";
                    };
            expected.append("2 ").append(row).append("C:SELECT ").append(id == 0 ? 0 : 1);
            expected.append(' ');
            if (i % 100 == 50) {
                client.parse("", "SELECT 7").bind("", "").execute("", 0);
                expected.append("1 2 D:7 C:SELECT 1 ");
            }
        }
        assertEquals(expected + "Z:I", client.sync().until('Z'));
    }

    @Test
    void whatWasParsedLatelyIsParsedAnewWhenItsTableHasChanged() throws IOException {
        client.add('Q', "CREATE TABLE v (id integer PRIMARY KEY, what text)").until('Z');
        client.add('Q', "INSERT INTO v VALUES (1, 'x')").until('Z');
        for (int round = 0; round < 4; round++) {
            assertEquals("1 2 T D:x C:SELECT 1 Z:I", unnamed("SELECT what FROM v WHERE id = $1"));
        }
        try (RawClient other = RawClient.in(postgres.port())) {
            other.add('Q', "DROP TABLE v").until('Z');
            other.add('Q', "CREATE TABLE v (id integer PRIMARY KEY, what integer)").until('Z');
            other.add('Q', "INSERT INTO v VALUES (1, 42)").until('Z');
        }
        for (int round = 0; round < 4; round++) {
            assertEquals("1 2 T D:42 C:SELECT 1 Z:I", unnamed("SELECT what FROM v WHERE id = $1"));
        }
        client.add('Q', "DROP TABLE v").until('Z');
        assertEquals("E:42P01 Z:I", unnamed("SELECT what FROM v WHERE id = $1"));
    }

    private String unnamed(String sql) throws IOException {
        return client.parse("", sql)
                .bind("", "", "1")
                .describe('P', "")
                .execute("", 0)
                .sync()
                .until('Z');
    }

    @Test
    void twoPortalsOfOneStatementHaveTheirOwnValues() throws IOException {
        client.parse("s", "SELECT id, name FROM t WHERE id = $1").sync().until('Z');
        for (int round = 0; round < 3; round++) {
            assertEquals(
                    "2 2 D:2,two C:SELECT 1 D:1,one C:SELECT 1 Z:I",
                    client.bind("", "s", "1")
                            .bind("p", "s", "2")
                            .execute("p", 0)
                            .execute("", 0)
                            .sync()
                            .until('Z'));
        }
    }

    @Test
    @Timeout(600)
    void aQueryThatWaitsForItsReaderHoldsNobodyElseUpInItsTransaction() throws IOException {
        String digits = "(VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS ";
        String many =
                "SELECT a.x AS n FROM "
                        + String.join(
                                ", ",
                                digits + "a(x)",
                                digits + "b(x)",
                                digits + "c(x)",
                                digits + "d(x)",
                                digits + "e(x)")
                        + " WHERE b.x + c.x + d.x + e.x >= 0";
        client.add('Q', "BEGIN").until('Z');
        assertEquals(
                "C:DECLARE CURSOR Z:T", client.add('Q', "DECLARE k CURSOR FOR " + many).until('Z'));
        assertEquals("T Z:T", client.describe('P', "k").sync().until('Z'));
        assertEquals(
                "1 t T Z:T",
                client.parse("s", "SELECT count(*) FROM t WHERE name = $1")
                        .describe('S', "s")
                        .sync()
                        .until('Z'));
        assertEquals("C:MOVE 99999 Z:T", client.add('Q', "MOVE 99999 FROM k").until('Z'));
        assertEquals("C:CLOSE CURSOR Z:T", client.add('Q', "CLOSE k").until('Z'));
        assertEquals("1 2 Z:T", client.parse("m", many).bind("p", "m").sync().until('Z'));
        assertTrue(client.execute("p", 1).sync().until('Z').endsWith(" s Z:T"));
        assertEquals("C:SET Z:T", client.add('Q', "SET statement_timeout = 50000").until('Z'));
        assertEquals(
                "1 2 D:1 C:SELECT 1 Z:T",
                client.parse("", "SELECT count(*) FROM t WHERE id = 1")
                        .bind("", "")
                        .execute("", 0)
                        .sync()
                        .until('Z'));
        assertEquals("C:ROLLBACK Z:I", client.add('Q', "ROLLBACK").until('Z'));
    }

    @Test
    void afterAnErrorEverythingUpToTheNextSyncIsPassedOver() throws IOException {
        assertEquals(
                "1 E:42703 Z:I",
                client.parse("good", "SELECT 1")
                        .parse("bad", "SELECT nothing FROM t")
                        .parse("never", "SELECT 1")
                        .add('Q', "SELECT 1")
                        .sync()
                        .until('Z'));
        assertEquals("E:26000 Z:I", client.describe('S', "never").sync().until('Z'));
        assertEquals(
                "2 D:1 C:SELECT 1 Z:I", client.bind("", "good").execute("", 0).sync().until('Z'));
        assertEquals(
                "E:22P02 Z:I",
                client.parse("point", "SELECT name FROM t WHERE id = $1")
                                .bind("", "point", "1")
                                .execute("", 0)
                                .sync()
                                .until('Z')
                                .startsWith("1 2 D:one")
                        ? client.bind("", "point", "one").execute("", 0).sync().until('Z')
                        : "");
    }

    @Test
    void whatIsExecutedUpToTheNextSyncIsOneTransaction() throws IOException {
        assertEquals(
                "1 2 C:INSERT 0 1 2 E:23505 Z:I",
                client.parse("i", "INSERT INTO t VALUES ($1, 'x')")
                        .bind("", "i", "10")
                        .execute("", 0)
                        .bind("", "i", "1")
                        .execute("", 0)
                        .bind("", "i", "11")
                        .execute("", 0)
                        .sync()
                        .until('Z'));
        assertEquals("T D:3 C:SELECT 1 Z:I", client.add('Q', "SELECT count(*) FROM t").until('Z'));
    }

    @Test
    void aPortalIsSuspendedAndGoesOn() throws IOException {
        assertEquals(
                "1 2 D:1 D:2 s D:3 C:SELECT 1 C:SELECT 0 Z:I",
                client.parse("", "SELECT id FROM t ORDER BY id")
                        .bind("p", "")
                        .execute("p", 2)
                        .execute("p", 2)
                        .execute("p", 2)
                        .sync()
                        .until('Z'));
        assertEquals("E:34000 Z:I", client.execute("p", 0).sync().until('Z'));
    }

    @Test
    void aSuspendedPortalOutlivesOtherStatementsOfItsTransactionAndNotItsEnd() throws IOException {
        client.add('Q', "BEGIN").until('Z');
        assertEquals(
                "1 2 D:1 s Z:T",
                client.parse("", "SELECT id FROM t ORDER BY id")
                        .bind("p", "")
                        .execute("p", 1)
                        .sync()
                        .until('Z'));
        assertEquals(
                "C:UPDATE 1 Z:T",
                client.add('Q', "UPDATE t SET name = 'b' WHERE id = 2").until('Z'));
        assertEquals("D:2 D:3 C:SELECT 2 Z:T", client.execute("p", 0).sync().until('Z'));
        assertEquals("C:ROLLBACK Z:I", client.add('Q', "ROLLBACK").until('Z'));
        assertEquals("E:34000 Z:I", client.execute("p", 0).sync().until('Z'));
    }

    @Test
    void copyTakesDataUntilItsEnd() throws IOException {
        client.add('Q', "CREATE TABLE c (id integer PRIMARY KEY, name text)").until('Z');
        client.add('Q', "COPY c FROM STDIN").send();
        client.add('d', "1\tone\n2\t".getBytes(StandardCharsets.UTF_8))
                .add('d', "\\N\n".getBytes(StandardCharsets.UTF_8))
                .add('c');
        assertEquals("G C:COPY 2 Z:I", client.until('Z'));
        assertEquals(
                "H d:1\tone d:2\t\\N c C:COPY 2 Z:I",
                client.add('Q', "COPY c TO STDOUT").until('Z'));
        client.add('Q', "COPY c FROM STDIN")
                .add('d', "3\tthree\n".getBytes(StandardCharsets.UTF_8))
                .add('f', "no more");
        assertEquals("G E:57014 Z:I", client.until('Z'));
        client.add('Q', "COPY c FROM STDIN")
                .add('d', "x\tthree\n".getBytes(StandardCharsets.UTF_8))
                .add('d', "4\tfour\n".getBytes(StandardCharsets.UTF_8))
                .add('c');
        assertEquals("G E:22P02 Z:I", client.until('Z'));
        assertEquals(
                "1 2 G C:COPY 1 Z:I",
                client.parse("", "COPY c FROM STDIN")
                        .bind("", "")
                        .execute("", 0)
                        .sync()
                        .add('d', "5\tfive\n".getBytes(StandardCharsets.UTF_8))
                        .add('c')
                        .sync()
                        .until('Z'));
        client.add('Q', "DROP TABLE c").until('Z');
    }

    @Test
    void aClientOfAnotherVersionIsToldWhichThereAre() throws IOException {
        try (RawClient newer = new RawClient(postgres.port())) {
            newer.startup(3 << 16 | 9, "user", "raw", "_pq_.unheard_of", "1");
            String hello = newer.until('Z');
            assertTrue(hello.startsWith("v:2 R:0 S"), hello);
            assertTrue(hello.contains("K:32"), hello);
        }
        try (RawClient newer = new RawClient(postgres.port())) {
            newer.startup(3 << 16 | 2, "user", "raw");
            assertTrue(newer.until('Z').startsWith("R:0 S"));
        }
        try (RawClient old = new RawClient(postgres.port())) {
            old.startup(2 << 16, "user", "raw");
            assertEquals("E:0A000 end", old.until('Z'));
        }
        try (RawClient nobody = new RawClient(postgres.port())) {
            nobody.startup(3 << 16, "database", "t");
            assertEquals("E:28000 end", nobody.until('Z'));
        }
    }

    @Test
    void encryptionIsRefusedInOneByteWhereThereIsNone() throws IOException {
        try (RawClient plain = new RawClient(postgres.port())) {
            plain.raw(ByteBuffer.allocate(8).putInt(8).putInt(80877103).array());
            assertEquals('N', plain.one());
            plain.raw(ByteBuffer.allocate(8).putInt(8).putInt(80877104).array());
            assertEquals('N', plain.one());
            plain.startup(3 << 16, "user", "raw");
            assertTrue(plain.until('Z').endsWith("Z:I"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Q\0\0\0\3", "?\0\0\0\4", "p\0\0\0\4", "H\0\1\377\377"})
    void aMessageThatIsNoneEndsTheConnection(String bytes) throws IOException {
        client.raw(bytes.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("E:08P01 end", client.until('Z'));
    }

    @Test
    void aMessageBeyondTheLimitEndsTheConnectionBeforeItIsRead() throws IOException {
        client.raw(new byte[] {'Q', 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 'S'});
        assertEquals("E:53400 end", client.until('Z'));
    }

    @Test
    void fieldsThatDoNotFitTheirMessageEndTheConnection() throws IOException {
        assertEquals(
                "E:08P01 end",
                client.add('Q', "SELECT 1".getBytes(StandardCharsets.UTF_8)).until('Z'));
        try (RawClient other = RawClient.in(postgres.port())) {
            String all = other.parse("", "SELECT 1").add('B', "", "", (short) 1).until('Z');
            assertTrue(all.endsWith("E:08P01 end"), all);
        }
        try (RawClient other = RawClient.in(postgres.port())) {
            other.parse("s", "SELECT name FROM t WHERE id = $1")
                    .bind("", "s", "1")
                    .execute("", 0)
                    .sync()
                    .until('Z');
            assertEquals(
                    "E:08P01 end",
                    other.add('B', "", "s", (short) 0, (short) 1, 1_000_000).until('Z'));
        }
    }

    @Test
    void whatFollowsAMessageThatIsNoneIsNotDone() throws IOException {
        client.add('P', "", "SELECT 1", (short) 9)
                .add('Q', "DELETE FROM t")
                .add('S')
                .add('Q', "DELETE FROM t");
        assertTrue(client.until('Z').endsWith("end"));
        try (RawClient other = RawClient.in(postgres.port())) {
            assertEquals(
                    "T D:3 C:SELECT 1 Z:I", other.add('Q', "SELECT count(*) FROM t").until('Z'));
        }
    }

    @Test
    void aBindWithTheWrongNumberOfValuesIsAnErrorAndNoMore() throws IOException {
        assertEquals(
                "1 E:08P01 Z:I",
                client.parse("s", "SELECT name FROM t WHERE id = $1")
                        .bind("", "s")
                        .sync()
                        .until('Z'));
        assertEquals("T D:1 C:SELECT 1 Z:I", client.add('Q', "SELECT 1").until('Z'));
    }

    @Test
    void textThatIsNoUtf8IsAnErrorAndNoMore() throws IOException {
        byte[] wrong = {'S', 'E', 'L', 'E', 'C', 'T', ' ', '\'', (byte) 0xff, '\'', 0};
        assertEquals("E:22021 Z:I", client.add('Q', wrong).until('Z'));
        assertEquals("T D:1 C:SELECT 1 Z:I", client.add('Q', "SELECT 1").until('Z'));
    }

    @Test
    void bytesMayComeOneByOne() throws Exception {
        byte[] query = "Q\0\0\0\15SELECT 1\0".getBytes(StandardCharsets.ISO_8859_1);
        for (byte one : query) {
            client.raw(new byte[] {one});
            Thread.sleep(1);
        }
        assertEquals("T D:1 C:SELECT 1 Z:I", client.until('Z'));
    }
}
