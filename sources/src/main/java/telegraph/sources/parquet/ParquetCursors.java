package telegraph.sources.parquet;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// Columns that do not come from pages as they are: those a file lacks, those of another type than
/// the other files', and those with columns of their own.
final class ParquetCursors {
    private ParquetCursors() {}

    /// A column that a file does not have: all NULL.
    static final class Absent implements ColumnCursor {
        @Override
        public void window(long first, int rows) {}

        @Override
        public void fill(int[] selection, int count, Vector to) {
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                to.nulls[selection[i]] = true;
            }
        }

        @Override
        public void close() {}
    }

    /// The JSON of a column with columns of its own. Rows nobody asks for are read all the same,
    /// when somebody asks for one after them.
    static final class Nested implements ColumnCursor {
        private final ParquetNested nested;
        private final byte[][] texts = new byte[Batch.ROWS_MAX][];
        private final MemorySegment[] segments = new MemorySegment[Batch.ROWS_MAX];
        private long read;
        private long first;
        private int rows;

        Nested(ParquetNested nested) {
            this.nested = nested;
        }

        @Override
        public void window(long firstRow, int count) {
            first = firstRow;
            rows = count;
        }

        @Override
        public void fill(int[] selection, int count, Vector to) throws IOException {
            for (; read < first; read++) {
                nested.next();
            }
            if (read == first) {
                for (int row = 0; row < rows; row++, read++) {
                    texts[row] = nested.next();
                    segments[row] = texts[row] == null ? null : MemorySegment.ofArray(texts[row]);
                }
            }
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to.nulls[at] = texts[at] == null;
                if (texts[at] != null) {
                    to.segments[at] = segments[at];
                    to.offsets[at] = 0;
                    to.lengths[at] = texts[at].length;
                }
            }
        }

        @Override
        public void close() {
            nested.close();
        }
    }

    /// A column whose values become those of a wider type. Few files need it, so it goes the way of
    /// objects.
    static final class Widened implements ColumnCursor {
        private final ColumnCursor cursor;
        private final Vector narrow;

        Widened(ColumnCursor cursor, Type type) {
            this.cursor = cursor;
            this.narrow = new Vector(type);
        }

        @Override
        public void window(long first, int rows) throws IOException {
            cursor.window(first, rows);
        }

        @Override
        public void fill(int[] selection, int count, Vector to) throws IOException {
            cursor.fill(selection, count, narrow);
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to.nulls[at] = narrow.nulls[at];
                if (!narrow.nulls[at]) {
                    set(at, to);
                }
            }
        }

        private static long midnight(long day) {
            try {
                return Micros.ofDay(day);
            } catch (ArithmeticException e) {
                throw TelegraphException.of(
                        SqlState.DATETIME_OUT_OF_RANGE, "date out of range for timestamp", e);
            }
        }

        private void set(int at, Vector to) {
            switch (to.type.kind()) {
                case BIGINT -> to.longs[at] = narrow.longs[at];
                case TIMESTAMP -> to.longs[at] = midnight(narrow.longs[at]);
                case DOUBLE ->
                        to.doubles[at] =
                                narrow.type.kind() == Type.Kind.DECIMAL
                                        ? ((BigDecimal) narrow.valueAt(at)).doubleValue()
                                        : narrow.longs[at];
                case DECIMAL -> {
                    BigInteger unscaled =
                            BigDecimal.valueOf(narrow.longs[at])
                                    .setScale(to.type.scale())
                                    .unscaledValue();
                    if (new BigDecimal(unscaled).precision() > to.type.precision()) {
                        throw TelegraphException.input(
                                "a number has more digits than its type: value="
                                        + narrow.longs[at]
                                        + " type="
                                        + to.type);
                    }
                    to.setDecimal(at, Decimals.high(unscaled), unscaled.longValue());
                }
                case BOOLEAN, INTEGER, DATE, TIME, INSTANT, TEXT ->
                        throw new IllegalStateException("nothing is widened to " + to.type);
            }
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
