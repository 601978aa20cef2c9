package telegraph.engine.join;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.operator.Arrivals;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Positions;
import telegraph.engine.operator.Readers;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// A join that gives each row as soon as it is certain, for streams that are slow.
///
/// ```
/// BOTH   left  ── kept ──► left rows  ◄── probes ── right
///        right ── kept ──► right rows ◄── probes ── left
///
/// ONE    left ── probes ──► right rows, when these are complete; or the other way round
/// ```
///
/// | what comes out             | when                                                        |
/// |----------------------------|-------------------------------------------------------------|
/// | a pair                     | with the later of its two rows                              |
/// | a left row of a semi-join  | with its first partner                                      |
/// | a row without a partner    | when the other side is complete, or later with the row itself |
///
/// Invariants: (1) of rows that are kept on both sides, all pairs came out, and what has a partner
/// among them is marked. (2) A batch is kept before it probes; if there is no room it stays with
/// its stream. (3) Marks are told of a row before it can come out for want of a partner.
///
/// The *first* side is read before the other where both have rows; it is the one thought to be
/// smaller, so it is the build side if neither waits. When the rows kept of the other take a
/// quarter of the share, it is left waiting until the first is complete. When the first takes the
/// rest, nothing comes out early any more: a [CleanUp] joins what is left on disk, by (1) all but
/// the pairs of what was kept.
///
/// Threads: one, and two [Readers]. Memory: the operator's region; the kept rows take no more than
/// its [MemoryShare].
///
/// Wilschut and Apers, *Dataflow Query Execution in a Parallel Main-Memory Environment*, PDIS 1991;
/// to leave one side waiting when memory is short is from Ives et al., *An Adaptive Query Execution
/// System for Data Integration*, SIGMOD 1999, the clean-up from Urhan and Franklin, *XJoin*, 2000.
public final class PipelinedJoin extends Operator {
    /// The part of the share that may be kept of the side that is not the first.
    private static final int SECOND_PART = 4;

    private final JoinSpec spec;
    private final int first;
    private final Way way;
    private final Arrivals arrivals;

    /// By side: the rows of it that are kept, and what the other's rows are joined with.
    private final BuildProbe[] sides = new BuildProbe[2];

    private final boolean[] matched = new boolean[Batch.ROWS_MAX];
    private final int[] all = Positions.all();
    private long share;
    private State state = State.BEGIN;

    /// The batch being joined and its side; in `BOTH` also the number of its first row.
    private Batch current;

    private int side;
    private int number;

    /// Whether the side that is not the first waits until that is complete.
    private boolean secondWaits;

    private CleanUp rest;

    private enum State {
        BEGIN,
        BOTH,
        /// Side `side` is complete: rows of the other that were waiting for that come out.
        PUT_EARLY,
        /// Side `side` is complete: rows of the other are joined as they come.
        ONE,
        PUT_LAST,
        CLEAN_UP
    }

    /// @param leftFirst whether the left side is thought to be the smaller one
    public static PipelinedJoin of(
            JoinSpec spec, BatchStream left, BatchStream right, boolean leftFirst, Region parent) {
        return new PipelinedJoin(
                spec, left, right, leftFirst, new Way(new Readers(left, right, "join")), parent);
    }

    /// A rule that holds unless a test breaks it.
    enum Rule {
        /// What had a partner when it came is marked (1).
        MARK_OWN,
        /// What was kept comes out for want of a partner when the other side is complete.
        PUT_KEPT,
        /// The clean-up passes over pairs of kept rows.
        PAIR_ONCE,
        /// The clean-up knows which kept rows have a partner (3).
        TELL_MARKS
    }

    /// How a join comes by its rows.
    ///
    /// @param arrivals of the left stream and the right one
    /// @param broken none, except in tests
    record Way(Arrivals arrivals, Set<Rule> broken) {
        Way(Arrivals arrivals) {
            this(arrivals, EnumSet.noneOf(Rule.class));
        }

        boolean keeps(Rule rule) {
            return !broken.contains(rule);
        }
    }

