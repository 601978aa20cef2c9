package telegraph.sources.page;

import telegraph.memory.Batch;

/// Which rows of a page have a value, a window at a time.
///
/// Row `r` of the window has value number `valueFirst + rank[r]` of the page, if it has one.
///
/// Threads: one.
public final class Levels {
    private final HybridRuns runs = new HybridRuns();
    private final int[] levels = new int[Batch.ROWS_MAX];
    private final int[] ranks = new int[Batch.ROWS_MAX];
    private ParquetPage page;

    /// Whether every row of the page has a value.
    private boolean full;

    /// Rows and values of the page before the window, and in it.
    private int rowFirst;

    private int valueFirst;
    private int rowCount;
    private int valueCount;

    /// Starts at the first row of a page.
    public void begin(ParquetPage next) throws DamagedPageException {
        page = next;
        full = next.levelsStart == next.levelsEnd;
        rowFirst = 0;
        valueFirst = 0;
        rowCount = 0;
        valueCount = 0;
        if (!full && !next.levelsPacked) {
            runs.begin(next.segment, next.levelsStart, next.levelsEnd, 1);
            full = runs.same(next.rows) == 1;
        }
    }

    /// Goes to the rows from `first` on, which must not be before the end of the last window unless
    /// it is the same.
    public void window(int first, int count) throws DamagedPageException {
        if (first == rowFirst && count == rowCount) {
            return;
        }
        int passed = first - rowFirst - rowCount;
        valueFirst += valueCount;
        if (full) {
            valueFirst += passed;
        } else if (passed > 0) {
            if (page.levelsPacked) {
                for (int row = first - passed; row < first; row++) {
                    valueFirst += packed(row);
                }
            } else {
                valueFirst += runs.skipCounting(passed);
            }
        }
        rowFirst = first;
        rowCount = count;
        if (full) {
            valueCount = count;
        } else {
            read(first, count);
        }
    }

    private void read(int first, int count) throws DamagedPageException {
        int same = page.levelsPacked ? -1 : runs.same(count);
        boolean alike = same != -1;
        if (alike) {
            runs.skip(count);
            valueCount = same == 0 ? 0 : count;
            return;
        }
        if (page.levelsPacked) {
            for (int i = 0; i < count; i++) {
                levels[i] = packed(first + i);
            }
        } else {
            runs.read(levels, count);
        }
        int values = 0;
        for (int i = 0; i < count; i++) {
            ranks[i] = values;
            values += levels[i] & 1;
        }
        valueCount = values;
    }

    /// The old form: bits from the highest to the lowest.
    private int packed(int row) {
        return page.segment.get(ParquetPage.BYTE, page.levelsStart + (row >>> 3))
                        >>> (7 - (row & 7))
                & 1;
    }

    /// Number of the first value of the window.
    public int valueFirst() {
        return valueFirst;
    }

    public int valueCount() {
        return valueCount;
    }

    public boolean allHaveValues() {
        return valueCount == rowCount;
    }

    public boolean noneHaveValues() {
        return valueCount == 0;
    }

    /// Whether a row of the window has a value; not if all or none have.
    public boolean hasValue(int row) {
        return (levels[row] & 1) != 0;
    }

    /// How many values of the window come before a row's.
    public int rank(int row) {
        return ranks[row];
    }
}
