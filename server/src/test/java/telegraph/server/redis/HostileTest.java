package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.server.ServerOptions.KeyValueEngine;
import telegraph.testkit.Seeds;

/// Bytes that no client should send, and clients that go away in the middle.
///
/// Commands are mutated (bytes changed, left out, doubled, cut) and sent, several on a connection;
/// whatever the server makes of them, it answers other clients, and in the end holds nothing.
class HostileTest {
    private static final List<String> SENTENCES =
            List.of(
                    "PING",
                    "ECHO|hello",
                    "HELLO|3|SETNAME|me",
                    "SET|k|v|EX|100|GET",
                    "SET|k|1",
                    "GET|k",
                    "MSET|a|1|b|2",
                    "MGET|a|b|c",
                    "INCRBY|n|7",
                    "DEL|a|b",
                    "EXPIRE|k|100|NX",
                    "TTL|k",
                    "SCAN|0|MATCH|[a-k]*|COUNT|5",
                    "APPEND|k|more",
                    "CLIENT|LIST",
                    "CONFIG|GET|*",
                    "COMMAND|INFO|get",
                    "INFO|all",
                    "GETEX|k|PX|5",
                    "RESET");

    private RedisServer server;

    @BeforeEach
    void open() {
        server = new RedisServer(KeyValueEngine.STORE, Map.of("durability", "relaxed"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void mutatedCommandsDoNoHarm() {
        Seeds.run(3, (_, random) -> exchange(500, random));
    }

    @Test
    @Tag("slow")
    void aHundredThousandMutatedCommandsDoNoHarm() {
        Seeds.run(20, (_, random) -> exchange(5_000, random));
    }

    private void exchange(int exchanges, RandomGenerator random) throws IOException {
        try (RespSocket witness = server.connect()) {
            int sent = 0;
            while (sent < exchanges) {
                try (Socket socket = new Socket("127.0.0.1", server.port())) {
                    socket.setSoTimeout(120_000);
                    int together = 1 + random.nextInt(20);
                    for (int i = 0; i < together; i++) {
                        socket.getOutputStream().write(mutated(random));
                    }
                    sent += together;
                    socket.shutdownOutput();
                    // What it says of it is its own; that it ends the connection is not.
                    socket.getInputStream().readAllBytes();
                } catch (SocketException e) {
                    // The server ended it before all was sent.
                    sent++;
                }
                assertEquals("+PONG", witness.ask("PING"));
            }
        }
    }

    private static byte[] mutated(RandomGenerator random) {
        String[] words = SENTENCES.get(random.nextInt(SENTENCES.size())).split("\\|");
        boolean inline = random.nextInt(5) == 0;
        String text = inline ? String.join(" ", words) + "\n" : RespSocket.command(words);
        byte[] bytes = text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
        List<Byte> changed = new ArrayList<>();
        int harm = 1 + random.nextInt(bytes.length);
        for (byte one : bytes) {
            switch (random.nextInt(harm + 3)) {
                case 0 -> {}
                case 1 -> changed.add((byte) random.nextInt(256));
                case 2 -> {
                    changed.add(one);
                    changed.add(one);
                }
                default -> changed.add(one);
            }
        }
        byte[] result = new byte[changed.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = changed.get(i);
        }
        return random.nextInt(10) == 0
                ? Arrays.copyOf(result, random.nextInt(result.length + 1))
                : result;
    }

    @Test
    void clientsThatGoAwayInTheMiddleLeaveNothing() throws Exception {
        String half = RespSocket.command("SET", "k", "v".repeat(100_000)).substring(0, 70_000);
        String many = RespSocket.command("INCR", "n").repeat(200);
        for (int i = 0; i < 300; i++) {
            try (RespSocket socket = server.connect()) {
                socket.send(i % 2 == 0 ? half : many);
                if (i % 3 == 0) {
                    socket.socket().setSoLinger(true, 0);
                }
            }
        }
        try (RespSocket socket = server.connect()) {
            long end = System.nanoTime() + 20_000_000_000L;
            String memory = "";
            String clients = "";
            while (System.nanoTime() < end
                    && !(memory.contains("waiting_commands_bytes:0")
                            && clients.contains("connected_clients:1\r"))) {
                memory = socket.ask("INFO", "memory");
                clients = socket.ask("INFO", "clients");
            }
            assertTrue(memory.contains("waiting_commands_bytes:0"), memory);
            assertTrue(clients.contains("connected_clients:1\r"), clients);
        }
    }

    @Test
    void aHalfOpenCommandOfManyWordsCostsItsWordsOnce() throws IOException {
        try (RespSocket socket = server.connect()) {
            StringBuilder text = new StringBuilder("*60001\r\n$4\r\nMGET\r\n");
            text.append("$1\r\nk\r\n".repeat(59_999));
            socket.raw(text.toString().getBytes(StandardCharsets.UTF_8));
            byte[] last = "$1\r\nk\r\n".getBytes(StandardCharsets.UTF_8);
            for (byte one : last) {
                socket.raw(one);
            }
            String answer = socket.answer();
            assertEquals(60_000 * "nil, ".length() - 2 + 2, answer.length());
        }
    }
}
