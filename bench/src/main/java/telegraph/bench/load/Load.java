package telegraph.bench.load;

import java.util.Locale;

/// The transactions of the study, each of one statement on FOO(a, b).
public enum Load {
    /// `SELECT a FROM foo WHERE a = ?`
    SELECT,
    /// `SELECT * FROM foo WHERE a = ?`
    SELECT_ALL,
    UPDATE,
    INSERT,
    /// Of what [#INSERT] added.
    DELETE,
    /// Nine of [#SELECT], one of [#UPDATE].
    MIX;

    /// As people write it.
    public String label() {
        return switch (this) {
            case SELECT_ALL -> "select *";
            case MIX -> "90/10 mix";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }
}