    PipelinedJoin(
            JoinSpec spec,
            BatchStream left,
            BatchStream right,
            boolean leftFirst,
            Way way,
            Region parent) {
        super("join", List.of(left, right), shape(spec, left, right, 0).types(), parent);
        this.spec = spec;
        this.first = leftFirst ? 0 : 1;
        this.way = way;
        this.arrivals = way.arrivals;
        for (int s = 0; s < sides.length; s++) {
            JoinShape shape = shape(spec, left, right, s);
            sides[s] = new BuildProbe(shape, new BuildRows(shape, region), region, output);
        }
    }

    /// The join with the rows of a side kept.
    private static JoinShape shape(JoinSpec spec, BatchStream left, BatchStream right, int kept) {
        return JoinShape.of(spec, left.types(), right.types(), kept == 0);
    }

    @Override
    public boolean step() throws InterruptedException {
        switch (state) {
            case BEGIN -> {
                share = MemoryShare.of(region);
                arrivals.start();
                state = State.BOTH;
            }
            case BOTH -> both();
            case PUT_EARLY -> {
                if (!way.keeps(Rule.PUT_KEPT) || !sides[1 - side].putBuild(number++)) {
                    sides[1 - side].close();
                    state = State.ONE;
                }
            }
            case ONE -> one();
            case PUT_LAST -> {
                return sides[side].putBuild(number++);
            }
            case CLEAN_UP -> {
                return rest.step();
            }
        }
        return true;
    }

    @Override
    public boolean waits() {
        return switch (state) {
            case BOTH -> current == null && !arrivals.isReady(first) && !readsSecond();
            case ONE -> current == null && !arrivals.isReady(1 - side);
            case CLEAN_UP -> rest.waits();
            default -> false;
        };
    }

    private boolean readsSecond() {
        return !secondWaits && arrivals.isReady(1 - first);
    }

    private void both() throws InterruptedException {
        if (current == null) {
            side = secondWaits ? first : arrivals.await(first);
            current = arrivals.next(side);
            arrived();
            return;
        }
        BuildProbe with = sides[1 - side];
        if (!with.advance()) {
            if (way.keeps(Rule.MARK_OWN)) {
                sides[side].built().mark(number, matched, current.rows());
            }
            with.putMatched(current);
            forgetCurrent();
        }
    }

    private void arrived() {
        if (current == null) {
            number = 0;
            state = State.PUT_EARLY;
        } else if (keeps(current)) {
            Arrays.fill(matched, 0, current.rows(), false);
            sides[1 - side].start(current, all, current.rows(), matched);
        } else {
            arrivals.giveBack(side, current);
            current = null;
            if (side == first) {
                cleanUp();
            } else {
                secondWaits = true;
            }
        }
    }

    /// Keeps the rows of a batch if there is room.
    private boolean keeps(Batch batch) {
        long free = share - sides[1 - side].built().bytes();
        long room = side == first ? free : Math.min(free, share / SECOND_PART);
        if (sides[side].built().bytesWith(batch) > room) {
            return false;
        }
        try {
            number = sides[side].built().add(batch);
            return true;
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.RESOURCE) {
                throw e;
            }
            return false;
        }
    }

    private void cleanUp() {
        List<BuildRows> kept = List.of(sides[0].built(), sides[1].built());
        rest = CleanUp.of(spec, way, kept, first == 0, new StoredJoin.Place(region, output));
        state = State.CLEAN_UP;
    }

    /// Joins some rows of the side that is not complete.
    private void one() throws InterruptedException {
        BuildProbe with = sides[side];
        if (current == null) {
            current = with.needsProbe() ? arrivals.next(1 - side) : null;
            if (current == null) {
                number = 0;
                state = State.PUT_LAST;
                return;
            }
            Arrays.fill(matched, 0, current.rows(), false);
            with.start(current, all, current.rows(), matched);
        } else if (!with.advance()) {
            with.putProbe(current);
            forgetCurrent();
        }
    }

    private void forgetCurrent() {
        if (current != null) {
            current.unpin();
            current = null;
        }
    }

    @Override
    public void release() {
        arrivals.close();
        forgetCurrent();
        if (rest != null) {
            rest.close();
        }
        for (BuildProbe each : sides) {
            each.close();
        }
    }
}
