package telegraph.store.lock;

import telegraph.store.TableMode;

/// The tables of modes, by small numbers: which go together, and which covers which.
///
/// | code  | mode                                                         |
/// |-------|--------------------------------------------------------------|
/// | 0..23 | of a key: row part + 6 · gap part, the ordinal of [RowMode]  |
/// | 32    | of a container: none                                         |
/// | 33..  | of a container: IS, IX, S, SIX, U, X                         |
///
/// A row part is 0 to 5 for none, R, S, U, E, X; a gap part has bit 1 for GAP and bit 2 for INSERT.
///
/// SIX is what a transaction gets that has S and asks for IX, or the other way round: it goes with
/// IS alone. To take X instead would keep everybody from reading a table of which a few rows
/// change. Of the other pairs that no mode covers exactly, IX with U and SIX with U, X is the least
/// cover.
///
/// Threads: any.
final class Modes {
    static final int NO_MODE = 0;
    static final int IS = 33;
    static final int IX = 34;
    static final int S = 35;
    static final int SIX = 36;
    static final int U = 37;
    static final int X = 38;

    private static final int COUNT = 39;
    private static final int CONTAINER = 32;

    private static final int ROW_R = RowMode.R.ordinal();
    private static final int ROW_S = RowMode.S.ordinal();
    private static final int ROW_U = RowMode.U.ordinal();
    private static final int ROW_E = RowMode.E.ordinal();
    private static final int ROW_X = RowMode.X.ordinal();
    private static final int ROW_PARTS = ROW_X + 1;
    private static final int ROW_MODES = 4 * ROW_PARTS;
    private static final int GAP_BIT = 1;
    private static final int INSERT_BIT = 2;

    /// Per mode, a bit for each held mode of its family that stands in its way.
    private static final int[] CONFLICTS = new int[COUNT];

    /// As CONFLICTS, and the modes besides in whose way it would stand.
    private static final int[] DISPUTES = new int[COUNT];

    /// COUNT by COUNT, 0 for two of different families.
    private static final byte[] COVER = new byte[COUNT * COUNT];

    private static final String[] CONTAINER_TEXT = {"none", "IS", "IX", "S", "SIX", "U", "X"};

    static {
        for (int a = 0; a < COUNT; a++) {
            for (int b = 0; b < COUNT; b++) {
                if (isMode(a) && isMode(b) && isContainer(a) == isContainer(b)) {
                    boolean conflict = isContainer(a) ? containers(a, b) : rows(a, b);
                    if (conflict) {
                        CONFLICTS[a] |= bit(b);
                        DISPUTES[a] |= bit(b);
                        DISPUTES[b] |= bit(a);
                    }
                    COVER[a * COUNT + b] =
                            (byte) (isContainer(a) ? containerCover(a, b) : rowCover(a, b));
                }
            }
        }
    }

    private Modes() {}

    private static boolean isMode(int code) {
        return code < ROW_MODES || code >= CONTAINER;
    }

    private static int rowPart(int row) {
        return row % ROW_PARTS;
    }

    private static int gapPart(int row) {
        return row / ROW_PARTS;
    }

    private static boolean rows(int requested, int held) {
        int mine = gapPart(requested);
        int theirs = gapPart(held);
        boolean gap =
                (mine & GAP_BIT) != 0 && (theirs & INSERT_BIT) != 0
                        || (mine & INSERT_BIT) != 0 && (theirs & GAP_BIT) != 0;
        return gap || rowParts(rowPart(requested), rowPart(held));
    }

    private static boolean rowParts(int requested, int held) {
        if (requested < ROW_S || held < ROW_S) {
            return requested == ROW_R && held == ROW_X;
        }
        return requested >= ROW_E || held >= ROW_U;
    }

    private static int rowCover(int a, int b) {
        return Math.max(rowPart(a), rowPart(b)) + ROW_PARTS * (gapPart(a) | gapPart(b));
    }

    private static boolean containers(int requested, int held) {
        if (requested == CONTAINER || held == CONTAINER) {
            return false;
        }
        return switch (requested) {
            case IS -> held >= U;
            case IX -> held != IS && held != IX;
            case S -> held != IS && held != S;
            case SIX -> held != IS;
            case U -> held != S;
            default -> true;
        };
    }

    private static int containerCover(int a, int b) {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        if (low == IX && high == S) {
            return SIX;
        }
        return high == U && (low == IX || low == SIX) ? X : high;
    }

    static boolean isContainer(int code) {
        return code >= CONTAINER;
    }

    static int bit(int code) {
        return 1 << (code & 31);
    }

    /// Whether `requested` has to wait for another's `held`.
    static boolean conflict(int requested, int held) {
        return (CONFLICTS[requested] & bit(held)) != 0;
    }

    /// Whether one of the two has to wait for the other.
    static boolean dispute(int code, int bits) {
        return (DISPUTES[code] & bits) != 0;
    }

    /// The least that covers both; either may be [#NO_MODE].
    static int cover(int a, int b) {
        if (a == NO_MODE || b == NO_MODE) {
            return a | b;
        }
        return COVER[a * COUNT + b];
    }

    static boolean covers(int held, int code) {
        return cover(held, code) == held;
    }

    /// Whether a mode of a container makes a lock on one of its keys needless.
    static boolean coversRow(int container, int row) {
        int part = rowPart(row);
        boolean inserts = (gapPart(row) & INSERT_BIT) != 0;
        return switch (container) {
            case S -> part <= ROW_S && !inserts;
            case SIX, U -> part <= ROW_U && !inserts;
            case X -> true;
            default -> false;
        };
    }

    /// What a lock on a key asks of its container.
    static int intention(int row) {
        return rowPart(row) >= ROW_U || (gapPart(row) & INSERT_BIT) != 0 ? IX : IS;
    }

    /// Whether a mode of a container is more than an intention.
    static boolean isStrong(int code) {
        return code > IX;
    }

    static int of(TableMode mode) {
        return switch (mode) {
            case IS -> IS;
            case IX -> IX;
            case S -> S;
            case SIX -> SIX;
            case U -> U;
            case X -> X;
        };
    }

    static String text(int code) {
        return isContainer(code) ? CONTAINER_TEXT[code - CONTAINER] : RowMode.values()[code].text();
    }
}
