package telegraph.engine.join;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Partitions;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Positions;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A join by hash, or by the condition alone.
///
/// ```
/// build rows ─► pile ─(share full)─► 16 partitions ─► those that fit stay in memory
///                                                  └► the others wait ┐
/// probe rows ─► matched with what is in memory ─► rows                 ├─► joined one after the
///            └► of partitions that wait ─► 16 partitions ─────────────┘   other, dealt out anew
///                                                                         if they do not fit
/// ```
///
/// Build rows that fit in the operator's share of memory are never dealt out. A partition that does
/// not get smaller, and a join by the condition alone, is joined in parts: for each part of the
/// build rows all probe rows.
///
/// Hybrid hash join: DeWitt et al., *Implementation Techniques for Main Memory Database Systems*,
/// SIGMOD 1984.
public final class Join extends Operator {
    private final JoinShape shape;
    private final BatchStream buildIn;
    private final BatchStream probeIn;
    private long share;
    private final boolean[] matched = new boolean[Batch.ROWS_MAX];
    private final int[] all = Positions.all();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private State state = State.BUILD;

    private Pile build;
    private Partitions buildParts;
    private Partitions probeParts;
    private Pile probe;

    /// With one of all build rows, or one for each partition, null for those that wait.
    private BuildProbe[] matchings = {};

    /// The batch being joined, and with which matching; then the batch of its build rows being put
    /// out.
    private Batch current;

    private int place;
    private int number;
    private StoredJoin stored;

    private enum State {
        BUILD,
        PROBE,
        PUT,
        WAITING
    }

    /// A partition on disk.
    private record Waiting(Pile build, Pile probe, int depth) implements AutoCloseable {
        @Override
        public void close() {
            build.close();
            probe.close();
        }
    }

    /// @param keepLeft whether the left rows are the build rows, else the right ones are
    public static Join of(
            JoinSpec spec, BatchStream left, BatchStream right, boolean keepLeft, Region parent) {
        return of(spec, List.of(left, right), keepLeft, parent, Batch.ROWS_MAX);
    }

    /// @param sides left and right
    /// @param rowsMax the most rows a batch gets
    static Join of(
            JoinSpec spec, List<BatchStream> sides, boolean keepLeft, Region parent, int rowsMax) {
        BatchStream left = sides.getFirst();
        BatchStream right = sides.getLast();
        JoinShape shape = JoinShape.of(spec, left.types(), right.types(), keepLeft);
        return keepLeft
                ? new Join(shape, left, right, parent, rowsMax)
                : new Join(shape, right, left, parent, rowsMax);
    }

    private Join(
            JoinShape shape, BatchStream buildIn, BatchStream probeIn, Region parent, int rowsMax) {
        super("join", List.of(buildIn, probeIn), shape.types(), parent, rowsMax);
        this.shape = shape;
        this.buildIn = buildIn;
        this.probeIn = probeIn;
        this.build = new Pile(region, shape.buildTypes());
    }

    @Override
    public boolean step() throws InterruptedException {
        return switch (state) {
            case BUILD -> {
                build();
                state = State.PROBE;
                yield true;
            }
            case PROBE -> {
                if (!probe()) {
                    endProbe();
                    place = 0;
                    state = State.PUT;
                }
                yield true;
            }
            case PUT -> {
                if (!put()) {
                    state = State.WAITING;
                }
                yield true;
            }
            case WAITING -> join();
        };
    }

    @Override
    public boolean waits() {
        return state == State.PROBE && current == null && needsProbe() && !probeIn.isReady();
    }

    private boolean hasKeys() {
        return shape.buildKeys().length > 0;
    }

    private void build() throws InterruptedException {
        share = MemoryShare.of(region);
        for (Batch batch = buildIn.next(); batch != null; batch = buildIn.next()) {
            try {
                add(batch);
            } finally {
                batch.unpin();
            }
        }
        build.end();
        if (buildParts == null && fits(build)) {
            BuildProbe one = tryMatching(build);
            if (one != null) {
                matchings = new BuildProbe[] {one};
                return;
            }
        }
        if (!hasKeys()) {
            probe = new Pile(region, shape.probeTypes(), rowsOf(build));
            return;
        }
        deal();
        buildParts.end();
        settle();
        probeParts =
                new Partitions(
                        region,
                        shape.probeTypes(),
                        shape.probeKeys(),
                        0,
                        rowsOf(shape.probeTypes()));
    }

    private void add(Batch batch) {
        if (buildParts != null) {
            buildParts.add(batch);
            return;
        }
        build.add(batch);
        if (hasKeys() && !fits(build)) {
            build.end();
            deal();
        }
    }

    private void deal() {
        if (buildParts == null) {
            buildParts =
                    new Partitions(region, shape.buildTypes(), shape.buildKeys(), 0, rowsOf(build));
            buildParts.add(build);
        }
    }

    private boolean fits(Pile rows) {
        return rows.bytesWith(BuildRows.BYTES_PER_ROW) <= share;
    }

    /// So few rows that a batch of each partition being filled fits in a part of the share.
    private int rowsOf(Pile like) {
        return MemoryShare.rows(
                share / (4 * Partitions.COUNT), like.bytes() / Math.max(1, like.rows()));
    }

