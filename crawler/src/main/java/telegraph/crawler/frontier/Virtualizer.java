package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.crawler.mark.EntryFormat;
import telegraph.crawler.mark.FrontierWords;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;
import telegraph.crawler.mark.MarkedFile;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.ground.TelegraphException;

/// The queues of all sites on disk, in one log.
///
/// ```
/// segment 7   [ chunk of a ][ chunk of b ][ chunk of a ] …      segment 8   [ chunk of b ] …
///                   └──────── next ───────────┘                     ▲
///                                  └──────────────── next ──────────┘
/// ```
///
/// A queue is a chain of chunks; a chunk is a run of entries. A cursor is a chunk and an offset in
/// it, where the next entry begins. The log is written at its end only, but for the link from what
/// was the last chunk of a queue to the next one; whoever starts from an older mark knows which
/// chunk was the last then and does not look at its link.
///
/// | offset | bytes | field of a chunk                                      |
/// |-------:|------:|-------------------------------------------------------|
/// |      0 |     8 | hash of the site                                      |
/// |      8 |     8 | position of the next chunk                            |
/// |     16 |     4 | offset in the next chunk of the first entry to read   |
/// |     20 |     4 | bytes, this head included                             |
/// |     24 |     … | entries                                               |
///
/// Invariants:
///
/// 1. A position is the number of a segment times its size and the offset in it; no chunk crosses
///    segments, and position 0 is none.
/// 2. The live bytes of a segment are those of entries that are not finished; a segment without any
///    is dropped as soon as it is not the last.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
final class Virtualizer {
    static final int HEAD_BYTES = 24;
    static final long NONE = 0;

    static final int NEXT = 8;
    static final int NEXT_OFFSET = 16;
    static final int BYTES = 20;

    private static final String KIND = "queues";
    private static final int SLACK_SEGMENTS = 4;
    private static final int LINK_BYTES = 12;

    private final MarkedFiles files;
    private final MemorySegment buffer;
    private final MemorySegment link = MemorySegment.ofArray(new byte[LINK_BYTES]);
    private long segmentBytes;

    /// The segments from number `first` on; null for those that are dropped.
    private Segment[] segments = new Segment[16];

    private long first = 1;
    private int count;

    /// The buffer holds what follows position `written`.
    private long written;

    private int buffered;

    /// The chunk that is being made.
    private long chunk;

    private int chunkBytes;

    /// The last segment, if there is one, is not written any more.
    private boolean sealed = true;

    private long liveBytes;
    private long logBytes;

    private static final class Segment {
        final MarkedFile file;
        long end;
        long live;

        Segment(MarkedFile file) {
            this.file = file;
        }
    }

    Virtualizer(Parts parts) {
        this.files = parts.files();
        this.segmentBytes = parts.shares().segmentBytes();
        this.buffer = parts.region().allocate(parts.shares().bufferBytes());
    }

    /// Bytes of entries that are not finished.
    long liveBytes() {
        return liveBytes;
    }

    /// Bytes that may be dead whatever lives.
    long slackBytes() {
        return SLACK_SEGMENTS * segmentBytes;
    }

    /// The position of the first segment.
    long start() {
        return first * segmentBytes;
    }

    /// Where the segment of a position ends, or the position itself if the segment is dropped.
    long end(long position) {
        long index = position / segmentBytes - first;
        return index < 0 || segments[(int) index] == null
                ? position
                : start(position) + segments[(int) index].end;
    }

    /// Bytes of the log that are not dropped.
    long logBytes() {
        return logBytes;
    }

    /// Begins a chunk.
    void begin(long site) {
        int least = HEAD_BYTES + EntryFormat.BYTES_MAX;
        if (sealed || lastEnd() - written - buffered < least) {
            beginSegment();
        }
        if (buffer.byteSize() - buffered < least) {
            write();
        }
        chunk = written + buffered;
        chunkBytes = HEAD_BYTES;
        buffer.set(FrontierWords.LONG, buffered, site);
    }

    private void beginSegment() {
        sealed = false;
        write();
        if (count == segments.length) {
            segments = Arrays.copyOf(segments, 2 * count);
        }
        segments[count++] = new Segment(files.create(KIND));
        written = (first + count - 1) * segmentBytes;
        trim();
        if (count > 1) {
            dropIfDead(first + count - 2);
        }
    }

    /// Adds an entry to the chunk; false if it must be ended first.
    boolean add(MemorySegment from, long at) {
        int bytes = EntryFormat.bytes(from, at);
        long end = (long) buffered + chunkBytes + bytes;
        if (end > buffer.byteSize() || written + end > lastEnd()) {
            return false;
        }
        MemorySegment.copy(from, at, buffer, (long) buffered + chunkBytes, bytes);
        chunkBytes += bytes;
        return true;
    }

