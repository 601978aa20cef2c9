package telegraph.sources.fetch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import telegraph.ground.Disk;

/// Answers kept in a directory, one file each, at most so many bytes.
///
/// A file is named by the hash of all that was sent, so that neither addresses nor secrets can be
/// read from the directory, and that answers for different tokens never mix. Sources that send the
/// same share an answer, and each reader says how old it may be.
///
/// | part        | type   |                                                     |
/// |-------------|--------|-----------------------------------------------------|
/// | version     | int    | a file of another version is as good as none        |
/// | since       | long   | when the server gave it, in milliseconds since 1970 |
/// | fresh until | long   | as its headers say, the same                        |
/// | texts       | 5 UTF  | address, content type, link, entity tag, modified   |
/// | body        | bytes  | length first                                        |
/// | checksum    | long   | CRC32 of all before                                 |
///
/// Invariants: a file appears whole, by an atomic move; a damaged one is deleted and counts as
/// none; when the limit is passed those used longest ago go. A cache that cannot read or write
/// fails no query: the answer is then fetched again. Nothing is synced: after a crash a file may be
/// whole, damaged or gone.
///
/// Threads: any.
public final class ResponseCache {
    private static final int VERSION = 2;
    private static final String SUFFIX = ".page";
    private static final String TEMPORARY = ".tmp";
    private static final long FILE_BYTES_MIN = 4096;

    private final Disk disk;
    private final Path directory;
    private final long bytesMax;
    private final Map<String, Use> files = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong uses = new AtomicLong();
    private final ReentrantLock sweeping = new ReentrantLock();
    private volatile boolean listed;

    /// @param order greater for those used later
    private record Use(long bytes, long order) {}

    /// A kept answer.
    ///
    /// @param since when the server gave it, or said that it still holds
    /// @param freshUntil until when it can be used without asking again, as its headers say
    /// @param address where it came from, without the query
    public record Kept(
            Instant since,
            Instant freshUntil,
            String address,
            String contentType,
            String link,
            String entityTag,
            String modified,
            byte[] body) {
        /// Whether it can be used without asking again.
        ///
        /// @param ttl how old it may be whatever its headers say; empty to follow them
        boolean isFresh(Instant now, Optional<Duration> ttl) {
            return now.isBefore(ttl.map(since::plus).orElse(freshUntil));
        }
    }

    public ResponseCache(Disk disk, Path directory, long bytesMax) {
        this.disk = disk;
        this.directory = directory;
        this.bytesMax = bytesMax;
    }

    boolean isOff() {
        return bytesMax <= 0;
    }

    public long bytes() {
        return bytes.get();
    }

    /// A name for what is sent, which no other request has.
    public static String key(PageRequest request) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            part(hash, request.method().getBytes(StandardCharsets.UTF_8));
            part(hash, request.uri().toString().getBytes(StandardCharsets.UTF_8));
            part(hash, request.body());
            request.headers().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(header -> {
                        part(hash, header.getKey().getBytes(StandardCharsets.UTF_8));
                        part(hash, header.getValue().getBytes(StandardCharsets.UTF_8));
                    });
            return HexFormat.of().formatHex(hash.digest(), 0, 20);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Takes a part with its length, so that no two requests are the same bytes in a row.
    private static void part(MessageDigest hash, byte[] bytes) {
        hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        hash.update(bytes);
    }

