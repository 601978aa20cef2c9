package telegraph.sources.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.engine.Meter;
import telegraph.engine.Ticker;
import telegraph.memory.TelegraphException;

/// Fetches pages: from the cache if it may, else from the network, as often as it takes.
///
/// ```
///          fresh                        304
/// cache ─────────▶ page   ┌──────────────────────▶ page
///   │ stale or none       │ 200
///   ▼                     │ ─────▶ cache ────────▶ page
/// limits ──▶ transport ───┤ 3xx ──▶ follow, at most 5
///   ▲                     │ 429, 5xx, cut off, timeout ─┐
///   └──── back off ◀──────┴─────────────────────────────┘
/// ```
///
/// An attempt fetches a whole page or nothing. Attempts follow each other after 0.2 s, 0.4 s, 0.8 s
/// and so on, each shortened by chance to as little as half, or after the time the server asks for.
///
/// Threads: any.
public final class Fetcher {
    private static final Duration BACKOFF_FIRST = Duration.ofMillis(200);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(30);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    private final Transport transport;
    private final ResponseCache cache;
    private final Budgets budgets;
    private final Ticker ticker;
    private final InstantSource clock;
    private final Secrets secrets;
    private final AtomicLong chance;

    /// What a fetcher tells the time by, and where its chance comes from.
    public record Nature(Ticker ticker, InstantSource clock, long seed) {}

    /// How many requests may be under way.
    public record Concurrency(int hostMax, int totalMax) {}

    public Fetcher(ResponseCache cache, Concurrency concurrency, Secrets secrets, Nature nature) {
        this.transport = new Transport();
        this.cache = cache;
        this.ticker = nature.ticker;
        this.clock = nature.clock;
        this.secrets = secrets;
        this.chance = new AtomicLong(nature.seed);
        this.budgets = new Budgets(concurrency.hostMax, concurrency.totalMax, ticker, clock);
    }

    public Transport transport() {
        return transport;
    }

    Secrets secrets() {
        return secrets;
    }

    /// The answer to `request`; the status is 2xx, 404 or 410.
    ///
    /// @throws TelegraphException of kind INPUT, naming request, cause, attempts and a remedy
    Page fetch(Request request, FetchRules rules, Meter meter) throws InterruptedException {
        boolean cacheable = !cache.isOff() && request.idempotent();
        String key = cacheable ? ResponseCache.key(request) : "";
        Optional<ResponseCache.Kept> kept = cacheable ? cache.find(key) : Optional.empty();
        if (kept.isPresent() && clock.instant().isBefore(kept.get().freshUntil())) {
            meter.addCached();
            return page(request, kept.get());
        }
        int failures = 0;
        while (true) {
            Refusal refusal;
            Exception failure;
            Optional<Duration> wanted = Optional.empty();
            try {
                Attempt attempt = attempt(request, kept, rules, meter);
                meter.waiting("");
                int status = attempt.answer.status();
                if (status == 304 && kept.isPresent()) {
                    meter.addCached();
                    keep(key, attempt, kept.get().body(), kept, rules);
                    return page(request, kept.get());
                }
                byte[] body =
                        Encodings.undo(
                                attempt.answer.body(),
                                attempt.answer.header("Content-Encoding"),
                                rules.bodyBytesMax());
                Page page = page(attempt, request, body);
                if (status >= 200 && status < 300 || status == 404 || status == 410) {
                    if (cacheable && status == 200) {
                        keep(key, attempt, body, Optional.empty(), rules);
                    }
                    return page;
                }
                refusal = Refusal.status(status, secrets.mask(page.excerpt()));
                failure = new Refusal.StatusException(status);
                wanted = pauseWanted(attempt, request);
            } catch (IOException | TimeoutException e) {
                refusal = Refusal.of(e, request, rules);
                failure = e;
            }
            failures++;
            // A server that names a time to come back is given more chances than a broken one.
            int retries = wanted.isPresent() ? rules.retries() * 2 : rules.retries();
            if (!refusal.again() || !request.idempotent() || failures > retries) {
                throw refusal.exception(request, rules, failures, failure);
            }
            backOff(failures, wanted, request, rules, meter);
        }
    }

    private record Attempt(Transport.Answer answer, Request last, long sentAt) {}

