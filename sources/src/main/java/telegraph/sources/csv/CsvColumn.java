package telegraph.sources.csv;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.ground.Utf8;
import telegraph.memory.Type;
import telegraph.sources.text.Digits;
import telegraph.sources.text.FieldParser;
import telegraph.sources.text.NumberScanner;
import telegraph.sources.text.TimeScanner;

/// One wanted column of a chunk of CSV, parsed for all its rows.
///
/// Each kind has a loop for the usual way to write its values; what is not written so is read by
/// [#unusual], with blanks, quotes and texts for NULL.
///
/// Threads: one. Memory: texts are views of the file's bytes or of the [CsvAside].
abstract class CsvColumn {
    /// How fields are written, for all columns of a file.
    ///
    /// @param quote around fields, or what no byte is
    /// @param nulls texts that stand for NULL, besides the empty field
    record Style(int quote, List<byte[]> nulls, TimeScanner times, boolean patterns) {}

    final Vector values;
    final Style style;
    private final FieldParser parser;
    private final CsvAside aside;

    /// Whether the type is a guess that what looks like a code disproves.
    final boolean strict;

    private CsvColumn(Type type, boolean strict, Style style, CsvAside aside) {
        this.values = new Vector(type);
        this.strict = strict;
        this.style = style;
        this.aside = aside;
        this.parser = FieldParser.of(type, style.times());
    }

    /// @param guessed whether nobody said that the column is of that type
    static CsvColumn of(Type type, boolean guessed, Style style, CsvAside aside) {
        boolean usual = style.nulls().isEmpty();
        boolean strict = guessed && isNumber(type);
        return switch (type.kind()) {
            case TEXT -> new Texts(type, strict, style, aside);
            case INTEGER, BIGINT ->
                    usual
                            ? new Wholes(type, strict, style, aside)
                            : new Others(type, strict, style, aside);
            case DOUBLE ->
                    usual
                            ? new Reals(type, strict, style, aside)
                            : new Others(type, strict, style, aside);
            case DECIMAL ->
                    usual
                            ? new Fractions(type, strict, style, aside)
                            : new Others(type, strict, style, aside);
            case DATE ->
                    usual && !style.patterns()
                            ? new Dates(type, strict, style, aside)
                            : new Others(type, strict, style, aside);
            case BOOLEAN, TIME, TIMESTAMP, INSTANT -> new Others(type, strict, style, aside);
        };
    }

