package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What a batch answers once its memory is another's.
class AfterLastUnpinTest {
    private static final long MIB = 1 << 20;
    private static final List<Type> TYPES =
            List.of(
                    Type.BIGINT,
                    Type.INTEGER,
                    Type.DOUBLE,
                    Type.BOOLEAN,
                    Type.decimal(9, 2),
                    Type.decimal(30, 2),
                    Type.TEXT);
    private static final int ROWS = 100;

    private final MemoryManager memory = new MemoryManager(16 * MIB);
    private final Region query = memory.query("q", 16 * MIB);
    private final Region source = query.child("source");

    @AfterEach
    void nothingIsHeld() {
        query.close();
        assertEquals(0, memory.used());
    }

    private static Batch batch(Region region, int value) {
        try (BatchBuilder builder = new BatchBuilder(region, TYPES)) {
            for (int row = 0; row < ROWS; row++) {
                fill(builder, value);
            }
            return builder.build();
        }
    }

    private static void fill(BatchBuilder builder, int value) {
        builder.setLong(0, value);
        builder.setInt(1, value);
        builder.setDouble(2, value);
        builder.setBoolean(3, true);
        builder.setDecimal(4, 0, value);
        builder.setDecimal(5, value, value);
        builder.setText(6, "a text that is longer than a view: " + value);
        builder.endRow();
    }

    /// Each way to read a batch, by name.
    private static Map<String, Executable> reads(Batch batch, Region other) {
        int[] all = IntStream.range(0, ROWS).toArray();
        int[] odd = IntStream.range(0, ROWS).filter(i -> i % 2 == 1).toArray();
        long[] longs = new long[ROWS];
        int[] lengths = new int[ROWS];
        Map<String, Executable> reads = new LinkedHashMap<>();
        reads.put("longAt", () -> batch.longAt(0, 7));
        reads.put("intAt", () -> batch.intAt(1, 7));
        reads.put("doubleAt", () -> batch.doubleAt(2, 7));
        reads.put("booleanAt", () -> batch.booleanAt(3, 7));
        reads.put("decimalAt", () -> batch.decimalAt(4, 7));
        reads.put("isNaNAt", () -> batch.isNaNAt(5, 7));
        reads.put("decimalLowAt", () -> batch.decimalLowAt(5, 7));
        reads.put("decimalHighAt", () -> batch.decimalHighAt(5, 7));
        reads.put("textAt", () -> batch.textAt(6, 7));
        reads.put("textLengthAt", () -> batch.textLengthAt(6, 7));
        reads.put("textOffsetAt", () -> batch.textOffsetAt(6, 7));
        reads.put("valueAt", () -> batch.valueAt(0, 7));
        reads.put("isNull", () -> batch.isNull(0, 7));
        reads.put("isNullFree", () -> batch.isNullFree(0));
        reads.put("bytes", batch::bytes);
        reads.put("confirm", batch::confirm);
        reads.put("readNulls", () -> batch.readNulls(0, null, all, ROWS, new boolean[ROWS]));
        for (int column : new int[] {0, 1, 3, 4, 5}) {
            reads.put("run " + column, () -> batch.readLongs(column, null, all, ROWS, longs));
            reads.put("some " + column, () -> batch.readLongs(column, null, odd, 50, longs));
            reads.put("rows " + column, () -> batch.readLongs(column, all, odd, 50, longs));
        }
        reads.put("doubles", () -> batch.readDoubles(2, null, all, ROWS, new double[ROWS]));
        reads.put("some doubles", () -> batch.readDoubles(2, all, odd, 50, new double[ROWS]));
        reads.put("highs", () -> batch.readHighs(5, null, all, ROWS, longs));
        reads.put("texts", () -> batch.readTexts(6, null, all, ROWS, longs, lengths));
        reads.put(
                "append",
                () -> {
                    try (BatchBuilder builder = new BatchBuilder(other, TYPES)) {
                        builder.append(batch, null, 0, ROWS);
                    }
                });
        return reads;
    }

