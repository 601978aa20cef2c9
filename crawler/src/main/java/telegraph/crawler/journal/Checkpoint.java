package telegraph.crawler.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import telegraph.crawler.mark.FrontierMark;
import telegraph.crawler.page.LogPosition;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// From where a crawl goes on: a state of the frontier, and the place in the journal behind all
/// that this state knows of.
///
/// It lies in one small file that is replaced in one step: written beside it, synced, moved.
///
/// | bytes | field                                                        |
/// |------:|--------------------------------------------------------------|
/// |     8 | `TGCHECK1`                                                   |
/// |     8 | CRC32C of the rest                                           |
/// |     8 | number of the frontier's mark                                |
/// |  4, 8 | file and offset in the journal                               |
/// |       | the counts                                                   |
/// | 4, 8·n| hashes of URLs that are done and will yet come out           |
/// |     4 | number of URLs that seeds were redirected to, and these      |
///
/// @param done URLs whose rows are in the journal but that the frontier's state has still queued
/// @param moved where seeds were redirected to
public record Checkpoint(
        FrontierMark mark,
        LogPosition journal,
        CrawlCounts tally,
        LongSet done,
        List<String> moved) {
    private static final String FILE = "checkpoint";
    private static final long MAGIC = 0x54474348_45434B31L;

    /// Replaces the one in the directory.
    ///
    /// @throws TelegraphException of kind RESOURCE if the disk is full or fails; then the one
    ///   before is still there
    static void write(Disk disk, Path directory, byte[] octets) {
        Path file = directory.resolve(FILE);
        Path beside = directory.resolve(FILE + ".new");
        try {
            try (DiskFile to = disk.create(beside)) {
                to.write(MemorySegment.ofArray(octets), 0);
                to.sync();
            }
            disk.move(beside, file);
            disk.syncDirectory(directory);
        } catch (IOException e) {
            throw Disk.failure("a checkpoint could not be written", file, e);
        }
    }

    /// What [#write] is to write, of everything as it is now.
    byte[] octets() {
        try {
            return encoded();
        } catch (IOException e) {
            throw new UncheckedIOException("arrays take what is written", e);
        }
    }

    private byte[] encoded() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(body);
        to.writeLong(mark.number());
        to.writeInt(journal.file());
        to.writeLong(journal.offset());
        tally.write(to);
        to.writeInt(done.size());
        for (long hash : done.toArray()) {
            to.writeLong(hash);
        }
        to.writeInt(moved.size());
        for (String url : moved) {
            to.writeUTF(url);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream(body.size() + 16);
        DataOutputStream head = new DataOutputStream(whole);
        head.writeLong(MAGIC);
        head.writeLong(sum(body.toByteArray(), 0));
        body.writeTo(head);
        return whole.toByteArray();
    }

    /// The one in the directory, if there is one.
    ///
    /// @throws TelegraphException of kind CORRUPT if it is damaged
    static boolean isIn(Disk disk, Path directory) throws IOException {
        return disk.exists(directory.resolve(FILE));
    }

    public static Optional<Checkpoint> read(Disk disk, Path directory, Region region) {
        Path path = directory.resolve(FILE);
        try {
            if (!disk.exists(path)) {
                return Optional.empty();
            }
            byte[] octets;
            try (DiskFile file = disk.open(path)) {
                octets = new byte[Math.toIntExact(file.size())];
                file.read(MemorySegment.ofArray(octets), 0);
            }
            DataInputStream from = new DataInputStream(new ByteArrayInputStream(octets));
            if (octets.length < 16
                    || from.readLong() != MAGIC
                    || from.readLong() != sum(octets, 16)) {
                throw TelegraphException.corrupt(
                        "a checkpoint is whole: file=" + path + " bytes=" + octets.length);
            }
            return Optional.of(body(from, region));
        } catch (IOException e) {
            throw Disk.failure("a checkpoint could not be read", path, e);
        }
    }

    private static Checkpoint body(DataInputStream from, Region region) throws IOException {
        FrontierMark mark = new FrontierMark(from.readLong());
        LogPosition journal = new LogPosition(from.readInt(), from.readLong());
        CrawlCounts tally = CrawlCounts.read(from);
        LongSet done = new LongSet(region);
        for (int left = from.readInt(); left > 0; left--) {
            done.add(from.readLong());
        }
        List<String> moved = new ArrayList<>();
        for (int left = from.readInt(); left > 0; left--) {
            moved.add(from.readUTF());
        }
        return new Checkpoint(mark, journal, tally, done, moved);
    }

    private static long sum(byte[] octets, int start) {
        CRC32C crc = new CRC32C();
        crc.update(octets, start, octets.length - start);
        return crc.getValue();
    }
}
