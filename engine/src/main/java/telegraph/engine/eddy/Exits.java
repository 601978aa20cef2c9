package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.QueryContext;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.aggregate.Rest;
import telegraph.engine.flow.OutputQueue;
import telegraph.engine.vector.Expression;
import telegraph.memory.Region;

/// The exits of all workers of a block, and what becomes of them together.
///
/// Threads: workers use their own exit; any thread takes a snapshot.
interface Exits extends AutoCloseable {
    Exit forWorker();

    /// The rest of the result and its end, after all workers have ended.
    void finish() throws InterruptedException;

    /// The groups as they stand, or nothing if they are more than `groupsMax` or there are none.
    ///
    /// @param drawn what an estimate is to be of
    /// @param rest what is known of rows that no exit has accepted yet
    Optional<Estimates> estimates(int groupsMax, Drawn drawn, Rest rest, Confidence confidence);

    long bytes();

    @Override
    void close();

    /// The exits an output asks for.
    ///
    /// @param sampled the inputs that are read as samples
    /// @param whole whether no row is missing, asked when all have come
    /// @param enough runs when the client has all the rows it wants
    static Exits of(
            Block.Output output,
            Region region,
            OutputQueue queue,
            QueryContext context,
            int[] sampled,
            BooleanSupplier whole,
            Runnable enough) {
        return switch (output) {
            case Block.Output.Tuples tuples ->
                    new ToClient(
                            tuples.columns(),
                            region.child("output"),
                            queue,
                            new TupleExit.Wanted(context.rowsWanted(), enough));
            case Block.Output.Groups groups ->
                    new GroupExits(
                                    groups,
                                    region,
                                    queue,
                                    Math.max(1, context.workers()),
                                    1,
                                    context.estimates())
                            .branch(groups, sampled, whole);
        };
    }

    /// Rows leave as they come.
    final class ToClient implements Exits {
        private final List<Expression> columns;
        private final Region region;
        private final OutputQueue queue;
        private final TupleExit.Wanted wanted;
        private final List<Exit> exits = new ArrayList<>();

        ToClient(
                List<Expression> columns,
                Region region,
                OutputQueue queue,
                TupleExit.Wanted wanted) {
            this.columns = columns;
            this.region = region;
            this.queue = queue;
            this.wanted = wanted;
        }

        @Override
        public Exit forWorker() {
            Exit exit = new TupleExit(columns, region, queue, wanted);
            exits.add(exit);
            return exit;
        }

        @Override
        public void finish() {
            // Each worker has sent its last rows itself.
            queue.end();
        }

        @Override
        public Optional<Estimates> estimates(
                int groupsMax, Drawn drawn, Rest rest, Confidence confidence) {
            return Optional.empty();
        }

        @Override
        public long bytes() {
            return region.used();
        }

        @Override
        public void close() {
            exits.forEach(Exit::close);
        }
    }
}
