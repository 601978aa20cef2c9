package telegraph.server.http;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.server.admission.QueryLine;
import telegraph.server.admission.Seen;
import telegraph.server.admission.StatementWatch;
import telegraph.server.http.answer.EventFrames;
import telegraph.server.http.answer.EventJson;
import telegraph.server.http.answer.EventRendition;
import telegraph.sql.Event;

/// One who follows a statement of somebody else. While nothing changes it has no thread; each
/// change starts one that sends what is new and waits while the client does not read, so a slow
/// client sees fewer running answers.
///
/// Threads: any may say that something changed; at most one sends.
final class Onlooker {
    private final QueryLine line;
    private final EventFrames frames;
    private final EventRendition rendition;

    /// Changes that the sending thread has not looked at yet; whoever makes the first starts it.
    private final AtomicInteger changes = new AtomicInteger();

    private StatementWatch watch;

    Onlooker(QueryLine line, EventFrames frames) {
        this.line = line;
        this.frames = frames;
        this.rendition = new EventRendition(() -> frames, true);
        rendition.begin(line.id(), true);
        changes.set(1); // what comes before the beginning waits for it
    }

    /// Sends how it stands now.
    void begin(StatementWatch following) throws InterruptedException {
        watch = following;
        send();
    }

    void changed() {
        if (changes.getAndIncrement() == 0) {
            Thread.ofVirtual()
                    .name("watch " + line.id())
                    .start(() -> {
                        try {
                            send();
                        } catch (InterruptedException e) {
                            frames.flow().abort(); // nobody knows this thread
                        }
                    });
        }
    }

    /// Sends what is new until nothing is. Once the end is sent, or the client gone, changes are
    /// never taken back to 0, so no thread begins any more.
    private void send() throws InterruptedException {
        int seen;
        do {
            seen = changes.get();
            for (Optional<Seen> next = watch.poll(); next.isPresent(); next = watch.poll()) {
                if (!send(next.get())) {
                    watch.close();
                    return;
                }
            }
            if (watch.isOver()) {
                watch.close();
                rendition.close();
                return;
            }
        } while (!changes.compareAndSet(seen, 0));
    }

    private boolean send(Seen seen) throws InterruptedException {
        return switch (seen) {
            case Seen.Queued queued -> {
                rendition.queued(queued.place());
                yield true;
            }
            case Seen.Started _ ->
                    frames.send(
                            "started",
                            json -> {
                                json.writeStringProperty("id", line.id());
                                EventJson.text(json, "sql", line.text());
                            });
            case Seen.Told told ->
                    switch (told.event()) {
                        case Event.End end -> {
                            rendition.end(end);
                            yield true;
                        }
                        case Event.Failed failed -> {
                            rendition.failed(failed.cause());
                            yield true;
                        }
                        default -> rendition.take(told.event());
                    };
        };
    }
}
