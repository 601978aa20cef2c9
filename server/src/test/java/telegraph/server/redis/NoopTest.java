package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.SafeEncoder;
import telegraph.server.ServerOptions.KeyValueEngine;

/// The protocol, over a keyspace that forgets.
class NoopTest {
    private static RedisServer server;

    @BeforeAll
    static void open() {
        server = new RedisServer(KeyValueEngine.NOOP, Map.of());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void whateverIsSetEveryKeyHasTheSameValue() {
        try (Jedis jedis = server.jedis()) {
            assertEquals("PONG", jedis.ping());
            assertEquals("OK", jedis.set("k", "v"));
            assertEquals("x".repeat(1_024), jedis.get("k"));
            assertEquals(2, jedis.del("a", "b"));
        }
    }

    @Test
    void pipelinedCommandsAreAnsweredInOrder() {
        try (Jedis jedis = server.jedis()) {
            Pipeline pipeline = jedis.pipelined();
            for (int i = 0; i < 10_000; i++) {
                pipeline.sendCommand(Protocol.Command.ECHO, "e" + i);
                pipeline.get("k");
            }
            var answers = pipeline.syncAndReturnAll();
            assertEquals(20_000, answers.size());
            for (int i = 0; i < 10_000; i++) {
                assertEquals("e" + i, SafeEncoder.encode((byte[]) answers.get(2 * i)));
                assertEquals("x".repeat(1_024), answers.get(2 * i + 1));
            }
        }
    }

    @Test
    void linesAreCommandsToo() throws IOException {
        try (RespSocket socket = server.connect()) {
            socket.send("PING\n");
            assertEquals("+PONG", socket.answer());
            socket.send("\n\necho \"a b\\x21\\n\" \n");
            assertEquals("\"a b!\n\"", socket.answer());
            socket.send("echo 'it\\'s' \necho \"\"\n");
            assertEquals("\"it's\"", socket.answer());
            assertEquals("\"\"", socket.answer());
            socket.send("echo \"open\n");
            assertEquals("-ERR Protocol error: unbalanced quotes in request", socket.answer());
            assertTrue(socket.isEnded());
        }
    }

    @Test
    void aCommandMayComeByteByByte() throws IOException {
        String text = RespSocket.command("ECHO", "äther") + RespSocket.command("PING");
        try (RespSocket socket = server.connect()) {
            for (byte one : text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)) {
                socket.raw(one);
            }
            assertEquals("\"äther\"", socket.answer());
            assertEquals("+PONG", socket.answer());
        }
    }

    @Test
    void aCommandOfManyWordsMayComeInPieces() throws IOException {
        String[] words = new String[20_001];
        Arrays.fill(words, "key");
        words[0] = "EXISTS";
        String text = RespSocket.command(words);
        try (RespSocket socket = server.connect();
                RespSocket other = server.connect()) {
            for (int from = 0; from < text.length(); from += 1_000) {
                socket.send(text.substring(from, Math.min(from + 1_000, text.length())));
                if (from % 10_000 == 0) {
                    assertEquals("+PONG", other.ask("PING"), "others are not disturbed");
                }
            }
            assertEquals(":20000", socket.answer());
            assertEquals("+PONG", socket.ask("PING"));
        }
    }

    @Test
    void largeValuesComeThrough() throws IOException {
        String large = "0123456789abcdef".repeat(1 << 18);
        try (RespSocket socket = server.connect()) {
            assertEquals('"' + large + '"', socket.ask("ECHO", large));
            assertEquals("+OK", socket.ask("SET", "k", large));
        }
    }

    @Test
    void whatIsNoCommandIsRefusedInRedisWords() throws IOException {
        try (RespSocket socket = server.connect()) {
            assertEquals(
                    "-ERR unknown command 'FOO', with args beginning with: 'a' 'b' ",
                    socket.ask("FOO", "a", "b"));
            assertEquals("-ERR wrong number of arguments for 'get' command", socket.ask("GET"));
            socket.send("*1\n$4\nx\ny\n");
            assertEquals(
                    "-ERR unknown command 'x  y', with args beginning with: ", socket.answer());
            assertEquals("+PONG", socket.ask("PING"));
        }
    }

