package telegraph.query.predicate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.query.kernel.TextMatch;
import telegraph.query.kernel.WholeLoops;
import telegraph.query.value.Interrupts;

/// Keeps the rows whose text is like a constant pattern without `_`, or unlike it, by its bytes.
///
/// Such a pattern is pieces with any characters between. The first and the last piece have their
/// place; each other one is taken where it comes first, since what an earlier place leaves free a
/// later one does not take back. UTF-8 needs no care: a piece fits only where a character begins.
///
/// Seven places are tried at once for a piece: those whose byte is its first, and the next one its
/// second. The test for equal bytes may take a place for one, which is compared then, and misses
/// none (Mycroft's test for a zero byte).
public final class LikePredicate implements Predicate {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = ONES << 7;

    /// Bytes compared between two looks at whether anybody still wants to know.
    private static final int PACE = 1 << 20;

    private final Expression operand;
    private final Pattern pattern;
    private final boolean negated;

    /// @param first what a text begins with
    /// @param last what it ends with
    /// @param between what comes between, in this order
    /// @param whole whether there is nothing between, not even room, and `first` is all
    record Pattern(
            TextMatch first, TextMatch last, Piece[] between, boolean whole, String written) {
        /// Empty if the pattern is not so simple.
        ///
        /// @param escape one character, or none
        static Optional<Pattern> of(String written, String escape) {
            int sign = escape.isEmpty() ? -1 : escape.codePointAt(0);
            List<String> pieces = new ArrayList<>();
            StringBuilder piece = new StringBuilder();
            int[] points = written.codePoints().toArray();
            for (int i = 0; i < points.length; i++) {
                if (points[i] == sign) {
                    if (++i == points.length) {
                        return Optional.empty();
                    }
                    piece.appendCodePoint(points[i]);
                } else if (points[i] == '_') {
                    return Optional.empty();
                } else if (points[i] == '%') {
                    pieces.add(piece.toString());
                    piece.setLength(0);
                } else {
                    piece.appendCodePoint(points[i]);
                }
            }
            pieces.add(piece.toString());
            Piece[] between =
                    pieces.subList(1, Math.max(1, pieces.size() - 1)).stream()
                            .filter(p -> !p.isEmpty())
                            .map(p -> Piece.of(p.getBytes(StandardCharsets.UTF_8)))
                            .toArray(Piece[]::new);
            boolean whole = pieces.size() == 1;
            return Optional.of(
                    new Pattern(
                            match(pieces.getFirst()),
                            match(whole ? "" : pieces.getLast()),
                            between,
                            whole,
                            written));
        }

        private static TextMatch match(String text) {
            return new TextMatch(text.getBytes(StandardCharsets.UTF_8));
        }

        boolean matches(MemorySegment text, long offset, int length) {
            Interrupts.check(length);
            if (whole) {
                return first.isAt(text, offset, length);
            }
            long from = offset + first.length();
            long to = offset + length - last.length();
            if (from > to || !first.startsAt(text, offset) || !last.startsAt(text, to)) {
                return false;
            }
            for (Piece piece : between) {
                long at = piece.find(text, from, to);
                if (at < 0) {
                    return false;
                }
                from = at + piece.text.length();
            }
            return true;
        }
    }

    /// A text to be found in others.
    ///
    /// @param firsts its first byte, eight times
    /// @param seconds its second byte, eight times; 0 if it has none
    /// @param step how many places are tried at once
    private record Piece(TextMatch text, long firsts, long seconds, int step) {
        static Piece of(byte[] bytes) {
            long first = ONES * (bytes[0] & 0xff);
            return bytes.length == 1
                    ? new Piece(new TextMatch(bytes), first, 0, 8)
                    : new Piece(new TextMatch(bytes), first, ONES * (bytes[1] & 0xff), 7);
        }

        /// Where it comes first between two offsets, or -1.
        long find(MemorySegment in, long start, long end) {
            boolean pair = step == 7;
            long last = end - text.length();
            long compared = 0;
            long words = in.byteSize() - 8;
            long at = start;
            while (at <= last && at <= words) {
                long word = in.get(TextMatch.LONG, at);
                long differ = word ^ firsts;
                if (pair) {
                    // The last byte's neighbour is in the next word, so it is looked at there.
                    differ |= word >>> 8 ^ seconds | 0xffL << 56;
                }
                long candidates = differ - ONES & ~differ & HIGHS;
                while (candidates != 0) {
                    long place = at + (Long.numberOfTrailingZeros(candidates) >>> 3);
                    if (place > last) {
                        return -1;
                    }
                    compared += text.length();
                    if (compared >= PACE) {
                        Interrupts.check();
                        compared = 0;
                    }
                    if (text.startsAt(in, place)) {
                        return place;
                    }
                    candidates &= candidates - 1;
                }
                at += step;
            }
            while (at <= last) {
                if (in.get(BYTE, at) == (byte) firsts && text.startsAt(in, at)) {
                    return at;
                }
                at++;
            }
            return -1;
        }
    }

    LikePredicate(Expression operand, Pattern pattern, boolean negated) {
        this.operand = operand;
        this.pattern = pattern;
        this.negated = negated;
    }

    @Override
    public List<ColumnRef> columns() {
        return operand.columns();
    }

    @Override
    public boolean canThrow() {
        return operand.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(operand.evaluate(rows, selection, count), selection, count);
        operand.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int present = WholeLoops.withoutNulls(values, selection, count);
        MemorySegment[] segments = values.segments;
        long[] offsets = values.offsets;
        int[] lengths = values.lengths;
        int kept = 0;
        for (int i = 0; i < present; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += pattern.matches(segments[row], offsets[row], lengths[row]) != negated ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new LikePredicate(operand.fork(), pattern, negated);
    }

    @Override
    public String toString() {
        return operand + (negated ? " NOT LIKE '" : " LIKE '") + pattern.written + "'";
    }
}
