package telegraph.sources.text;

import telegraph.memory.Type;

/// What the values of a column may be, narrowed with every value seen.
///
/// It starts with every type and each value strikes out those it cannot be. The narrowest one left
/// is the guess, in this order: BOOLEAN, INTEGER, BIGINT, DECIMAL(38,0), DOUBLE, DATE, TIME,
/// TIMESTAMP, INSTANT, TEXT. Numbers with leading zeros or a plus are codes and stay TEXT, and so
/// do those that are too large for a double, or too small. A column without a value is TEXT.
///
/// Threads: one.
public final class TypeGuess {
    private static final int BOOLEAN = 1;
    private static final int INTEGER = 2;
    private static final int BIGINT = 4;
    private static final int DECIMAL = 8;
    private static final int DOUBLE = 16;
    private static final int DATE = 32;
    private static final int TIME = 64;
    private static final int TIMESTAMP = 128;
    private static final int INSTANT = 256;
    private static final int TEXT = 512;
    private static final int ALL = 1023;
    private static final int TIMES = DATE | TIME | TIMESTAMP | INSTANT | TEXT;

    private final NumberScanner numbers = new NumberScanner();
    private final TimeScanner times;
    private int candidates = ALL;
    private boolean seen;
    private ValueType fixed;

    public TypeGuess(TimeScanner times) {
        this.times = times;
    }

    /// A guess that is certain, as formats with a schema give it.
    public static TypeGuess certain(ValueType type) {
        TypeGuess guess = new TypeGuess(null);
        guess.seen = true;
        guess.fixed = type;
        guess.candidates =
                switch (type.type().kind()) {
                    case BOOLEAN -> BOOLEAN | TEXT;
                    case INTEGER -> INTEGER | BIGINT | DECIMAL | DOUBLE | TEXT;
                    case BIGINT -> BIGINT | DECIMAL | DOUBLE | TEXT;
                    case DECIMAL -> DOUBLE | TEXT;
                    case DOUBLE -> DOUBLE | TEXT;
                    case DATE -> DATE | TIMESTAMP | TEXT;
                    case TIME -> TIME | TEXT;
                    case TIMESTAMP -> TIMESTAMP | TEXT;
                    case INSTANT -> INSTANT | TEXT;
                    case TEXT -> TEXT;
                };
        return guess;
    }

    /// Takes a field of a text format, without blanks around it.
    public void see(byte[] bytes, int start, int end) {
        int left = candidates;
        if (left == TEXT) {
            seen = true;
            return;
        }
        int fits = TEXT;
        byte first = bytes[start];
        if (first <= '9' && (left & (INTEGER | BIGINT | DECIMAL | DOUBLE)) != 0) {
            fits |= number(bytes, start, end);
        }
        if (fits == TEXT && (left & DOUBLE) != 0 && numbers.scanWord(bytes, start, end)) {
            // "nan" fits among numbers, but makes no column one.
            candidates = left & (DOUBLE | TEXT);
            return;
        }
        if (fits == TEXT && (left & TIMES) != TEXT) {
            fits |= time(bytes, start, end, left);
        }
        if ((left & BOOLEAN) != 0
                && (AsciiWord.equalsIgnoreCase(bytes, start, end, "true")
                        || AsciiWord.equalsIgnoreCase(bytes, start, end, "false"))) {
            fits |= BOOLEAN;
        }
        candidates = left & fits;
        seen = true;
    }

    /// Takes a string of a format that tells strings from numbers.
    public void seeString(byte[] bytes, int start, int end) {
        int fits = TEXT;
        if (candidates != TEXT && end > start) {
            fits |= time(bytes, start, end, candidates);
        }
        candidates &= fits;
        seen = true;
    }

    public void seeBoolean() {
        candidates &= BOOLEAN | TEXT;
        seen = true;
    }

    /// Takes a number written as these bytes.
    public void seeNumber(byte[] bytes, int start, int end) {
        candidates &= TEXT | number(bytes, start, end);
        seen = true;
    }

    /// Takes an array or object, which stays the text it is.
    public void seeNested() {
        candidates &= TEXT;
        seen = true;
    }

    private int number(byte[] bytes, int start, int end) {
        if (NumberScanner.isCode(bytes, start, end)) {
            return 0;
        }
        if (numbers.scanInteger(bytes, start, end)) {
            boolean small = numbers.integer == (int) numbers.integer;
            return (small ? INTEGER : 0) | BIGINT | DECIMAL | DOUBLE;
        }
        if (NumberScanner.isInteger(bytes, start, end)) {
            int whole = end - start <= Type.DECIMAL_DIGITS_MAX ? DECIMAL : 0;
            return whole | real(bytes, start, end);
        }
        return real(bytes, start, end);
    }

    private int real(byte[] bytes, int start, int end) {
        return numbers.scanReal(bytes, start, end) && numbers.fits ? DOUBLE : 0;
    }

    private int time(byte[] bytes, int start, int end, int left) {
        int fits = 0;
        if ((left & DATE) != 0 && times.scanDate(bytes, start, end)) {
            fits |= DATE;
        }
        if ((left & TIME) != 0 && times.scanTime(bytes, start, end)) {
            fits |= TIME;
        }
        if ((left & TIMESTAMP) != 0 && times.scanTimestamp(bytes, start, end)) {
            fits |= TIMESTAMP;
        }
        if ((left & INSTANT) != 0 && times.scanInstant(bytes, start, end)) {
            fits |= INSTANT;
        }
        return fits;
    }

    /// Takes all that another guess has seen.
    public void merge(TypeGuess other) {
        if (!other.seen) {
            candidates &= other.candidates;
            return;
        }
        fixed = seen ? common(fixed, other.fixed) : other.fixed;
        candidates &= other.candidates;
        seen = true;
    }

    /// The type of both of two that are certain, if that is not left to the candidates; else null.
    private static ValueType common(ValueType one, ValueType other) {
        if (one == null || one.equals(other)) {
            return one;
        }
        if (other == null || one.element().isEmpty() || other.element().isEmpty()) {
            return null;
        }
        TypeGuess elements = certain(ValueType.of(one.element().get()));
        elements.merge(certain(ValueType.of(other.element().get())));
        return ValueType.array(elements.type(true));
    }

    /// Whether any value was seen.
    public boolean isSeen() {
        return seen;
    }

    /// The same, and what it is of if it is an array, which nobody guesses.
    public ValueType valueType(boolean complete) {
        return fixed != null ? fixed : ValueType.of(type(complete));
    }

    /// The guess. A column of small integers is INTEGER only if the whole of it was `complete`ly
    /// seen, since a larger one may follow.
    public Type type(boolean complete) {
        if (fixed != null) {
            return fixed.type();
        }
        if (!seen) {
            return Type.TEXT;
        }
        return switch (Integer.lowestOneBit(candidates)) {
            case BOOLEAN -> Type.BOOLEAN;
            case INTEGER -> complete ? Type.INTEGER : Type.BIGINT;
            case BIGINT -> Type.BIGINT;
            case DECIMAL -> Type.decimal(Type.DECIMAL_DIGITS_MAX, 0);
            case DOUBLE -> Type.DOUBLE;
            case DATE -> Type.DATE;
            case TIME -> Type.TIME;
            case TIMESTAMP -> Type.TIMESTAMP;
            case INSTANT -> Type.INSTANT;
            default -> Type.TEXT;
        };
    }
}
