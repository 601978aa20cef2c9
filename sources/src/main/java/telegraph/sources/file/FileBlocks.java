package telegraph.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// Text files cut into blocks of about equally many bytes, numbered through all files.
///
/// The records of a block are those that begin in it. The last one ends in a later block, so a
/// reader reads on; and a block that one record covers has none.
///
/// ```
/// file 0  │ 0        │ 1        │ 2    │      file 1 │ 3        │ 4 │
///           a⏎bbbb⏎ccccccccccccccc⏎dd⏎     records: 0 has a, b, c; 1 has none; 2 has dd
/// ```
///
/// The blocks of a file differ by a byte at most. A rest as its last block would be the one block
/// unlike all others, which small samples do not have.
///
/// @param sizes for each file its bytes
/// @param blockBytes the most a block has
/// @param firsts for each file its first block, and then how many there are
record FileBlocks(List<FileOrigin.Local> files, long[] sizes, long blockBytes, int[] firsts) {
    private static final int BLOCKS_MAX = 1 << 24;

    /// What is looked at of each file.
    private static final int HEAD_BYTES = 4 << 10;

    /// The blocks of files whose bytes are their text; empty if some file's are not, or if there
    /// would be only one.
    ///
    /// @param suits whether a file that begins like this can be cut
    static Optional<FileBlocks> of(
            List<FileOrigin> origins,
            FileOptions options,
            Predicate<byte[]> suits,
            Sampling sampling) {
        List<FileOrigin.Local> files = new ArrayList<>();
        for (FileOrigin origin : origins) {
            if (!(origin instanceof FileOrigin.Local local) || !isPlain(local, options, suits)) {
                return Optional.empty();
            }
            files.add(local);
        }
        OptionalLong total = bytes(origins);
        long blockBytes =
                Math.max(
                        sampling.blockBytes(total.getAsLong()), total.getAsLong() / BLOCKS_MAX + 1);
        long[] sizes = new long[files.size()];
        int[] firsts = new int[files.size() + 1];
        for (int i = 0; i < files.size(); i++) {
            sizes[i] = files.get(i).size().getAsLong();
            firsts[i + 1] = firsts[i] + Math.toIntExact((sizes[i] + blockBytes - 1) / blockBytes);
        }
        return firsts[files.size()] < 2
                ? Optional.empty()
                : Optional.of(new FileBlocks(files, sizes, blockBytes, firsts));
    }

    /// About how many bytes a scan in blocks reads, if one is possible; only the first file is
    /// looked into.
    static OptionalLong sampledBytes(
            List<FileOrigin> files,
            FileOptions options,
            Predicate<byte[]> suits,
            Sampling sampling) {
        OptionalLong total = bytes(files);
        return total.isPresent()
                        && files.getFirst() instanceof FileOrigin.Local first
                        && isPlain(first, options, suits)
                        && total.getAsLong() > sampling.blockBytes(total.getAsLong())
                ? total
                : OptionalLong.empty();
    }

    /// The size of all files, if all are known.
    static OptionalLong bytes(List<FileOrigin> files) {
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
                    && !Transcoding.isNeeded(options.charset(), head)
                    && suits.test(head);
        } catch (IOException e) {
            return false; // reading it in its order says what is wrong with it
        }
    }

    int count() {
        return firsts[files.size()];
    }

    /// Whether the blocks of all files are about equally long.
    boolean even() {
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        for (int file = 0; file < sizes.length; file++) {
            int blocks = firsts[file + 1] - firsts[file];
            if (blocks > 0) {
                shortest = Math.min(shortest, sizes[file] / blocks);
                longest = Math.max(longest, sizes[file] / blocks);
            }
        }
        return longest - shortest <= longest / 100;
    }

    /// The file that a block is in.
    int file(int block) {
        int at = Arrays.binarySearch(firsts, block);
        if (at < 0) {
            return -at - 2;
        }
        while (firsts[at + 1] == block) { // files without a block come before the one it is in
            at++;
        }
        return at;
    }

    long start(int block) {
        return border(file(block), block);
    }

    /// Where the next block begins, or would. What was written behind it since then is not read.
    long end(int block) {
        return border(file(block), block + 1);
    }

    private long border(int file, int block) {
        int blocks = firsts[file + 1] - firsts[file];
        int before = block - firsts[file];
        return sizes[file] / blocks * before + Math.min(before, sizes[file] % blocks);
    }

    /// Refuses to read a block that the file no longer has.
    void requireLength(int block, BlockBytes bytes) throws IOException {
        if (bytes.size() <= start(block)) {
            throw new IOException(
                    "the file became shorter while it was read: size="
                            + bytes.size()
                            + " read_from="
                            + start(block));
        }
    }

    boolean isFirst(int block) {
        return firsts[file(block)] == block;
    }

    boolean isLast(int block) {
        return firsts[file(block) + 1] == block + 1;
    }
}
