package telegraph.store.log;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.RecoveryWatch;

/// The log: records in the order in which they were appended, each known by its position, its LSN.
///
/// ```
///  truncated │ segment files                  │ ring in memory  │
/// ───────────┼───────────────┬────────────────┼─────────────────┤
///          start          flushed          written             end
/// ```
///
/// Invariants:
///
/// 1. `flushed <= written <= end <= written + ring`; each is where a record begins or would.
/// 2. What lies before `flushed` is on the disk; what lies before `written` is with the system.
/// 3. After a crash the log holds all records before some end that is not before `flushed`, and
///    nothing after it ever comes back.
/// 4. Once a write or sync failed, nothing is appended, written or synced any more: the system may
///    have dropped what it could not write, so a second sync that succeeds would prove nothing.
///
/// Whoever waits for a flush first does it for all who appended before (group commit: DeWitt et
/// al., *Implementation Techniques for Main Memory Database Systems*, 1984).
///
/// Threads: any. Appending spins on a latch for as long as a copy takes. The ring belongs to the
/// caller and may be freed after [#close].
public final class Log implements AutoCloseable {
    /// Where the first record of a new log is.
    public static final long FIRST_LSN = 64;

    /// No mark: an append that asks for none.
    public static final long ANY_MARK = -1;

    private static final int SEGMENT_BYTES = 16 << 20;
    private static final LogPass.Share PROVING = new LogPass.Share(0, 0.25);

    private final LogSegments files;
    private final Ring ring;

    /// Guards `end`, `mark` and the ring's bytes from `written` to `end`.
    private final SpinLatch latch = new SpinLatch();

    private final byte[] header = new byte[RecordFraming.HEADER_BYTES];

    /// Guards `written`.
    private final ReentrantLock writing = new ReentrantLock();

    /// Guards the two below.
    private final ReentrantLock gate = new ReentrantLock();

    private final Condition synced = gate.newCondition();
    private boolean leading;
    private boolean woken;

    private volatile long start;
    private volatile long flushed;
    private volatile long written;
    private volatile long end;
    private volatile long mark;
    private volatile TelegraphException failure;
    private volatile long syncs;
    private final long opened;

    private Log(LogSegments files, MemorySegment ring, long start, long end) {
        this.files = files;
        this.ring = new Ring(ring);
        this.start = start;
        this.flushed = end;
        this.written = end;
        this.end = end;
        this.opened = end;
    }

    /// Where a log lies.
    ///
    /// @param segmentBytes bytes of one file
    public record Place(Disk disk, Path directory, int segmentBytes) {
        public Place(Disk disk, Path directory) {
            this(disk, directory, SEGMENT_BYTES);
        }
    }

    /// The log that is there, with whole records from `start` on, or a new one. A half-written end
    /// is cut off.
    ///
    /// @param ring memory for what was not written yet
    /// @param start where a record begins that was synced; or would, if nothing was appended since;
    ///   [#FIRST_LSN] for a new log
    /// @throws TelegraphException of kind CORRUPT if a record that was synced is not whole
    public static Log open(Place place, MemorySegment ring, long start) {
        return open(place, ring, start, RecoveryWatch.NOBODY);
    }

    /// As [#open(Place,MemorySegment,long)].
    ///
    /// @param watch hears how far it is, which is the first of recovery's passes
    public static Log open(Place place, MemorySegment ring, long start, RecoveryWatch watch) {
        LogSegments files = files(place);
        boolean open = false;
        try {
            long limit = files.end();
            LogReader reader = new LogReader(files, start, limit);
            LogPass pass = new LogPass(watch, new LogPass.Stretch(start, limit), PROVING);
            while (reader.next()) {
                // Each move proves one more record.
                pass.at(reader.lsn(), limit - start);
            }
            long end = reader.end();
            long survivor = reader.survivorOf(end);
            if (survivor >= 0) {
                throw LogFailures.damaged(files, end, " valid-after=" + survivor);
            }
            // The rest must be gone before anything is written over its beginning, else a record
            // of it could follow a new one that happens to end where it begins.
            files.cutAfter(end);
            files.sync(start, Math.max(end, start + 1));
            files.truncateBefore(start);
            open = true;
            return new Log(files, ring, start, end);
        } catch (IOException e) {
            throw LogFailures.notWritten(files, start, e);
        } finally {
            if (!open) {
                files.abandon();
            }
        }
    }

