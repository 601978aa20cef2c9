package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Type;
import telegraph.query.value.Evaluation;
import telegraph.query.value.Texts;
import telegraph.query.value.ValueTexts;

/// The same value in every row.
///
/// The value alone is kept at first; a vector of it is made when somebody reads one, since of the
/// thousands that a list or a CASE may have most are only compared. The first of a query share that
/// vector among all workers; beyond these it is filled anew where it is read, in a vector that is
/// given back.
///
/// Threads: all, if shared; else one worker.
public final class Constant implements Expression {
    private final Vector value;
    private final String text;
    private final boolean shared;
    private volatile Vector values;

    /// The value of `from` at a position.
    public Constant(Vector from, int position, Evaluation evaluation) {
        value = copy(from, position, new Vector(from.type, 1));
        text = from.nulls[position] ? "null" : show(from, position);
        shared = evaluation.sharesAnotherConstant();
    }

    private Constant(Constant other) {
        value = other.value;
        text = other.text;
        shared = false;
    }

    private static Vector copy(Vector from, int position, Vector to) {
        if (from.nulls[position]) {
            Arrays.fill(to.nulls, true);
        } else {
            to.hasNoNulls();
            fill(from, position, to);
        }
        return to;
    }

    private static String show(Vector from, int position) {
        return switch (from.type.kind()) {
            case DOUBLE -> String.valueOf(from.doubles[position]);
            case TEXT -> "'" + Texts.string(from, position) + "'";
            case DECIMAL ->
                    from.isNaN(position)
                            ? ValueTexts.NAN
                            : DecimalMath.big(from, position).toPlainString();
            default -> String.valueOf(from.longs[position]);
        };
    }

    private static void fill(Vector from, int position, Vector values) {
        switch (from.type.kind()) {
            case DOUBLE -> Arrays.fill(values.doubles, from.doubles[position]);
            case TEXT -> {
                // Copied, since the vector it comes from may be reused.
                setText(values, Texts.string(from, position));
                Arrays.fill(values.segments, values.segments[0]);
                Arrays.fill(values.offsets, 0); // the vector may have had others' texts
                Arrays.fill(values.lengths, values.lengths[0]);
            }
            case DECIMAL -> {
                long high = from.highAt(position);
                long low = from.longs[position];
                Arrays.fill(values.longs, low);
                if (high == low >> 63) {
                    values.narrow();
                } else {
                    Arrays.fill(values.highs, high);
                }
            }
            default -> Arrays.fill(values.longs, from.longs[position]);
        }
    }

    /// Makes a text the value at position 0, with no room beside it.
    static void setText(Vector to, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        to.nulls[0] = false;
        to.segments[0] = MemorySegment.ofArray(utf8);
        to.offsets[0] = 0;
        to.lengths[0] = utf8.length;
    }

    /// The value of an expression that has no columns, as an object of its type; null for NULL.
    public static Object valueOf(Expression expression) {
        Vector vector =
                expression instanceof Constant constant
                        ? constant.value
                        : expression.evaluate((_, _, _) -> null, new int[] {0}, 1);
        return vector.valueAt(0);
    }

    /// The constant, at position 0.
    public Vector vector() {
        return value;
    }

    public boolean isNull() {
        return value.nulls[0];
    }

    @Override
    public Type type() {
        return value.type;
    }

    @Override
    public List<ColumnRef> columns() {
        return List.of();
    }

    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        Vector made = values;
        if (made == null) {
            Vector room =
                    shared
                            ? new Vector(value.type, Batch.ROWS_MAX)
                            : rows.vectors().take(value.type);
            made = copy(value, 0, room);
            values = made;
        }
        return made;
    }

    @Override
    public void release(Rows rows) {
        if (!shared && values != null) {
            rows.vectors().give(values);
            values = null;
        }
    }

    @Override
    public Expression fork() {
        return shared ? this : new Constant(this);
    }

    @Override
    public String toString() {
        return text;
    }
}
