package telegraph.store.recovery;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.tree.Chain;
import telegraph.store.tree.LeafChange;
import telegraph.store.tree.PageLayout;

/// The body of a record of the log, as it lies in an array.
///
/// | offset | bytes | field                                                            |
/// |-------:|------:|------------------------------------------------------------------|
/// |      0 |     1 | kind                                                             |
/// |      1 |     1 | 1: a compensation, 2: large value before, 4: large value after    |
/// |      2 |     2 | changes: bytes of the key                                        |
/// |      4 |     4 | changes: bytes of the payload before; images: how many            |
/// |      8 |     8 | transaction, 0 if none                                           |
/// |     16 |     8 | which record of the transaction is to be undone after this; 0: none |
/// |     24 |     8 | changes: page; create, drop, load: container in the upper half    |
/// |     32 |       | changes: key, payload before, payload after; images: see below    |
///
/// | kind | name       | redo                        | undo                          |
/// |-----:|------------|-----------------------------|-------------------------------|
/// |    1 | INSERT     | on the page, if it is older | by key; logs a compensation   |
/// |    2 | UPDATE     | as INSERT                   | as INSERT                     |
/// |    3 | DELETE     | as INSERT                   | as INSERT                     |
/// |    4 | PURGE      | as INSERT                   | never                         |
/// |    5 | IMAGES     | each page that is older     | never                         |
/// |    6 | CREATE     | makes the file              | deletes it                    |
/// |    7 | DROP       | deletes the file, if committed | nothing                    |
/// |    8 | COMMIT     |                             |                               |
/// |    9 | END        | of a transaction undone     |                               |
/// |   10 | CHECKPOINT |                             |                               |
/// |   11 | LOAD       | nothing: images follow      | empties the container         |
///
/// An image is: page id (8), start of the hole (2), end of the hole (2), the bytes before the hole,
/// the bytes after it.
///
/// Threads: one at a time.
final class LogRecord {
    /// What a record says.
    enum Kind {
        INSERT(1),
        UPDATE(2),
        DELETE(3),
        PURGE(4),
        IMAGES(5),
        CREATE(6),
        DROP(7),
        COMMIT(8),
        END(9),
        CHECKPOINT(10),
        LOAD(11);

        private static final Kind[] ALL = values();
        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        private static Kind of(LeafChange.Kind kind) {
            return switch (kind) {
                case INSERT -> INSERT;
                case UPDATE -> UPDATE;
                case DELETE -> DELETE;
                case PURGE -> PURGE;
            };
        }

        private LeafChange.Kind ofLeaf() {
            return switch (this) {
                case INSERT -> LeafChange.Kind.INSERT;
                case UPDATE -> LeafChange.Kind.UPDATE;
                case DELETE -> LeafChange.Kind.DELETE;
                case PURGE -> LeafChange.Kind.PURGE;
                case IMAGES, CREATE, DROP, COMMIT, END, CHECKPOINT, LOAD ->
                        throw new IllegalStateException("no change of a key: kind=" + this);
            };
        }
    }

    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int HEADER_BYTES = 32;
    private static final int IMAGE_HEADER_BYTES = 12;
    private static final int COMPENSATION = 1;
    private static final int LARGE_BEFORE = 2;
    private static final int LARGE_AFTER = 4;

    private byte[] array;
    private int offset;
    private int length;

    // Writing

    private static void start(Bytes to, Kind kind, Chain chain) {
        byte[] array = to.length(HEADER_BYTES).array();
        boolean compensation = chain != null && chain.isUndoing();
        array[0] = kind.code;
        array[1] = (byte) (compensation ? COMPENSATION : 0);
        SHORT.set(array, 2, (short) 0);
        INT.set(array, 4, 0);
        LONG.set(array, 8, chain == null ? 0 : chain.transaction());
        LONG.set(array, 16, chain == null ? 0 : compensation ? chain.undoNext() : chain.last());
        LONG.set(array, 24, 0L);
    }

    /// Writes a record that says no more than whose it is.
    static void write(Bytes to, Kind kind, Chain chain) {
        start(to, kind, chain);
    }

    /// Writes the creation, the drop or the loading of a container.
    static void write(Bytes to, Kind kind, Chain chain, int container) {
        start(to, kind, chain);
        LONG.set(to.array(), 24, (long) container << 32);
    }

    /// Writes a change of a key, of no transaction if `chain` is null.
    static void write(Bytes to, LeafChange change, Chain chain, long pageId) {
        start(to, Kind.of(change.kind()), chain);
        byte[] array = to.array();
        array[1] |= (byte) (change.isLargeBefore() ? LARGE_BEFORE : 0);
        array[1] |= (byte) (change.isLargeAfter() ? LARGE_AFTER : 0);
        SHORT.set(array, 2, (short) change.key().length());
        INT.set(array, 4, change.before().length());
        LONG.set(array, 24, pageId);
        to.append(change.key().array(), 0, change.key().length());
        to.append(change.before().array(), 0, change.before().length());
        to.append(change.after().array(), 0, change.after().length());
    }

