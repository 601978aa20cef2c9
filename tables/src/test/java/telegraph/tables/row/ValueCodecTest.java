package telegraph.tables.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

class ValueCodecTest {
    private static final int SEEDS = 500;
    private static final int ROWS = 5;

    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    @Test
    void rowsAreReadAsTheyWereWrittenAlsoThoseFromBeforeAColumnWasAdded() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    RandomValues values = new RandomValues(random);
                    int width = random.nextInt(1, 20);
                    List<SqlType> types =
                            IntStream.range(0, width).mapToObj(i -> values.type()).toList();
                    Object[] missing =
                            types.stream()
                                    .map(t -> random.nextBoolean() ? null : values.value(t))
                                    .toArray();
                    ValueCodec codec = new ValueCodec(types, missing);
                    try (Region region = memory.query("q", 32 << 20);
                            BatchBuilder builder =
                                    new BatchBuilder(
                                            region,
                                            types.stream().map(SqlType::physical).toList())) {
                        Projection all =
                                new Projection(
                                        codec,
                                        IntStream.range(0, width).toArray(),
                                        IntStream.range(0, width).toArray());
                        List<Object[]> rows = new ArrayList<>();
                        for (int i = 0; i < ROWS; i++) {
                            int had = random.nextInt(1, width + 1);
                            Object[] row = missing.clone();
                            for (int slot = 0; slot < had; slot++) {
                                row[slot] =
                                        random.nextInt(5) == 0
                                                ? null
                                                : values.value(types.get(slot));
                            }
                            rows.add(row);
                            Bytes bytes = new Bytes();
                            new ValueCodec(types.subList(0, had), new Object[had])
                                    .encode(bytes, row);
                            Bytes moved =
                                    Bytes.of((byte) 1, (byte) 2, (byte) 3)
                                            .append(bytes.array(), 0, bytes.length());
                            assertRow(row, codec.decode(moved.array(), 3), types);
                            all.set(moved.array(), 3, builder);
                            builder.endRow();
                        }
                        Batch batch = builder.build();
                        for (int i = 0; i < ROWS; i++) {
                            assertBatch(rows.get(i), batch, i, types);
                        }
                        batch.unpin();
                    }
                });
    }

    private static void assertRow(Object[] expected, Object[] read, List<SqlType> types) {
        for (int slot = 0; slot < expected.length; slot++) {
            assertEquals(expected[slot], read[slot], types.toString());
        }
    }

    private static void assertBatch(Object[] expected, Batch batch, int row, List<SqlType> types) {
        for (int slot = 0; slot < expected.length; slot++) {
            assertEquals(expected[slot], batch.valueAt(slot, row), types.toString());
        }
    }

    @Test
    void aRowOfMoreColumnsThanTheTableIsCorrupt() {
        SqlType integer = SqlType.of(Name.INTEGER);
        Bytes row = new Bytes();
        new ValueCodec(List.of(integer, integer), new Object[2]).encode(row, new Object[] {1, 2});
        ValueCodec one = new ValueCodec(List.of(integer), new Object[1]);
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> one.decode(row.array(), 0));
        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
    }

    @Test
    void numbersAndTextsAreReadWithoutObjects() {
        ValueCodec codec =
                new ValueCodec(
                        List.of(
                                SqlType.of(Name.TEXT),
                                SqlType.of(Name.SMALLINT),
                                SqlType.of(Name.DOUBLE),
                                SqlType.of(Name.TEXT)),
                        new Object[4]);
        Bytes row = new Bytes();
        codec.encode(row, new Object[] {"one", -7, 2.5, "three"});
        assertEquals(-7, codec.numberAt(row.array(), 0, 1));
        assertEquals(2.5, codec.doubleAt(row.array(), 0, 2));
        int start = codec.textOffset(row.array(), 0, 3);
        int end = codec.textEnd(row.array(), 0, 3);
        assertEquals("three", RawValues.text(row.array(), start, end - start));
    }
}
