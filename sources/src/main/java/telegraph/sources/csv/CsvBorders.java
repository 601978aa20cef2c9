package telegraph.sources.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLongArray;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.FileBlocks;

/// Where the records of each block of CSV begin, as far as it is known.
///
/// A border is the place of the first record at or after the start of a block. It is learnt by
/// whoever comes first: the reader of the block, who finds it in the bytes nearby; the reader of
/// the block before, who ends there; or whoever had to read all the way up to it.
///
/// Invariants:
///
/// 1. The border of the first block of a file is where its first row begins.
/// 2. Once known a border never changes. Who learns it anew and otherwise fails the scan.
///
/// Hence, when all blocks were read, each ended where the next one began, and by induction from 1
/// all borders are right: a wrong one may delay the failure of a scan, but a scan that ends has
/// handed over each row exactly once.
///
/// Threads: any.
final class CsvBorders {
    private static final int TOP_BYTES = 1 << 20;
    private static final int TOP_PIECE_BYTES = 16 << 10;

    private final FileBlocks blocks;
    private final AtomicLongArray borders;

    /// For each file whether there are quotes at its top: 0 if not known yet, 1 if so, -1 if not.
    private final AtomicLongArray topQuotes;

    CsvBorders(FileBlocks blocks) {
        this.blocks = blocks;
        this.borders = new AtomicLongArray(blocks.count());
        this.topQuotes = new AtomicLongArray(blocks.files().size());
        for (int i = 0; i < borders.length(); i++) {
            borders.set(i, -1);
        }
    }

    /// The border of a block. Its file's first is known.
    long find(int block, BlockBytes bytes, CsvFormat.Top top, Finder finder) throws IOException {
        if (blocks.isFirst(block)) {
            learn(block, top.start());
        }
        long known = borders.get(block);
        if (known >= 0) {
            return known;
        }
        blocks.requireLength(block, bytes);
        long guessed =
                finder.guess.find(
                        bytes,
                        blocks.start(block),
                        top.fields(),
                        top.start(),
                        finder.dialect.quote() >= 0 && topHasQuotes(block, bytes, finder.dialect));
        if (guessed != CsvGuess.UNDECIDED) {
            learn(block, guessed);
            return guessed;
        }
        return walk(block, bytes, top, finder.records);
    }

    private boolean topHasQuotes(int block, BlockBytes bytes, CsvDialect dialect)
            throws IOException {
        int file = blocks.file(block);
        if (topQuotes.get(file) == 0) {
            boolean quoted = false;
            for (long at = 0; at < TOP_BYTES && !quoted; at += TOP_PIECE_BYTES) {
                for (byte b : bytes.read(at, TOP_PIECE_BYTES)) {
                    quoted |= b == dialect.quote();
                }
            }
            topQuotes.set(file, quoted ? 1 : -1);
        }
        return topQuotes.get(file) > 0;
    }

    /// Cuts all records from the nearest known border before the block.
    private long walk(int block, BlockBytes bytes, CsvFormat.Top top, CsvRecords records)
            throws IOException {
        int from = block - 1;
        while (borders.get(from) < 0 && !blocks.isFirst(from)) {
            from--;
        }
        learnFirst(from, top);
        long at = borders.get(from);
        records.restart(bytes.from(at, blocks.start(block)), at, 0);
        for (int next = from + 1; next <= block; next++) {
            while (records.next(blocks.start(next))) {
                if (Thread.interrupted()) {
                    throw new java.io.InterruptedIOException("interrupted");
                }
            }
            learn(next, records.offset());
        }
        return borders.get(block);
    }

    private void learnFirst(int block, CsvFormat.Top top) {
        if (blocks.isFirst(block)) {
            learn(block, top.start());
        }
    }

    /// Learns where a block's first record begins.
    ///
    /// @throws TelegraphException of kind INPUT if that was taken to be elsewhere
    void learn(int block, long place) {
        if (borders.compareAndSet(block, -1, place) || borders.get(block) == place) {
            return;
        }
        throw TelegraphException.input(
                "rows in a random order need line ends that can be told from those in quotes: file="
                        + blocks.files().get(blocks.file(block)).name()
                        + " row_begins_at_byte="
                        + place
                        + " taken_for="
                        + borders.get(block)
                        + ". Set random_order => false to read the file from its top.");
    }

    /// What a reader finds borders with. Threads: one.
    static final class Finder {
        private final CsvDialect dialect;
        private final CsvGuess guess;
        private final CsvRecords records;

        Finder(CsvDialect dialect, int windowBytes) {
            this.dialect = dialect;
            this.guess = new CsvGuess(dialect, windowBytes);
            this.records = new CsvRecords(InputStream.nullInputStream(), dialect);
        }
    }
}
