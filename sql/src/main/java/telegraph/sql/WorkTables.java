package telegraph.sql;

import java.util.Optional;
import telegraph.engine.Source;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.catalog.Snapshot;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.statement.TableName;
import telegraph.sql.table.TableSource;
import telegraph.store.Reading;
import telegraph.store.TableMode;

/// What one transaction reads: the tables of the catalog as it sees them, and the system's.
///
/// Threads: that of the statement.
final class WorkTables implements SessionScope.Ground {
    private final SeatConversation.Seat seat;
    private final Telegraph telegraph;
    private final Work work;
    private final SessionTables tables;

    WorkTables(SeatConversation.Seat seat) {
        this.seat = seat;
        this.telegraph = seat.telegraph();
        this.work = seat.work();
        this.tables = work.tables();
    }

    @Override
    public Snapshot snapshot() {
        return work.view().snapshot();
    }

    /// The table as it is, with a lock that keeps its definition until the transaction ends.
    @Override
    public Optional<Source> table(TableName name) {
        try {
            return Optional.of(
                    new TableSource(
                            tables.locked(name, TableMode.IS, work.transaction()),
                            telegraph.store(),
                            work.transaction(),
                            Reading.PLAIN));
        } catch (TelegraphException e) {
            if (e.state() == SqlState.UNDEFINED_TABLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public SystemTables system() {
        return new SystemTables(telegraph, seat.settings(), snapshot());
    }

    @Override
    public CatalogTables catalog() {
        return new CatalogTables(this::surroundings);
    }

    private CatalogSurroundings surroundings() {
        return new CatalogSurroundings(
                telegraph.listing(snapshot()), new SeatConversation(seat, "", () -> false));
    }
}
