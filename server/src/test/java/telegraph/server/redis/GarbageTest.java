package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.server.ServerOptions.KeyValueEngine;

/// What event loops allocate while they answer.
@Isolated("counts what the loops of all servers allocate")
class GarbageTest {
    private static final int ROUNDS = 20_000;
    private static final int TRIES = 5;

    private ResourceLeakDetector.Level watched;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// Bytes that loops have allocated. They are known by what they run, and clients by this
    /// thread.
    private long allocated(Set<Long> loops) {
        return loops.stream().mapToLong(threads::getThreadAllocatedBytes).sum();
    }

    private static Set<Long> loops() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry ->
                        Arrays.stream(entry.getValue())
                                .anyMatch(at -> at.getClassName().startsWith("io.netty.channel")))
                .map(entry -> entry.getKey().threadId())
                .collect(Collectors.toSet());
    }

    /// Netty watches some buffers for leaks, and notes where they were made: that is not what is
    /// looked for.
    @BeforeEach
    void watchNoBuffers() {
        watched = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterEach
    void watchBuffers() {
        ResourceLeakDetector.setLevel(watched);
    }

    @Test
    void aLoopMakesNoObjectForACommandThatIsForgotten() throws IOException {
        String both =
                RespSocket.command("SET", "k", "v".repeat(1_024)) + RespSocket.command("GET", "k");
        byte[] commands = both.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
        int answers = "+OK\r\n".length() + "$1024\r\n\r\n".length() + 1_024;
        try (RedisServer server = new RedisServer(KeyValueEngine.NOOP, Map.of());
                RespSocket socket = server.connect()) {
            ask(socket, commands, answers);
            Set<Long> loops = loops();
            assertTrue(!loops.isEmpty());
            double least = Double.MAX_VALUE;
            // Objects that compiled code does not make are made until it is compiled.
            for (int i = 0; i < TRIES && least > 1; i++) {
                long before = allocated(loops);
                ask(socket, commands, answers);
                least = Math.min(least, (allocated(loops) - before) / (2.0 * ROUNDS));
            }
            assertTrue(least <= 1, "bytes a command: " + least);
        }
    }

    private static void ask(RespSocket socket, byte[] commands, int answers) throws IOException {
        InputStream in = socket.socket().getInputStream();
        byte[] buffer = new byte[answers];
        for (int i = 0; i < ROUNDS; i++) {
            socket.raw(commands);
            in.readNBytes(buffer, 0, answers);
        }
    }
}