    public Optional<Kept> find(String key) {
        list();
        Use use = files.get(key);
        if (use == null) {
            return Optional.empty();
        }
        files.replace(key, use, new Use(use.bytes, uses.incrementAndGet()));
        try {
            Optional<Kept> kept = decode(read(file(key)));
            if (kept.isEmpty()) {
                remove(key);
            }
            return kept;
        } catch (NoSuchFileException e) {
            remove(key);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public void store(String key, Kept kept) {
        list();
        byte[] encoded = encode(kept);
        long size = Math.max(encoded.length, FILE_BYTES_MIN);
        if (size > bytesMax / 4) {
            return;
        }
        long use = uses.incrementAndGet();
        try {
            disk.createDirectories(directory);
            Path temporary = directory.resolve(key + "." + use + TEMPORARY);
            try {
                write(temporary, encoded);
                disk.move(temporary, file(key));
            } catch (IOException e) {
                disk.delete(temporary);
                throw e;
            }
        } catch (IOException e) {
            remove(key);
            return;
        }
        Use before = files.put(key, new Use(size, use));
        bytes.addAndGet(size - (before == null ? 0 : before.bytes));
        evict();
    }

    private byte[] read(Path path) throws IOException {
        try (Disk.DiskFile file = disk.openToRead(path)) {
            byte[] read = new byte[(int) Math.min(file.size(), bytesMax)];
            file.read(MemorySegment.ofArray(read), 0);
            return read;
        }
    }

    private void write(Path path, byte[] written) throws IOException {
        try (Disk.DiskFile file = disk.create(path)) {
            file.write(MemorySegment.ofArray(written), 0);
        }
    }

    private void evict() {
        if (bytes.get() <= bytesMax) {
            return;
        }
        sweeping.lock();
        try {
            evictOldest();
        } finally {
            sweeping.unlock();
        }
    }

    private void evictOldest() {
        List<Map.Entry<String, Use>> oldest =
                files.entrySet().stream()
                        .map(e -> Map.entry(e.getKey(), e.getValue()))
                        .sorted(Comparator.comparingLong(e -> e.getValue().order))
                        .toList();
        for (Map.Entry<String, Use> entry : oldest) {
            if (bytes.get() <= bytesMax * 9 / 10) {
                return;
            }
            remove(entry.getKey());
        }
    }

    private void remove(String key) {
        Use use = files.remove(key);
        if (use != null) {
            bytes.addAndGet(-use.bytes);
        }
        try {
            disk.delete(file(key));
        } catch (IOException e) {
            // Left for the next start to list again.
            return;
        }
    }

    private Path file(String key) {
        return directory.resolve(key + SUFFIX);
    }

    /// Reads the directory once, on first use, and clears what a crash left half written.
    private void list() {
        if (listed) {
            return;
        }
        sweeping.lock();
        try {
            if (!listed && disk.exists(directory)) {
                for (Path path : disk.list(directory)) {
                    list(path);
                }
            }
        } catch (IOException e) {
            files.clear();
            bytes.set(0);
        } finally {
            listed = true;
            sweeping.unlock();
        }
    }

    private void list(Path path) throws IOException {
        String name = path.getFileName().toString();
        if (name.endsWith(SUFFIX)) {
            long size = Math.max(disk.size(path), FILE_BYTES_MIN);
            String key = name.substring(0, name.length() - SUFFIX.length());
            files.put(key, new Use(size, uses.incrementAndGet()));
            bytes.addAndGet(size);
        } else if (name.endsWith(TEMPORARY)) {
            disk.delete(path);
        }
    }

    private static byte[] encode(Kept kept) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(kept.body.length + 512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(VERSION);
            out.writeLong(kept.since.toEpochMilli());
            out.writeLong(kept.freshUntil.toEpochMilli());
            out.writeUTF(kept.address);
            out.writeUTF(kept.contentType);
            out.writeUTF(kept.link);
            out.writeUTF(kept.entityTag);
            out.writeUTF(kept.modified);
            out.writeInt(kept.body.length);
            out.write(kept.body);
            out.flush();
            CRC32 checksum = new CRC32();
            checksum.update(bytes.toByteArray());
            out.writeLong(checksum.getValue());
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("memory takes what is written to it", e);
        }
    }

    private static Optional<Kept> decode(byte[] file) {
        if (file.length < Long.BYTES) {
            return Optional.empty();
        }
        CRC32 checksum = new CRC32();
        checksum.update(file, 0, file.length - Long.BYTES);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(file))) {
            if (in.readInt() != VERSION) {
                return Optional.empty();
            }
            Instant since = Instant.ofEpochMilli(in.readLong());
            Instant freshUntil = Instant.ofEpochMilli(in.readLong());
            String address = in.readUTF();
            String contentType = in.readUTF();
            String link = in.readUTF();
            String entityTag = in.readUTF();
            String modified = in.readUTF();
            int length = in.readInt();
            int at = file.length - in.available();
            if (length < 0 || at + length + Long.BYTES != file.length) {
                return Optional.empty();
            }
            byte[] body = Arrays.copyOfRange(file, at, at + length);
            in.skipNBytes(length);
            return in.readLong() == checksum.getValue()
                    ? Optional.of(
                            new Kept(
                                    since,
                                    freshUntil,
                                    address,
                                    contentType,
                                    link,
                                    entityTag,
                                    modified,
                                    body))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
