package telegraph.sql.pgcatalog;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import telegraph.query.value.StatementTime;
import telegraph.tables.catalog.Sequence;

/// What a query about the catalog can ask of the session that asks it, beside the catalog.
///
/// Threads: that of the statement.
public interface SessionFacts {
    /// Bytes of a page of a table or index.
    int PAGE_BYTES = 8_192;

    /// A setting.
    ///
    /// @param origin who said so
    record Shown(String name, String value, String purpose, String origin) {}

    /// A lock.
    ///
    /// @param container what it is in
    record Held(long transaction, int container, String mode, boolean granted) {}

    String user();

    /// What the sandbox is called.
    String database();

    /// @throws telegraph.ground.TelegraphException if the statement is to end
    void goOn();

    /// When the transaction began.
    Instant now();

    /// The time that passes while the statement is carried out.
    StatementTime time();

    /// Bytes of the longest text that an expression may make.
    long textMax();

    ZoneId zone();

    /// A setting's value, if there is such a setting.
    Optional<String> setting(String name);

    /// Sets a setting for the statements that follow, and gives its value as it is shown; empty if
    /// there is none of that name.
    ///
    /// @param local whether only until the transaction ends
    Optional<String> set(String name, String value, boolean local);

    List<Shown> settings();

    List<Held> locks();

    /// The words of the language.
    List<String> keywords();

    /// About how many rows a table has.
    long rows(int container);

    /// Bytes of a table or index.
    long bytes(int container);

    /// The number that a sequence gave last, if it has given one.
    Optional<Long> given(Sequence sequence);

    /// The number of the transaction.
    long transaction();

    /// The statement's text.
    String statement();
}