    /// Begins a record of `count` images, each to be added by [#addImage].
    static void startImages(Bytes to, int count) {
        start(to, Kind.IMAGES, null);
        INT.set(to.array(), 4, count);
    }

    static void addImage(Bytes to, long pageId, MemorySegment memory, long at) {
        int holeStart = PageLayout.holeStart(memory, at);
        int holeEnd = PageLayout.holeEnd(memory, at);
        if (holeStart > holeEnd || holeEnd > PageLayout.PAGE_BYTES) {
            holeStart = PageLayout.PAGE_BYTES;
            holeEnd = PageLayout.PAGE_BYTES;
        }
        int from = to.length();
        int tail = PageLayout.PAGE_BYTES - holeEnd;
        byte[] array = to.length(from + IMAGE_HEADER_BYTES + holeStart + tail).array();
        LONG.set(array, from, pageId);
        SHORT.set(array, from + 8, (short) holeStart);
        SHORT.set(array, from + 10, (short) holeEnd);
        int body = from + IMAGE_HEADER_BYTES;
        copyOut(memory, at, array, body, holeStart);
        copyOut(memory, at + holeEnd, array, body + holeStart, tail);
    }

    private static void copyOut(MemorySegment memory, long at, byte[] to, int index, int count) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, to, index, count);
    }

    // Reading

    /// Makes this the record of which the body lies there.
    LogRecord over(byte[] from, int start, int bytes) {
        array = from;
        offset = start;
        length = bytes;
        if (bytes < HEADER_BYTES) {
            throw TelegraphException.corrupt("a record of the log has a header: bytes=" + bytes);
        }
        return this;
    }

    Kind kind() {
        int code = array[offset];
        if (code < 1 || code > Kind.ALL.length) {
            throw TelegraphException.corrupt(
                    "a record of the log is of a kind that is known: kind=" + code);
        }
        return Kind.ALL[code - 1];
    }

    boolean isCompensation() {
        return (array[offset + 1] & COMPENSATION) != 0;
    }

    long transaction() {
        return (long) LONG.get(array, offset + 8);
    }

    long undoNext() {
        return (long) LONG.get(array, offset + 16);
    }

    long pageId() {
        return (long) LONG.get(array, offset + 24);
    }

    int container() {
        return (int) (pageId() >>> 32);
    }

    /// The change of a key that this is.
    void change(LeafChange into) {
        into.start(kind().ofLeaf());
        into.large((array[offset + 1] & LARGE_BEFORE) != 0, (array[offset + 1] & LARGE_AFTER) != 0);
        int key = (short) SHORT.get(array, offset + 2) & 0xFFFF;
        int before = (int) INT.get(array, offset + 4);
        int after = length - HEADER_BYTES - key - before;
        if (before < 0 || after < 0) {
            throw TelegraphException.corrupt(
                    "a change in the log holds a key and payloads: bytes="
                            + length
                            + " key="
                            + key
                            + " before="
                            + before);
        }
        int at = offset + HEADER_BYTES;
        into.key().append(array, at, key);
        into.before().append(array, at + key, before);
        into.after().append(array, at + key + before, after);
    }

    /// Takes one image after another.
    interface Images {
        /// An image that begins at `index` of `from`, to be put by [#putImage].
        void image(long pageId, byte[] from, int index);
    }

    void images(Images to) {
        int count = (int) INT.get(array, offset + 4);
        int at = offset + HEADER_BYTES;
        for (int i = 0; i < count; i++) {
            to.image((long) LONG.get(array, at), array, at);
            at +=
                    IMAGE_HEADER_BYTES
                            + PageLayout.PAGE_BYTES
                            - (holeEnd(array, at) - holeStart(array, at));
        }
    }

    /// Makes the page at `at` what the image at `index` of `from` says.
    static void putImage(byte[] from, int index, MemorySegment memory, long at) {
        int holeStart = holeStart(from, index);
        int holeEnd = holeEnd(from, index);
        int body = index + IMAGE_HEADER_BYTES;
        MemorySegment.copy(from, body, memory, ValueLayout.JAVA_BYTE, at, holeStart);
        memory.asSlice(at + holeStart, (long) holeEnd - holeStart).fill((byte) 0);
        MemorySegment.copy(
                from,
                body + holeStart,
                memory,
                ValueLayout.JAVA_BYTE,
                at + holeEnd,
                PageLayout.PAGE_BYTES - holeEnd);
    }

    private static int holeStart(byte[] from, int index) {
        return (short) SHORT.get(from, index + 8) & 0xFFFF;
    }

    private static int holeEnd(byte[] from, int index) {
        return (short) SHORT.get(from, index + 10) & 0xFFFF;
    }
}
