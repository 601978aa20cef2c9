package telegraph.server.admission;

import telegraph.sql.Event;

/// Something that whoever watches a statement sees.
public sealed interface Seen {
    /// It waits for its turn.
    record Queued(int place) implements Seen {}

    /// It has begun.
    record Started() implements Seen {}

    /// It told something. Rows are only the first, as far as they are kept.
    record Told(Event event) implements Seen {}
}
