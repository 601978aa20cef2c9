package telegraph.engine.tuple;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import telegraph.engine.stem.Stem;
import telegraph.engine.stem.StemReader;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.VectorPool;

/// What one worker has of its own: copies of the expressions, spare batches and vectors, chance.
///
/// Threads: one worker.
public final class WorkerState {
    final QueryGraph graph;
    final VectorPool vectors = new VectorPool();
    public final SplittableRandom random;
    public final Predicate[] filters;
    private final List<List<Expression>> computed = new ArrayList<>();
    private final Stem[] stems;
    private final StemReader[] readers;
    private final ArrayDeque<TupleBatch> spare = new ArrayDeque<>();

    public WorkerState(QueryGraph graph, Stem[] stems, long seed) {
        this.graph = graph;
        this.stems = stems;
        this.readers = new StemReader[stems.length];
        for (int i = 0; i < stems.length; i++) {
            readers[i] = stems[i] == null ? null : stems[i].reader();
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

    /// The most columns an input has for its key alone.
    int keyColumnsMax() {
        return graph.instances().stream()
                .mapToInt(i -> i.types().size() - i.input().columns().length)
                .max()
                .orElse(0);
    }

    Expression computed(int input, int index) {
        return computed.get(input).get(index);
    }

    public Stem stem(int input) {
        return stems[input];
    }

    public StemReader reader(int input) {
        return readers[input];
    }

    /// Nothing stored is read any more but rows of one input.
    public void releaseOthers(int input) {
        for (int i = 0; i < readers.length; i++) {
            if (i != input && readers[i] != null) {
                readers[i].release();
            }
        }
    }

    /// A piece of work is over: no vector is read any more.
    public void release() {
        for (StemReader own : readers) {
            if (own != null) {
                own.release();
            }
        }
    }

    public TupleBatch take() {
        TupleBatch batch = spare.poll();
        return batch == null ? new TupleBatch(this) : batch;
    }

    public void give(TupleBatch batch) {
        batch.clear();
        spare.push(batch);
    }
}
