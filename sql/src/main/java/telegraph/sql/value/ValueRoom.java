package telegraph.sql.value;

import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How large the values may be that one query makes of others: each of them, and all long ones
/// together, whether they are still held or not.
///
/// What joins or multiplies texts asks [#fits] before it grows, so that none is ever made that is
/// much longer than it may be.
///
/// Threads: that of the statement.
public final class ValueRoom {
    /// Characters of one value.
    private static final long VALUE_MAX = 16L << 20;

    /// Characters of all.
    private static final long ALL_MAX = 64L << 20;

    /// Values that are not longer than this are not counted.
    private static final long FREE = 1_000;

    /// What an element of an array counts.
    private static final long ELEMENT = 8;

    private long taken;

    /// @throws TelegraphException if a value may not have so many characters
    public static void fits(long characters) {
        if (characters > VALUE_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a value in a query about the catalog has at most "
                            + VALUE_MAX
                            + " characters, and an array has at most "
                            + VALUE_MAX / ELEMENT
                            + " elements");
        }
    }

    /// @throws TelegraphException if an array may not have so many elements
    public static void fitsElements(long elements) {
        fits(elements * ELEMENT);
    }

    /// The elements of an array and of those in it.
    private static long elements(List<?> list) {
        long elements = list.size();
        for (Object value : list) {
            if (value instanceof List<?> inner) {
                elements += elements(inner);
                fitsElements(elements);
            }
        }
        return elements;
    }

    /// A value that was made, counted.
    ///
    /// @throws TelegraphException if all together are too long
    public Object take(Object value) {
        long size =
                switch (value) {
                    case String text -> text.length();
                    case List<?> list -> elements(list) * ELEMENT;
                    case null, default -> 0;
                };
        fits(size);
        if (size > FREE) {
            taken += size;
            if (taken > ALL_MAX) {
                throw TelegraphException.of(
                        SqlState.PROGRAM_LIMIT,
                        "the long values that a query about the catalog makes have at most "
                                + ALL_MAX
                                + " characters together");
            }
        }
        return value;
    }
}
