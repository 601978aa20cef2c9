package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import telegraph.engine.source.EvenBlocks;
import telegraph.sources.text.TranscodedStream;

/// Text files cut into blocks of about equally many bytes, numbered through all files.
///
/// The records of a block are those that begin in it. The last one ends in a later block, so a
/// reader reads on; and a block that one record covers has none.
///
/// ```
/// file 0  │ 0        │ 1        │ 2    │      file 1 │ 3        │ 4 │
///           a⏎bbbb⏎ccccccccccccccccc⏎dd⏎     records: 0 has a, b, c; 1 has none; 2 has dd
/// ```
public record FileBlocks(List<FileOrigin.Local> files, EvenBlocks blocks) {
    /// What is looked at of each file.
    private static final int HEAD_BYTES = 4 << 10;

    /// The blocks of files whose bytes are their text; empty if some file's are not, or if there
    /// would be only one.
    ///
    /// @param suits whether a file that begins like this can be cut
    public static Optional<FileBlocks> of(
            List<FileOrigin> origins,
            FileOptions options,
            Predicate<byte[]> suits,
            UnitSizes sampling) {
        List<FileOrigin.Local> files = new ArrayList<>();
        for (FileOrigin origin : origins) {
            if (!(origin instanceof FileOrigin.Local local) || !isPlain(local, options, suits)) {
                return Optional.empty();
            }
            files.add(local);
        }
        OptionalLong total = bytes(origins);
        EvenBlocks blocks =
                new EvenBlocks(
                        files.stream().mapToLong(file -> file.size().getAsLong()).toArray(),
                        sampling.blockBytes(total.getAsLong()));
        return blocks.count() < 2 ? Optional.empty() : Optional.of(new FileBlocks(files, blocks));
    }

    /// About how many bytes a scan in blocks reads, if one is possible; only the first file is
    /// looked into.
    public static OptionalLong sampledBytes(
            List<FileOrigin> files,
            FileOptions options,
            Predicate<byte[]> suits,
            UnitSizes sampling) {
        OptionalLong total = bytes(files);
        return total.isPresent()
                        && files.getFirst() instanceof FileOrigin.Local first
                        && isPlain(first, options, suits)
                        && total.getAsLong() > sampling.blockBytes(total.getAsLong())
                ? total
                : OptionalLong.empty();
    }

    /// The size of all files, if all are known.
    public static OptionalLong bytes(List<FileOrigin> files) {
        long total = 0;
        for (FileOrigin file : files) {
            OptionalLong size = file.size();
            if (size.isEmpty()) {
                return OptionalLong.empty();
            }
            total += size.getAsLong();
        }
        return OptionalLong.of(total);
    }

    private static boolean isPlain(
            FileOrigin.Local file, FileOptions options, Predicate<byte[]> suits) {
        if (Compression.ofName(file.name()) != Compression.NONE
                && !options.compression().equals(Optional.of(Compression.NONE))) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file.path())) {
            byte[] head = in.readNBytes(HEAD_BYTES);
            return options.compression().orElseGet(() -> Compression.of(head)) == Compression.NONE
                    && !TranscodedStream.isNeeded(options.charset(), head)
                    && suits.test(head);
        } catch (IOException e) {
            return false; // reading it in its order says what is wrong with it
        }
    }

    public int count() {
        return blocks.count();
    }

    public boolean even() {
        return blocks.even();
    }

    public long blockBytes() {
        return blocks.blockBytes();
    }

    /// The file that a block is in.
    public int file(int block) {
        return blocks.file(block);
    }

    public long start(int block) {
        return blocks.start(block);
    }

    /// Where the next block begins, or would. What was written behind it since then is not read.
    public long end(int block) {
        return blocks.end(block);
    }

    /// Refuses to read a block that the file no longer has.
    public void requireLength(int block, BlockBytes bytes) throws IOException {
        if (bytes.size() <= start(block)) {
            throw new IOException(
                    "the file became shorter while it was read: size="
                            + bytes.size()
                            + " read_from="
                            + start(block));
        }
    }

    public boolean isFirst(int block) {
        return block == blocks.first(file(block));
    }

    public boolean isLast(int block) {
        int file = file(block);
        return block + 1 == blocks.first(file) + blocks.count(file);
    }
}