    @Test
    void bytesThatAreNotTheProtocolEndTheConnection() throws IOException {
        Map<String, String> broken =
                Map.of(
                        "*x\n", "invalid multibulk length",
                        "*99999999\n", "invalid multibulk length",
                        "*1\n+PING\n", "expected '$', got '+'",
                        "*1\n$-5\n", "invalid bulk length",
                        "*1\n$99999999999\n", "invalid bulk length",
                        "*1\n$4\nPINGxx", "a word ends with CRLF after its length");
        for (Map.Entry<String, String> one : broken.entrySet()) {
            try (RespSocket socket = server.connect()) {
                socket.send("PING\n" + one.getKey());
                assertEquals("+PONG", socket.answer());
                assertEquals("-ERR Protocol error: " + one.getValue(), socket.answer());
                assertTrue(socket.isEnded());
            }
        }
        try (RespSocket socket = server.connect()) {
            socket.send("x".repeat(70_000));
            assertEquals("-ERR Protocol error: too big inline request", socket.answer());
        }
    }

    @Test
    void versionThreeHasMapsAndANull() throws IOException {
        try (RespSocket socket = server.connect()) {
            String two = socket.ask("HELLO");
            assertTrue(two.startsWith("[\"server\", \"redis\""), two);
            String three = socket.ask("HELLO", "3", "SETNAME", "me");
            assertTrue(three.startsWith("{\"server\", \"redis\""), three);
            assertTrue(three.contains("\"proto\", :3"), three);
            assertEquals("\"me\"", socket.ask("CLIENT", "GETNAME"));
            assertEquals("{\"appendonly\", \"yes\"}", socket.ask("CONFIG", "GET", "appendonly"));
            assertEquals("-NOPROTO unsupported protocol version", socket.ask("HELLO", "4"));
            assertEquals("+RESET", socket.ask("RESET"));
            assertEquals("nil", socket.ask("CLIENT", "GETNAME"));
            assertFalse(socket.ask("HELLO").startsWith("{"));
        }
    }

    @Test
    void clientsAreListedWithWhatTheySayOfThemselves() throws IOException {
        try (RespSocket socket = server.connect();
                Jedis jedis = server.jedis()) {
            jedis.clientSetname("worker");
            String list = socket.ask("CLIENT", "LIST");
            assertTrue(list.contains("name=worker"), list);
            assertEquals("+OK", socket.ask("CLIENT", "SETINFO", "lib-name", "own"));
            assertEquals("+OK", socket.ask("CLIENT", "SETINFO", "LIB-VER", "8.0"));
            assertTrue(socket.ask("CLIENT", "INFO").contains("lib-name=own lib-ver=8.0"));
            assertTrue(socket.ask("CLIENT", "INFO").contains("addr=127.0.0.1:"));
            assertEquals("+OK", socket.ask("QUIT"));
            assertTrue(socket.isEnded());
        }
    }

    @Test
    void toolsLearnWhatTheyAskFor() throws IOException {
        try (RespSocket socket = server.connect()) {
            String stats = socket.ask("INFO", "stats");
            assertTrue(stats.contains("total_commands_processed:"), stats);
            assertFalse(stats.contains("redis_version"), stats);
            assertTrue(socket.ask("INFO").contains("redis_version:7"));
            assertTrue(socket.ask("COMMAND", "INFO", "get", "none").endsWith(", nil]"));
            assertEquals(":" + Command.values().length, socket.ask("COMMAND", "COUNT"));
            assertEquals("+OK", socket.ask("SELECT", "0"));
            assertEquals("-ERR DB index is out of range", socket.ask("SELECT", "1"));
            assertTrue(socket.ask("TIME").startsWith("[\"1"));
        }
    }

    @Test
    void aClientThatDoesNotReadIsNotReadEither() throws Exception {
        try (RespSocket socket = server.connect();
                RespSocket other = server.connect()) {
            String gets = RespSocket.command("GET", "k").repeat(1_000);
            Thread sender =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    for (int i = 0; i < 200; i++) {
                                        socket.send(gets);
                                    }
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
            assertEquals("+PONG", other.ask("PING"));
            for (int i = 0; i < 200_000; i++) {
                assertEquals(1_026, socket.answer().length());
            }
            sender.join();
        }
    }
}
