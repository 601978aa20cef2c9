package telegraph.server.admission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The last statements that ended, the latest of them with their first rows.
///
/// Threads: one at a time; whoever has it keeps a lock.
final class Past {
    private static final int STATEMENTS_MAX = 1_000;
    private static final long BYTES_MAX = 32L << 20;

    /// The oldest first.
    private final LinkedHashMap<String, Admitted> statements = new LinkedHashMap<>();

    private long bytes;

    void add(Admitted admitted) {
        statements.put(admitted.id(), admitted);
        bytes += admitted.told().bytes();
        if (statements.size() > STATEMENTS_MAX) {
            Admitted oldest = statements.pollFirstEntry().getValue();
            bytes -= oldest.told().bytes();
        }
        for (Admitted old : statements.values()) {
            if (bytes <= BYTES_MAX) {
                return;
            }
            bytes -= old.told().bytes();
            old.told().shed();
        }
    }

    Admitted find(String id) {
        return statements.get(id);
    }

    /// The latest first.
    List<Admitted> all() {
        return new ArrayList<>(statements.sequencedValues().reversed());
    }
}
