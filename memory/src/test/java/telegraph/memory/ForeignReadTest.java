package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// One thread reads a batch while another unpins it for the last time, is handed its memory and
/// writes there: what the reader gets is the batch's own value or an exception.
///
/// A schedule is one batch's life. The seed says how many rows there are, what is read, again and
/// again until it is refused, and how long that goes on before the end, which so falls between any
/// two steps of a read. Readers that are wrong show that the schedules find what they are for.
/// `-Dseeds=50000` runs a million of them.
class ForeignReadTest {
    private static final long MIB = 1 << 20;
    private static final int ROWS_MAX = 256;
    private static final long OWN = 1111;
    private static final byte FOREIGN = 0x22;
    private static final int SPINS_MAX = 1000;

    /// How many schedules a seed has.
    private static final int AT_ONCE = 20;

    private static final String TEXT = "a text that is longer than its view";
    private static final byte[] TEXT_BYTES = TEXT.getBytes(StandardCharsets.UTF_8);
    private static final List<Type> TYPES =
            List.of(Type.BIGINT, Type.INTEGER, Type.DOUBLE, Type.decimal(30, 0), Type.TEXT);

    private final MemoryManager memory = new MemoryManager(16 * MIB);
    private final Region query = memory.query("q", 8 * MIB);
    private final Batch all = rows(query);
    private final Reader reader = new Reader(query.child("copies"));

    /// Holds one piece at a time, so that the next is where the last was.
    private final Region reused = memory.query("reused", 8 * MIB);

    private final Thread thread = Thread.ofPlatform().name("reader").unstarted(reader);

    @BeforeEach
    void start() {
        thread.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        reader.ended = AT_ONCE;
        reader.await();
        reader.next = Reader.STOP;
        thread.join();
        query.close();
        reused.close();
        assertEquals(0, memory.used());
    }

    private static Batch rows(Region region) {
        try (BatchBuilder builder = new BatchBuilder(region, TYPES)) {
            for (int row = 0; row < ROWS_MAX; row++) {
                builder.setLong(0, OWN);
                builder.setInt(1, (int) OWN);
                builder.setDouble(2, OWN);
                builder.setDecimal(3, OWN, OWN);
                builder.setText(4, TEXT);
                builder.endRow();
            }
            return builder.build();
        }
    }

    /// A way to read a batch.
    private interface Read {
        /// Whether all it got was the batch's own.
        boolean isOwn(Batch batch, int row, Arrays to);
    }

    /// Where whole columns are read to.
    private static final class Arrays {
        final int[] selection = new int[ROWS_MAX];
        final int[] rows = new int[ROWS_MAX];
        final long[] longs = new long[ROWS_MAX];
        final double[] doubles = new double[ROWS_MAX];
        final boolean[] nulls = new boolean[ROWS_MAX];
        final int[] lengths = new int[ROWS_MAX];
        final byte[] text = new byte[TEXT_BYTES.length];
        final Region copies;

        Arrays(Region copies) {
            this.copies = copies;
            for (int i = 0; i < ROWS_MAX; i++) {
                selection[i] = i;
            }
        }

        int[] rowsOf(Batch batch) {
            for (int i = 0; i < ROWS_MAX; i++) {
                rows[i] = i * 37 % batch.rows();
            }
            return rows;
        }

        boolean areOwn(int count) {
            for (int i = 0; i < count; i++) {
                if (longs[i] != OWN) {
                    return false;
                }
            }
            return true;
        }

