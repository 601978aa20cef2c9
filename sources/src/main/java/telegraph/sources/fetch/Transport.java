package telegraph.sources.fetch;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sources.Reach;

/// The network: sends one request and waits for all of its answer, no longer than allowed.
///
/// Connections are kept alive and shared. Interrupting a waiting thread, or a timeout, closes the
/// connection of its request. Whole answers without TLS come by [PlainHttp]; TLS, which may mean
/// HTTP/2, and streams by the platform's client, which is made on first use, because that takes a
/// while.
///
/// Threads: any; each waits for its own answer.
public final class Transport implements AutoCloseable {
    static final Duration CONNECT_MAX = Duration.ofSeconds(20);
    private static final long PATIENCE_MILLIS = 1000;

    private final Ticker ticker;
    private final Supplier<HttpClient.Builder> clients;
    private final Supplier<Reach> reach;
    private final PlainHttp plain;
    private HttpClient client;

    /// @param clients how a client is made
    /// @param reach which addresses may be asked now
    Transport(Ticker ticker, Supplier<HttpClient.Builder> clients, Supplier<Reach> reach) {
        this.ticker = ticker;
        this.clients = clients;
        this.reach = reach;
        this.plain = new PlainHttp(ticker, reach);
    }

    /// An answer as it came over the wire.
    ///
    /// @param <B> the body: its bytes, or a stream of them
    public record Answer<B>(int status, HttpHeaders headers, B body) {
        public String header(String name) {
            return String.join(", ", headers.allValues(name));
        }
    }

    private synchronized HttpClient client() {
        if (client == null) {
            client =
                    clients.get()
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .connectTimeout(CONNECT_MAX)
                            .executor(
                                    Executors.newThreadPerTaskExecutor(
                                            Thread.ofVirtual().name("http-client-", 0).factory()))
                            .build();
        }
        return client;
    }

    /// The whole answer.
    ///
    /// @param stalled told the seconds waited so far, once a second
    /// @throws TimeoutException if answer and body are not complete in time
    Answer<byte[]> send(PageRequest request, FetchRules rules, LongConsumer stalled)
            throws IOException, InterruptedException, TimeoutException {
        if (!PlainHttp.carries(request)) {
            return byPlatform(request, rules, _ -> new BodyLimit(rules.bodyBytesMax()), stalled);
        }
        CompletableFuture<Answer<byte[]>> answer = plain.send(request, rules);
        try {
            return await(answer, rules, stalled);
        } finally {
            answer.cancel(true);
        }
    }

    /// The answer as soon as its head is there; each part of the body may take as long as the head.
    Answer<BodyStream> open(PageRequest request, FetchRules rules, LongConsumer stalled)
            throws IOException, InterruptedException, TimeoutException {
        return byPlatform(request, rules, _ -> new BodyStream(rules.timeout(), ticker), stalled);
    }

    private <B> Answer<B> byPlatform(
            PageRequest request, FetchRules rules, BodyHandler<B> body, LongConsumer stalled)
            throws IOException, InterruptedException, TimeoutException {
        Reach allowed = reach.get();
        allowed.demandHost(request.uri().getHost());
        CompletableFuture<HttpResponse<B>> answer = client().sendAsync(wire(request), body);
        boolean taken = false;
        try {
            HttpResponse<B> response = await(answer, rules, stalled);
            // The name may have got another address between the check and the connection, and is
            // remembered for longer than an answer takes, so it is still there.
            allowed.demandHost(request.uri().getHost());
            taken = true;
            return new Answer<>(response.statusCode(), response.headers(), response.body());
        } finally {
            if (!taken) {
                abandon(answer);
            }
        }
    }

    private <T> T await(CompletableFuture<T> answer, FetchRules rules, LongConsumer stalled)
            throws IOException, InterruptedException, TimeoutException {
        ArrivalQueue<Boolean> answers = new ArrivalQueue<>(ticker);
        answer.whenComplete((_, _) -> answers.add(true));
        long mostMillis = rules.timeout().toMillis();
        long waitedMillis = 0;
        while (true) {
            long millis = Math.min(mostMillis - waitedMillis, PATIENCE_MILLIS);
            if (answers.poll(TimeUnit.MILLISECONDS.toNanos(millis)) != null) {
                return come(answer);
            }
            waitedMillis += PATIENCE_MILLIS;
            if (waitedMillis >= mostMillis) {
                throw new TimeoutException();
            }
            stalled.accept(waitedMillis / PATIENCE_MILLIS);
        }
    }

    private static <T> T come(CompletableFuture<T> answer)
            throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ClosedBefore closed -> throw new ClosedException(closed);
                case IOException io -> throw io;
                case TelegraphException refusal -> throw refusal;
                default -> {
                    String said = String.valueOf(e.getCause().getMessage());
                    throw new IOException(said, e.getCause());
                }
            }
        }
    }

    /// Closes the connection of an answer that nobody waits for, also if it has just come.
    private static <B> void abandon(CompletableFuture<HttpResponse<B>> answer) {
        answer.cancel(true);
        answer.thenAccept(response -> {
            if (response.body() instanceof BodyStream stream) {
                stream.close();
            }
        });
    }

    /// A kept connection was closed by the server before anything of an answer came, as it may be
    /// at any time; the request may have arrived, or not.
    static final class ClosedException extends IOException {
        private static final long serialVersionUID = 1L;

        ClosedException(Throwable cause) {
            super("the connection was closed before an answer came", cause);
        }
    }

    /// What stops the client from sending a request again by itself.
    private static final class ClosedBefore extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// The body of a request that is sent once. The client sends a GET again of its own accord when
    /// a kept connection turns out to be closed, and tells nobody; but a request is only sent by
    /// whoever has a permit for it. It asks for the length each time it sends.
    private static final class Once implements HttpRequest.BodyPublisher {
        private final HttpRequest.BodyPublisher body;
        private final AtomicBoolean sent = new AtomicBoolean();

        Once(HttpRequest.BodyPublisher body) {
            this.body = body;
        }

        @Override
        public long contentLength() {
            if (sent.getAndSet(true)) {
                throw new ClosedBefore();
            }
            return body.contentLength();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            body.subscribe(subscriber);
        }
    }

    private static HttpRequest wire(PageRequest request) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(request.uri())
                        .version(
                                // Asking a plain server for HTTP/2 costs a header exchange and
                                // confuses some.
                                "https".equalsIgnoreCase(request.uri().getScheme())
                                        ? HttpClient.Version.HTTP_2
                                        : HttpClient.Version.HTTP_1_1)
                        .method(
                                request.method(),
                                new Once(
                                        request.body().length == 0
                                                        && !request.method().equals("POST")
                                                ? HttpRequest.BodyPublishers.noBody()
                                                : HttpRequest.BodyPublishers.ofByteArray(
                                                        request.body())));
        request.headers().forEach(builder::setHeader);
        return builder.build();
    }

    /// Hangs up on everybody.
    @Override
    public synchronized void close() {
        plain.close();
        if (client != null) {
            client.shutdownNow();
            client = null;
        }
    }
}
