package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// All rows of one stream after the other.
public final class Union implements BatchStream {
    private final List<BatchStream> inputs;
    private int current;

    public Union(List<BatchStream> inputs) {
        for (BatchStream input : inputs) {
            BatchStreams.demandSame(inputs.getFirst().types(), input.types());
        }
        this.inputs = List.copyOf(inputs);
    }

    @Override
    public List<Type> types() {
        return inputs.getFirst().types();
    }

    @Override
    public Batch next() throws InterruptedException {
        for (; current < inputs.size(); current++) {
            Batch batch = inputs.get(current).next();
            if (batch != null) {
                return batch;
            }
        }
        return null;
    }

    @Override
    public boolean isReady() {
        return current == inputs.size() || inputs.get(current).isReady();
    }

    @Override
    public void close() {
        BatchStreams.close(inputs);
    }
}
