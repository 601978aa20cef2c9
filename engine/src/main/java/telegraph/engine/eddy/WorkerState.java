package telegraph.engine.eddy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import telegraph.engine.Expression;
import telegraph.engine.Predicate;
import telegraph.engine.stem.Pins;
import telegraph.engine.stem.Stem;

/// What one worker has of its own: copies of the expressions, spare batches and vectors, chance.
///
/// Threads: one worker.
final class WorkerState {
    final QueryGraph graph;
    final VectorPool vectors = new VectorPool();
    final SplittableRandom random;
    final Predicate[] filters;
    private final List<List<Expression>> computed = new ArrayList<>();
    private final Stem[] stems;
    private final Pins[] pins;
    private final ArrayDeque<TupleBatch> spare = new ArrayDeque<>();

    /// @param keptBytesMax the most bytes of stored batches to keep pinned for text, for each input
    WorkerState(QueryGraph graph, Stem[] stems, long keptBytesMax, long seed) {
        this.graph = graph;
        this.stems = stems;
        this.pins = new Pins[stems.length];
        for (int i = 0; i < stems.length; i++) {
            pins[i] = stems[i] == null ? null : new Pins(stems[i].rows(), keptBytesMax);
        }
        this.random = new SplittableRandom(seed);
        this.filters = graph.filters().stream().map(Predicate::fork).toArray(Predicate[]::new);
        for (Instance instance : graph.instances()) {
            computed.add(instance.input().computed().stream().map(Expression::fork).toList());
        }
    }

    int columnsOf(int input) {
        return graph.instance(input).input().columns().length + computed.get(input).size();
    }

    Expression computed(int input, int index) {
        return computed.get(input).get(index);
    }

    Stem stem(int input) {
        return stems[input];
    }

    Pins pins(int input) {
        return pins[input];
    }

    /// A piece of work is over: no vector is read any more.
    void release() {
        for (Pins own : pins) {
            if (own != null) {
                own.release();
            }
        }
    }

    TupleBatch take() {
        TupleBatch batch = spare.poll();
        return batch == null ? new TupleBatch(this) : batch;
    }

    void give(TupleBatch batch) {
        batch.clear();
        spare.push(batch);
    }
}
