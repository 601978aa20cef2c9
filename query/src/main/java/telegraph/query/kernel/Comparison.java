package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.memory.Type.Kind;
import telegraph.query.value.Interrupts;

/// The six comparisons, on every pair of types that have an order in common.
///
/// Numbers compare by value whatever their types, texts by their bytes, false before true, and
/// doubles as PostgreSQL orders them: -0 equals 0, NaN equals NaN and is above infinity.
public enum Comparison {
    EQ("=", false, true, false),
    NE("<>", true, false, true),
    LT("<", true, false, false),
    LE("<=", true, true, false),
    GT(">", false, false, true),
    GE(">=", false, true, true);

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final int BYTE_LOOP_MAX = 16;

    public final String symbol;
    private final boolean less;
    private final boolean equal;
    private final boolean greater;

    Comparison(String symbol, boolean less, boolean equal, boolean greater) {
        this.symbol = symbol;
        this.less = less;
        this.equal = equal;
        this.greater = greater;
    }

    public static Optional<Comparison> of(SqlKind kind) {
        return switch (kind) {
            case EQUALS -> Optional.of(EQ);
            case NOT_EQUALS -> Optional.of(NE);
            case LESS_THAN -> Optional.of(LT);
            case LESS_THAN_OR_EQUAL -> Optional.of(LE);
            case GREATER_THAN -> Optional.of(GT);
            case GREATER_THAN_OR_EQUAL -> Optional.of(GE);
            default -> Optional.empty();
        };
    }

    /// The comparison with its sides exchanged.
    public Comparison mirrored() {
        return switch (this) {
            case EQ, NE -> this;
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
        };
    }

    /// The comparison that is true where this one is false.
    public Comparison negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GE;
            case LE -> GT;
            case GT -> LE;
            case GE -> LT;
        };
    }

    public boolean holds(int order) {
        return order < 0 ? less : order == 0 ? equal : greater;
    }

    /// How two vectors are compared.
    public enum Domain {
        LONG,
        DOUBLE,
        DECIMAL,
        TEXT;

        /// Empty if the types have no order in common.
        public static Optional<Domain> of(Type a, Type b) {
            if (isNumber(a) && isNumber(b)) {
                boolean real = a.kind() == Kind.DOUBLE || b.kind() == Kind.DOUBLE;
                boolean decimal = a.kind() == Kind.DECIMAL || b.kind() == Kind.DECIMAL;
                return Optional.of(real ? DOUBLE : decimal ? DECIMAL : LONG);
            }
            if (a.kind() != b.kind()) {
                return Optional.empty();
            }
            return Optional.of(a.kind() == Kind.TEXT ? TEXT : LONG);
        }
    }

    static boolean isNumber(Type type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
        };
    }

    /// A whole number that orders doubles.
    public static long key(double value) {
        // Adding zero turns -0.0 into 0.0.
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /// The number at a position as a double.
    public static double real(Vector vector, int row) {
        return switch (vector.type.kind()) {
            case DOUBLE -> vector.doubles[row];
            case DECIMAL -> DecimalMath.toDouble(vector, row);
            default -> vector.longs[row];
        };
    }

    public static int order(Domain domain, Vector a, Vector b, int row) {
        return switch (domain) {
            case LONG -> Long.compare(a.longs[row], b.longs[row]);
            case DOUBLE -> Long.compare(key(real(a, row)), key(real(b, row)));
            case DECIMAL -> DecimalMath.compare(a, b, row);
            case TEXT -> orderTexts(a, b, row, row);
        };
    }

    /// Compares two strings by their bytes, unsigned.
    public static int orderTexts(Vector a, Vector b, int rowA, int rowB) {
        MemorySegment segmentA = a.segments[rowA];
        MemorySegment segmentB = b.segments[rowB];
        long offsetA = a.offsets[rowA];
        long offsetB = b.offsets[rowB];
        int common = Math.min(a.lengths[rowA], b.lengths[rowB]);
        int at = 0;
        if (common > BYTE_LOOP_MAX) {
            Interrupts.check(common);
            long mismatch =
                    MemorySegment.mismatch(
                            segmentA,
                            offsetA,
                            offsetA + common,
                            segmentB,
                            offsetB,
                            offsetB + common);
            at = mismatch < 0 ? common : (int) mismatch;
        } else {
            while (at < common
                    && segmentA.get(BYTE, offsetA + at) == segmentB.get(BYTE, offsetB + at)) {
                at++;
            }
        }
        return at == common
                ? Integer.compare(a.lengths[rowA], b.lengths[rowB])
                : Integer.compare(
                        segmentA.get(BYTE, offsetA + at) & 0xff,
                        segmentB.get(BYTE, offsetB + at) & 0xff);
    }

    public static boolean sameText(Vector a, Vector b, int rowA, int rowB) {
        return a.lengths[rowA] == b.lengths[rowB] && orderTexts(a, b, rowA, rowB) == 0;
    }

    /// The comparison as a column of booleans, NULL where a side is.
    Kernel.Body body(Domain domain) {
        return (in, to, selection, count, texts) -> {
            Vector a = in[0];
            Vector b = in[1];
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                boolean isNull = a.nulls[row] | b.nulls[row];
                to.nulls[row] = isNull;
                if (!isNull) {
                    to.longs[row] = holds(order(domain, a, b, row)) ? 1 : 0;
                }
            }
        };
    }

    /// IS [NOT] DISTINCT FROM: never NULL.
    static Kernel.Body distinct(Domain domain, boolean negated) {
        return (in, to, selection, count, texts) -> {
            Vector a = in[0];
            Vector b = in[1];
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                boolean same =
                        a.nulls[row] || b.nulls[row]
                                ? a.nulls[row] && b.nulls[row]
                                : order(domain, a, b, row) == 0;
                to.nulls[row] = false;
                to.longs[row] = same != negated ? 1 : 0;
            }
        };
    }
}
