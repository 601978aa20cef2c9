package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.engine.SortKey;
import telegraph.engine.sort.KeyPrefix;
import telegraph.engine.sort.RowOrder;
import telegraph.engine.sort.SortedRun;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// What readers of pinned batches do when somebody takes away their pins.
class PinnedTest {
    private static final long MIB = 1 << 20;
    private static final List<Type> TYPES = List.of(Type.BIGINT, Type.TEXT);
    private static final int[] FIRST = {0};

    private static Batch batch(Region region, long value) {
        try (BatchBuilder builder = new BatchBuilder(region, TYPES)) {
            builder.setLong(0, value);
            builder.setText(1, "a text that is longer than a view: " + value);
            builder.endRow();
            return builder.build();
        }
    }

    /// Ends the batch, and lets another have its memory.
    private static void steal(Batch batch, Region region) {
        while (batch.pins() > 0) {
            batch.unpin();
        }
        batch(region, 2222);
    }

    @Test
    void valuesOfABatchThatEndedAreNotConfirmed() {
        try (MemoryManager memory = new MemoryManager(16 * MIB);
                Region query = memory.query("q", 8 * MIB)) {
            Pile pile = new Pile(query, TYPES);
            pile.add(batch(query, 1111));
            pile.end();
            Pinned pinned = new Pinned(pile.whole());
            Batch batch = pinned.batch(0);
            Vector numbers = new Vector(Type.BIGINT);
            Vector texts = new Vector(Type.TEXT);
            pinned.gather(0, FIRST, 1, numbers);
            pinned.gather(1, FIRST, 1, texts);
            pinned.confirm();
            assertEquals(1111, numbers.longs[0]);
            assertEquals("a text that is longer than a view: 1111", texts.valueAt(0));
            RowOrder order = new RowOrder(List.of(new SortKey(1, false, false)), TYPES);
            assertEquals(0, order.compare(batch, 0, batch, 0));

            steal(batch, query);
            assertThrows(IllegalStateException.class, () -> order.compare(batch, 0, batch, 0));
            assertThrows(IllegalStateException.class, () -> pinned.gather(1, FIRST, 1, texts));
            pinned.gather(0, FIRST, 1, numbers);
            assertEquals(2222, numbers.longs[0]);
            assertThrows(IllegalStateException.class, pinned::confirm);
            assertThrows(IllegalStateException.class, pinned::close);
        }
    }

    @Test
    void rowsReadOfAPileThatEndedAreNotConfirmed() {
        try (MemoryManager memory = new MemoryManager(16 * MIB);
                Region query = memory.query("q", 8 * MIB)) {
            Pile pile = new Pile(query, TYPES);
            pile.add(batch(query, 1111));
            pile.end();
            Batch stolen = pile.pin(0);
            List<SortKey> keys = List.of(new SortKey(0, false, false));
            KeyPrefix prefix = new KeyPrefix(keys, TYPES);
            BatchRows rows = new BatchRows(TYPES);
            rows.start(stolen);
            prefix.see(rows, 1);
            SortedRun run = new SortedRun(pile, prefix, new RowOrder(keys, TYPES), query);
            Vector[] to = Pinned.vectors(TYPES);
            assertEquals(1, run.read(to, 1));
            run.confirm();
            steal(stolen, query);
            assertThrows(IllegalStateException.class, run::confirm);
            assertThrows(IllegalStateException.class, rows::confirm);
        }
    }
}
