package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.engine.Routes;
import telegraph.engine.flow.Lookups;
import telegraph.engine.policy.Changes;
import telegraph.engine.policy.Junction;
import telegraph.engine.policy.Option;
import telegraph.engine.policy.RoutingPolicy;

/// The crossings of a block by signature, made when the first tuple comes by.
///
/// Threads: any. All workers share what is learned.
final class RoutingTable {
    private final ConcurrentHashMap<Signature, Crossing> crossings = new ConcurrentHashMap<>();
    private final QueryGraph graph;
    private final Lookups[] lookups;
    private final RoutingPolicy policy;
    private final Changes changes;

    /// What routing knows of a tuple.
    private record Signature(long span, long done) {}

    RoutingTable(QueryGraph graph, Lookups[] lookups, RoutingPolicy policy, Changes changes) {
        this.graph = graph;
        this.lookups = lookups;
        this.policy = policy;
        this.changes = changes;
    }

    Crossing crossing(long span, long done) {
        return crossings.computeIfAbsent(new Signature(span, done), this::open);
    }

    private Crossing open(Signature signature) {
        List<Crossing.Step> steps =
                Crossing.steps(graph, signature.span(), signature.done(), lookups);
        List<Option> options = steps.stream().map(Crossing.Step::option).toList();
        String words = graph.words(signature.span());
        return new Crossing(steps, new Junction(words, options, policy, changes));
    }

    /// The way rows of an input prefer now, as far as any has come.
    ///
    /// @param source where they arrive
    /// @param build where they are kept, or null if they are not
    /// @param leaving where those go that have been everywhere
    Routes.Way way(int input, String source, String build, String leaving) {
        List<String> names = new ArrayList<>(List.of(source));
        long span = 1L << input;
        long done = 0;
        boolean built = build == null;
        Crossing crossing = crossings.get(new Signature(span, done));
        while (crossing != null && !crossing.steps().isEmpty()) {
            if (!built && !crossing.onlyFilters()) {
                names.add(build);
                built = true;
            }
            Crossing.Step step = crossing.steps().get(crossing.junction().preferred());
            names.add(step.option().name());
            switch (step) {
                case Crossing.FilterStep filter -> done |= 1L << filter.filter();
                case Crossing.ProbeStep probe -> span |= 1L << probe.probe().target();
            }
            crossing = crossings.get(new Signature(span, done));
        }
        if (crossing != null) {
            names.add(leaving);
        }
        return new Routes.Way(graph.instance(input).alias(), names);
    }

    /// Everything counted so far; one module may occur several times.
    List<Option> options() {
        List<Option> all = new ArrayList<>();
        crossings.values().forEach(c -> all.addAll(c.junction().options()));
        return all;
    }
}
