package telegraph.http.client;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import telegraph.ground.Ticker;
import telegraph.http.ClientOptions;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.wire.Wire;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// A client with one exchange and one wire, for tests.
///
/// Threads: one. Closing it demands that all memory was given back.
public final class Fetching implements AutoCloseable {
    private static final long MEMORY = 64 << 20;

    final MemoryManager memory = new MemoryManager(MEMORY);
    final Region region = memory.query("fetch", MEMORY);
    public final Client client;
    public final FetchSlot exchange;
    final Wire wire = new Wire();

    public Fetching(ClientOptions options) {
        client = new Client(options, Ticker.SYSTEM, region);
        exchange = client.exchange();
    }

    public Fetching() {
        this(ClientOptions.of("tests/1"));
    }

    public static Url url(String text) {
        Url url = new Url();
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        if (url.parse(octets, 0, octets.length) != Url.Verdict.OK) {
            throw new IllegalArgumentException(text);
        }
        return url;
    }

    FetchSlot get(String url) throws InterruptedException {
        client.fetch(url(url), InetAddress.getLoopbackAddress(), wire, exchange);
        return exchange;
    }

    /// The outcome and, if there is one, the status: `FETCHED 200`.
    public String result(String url) throws InterruptedException {
        get(url);
        return exchange.outcome()
                + (exchange.status() == 0 ? "" : " " + exchange.status())
                + (exchange.outcome() == FetchOutcome.FETCHED && !exchange.detail().isEmpty()
                        ? " with words"
                        : "");
    }

    String body() {
        return exchange.body().toString();
    }

    String header(String name) {
        Octets value = new Octets(0);
        return exchange.header(name, value) ? value.toString() : "none";
    }

    @Override
    public void close() {
        wire.close();
        exchange.close();
        client.close();
        long left = region.used();
        memory.close();
        if (left != 0) {
            throw new AssertionError("a client gives back all it took: bytes=" + left);
        }
    }
}