    private int rowsOf(List<Type> types) {
        return MemoryShare.rows(share / (4 * Partitions.COUNT), MemoryShare.rowBytes(types));
    }

    /// A matching of all rows of a pile, or null if they do not fit after all.
    private BuildProbe tryMatching(Pile rows) {
        try {
            return new BuildProbe(shape, rows.whole(), region, output);
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.RESOURCE) {
                throw e;
            }
            return null;
        }
    }

    /// Decides which partitions stay in memory.
    private void settle() {
        matchings = new BuildProbe[Partitions.COUNT];
        long left = share / 2;
        for (int p = 0; p < matchings.length; p++) {
            long bytes = buildParts.pile(p).bytesWith(BuildRows.BYTES_PER_ROW);
            if (bytes <= left) {
                matchings[p] = tryMatching(buildParts.pile(p));
                left = matchings[p] == null ? 0 : left - bytes;
            }
        }
    }

    /// Joins some probe rows; false at their end.
    private boolean probe() throws InterruptedException {
        if (current != null) {
            BuildProbe with = matchings[place];
            if (!with.advance()) {
                with.putProbe(current);
                place++;
                turn();
            }
            return true;
        }
        current = needsProbe() ? probeIn.next() : null;
        if (current == null) {
            return false;
        }
        place = 0;
        Arrays.fill(matched, 0, current.rows(), false);
        if (probe != null) {
            probe.add(current);
        } else if (probeParts != null) {
            probeParts.deal(current);
        }
        turn();
        return true;
    }

    /// Whether probe rows come out at all: without build rows only those without a partner.
    private boolean needsProbe() {
        return buildParts != null || build.rows() > 0 || shape.probe() == JoinShape.Fate.UNMATCHED;
    }

    /// Goes to the next partition that has rows of the current batch.
    private void turn() {
        for (; place < matchings.length; place++) {
            BuildProbe with = matchings[place];
            if (with == null) {
                probeParts.keep(place);
            } else if (probeParts == null) {
                with.start(current, all, current.rows(), matched);
                return;
            } else if (probeParts.count(place) > 0) {
                int[] rows = probeParts.selection(place);
                with.start(current, rows, probeParts.count(place), matched);
                return;
            }
        }
        current.unpin();
        current = null;
    }

    /// Lets the partitions that are not in memory wait for their turn.
    private void endProbe() {
        if (probe != null) {
            probe.end();
            waiting.add(new Waiting(build, probe, Partitions.DEPTHS));
        } else if (probeParts != null) {
            probeParts.end();
            for (int p = 0; p < matchings.length; p++) {
                if (matchings[p] == null) {
                    waiting.add(new Waiting(buildParts.pile(p), probeParts.pile(p), 1));
                }
            }
        }
    }

    /// Puts out some build rows of the matchings, and ends these; false if there are none left.
    private boolean put() {
        if (place == matchings.length) {
            return false;
        }
        BuildProbe current = matchings[place];
        if (current == null || !current.putBuild(number++)) {
            if (current != null) {
                current.close();
                matchings[place] = null;
            }
            place++;
            number = 0;
        }
        return true;
    }

    /// Joins some rows of the partitions that wait; false if there are none left.
    private boolean join() {
        if (stored == null) {
            Waiting next = waiting.poll();
            if (next == null) {
                return false;
            }
            if (next.depth < Partitions.DEPTHS && !fits(next.build)) {
                split(next);
                return true;
            }
            stored =
                    new StoredJoin(
                            shape,
                            next.build,
                            next.probe,
                            new StoredJoin.Place(region, output),
                            share);
        }
        if (!stored.step()) {
            stored.close();
            stored = null;
        }
        return true;
    }

    /// Deals a partition out anew.
    private void split(Waiting whole) {
        int rows = rowsOf(whole.build);
        long before = whole.build.rows();
        Partitions builds =
                new Partitions(region, shape.buildTypes(), shape.buildKeys(), whole.depth, rows);
        builds.add(whole.build);
        builds.end();
        Partitions probes =
                new Partitions(
                        region,
                        shape.probeTypes(),
                        shape.probeKeys(),
                        whole.depth,
                        rowsOf(shape.probeTypes()));
        probes.add(whole.probe);
        probes.end();
        for (int p = Partitions.COUNT - 1; p >= 0; p--) {
            // Rows of one key stay together however often they are dealt out.
            boolean stuck = builds.pile(p).rows() == before;
            waiting.push(
                    new Waiting(
                            builds.pile(p),
                            probes.pile(p),
                            stuck ? Partitions.DEPTHS : whole.depth + 1));
        }
    }

    @Override
    public void release() {
        if (current != null) {
            current.unpin();
        }
        for (BuildProbe matching : matchings) {
            if (matching != null) {
                matching.close();
            }
        }
        matchings = new BuildProbe[0];
        if (stored != null) {
            stored.close();
        }
        waiting.forEach(Waiting::close);
        if (buildParts != null) {
            buildParts.close();
        }
        if (probeParts != null) {
            probeParts.close();
        }
        if (probe != null) {
            probe.close();
        }
        build.close();
    }
}