    /// Whether codes of digits may be taken for values of a type.
    static boolean isNumber(Type type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
        };
    }

    /// Forgets all values.
    void clear() {
        values.hasNoNulls();
    }

    /// Parses a field of each record; the value of the first goes to position `first`.
    ///
    /// @param rejects hears of records whose field does not fit
    abstract void parse(CsvCut cut, int field, int first, Rejects rejects);

    /// Which records of a cut have a field that does not fit its column.
    interface Rejects {
        void reject(int row);
    }

    /// Forgets the values at some positions.
    void clear(int from, int to) {
        if (!values.isNullFree()) {
            Arrays.fill(values.nulls, from, to, false);
        }
    }

    /// All values are NULL, since the file does not have the column.
    void missing(int rows, int first) {
        values.mayHaveNulls();
        Arrays.fill(values.nulls, first, first + rows, true);
    }

    /// Moves a value to an earlier position.
    void move(int from, int to) {
        values.nulls[to] = values.nulls[from];
        if (values.longs != null) {
            values.longs[to] = values.longs[from];
        }
        if (values.highs != null) {
            values.highs[to] = values.highs[from];
        }
        if (values.doubles != null) {
            values.doubles[to] = values.doubles[from];
        }
        if (values.offsets != null) {
            values.offsets[to] = values.offsets[from];
            values.lengths[to] = values.lengths[from];
        }
    }

    /// Sets the selected positions of `to`.
    ///
    /// @param main what texts point into that lie as they do in the file
    void fill(int[] selection, int count, Vector to, MemorySegment main) {
        if (values.isNullFree()) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            copy(values.nulls, to.nulls, selection, count);
        }
        if (values.longs != null) {
            copy(values.longs, to.longs, selection, count);
        }
        if (to.highs != null) {
            copy(values.highs, to.highs, selection, count);
        }
        if (values.doubles != null) {
            copy(values.doubles, to.doubles, selection, count);
        }
        if (values.offsets != null) {
            point(selection, count, to, main);
        }
    }

    private static void copy(boolean[] from, boolean[] to, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from[at];
        }
    }

    private static void copy(long[] from, long[] to, int[] selection, int count) {
        if (count > 0 && selection[count - 1] == count - 1) {
            System.arraycopy(from, 0, to, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from[at];
        }
    }

    private static void copy(double[] from, double[] to, int[] selection, int count) {
        if (count > 0 && selection[count - 1] == count - 1) {
            System.arraycopy(from, 0, to, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from[at];
        }
    }

    private void point(int[] selection, int count, Vector to, MemorySegment main) {
        MemorySegment other = aside.segment();
        long[] offsets = values.offsets;
        int[] lengths = values.lengths;
        MemorySegment[] segments = to.segments;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long offset = offsets[at];
            MemorySegment segment = offset < 0 ? other : main;
            // Storing a reference costs more than looking whether it is there.
            if (segments[at] != segment) {
                segments[at] = segment;
            }
            to.offsets[at] = offset < 0 ? ~offset : offset;
            to.lengths[at] = lengths[at];
        }
    }

    /// Reads a field however it is written; false if it does not fit.
    final boolean unusual(byte[] bytes, int start, int stop, int at) {
        boolean quoted = isQuoted(bytes, start, stop);
        if (!quoted && isNullText(bytes, start, stop)) {
            return putNull(at);
        }
        byte[] text = bytes;
        int from = quoted ? start + 1 : start;
        int to = quoted ? stop - 1 : stop;
        if (quoted && hasQuote(bytes, from, to)) {
            int before = aside.size();
            aside.addWithoutDoubles(bytes, from, to, (byte) style.quote());
            text = aside.bytes();
            from = before;
            to = aside.size();
        }
        from = CsvFields.trimmedStart(text, from, to);
        to = CsvFields.trimmedStop(text, from, to);
        if (from == to) {
            return putNull(at);
        }
        if (!parser.read(text, from, to) || strict && NumberScanner.isCode(text, from, to)) {
            return false;
        }
        if (values.doubles != null) {
            values.doubles[at] = parser.real;
        } else if (values.type.kind() == Type.Kind.DECIMAL) {
            values.setDecimal(at, parser.high, parser.value);
        } else {
            values.longs[at] = parser.value;
        }
        values.nulls[at] = false;
        return true;
    }

    final boolean putNull(int at) {
        values.mayHaveNulls();
        values.nulls[at] = true;
        return true;
    }

    final boolean isQuoted(byte[] bytes, int start, int stop) {
        return start < stop && bytes[start] == style.quote();
    }

    final boolean hasQuote(byte[] bytes, int start, int stop) {
        byte quote = (byte) style.quote();
        for (int i = start; i < stop; i++) {
            if (bytes[i] == quote) {
                return true;
            }
        }
        return false;
    }

    final boolean isNullText(byte[] bytes, int start, int stop) {
        List<byte[]> nulls = style.nulls();
        for (int i = 0; i < nulls.size(); i++) {
            byte[] text = nulls.get(i);
            if (Arrays.equals(text, 0, text.length, bytes, start, stop)) {
                return true;
            }
        }
        return false;
    }

    private static final class Others extends CsvColumn {
        Others(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            for (int row = 0, mark = field; row < cut.rows; row++, mark += cut.fields) {
                if (!unusual(cut.bytes, cut.marks[mark] + 1, cut.marks[mark + 1], first + row)) {
                    rejects.reject(row);
                }
            }
        }
    }

    private static final class Wholes extends CsvColumn {
        private final boolean small;

        Wholes(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
            small = type.kind() == Type.Kind.INTEGER;
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            byte[] bytes = cut.bytes;
            int[] marks = cut.marks;
            int fields = cut.fields;
            int rows = cut.rows;
            long[] to = values.longs;
            long least = small ? Integer.MIN_VALUE : Long.MIN_VALUE;
            long most = small ? Integer.MAX_VALUE : Long.MAX_VALUE;
            for (int row = 0, mark = field; row < rows; row++, mark += fields) {
                int start = marks[mark] + 1;
                int stop = marks[mark + 1];
                long value = Digits.whole(bytes, start, stop);
                if (value == Digits.NONE && start < stop && bytes[start] == '-') {
                    value = Digits.whole(bytes, start + 1, stop);
                    value = value == Digits.NONE ? value : -value;
                }
                if (value > least
                        && value <= most
                        && !(strict && NumberScanner.hasLeadingZero(bytes, start, stop))) {
                    to[first + row] = value;
                } else if (!unusual(bytes, start, stop, first + row)) {
                    rejects.reject(row);
                }
            }
        }
    }

    private static final class Reals extends CsvColumn {
        Reals(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            byte[] bytes = cut.bytes;
            int[] marks = cut.marks;
            int fields = cut.fields;
            int rows = cut.rows;
            double[] to = values.doubles;
            for (int row = 0, mark = field; row < rows; row++, mark += fields) {
                int start = marks[mark] + 1;
                int stop = marks[mark + 1];
                boolean negative = start < stop && bytes[start] == '-';
                long found = Digits.fraction(bytes, negative ? start + 1 : start, stop);
                if (found != Digits.NONE
                        && !(strict && NumberScanner.hasLeadingZero(bytes, start, stop))) {
                    double value = NumberScanner.real(found >> 3, (int) found & 7);
                    to[first + row] = negative ? -value : value;
                } else if (!unusual(bytes, start, stop, first + row)) {
                    rejects.reject(row);
                }
            }
        }
    }

    private static final class Fractions extends CsvColumn {
        /// For each number of digits behind the point what the digits are multiplied with, and how
        /// large they may be; -1 where digits would have to be dropped.
        private final long[] factors = new long[8];

        private final long[] ends = new long[8];

        Fractions(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
            for (int scale = 0; scale < 8; scale++) {
                int missing = type.scale() - scale;
                int digits = Math.min(type.precision(), NumberScanner.DIGITS_MAX) - missing;
                if (missing >= 0 && digits >= 0) {
                    factors[scale] = NumberScanner.power(missing);
                    ends[scale] = NumberScanner.power(digits);
                }
            }
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            byte[] bytes = cut.bytes;
            int[] marks = cut.marks;
            int fields = cut.fields;
            int rows = cut.rows;
            for (int row = 0, mark = field; row < rows; row++, mark += fields) {
                int start = marks[mark] + 1;
                int stop = marks[mark + 1];
                boolean negative = start < stop && bytes[start] == '-';
                long found = Digits.fraction(bytes, negative ? start + 1 : start, stop);
                int scale = (int) found & 7;
                if (found != Digits.NONE
                        && found >> 3 < ends[scale]
                        && !(strict && NumberScanner.hasLeadingZero(bytes, start, stop))) {
                    long value = (found >> 3) * factors[scale];
                    value = negative ? -value : value;
                    values.setDecimal(first + row, value >> 63, value);
                } else if (!unusual(bytes, start, stop, first + row)) {
                    rejects.reject(row);
                }
            }
        }
    }

    private static final class Dates extends CsvColumn {
        Dates(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            byte[] bytes = cut.bytes;
            int[] marks = cut.marks;
            int fields = cut.fields;
            int rows = cut.rows;
            long[] to = values.longs;
            for (int row = 0, mark = field; row < rows; row++, mark += fields) {
                int start = marks[mark] + 1;
                int stop = marks[mark + 1];
                long days = Digits.date(bytes, start, stop);
                if (days != Digits.NONE) {
                    to[first + row] = days;
                } else if (!unusual(bytes, start, stop, first + row)) {
                    rejects.reject(row);
                }
            }
        }
    }

    private static final class Texts extends CsvColumn {
        private final CsvAside aside;

        Texts(Type type, boolean strict, Style style, CsvAside aside) {
            super(type, strict, style, aside);
            this.aside = aside;
        }

        @Override
        void parse(CsvCut cut, int field, int first, Rejects rejects) {
            byte[] bytes = cut.bytes;
            int[] marks = cut.marks;
            int fields = cut.fields;
            int rows = cut.rows;
            boolean checked = cut.ascii;
            long flip = cut.aside ? -1 : 0;
            int quote = style.quote();
            boolean nulls = !style.nulls().isEmpty();
            long[] offsets = values.offsets;
            int[] lengths = values.lengths;
            for (int row = 0, mark = field; row < rows; row++, mark += fields) {
                int start = marks[mark] + 1;
                int stop = marks[mark + 1];
                int at = first + row;
                if (start == stop) {
                    putNull(at);
                    continue;
                }
                if (bytes[start] == quote) {
                    if (!checked && !Utf8.isWellFormed(bytes, start, stop)) {
                        rejects.reject(row);
                    }
                    if (hasQuote(bytes, start + 1, stop - 1)) {
                        putWithoutDoubles(bytes, start + 1, stop - 1, at);
                        continue;
                    }
                    start++;
                    stop--;
                } else if (nulls && isNullText(bytes, start, stop)) {
                    putNull(at);
                    continue;
                } else if (!checked && !Utf8.isWellFormed(bytes, start, stop)) {
                    rejects.reject(row);
                }
                offsets[at] = start ^ flip;
                lengths[at] = stop - start;
            }
        }

        private void putWithoutDoubles(byte[] bytes, int start, int stop, int at) {
            int before = aside.size();
            aside.addWithoutDoubles(bytes, start, stop, (byte) style.quote());
            values.offsets[at] = ~(long) before;
            values.lengths[at] = aside.size() - before;
        }
    }
}
