package telegraph.query.run;

import java.util.function.BooleanSupplier;
import telegraph.engine.QueryContext;
import telegraph.memory.Region;

/// What a query runs with, whatever its plan.
///
/// @param engine the settings for every block; its region is the query's
/// @param cancelled whether the query is to stop
/// @param live whether snapshots will be asked for
/// @param brief whether it is to be about a few rows at hand or not to be run at all
public record RunContext(
        QueryContext engine, BooleanSupplier cancelled, boolean live, boolean brief) {
    public RunContext(QueryContext engine, BooleanSupplier cancelled, boolean live) {
        this(engine, cancelled, live, false);
    }

    Region region() {
        return engine.region();
    }
}
