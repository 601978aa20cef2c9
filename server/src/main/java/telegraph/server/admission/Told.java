package telegraph.server.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import telegraph.sql.Event;

/// What a statement has told so far, as far as it is kept for those who watch: its first rows, its
/// notices, and the latest of everything that replaces what was before.
///
/// Threads: any.
final class Told {
    private static final int ROWS_MAX = 1_000;
    private static final int NOTICES_MAX = 100;

    /// About the bytes of rows kept of one statement.
    private static final int BYTES_MAX = 256 << 10;

    private final Set<StatementWatch> watching = new CopyOnWriteArraySet<>();
    private final List<Object[]> rows = new ArrayList<>();
    private final List<Event.Notice> notices = new ArrayList<>();
    private int place;
    private boolean started;
    private Event.Columns columns;
    private Latest<Event.Snapshot> snapshot = new Latest<>(null, 0);
    private Latest<Event.Sources> sources = new Latest<>(null, 0);
    private Latest<Event.Routing> routing = new Latest<>(null, 0);
    private Event last;
    private int bytes;
    private boolean full;

    /// @param number counts those before it, and itself
    private record Latest<E>(E event, long number) {
        Latest<E> then(E next) {
            return new Latest<>(next, number + 1);
        }
    }

    /// How far somebody has seen.
    static final class Position {
        private int place;
        private boolean started;
        private boolean columns;
        private int rows;
        private int notices;
        private long snapshot;
        private long sources;
        private long routing;
        private volatile boolean over;

        boolean isOver() {
            return over;
        }
    }

    void queued(int at) {
        synchronized (this) {
            place = at;
        }
        changed();
    }

    void started() {
        synchronized (this) {
            started = true;
        }
        changed();
    }

    void tell(Event event) {
        synchronized (this) {
            switch (event) {
                case Event.Columns shape -> columns = shape;
                case Event.Rows more -> keep(more.rows());
                case Event.Snapshot next -> snapshot = snapshot.then(next);
                case Event.Sources next -> sources = sources.then(next);
                case Event.Routing next -> routing = routing.then(next);
                case Event.Notice notice -> {
                    if (notices.size() < NOTICES_MAX) {
                        notices.add(notice);
                    }
                }
                case Event.Copy _ -> {} // for whoever copies, and nobody else
                case Event.End end -> {
                    last = end;
                    snapshot = new Latest<>(null, 0); // the rows say it better
                }
                case Event.Failed failed -> {
                    last = failed;
                    if (snapshot.event() != null) {
                        snapshot.event().rows().forEach(row -> bytes += bytes(row));
                    }
                }
            }
        }
        changed();
    }

    private void keep(List<Object[]> more) {
        for (Object[] row : more) {
            if (full) {
                return;
            }
            bytes += bytes(row);
            full = rows.size() == ROWS_MAX || bytes > BYTES_MAX;
            if (!full) {
                rows.add(row);
            }
        }
    }

    private static int bytes(Object[] row) {
        int bytes = 0;
        for (Object value : row) {
            bytes += value instanceof String text ? 48 + text.length() : 24;
        }
        return bytes;
    }

    /// Bytes of rows that are kept, about.
    synchronized int bytes() {
        return bytes;
    }

    /// Forgets the rows, since others want the room.
    synchronized void shed() {
        rows.clear();
        snapshot = new Latest<>(null, 0);
        bytes = 0;
        full = true;
    }

    private void changed() {
        watching.forEach(StatementWatch::changed);
    }

    StatementWatch watch(Runnable changed) {
        StatementWatch watch = new StatementWatch(this, changed);
        watching.add(watch);
        return watch;
    }

    void forget(StatementWatch watch) {
        watching.remove(watch);
    }

    /// The next that somebody who has seen so far is to see; moves `seen` behind it.
    synchronized Optional<Seen> after(Position seen) {
        if (!started && place > 0 && seen.place != place) {
            seen.place = place;
            return Optional.of(new Seen.Queued(place));
        }
        if (started && !seen.started) {
            seen.started = true;
            return Optional.of(new Seen.Started());
        }
        if (columns != null && !seen.columns) {
            seen.columns = true;
            return told(columns);
        }
        if (seen.rows < rows.size()) {
            List<Object[]> more = List.copyOf(rows.subList(seen.rows, rows.size()));
            seen.rows = rows.size();
            return told(new Event.Rows(more));
        }
        if (seen.notices < notices.size()) {
            return told(notices.get(seen.notices++));
        }
        return latest(seen);
    }

    private Optional<Seen> latest(Position seen) {
        if (seen.sources < sources.number()) {
            seen.sources = sources.number();
            return told(sources.event());
        }
        if (seen.routing < routing.number()) {
            seen.routing = routing.number();
            return told(routing.event());
        }
        if (seen.snapshot < snapshot.number()) {
            seen.snapshot = snapshot.number();
            return told(snapshot.event());
        }
        if (last != null && !seen.over) {
            seen.over = true;
            return told(last);
        }
        return Optional.empty();
    }

    private static Optional<Seen> told(Event event) {
        return Optional.of(new Seen.Told(event));
    }
}
