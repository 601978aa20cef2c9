package telegraph.server.postgres;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Statements without a name that were parsed lately, by their text and the types given for their
/// parameters. The one not asked for the longest is forgotten first.
///
/// Threads: one at a time.
final class Recent {
    private final int most;
    private final int charsMax;
    private Map<Key, NamedStatement> statements = Map.of();

    /// @param most how many are remembered
    /// @param charsMax how long they may be
    Recent(int most, int charsMax) {
        this.most = most;
        this.charsMax = charsMax;
    }

    /// What tells one from another.
    record Key(String text, String types) {}

    static Key of(String text, int[] types) {
        return new Key(text, types.length == 0 ? "" : Arrays.toString(types));
    }

    boolean isEmpty() {
        return statements.isEmpty();
    }

    /// The one, or null if it is not remembered.
    NamedStatement get(Key key) {
        return statements.get(key);
    }

    void put(Key key, NamedStatement statement) {
        if (key.text().length() > charsMax) {
            return;
        }
        if (statements.isEmpty()) {
            statements = new LinkedHashMap<>(8, 0.75f, true);
        }
        statements.put(key, statement);
        if (statements.size() > most) {
            statements.remove(statements.keySet().iterator().next());
        }
    }

    void clear() {
        statements = Map.of();
    }
}
