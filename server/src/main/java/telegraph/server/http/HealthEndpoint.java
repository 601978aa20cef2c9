package telegraph.server.http;

import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.observe.StoreWatch;
import telegraph.sql.StoreHealth;
import telegraph.sql.Telegraph;

/// Says whether the sandbox can carry out statements, for whoever restarts servers that cannot: it
/// is open, queries leave memory for others, its disk has room, and its store takes changes and
/// makes checkpoints.
///
/// It tells everybody no more than that; how much there is stands in the metrics.
///
/// Threads: many at once.
final class HealthEndpoint implements Endpoint {
    /// Less room than this and the next checkpoint or spill may fail.
    private static final long DISK_BYTES_MIN = 64L << 20;

    private final Telegraph telegraph;

    HealthEndpoint(Telegraph telegraph) {
        this.telegraph = telegraph;
    }

    @Override
    public void answer(HttpExchange exchange) {
        boolean open = telegraph.isOpen();
        boolean memory =
                telegraph.memoryUsed() < telegraph.settings().bytes("process_memory_limit");
        boolean disk = open && telegraph.diskFree() >= DISK_BYTES_MIN;
        StoreHealth store = telegraph.storeHealth();
        boolean well = open && memory && disk && store.isFit();
        byte[] body =
                JsonOutput.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("status", well ? "ok" : "failing");
                    json.writeStringProperty("sandbox", open ? "ok" : "closed");
                    json.writeStringProperty("memory", memory ? "ok" : "full");
                    json.writeStringProperty("disk", disk ? "ok" : "full");
                    json.writeStringProperty("store", StoreWatch.name(store));
                    if (store != StoreHealth.WELL) {
                        json.writeStringProperty("cause", store.words());
                    }
                    json.writeEndObject();
                });
        exchange.reply(HttpReply.of(well ? 200 : 503, "application/json", body));
    }
}
