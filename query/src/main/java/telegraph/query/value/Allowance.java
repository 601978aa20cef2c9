package telegraph.query.value;

import org.apache.calcite.DataContext;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;
import telegraph.query.session.Sequences;

/// Counts what one evaluator of expressions has on the heap, and stops it when nobody wants its
/// rows any more.
///
/// | what                                         | counts until     |
/// |----------------------------------------------|------------------|
/// | texts that are held as values of a batch     | the next batch   |
/// | texts made on the way to the value of a row  | the next row     |
///
/// A function asks [#make] before it makes a text, so that one that is too long is never there.
/// Small things are not worth a region's attention: bytes are counted there [#STEP] at a time.
///
/// Public because generated code hands it to functions. Threads: one.
public final class Allowance {
    /// The name under which generated code's surroundings have it.
    public static final String KEY = "allowance";

    private static final long STEP = 64 << 10;

    private final Evaluation evaluation;
    private final StatementTime time;
    private Region region;
    private long charged;
    private long held;
    private long made;

    /// @param time that of its own, or null for the evaluation's
    Allowance(Evaluation evaluation, StatementTime time) {
        this.evaluation = evaluation;
        this.time = time;
    }

    /// That of the evaluator whose code asks.
    public static Allowance of(DataContext surroundings) {
        if (surroundings.get(KEY) instanceof Allowance allowance) {
            return allowance;
        }
        throw new IllegalStateException("generated code runs with an allowance: key=" + KEY);
    }

    /// The sequences that the statement counts up.
    public Sequences sequences() {
        return evaluation.sequences();
    }

    /// What the statement is told of the catalog.
    public CatalogFacts facts() {
        return evaluation.facts();
    }

    /// The time that passes while the statement is carried out; none while nobody waits for it.
    public StatementTime time() {
        return time == null ? evaluation.time() : time;
    }

    /// A function is about to make a text of so many bytes.
    ///
    /// @throws TelegraphException if a text must not be so long, if the statement has no memory for
    ///   it, or if nobody wants it
    public void make(String function, long bytes) {
        make(function, bytes, bytes);
    }

    /// A function is about to keep so many bytes more until it has the value of the row.
    public void use(long bytes) {
        made += bytes;
        if (made + held > charged) {
            count();
        }
    }

    /// A function is about to make a text of so many bytes, of which it has some already.
    void make(String function, long bytes, long more) {
        if (bytes > evaluation.textMax()) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a text made by an expression is too long: function="
                            + function
                            + " bytes="
                            + bytes
                            + " text_limit="
                            + evaluation.textMax()
                            + ". Raise text_limit, or make shorter texts");
        }
        use(more);
    }

    /// The row before is done with, and what was made for it garbage.
    public void nextRow() {
        Interrupts.check();
        made = 0;
    }

    /// A new batch begins; what was held for the one before is given up.
    void nextBatch(long bytesHeld) {
        nextRow();
        held = bytesHeld;
        if (charged > 0 && charged > held + STEP) {
            region.discharge(charged - held);
            charged = held;
        }
    }

    /// Whether values of so many bytes more may be held for a batch that could do with fewer rows.
    boolean holds(long bytes) {
        return held + bytes <= evaluation.heldMax();
    }

    /// Holds bytes of values until the next batch.
    public void hold(long bytes) {
        held += bytes;
        if (made + held > charged) {
            count();
        }
    }

    private void count() {
        Interrupts.check();
        if (charged == 0) {
            region = evaluation.region();
        }
        if (region == null) {
            return;
        }
        long wanted = made + held - charged;
        if (wanted >= STEP) {
            region.charge(wanted);
            charged += wanted;
        }
    }
}
