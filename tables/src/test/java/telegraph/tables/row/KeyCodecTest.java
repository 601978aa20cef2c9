package telegraph.tables.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.Name;
import telegraph.store.Bytes;
import telegraph.testkit.Seeds;

class KeyCodecTest {
    private static final int SEEDS = 2_000;
    private static final int KEYS = 12;

    @Test
    void keysAreInTheOrderOfTheirValuesAndCanBeReadAgain() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    RandomValues values = new RandomValues(random);
                    List<KeyCodec.Part> parts = new ArrayList<>();
                    int count = random.nextInt(1, 4);
                    for (int i = 0; i < count; i++) {
                        parts.add(new KeyCodec.Part(values.type(), random.nextBoolean()));
                    }
                    KeyCodec codec = new KeyCodec(parts);
                    List<Object[]> rows = new ArrayList<>();
                    for (int i = 0; i < KEYS; i++) {
                        rows.add(row(codec, values, random.nextInt(4) == 0));
                    }
                    for (Object[] a : rows) {
                        assertDecoded(codec, a);
                        for (Object[] b : rows) {
                            assertEquals(
                                    compare(parts, a, b),
                                    Integer.signum(key(codec, a).compareTo(key(codec, b))),
                                    () -> parts + Arrays.toString(a) + Arrays.toString(b));
                        }
                    }
                });
    }

    private static Object[] row(KeyCodec codec, RandomValues values, boolean nulls) {
        return codec.parts().stream()
                .map(p -> p.nullable() && nulls ? null : values.value(p.type()))
                .toArray();
    }

    private static Bytes key(KeyCodec codec, Object[] row) {
        Bytes key = new Bytes();
        codec.append(key, row, IntStream.range(0, row.length).toArray());
        return key;
    }

    private static int compare(List<KeyCodec.Part> parts, Object[] a, Object[] b) {
        for (int i = 0; i < a.length; i++) {
            int order = Integer.signum(RandomValues.compare(a[i], b[i], parts.get(i).type()));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static void assertDecoded(KeyCodec codec, Object[] row) {
        Bytes key = Bytes.of((byte) 7).append(key(codec, row).array(), 0, key(codec, row).length());
        key.append((byte) 9);
        int at = 1;
        for (int part = 0; part < row.length; part++) {
            Object read = codec.value(key.array(), at, part);
            Object expected = row[part] instanceof Double d ? (Object) (d + 0.0) : row[part];
            assertEquals(expected, read, () -> codec.parts().toString());
            at = codec.skip(key.array(), at, part);
        }
        assertEquals(key.length() - 1, at);
        assertEquals(at, codec.end(key.array(), 1));
    }

    @Test
    void aValueThatNoRowCanHaveMakesNoKey() {
        assertNoKey(Name.SMALLINT, 40_000);
        assertNoKey(Name.INTEGER, 1L << 40);
        assertNoKey(Name.INTEGER, new BigDecimal("1.5"));
        assertNoKey(Name.BIGINT, new BigDecimal("9223372036854775808"));
        assertNoKey(Name.UUID, "no identifier");
        assertNoKey(Name.UUID, "123E4567-E89B-12D3-A456-426614174000");
        assertNoKey(Name.BYTEA, "\\x0");
        assertNoKey(Name.BYTEA, "0a");
        KeyCodec cents = new KeyCodec(List.of(new KeyCodec.Part(SqlType.numeric(5, 2), false)));
        assertFalse(cents.append(new Bytes(), 0, new BigDecimal("1.234")));
        assertFalse(cents.append(new Bytes(), 0, new BigDecimal("1000")));
        assertTrue(cents.append(new Bytes(), 0, new BigDecimal("1.2000")));
        assertFalse(cents.append(new Bytes(), 0, null));
    }

    private static void assertNoKey(Name name, Object value) {
        KeyCodec codec = new KeyCodec(List.of(new KeyCodec.Part(SqlType.of(name), true)));
        Bytes key = Bytes.of((byte) 1);
        assertFalse(codec.append(key, 0, value), () -> name + " " + value);
        assertEquals(1, key.length());
    }

    @Test
    void numbersAndTextsWithoutObjectsMakeTheSameKeys() {
        KeyCodec codec =
                new KeyCodec(
                        List.of(
                                new KeyCodec.Part(SqlType.of(Name.INTEGER), false),
                                new KeyCodec.Part(SqlType.of(Name.BIGINT), true),
                                new KeyCodec.Part(SqlType.of(Name.TEXT), true)));
        Bytes key = new Bytes();
        assertTrue(codec.appendNumber(key, 0, -5));
        assertTrue(codec.appendNumber(key, 1, 1L << 40));
        codec.appendBytes(key, 2, new byte[] {'x', 'a', 0, 'b'}, 1, 3);
        assertEquals(
                0, key.compareTo(key(codec, new Object[] {-5, 1L << 40, "a\0b"})), key::toString);
        assertFalse(codec.appendNumber(key, 0, 1L << 40));
    }
}
