package telegraph.store.log;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.ground.Disk;

/// The segment files of a log: the byte at position `p` is in the file named by the segment's first
/// position, at `p % segmentBytes`. Records run over the border of two files.
///
/// Bytes that no file has read as zeros, which are no record. A file is zeros some way beyond what
/// was written.
///
/// Threads: reads by any; writes, syncs and cuts by one at a time each, which [Log] sees to. Nobody
/// reads what is being cut off.
final class LogSegments {
    private static final String SUFFIX = ".log";
    private static final int COPY_BYTES = 1 << 20;
    private static final int GROWTH_BYTES = 256 << 10;

    private final Disk disk;
    private final Path directory;
    private final int segmentBytes;
    private final Map<Long, Disk.DiskFile> segments = new ConcurrentHashMap<>();

    private final MemorySegment nothing = MemorySegment.ofArray(new byte[GROWTH_BYTES]);

    /// Up to where the segment being written is known to reach.
    private long reached;

    /// The segments that are there already.
    LogSegments(Disk disk, Path directory, int segmentBytes) throws IOException {
        this.disk = disk;
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        disk.createLastingDirectories(directory);
        for (Path path : disk.list(directory)) {
            String name = path.getFileName().toString();
            if (name.endsWith(SUFFIX)) {
                long first =
                        Long.parseUnsignedLong(
                                name.substring(0, name.length() - SUFFIX.length()), 16);
                segments.put(first, disk.open(path));
            }
        }
    }

    Path path(long position) {
        return directory.resolve(String.format(Locale.ROOT, "%016x", first(position)) + SUFFIX);
    }

    int offset(long position) {
        return (int) (position % segmentBytes);
    }

    private long first(long position) {
        return position - position % segmentBytes;
    }

    /// Where the last segment ends.
    long end() throws IOException {
        long end = 0;
        for (Map.Entry<Long, Disk.DiskFile> segment : segments.entrySet()) {
            end = Math.max(end, segment.getKey() + segment.getValue().size());
        }
        return end;
    }

    void write(MemorySegment from, long position) throws IOException {
        for (long at = 0; at < from.byteSize(); ) {
            long to = position + at;
            long bytes = Math.min(from.byteSize() - at, segmentBytes - offset(to));
            Disk.DiskFile file = segments.get(first(to));
            if (file == null) {
                file = disk.create(path(to));
                segments.put(first(to), file);
                disk.syncDirectory(directory);
            }
            file.write(from.asSlice(at, bytes), offset(to));
            growBehind(file, to + bytes);
            at += bytes;
        }
    }

    /// Sees to it that the next writes find bytes to overwrite: a sync that need not note a new
    /// size is cheaper. The system is asked for the size once, since to ask between a write and its
    /// sync can cost a good part of the sync.
    ///
    /// Where there is no room for that, what was to be written is written all the same.
    private void growBehind(Disk.DiskFile file, long written) throws IOException {
        long segment = first(written - 1);
        if (written < reached || written == segment + segmentBytes) {
            return;
        }
        reached = Math.max(written, segment + file.size());
        if (reached == written) {
            long zeros = Math.min(GROWTH_BYTES, segment + segmentBytes - written);
            try {
                file.write(nothing.asSlice(0, zeros), offset(written));
                reached += zeros;
            } catch (IOException _) {
                // Nothing is in them. Should the disk be broken, the next write or sync says so.
                reached = written;
            }
        }
    }

    void read(byte[] to, int offset, int count, long position) throws IOException {
        for (int done = 0; done < count; ) {
            long from = position + done;
            int bytes = Math.min(count - done, segmentBytes - offset(from));
            Disk.DiskFile file = segments.get(first(from));
            long there = file == null ? 0 : Math.max(0, file.size() - offset(from));
            int found = (int) Math.min(bytes, there);
            if (found > 0) {
                file.read(
                        MemorySegment.ofArray(to).asSlice(offset + (long) done, found),
                        offset(from));
            }
            Arrays.fill(to, offset + done + found, offset + done + bytes, (byte) 0);
            done += bytes;
        }
    }

    /// Returns when the bytes from `start` to `end` are on the disk.
    void sync(long start, long end) throws IOException {
        for (long first = first(start); first < end; first += segmentBytes) {
            Disk.DiskFile file = segments.get(first);
            if (file != null) {
                file.sync();
            }
        }
    }

    /// Makes `target` hold the bytes from `from` to `to`, on the disk.
    void copy(long from, long to, LogSegments target) throws IOException {
        byte[] piece = new byte[COPY_BYTES];
        for (long at = from; at < to; ) {
            int bytes = (int) Math.min(piece.length, to - at);
            read(piece, 0, bytes, at);
            target.write(MemorySegment.ofArray(piece).asSlice(0, bytes), at);
            at += bytes;
        }
        target.sync(from, to);
        target.close();
    }

    /// Deletes the segments that end at or before `position`.
    void truncateBefore(long position) throws IOException {
        for (Long first : segments.keySet().stream().sorted().toList()) {
            if (first + segmentBytes <= position) {
                delete(first);
            }
        }
    }

    /// Makes the log end at `position`, also after a crash.
    void cutAfter(long position) throws IOException {
        for (Long first : segments.keySet().stream().sorted().toList()) {
            if (first >= position) {
                delete(first);
            }
        }
        Disk.DiskFile last = segments.get(first(position));
        if (last != null && last.size() > offset(position)) {
            last.resize(offset(position));
        }
        reached = 0;
        disk.syncDirectory(directory);
    }

    private void delete(long first) throws IOException {
        Disk.DiskFile file = segments.remove(first);
        file.close();
        disk.delete(path(first));
    }

    /// Closes the files of a log that could not be opened; why not is told already.
    void abandon() {
        for (Disk.DiskFile file : segments.values()) {
            try {
                file.close();
            } catch (IOException _) {
                // What made the caller give up matters more.
            }
        }
    }

    void close() throws IOException {
        for (Disk.DiskFile file : segments.values()) {
            file.close();
        }
        segments.clear();
    }
}