    /// One round trip, or a few if redirected.
    private Attempt attempt(
            Request request, Optional<ResponseCache.Kept> kept, FetchRules rules, Meter meter)
            throws IOException, InterruptedException, TimeoutException {
        Request next = kept.map(k -> conditional(request, k)).orElse(request);
        List<String> hops = new ArrayList<>(List.of(request.shown()));
        while (true) {
            if (rules.requestsPerSecond() > 0) {
                budgets.pause(
                        budgets.rate(rules.source(), rules.requestsPerSecond()).reserve(), meter);
            }
            String host = next.host();
            Transport.Answer answer;
            long sentAt;
            try (Budgets.Leave _ = budgets.enter(host, meter)) {
                sentAt = ticker.nanos();
                meter.addRequest();
                answer =
                        transport.send(
                                next,
                                rules.timeout(),
                                rules.bodyBytesMax(),
                                s -> meter.waiting("waiting for " + host + " for " + s + " s"));
            }
            meter.addBytes(answer.body().length);
            if (Redirect.is(answer.status())) {
                next =
                        Redirect.follow(
                                next, answer.status(), answer.header("Location"), hops, secrets);
                hops.add(next.shown());
                continue;
            }
            if (answer.status() < 400) {
                budgets.host(host).answered();
                RetryAfter.exhausted(answer.headers(), clock.instant())
                        .filter(pause -> pause.compareTo(PAUSE_MAX) < 0)
                        .ifPresent(budgets.host(host)::exhausted);
            }
            return new Attempt(answer, next, sentAt);
        }
    }

    /// How long the server wants no requests; the whole host is then left alone.
    private Optional<Duration> pauseWanted(Attempt attempt, Request request) {
        int status = attempt.answer.status();
        if (status != 429 && status != 503) {
            return Optional.empty();
        }
        Optional<Duration> wanted = RetryAfter.of(attempt.answer.headers(), clock.instant());
        if (wanted.isEmpty() && status == 503) {
            return Optional.empty();
        }
        Duration pause = wanted.orElse(Duration.ofSeconds(1));
        if (pause.compareTo(PAUSE_MAX) > 0) {
            throw TelegraphException.input(
                    "a server may ask for a pause of at most "
                            + PAUSE_MAX.toMinutes()
                            + " minutes: "
                            + request.shown()
                            + " status="
                            + status
                            + " pause="
                            + pause.toSeconds()
                            + " s. Try again after that.");
        }
        budgets.host(attempt.last.host()).refused(pause, attempt.sentAt);
        return Optional.of(pause);
    }

    private void backOff(
            int failures, Optional<Duration> wanted, Request request, FetchRules rules, Meter meter)
            throws InterruptedException {
        meter.addRetried();
        if (wanted.isPresent()) {
            return; // the host's gate makes everybody wait
        }
        long most =
                Math.min(
                        BACKOFF_MAX.toMillis(),
                        BACKOFF_FIRST.toMillis() << Math.min(failures - 1, 20));
        double part = 0.5 + new SplittableRandom(chance.incrementAndGet()).nextDouble() / 2;
        Duration pause = Duration.ofMillis(Math.max(1, (long) (most * part)));
        meter.waiting(
                "retry in "
                        + Math.max(1, Math.round(pause.toMillis() / 1000.0))
                        + " s after "
                        + failures
                        + " of "
                        + (rules.retries() + 1)
                        + " attempts at "
                        + request.host());
        ticker.sleep(pause);
        meter.waiting("");
    }

    private static Request conditional(Request request, ResponseCache.Kept kept) {
        Map<String, String> headers = new HashMap<>(request.headers());
        if (!kept.entityTag().isEmpty()) {
            headers.put("If-None-Match", kept.entityTag());
        }
        if (!kept.modified().isEmpty()) {
            headers.put("If-Modified-Since", kept.modified());
        }
        return new Request(
                request.method(),
                request.uri(),
                request.shown(),
                headers,
                request.body(),
                request.idempotent());
    }

    private void keep(
            String key,
            Attempt attempt,
            byte[] body,
            Optional<ResponseCache.Kept> before,
            FetchRules rules) {
        HttpHeaders headers = attempt.answer.headers();
        Instant now = clock.instant();
        Freshness freshness = Freshness.of(headers, now, rules.cacheTtl());
        if (!freshness.keep() && before.isEmpty()) {
            return;
        }
        URI uri = attempt.last.uri();
        String address = uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
        cache.store(
                key,
                new ResponseCache.Kept(
                        freshness.until(),
                        before.map(ResponseCache.Kept::address).orElse(address),
                        before.map(ResponseCache.Kept::contentType)
                                .orElse(attempt.answer.header("Content-Type")),
                        before.map(ResponseCache.Kept::link).orElse(attempt.answer.header("Link")),
                        headers.firstValue("ETag")
                                .or(() -> before.map(ResponseCache.Kept::entityTag))
                                .orElse(""),
                        headers.firstValue("Last-Modified")
                                .or(() -> before.map(ResponseCache.Kept::modified))
                                .orElse(""),
                        body));
    }

    private Page page(Attempt attempt, Request request, byte[] body) {
        return new Page(
                attempt.answer.status(),
                attempt.last.uri(),
                request.shown(),
                attempt.answer.header("Content-Type"),
                attempt.answer.header("Link"),
                body);
    }

    private static Page page(Request request, ResponseCache.Kept kept) {
        return new Page(
                200,
                URI.create(kept.address()),
                request.shown(),
                kept.contentType(),
                kept.link(),
                kept.body());
    }
}