    /// Ends the chunk and returns its position.
    long end() {
        buffer.set(FrontierWords.LONG, (long) buffered + NEXT, NONE);
        buffer.set(FrontierWords.INT, (long) buffered + NEXT_OFFSET, 0);
        buffer.set(FrontierWords.INT, (long) buffered + BYTES, chunkBytes);
        buffered += chunkBytes;
        Segment segment = segment(chunk);
        segment.end = written + buffered - start(chunk);
        segment.live += chunkBytes - HEAD_BYTES;
        liveBytes += chunkBytes - HEAD_BYTES;
        logBytes += chunkBytes;
        return chunk;
    }

    /// Says what comes after a chunk that was the last.
    void link(long from, long next, int offset) {
        if (from >= written && from < written + buffered) {
            buffer.set(FrontierWords.LONG, from - written + NEXT, next);
            buffer.set(FrontierWords.INT, from - written + NEXT_OFFSET, offset);
            return;
        }
        link.set(FrontierWords.LONG, 0, next);
        link.set(FrontierWords.INT, Long.BYTES, offset);
        segment(from).file.write(link, from - start(from) + NEXT);
    }

    /// Reads what follows a position, up to the end of its segment; returns how many bytes that is.
    int read(long position, MemorySegment into) {
        long bytes = Math.min(into.byteSize(), start(position) + segment(position).end - position);
        if (position + bytes > written && position < written + buffered) {
            write();
        }
        segment(position).file.read(into.asSlice(0, bytes), position - start(position));
        return (int) bytes;
    }

    /// An entry will never be read again.
    void finished(long position, int bytes) {
        Segment segment = segment(position);
        segment.live -= bytes;
        liveBytes -= bytes;
        if (segment.live == 0) {
            dropIfDead(position / segmentBytes);
        }
    }

    private void dropIfDead(long number) {
        int index = (int) (number - first);
        if (index == count - 1 || segments[index] == null || segments[index].live > 0) {
            return;
        }
        files.drop(segments[index].file);
        logBytes -= segments[index].end;
        segments[index] = null;
        trim();
    }

    /// Begins with the first segment that is there; after a restart there may be none.
    private void trim() {
        int dead = 0;
        while (dead < count && segments[dead] == null) {
            dead++;
        }
        if (dead > 0) {
            System.arraycopy(segments, dead, segments, 0, count - dead);
            Arrays.fill(segments, count - dead, count, null);
            count -= dead;
            first += dead;
        }
    }

    private Segment segment(long position) {
        long index = position / segmentBytes - first;
        if (index < 0 || index >= count || segments[(int) index] == null) {
            throw TelegraphException.corrupt(
                    "a queue of the frontier lies in segments that are there: position="
                            + position
                            + " segment="
                            + position / segmentBytes
                            + " first="
                            + first
                            + " count="
                            + count);
        }
        return segments[(int) index];
    }

    private long start(long position) {
        return position / segmentBytes * segmentBytes;
    }

    /// Where the last segment ends, which may be where the next one would begin.
    private long lastEnd() {
        return (first + count) * segmentBytes;
    }

    /// Writes what is in memory only.
    void write() {
        if (buffered > 0) {
            segment(written).file.write(buffer.asSlice(0, buffered), written - start(written));
            written += buffered;
            buffered = 0;
        }
    }

    void mark(MarkWriter to) {
        to.putLong(segmentBytes);
        to.putLong(first);
        to.putInt(count);
        for (int i = 0; i < count; i++) {
            Segment segment = segments[i];
            to.putText(segment == null ? "" : segment.file.name());
            to.putLong(segment == null ? 0 : segment.end);
            to.putLong(segment == null ? 0 : segment.live);
        }
    }

    /// Goes on in a new segment.
    void restart(MarkReader from) {
        segmentBytes = from.getLong();
        first = from.getLong();
        count = from.getInt();
        segments = new Segment[Math.max(16, count)];
        for (int i = 0; i < count; i++) {
            String name = from.getText();
            long end = from.getLong();
            long live = from.getLong();
            if (!name.isEmpty() && live == 0) {
                files.drop(files.adopt(name));
            } else if (!name.isEmpty()) {
                segments[i] = new Segment(files.adopt(name));
                segments[i].end = end;
                segments[i].live = live;
                liveBytes += live;
                logBytes += end;
            }
        }
        sealed = true;
    }
}
