package telegraph.sql.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;

/// The numbers that a session was given last, which `currval` and `lastval` tell: each of its
/// sequences, and which of these it asked last.
///
/// Threads: any.
public final class CurrentValues {
    private static final int KNOWN_MAX = 10_000;

    private final Map<Long, Long> values = new HashMap<>();

    /// The sequence that was asked last, or null.
    private Sequence asked;

    /// A number was given.
    synchronized void given(Sequence sequence, long value) {
        asked = sequence;
        keep(sequence, value);
    }

    /// The sequence was set to a number, as if that had been given.
    synchronized void set(Sequence sequence, long value) {
        keep(sequence, value);
    }

    private void keep(Sequence sequence, long value) {
        if (values.size() == KNOWN_MAX && !values.containsKey(sequence.lasting())) {
            values.keySet().removeIf(other -> other != asked.lasting());
        }
        values.put(sequence.lasting(), value);
    }

    synchronized long of(Sequence sequence) {
        return Optional.ofNullable(values.get(sequence.lasting()))
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.NOT_IN_PREREQUISITE_STATE,
                                "currval of sequence \""
                                        + sequence.name()
                                        + "\" is not yet defined in this session. Ask for nextval"
                                        + " first"));
    }

    synchronized long last(Snapshot now) {
        if (asked == null || !isThere(now)) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    "lastval is not yet defined in this session. Ask for nextval first");
        }
        return values.get(asked.lasting());
    }

    /// Whether the sequence that was asked last is there, under another name if need be.
    private boolean isThere(Snapshot now) {
        return now.sequence(asked.name()).filter(this::isAsked).isPresent()
                || now.sequences().stream().anyMatch(this::isAsked);
    }

    private boolean isAsked(Sequence sequence) {
        return sequence.lasting() == asked.lasting();
    }

    /// Forgets all.
    public synchronized void clear() {
        values.clear();
        asked = null;
    }
}
