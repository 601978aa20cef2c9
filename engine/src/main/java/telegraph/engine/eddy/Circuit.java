package telegraph.engine.eddy;

import java.util.concurrent.atomic.LongAdder;
import telegraph.engine.flow.Feeds;
import telegraph.engine.flow.Inbox;
import telegraph.engine.flow.Lookups;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.meter.Meter;
import telegraph.engine.policy.Option;
import telegraph.engine.policy.RouteChanges;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.stem.Stem;
import telegraph.engine.stem.StemMemory;
import telegraph.engine.tuple.QueryGraph;
import telegraph.ground.Ticker;

/// The modules of a block between which its workers route tuples, and how they are connected.
///
/// ```
/// feeds ──► inbox ──► routes ──┬──► stems ──► parking
///   ▲                          │
///   └─────── lookups ◄─────────┘
/// ```
///
/// Which modules there are never changes; each keeps its own state. Made by a [CircuitBuilder].
///
/// Threads: any, as each module says. Memory: owns the SteMs, their memory and the parked tuples.
final class Circuit implements AutoCloseable {
    private final QueryGraph graph;
    private final RoutingRules rules;
    private final Ticker ticker;
    private final UnitLedger ledger;
    private final Inbox inbox;
    private final Feeds feeds;
    private final Feeds.Order[] orders;
    private final Meter[] meters;
    private final Lookups[] lookups;
    private final Stem[] stems;
    private final StemMemory memory;
    private final ParkedTuples parking;
    private final Semijoins semijoins;
    private final RoutingTable routes;
    private final RouteChanges changes;
    private final Option[] builds;
    private final LongAdder rowsRouted = new LongAdder();

    Circuit(CircuitBuilder built) {
        this.graph = built.graph;
        this.rules = built.rules;
        this.ticker = built.context.ticker();
        this.ledger = built.ledger;
        this.inbox = built.inbox;
        this.feeds = built.feeds;
        this.orders = built.orders;
        this.meters = built.meters;
        this.lookups = built.lookups;
        this.stems = built.stems;
        this.memory = built.memory;
        this.parking = built.parking;
        this.semijoins = built.semijoins;
        this.routes = built.routes;
        this.changes = built.changes;
        this.builds = built.builds;
    }

    QueryGraph graph() {
        return graph;
    }

    RoutingRules rules() {
        return rules;
    }

    Ticker ticker() {
        return ticker;
    }

    UnitLedger ledger() {
        return ledger;
    }

    Inbox inbox() {
        return inbox;
    }

    Feeds feeds() {
        return feeds;
    }

    /// What the readers of an input fetch.
    Feeds.Order order(int input) {
        return orders[input];
    }

    /// By input how far it is read; not to be changed, as the arrays that follow.
    Meter[] meters() {
        return meters;
    }

    /// By input; null if nobody may ask for its rows.
    Lookups[] lookups() {
        return lookups;
    }

    /// By input; null if there is only one, whose rows nobody looks for.
    Stem[] stems() {
        return stems;
    }

    StemMemory memory() {
        return memory;
    }

    ParkedTuples parking() {
        return parking;
    }

    Semijoins semijoins() {
        return semijoins;
    }

    RoutingTable routes() {
        return routes;
    }

    RouteChanges changes() {
        return changes;
    }

    /// By input what building cost.
    Option[] builds() {
        return builds;
    }

    /// Rows that have arrived and gone all the way they could.
    LongAdder rowsRouted() {
        return rowsRouted;
    }

    /// After all threads have ended.
    @Override
    public void close() {
        memory.close();
        parking.close();
        for (Stem stem : stems) {
            if (stem != null) {
                stem.close();
            }
        }
    }
}
