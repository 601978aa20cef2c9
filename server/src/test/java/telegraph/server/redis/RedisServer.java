package telegraph.server.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import telegraph.server.Server;
import telegraph.server.ServerOptions;
import telegraph.server.ServerOptions.KeyValueEngine;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// A server with only the key-value door, over a sandbox in memory.
final class RedisServer implements AutoCloseable {
    private final Telegraph telegraph;
    private final Server server;

    RedisServer(KeyValueEngine engine, Map<String, String> settings) {
        telegraph = Telegraph.openInMemory(settings, Map.of());
        server =
                Server.start(
                        telegraph,
                        ServerOptions.DEFAULT.withPorts(-1, -1, 0).withKeyValues(engine));
    }

    int port() {
        return server.redis().orElseThrow().getPort();
    }

    Telegraph telegraph() {
        return telegraph;
    }

    RespSocket connect() throws IOException {
        return new RespSocket(new Socket("127.0.0.1", port()));
    }

    /// A driver's connection, more patient than it is by itself.
    Jedis jedis() {
        return jedis(RedisProtocol.RESP2);
    }

    /// As [#jedis()], in a version of the protocol.
    Jedis jedis(RedisProtocol version) {
        return new Jedis(
                new HostAndPort("127.0.0.1", port()),
                DefaultJedisClientConfig.builder()
                        .protocol(version)
                        .autoNegotiateProtocol(false)
                        .timeoutMillis(RespSocket.TIMEOUT_MILLIS)
                        .build());
    }

    /// Carries out a statement; the rows of its answer.
    List<List<Object>> sql(String statement) throws InterruptedException {
        try (Session session = telegraph.session()) {
            return sql(session, statement);
        }
    }

    static List<List<Object>> sql(Session session, String statement) throws InterruptedException {
        List<List<Object>> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        for (Event event : events) {
            if (event instanceof Event.Failed failed) {
                throw failed.cause();
            }
            if (event instanceof Event.Rows some) {
                some.rows().forEach(row -> rows.add(Arrays.asList(row)));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        server.close();
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }
}