    private static LogSegments files(Place place) {
        try {
            return new LogSegments(place.disk, place.directory, place.segmentBytes);
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the directory of a log must be one that can be written: directory="
                            + place.directory
                            + " cause="
                            + e.getMessage(),
                    e);
        }
    }

    /// Appends a record, and returns its LSN.
    public long append(byte[] body, int length) {
        return append(body, length, ANY_MARK);
    }

    /// Appends a record if the mark still is `ifMark`, and returns its LSN; or -1 if it is not.
    public long append(byte[] body, int length, long ifMark) {
        return append(body, length, ifMark, false);
    }

    /// Appends a record and makes its LSN the mark: who asked for the mark before appends nothing
    /// under it any more.
    public long appendMark(byte[] body, int length) {
        return append(body, length, ANY_MARK, true);
    }

    private long append(byte[] body, int length, long ifMark, boolean marks) {
        if (length <= 0) {
            throw new IllegalArgumentException("a record has a body: length=" + length);
        }
        int checksum = RecordFraming.checksum(body, 0, length);
        long size = RecordFraming.size(length);
        if (size > ring.bytes()) {
            return appendLarge(body, length, ifMark, marks);
        }
        while (true) {
            latch.take();
            try {
                long at = end;
                demandUsable();
                if (ifMark != ANY_MARK && ifMark != mark) {
                    return -1;
                }
                if (at + size - written <= ring.bytes()) {
                    RecordFraming.put(
                            header, new RecordFraming.Header(at, length, checksum, distance(at)));
                    ring.put(header, RecordFraming.HEADER_BYTES, at);
                    ring.put(body, length, at + RecordFraming.HEADER_BYTES);
                    ring.putZeros(at + RecordFraming.HEADER_BYTES + length, at + size);
                    if (marks) {
                        mark = at;
                    }
                    end = at + size;
                    return at;
                }
            } finally {
                latch.give();
            }
            write(end - RecordFraming.ALIGNMENT);
        }
    }

    private int distance(long at) {
        return (int) Math.min(Integer.MAX_VALUE, at - flushed);
    }

    /// Appends what the ring cannot hold: straight to the files, piece by piece through the ring,
    /// while all others wait.
    private long appendLarge(byte[] body, int length, long ifMark, boolean marks) {
        int checksum = RecordFraming.checksum(body, 0, length);
        writing.lock();
        try {
            latchWithNothingToWrite();
            try {
                demandUsable();
                if (ifMark != ANY_MARK && ifMark != mark) {
                    return -1;
                }
                long at = end;
                long size = RecordFraming.size(length);
                RecordFraming.put(
                        header, new RecordFraming.Header(at, length, checksum, distance(at)));
                try {
                    ring.writeThrough(header, RecordFraming.HEADER_BYTES, at, files);
                    ring.writeThrough(body, length, at + RecordFraming.HEADER_BYTES, files);
                } catch (IOException e) {
                    throw fail(LogFailures.notWritten(files, at, e));
                }
                if (marks) {
                    mark = at;
                }
                end = at + size;
                written = at + size;
                return at;
            } finally {
                latch.give();
            }
        } finally {
            writing.unlock();
        }
    }

    private void latchWithNothingToWrite() {
        while (true) {
            latch.take();
            if (written == end) {
                return;
            }
            latch.give();
            writeAll();
        }
    }

    /// Returns when the record at `lsn` is with the operating system.
    public void write(long lsn) {
        if (written > lsn) {
            return;
        }
        writing.lock();
        try {
            if (written <= lsn) {
                writeAll();
            }
        } finally {
            writing.unlock();
        }
    }

    /// Writes all that was appended; the caller has `writing`.
    private void writeAll() {
        demandUsable();
        long from = written;
        long to = end;
        try {
            ring.write(from, to, files);
        } catch (IOException e) {
            throw fail(LogFailures.notWritten(files, from, e));
        }
        written = to;
    }

    /// Returns when the record at `lsn` is on the disk.
    ///
    /// @throws TelegraphException of kind RESOURCE if the disk fails, or failed before
    public void flush(long lsn) {
        while (flushed <= lsn) {
            gate.lock();
            try {
                while (leading && flushed <= lsn) {
                    synced.awaitUninterruptibly();
                }
                if (flushed > lsn) {
                    return;
                }
                demandUsable();
                leading = true;
            } finally {
                gate.unlock();
            }
            lead();
        }
    }

    private void lead() {
        try {
            if (woken) {
                // Those whom the last sync woke may be about to append their next record.
                Thread.yield();
            }
            long from = flushed;
            write(end - RecordFraming.ALIGNMENT);
            long to = written;
            files.sync(from, to);
            syncs++;
            flushed = to;
        } catch (IOException e) {
            throw fail(LogFailures.notWritten(files, flushed, e));
        } finally {
            gate.lock();
            try {
                leading = false;
                woken = gate.hasWaiters(synced);
                synced.signalAll();
            } finally {
                gate.unlock();
            }
        }
    }

    private TelegraphException fail(TelegraphException reason) {
        gate.lock();
        try {
            if (failure == null) {
                failure = reason;
            }
            return reason;
        } finally {
            gate.unlock();
        }
    }

    /// Takes nothing any more, for a reason that lies outside of the log.
    public void refuse(RuntimeException reason) {
        fail(LogFailures.refused(reason));
    }

    /// Whether a write or sync failed, so that the log takes nothing any more.
    public boolean hasFailed() {
        return failure != null;
    }

    /// @throws TelegraphException with the reason if the log has failed
    public void demandUsable() {
        TelegraphException reason = failure;
        if (reason != null) {
            throw LogFailures.again(reason);
        }
    }

    /// Reads the body of the record at `lsn`, written or not.
    ///
    /// @throws TelegraphException of kind CORRUPT if there is no whole record
    public void read(long lsn, Bytes into) {
        if (lsn >= written && readRing(lsn, into)) {
            return;
        }
        try {
            byte[] head = new byte[RecordFraming.HEADER_BYTES];
            files.read(head, 0, head.length, lsn);
            RecordFraming.Header found = RecordFraming.header(head, 0, lsn);
            if (found.length() <= 0 || lsn + found.length() > written) {
                throw LogFailures.damaged(files, lsn, " length=" + found.length());
            }
            into.length(found.length());
            files.read(into.array(), 0, found.length(), lsn + RecordFraming.HEADER_BYTES);
            int checksum = RecordFraming.checksum(into.array(), 0, found.length());
            if (checksum != found.checksum()) {
                throw LogFailures.damaged(
                        files,
                        lsn,
                        " expected="
                                + Integer.toHexString(found.checksum())
                                + " found="
                                + Integer.toHexString(checksum));
            }
        } catch (IOException e) {
            throw LogFailures.notRead(files, lsn, e);
        }
    }

    private boolean readRing(long lsn, Bytes into) {
        latch.take();
        try {
            if (lsn < written) {
                return false;
            }
            if (lsn >= end) {
                throw new IllegalArgumentException(
                        "only what was appended can be read: lsn=" + lsn + " end=" + end);
            }
            into.length(RecordFraming.HEADER_BYTES);
            ring.take(into.array(), RecordFraming.HEADER_BYTES, lsn);
            int length = RecordFraming.length(into.array(), 0);
            into.length(length);
            ring.take(into.array(), length, lsn + RecordFraming.HEADER_BYTES);
            return true;
        } finally {
            latch.give();
        }
    }

    /// Goes over the records that are written by now, from the one at `lsn` on.
    public LogReader reader(long lsn) {
        return new LogReader(files, lsn, written);
    }

    /// Forgets what lies before `lsn`, as far as whole segments go.
    public void truncate(long lsn) {
        try {
            files.truncateBefore(Math.min(lsn, flushed));
            start = Math.max(start, Math.min(lsn, flushed));
        } catch (IOException e) {
            throw fail(LogFailures.notWritten(files, lsn, e));
        }
    }

    /// Where the record after one of that length begins.
    public static long end(long lsn, int length) {
        return lsn + RecordFraming.size(length);
    }

    /// Where the next record will be, or a later place.
    public long end() {
        return end;
    }

    /// What lies before is on the disk.
    public long flushed() {
        return flushed;
    }

    public long mark() {
        return mark;
    }

    /// Makes `lsn` the mark, before anything is appended.
    public void mark(long lsn) {
        mark = lsn;
    }

    /// Copies what lies between two positions to another directory.
    public void copy(long from, long to, Place target) throws IOException {
        files.copy(from, to, files(target));
    }

    /// Times the files were synced for a flush.
    public long syncs() {
        return syncs;
    }

    /// Bytes appended since the log was opened.
    public long bytesAppended() {
        return end - opened;
    }

    /// Closes the files, flushing nothing.
    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException e) {
            throw LogFailures.notWritten(files, written, e);
        }
    }
}
