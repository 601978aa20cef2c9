package telegraph.sources.fetch;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import telegraph.engine.meter.Meter;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sources.Reach;

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
    private final Clock clock;
    private final Secrets secrets;
    private final AtomicLong chance;
    private final Supplier<Reach> reach;

    /// What a fetcher tells the time by, where its chance comes from, and what it may ask.
    ///
    /// @param clients how a client of HTTP is made
    /// @param reach which addresses may be asked now
    public record Nature(
            Ticker ticker,
            Clock clock,
            long seed,
            Supplier<HttpClient.Builder> clients,
            Supplier<Reach> reach) {
        public Nature(Ticker ticker, Clock clock, long seed) {
            this(ticker, clock, seed, HttpClient::newBuilder, () -> Reach.ALL);
        }
    }

    /// How many requests may be under way.
    public record Concurrency(int hostMax, int totalMax) {}

    public Fetcher(ResponseCache cache, Concurrency concurrency, Secrets secrets, Nature nature) {
        this.transport = new Transport(nature.ticker, nature.clients, nature.reach);
        this.cache = cache;
        this.ticker = nature.ticker;
        this.clock = nature.clock;
        this.secrets = secrets;
        this.reach = nature.reach;
        this.chance = new AtomicLong(nature.seed);
        this.budgets = new Budgets(concurrency.hostMax, concurrency.totalMax, ticker, clock);
    }

    public Transport transport() {
        return transport;
    }

    public Ticker ticker() {
        return ticker;
    }

    public Secrets secrets() {
        return secrets;
    }

    /// The answer to `request`; the status is 2xx, 404 or 410.
    ///
    /// @throws TelegraphException of kind INPUT, naming request, cause, attempts and a remedy
    public HttpPage fetch(PageRequest request, FetchRules rules, Meter meter)
            throws InterruptedException {
        return fetch(request, rules, meter, Care.USUAL);
    }

    /// How a page is fetched where it matters.
    ///
    /// @param pastCache whether the server is asked even if the cache has a fresh answer
    /// @param hedge who sends it again if the answer is late
    public record Care(boolean pastCache, Optional<Hedge> hedge) {
        static final Care USUAL = new Care(false, Optional.empty());
    }

    public HttpPage fetch(PageRequest request, FetchRules rules, Meter meter, Care care)
            throws InterruptedException {
        boolean cacheable = !cache.isOff() && request.idempotent();
        String key = cacheable ? ResponseCache.key(request) : "";
        Optional<ResponseCache.Kept> kept = cacheable ? cache.find(key) : Optional.empty();
        if (!care.pastCache
                && kept.isPresent()
                && kept.get().isFresh(clock.instant(), rules.cacheTtl())
                && mayAsk(request)) {
            meter.addCached();
            return page(request, kept.get());
        }
        return insist(
                kept.map(k -> conditional(request, k)).orElse(request),
                rules,
                meter,
                new Whole(request, rules, meter, key, kept, care.hedge));
    }

    /// Whether an answer that was kept may be given although nobody is asked now: its host may have
    /// been open to whoever asked then. One that has no address any more is asked, and fails.
    private boolean mayAsk(PageRequest request) {
        try {
            reach.get().demandHost(request.uri().getHost());
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /// The answer to `request` as a stream, for files too long to hold; only the head is tried
    /// again if it fails. Its status is 200, or 206 if a range was asked for.
    ///
    /// @throws TelegraphException as [#fetch], also for 404
    public Transport.Answer<BodyStream> open(PageRequest request, FetchRules rules, Meter meter)
            throws InterruptedException {
        return insist(
                request,
                rules,
                meter,
                new Way<BodyStream, Transport.Answer<BodyStream>>() {
                    @Override
                    public Transport.Answer<BodyStream> send(PageRequest next, Permits permits)
                            throws IOException, InterruptedException, TimeoutException {
                        return permits.send(
                                next, () -> transport.open(next, rules, stalled(next, meter)));
                    }

                    @Override
                    public Transport.Answer<BodyStream> accept(Attempt<BodyStream> attempt)
                            throws IOException {
                        int status = attempt.answer.status();
                        if (status == 200
                                || status == 206 && request.headers().containsKey("Range")) {
                            return attempt.answer;
                        }
                        throw new AttemptFailure.StatusException(attempt.answer.status(), "");
                    }
                });
    }

    /// How one attempt is made and what becomes of its answer.
    ///
    /// @param <B> the body as it comes
    /// @param <R> what the caller wants
    private interface Way<B, R> {
        Transport.Answer<B> send(PageRequest next, Permits permits)
                throws IOException, InterruptedException, TimeoutException;

        /// @throws AttemptFailure.StatusException if the status means failure
        R accept(Attempt<B> attempt) throws IOException;
    }

    /// An answer that is no redirect.
    ///
    /// @param last the request that was answered
    /// @param sentAt when it was sent
    private record Attempt<B>(Transport.Answer<B> answer, PageRequest last, long sentAt) {}

    /// Whole pages, kept in the cache where that is allowed.
    private final class Whole implements Way<byte[], HttpPage> {
        private final PageRequest request;
        private final FetchRules rules;
        private final Meter meter;
        private final String key;
        private final Optional<ResponseCache.Kept> kept;
        private final Optional<Hedge> hedge;

        Whole(
                PageRequest request,
                FetchRules rules,
                Meter meter,
                String key,
                Optional<ResponseCache.Kept> kept,
                Optional<Hedge> hedge) {
            this.request = request;
            this.rules = rules;
            this.meter = meter;
            this.key = key;
            this.kept = kept;
            this.hedge = hedge;
        }

        @Override
        public Transport.Answer<byte[]> send(PageRequest next, Permits permits)
                throws IOException, InterruptedException, TimeoutException {
            Transport.Answer<byte[]> answer =
                    hedge.isPresent() ? hedged(next, permits) : once(next, permits);
            meter.addBytes(answer.body().length);
            return answer;
        }

        private Transport.Answer<byte[]> once(PageRequest next, Permits permits)
                throws IOException, InterruptedException, TimeoutException {
            return permits.send(next, () -> transport.send(next, rules, stalled(next, meter)));
        }

        private Transport.Answer<byte[]> hedged(PageRequest next, Permits permits)
                throws IOException, InterruptedException, TimeoutException {
            return hedge.get()
                    .fastest(
                            () -> once(next, permits),
                            () -> {
                                pace(rules, meter);
                                try (Budgets.Leave _ = budgets.enter(next.host(), meter)) {
                                    meter.addRetried();
                                    return once(next, permits);
                                }
                            });
        }

        @Override
        public HttpPage accept(Attempt<byte[]> attempt) throws IOException {
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
            HttpPage page =
                    new HttpPage(
                            status,
                            attempt.last.uri(),
                            request.shown(),
                            attempt.answer.header("Content-Type"),
                            attempt.answer.header("Link"),
                            body,
                            secrets);
            if (status >= 200 && status < 300 || status == 404 || status == 410) {
                if (!key.isEmpty() && status == 200) {
                    keep(key, attempt, body, Optional.empty(), rules);
                }
                return page;
            }
            throw new AttemptFailure.StatusException(status, page.excerpt());
        }
    }

    private static LongConsumer stalled(PageRequest next, Meter meter) {
        return s -> meter.waiting("waiting for " + next.host() + " for " + s + " s");
    }

    private <B, R> R insist(PageRequest request, FetchRules rules, Meter meter, Way<B, R> way)
            throws InterruptedException {
        int failures = 0;
        while (true) {
            Exception failure;
            Optional<Duration> wanted = Optional.empty();
            try (Permits permits = new Permits(meter)) {
                Attempt<B> attempt = attempt(request, new Sending<>(rules, meter, way, permits));
                meter.waiting("");
                wanted = pauseWanted(attempt, request);
                return way.accept(attempt);
            } catch (IOException | TimeoutException e) {
                failure = e;
            } catch (TelegraphException e) {
                if (e.state() == SqlState.CONFIGURATION_LIMIT) {
                    meter.awaitOthers(); // what they are told is paid for, and is kept
                }
                throw e;
            }
            failures++;
            AttemptFailure refusal = AttemptFailure.of(failure, request, rules);
            // A server that names a time to come back is given more chances than a broken one.
            int retries = wanted.isPresent() ? rules.retries() * 2 : rules.retries();
            if (!refusal.again() || !request.idempotent() || failures > retries) {
                throw refusal.exception(request, rules, failures, failure);
            }
            if (wanted.isEmpty()) {
                pause(failures, request, rules, meter);
            } else {
                meter.addRetried();
            } // and the host's gate makes everybody wait
        }
    }

    /// What an attempt goes by.
    private record Sending<B>(FetchRules rules, Meter meter, Way<B, ?> way, Permits permits) {}

    /// One round trip, or a few if redirected.
    private <B> Attempt<B> attempt(PageRequest request, Sending<B> sending)
            throws IOException, InterruptedException, TimeoutException {
        PageRequest next = request;
        List<String> hops = new ArrayList<>(List.of(request.shown()));
        while (true) {
            pace(sending.rules, sending.meter);
            Transport.Answer<B> answer;
            long sentAt;
            try (Budgets.Leave _ = budgets.enter(next.host(), sending.meter)) {
                sentAt = ticker.nanos();
                answer = sending.way.send(next, sending.permits);
            }
            boolean isWanted = answer.status() == 200 || answer.status() == 206;
            if (!isWanted && answer.body() instanceof BodyStream stream) {
                stream.close();
            }
            if (Redirect.is(answer.status())) {
                next =
                        Redirect.follow(
                                next, answer.status(), answer.header("Location"), hops, secrets);
                hops.add(next.shown());
                continue;
            }
            if (answer.status() < 400) {
                HostGate gate = budgets.host(next.host());
                gate.answered();
                HostPause.exhausted(answer.headers(), clock.instant())
                        .filter(pause -> pause.compareTo(PAUSE_MAX) < 0)
                        .ifPresent(gate::exhausted);
            }
            return new Attempt<>(answer, next, sentAt);
        }
    }

    private void pace(FetchRules rules, Meter meter) throws InterruptedException {
        if (rules.requestsPerSecond() > 0) {
            budgets.pause(budgets.rate(rules.source(), rules.requestsPerSecond()).reserve(), meter);
        }
    }

    /// How long the server wants no requests; the whole host is then left alone.
    private Optional<Duration> pauseWanted(Attempt<?> attempt, PageRequest request) {
        int status = attempt.answer.status();
        if (status != 429 && status != 503) {
            return Optional.empty();
        }
        Optional<Duration> wanted = HostPause.of(attempt.answer.headers(), clock.instant());
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

    /// Waits before another attempt, the longer the more have failed.
    public void pause(int failures, PageRequest request, FetchRules rules, Meter meter)
            throws InterruptedException {
        meter.addRetried();
        long most =
                Math.min(
                        BACKOFF_MAX.toMillis(),
                        BACKOFF_FIRST.toMillis() << Math.min(failures - 1, 20));
        double part = 0.5 + new SplittableRandom(chance.incrementAndGet()).nextDouble() / 2;
        Duration pause = Duration.ofMillis(Math.max(1, (long) (most * part)));
        String why =
                "retry in "
                        + Math.max(1, Math.round(pause.toMillis() / 1000.0))
                        + " s after "
                        + failures
                        + " of "
                        + (rules.retries() + 1)
                        + " attempts at "
                        + request.host();
        try (Meter.Wait _ = meter.waits(why)) {
            ticker.sleep(pause);
        }
    }

    private static PageRequest conditional(PageRequest request, ResponseCache.Kept kept) {
        Map<String, String> headers = new HashMap<>(request.headers());
        if (!kept.entityTag().isEmpty()) {
            headers.put("If-None-Match", kept.entityTag());
        }
        if (!kept.modified().isEmpty()) {
            headers.put("If-Modified-Since", kept.modified());
        }
        return new PageRequest(
                request.method(),
                request.uri(),
                request.shown(),
                headers,
                request.body(),
                request.idempotent());
    }

    private void keep(
            String key,
            Attempt<byte[]> attempt,
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
                        now,
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

    private HttpPage page(PageRequest request, ResponseCache.Kept kept) {
        return new HttpPage(
                200,
                URI.create(kept.address()),
                request.shown(),
                kept.contentType(),
                kept.link(),
                kept.body(),
                secrets);
    }
}
