package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import telegraph.server.ServerOptions.KeyValueEngine;

/// The programs that come with Redis, where they are installed.
class ToolsTest {
    private static String run(RedisServer server, String program, String... arguments)
            throws IOException, InterruptedException {
        boolean installed =
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        assumeTrue(installed, program + " is not installed");
        List<String> command =
                new ArrayList<>(List.of(program, "-p", String.valueOf(server.port())));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.strip();
    }

    @Test
    void redisCliAsksAndIsAnswered() throws Exception {
        try (RedisServer server =
                new RedisServer(KeyValueEngine.STORE, Map.of("durability", "relaxed"))) {
            assertEquals("OK", run(server, "redis-cli", "SET", "k", "v"));
            assertEquals("v", run(server, "redis-cli", "GET", "k"));
            assertEquals("v", run(server, "redis-cli", "-3", "GET", "k"));
            assertEquals("k", run(server, "redis-cli", "--scan", "--pattern", "k*"));
            assertTrue(run(server, "redis-cli", "INFO").contains("redis_version"));
            assertTrue(run(server, "redis-cli", "NOSUCH").contains("unknown command 'NOSUCH'"));
        }
    }

    @Test
    void redisBenchmarkRuns() throws Exception {
        for (KeyValueEngine engine : KeyValueEngine.values()) {
            try (RedisServer server = new RedisServer(engine, Map.of("durability", "relaxed"))) {
                String said =
                        run(
                                server,
                                "redis-benchmark",
                                "-n",
                                "2000",
                                "-c",
                                "20",
                                "-P",
                                "4",
                                "-r",
                                "100",
                                "-t",
                                "ping,set,get,incr,mset",
                                "--csv");
                for (String test : List.of("PING_INLINE", "SET", "GET", "INCR", "MSET (10 keys)")) {
                    assertTrue(said.contains('"' + test + '"'), said);
                }
                assertTrue(!said.contains("WARNING"), said);
            }
        }
    }
}
