package telegraph.engine;

import telegraph.engine.meter.RequestBudget;
import telegraph.ground.Ticker;
import telegraph.memory.Region;

/// What a block runs with.
///
/// @param query the query's name in messages
/// @param region the query's memory; the block makes regions of its own below it
/// @param workers how many threads route tuples
/// @param policy how they route them; where requests are to be saved ([RequestBudget]) it has to
///   make way for one that does, if it adapts at all
/// @param ordered whether tuples of a block of one input must leave in the source's order
/// @param rowsWanted how many tuples will do, or -1
/// @param ticker the time
/// @param seed where all chance comes from
/// @param estimates whether a grouped block reads its inputs as samples and keeps what intervals
///   need
/// @param requests how often the query may ask others, and whether it is to do so seldom
public record QueryContext(
        String query,
        Region region,
        int workers,
        RoutingPolicy policy,
        boolean ordered,
        long rowsWanted,
        Ticker ticker,
        long seed,
        boolean estimates,
        RequestBudget requests) {
    /// For a query that may ask as often as it likes.
    public QueryContext(
            String query,
            Region region,
            int workers,
            RoutingPolicy policy,
            boolean ordered,
            long rowsWanted,
            Ticker ticker,
            long seed,
            boolean estimates) {
        this(
                query,
                region,
                workers,
                policy,
                ordered,
                rowsWanted,
                ticker,
                seed,
                estimates,
                RequestBudget.unlimited());
    }

    /// The same for a part of the query: with a region of its own, and its own chance.
    public QueryContext part(Region own, long ownSeed) {
        return new QueryContext(
                query,
                own,
                workers,
                policy,
                ordered,
                rowsWanted,
                ticker,
                ownSeed,
                estimates,
                requests);
    }
}
