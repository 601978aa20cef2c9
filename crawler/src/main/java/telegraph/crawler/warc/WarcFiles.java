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
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;

/// The WARC files of a crawl: `crawl-000001.warc.gz`, `crawl-000002.warc.gz`, … in its directory
/// `warc`. Each begins with a record about the file; then comes for each response one with all that
/// came, and one with the request. A payload that was archived a while ago is not written again:
/// the record says where it is (`revisit`, profile *identical-payload-digest*).
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
/// 4. When a capture begins to be written, less than [WarcOptions#syncBytes] before it are not
///    synced. So a power cut loses no more than these, and [Leftover] knows what to doubt.
/// 5. A payload that is referred to lies before what refers to it.
///
/// Threads: any. Packing goes on in [#PRESSES] at once, each with a buffer of its own; writing is
/// one at a time, under a lock. A capture that is longer than a buffer is packed under the lock,
/// from its first full buffer on. Whoever finds no press waits, and fetches nothing meanwhile.
public final class WarcFiles implements AutoCloseable {
    /// What is held on and off the heap, whatever is written.
    public static final int HELD_BYTES = 4 << 20;

    private static final int PRESSES = 4;
    private static final String OPEN = ".open";

    private final Disk disk;
    private final Path directory;
    private final WarcOptions options;
    private final Payloads payloads = new Payloads();
    private final List<Press> all = new ArrayList<>();
    private final BlockingQueue<Press> idle = new ArrayBlockingQueue<>(PRESSES);
    private final ReentrantLock writing = new ReentrantLock();
    private DiskFile file;
    private int number;
    private long written;
    private long synced;
    private boolean broken;

    private WarcFiles(Disk disk, Path directory, WarcOptions options) {
        this.disk = disk;
        this.directory = directory;
        this.options = options;
        for (int i = 0; i < PRESSES; i++) {
            all.add(press(this::drain));
        }
        idle.addAll(all);
    }

    private Press press(Parcel.Drain drain) {
        return new Press(drain, payloads, new SplittableRandom(options.chance().nextLong()));
    }

    /// Goes on with the WARC files of the crawl in the directory `crawl`, or begins them.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the disk fails
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
        try (DiskFile left = disk.open(path);
                Leftover leftover = new Leftover(left, options.syncBytes())) {
            whole = leftover.whole();
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

    private static Path withoutOpen(Path path) {
        String name = path.getFileName().toString();
        return path.resolveSibling(name.substring(0, name.length() - OPEN.length()));
    }

    /// Writes a response and its request. Waits for others that write.
    ///
    /// @throws telegraph.ground.TelegraphException of kind RESOURCE if the disk fails
    public void write(Capture capture) throws InterruptedException {
        Press press = idle.take();
        try {
            press.capture(capture);
            press.parcel().flush();
            wrote(press.parcel().bytes());
            press.made().ifPresent(payloads::add);
        } catch (IOException e) {
            throw Disk.failure("a WARC file could not be written", path(), e);
        } finally {
            if (writing.isHeldByCurrentThread()) {
                writing.unlock();
            }
            idle.add(press);
        }
    }

    /// Takes octets of a capture, whose first ones take the lock.
    private void drain(byte[] from, int length, long at) throws IOException, InterruptedException {
        if (!writing.isHeldByCurrentThread()) {
            writing.lockInterruptibly();
            if (broken) {
                throw new IllegalStateException("WARC files that failed take no more: " + path());
            }
            broken = true;
            if (file != null && written >= options.fileBytes()) {
                end();
            }
            if (file == null) {
                begin();
            }
        }
        put(from, length, at);
    }

    private void put(byte[] from, int length, long at) throws IOException {
        file.write(MemorySegment.ofArray(from).asSlice(0, length), written + at);
    }

    private void wrote(long bytes) throws IOException {
        written += bytes;
        if (written - synced >= options.syncBytes()) {
            file.sync();
            synced = written;
        }
        broken = false;
    }

    private void begin() throws IOException, InterruptedException {
        number++;
        written = 0;
        synced = 0;
        file = disk.create(path());
        disk.syncDirectory(directory);
        try (Press press = press(this::put)) {
            press.about(name(), options.clock().instant(), options.about());
            press.parcel().flush();
            written = press.parcel().bytes();
        }
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
