package telegraph.server.http;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.Audience;
import telegraph.server.http.answer.Rendition;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// Passes on what a statement tells. Its last event is kept for whoever waits for its end, so that
/// a statement that is over need not wait for a client that does not read.
///
/// Threads: the statement's tells; the request's calls [#begun] and [#ended].
final class EventRelay implements Audience {
    private final Rendition rendition;
    private final boolean last;
    private final CountDownLatch known = new CountDownLatch(1);
    private volatile Query query;
    private volatile Event end;
    private int place;
    private boolean early;
    private boolean begun;
    private boolean gone;
    private volatile boolean cut;

    EventRelay(Rendition rendition, boolean last) {
        this.rendition = rendition;
        this.last = last;
    }

    /// The statement was taken under an id.
    void begun(Query taken) throws InterruptedException {
        query = taken;
        rendition.begin(taken.id(), last);
        synchronized (this) {
            if (place > 0) {
                rendition.queued(place);
            }
            if (early) {
                begun = true;
                rendition.started();
            }
            known.countDown();
        }
    }

    @Override
    public synchronized void queued(int waiting) {
        if (known.getCount() > 0) {
            place = waiting; // told when its id is known
        } else {
            tell(() -> rendition.queued(waiting));
        }
    }

    @Override
    public void started() {
        synchronized (this) {
            if (known.getCount() > 0) {
                early = true; // told when its id is known, which it is not while it is being taken
                return;
            }
        }
        tell(this::begin);
    }

    private void begin() throws InterruptedException {
        known.await();
        if (!begun) {
            begun = true;
            rendition.started();
        }
    }

    /// Something to tell that may be left out.
    private interface Telling {
        void tell() throws InterruptedException;
    }

    private static void tell(Telling telling) {
        try {
            telling.tell();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the statement is to stop, and will say so
        }
    }

    @Override
    public void accept(Event event) {
        switch (event) {
            case Event.End _, Event.Failed _ -> {
                tell(this::begin);
                end = event;
            }
            default -> pass(event);
        }
    }

    private void pass(Event event) {
        if (gone || cut) {
            return;
        }
        try {
            begin();
            if (!rendition.take(event)) {
                gone = true;
                query.abandon();
            }
        } catch (InterruptedException e) {
            // Told to stop while the client did not read. What was to be sent is missing, so
            // nothing that follows may be.
            cut = event instanceof Event.Rows || event instanceof Event.Columns;
            Thread.currentThread().interrupt();
        }
    }

    /// Sends the end of a statement that went well; how it failed, if it did.
    Optional<Event.Failed> ended() throws InterruptedException {
        return switch (end) {
            case Event.Failed failed -> Optional.of(failed);
            case Event.End _ when cut ->
                    Optional.of(
                            new Event.Failed(
                                    TelegraphException.cancelled("the query was cancelled")));
            case Event.End well -> {
                rendition.end(well);
                yield Optional.empty();
            }
            case null, default -> throw new IllegalStateException("a statement has an end");
        };
    }
}
