package telegraph.crawler.warc;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.crawler.Octets;
import telegraph.memory.Disk;
import telegraph.memory.Disk.DiskFile;

/// The WARC files of a crawl: `crawl-000001.warc.gz`, `crawl-000002.warc.gz`, … in its directory
/// `warc`. Each begins with a record about the file; then comes for each response one with all that
/// came, and one with the request.
///
/// A file has `.open` behind its name until it is complete. One that a killed crawl left is
/// completed by the next, which cuts what was torn at its end and begins a new file. Pages that
/// were under way then are fetched again, so a response can be there twice.
///
/// Invariants:
///
/// 1. A file without `.open` holds whole records only.
/// 2. A file gets no more records once it has [WarcOptions#fileBytes].
/// 3. After a failed write nothing more is written.
///
/// Threads: any. Packing goes on in [#PRESSES] at once, each with its own buffers; writing is one
/// at a time, under a lock. Of captures that need more room than a press has, one is packed at a
/// time: together they could need more than there is.
public final class WarcFiles implements AutoCloseable {
    private static final int PRESSES = 4;
    private static final String OPEN = ".open";

    private final Disk disk;
    private final Path directory;
    private final WarcOptions options;
    private final List<Press> all = new ArrayList<>();
    private final BlockingQueue<Press> idle = new ArrayBlockingQueue<>(PRESSES);
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock packingLong = new ReentrantLock();
    private DiskFile file;
    private int number;
    private long written;
    private boolean broken;

    private WarcFiles(Disk disk, Path directory, WarcOptions options) {
        this.disk = disk;
        this.directory = directory;
        this.options = options;
        for (int i = 0; i < PRESSES; i++) {
            all.add(new Press(new SplittableRandom(options.chance().nextLong())));
        }
        idle.addAll(all);
    }

    /// Goes on with the WARC files of the crawl in the directory `crawl`, or begins them.
    ///
    /// @throws telegraph.memory.TelegraphException of kind RESOURCE if the disk fails
    public static WarcFiles open(Disk disk, Path crawl, WarcOptions options) {
        WarcFiles files = new WarcFiles(disk, crawl.resolve("warc"), options);
        try {
            disk.createDirectories(files.directory);
            files.number = files.completeAll();
            return files;
        } catch (IOException e) {
            files.all.forEach(Press::close);
            throw Disk.failure("the WARC files must be writable", files.directory, e);
        }
    }

    /// Completes what a killed crawl left, and returns the highest number of a file.
    private int completeAll() throws IOException {
        int highest = 0;
        for (Path path : disk.list(directory)) {
            String name = path.getFileName().toString();
            if (!name.matches("crawl-\\d{6}\\.warc\\.gz(\\.open)?")) {
                continue;
            }
            highest = Math.max(highest, Integer.parseInt(name.substring(6, 12)));
            if (name.endsWith(OPEN)) {
                complete(path);
            }
        }
        return highest;
    }

    private void complete(Path path) throws IOException {
        long whole;
        try (DiskFile left = disk.open(path)) {
            whole = wholeMembers(left);
            left.resize(whole);
            left.sync();
        }
        if (whole == 0) {
            disk.delete(path);
        } else {
            disk.move(path, withoutOpen(path));
        }
        disk.syncDirectory(directory);
    }

    /// The length of all whole members at the beginning of a file.
    private static long wholeMembers(DiskFile file) throws IOException {
        byte[] head = new byte[GzipMember.HEAD_BYTES];
        byte[] tail = new byte[GzipMember.TAIL_BYTES];
        long size = file.size();
        long at = 0;
        while (size - at >= head.length) {
            file.read(MemorySegment.ofArray(head), at);
            long length = GzipMember.length(head);
            if (length < 0 || length > size - at) {
                break;
            }
            file.read(MemorySegment.ofArray(tail), at + length - tail.length);
            if (GzipMember.heldByTail(tail) != GzipMember.heldByHead(head)) {
                break;
            }
            at += length;
        }
        return at;
    }

    private static Path withoutOpen(Path path) {
        String name = path.getFileName().toString();
        return path.resolveSibling(name.substring(0, name.length() - OPEN.length()));
    }

    /// Writes a response and its request. Waits for others that write.
    ///
    /// @throws telegraph.memory.TelegraphException of kind RESOURCE if the disk fails
    public void write(Capture capture) throws InterruptedException {
        if (capture.body().length() <= Press.KEPT_BYTES) {
            pack(capture);
            return;
        }
        packingLong.lockInterruptibly();
        try {
            pack(capture);
        } finally {
            packingLong.unlock();
        }
    }

    private void pack(Capture capture) throws InterruptedException {
        Press press = idle.take();
        try {
            Octets packed = press.capture(capture);
            writing.lockInterruptibly();
            try {
                append(packed);
            } finally {
                writing.unlock();
            }
        } finally {
            press.shrink();
            idle.add(press);
        }
    }

    private void append(Octets packed) {
        if (broken) {
            throw new IllegalStateException("WARC files that failed take no more: " + path());
        }
        broken = true;
        try {
            if (file != null && written >= options.fileBytes()) {
                end();
            }
            if (file == null) {
                begin();
            }
            put(packed);
        } catch (IOException e) {
            throw Disk.failure("a WARC file could not be written", path(), e);
        }
        broken = false;
    }

    private void begin() throws IOException {
        number++;
        written = 0;
        file = disk.create(path());
        Press press = new Press(new SplittableRandom(options.chance().nextLong()));
        try {
            put(press.about(name(), options.clock().instant(), options.about()));
        } finally {
            press.close();
        }
    }

    private void put(Octets packed) throws IOException {
        MemorySegment octets = MemorySegment.ofArray(packed.array());
        file.write(octets.asSlice(0, packed.length()), written);
        written += packed.length();
    }

    private void end() throws IOException {
        file.sync();
        file.close();
        file = null;
        disk.move(path(), withoutOpen(path()));
        disk.syncDirectory(directory);
    }

    private String name() {
        return String.format(Locale.ROOT, "crawl-%06d.warc.gz", number);
    }

    private Path path() {
        return directory.resolve(name() + OPEN);
    }

    /// Completes the last file. Nobody writes any more.
    @Override
    public void close() {
        all.forEach(Press::close);
        if (file == null) {
            return;
        }
        try {
            if (broken) {
                file.close();
            } else {
                end();
            }
        } catch (IOException e) {
            throw Disk.failure("a WARC file could not be completed", path(), e);
        }
    }
}
