package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.flow.Feeds;
import telegraph.engine.flow.Inbox;
import telegraph.engine.flow.Lookups;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.flow.WorkTokens;
import telegraph.engine.meter.Meter;
import telegraph.engine.policy.Option;
import telegraph.engine.policy.RouteChanges;
import telegraph.engine.policy.ThriftyPolicy;
import telegraph.engine.source.Source;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.stem.Stamps;
import telegraph.engine.stem.Stem;
import telegraph.engine.stem.StemMemory;
import telegraph.engine.tuple.Instance;
import telegraph.engine.tuple.QueryGraph;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// Makes the modules of a block and connects them.
///
/// Threads: one.
final class CircuitBuilder {
    private static final long LANE_BYTES_MAX = 8L << 20;
    private static final int RIVAL_VALUES_MAX = 100_000;
    private static final int PARTITIONS_MAX = 64;
    private static final long PARTITION_BYTES_MIN = 512 << 10;

    final QueryGraph graph;
    final QueryContext context;
    final RoutingRules rules;
    private final Region region;
    Meter[] meters;
    UnitLedger ledger;
    Inbox inbox;
    Feeds feeds;
    Feeds.Order[] orders;
    Lookups[] lookups;
    RouteChanges changes;
    RoutingTable routes;
    StemMemory memory;
    ParkedTuples parking;
    Stem[] stems;
    Option[] builds;
    Semijoins semijoins;

    /// @param region in which the block's modules keep what they store
    CircuitBuilder(QueryGraph graph, QueryContext context, RoutingRules rules, Region region) {
        this.graph = graph;
        this.context = context;
        this.rules = rules;
        this.region = region;
    }

    /// @param sampled the inputs that are read as samples
    /// @param workers how many workers route
    /// @param failed hears of readers that fail
    Circuit build(int[] sampled, int workers, Consumer<TelegraphException> failed) {
        int size = graph.size();
        meters = new Meter[size];
        orders = new Feeds.Order[size];
        lookups = new Lookups[size];
        stems = new Stem[size];
        builds = new Option[size];
        ledger = new UnitLedger(size, rules.keep(RoutingRules.Rule.FOLLOW_ASKED), sampled);
        meter();
        inbox =
                new Inbox(
                        inputs(),
                        laneBytes(),
                        ledger,
                        context.ticker(),
                        rules.keep(RoutingRules.Rule.OPEN_AT_ONCE));
        feeds = new Feeds(context, inbox, ledger, failed);
        route();
        store(workers);
        semijoins = new Semijoins(graph, inbox.tokens(), stems);
        graph.instances().forEach(this::read);
        inbox.roomIn(this::someRoom);
        inbox.tokens().listen(new Completion(stems, lookups, feeds));
        return new Circuit(this);
    }

    private void meter() {
        for (int i = 0; i < meters.length; i++) {
            Source source = graph.instance(i).input().source();
            String alias = graph.instance(i).alias();
            meters[i] = new Meter(alias, source.name(), source.terms(), context.requests());
        }
    }

    private List<Inbox.Input> inputs() {
        List<Inbox.Input> inputs = new ArrayList<>();
        for (Instance instance : graph.instances()) {
            Meter meter = meters[instance.index()];
            Source source = instance.input().source();
            long known = source.traits().rows().orElse(-1);
            LongSupplier total = known >= 0 ? () -> known : () -> meter.progress().rowsTotal();
            LongSupplier expected = known >= 0 ? total : meter::rowsExpected;
            inputs.add(new Inbox.Input(instance.hasFeed(), total, expected, source::isLocal));
        }
        return inputs;
    }

    private long laneBytes() {
        return Math.min(LANE_BYTES_MAX, region.limit() / 16);
    }

    private void route() {
        changes = new RouteChanges(context.ticker().nanos());
        boolean saved = context.requests().isMinimised();
        RoutingPolicy policy =
                saved && context.policy().adapts()
                        ? new ThriftyPolicy(context.policy())
                        : context.policy();
        AskingCosts costs = new AskingCosts(graph, lookups, meters, saved, region);
        routes = new RoutingTable(graph, costs, policy, changes);
    }

    private void store(int workers) {
        int size = graph.size();
        int partitions = partitions(region.limit());
        memory = new StemMemory(region, workers, rules.eviction());
        parking =
                new ParkedTuples(
                        new ParkedTuples.Way(graph, ledger, inbox),
                        region.child("waiting"),
                        size * partitions,
                        rules.eviction().replayed());
        Stem.Shared shared = new Stem.Shared(new Stamps(), rules, memory, partitions);
        for (int i = 0; i < size; i++) {
            String alias = graph.instance(i).alias();
            builds[i] = new Option("build " + alias, Routes.Kind.BUILD);
            if (size > 1) {
                Region held = region.child("stem " + alias);
                stems[i] = new Stem(graph.design(i), held, shared);
            }
        }
    }

    /// Into how many parts stored rows are split: fewer where the least room that each takes would
    /// be much.
    private static int partitions(long limit) {
        return Integer.highestOneBit(Math.clamp(limit / PARTITION_BYTES_MIN, 1, PARTITIONS_MAX));
    }

    /// What the readers of an input fetch, and the lookups that tuples may ask for.
    private void read(Instance instance) {
        int i = instance.index();
        orders[i] =
                new Feeds.Order(
                        i,
                        instance.input().source(),
                        instance.columns(),
                        instance.types(),
                        instance.constants(),
                        instance.input().ranges(),
                        region.child("source " + instance.alias()),
                        meters[i]);
        if (instance.binds().isEmpty()) {
            return;
        }
        List<int[]> patterns = instance.binds().stream().map(Instance.Bind::columns).toList();
        int waitingMax = instance.competes() ? RIVAL_VALUES_MAX : 0;
        lookups[i] = feeds.lookups(orders[i], patterns, waitingMax);
        if (instance.competes()) {
            boolean[] names = new boolean[patterns.size()];
            for (int p = 0; p < names.length; p++) {
                names[p] =
                        instance.binds().get(p).namesRow()
                                || !rules.keep(RoutingRules.Rule.ANSWER_BY_KEY);
            }
            boolean askAgain = rules.keep(RoutingRules.Rule.ASK_AGAIN);
            feeds.race(orders[i], patterns, names, lookups[i], askAgain);
        }
    }

    private boolean someRoom(long inputs) {
        for (int i = 0; i < lookups.length; i++) {
            if ((inputs >>> i & 1) != 0 && lookups[i] != null && lookups[i].hasRoom()) {
                return true;
            }
        }
        return false;
    }

    /// Stops what an input no longer needs.
    private record Completion(Stem[] stems, Lookups[] lookups, Feeds feeds)
            implements WorkTokens.Listener {
        @Override
        public void completed(int input) {
            if (stems[input] != null) {
                stems[input].complete();
            }
            if (lookups[input] != null) {
                lookups[input].stop();
                feeds.cancelLookups(input);
            }
        }

        @Override
        public void dispensable(int input) {
            lookups[input].stop();
            feeds.cancelScan(input);
        }
    }
}
