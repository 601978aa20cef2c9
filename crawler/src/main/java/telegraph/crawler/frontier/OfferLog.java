package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.crawler.mark.EntryFormat;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFile;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.crawler.mark.Origin;
import telegraph.http.url.Url;

/// The URLs offered since the last flush began, in the order they were offered, apart by range of
/// site; and beside them those that this flush lets out.
///
/// ```
/// memory   range 0 [ entries …     ]   range 1 [ entries … ]   …   the extent of each range that is being filled
/// file     extent 0: range 5 | extent 1: range 0 | extent 2: range 5 | …
/// ```
///
/// The ranges are those of the highest bits of the site's hash. So URLs of one site come back close
/// to each other although they are read a piece at a time, and sites come back in the order of
/// their hashes, range by range.
///
/// | offset | bytes | field of a record                 |
/// |-------:|------:|-----------------------------------|
/// |      0 |     4 | which of the offers it is         |
/// |      4 |     8 | hash of the site                  |
/// |     12 |     … | the entry, as [EntryFormat] has it |
///
/// A record begins at an even offset and never crosses extents. Extents of a range are filled one
/// after the other; each has its place in the file from its first record on, but is written when it
/// is full or a mark is made.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class OfferLog {
    static final int RANGES = 64;
    static final int INDEX = 0;
    static final int SITE = 4;
    static final int ENTRY = 12;
    static final int ALIGN = 2;

    /// What the shortest record takes at least.
    static final int RECORD_LEAST = ENTRY + EntryFormat.HEAD_BYTES + 8;

    private static final String KIND = "offers";
    private static final int RANGE_SHIFT = Long.SIZE - 6;
    private static final int NONE = -1;

    private final MarkedFiles files;
    private final int extentBytes;
    private final MemorySegment filling;

    /// Of each range: which extent is being filled, and how far, and how much of that is written.
    private final int[] extent = new int[RANGES];

    private final int[] filled = new int[RANGES];
    private final int[] written = new int[RANGES];

    private Extents current = new Extents();

    /// What a flush reads.
    private Extents frozen = new Extents();

    /// The extents of one file.
    private static final class Extents {
        private static final int FEW = 64;

        /// Of each extent: whose it is, and how many bytes of it are records.
        byte[] ranges = new byte[FEW];

        int[] lengths = new int[FEW];
        int count;
        MarkedFile file;
        long bytes;

        int add(int range) {
            if (count == ranges.length) {
                ranges = Arrays.copyOf(ranges, 2 * count);
                lengths = Arrays.copyOf(lengths, 2 * count);
            }
            ranges[count] = (byte) range;
            lengths[count] = 0;
            return count++;
        }

        void clear() {
            file = null;
            count = 0;
            bytes = 0;
        }
    }

    OfferLog(Parts parts) {
        extentBytes = parts.shares().extentBytes();
        if (extentBytes < aligned(ENTRY + EntryFormat.BYTES_MAX)) {
            throw new IllegalArgumentException(
                    "an extent holds the longest record: extentBytes=" + extentBytes);
        }
        this.files = parts.files();
        this.filling = parts.region().allocate((long) RANGES * extentBytes);
        Arrays.fill(extent, NONE);
    }

    static int range(long site) {
        return (int) (site >>> RANGE_SHIFT);
    }

    /// Bytes of records.
    long bytes() {
        return current.bytes;
    }

    void append(int index, long site, Url url, Origin origin) {
        int range = range(site);
        int length = aligned(ENTRY + EntryFormat.bytes(url, origin));
        if (extent[range] != NONE && filled[range] + length > extentBytes) {
            write(range);
            extent[range] = NONE;
        }
        if (extent[range] == NONE) {
            extent[range] = current.add(range);
            filled[range] = 0;
            written[range] = 0;
        }
        long at = (long) range * extentBytes + filled[range];
        filling.set(FrontierWords.INT, at + INDEX, index);
        filling.set(FrontierWords.LONG, at + SITE, site);
        EntryFormat.write(filling, at + ENTRY, url, origin, 0);
        filled[range] += length;
        current.lengths[extent[range]] = filled[range];
        current.bytes += length;
    }

    private void write(int range) {
        if (written[range] == filled[range]) {
            return;
        }
        if (current.file == null) {
            current.file = files.create(KIND);
        }
        long start = (long) range * extentBytes + written[range];
        current.file.write(
                filling.asSlice(start, filled[range] - written[range]),
                (long) extent[range] * extentBytes + written[range]);
        written[range] = filled[range];
    }

    /// Puts what was offered so far aside for a flush and begins anew.
    void freeze() {
        write();
        Extents written = current;
        current = frozen;
        frozen = written;
        Arrays.fill(extent, NONE);
    }

    /// Forgets what was put aside.
    void thaw() {
        if (frozen.file != null) {
            files.drop(frozen.file);
        }
        frozen.clear();
    }

    /// A reader of the records of a range that were put aside; good until [#thaw].
    Piece frozen(int range, MemorySegment into) {
        return new Piece(frozen, range, into);
    }

    /// A reader of the records of a range that were there at a restart; good until [#append].
    Piece restarted(int range, MemorySegment into) {
        return new Piece(current, range, into);
    }

    /// Reads a range, as many extents at a time as a piece of memory holds.
    final class Piece {
        private final Extents of;
        private final int range;
        private final MemorySegment into;
        private int next;
        private long length;

        private Piece(Extents of, int range, MemorySegment into) {
            this.of = of;
            this.range = range;
            this.into = into;
        }

        /// Fills the memory with the next records; false if there are none left.
        boolean read() {
            length = 0;
            while (next < of.count) {
                int bytes = of.lengths[next];
                if (of.ranges[next] == range && bytes > 0) {
                    if (length + bytes > into.byteSize()) {
                        break;
                    }
                    of.file.read(into.asSlice(length, bytes), (long) next * extentBytes);
                    length += bytes;
                }
                next++;
            }
            return length > 0;
        }

        long length() {
            return length;
        }
    }

    /// Bytes of the record that begins here.
    static int recordBytes(MemorySegment from, long at) {
        return aligned(ENTRY + EntryFormat.bytes(from, at + ENTRY));
    }

    private static int aligned(int length) {
        return (length + ALIGN - 1) & -ALIGN;
    }

    /// Writes what is in memory only.
    void write() {
        for (int range = 0; range < RANGES; range++) {
            if (extent[range] != NONE) {
                write(range);
            }
        }
    }

    /// What is in memory is written, and nothing is put aside.
    void mark(MarkWriter to) {
        to.putText(current.file == null ? "" : current.file.name());
        to.putLong(current.bytes);
        to.putInt(current.count);
        for (int i = 0; i < current.count; i++) {
            to.putInt(current.ranges[i]);
            to.putInt(current.lengths[i]);
        }
    }

    boolean hasExtents(int bytes) {
        return extentBytes == bytes;
    }

    /// Takes records of a range.
    interface Records {
        void take(MemorySegment from, long length);
    }

    /// Begins anew, and hands over all records of the log that was restarted from, range by range;
    /// its extents are of another size. Meanwhile others may be appended.
    void takeOver(int extentBytesThen, Records to) {
        Extents then = current;
        current = new Extents();
        Arrays.fill(extent, NONE);
        MemorySegment one = MemorySegment.ofArray(new byte[extentBytesThen]);
        for (int range = 0; range < RANGES; range++) {
            for (int i = 0; i < then.count; i++) {
                int bytes = then.lengths[i];
                if (then.ranges[i] == range && bytes > 0) {
                    then.file.read(one.asSlice(0, bytes), (long) i * extentBytesThen);
                    to.take(one, bytes);
                }
            }
        }
        if (then.file != null) {
            files.drop(then.file);
        }
    }

    /// Each extent counts as full: filling goes on in new ones.
    void restart(MarkReader from) {
        String name = from.getText();
        if (!name.isEmpty()) {
            current.file = files.adopt(name);
        }
        current.bytes = from.getLong();
        for (int left = from.getInt(); left > 0; left--) {
            int added = current.add(from.getInt());
            current.lengths[added] = from.getInt();
        }
    }
}
