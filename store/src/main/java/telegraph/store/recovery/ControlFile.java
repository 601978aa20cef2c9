package telegraph.store.recovery;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.store.log.Log;
import telegraph.store.tree.PageLayout;

/// What stands in the file `control`: where recovery begins, and which numbers are used up.
///
/// | offset | bytes | field                                                   |
/// |-------:|------:|---------------------------------------------------------|
/// |      0 |     8 | `TGSTORE1`                                              |
/// |      8 |     4 | format: a store of a later one is refused               |
/// |     12 |     4 | bytes of a page                                         |
/// |     16 |     8 | LSN of the last complete checkpoint, from which to redo |
/// |     24 |     8 | LSN of the first record that may have to be undone      |
/// |     32 |     8 | the next transaction's id                               |
/// |     40 |     4 | the next container's id                                 |
/// |     44 |     4 | CRC32C of what stands before                            |
///
/// All is little-endian. A new version is written beside it, synced and moved into its place, so
/// that after a crash there is the old one or the new one.
///
/// @param redo where redo begins
/// @param start where the log begins; not after `redo`
/// @param nextTransaction no transaction so far has this id or a larger one
/// @param nextContainer no container so far has this id or a larger one
record ControlFile(long redo, long start, long nextTransaction, int nextContainer) {
    private static final String NAME = "control";
    private static final int FORMAT = 1;
    private static final int BYTES = 48;
    private static final int CHECKED_BYTES = BYTES - 4;
    private static final long MAGIC = 0x3145_524F_5453_4754L;

    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// What a new store begins with.
    static ControlFile first(int firstContainer) {
        return new ControlFile(Log.FIRST_LSN, Log.FIRST_LSN, 1, firstContainer);
    }

    static boolean exists(Disk disk, Path directory) throws IOException {
        return disk.exists(directory.resolve(NAME));
    }

    /// @throws TelegraphException of kind CORRUPT if it is not what was written, of kind INPUT if
    ///   it is of a later format
    static ControlFile read(Disk disk, Path directory) {
        Path path = directory.resolve(NAME);
        MemorySegment bytes = MemorySegment.ofArray(new byte[BYTES]);
        try (Disk.DiskFile file = disk.open(path)) {
            if (file.size() < BYTES) {
                throw damaged(path, "bytes=" + file.size() + " expected=" + BYTES);
            }
            file.read(bytes, 0);
        } catch (IOException e) {
            throw Disk.failure("the control file of a store must be readable", path, e);
        }
        if (bytes.get(LONG, 0) != MAGIC) {
            throw damaged(path, "magic=" + Long.toHexString(bytes.get(LONG, 0)));
        }
        int format = bytes.get(INT, 8);
        if (format > FORMAT) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a store is opened by a Telegraph that knows its format: file="
                            + path
                            + " format="
                            + format
                            + " known="
                            + FORMAT
                            + ". Use a later Telegraph.");
        }
        int found = checksum(bytes);
        if (bytes.get(INT, CHECKED_BYTES) != found || bytes.get(INT, 12) != PageLayout.PAGE_BYTES) {
            throw damaged(
                    path,
                    "expected="
                            + Integer.toHexString(bytes.get(INT, CHECKED_BYTES))
                            + " found="
                            + Integer.toHexString(found)
                            + " page="
                            + bytes.get(INT, 12));
        }
        return new ControlFile(
                bytes.get(LONG, 16), bytes.get(LONG, 24), bytes.get(LONG, 32), bytes.get(INT, 40));
    }

    /// Puts this in the place of what is there, for good when it returns.
    void write(Disk disk, Path directory) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[BYTES]);
        bytes.set(LONG, 0, MAGIC);
        bytes.set(INT, 8, FORMAT);
        bytes.set(INT, 12, PageLayout.PAGE_BYTES);
        bytes.set(LONG, 16, redo);
        bytes.set(LONG, 24, start);
        bytes.set(LONG, 32, nextTransaction);
        bytes.set(INT, 40, nextContainer);
        bytes.set(INT, CHECKED_BYTES, checksum(bytes));
        Path fresh = directory.resolve(NAME + ".new");
        try {
            try (Disk.DiskFile file = disk.create(fresh)) {
                file.write(bytes, 0);
                file.sync();
            }
            disk.move(fresh, directory.resolve(NAME));
            disk.syncDirectory(directory);
        } catch (IOException e) {
            throw Disk.failure("the control file of a store must be replaceable", fresh, e);
        }
    }

    private static int checksum(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asSlice(0, CHECKED_BYTES).asByteBuffer());
        return (int) crc.getValue();
    }

    private static TelegraphException damaged(Path path, String facts) {
        return TelegraphException.corrupt(
                "the control file of a store differs from what was written: file="
                        + path
                        + " "
                        + facts
                        + ". Restore a backup.");
    }
}
