package telegraph.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// A statement being carried out in front of a view of its events.
///
/// When the view cannot be written to any more, the statement is cancelled.
///
/// Threads: any.
public final class WatchedStatement {
    private final Consumer<Event> view;
    private final CompletableFuture<Event> last = new CompletableFuture<>();
    private Query query;
    private boolean cancelled;
    private IOException broken;

    public WatchedStatement(Consumer<Event> view) {
        this.view = view;
    }

    /// Carries out a statement, such as `listener -> session.start(text, listener)`, and waits
    /// until it has ended and all it held is free.
    ///
    /// @return how it ended: `Event.End` or `Event.Failed`
    /// @throws IOException if the view could not be written to
    public Event run(Function<Consumer<Event>, Query> statement)
            throws IOException, InterruptedException {
        started(statement.apply(this::pass));
        Event end;
        try {
            end = last.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        query.join();
        if (broken != null) {
            throw broken;
        }
        return end;
    }

    private void started(Query query) {
        boolean late;
        synchronized (this) {
            this.query = query;
            late = cancelled;
        }
        if (late) {
            query.cancel();
        }
    }

    private void pass(Event event) {
        try {
            if (broken == null) {
                view.accept(event);
            }
        } catch (UncheckedIOException e) {
            broken = e.getCause();
            cancel();
        } finally {
            if (event instanceof Event.End || event instanceof Event.Failed) {
                last.complete(event);
            }
        }
    }

    /// Makes the statement fail soon, also if it is yet to start.
    public void cancel() {
        Query started;
        synchronized (this) {
            cancelled = true;
            started = query;
        }
        if (started != null) {
            started.cancel();
        }
    }
}
