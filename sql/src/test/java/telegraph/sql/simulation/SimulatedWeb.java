package telegraph.sql.simulation;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import telegraph.testkit.simulation.SimulatedThreads;

/// The web of a simulated world: answers that sites give, late, broken, in pieces, or never, as a
/// seed decides.
///
/// Threads: those of the world.
final class SimulatedWeb extends HttpClient {
    private static final int PIECES_MAX = 3;

    private final SimulatedThreads threads;
    private final SplittableRandom random;
    private final Function<URI, String> sites;
    private final double trouble;
    private int underway;

    /// @param sites the body of an answer, whatever trouble there is on its way
    /// @param trouble how many of the answers go wrong, from 0 to 1
    SimulatedWeb(SimulatedThreads threads, long seed, Function<URI, String> sites, double trouble) {
        this.threads = threads;
        this.random = new SplittableRandom(seed);
        this.sites = sites;
        this.trouble = trouble;
    }

    /// Makes clients that are this.
    HttpClient.Builder builder() {
        return new Builder();
    }

    /// Answers being sent.
    int underway() {
        return underway;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler) {
        request.bodyPublisher().ifPresent(HttpRequest.BodyPublisher::contentLength);
        CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
        underway++;
        threads.unstarted("web " + request.uri(), () -> send(request, handler, answer)).start();
        return answer;
    }

    private <T> void send(
            HttpRequest request,
            BodyHandler<T> handler,
            CompletableFuture<HttpResponse<T>> answer) {
        try {
            take(random.nextInt(8) == 0 ? 3_000 : 60);
            double drawn = random.nextDouble() / trouble;
            if (drawn < 0.2) {
                answer.completeExceptionally(new IOException("Connection reset"));
            } else if (drawn < 0.25) {
                hang(answer);
            } else if (drawn < 0.6) {
                deliver(
                        request,
                        handler,
                        answer,
                        drawn < 0.35 ? 429 : drawn < 0.45 ? 503 : 500,
                        "it hurts",
                        false);
            } else {
                String body = sites.apply(request.uri());
                deliver(request, handler, answer, 200, body, drawn < 1);
            }
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        } finally {
            underway--;
        }
    }

    /// Until whoever asked no longer waits.
    private void hang(CompletableFuture<?> answer) {
        while (!answer.isDone()) {
            take(1_000);
        }
    }

    private void take(int millisMax) {
        try {
            threads.sleep(Duration.ofNanos(random.nextLong(1_000_000L * millisMax)));
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the web", e);
        }
    }

    private <T> void deliver(
            HttpRequest request,
            BodyHandler<T> handler,
            CompletableFuture<HttpResponse<T>> answer,
            int status,
            String text,
            boolean broken) {
        HttpHeaders headers =
                HttpHeaders.of(
                        Map.of(
                                "content-type",
                                List.of("application/json"),
                                "retry-after",
                                status == 429 ? List.of("2") : List.of()),
                        (_, _) -> true);
        BodySubscriber<T> subscriber = handler.apply(new Head(status, headers));
        subscriber.onSubscribe(new Everything());
        subscriber
                .getBody()
                .whenComplete((body, failure) -> {
                    if (failure == null) {
                        answer.complete(new Whole<>(request, status, headers, body));
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int pieces = 1 + random.nextInt(PIECES_MAX);
        for (int i = 0; i < pieces; i++) {
            int from = bytes.length * i / pieces;
            int to = bytes.length * (i + 1) / pieces;
            if (broken && i == pieces - 1) {
                subscriber.onError(new IOException("Connection reset"));
                return;
            }
            subscriber.onNext(List.of(ByteBuffer.wrap(bytes, from, to - from).slice()));
            take(20);
        }
        subscriber.onComplete();
    }

    /// Pieces come whether or not they have been asked for.
    private static final class Everything implements Flow.Subscription {
        @Override
        public void request(long count) {
            // They come.
        }

        @Override
        public void cancel() {
            // What comes is thrown away.
        }
    }

    private record Head(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    private record Whole<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
            implements HttpResponse<T> {
        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
        throw new UnsupportedOperationException("nobody sends and waits");
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request,
            BodyHandler<T> handler,
            HttpResponse.PushPromiseHandler<T> pushed) {
        throw new UnsupportedOperationException("nobody takes pushed answers");
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        throw new UnsupportedOperationException("no site is safe");
    }

    @Override
    public SSLParameters sslParameters() {
        return new SSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }

    private final class Builder implements HttpClient.Builder {
        @Override
        public HttpClient.Builder cookieHandler(CookieHandler handler) {
            return this;
        }

        @Override
        public HttpClient.Builder connectTimeout(Duration duration) {
            return this;
        }

        @Override
        public HttpClient.Builder sslContext(SSLContext context) {
            return this;
        }

        @Override
        public HttpClient.Builder sslParameters(SSLParameters parameters) {
            return this;
        }

        @Override
        public HttpClient.Builder executor(Executor executor) {
            return this;
        }

        @Override
        public HttpClient.Builder followRedirects(Redirect policy) {
            return this;
        }

        @Override
        public HttpClient.Builder version(Version version) {
            return this;
        }

        @Override
        public HttpClient.Builder priority(int priority) {
            return this;
        }

        @Override
        public HttpClient.Builder proxy(ProxySelector selector) {
            return this;
        }

        @Override
        public HttpClient.Builder authenticator(Authenticator authenticator) {
            return this;
        }

        @Override
        public HttpClient build() {
            return SimulatedWeb.this;
        }
    }
}
