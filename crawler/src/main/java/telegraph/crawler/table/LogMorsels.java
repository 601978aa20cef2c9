package telegraph.crawler.table;

import java.util.function.Supplier;
import telegraph.crawler.page.LogBlocks;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Sink;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// The blocks of a page log for the query's workers to read, in some order.
///
/// Threads: any; a reader is one thread's.
final class LogMorsels implements Morsels {
    private final LogBlocks blocks;
    private final int[] order;
    private final Supplier<PageRows> rows;
    private final Sink sink;

    /// @param order the block of each rank
    /// @param rows makes rows of pages, for one reader each
    LogMorsels(LogBlocks blocks, int[] order, Supplier<PageRows> rows, Sink sink) {
        this.blocks = blocks;
        this.order = order;
        this.rows = rows;
        this.sink = sink;
    }

    @Override
    public int count() {
        return order.length;
    }

    @Override
    public long rows(int rank) {
        return -1;
    }

    @Override
    public MorselReader reader() {
        return new Reader(rows.get());
    }

    /// Makes a batch of as many rows as it takes, then the next one.
    private final class Reader implements MorselReader {
        private final PageRows rows;
        private final PageView page = new PageView();
        private final LogBlocks.Reader block;
        private final BatchBuilder builder;
        private PageLogReader log;

        /// Whether the page has rows left, for all that is known.
        private boolean begun;

        private Batch shown;

        Reader(PageRows rows) {
            this.rows = rows;
            this.block = blocks.reader(sink.memory(), sink::cancelled);
            this.builder = sink.builder();
        }

        @Override
        public boolean open(int rank, Reduction reduction) {
            hide();
            log = block.open(order[rank]);
            begun = false;
            return true;
        }

        @Override
        public Chunk next() {
            hide();
            if (log == null) {
                return null;
            }
            while (!builder.isFull() && (begun || nextPage())) {
                begun = rows.next(builder);
                if (begun) {
                    builder.endRow();
                }
            }
            if (builder.isEmpty()) {
                log = null;
                sink.meter().addBytes(block.bytes());
                return null;
            }
            shown = builder.build();
            return Chunk.of(shown);
        }

        private boolean nextPage() {
            while (log.next()) {
                if (log.isPage()) {
                    rows.begin(log.page(page));
                    return true;
                }
            }
            return false;
        }

        private void hide() {
            if (shown != null) {
                shown.unpin();
                shown = null;
            }
        }

        @Override
        public void close() {
            hide();
            builder.close();
            block.close();
        }
    }
}
