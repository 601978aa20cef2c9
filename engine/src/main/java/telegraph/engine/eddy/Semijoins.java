package telegraph.engine.eddy;

import java.util.List;
import java.util.Optional;
import telegraph.engine.flow.WorkTokens;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Range;
import telegraph.engine.stem.KeyFilter;
import telegraph.engine.stem.Stem;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.vector.Vector;

/// What the keys of complete inputs say of rows that have not been stored: those without a match in
/// one of them are part of no result (Bernstein and Chiu 1981; *sideways information passing*).
///
/// Threads: any.
final class Semijoins {
    private final QueryGraph graph;
    private final WorkTokens inputs;
    private final Stem[] stems;

    Semijoins(QueryGraph graph, WorkTokens inputs, Stem[] stems) {
        this.graph = graph;
        this.inputs = inputs;
        this.stems = stems;
    }

    /// The keys of the input that a probe looks into, or nothing while its rows are not all there.
    Optional<KeyFilter> keys(Probe probe) {
        return inputs.isComplete(probe.target())
                ? stems[probe.target()].reduction(probe.index())
                : Optional.empty();
    }

    /// The columns of a row that such keys are compared with.
    static Vector[] keyOf(TupleBatch tuples, Probe probe) {
        Vector[] key = new Vector[probe.keys().size()];
        for (int k = 0; k < key.length; k++) {
            key[k] = tuples.column(probe.keys().get(k), tuples.selection, tuples.count);
        }
        return key;
    }

    /// What a reader of the input's units may leave out.
    MorselReader.Reduction of(int input) {
        List<Probe> probes =
                graph.semijoinsFor(input).stream().filter(p -> p.keys().size() == 1).toList();
        return column -> {
            for (Probe probe : probes) {
                if (probe.keys().getFirst().column() == column) {
                    Optional<Range> range = keys(probe).flatMap(KeyFilter::range);
                    if (range.isPresent()) {
                        return range;
                    }
                }
            }
            return Optional.empty();
        };
    }
}
