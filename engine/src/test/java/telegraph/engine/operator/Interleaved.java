package telegraph.engine.operator;

import java.util.ArrayDeque;
import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;

/// Batches of two streams in an order that follows from a seed, read by whoever asks for them.
public final class Interleaved implements Arrivals {
    private final List<BatchStream> streams;
    private final RandomGenerator random;
    private final List<ArrayDeque<Batch>> givenBack =
            List.of(new ArrayDeque<>(), new ArrayDeque<>());

    public Interleaved(List<BatchStream> streams, RandomGenerator random) {
        this.streams = streams;
        this.random = random;
    }

    @Override
    public void start() {}

    @Override
    public boolean isReady(int stream) {
        return random.nextInt(4) > 0;
    }

    @Override
    public int await(int preferred) {
        return random.nextBoolean() ? preferred : 1 - preferred;
    }

    @Override
    public Batch next(int stream) throws InterruptedException {
        Batch again = givenBack.get(stream).poll();
        return again != null ? again : streams.get(stream).next();
    }

    @Override
    public void giveBack(int stream, Batch batch) {
        givenBack.get(stream).addFirst(batch);
    }

    @Override
    public void close() {
        for (ArrayDeque<Batch> batches : givenBack) {
            batches.forEach(Batch::unpin);
            batches.clear();
        }
    }
}
