package telegraph.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// Batches of one query on disk, each as its own bytes, to be read back by number.
///
/// The place, length and checksum of a batch stay in memory, about 40 bytes for each; the file dies
/// with the query, so nobody else needs them. A batch read back is checked like one from a
/// stranger: first the checksum, then its shape and bounds.
///
/// Threads: any; reads and writes run side by side, and only the reservation of a place is one at a
/// time.
public final class SpillFile implements AutoCloseable {
    private final SpillSpace space;
    private final Disk disk;
    private final Path path;
    private Disk.DiskFile file;
    private Entry[] entries = new Entry[16];
    private int count;
    private long end;
    private boolean closed;

    private record Entry(long offset, long bytes, long checksum, List<Type> types) {}

    SpillFile(SpillSpace space, Disk disk, Path path) {
        this.space = space;
        this.disk = disk;
        this.path = path;
    }

    /// Writes a batch and returns its number.
    ///
    /// @throws TelegraphException of kind RESOURCE if the limit of the space or the disk is reached
    public int append(Batch batch) {
        MemorySegment bytes = batch.bytes();
        long size = bytes.byteSize();
        space.take(size, path);
        long offset;
        Disk.DiskFile to;
        try {
            synchronized (this) {
                to = opened();
                offset = end;
                end += size;
            }
        } catch (IOException e) {
            space.give(size);
            throw failed("created", e);
        } catch (IllegalStateException e) {
            space.give(size);
            throw e;
        }
        try {
            to.write(bytes, offset);
        } catch (IOException e) {
            // The place stays reserved, and counted, until the query ends.
            synchronized (this) {
                if (closed) {
                    throw new IllegalStateException(
                            "a spill file closed under a write: " + path, e);
                }
            }
            throw failed("written", e);
        }
        Entry entry = new Entry(offset, size, checksum(bytes), batch.types());
        batch.confirm();
        return entered(entry);
    }

    private Disk.DiskFile opened() throws IOException {
        if (closed) {
            throw new IllegalStateException("a closed spill file takes no batch: file=" + path);
        }
        if (file == null) {
            file = disk.create(path);
        }
        return file;
    }

    private synchronized int entered(Entry entry) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, count * 2);
        }
        entries[count] = entry;
        return count++;
    }

    /// Reads a batch into memory of `region`, pinned once for the caller.
    ///
    /// @throws TelegraphException of kind CORRUPT if the file no longer holds what was written, of
    ///   kind RESOURCE if the region has no room
    public Batch read(int number, Region region) {
        Entry entry;
        Disk.DiskFile from;
        synchronized (this) {
            if (closed || number < 0 || number >= count) {
                throw new IllegalStateException(
                        "a spilled batch is read by its number while its query runs: number="
                                + number
                                + " count="
                                + count
                                + " closed="
                                + closed);
            }
            entry = entries[number];
            from = file;
        }
        MemorySegment piece = region.allocate(entry.bytes);
        try {
            MemorySegment bytes = piece.asSlice(0, entry.bytes);
            from.read(bytes, entry.offset);
            long found = checksum(bytes);
            if (found != entry.checksum) {
                throw TelegraphException.corrupt(
                        "a spilled batch differs from what was written: file="
                                + path
                                + " offset="
                                + entry.offset
                                + " expected="
                                + Long.toHexString(entry.checksum)
                                + " found="
                                + Long.toHexString(found));
            }
            return Batch.open(region, piece, entry.types, path + " at " + entry.offset);
        } catch (IOException e) {
            region.free(piece);
            throw TelegraphException.corrupt(
                    "a spilled batch cannot be read: file="
                            + path
                            + " offset="
                            + entry.offset
                            + " cause="
                            + e,
                    e);
        } catch (RuntimeException e) {
            region.free(piece);
            throw e;
        }
    }

    /// Batches written so far.
    public synchronized int size() {
        return count;
    }

    /// Bytes written so far.
    public synchronized long bytes() {
        return end;
    }

    /// Deletes the file. Closing twice is harmless.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (file == null) {
            return;
        }
        try {
            file.close();
            disk.delete(path);
        } catch (IOException e) {
            throw failed("deleted", e);
        } finally {
            space.give(end);
        }
    }

    private TelegraphException failed(String what, Exception e) {
        return TelegraphException.resource(
                "a spill file cannot be "
                        + what
                        + ": file="
                        + path
                        + " bytes="
                        + end
                        + " cause="
                        + e.getMessage()
                        + ". Make room on that disk, or raise memory_limit.",
                e);
    }

    private static long checksum(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        for (long at = 0; at < bytes.byteSize(); at += 1 << 30) {
            crc.update(bytes.asSlice(at, Math.min(1 << 30, bytes.byteSize() - at)).asByteBuffer());
        }
        return crc.getValue();
    }
}