    private static String refusal(Executable use) {
        return assertThrows(IllegalStateException.class, use).getMessage();
    }

    private void everyReadIsRefused(Batch batch) {
        reads(batch, query.child("other"))
                .forEach((name, read) -> {
                    String said =
                            assertThrows(IllegalStateException.class, read, name).getMessage();
                    assertTrue(said.contains("last unpin"), name + ": " + said);
                    assertTrue(said.contains("rows=100"), name + ": " + said);
                    assertTrue(said.contains("region=process/q/source"), said);
                });
    }

    @Test
    void noReadReturnsAnothersValue() throws Throwable {
        Batch batch = batch(source, 1111);
        for (Executable read : reads(batch, query.child("before")).values()) {
            read.execute();
        }
        assertEquals(1111, batch.longAt(0, 7));
        batch.unpin();
        Batch next = batch(source, 2222);
        assertEquals(batch.segment().address(), next.segment().address());
        everyReadIsRefused(batch);
        assertEquals(2222, next.longAt(0, 7));
        next.unpin();
    }

    @Test
    void noReadFindsTheMemoryBeforeItIsUsedAgain() {
        Batch batch = batch(source, 1111);
        batch.unpin();
        everyReadIsRefused(batch);
    }

    @Test
    void aBatchEndsWithItsRegionThoughTheMemoryStaysWithTheQuery() {
        Batch batch = batch(source, 1111);
        source.close();
        Batch next = batch(query, 2222);
        assertEquals(batch.segment().address(), next.segment().address());
        everyReadIsRefused(batch);
        batch.unpin();
        assertEquals(2222, next.longAt(0, 7));
    }

    @Test
    void theLastUnpinIsTheLast() {
        Batch batch = batch(source, 1111);
        batch.pin();
        batch.unpin();
        assertEquals(1111, batch.longAt(0, 7));
        batch.unpin();
        Batch next = batch(source, 2222);
        assertTrue(refusal(batch::pin).contains("pinned before its last unpin"));
        assertTrue(refusal(batch::unpin).contains("unpinned once per pin"));
        assertTrue(refusal(batch::pin).contains("rows=100"));
        assertFalse(batch.tryPin());
        assertFalse(batch.tryRetire());
        assertEquals(2222, next.longAt(0, 7));
        next.unpin();
        assertEquals(0, source.used());
    }

    @Test
    void aViewEndsWithTheBatchItBecomes() {
        BatchBuilder builder = new BatchBuilder(source, TYPES);
        builder.reserve(ROWS, 10_000);
        for (int row = 0; row < ROWS; row++) {
            fill(builder, 1111);
        }
        Batch view = builder.view();
        assertThrows(IllegalStateException.class, view::pin);
        assertThrows(IllegalStateException.class, view::unpin);
        Batch batch = builder.build();
        assertEquals(1111, view.longAt(0, 7));
        batch.unpin();
        everyReadIsRefused(view);
    }

    @Test
    void aBuilderThatWasRefusedABatchHasNothingOfIt() {
        Batch batch = batch(source, 1111);
        batch.unpin();
        try (BatchBuilder builder = new BatchBuilder(query, TYPES)) {
            fill(builder, 1);
            assertThrows(IllegalStateException.class, () -> builder.append(batch, null, 0, ROWS));
            builder.setLong(0, 2);
            builder.endRow();
            Batch built = builder.build();
            assertEquals(2, built.rows());
            assertEquals(2, built.longAt(0, 1));
            for (int column = 1; column < TYPES.size(); column++) {
                assertTrue(built.isNull(column, 1), "column=" + column);
            }
            built.unpin();
        }
    }

    @Test
    void aPieceIsNotFreedByWhoHadItBefore() {
        MemorySegment piece = source.allocate(8192);
        source.free(piece);
        MemorySegment next = source.allocate(8192);
        assertEquals(piece.address(), next.address());
        assertThrows(IllegalStateException.class, () -> source.free(piece));
        assertThrows(IllegalStateException.class, () -> source.trim(piece, 1));
        assertEquals(8192, source.used());
        source.free(next);
    }
}
