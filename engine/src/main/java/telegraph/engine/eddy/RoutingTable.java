package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;
import telegraph.engine.policy.Junction;
import telegraph.engine.policy.Option;
import telegraph.engine.policy.RouteChanges;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.tuple.TupleBatch;

/// The crossings of a block by signature, made when the first tuple comes by.
///
/// Threads: any. All workers share what is learned.
final class RoutingTable {
    private final ConcurrentHashMap<Signature, SignatureRoutes> crossings =
            new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Alone, SignatureRoutes> alone = new ConcurrentHashMap<>();
    private final QueryGraph graph;
    private final AskingCosts costs;
    private final RoutingPolicy policy;
    private final RouteChanges changes;

    /// What routing knows of a tuple.
    private record Signature(long span, long done) {}

    /// What routing knows of a row before it is stored.
    private record Alone(int input, long done, long reduced) {}

    RoutingTable(QueryGraph graph, AskingCosts costs, RoutingPolicy policy, RouteChanges changes) {
        this.graph = graph;
        this.costs = costs;
        this.policy = policy;
        this.changes = changes;
    }

    SignatureRoutes crossing(long span, long done) {
        return crossings.computeIfAbsent(new Signature(span, done), this::open);
    }

    /// Tells a crossing of tuples that have come to it.
    void came(SignatureRoutes crossing, TupleBatch tuples) {
        costs.came(crossing, tuples);
    }

    private SignatureRoutes open(Signature signature) {
        return open(
                signature.span(),
                SignatureRoutes.steps(graph, signature.span(), signature.done(), costs));
    }

    /// What rows of one input go through before they are stored.
    SignatureRoutes alone(int input, long done, long reduced) {
        return alone.computeIfAbsent(new Alone(input, done, reduced), this::open);
    }

    private SignatureRoutes open(Alone row) {
        return open(
                1L << row.input(),
                SignatureRoutes.alone(graph, row.input(), row.done(), row.reduced()));
    }

    private SignatureRoutes open(long span, List<SignatureRoutes.Step> steps) {
        List<Option> options = steps.stream().map(SignatureRoutes.Step::option).toList();
        return new SignatureRoutes(
                steps, new Junction(graph.words(span), options, policy, changes));
    }

    /// The way rows of an input prefer now, as far as any has come.
    ///
    /// @param source where they arrive
    /// @param build where they are kept, or null if they are not
    /// @param leaving where those go that have been everywhere
    Routes.Way way(int input, String source, String build, String leaving) {
        List<String> names = new ArrayList<>(List.of(source));
        long span = 1L << input;
        long done = wayAlone(input, names);
        SignatureRoutes crossing = crossings.get(new Signature(span, done));
        if (build != null && crossing != null) {
            names.add(build);
        }
        while (crossing != null && !crossing.steps().isEmpty()) {
            SignatureRoutes.Step step = crossing.steps().get(crossing.junction().preferred());
            names.add(step.option().name());
            switch (step) {
                case SignatureRoutes.FilterStep filter -> done |= 1L << filter.filter();
                case SignatureRoutes.SemijoinStep _ ->
                        throw new IllegalStateException("only alone");
                case SignatureRoutes.ProbeStep probe -> {
                    int target = probe.probe().target();
                    span |= 1L << target;
                    done |= graph.passedBeforeBuild(target);
                }
            }
            crossing = crossings.get(new Signature(span, done));
        }
        if (crossing != null) {
            names.add(leaving);
        }
        return new Routes.Way(graph.instance(input).alias(), names);
    }

    /// The way up to where rows are stored; semi-joins that no row came to are left out. Returns
    /// the filters passed.
    private long wayAlone(int input, List<String> names) {
        long done = 0;
        long reduced = 0;
        SignatureRoutes crossing = alone.get(new Alone(input, done, reduced));
        while (crossing != null) {
            SignatureRoutes.Step next = crossing.preferredAlone();
            if (next == null) {
                break;
            }
            names.add(next.option().name());
            switch (next) {
                case SignatureRoutes.FilterStep filter -> done |= 1L << filter.filter();
                case SignatureRoutes.SemijoinStep semijoin ->
                        reduced |= 1L << semijoin.probe().target();
                case SignatureRoutes.ProbeStep _ -> throw new IllegalStateException("not alone");
            }
            crossing = alone.get(new Alone(input, done, reduced));
        }
        return done;
    }

    /// Everything counted so far; one module may occur several times.
    List<Option> options() {
        List<Option> all = new ArrayList<>();
        alone.values().forEach(c -> all.addAll(c.junction().options()));
        crossings.values().forEach(c -> all.addAll(c.junction().options()));
        return all;
    }
}
