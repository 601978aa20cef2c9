package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import telegraph.server.ServerOptions.KeyValueEngine;

/// Keys whose time has come.
class ExpiryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private RedisServer server;
    private Jedis jedis;

    @BeforeEach
    void open() {
        server = new RedisServer(KeyValueEngine.STORE, Map.of("durability", "relaxed"));
        jedis = server.jedis();
        jedis.set("stays", "v");
    }

    @AfterEach
    void close() {
        jedis.close();
        server.close();
    }

    /// A key that SQL says has expired, which the sweeper may not yet have seen.
    private void expired(String key) throws InterruptedException {
        server.sql(
                "INSERT INTO redis.keys (key, value, expires) VALUES ('"
                        + key
                        + "', '41', CAST('2020-01-01 00:00:00+00' AS TIMESTAMPTZ))");
    }

    @Test
    void anExpiredKeyIsAbsentAtOnce() throws InterruptedException {
        expired("k");
        assertNull(jedis.get("k"));
        assertFalse(jedis.exists("k"));
        assertEquals(-2, jedis.ttl("k"));
        assertEquals("none", jedis.type("k"));
        assertEquals(List.of("stays"), jedis.scan("0", new ScanParams().count(100)).getResult());
        expired("n");
        assertEquals(1, jedis.incr("n"), "it begins anew");
        assertEquals(-1, jedis.ttl("n"));
        expired("x");
        assertNull(jedis.set("x", "v", SetParams.setParams().xx()));
        assertEquals("OK", jedis.set("x", "v", SetParams.setParams().nx()));
        expired("d");
        assertEquals(0, jedis.del("d"));
    }

    @Test
    void theSweeperRemovesWhatHasExpiredAndNothingElse() throws InterruptedException {
        for (int i = 0; i < 3_000; i++) {
            jedis.set("gone:" + i, "v", SetParams.setParams().px(1));
            if (i % 1_000 == 0) {
                jedis.set("later:" + i, "v", SetParams.setParams().px(1_000_000));
            }
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        long left = Long.MAX_VALUE;
        while (left > 4 && System.nanoTime() < end) {
            left = (Long) server.sql("SELECT count(*) FROM redis.keys").getFirst().getFirst();
        }
        assertEquals(4, left);
        assertEquals("v", jedis.get("later:2000"));
        assertEquals("v", jedis.get("stays"));
        assertTrue(jedis.info("stats").contains("expired_keys:3000"), jedis.info("stats"));
    }
}
