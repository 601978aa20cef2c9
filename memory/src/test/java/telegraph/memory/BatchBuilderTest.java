package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

class BatchBuilderTest {
    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Region region = memory.query("q", 64 << 20);

    @AfterEach
    void nothingIsHeld() {
        assertEquals(0, region.used());
        memory.close();
        assertEquals(0, memory.used());
    }

    @Test
    void aFullBatchTakesNoRowButCanBeBuilt() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.BIGINT, Type.TEXT))) {
            for (int r = 0; r < Batch.ROWS_MAX; r++) {
                assertFalse(builder.isFull());
                builder.setLong(0, r);
                builder.endRow();
            }
            assertTrue(builder.isFull());
            assertThrows(IllegalStateException.class, () -> builder.setLong(0, 1));
            assertThrows(IllegalStateException.class, () -> builder.setNull(0));
            assertThrows(IllegalStateException.class, () -> builder.setText(1, "abc"));
            assertThrows(IllegalStateException.class, builder::endRow);
            Batch batch = builder.build();
            assertEquals(Batch.ROWS_MAX, batch.rows());
            assertEquals(4095, batch.longAt(0, 4095));
            assertTrue(batch.isNull(1, 4095));
            batch.unpin();
        }
    }

    @Test
    void aFullBatchCanBeCutAndFilledAgain() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.TEXT))) {
            for (int r = 0; r < Batch.ROWS_MAX; r++) {
                builder.setText(0, "a text longer than a view " + r);
                builder.endRow();
            }
            builder.truncate(1);
            for (int r = 1; r < 10; r++) {
                builder.endRow();
            }
            Batch batch = builder.build();
            assertEquals(10, batch.rows());
            assertEquals("a text longer than a view 0", batch.textAt(0, 0));
            assertTrue(batch.isNull(0, 9));
            batch.unpin();
        }
    }

    @Test
    void retriedPagesDoNotFillTheStringHeap() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.TEXT))) {
            String text = "x".repeat(10_000);
            for (int retry = 0; retry < 1000; retry++) {
                builder.setText(0, text);
                builder.endRow();
                builder.truncate(0);
            }
            assertFalse(builder.isFull());
            assertTrue(region.used() < 100_000, "used=" + region.used());
        }
    }

    @Test
    void manyOrLongStringsMakeABatchFull() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.TEXT))) {
            builder.setText(0, "x".repeat(1 << 20));
            builder.endRow();
            assertTrue(builder.isFull());
            Batch batch = builder.build();
            assertEquals(1 << 20, batch.textLengthAt(0, 0));
            assertTrue(batch.heldBytes() < (1 << 20) + 8192, "held=" + batch.heldBytes());
            batch.unpin();
        }
    }

    @Test
    void anEmptyBatchHasColumnsAndBytes() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.INTEGER))) {
            Batch batch = builder.build();
            assertEquals(0, batch.rows());
            assertEquals(List.of(Type.INTEGER), batch.types());
            batch.unpin();
        }
    }

    @Test
    void nullsReadAsZerosWhateverTheMemoryHeldBefore() {
        var dirty = region.allocate(100_000);
        dirty.fill((byte) -1);
        region.free(dirty);
        try (BatchBuilder builder =
                new BatchBuilder(region, List.of(Type.BIGINT, Type.TEXT, Type.BOOLEAN))) {
            for (int r = 0; r < 100; r++) {
                builder.endRow();
            }
            Batch batch = builder.build();
            for (int r = 0; r < 100; r++) {
                assertEquals(0, batch.longAt(0, r));
                assertEquals(0, batch.textLengthAt(1, r));
                assertFalse(batch.booleanAt(2, r));
            }
            batch.unpin();
        }
    }

    @Test
    void aNumberTooLongForItsTypeIsTheUsersError() {
        try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.decimal(4, 2)))) {
            builder.setDecimal(0, new BigDecimal("-99.994"));
            builder.endRow();
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> builder.setDecimal(0, new BigDecimal("99.995")));
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
            Batch batch = builder.build();
            assertEquals(new BigDecimal("-99.99"), batch.decimalAt(0, 0));
            batch.unpin();
        }
    }

    @Test
    void nanIsOfDecimalsOfTwoWordsAndNoNumber() {
        List<Type> types = List.of(Type.decimal(19, 2), Type.decimal(18, 2));
        try (BatchBuilder builder = new BatchBuilder(region, types)) {
            builder.set(0, Double.NaN);
            TelegraphException shorter =
                    assertThrows(TelegraphException.class, () -> builder.set(1, Double.NaN));
            assertEquals(SqlState.FEATURE_NOT_SUPPORTED, shorter.state());
            builder.setDecimal(1, BigDecimal.ONE);
            builder.endRow();
            long[] highs = {Decimals.NAN_HIGH};
            long[] lows = {Decimals.NAN_LOW};
            builder.startRows(null, 0, 1);
            builder.putDecimals(0, highs, lows, null);
            assertThrows(TelegraphException.class, () -> builder.putDecimals(1, highs, lows, null));
            builder.putDecimals(1, null, new long[] {-1}, null);
            builder.endRows();
            Batch batch = builder.build();
            for (int row = 0; row < 2; row++) {
                assertTrue(batch.isNaNAt(0, row));
                assertFalse(batch.isNaNAt(1, row));
                assertEquals(Double.NaN, batch.valueAt(0, row));
            }
            TelegraphException number =
                    assertThrows(TelegraphException.class, () -> batch.decimalAt(0, 0));
            assertEquals(SqlState.FEATURE_NOT_SUPPORTED, number.state());
            assertEquals(new BigDecimal("-0.01"), batch.decimalAt(1, 1));
            batch.unpin();
        }
    }

    @Test
    void tooManyColumnsAreRefused() {
        List<Type> types = Collections.nCopies(5000, Type.BOOLEAN);
        assertThrows(TelegraphException.class, () -> new BatchBuilder(region, types));
    }

    @Test
    void aBatchIsFreedByItsLastUnpinAndNotUsedAfter() {
        Batch batch = RandomBatches.numbers(region, 0, 10);
        batch.pin();
        batch.unpin();
        assertEquals(9, batch.longAt(0, 9));
        batch.unpin();
        assertEquals(0, region.used());
        assertThrows(IllegalStateException.class, batch::pin);
        assertThrows(IllegalStateException.class, batch::unpin);
    }
}
