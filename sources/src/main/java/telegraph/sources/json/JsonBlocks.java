package telegraph.sources.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLongArray;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.BlockBytes;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.OpenFiles;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.file.Units;
import telegraph.sources.text.TranscodedStream;
import telegraph.sources.text.Utf8Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// The rows of files with a JSON object a line, in blocks.
///
/// A line end is never inside a string of JSON, so a block is cut where its first line begins, for
/// certain. An object of several lines that is cut is no JSON on either side, and fails the scan.
///
/// Threads: any; a reader is one thread's.
final class JsonBlocks implements Units {
    private final FileOptions options;
    private final JsonPaths paths;
    private final JsonFactory factory;
    private final FileBlocks blocks;
    private final RowFormat.Wanted wanted;

    /// For each block where the first line begins at or after its start, or -1 if not known yet.
    private final AtomicLongArray borders;

    JsonBlocks(
            FileOptions options,
            JsonPaths paths,
            JsonFactory factory,
            FileBlocks blocks,
            RowFormat.Wanted wanted) {
        this.options = options;
        this.paths = paths;
        this.factory = factory;
        this.blocks = blocks;
        this.wanted = wanted;
        this.borders = new AtomicLongArray(blocks.count());
        for (int i = 0; i < borders.length(); i++) {
            borders.set(i, -1);
        }
    }

    @Override
    public int count() {
        return blocks.count();
    }

    @Override
    public long rowsMax() {
        return -1;
    }

    @Override
    public boolean even() {
        return blocks.even();
    }

    @Override
    public String file(int unit) {
        return blocks.files().get(blocks.file(unit)).name();
    }

    @Override
    public UnitReader reader(RowOutput out) {
        return new BlockReader(out);
    }

    private long border(int block, BlockBytes bytes) throws IOException {
        long known = borders.get(block);
        if (known >= 0) {
            return known;
        }
        long start = blocks.start(block);
        blocks.requireLength(block, bytes);
        long found = bytes.lineStart(start);
        // A long line is the border of all blocks that it covers, and is looked through once.
        for (int next = block; blocks.start(next) <= found; next++) {
            borders.set(next, found);
            if (blocks.isLast(next)) {
                break;
            }
        }
        return found;
    }

    private final class BlockReader implements UnitReader {
        private final RowOutput out;
        private final OpenFiles files = new OpenFiles(blocks.files());

        BlockReader(RowOutput out) {
            this.out = out;
        }

        @Override
        public boolean read(int block) throws IOException, InterruptedException {
            BlockBytes bytes = files.open(blocks.file(block));
            long from = border(block, bytes);
            long end =
                    blocks.isLast(block)
                            ? bytes.lineStart(blocks.end(block))
                            : border(block + 1, bytes);
            if (from < end && !read(bytes, from, end)) {
                return false;
            }
            out.meter().addBytes(end - from);
            return true;
        }

        private boolean read(BlockBytes bytes, long from, long end)
                throws IOException, InterruptedException {
            boolean top = from == 0 && TranscodedStream.hasUtf8Mark(bytes.read(0, 3));
            try (JsonParser tokens =
                    factory.createParser(
                            ObjectReadContext.empty(),
                            new Utf8Stream(
                                    bytes.range(top ? 3 : from, end),
                                    bytes.name(),
                                    top ? 3 : from))) {
                JsonScan.Placement places = location -> place(bytes, from, location);
                return new JsonScan(
                                bytes.name(), wanted, options, paths, factory, tokens, places, out)
                        .ofObjects()
                        .run();
            } catch (JacksonException e) {
                RuntimeException malformed =
                        JsonFormat.malformed(bytes.name(), e, bytes.linesBefore(from));
                throw TelegraphException.input(
                        malformed.getMessage()
                                + ". If an object has several lines, set random_order => false.",
                        e);
            }
        }

        private String place(BlockBytes bytes, long from, TokenStreamLocation location) {
            if (options.ignoreErrors()) { // nobody waits while the lines of many rows are counted
                return "byte=" + (from + location.getByteOffset());
            }
            try {
                return "line=" + (bytes.linesBefore(from) + location.getLineNr());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            files.close();
        }
    }
}
