package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
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

    /// Everything counted so far; one module may occur several times.
    List<Option> options() {
        List<Option> all = new ArrayList<>();
        crossings.values().forEach(c -> all.addAll(c.junction().options()));
        return all;
    }
}
