package telegraph.crawler.table;

import java.util.concurrent.locks.ReentrantLock;
import telegraph.crawler.Page;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.page.PageView;
import telegraph.engine.source.Sink;

/// Makes rows of the pages of a crawl under way. A full batch waits here until the query takes it,
/// and so does the crawl.
///
/// Threads: the crawl's own brings pages, another one sees to it that none waits long; one lock,
/// which is free nearly always.
final class CrawlRows implements PageReceiver {
    private final ReentrantLock lock = new ReentrantLock();
    private final PageRows rows;
    private final Sink sink;
    private final RowsOut out;

    CrawlRows(PageRows rows, Sink sink, RowsOut out) {
        this.rows = rows;
        this.sink = sink;
        this.out = out;
    }

    @Override
    public void page(Page page) throws InterruptedException {
        PageView view = (PageView) page;
        lock.lockInterruptibly();
        try {
            if (out.isEnough()) {
                throw new InterruptedException("nobody wants more rows");
            }
            rows.put(view, out);
        } finally {
            lock.unlock();
        }
        sink.meter().addBytes(view.wireBytes());
        if (view.addressLength() > 0) {
            sink.meter().addRequest();
        }
    }

    /// Hands on the rows that wait.
    void flush() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    /// Whether nobody wants more.
    boolean isEnough() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return out.isEnough();
        } finally {
            lock.unlock();
        }
    }
}
