package telegraph.crawler.table;

import telegraph.crawler.page.PageView;
import telegraph.memory.BatchBuilder;

/// Makes rows of pages, for one reader.
///
/// Threads: one at a time.
interface PageRows {
    /// The next rows are those of this page, as long as it is not changed.
    void begin(PageView page);

    /// Sets the columns of the page's next row; false if it has no more. The caller ends the row.
    boolean next(BatchBuilder to);

    /// Puts out all rows of a page, or as many as are wanted.
    default void put(PageView page, RowsOut out) throws InterruptedException {
        begin(page);
        while (!out.isEnough() && next(out.row())) {
            out.endRow();
        }
    }
}
