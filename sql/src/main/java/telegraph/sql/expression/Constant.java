package telegraph.sql.expression;

import java.util.List;
import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Type;

/// The same value in every row. Never written after its making, so all workers share one.
final class Constant implements Expression {
    private final Vector values;
    private final String text;

    /// The value of `from` at a position.
    Constant(Vector from, int position) {
        values = new Vector(from.type);
        text = from.nulls[position] ? "null" : show(from, position);
        Texts texts = new Texts();
        boolean isNull = from.nulls[position];
        if (isNull) {
            java.util.Arrays.fill(values.nulls, true);
        } else {
            values.hasNoNulls();
            fill(from, position, texts);
        }
    }

    private static String show(Vector from, int position) {
        return switch (from.type.kind()) {
            case DOUBLE -> String.valueOf(from.doubles[position]);
            case TEXT -> "'" + Texts.string(from, position) + "'";
            case DECIMAL -> DecimalMath.big(from, position).toPlainString();
            default -> String.valueOf(from.longs[position]);
        };
    }

    private void fill(Vector from, int position, Texts texts) {
        switch (from.type.kind()) {
            case DOUBLE -> java.util.Arrays.fill(values.doubles, from.doubles[position]);
            case TEXT -> {
                // Copied, since the vector it comes from may be reused.
                texts.set(values, 0, Texts.string(from, position));
                java.util.Arrays.fill(values.segments, values.segments[0]);
                java.util.Arrays.fill(values.offsets, values.offsets[0]);
                java.util.Arrays.fill(values.lengths, values.lengths[0]);
            }
            case DECIMAL -> {
                long high = from.highAt(position);
                long low = from.longs[position];
                java.util.Arrays.fill(values.longs, low);
                if (high == low >> 63) {
                    values.narrow();
                } else {
                    java.util.Arrays.fill(values.highs, high);
                }
            }
            default -> java.util.Arrays.fill(values.longs, from.longs[position]);
        }
    }

    /// The constant, at any position.
    Vector vector() {
        return values;
    }

    boolean isNull() {
        return values.nulls[0];
    }

    @Override
    public Type type() {
        return values.type;
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
        return values;
    }

    @Override
    public Expression fork() {
        return this;
    }

    @Override
    public String toString() {
        return text;
    }
}
