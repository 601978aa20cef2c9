package telegraph.sql.sandbox;

import java.util.TimeZone;
import telegraph.ground.World;
import telegraph.memory.MemoryManager;
import telegraph.query.plan.PlanCache;
import telegraph.query.value.StatementTime;
import telegraph.sql.SessionClient;
import telegraph.sql.Settings;
import telegraph.sql.listing.Listings;
import telegraph.sql.listing.SystemTables;
import telegraph.sql.pgcatalog.Listing;
import telegraph.sql.transaction.SandboxStore;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.row.StatementMoment;

/// An open sandbox as its sessions share it: what it keeps, what it reads from outside, and what
/// all statements may have of the machine together.
///
/// Threads: any. Whoever opened its parts closes them.
///
/// @param settings what sessions begin with
/// @param plans of queries that were asked before
/// @param zones that clients asked in before
/// @param locks that programs agree on among themselves
public record OpenSandbox(
        World world,
        Settings settings,
        SandboxStore store,
        MemoryManager memory,
        Opener opener,
        Confines confines,
        Listings listings,
        PlanCache plans,
        KnownZones zones,
        AdvisoryTable locks) {
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    /// The catalog as PostgreSQL's tools see it.
    public Listing listing(Snapshot snapshot) {
        return listings.of(snapshot, new SystemTables(store, settings, snapshot), asked());
    }

    /// Now, in UTC, by this user.
    public StatementMoment asked() {
        return new StatementMoment(time(), UTC, world.user(), settings.bytes("text_limit"));
    }

    /// Now, in the zone that their door keeps for them, by somebody.
    ///
    /// @param own the settings of their session
    public StatementMoment asked(SessionClient client, Settings own) {
        String name = client.parameters().apply("TimeZone").orElse(null);
        TimeZone zone = name == null ? UTC : zones.of(name);
        return new StatementMoment(time(), zone, client.user(), own.bytes("text_limit"));
    }

    private StatementTime time() {
        return new StatementTime(world.clock().instant(), world.clock(), world.ticker());
    }
}
