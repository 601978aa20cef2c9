package telegraph.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;

/// What a statement answered, gathered from its events and passed on to whoever watches.
///
/// Threads: events arrive on one; read it once the statement has been joined.
final class Answer implements Consumer<Event> {
    private final Consumer<Event> watcher;
    private final List<Object[]> rows = new ArrayList<>();
    private List<ResultColumn> columns = List.of();
    private Optional<Event.End> end = Optional.empty();
    private Optional<TelegraphException> failure = Optional.empty();

    Answer(Consumer<Event> watcher) {
        this.watcher = watcher;
    }

    @Override
    public synchronized void accept(Event event) {
        switch (event) {
            case Event.Columns shape -> columns = shape.columns();
            case Event.Rows more -> rows.addAll(more.rows());
            case Event.Notice passing -> {}
            case Event.End last -> end = Optional.of(last);
            case Event.Failed failed -> failure = Optional.of(failed.cause());
            case Event.Snapshot passing -> {}
            case Event.Sources passing -> {}
            case Event.Routing passing -> {}
            case Event.Copy passing -> {}
        }
        watcher.accept(event);
    }

    synchronized List<ResultColumn> columns() {
        return columns;
    }

    synchronized List<Object[]> rows() {
        return rows;
    }

    synchronized Optional<TelegraphException> failure() {
        return failure;
    }

    synchronized double seconds() {
        return end.map(Event.End::nanos).orElse(0L) / 1e9;
    }

    synchronized List<Progress> progress() {
        return end.map(Event.End::progress).orElse(List.of());
    }

    synchronized List<Routes> routes() {
        return end.map(Event.End::routes).orElse(List.of());
    }

    long requests() {
        return progress().stream().mapToLong(Progress::requests).sum();
    }

    long rowsFetched() {
        return progress().stream().mapToLong(Progress::rows).sum();
    }
}
