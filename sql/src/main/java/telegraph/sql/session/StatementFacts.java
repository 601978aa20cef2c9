package telegraph.sql.session;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.StatementTime;
import telegraph.sql.SessionClient;
import telegraph.sql.listing.Keywords;
import telegraph.sql.pgcatalog.SessionFacts;
import telegraph.sql.setting.Setting;
import telegraph.sql.transaction.SandboxStore;
import telegraph.sql.transaction.TransactionModes;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;

/// What a statement that is about the catalog can ask of its session.
///
/// Threads: the statement's own.
final class StatementFacts implements SessionFacts {
    private final SessionCatalog catalog;
    private final String statement;
    private final BooleanSupplier isCancelled;
    private final StatementMoment asked;

    StatementFacts(SessionCatalog catalog, String statement, BooleanSupplier isCancelled) {
        this.catalog = catalog;
        this.statement = statement.strip();
        this.isCancelled = isCancelled;
        this.asked = catalog.asked();
    }

    @Override
    public String user() {
        return asked.user();
    }

    @Override
    public String database() {
        return catalog.client().database();
    }

    @Override
    public void goOn() {
        if (isCancelled.getAsBoolean()) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    @Override
    public Instant now() {
        return asked.now();
    }

    @Override
    public StatementTime time() {
        return asked.time();
    }

    @Override
    public long textMax() {
        return asked.textMax();
    }

    @Override
    public ZoneId zone() {
        return asked.zone().toZoneId();
    }

    @Override
    public Optional<String> setting(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("transaction_isolation")) {
            return Optional.of(TransactionModes.words(catalog.work().isolation()));
        }
        return catalog.client()
                .parameters()
                .apply(lower)
                .or(() -> Setting.find(lower).map(s -> catalog.settings().text(s.title())));
    }

    @Override
    public Optional<String> set(String name, String value, boolean local) {
        Optional<SessionClient.Changed> changed =
                catalog.client().changing().set(name, value, local);
        if (changed.isPresent()) {
            changed.get()
                    .governed()
                    .ifPresent(own -> catalog.settings().set(own.getKey(), own.getValue()));
            return changed.map(SessionClient.Changed::value);
        }
        if (Setting.find(name.toLowerCase(Locale.ROOT)).isEmpty()) {
            return Optional.empty();
        }
        if (local) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a setting of Telegraph is set until it is set again: name=\"" + name + "\"");
        }
        catalog.settings().set(name, value);
        return Optional.of(catalog.settings().show(name));
    }

    @Override
    public List<Shown> settings() {
        return catalog.settings().all().stream()
                .map(s -> new Shown(s.name(), s.value(), s.purpose(), s.origin()))
                .toList();
    }

    @Override
    public List<Held> locks() {
        if (!store().exists()) {
            return List.of();
        }
        return store().get().locks().stream()
                .map(l -> new Held(l.transaction(), l.container(), l.mode(), l.isHeld()))
                .toList();
    }

    private SandboxStore store() {
        return catalog.sandbox().store();
    }

    @Override
    public List<String> keywords() {
        return Keywords.ALL;
    }

    @Override
    public long rows(int container) {
        return ofThere(() -> store().get().entries(container));
    }

    @Override
    public long bytes(int container) {
        return ofThere(() -> store().get().pages(container) * PAGE_BYTES);
    }

    /// What a container has, which is nothing if it is gone: a listing holds no locks, so a table
    /// of it may have been dropped meanwhile.
    private static long ofThere(LongSupplier amount) {
        try {
            return amount.getAsLong();
        } catch (TelegraphException e) {
            if (e.state() == SqlState.UNDEFINED_OBJECT) {
                return 0;
            }
            throw e;
        }
    }

    @Override
    public Optional<Long> given(Sequence sequence) {
        try {
            Counters.Reached reached =
                    store().counters().reached(sequence, catalog.work().view().isNew(sequence));
            return reached.isCalled() ? Optional.of(reached.last()) : Optional.empty();
        } catch (TelegraphException e) {
            if (e.state() == SqlState.UNDEFINED_OBJECT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public long transaction() {
        return catalog.work().transaction().id();
    }

    @Override
    public String statement() {
        return statement;
    }
}
