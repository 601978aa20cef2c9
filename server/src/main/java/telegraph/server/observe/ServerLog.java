package telegraph.server.observe;

import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The log of a server: one JSON object a line, for programs to read.
///
/// ```
/// {"time":"2026-01-02T03:04:05.678Z","event":"query-end","id":"q1-7","user":"ada","millis":12.5}
/// ```
///
/// Whoever has something to say never waits: lines go to a thread of their own, and when more come
/// than it can write, the rest is counted and the count is told.
///
/// Threads: any.
public final class ServerLog implements AutoCloseable {
    private static final int WAITING_MAX = 10_000;
    private static final String LAST = "";

    private final JsonFactory json = new JsonFactory();
    private final Consumer<String> sink;
    private final InstantSource clock;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;

    /// @param sink takes each line, on the journal's thread; may wait, and throws
    ///   `UncheckedIOException` when nobody takes lines any more
    public ServerLog(Consumer<String> sink, InstantSource clock) {
        this.sink = sink;
        this.clock = clock;
        this.writer = Thread.ofPlatform().daemon().name("journal").start(this::write);
    }

    /// Tells an event.
    ///
    /// @param facts in order; numbers and truths as they are, all else as text. Never a secret
    public void tell(String event, Map<String, ?> facts) {
        if (!waiting.offer(line(event, facts))) {
            lost.incrementAndGet();
        }
    }

    private String line(String event, Map<String, ?> facts) {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = json.createGenerator(ObjectWriteContext.empty(), text)) {
            to.writeStartObject();
            to.writeStringProperty("time", clock.instant().toString());
            to.writeStringProperty("event", event);
            facts.forEach((name, value) -> {
                switch (value) {
                    case Long number -> to.writeNumberProperty(name, number);
                    case Integer number -> to.writeNumberProperty(name, number);
                    case BigDecimal number -> to.writeNumberProperty(name, number);
                    case Boolean truth -> to.writeBooleanProperty(name, truth);
                    default -> to.writeStringProperty(name, String.valueOf(value));
                }
            });
            to.writeEndObject();
        }
        return text.toString();
    }

    private void write() {
        try {
            while (true) {
                String line = waiting.take();
                if (line.equals(LAST)) {
                    return;
                }
                sink.accept(line);
                long missing = lost.getAndSet(0);
                if (missing > 0) {
                    sink.accept(line("lines-lost", Map.of("lines", missing)));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed while the sink hangs
        } catch (UncheckedIOException e) {
            // Nobody takes lines any more; the server goes on without a journal.
            waiting.clear();
        }
    }

    /// Writes what is waiting, for a second at most.
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            if (waiting.offer(LAST)) {
                writer.join(1_000);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        writer.interrupt();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
