package telegraph.http.client;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.memory.Region;

/// What hosts asked to be told again, by host (RFC 6265).
///
/// A cookie goes back to the very host that set it and to no other, whatever its domain attribute
/// says: no list of public suffixes is needed then, and few pages that a crawler sees need more.
///
/// Invariants:
///
/// 1. The hosts of a part hold at most [#PART_BYTES]; those that were used least lately are
///    forgotten. Each part's bytes are charged to the region.
/// 2. A jar that no host has put anything into is never locked.
///
/// Threads: any.
final class CookieJar implements AutoCloseable {
    private static final int PARTS = 16;
    private static final long PART_BYTES = 256 << 10;

    private final InstantSource clock;
    private final Region region;
    private final Part[] parts = new Part[PARTS];
    private final AtomicInteger hosts = new AtomicInteger();

    /// The hosts whose names fall here.
    private static final class Part {
        final ReentrantLock lock = new ReentrantLock();
        final Map<String, HostCookies> byHost = new LinkedHashMap<>(16, 0.75f, true);
        long bytes;
    }

    CookieJar(InstantSource clock, Region region) {
        this.clock = clock;
        this.region = region;
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part();
        }
    }

    private Part part(String host) {
        return parts[(host.hashCode() * 0x9e37_79b9 >>> 28) % PARTS];
    }

    /// Appends a Cookie line to a request if the host has any for this URL.
    void addTo(Octets request, Url url) {
        if (hosts.get() == 0) {
            return;
        }
        String host = url.host();
        Part part = part(host);
        part.lock.lock();
        try {
            HostCookies cookies = part.byHost.get(host);
            if (cookies != null) {
                String line = cookies.line(path(url), url.isHttps(), clock.millis());
                if (!line.isEmpty()) {
                    request.append("Cookie: ").append(line).append("\r\n");
                }
            }
        } finally {
            part.lock.unlock();
        }
    }

    /// Takes what a response wants to be told again.
    void takeFrom(ResponseHead head, Url url) {
        int found = head.find("set-cookie", 0);
        if (found < 0) {
            return;
        }
        String host = url.host();
        long now = clock.millis();
        Part part = part(host);
        part.lock.lock();
        try {
            for (; found >= 0; found = head.find("set-cookie", found + 1)) {
                String line =
                        new String(
                                head.array(),
                                head.valueStart(found),
                                head.valueEnd(found) - head.valueStart(found),
                                StandardCharsets.ISO_8859_1);
                Cookie.parse(line, host, path(url), now).ifPresent(c -> put(part, host, c, now));
            }
        } finally {
            part.lock.unlock();
        }
    }

    private void put(Part part, String host, Cookie cookie, long now) {
        HostCookies cookies = part.byHost.get(host);
        if (cookies == null) {
            if (cookie.isOver(now)) {
                return;
            }
            cookies = new HostCookies();
            part.byHost.put(host, cookies);
            hosts.incrementAndGet();
        }
        long before = cookies.bytes();
        cookies.put(cookie, now);
        account(part, cookies.bytes() - before);
        Iterator<Map.Entry<String, HostCookies>> eldest = part.byHost.entrySet().iterator();
        while (part.bytes > PART_BYTES) {
            long bytes = eldest.next().getValue().bytes();
            eldest.remove();
            hosts.decrementAndGet();
            account(part, -bytes);
        }
    }

    private void account(Part part, long change) {
        part.bytes += change;
        if (change < 0) {
            region.discharge(-change);
        } else {
            try {
                region.charge(change);
            } catch (TelegraphException e) {
                // Cookies may be forgotten at any time; memory is more urgent.
                part.bytes -= change;
                empty(part);
            }
        }
    }

    private void empty(Part part) {
        hosts.addAndGet(-part.byHost.size());
        part.byHost.clear();
        region.discharge(part.bytes);
        part.bytes = 0;
    }

    private static String path(Url url) {
        return new String(
                url.array(),
                url.pathStart(),
                url.queryStart() - url.pathStart(),
                StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        for (Part part : parts) {
            part.lock.lock();
            try {
                empty(part);
            } finally {
                part.lock.unlock();
            }
        }
    }
}