        boolean realsAreOwn(int count) {
            for (int i = 0; i < count; i++) {
                if (doubles[i] != OWN) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Read> RIGHT =
            List.of(
                    (batch, row, _) -> batch.longAt(0, row) == OWN,
                    (batch, row, _) -> batch.intAt(1, row) == OWN,
                    (batch, row, _) -> batch.doubleAt(2, row) == OWN,
                    (batch, row, _) -> batch.decimalLowAt(3, row) == OWN,
                    (batch, row, _) -> batch.decimalHighAt(3, row) == OWN,
                    (batch, row, _) -> batch.textAt(4, row).equals(TEXT),
                    (batch, row, _) -> !batch.isNull(0, row),
                    (batch, _, _) -> batch.isNullFree(2),
                    (batch, row, _) -> batch.valueAt(1, row).equals((int) OWN),
                    ForeignReadTest::run,
                    ForeignReadTest::some,
                    ForeignReadTest::ints,
                    ForeignReadTest::doubles,
                    ForeignReadTest::highs,
                    ForeignReadTest::nulls,
                    ForeignReadTest::texts,
                    ForeignReadTest::copy,
                    (batch, _, to) -> {
                        boolean own = unchecked(batch, 0, to);
                        batch.confirm();
                        return own;
                    });

    private static boolean run(Batch batch, int row, Arrays to) {
        batch.readLongs(0, null, to.selection, batch.rows(), to.longs);
        return to.areOwn(batch.rows());
    }

    private static boolean some(Batch batch, int row, Arrays to) {
        batch.readLongs(0, to.rowsOf(batch), to.selection, ROWS_MAX, to.longs);
        return to.areOwn(ROWS_MAX);
    }

    private static boolean ints(Batch batch, int row, Arrays to) {
        batch.readLongs(1, null, to.selection, batch.rows(), to.longs);
        return to.areOwn(batch.rows());
    }

    private static boolean doubles(Batch batch, int row, Arrays to) {
        batch.readDoubles(2, to.rowsOf(batch), to.selection, ROWS_MAX, to.doubles);
        return to.realsAreOwn(ROWS_MAX);
    }

    private static boolean highs(Batch batch, int row, Arrays to) {
        batch.readHighs(3, null, to.selection, batch.rows(), to.longs);
        return to.areOwn(batch.rows());
    }

    private static boolean nulls(Batch batch, int row, Arrays to) {
        batch.readNulls(0, null, to.selection, batch.rows(), to.nulls);
        for (int i = 0; i < batch.rows(); i++) {
            if (to.nulls[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean texts(Batch batch, int row, Arrays to) {
        batch.readTexts(4, null, to.selection, batch.rows(), to.longs, to.lengths);
        for (int i = 0; i < batch.rows(); i++) {
            if (to.lengths[i] != TEXT_BYTES.length) {
                return false;
            }
        }
        MemorySegment.copy(
                batch.segment(), BatchLayout.BYTE, to.longs[row], to.text, 0, to.text.length);
        batch.confirm();
        return java.util.Arrays.equals(to.text, TEXT_BYTES);
    }

    private static boolean copy(Batch batch, int row, Arrays to) {
        try (BatchBuilder builder = new BatchBuilder(to.copies, TYPES)) {
            builder.append(batch, to.rowsOf(batch), 0, 64);
            Batch copied = builder.build();
            boolean own = run(copied, row, to) && texts(copied, 63, to) && copied.isNullFree(4);
            copied.unpin();
            return own;
        }
    }

    /// Reads a column in its memory, several times so that it takes a while.
    private static boolean unchecked(Batch batch, int times, Arrays to) {
        MemorySegment from = batch.segment();
        boolean own = true;
        for (int time = 0; time <= times; time++) {
            for (int row = 0; row < batch.rows(); row++) {
                own &= from.get(BatchLayout.LONG, batch.valuesOffset(0) + 8L * row) == OWN;
            }
        }
        return own;
    }

    private static boolean checkedBefore(Batch batch, int times, Arrays to) {
        batch.confirm();
        return unchecked(batch, times, to);
    }

    private record Schedule(Batch batch, Read read, int row) {}

    /// Carries out its side of the schedules it is given, one after the other.
    private static final class Reader implements Runnable {
        private static final List<Schedule> STOP = List.of();

        private final Arrays arrays;
        private long own;
        private long foreign;
        private long late;
        private Throwable failed;
        volatile List<Schedule> next;

        /// In how many of the schedules it has read.
        volatile int begun;

        /// How many of the batches have ended.
        volatile int ended;

        Reader(Region copies) {
            arrays = new Arrays(copies);
        }

        @Override
        public void run() {
            int spins = 0;
            for (List<Schedule> given = next; given != STOP; given = next) {
                if (given == null) {
                    spins = pause(spins);
                    continue;
                }
                spins = 0;
                try {
                    for (int number = 0; number < given.size(); number++) {
                        read(given.get(number), number);
                    }
                } catch (RuntimeException | Error e) {
                    failed = e;
                }
                next = null;
            }
        }

        private void read(Schedule schedule, int number) {
            try {
                boolean last;
                do {
                    last = ended > number;
                    if (schedule.read.isOwn(schedule.batch, schedule.row, arrays)) {
                        own++;
                    } else {
                        foreign++;
                    }
                    begun = number + 1;
                } while (!last);
                late++;
            } catch (IllegalStateException e) {
                if (!e.getMessage().contains("last unpin")) {
                    throw e;
                }
            }
        }

        /// Waits a while for the first read of a schedule, which never comes if the thread rests.
        void awaitBegin(int number) {
            for (int spins = 0; begun <= number && spins < SPINS_MAX; spins++) {
                Thread.onSpinWait();
            }
        }

        void await() {
            for (int spins = 0; next != null; ) {
                spins = pause(spins);
            }
            if (failed != null) {
                throw new AssertionError("a read failed otherwise than it should", failed);
            }
        }
    }

    private static int pause(int spins) {
        if (spins < SPINS_MAX) {
            Thread.onSpinWait();
            return spins + 1;
        }
        Thread.yield();
        return spins;
    }

    private static void delay(int spins) {
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    private void play(List<Read> reads, RandomGenerator random) {
        List<Schedule> schedules = new ArrayList<>();
        for (int number = 0; number < AT_ONCE; number++) {
            Read read = reads.get(random.nextInt(reads.size()));
            Batch batch = batch(random.nextInt(64, ROWS_MAX + 1));
            schedules.add(new Schedule(batch, read, random.nextInt(64)));
        }
        reader.begun = 0;
        reader.ended = 0;
        reader.next = schedules;
        List<MemorySegment> pieces = new ArrayList<>();
        for (int number = 0; number < AT_ONCE; number++) {
            reader.awaitBegin(number);
            delay(random.nextInt(100));
            Batch batch = schedules.get(number).batch;
            long bytes = batch.heldBytes();
            batch.unpin();
            MemorySegment piece = reused.allocate(bytes);
            piece.fill(FOREIGN);
            reader.ended = number + 1;
            assertEquals(batch.segment().address(), piece.address(), "the memory is used again");
            pieces.add(piece);
        }
        reader.await();
        pieces.forEach(reused::free);
    }

    private Batch batch(int rows) {
        try (BatchBuilder builder = new BatchBuilder(reused, TYPES)) {
            builder.reserve(rows, (long) rows * TEXT_BYTES.length);
            builder.append(all, null, 0, rows);
            return builder.build();
        }
    }

    @Test
    void nobodyReadsWhatIsAnothers() {
        Seeds.run(
                1_000,
                (_, random) -> {
                    play(RIGHT, random);
                    assertEquals(0, reader.foreign, "foreign reads");
                    assertEquals(0, reader.late, "reads after the end");
                });
        assertTrue(reader.own > 0);
    }

    @Test
    void aReaderThatNeverLooksReadsWhatIsAnothers() {
        assertFinds(ForeignReadTest::unchecked);
    }

    @Test
    void aReaderThatOnlyLooksBeforeReadsWhatIsAnothers() {
        assertFinds(ForeignReadTest::checkedBefore);
    }

    private void assertFinds(Read wrong) {
        RandomGenerator random = Seeds.random(1);
        for (int played = 0; reader.foreign == 0; played += AT_ONCE) {
            assertTrue(played < 200_000, "no foreign read in " + played + " schedules");
            play(List.of(wrong), random);
        }
    }
}
