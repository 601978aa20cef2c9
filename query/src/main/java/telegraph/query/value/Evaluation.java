package telegraph.query.value;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.calcite.DataContext;
import telegraph.memory.Region;
import telegraph.query.session.Sequences;

/// What the expressions of one statement may make on the heap, how long a text and in whose memory
/// all of it counts; the sequences that they count up, what they are told of the catalog, and the
/// time that passes meanwhile.
///
/// While nothing runs, as when constants are computed for a plan, nothing is counted: what there is
/// then is a text or two at a time.
///
/// Threads: any; what one evaluator makes it counts with an [Allowance] of its own.
public final class Evaluation {
    /// The name under which generated code's surroundings have it.
    public static final String KEY = "evaluation";

    /// Bytes of the longest text, where nobody says otherwise.
    public static final long TEXT_MAX = 16L << 20;

    /// Bytes of a text that is kept although it counts nowhere.
    private static final long UNCOUNTED_MAX = 64 << 10;

    private static final int PART_OF_LIMIT = 64;
    private static final long HELD_MIN = 1L << 20;

    /// How many constants keep a vector of theirs: all but those of the longest expressions.
    private static final int SHARED_CONSTANTS_MAX = 1_000;

    private final long textMax;
    private volatile Sequences sequences;
    private volatile CatalogFacts facts;
    private volatile StatementTime time;
    private final AtomicInteger constants;
    private final AtomicLong kept = new AtomicLong();
    private volatile Region region;

    /// @param textMax bytes of the longest text that an expression may make
    public Evaluation(long textMax) {
        this(textMax, Sequences.NONE, CatalogFacts.NONE, StatementTime.standing(Instant.EPOCH), 0);
    }

    /// @param sequences those that expressions count up
    /// @param facts what they are told of the catalog
    public Evaluation(long textMax, Sequences sequences, CatalogFacts facts, StatementTime time) {
        this(textMax, sequences, facts, time, 0);
    }

    private Evaluation(
            long textMax,
            Sequences sequences,
            CatalogFacts facts,
            StatementTime time,
            int constants) {
        this.textMax = textMax;
        this.sequences = sequences;
        this.facts = facts;
        this.time = time;
        this.constants = new AtomicInteger(constants);
    }

    /// One for expressions that are kept from statement to statement: no constant keeps a vector.
    /// The statement that it serves next is told by [#serve].
    public static Evaluation lasting(long textMax) {
        return new Evaluation(
                textMax,
                Sequences.NONE,
                CatalogFacts.NONE,
                StatementTime.standing(Instant.EPOCH),
                SHARED_CONSTANTS_MAX);
    }

    /// Has expressions be those of another statement, with its sequences, its catalog and its time.
    public void serve(Evaluation statement) {
        sequences = statement.sequences;
        facts = statement.facts;
        time = statement.time;
    }

    public static Evaluation of(DataContext context) {
        return context.get(KEY) instanceof Evaluation known ? known : new Evaluation(TEXT_MAX);
    }

    /// Has all that is made from here on count against a region, which is closed when the statement
    /// is over; against none if it is null.
    public void countAgainst(Region memory) {
        region = memory;
    }

    /// For one evaluator.
    public Allowance allowance() {
        return new Allowance(this, null);
    }

    /// For one that looks at a result as it stands, for which nothing waits.
    public Allowance glancing() {
        return new Allowance(this, StatementTime.standing(time.clock().instant()));
    }

    /// Whether one more constant may keep a vector for all workers.
    public boolean sharesAnotherConstant() {
        return constants.incrementAndGet() <= SHARED_CONSTANTS_MAX;
    }

    long textMax() {
        return textMax;
    }

    /// Whether expressions may count up a sequence, so that each is computed once for a row.
    public boolean counts() {
        return !sequences.isEmpty();
    }

    Sequences sequences() {
        return sequences;
    }

    CatalogFacts facts() {
        return facts;
    }

    StatementTime time() {
        return time;
    }

    /// Where to count, or null while nothing runs.
    Region region() {
        return region;
    }

    /// The most bytes of texts that one evaluator holds for the rows of a batch, if it can do with
    /// fewer rows.
    long heldMax() {
        Region now = region;
        return now == null ? Long.MAX_VALUE : Math.max(HELD_MIN, now.limit() / PART_OF_LIMIT);
    }

    /// Whether a text computed once may be kept for all rows, counted until the statement is over.
    public boolean keeps(long bytes) {
        Region now = region;
        if (now == null || bytes <= UNCOUNTED_MAX) {
            boolean keeps = bytes <= UNCOUNTED_MAX;
            kept.addAndGet(keeps ? bytes : 0);
            return keeps;
        }
        now.charge(bytes);
        return true;
    }

    /// Bytes of texts that are kept and count nowhere.
    public long kept() {
        return kept.get();
    }
}
