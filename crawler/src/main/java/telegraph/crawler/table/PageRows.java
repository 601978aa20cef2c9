package telegraph.crawler.table;

import telegraph.crawler.page.PageView;

/// Makes rows of pages, for one reader.
///
/// Threads: one at a time.
@FunctionalInterface
interface PageRows {
    void put(PageView page, RowsOut out) throws InterruptedException;
}
