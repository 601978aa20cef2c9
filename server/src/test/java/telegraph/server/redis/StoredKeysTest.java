package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;
import telegraph.server.ServerOptions.KeyValueEngine;
import telegraph.sql.Session;

/// Keys that are rows of a table.
class StoredKeysTest {
    private RedisServer server;

    @BeforeEach
    void open() {
        server = new RedisServer(KeyValueEngine.STORE, Map.of("key_flush", "on"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void keysAreRowsThatSqlReadsAndChanges() throws InterruptedException {
        try (Jedis jedis = server.jedis()) {
            assertNull(jedis.get("greeting"));
            assertEquals("OK", jedis.set("greeting", "hällo"));
            assertEquals("hällo", jedis.get("greeting"));
            jedis.set("bytes".getBytes(StandardCharsets.UTF_8), new byte[] {0, (byte) 0xff});
            assertEquals(
                    "[[bytes, null, \\x00ff, null], [greeting, hällo, null, null]]",
                    server.sql("SELECT key, value, bytes, expires FROM redis.keys ORDER BY key")
                            .toString());
            server.sql("UPDATE redis.keys SET value = 'from SQL' WHERE key = 'greeting'");
            assertEquals("from SQL", jedis.get("greeting"));
            server.sql("INSERT INTO redis.keys (key, value) VALUES ('n', '41')");
            assertEquals(42, jedis.incr("n"));
            server.sql("DELETE FROM redis.keys WHERE key = 'greeting'");
            assertNull(jedis.get("greeting"));
            assertEquals(2, jedis.dbSize());
        }
    }

    @Test
    void setDoesWhatItsOptionsSay() {
        try (Jedis jedis = server.jedis()) {
            assertNull(jedis.set("k", "1", SetParams.setParams().xx()));
            assertEquals("OK", jedis.set("k", "1", SetParams.setParams().nx()));
            assertNull(jedis.set("k", "2", SetParams.setParams().nx()));
            assertEquals("1", jedis.setGet("k", "3"));
            assertEquals("OK", jedis.set("k", "4", SetParams.setParams().xx().ex(100)));
            assertEquals(100, jedis.ttl("k"));
            assertEquals("OK", jedis.set("k", "5", SetParams.setParams().keepTtl()));
            assertEquals(100, jedis.ttl("k"));
            assertEquals("OK", jedis.set("k", "6"));
            assertEquals(-1, jedis.ttl("k"));
            assertEquals("OK", jedis.set("k", "7", SetParams.setParams().pxAt(1)));
            assertNull(jedis.get("k"), "a deadline in the past");
        }
    }

    @Test
    void manyKeysAreReadAndChangedAtOnce() {
        try (Jedis jedis = server.jedis()) {
            assertEquals("OK", jedis.mset("a", "1", "b", "2", "a", "3"));
            assertEquals(Arrays.asList("3", null, "2"), jedis.mget("a", "x", "b"));
            assertEquals(0, jedis.msetnx("b", "9", "c", "9"));
            assertNull(jedis.get("c"));
            assertEquals(1, jedis.msetnx("c", "4", "d", "5"));
            assertEquals(3, jedis.exists("a", "a", "x", "c"));
            assertEquals(2, jedis.del("a", "x", "b"));
            assertEquals(2, jedis.unlink("c", "d", "d"));
            assertEquals(0, jedis.dbSize());
        }
    }

    @Test
    void numbersAreCountedUpAndDown() throws IOException {
        try (Jedis jedis = server.jedis();
                RespSocket socket = server.connect()) {
            assertEquals(1, jedis.incr("n"));
            assertEquals(-9, jedis.decrBy("n", 10));
            assertEquals(-10, jedis.decr("n"));
            assertEquals("-10", jedis.get("n"));
            jedis.set("n", String.valueOf(Long.MAX_VALUE));
            assertEquals("-ERR increment or decrement would overflow", socket.ask("INCR", "n"));
            for (String wrong : List.of("a", "01", "+1", " 1", "1.0", "", "9223372036854775808")) {
                jedis.set("w", wrong);
                assertEquals(
                        "-ERR value is not an integer or out of range", socket.ask("INCR", "w"));
            }
            jedis.set("w", "-9223372036854775808");
            assertEquals(":-9223372036854775807", socket.ask("INCR", "w"));
            assertEquals(
                    "-ERR decrement would overflow",
                    socket.ask("DECRBY", "w", "-9223372036854775808"));
        }
    }

    @Test
    void aDriverSpeaksVersionThreeAsWell() {
        try (Jedis jedis = server.jedis(RedisProtocol.RESP3)) {
            assertNull(jedis.get("k"));
            assertEquals("OK", jedis.set("k", "1"));
            assertEquals(2, jedis.incr("k"));
            assertEquals(Arrays.asList("2", null), jedis.mget("k", "x"));
            assertEquals(List.of("k"), jedis.scan("0").getResult());
            assertEquals("yes", jedis.configGet("appendonly").get("appendonly"));
        }
    }

    @Test
    void textsGrow() {
        try (Jedis jedis = server.jedis()) {
            assertEquals(2, jedis.append("t", "ab"));
            assertEquals(4, jedis.append("t", "cd"));
            assertEquals(4, jedis.strlen("t"));
            assertEquals("string", jedis.type("t"));
            assertEquals("none", jedis.type("x"));
            assertEquals("abcd", jedis.getDel("t"));
            assertEquals(0, jedis.strlen("t"));
        }
    }

    @Test
    void deadlinesAreGivenAndTakenBack() throws IOException {
        try (Jedis jedis = server.jedis();
                RespSocket socket = server.connect()) {
            assertEquals(-2, jedis.ttl("k"));
            assertEquals(0, jedis.expire("k", 10));
            jedis.set("k", "v");
            assertEquals(-1, jedis.pttl("k"));
            assertEquals(1, jedis.expire("k", 10));
            assertTrue(jedis.pttl("k") > 1_000);
            assertEquals(":0", socket.ask("EXPIRE", "k", "100", "NX"));
            assertEquals(":0", socket.ask("EXPIRE", "k", "5", "GT"));
            assertEquals(":1", socket.ask("EXPIRE", "k", "100", "XX", "GT"));
            assertEquals(100, jedis.ttl("k"));
            assertEquals(
                    ":2000000000",
                    socket.ask("GETEX", "k", "EXAT", "2000000000")
                            .replace("\"v\"", socket.ask("EXPIRETIME", "k")));
            assertEquals(1, jedis.persist("k"));
            assertEquals(0, jedis.persist("k"));
            assertEquals(1, jedis.expireAt("k", 1));
            assertNull(jedis.get("k"));
            assertEquals(
                    "-ERR invalid expire time in 'set' command",
                    socket.ask("SET", "k", "v", "EX", "0"));
            assertEquals("-ERR syntax error", socket.ask("SET", "k", "v", "EX"));
            assertEquals("-ERR syntax error", socket.ask("SET", "k", "v", "NX", "XX"));
        }
    }

    @Test
    void scanTellsEveryKeyOnceWhateverComesAndGoes() {
        try (Jedis jedis = server.jedis()) {
            for (int i = 0; i < 500; i++) {
                jedis.set("key:" + i, "v");
            }
            List<String> told = new ArrayList<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            int extra = 0;
            do {
                ScanResult<String> step = jedis.scan(cursor, new ScanParams().count(7));
                told.addAll(step.getResult());
                cursor = step.getCursor();
                jedis.set("a" + extra, "new");
                jedis.del("a" + extra++);
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            assertEquals(500, told.size());
            assertEquals(500, Set.copyOf(told).size());
            Set<String> some = new HashSet<>();
            cursor = ScanParams.SCAN_POINTER_START;
            do {
                ScanResult<String> step =
                        jedis.scan(cursor, new ScanParams().match("key:[1-2]?").count(100));
                some.addAll(step.getResult());
                cursor = step.getCursor();
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            assertEquals(20, some.size());
            assertEquals(some, jedis.keys("key:[12]?"));
            assertEquals("OK", jedis.flushDB());
            assertEquals(0, jedis.dbSize());
        }
    }

    @Test
    void whatIsPipelinedTakesEffectInItsOrder() {
        try (Jedis jedis = server.jedis();
                var pipeline = jedis.pipelined()) {
            List<Response<Long>> counts = new ArrayList<>();
            List<Response<String>> reads = new ArrayList<>();
            for (int i = 1; i <= 2_000; i++) {
                counts.add(pipeline.incr("n"));
                if (i % 3 == 0) {
                    reads.add(pipeline.get("n"));
                }
            }
            pipeline.sync();
            for (int i = 0; i < counts.size(); i++) {
                assertEquals(i + 1, counts.get(i).get());
            }
            for (int i = 0; i < reads.size(); i++) {
                assertEquals(String.valueOf(3 * (i + 1)), reads.get(i).get());
            }
        }
    }

    @Test
    void countingIsExactBesideOthersWhoCountInSql() throws Exception {
        int rounds = 200;
        int statements = 30;
        try (Jedis jedis = server.jedis()) {
            jedis.set("n", "0");
        }
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                try (Jedis jedis = server.jedis()) {
                                    for (int i = 0; i < rounds; i++) {
                                        jedis.incr("n");
                                    }
                                }
                            }));
        }
        try (Session session = server.telegraph().session()) {
            for (int i = 0; i < statements; i++) {
                RedisServer.sql(
                        session,
                        "UPDATE redis.keys SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT)"
                                + " WHERE key = 'n'");
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try (Jedis jedis = server.jedis()) {
            assertEquals(String.valueOf(4 * rounds + statements), jedis.get("n"));
        }
    }

    @Test
    void whoWaitsForATransactionHoldsNobodyElseBack() throws Exception {
        try (Jedis jedis = server.jedis();
                Session session = server.telegraph().session();
                RespSocket waiting = server.connect();
                RespSocket reading = server.connect()) {
            jedis.mset("held", "1", "free", "1");
            session.begin();
            RedisServer.sql(session, "UPDATE redis.keys SET value = '2' WHERE key = 'held'");
            waiting.send(
                    RespSocket.command("INCR", "free")
                            + RespSocket.command("INCR", "held")
                            + RespSocket.command("INCR", "free"));
            reading.send(RespSocket.command("GET", "held"));
            for (int i = 0; i < 20; i++) {
                assertEquals("OK", jedis.set("other" + i, "v"));
                assertEquals("v", jedis.get("other" + i));
            }
            session.commit();
            assertEquals(":2", waiting.answer());
            assertEquals(":3", waiting.answer());
            assertEquals(":3", waiting.answer());
            String read = reading.answer();
            assertTrue(read.equals("\"2\"") || read.equals("\"3\""), read);
        }
    }

    @Test
    void rowsThatAreOlderThanTheirColumnsAreRead() throws Exception {
        try (Jedis jedis = server.jedis()) {
            jedis.set("k", "v");
            server.sql("ALTER TABLE redis.keys DROP COLUMN value");
            server.sql("ALTER TABLE redis.keys ADD COLUMN value TEXT DEFAULT '7'");
            assertEquals("7", jedis.get("k"));
            assertEquals(8, jedis.incr("k"));
            assertEquals("8", jedis.get("k"));
        }
    }

    @Test
    void commandsAreAtomicByThemselvesWhateverTransactionsAreLikeOtherwise() throws Exception {
        Map<String, String> settings =
                Map.of("default_transaction_isolation", "serializable", "durability", "relaxed");
        try (RedisServer strict = new RedisServer(KeyValueEngine.STORE, settings);
                Jedis jedis = strict.jedis()) {
            for (int i = 0; i < 100; i++) {
                assertNull(jedis.get("k" + i));
                jedis.set("k" + i, "v");
                assertEquals("v", jedis.get("k" + i));
            }
        }
    }

    @Test
    void whatCannotBeAKeyIsRefused() throws IOException {
        try (RespSocket socket = server.connect()) {
            assertEquals(
                    "-ERR a key has at most 1000 bytes: this one has 1001",
                    socket.ask("SET", "k".repeat(1_001), "v"));
            assertEquals("+OK", socket.ask("SET", "k".repeat(1_000), "v"));
            socket.raw("*2\r\n$3\r\nGET\r\n$1\r\n".getBytes(StandardCharsets.UTF_8));
            socket.raw((byte) 0xff, (byte) '\r', (byte) '\n');
            assertTrue(socket.answer().startsWith("-ERR a key is text in UTF-8"));
        }
    }

    @Test
    void aTableOfOthersInThatPlaceIsLeftAlone() throws Exception {
        server.sql("CREATE SCHEMA redis");
        server.sql("CREATE TABLE redis.keys (key INTEGER PRIMARY KEY)");
        try (RespSocket socket = server.connect()) {
            assertTrue(socket.ask("SET", "k", "v").startsWith("-ERR keys are in a table"));
            assertTrue(socket.ask("GET", "k").startsWith("-ERR keys are in a table"));
            server.sql("DROP TABLE redis.keys");
            assertEquals("+OK", socket.ask("SET", "k", "v"));
            server.sql("ALTER TABLE redis.keys RENAME TO old");
            assertEquals("nil", socket.ask("GET", "k"));
            assertEquals("+OK", socket.ask("SET", "k", "w"));
        }
    }
}
