package telegraph.sources.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Vector;
import telegraph.ground.Utf8;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.ValueForm;

/// Columns written by the library's encoders, in pages of random lengths, are read in random
/// windows at random positions, and held against the values that were written. A failing case
/// prints its seed.
class FlatColumnTest {
    private static final int CASES = 20;
    private static final ValueForm.Meaning PLAIN = ValueForm.Meaning.PLAIN;

    /// A form, its encodings, values to write, and what is to be read for them.
    private record Kind(
            ValueForm form,
            List<Encoding> encodings,
            Function<Random, Object> values,
            Function<Object, Object> expected) {}

    private static ValueForm form(PrimitiveTypeName physical, Type type, int length) {
        return new ValueForm(physical, length, true, type, PLAIN, ValueForm.Unit.NONE);
    }

    private static final List<Encoding> NUMBERS =
            List.of(
                    Encoding.PLAIN,
                    Encoding.RLE_DICTIONARY,
                    Encoding.DELTA_BINARY_PACKED,
                    Encoding.BYTE_STREAM_SPLIT);
    private static final List<Encoding> REALS =
            List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.BYTE_STREAM_SPLIT);
    private static final List<Encoding> TEXTS =
            List.of(
                    Encoding.PLAIN,
                    Encoding.RLE_DICTIONARY,
                    Encoding.DELTA_LENGTH_BYTE_ARRAY,
                    Encoding.DELTA_BYTE_ARRAY);
    private static final List<Encoding> FIXED =
            List.of(
                    Encoding.PLAIN,
                    Encoding.RLE_DICTIONARY,
                    Encoding.DELTA_BYTE_ARRAY,
                    Encoding.BYTE_STREAM_SPLIT);

    private static List<Kind> kinds() {
        return List.of(
                new Kind(
                        form(BOOLEAN, Type.BOOLEAN, 0),
                        List.of(Encoding.PLAIN, Encoding.RLE),
                        random -> random.nextInt(8) > 0,
                        value -> value),
                new Kind(
                        form(INT32, Type.INTEGER, 0),
                        NUMBERS,
                        FlatColumnTest::anInt,
                        value -> value),
                new Kind(
                        form(INT32, Type.DATE, 0),
                        NUMBERS,
                        random -> random.nextInt(30_000) - 10_000,
                        value -> LocalDate.ofEpochDay((Integer) value)),
                new Kind(
                        new ValueForm(
                                INT32,
                                0,
                                true,
                                Type.BIGINT,
                                ValueForm.Meaning.UNSIGNED,
                                ValueForm.Unit.NONE),
                        NUMBERS,
                        FlatColumnTest::anInt,
                        value -> Integer.toUnsignedLong((Integer) value)),
                new Kind(
                        form(INT32, Type.decimal(7, 2), 0),
                        NUMBERS,
                        random -> (Integer) anInt(random) % 10_000_000,
                        value -> BigDecimal.valueOf((Integer) value, 2)),
                new Kind(
                        form(INT64, Type.BIGINT, 0),
                        NUMBERS,
                        FlatColumnTest::aLong,
                        value -> value),
                new Kind(
                        form(INT64, Type.decimal(18, 4), 0),
                        NUMBERS,
                        random -> (Long) aLong(random) % 1_000_000_000_000_000_000L,
                        value -> BigDecimal.valueOf((Long) value, 4)),
                new Kind(
                        new ValueForm(
                                INT64,
                                0,
                                true,
                                Type.decimal(20, 0),
                                ValueForm.Meaning.UNSIGNED,
                                ValueForm.Unit.NONE),
                        NUMBERS,
                        FlatColumnTest::aLong,
                        value -> new BigDecimal(Long.toUnsignedString((Long) value))),
                new Kind(
                        new ValueForm(INT64, 0, true, Type.INSTANT, PLAIN, ValueForm.Unit.NANOS),
                        NUMBERS,
                        random -> random.nextLong() >> 12,
                        value ->
                                Instant.EPOCH.plusNanos(1000 * Math.floorDiv((Long) value, 1000L))),
                new Kind(
                        new ValueForm(INT64, 0, true, Type.INSTANT, PLAIN, ValueForm.Unit.MICROS),
                        NUMBERS,
                        random -> random.nextLong() >> 12,
                        value -> Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS)),
                new Kind(
                        new ValueForm(INT64, 0, true, Type.INSTANT, PLAIN, ValueForm.Unit.MILLIS),
                        NUMBERS,
                        random -> random.nextLong() >> 12,
                        value -> Instant.ofEpochMilli((Long) value)),
                new Kind(
                        form(FLOAT, Type.DOUBLE, 0),
                        REALS,
                        random -> (float) random.nextInt(1000) / 7,
                        value -> (double) (Float) value),
                new Kind(
                        form(DOUBLE, Type.DOUBLE, 0),
                        REALS,
                        random -> random.nextInt(1000) / 7.0,
                        value -> value),
                new Kind(
                        form(BINARY, Type.TEXT, 0),
                        TEXTS,
                        FlatColumnTest::text,
                        value -> {
                            byte[] bytes = (byte[]) value;
                            return Utf8.isWellFormed(bytes, 0, bytes.length)
                                    ? new String(bytes, StandardCharsets.UTF_8)
                                    : "\\x" + HexFormat.of().formatHex(bytes);
                        }),
                new Kind(
                        form(BINARY, Type.decimal(30, 3), 0),
                        TEXTS,
                        random -> new BigInteger(random.nextInt(90), random).negate().toByteArray(),
                        value -> new BigDecimal(new BigInteger((byte[]) value), 3)),
                new Kind(
                        form(FIXED_LEN_BYTE_ARRAY, Type.decimal(11, 2), 5),
                        FIXED,
                        random -> bytes(random, 5),
                        value -> new BigDecimal(new BigInteger((byte[]) value), 2)),
                new Kind(
                        form(INT96, Type.TIMESTAMP, 12),
                        List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY),
                        random ->
                                ByteBuffer.allocate(12)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .putLong(random.nextInt() * 1000L)
                                        .putInt(2_440_588 + random.nextInt(9999))
                                        .array(),
                        FlatColumnTest::moment));
    }

    private static Object anInt(Random random) {
        return random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(100);
    }

    private static Object aLong(Random random) {
        return random.nextInt(3) == 0 ? random.nextLong() : (long) random.nextInt(100);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Object text(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "Zürich, Straße \uD83D\uDE80".getBytes(StandardCharsets.UTF_8);
            case 1 -> bytes(random, random.nextInt(5));
            case 2 -> ("a longer text " + random.nextInt(9)).getBytes(StandardCharsets.UTF_8);
            default -> ("k" + random.nextInt(500)).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static Object moment(Object value) {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) value).order(ByteOrder.LITTLE_ENDIAN);
        long micros = Math.floorDiv(bytes.getLong(), 1_000L);
        return LocalDate.ofEpochDay(bytes.getInt() - 2_440_588)
                .atStartOfDay()
                .plus(micros, ChronoUnit.MICROS);
    }

    @Test
    void everyEncodingIsReadAsItWasWritten() throws Exception {
        List<Kind> kinds = kinds();
        for (Kind kind : kinds) {
            for (Encoding encoding : kind.encodings()) {
                for (int i = 0; i < CASES; i++) {
                    long seed = kinds.indexOf(kind) * 100_000L + encoding.ordinal() * 1000L + i;
                    String what = "seed=" + seed + " " + encoding + " " + kind.form();
                    try {
                        check(kind, encoding, new Random(seed), what);
                    } catch (Exception | AssertionError e) {
                        throw new AssertionError(what, e);
                    }
                }
            }
        }
    }

    private void check(Kind kind, Encoding encoding, Random random, String what) throws Exception {
        ValueForm any = kind.form();
        ValueForm form =
                new ValueForm(
                        any.physical(),
                        any.length(),
                        random.nextBoolean(),
                        any.type(),
                        any.meaning(),
                        any.unit());
        List<Object> expected = new ArrayList<>();
        ChunkWriter.Written written = write(kind, form, encoding, random, expected);
        try (MemoryManager manager = new MemoryManager(64 << 20)) {
            Region region = manager.query("q", 64 << 20);
            try (FlatColumn column = new FlatColumn(form, region)) {
                for (int again = 0; again < 2; again++) {
                    column.begin(written, written.column());
                    readAll(column, form, expected, random, what);
                }
            }
            assertEquals(0, region.used(), what);
            region.close();
        }
    }

    /// Pages in one encoding, and sometimes plain ones after them, as writers do that give up a
    /// dictionary.
    private static ChunkWriter.Written write(
            Kind kind, ValueForm form, Encoding encoding, Random random, List<Object> expected)
            throws Exception {
        CompressionCodec codec =
                random.nextBoolean() ? CompressionCodec.SNAPPY : CompressionCodec.UNCOMPRESSED;
        ChunkWriter writer = new ChunkWriter(form, codec);
        int pages = 1 + random.nextInt(5);
        int rowsMax = random.nextInt(4) == 0 ? 12_000 : 900;
        int plainFrom = random.nextInt(3) == 0 ? random.nextInt(pages) : pages;
        boolean second = random.nextBoolean();
        for (int page = 0; page < pages; page++) {
            int absent = form.optional() ? new int[] {0, 0, 5, 50, 100}[random.nextInt(5)] : 0;
            boolean inRuns = random.nextBoolean();
            List<Object> values = new ArrayList<>();
            int rows = 1 + random.nextInt(rowsMax);
            while (values.size() < rows) {
                int run = inRuns ? 1 + random.nextInt(100) : 1;
                Object value = random.nextInt(100) < absent ? null : kind.values().apply(random);
                for (int i = 0; i < run && values.size() < rows; i++) {
                    values.add(value);
                }
            }
            writer.page(values, page < plainFrom ? encoding : Encoding.PLAIN, second);
            values.forEach(v -> expected.add(v == null ? null : kind.expected().apply(v)));
        }
        return writer.end();
    }

    private static void readAll(
            FlatColumn column, ValueForm form, List<Object> expected, Random random, String what)
            throws Exception {
        Vector to = new Vector(form.type());
        int windowMax = random.nextBoolean() ? Batch.ROWS_MAX : 1 + random.nextInt(700);
        int[] selection = new int[Batch.ROWS_MAX];
        for (int first = 0; first < expected.size(); ) {
            int rows = Math.min(windowMax, expected.size() - first);
            column.window(first, rows);
            for (int fills = random.nextInt(3); fills > 0; fills--) {
                int step = 1 + random.nextInt(random.nextBoolean() ? 1 : 9);
                int count = 0;
                for (int at = random.nextInt(step); at < rows; at += step) {
                    selection[count++] = at;
                }
                column.fill(selection, count, to);
                for (int i = 0; i < count; i++) {
                    int at = selection[i];
                    assertTrue(!to.isNullFree() || !to.nulls[at], what);
                    if (!equal(expected.get(first + at), to, at)) {
                        assertEquals(
                                expected.get(first + at),
                                to.valueAt(at),
                                what + " row=" + (first + at));
                    }
                }
            }
            first += rows;
        }
    }

    private static boolean equal(Object expected, Vector to, int at) {
        return expected == null ? to.nulls[at] : expected.equals(to.valueAt(at));
    }

    @Test
    void aColumnWithFewerRowsThanItsRowGroupIsDamaged() throws Exception {
        ValueForm form = form(INT64, Type.BIGINT, 0);
        ChunkWriter writer = new ChunkWriter(form, CompressionCodec.SNAPPY);
        writer.page(new ArrayList<>(Arrays.asList(1L, null, 3L)), Encoding.PLAIN, false);
        ChunkWriter.Written written = writer.end();
        try (MemoryManager manager = new MemoryManager(64 << 20);
                Region region = manager.query("q", 64 << 20);
                FlatColumn column = new FlatColumn(form, region)) {
            column.begin(written, written.column());
            column.window(0, 4);
            assertThrows(
                    DamagedPageException.class,
                    () -> column.fill(new int[] {0}, 1, new Vector(Type.BIGINT)));
        }
    }

    /// Nothing that a page can say makes reading do anything but end in an exception.
    @Test
    void brokenBytesAreNoticedOrReadAsSomething() throws Exception {
        int noticed = 0;
        int cases = 0;
        List<Kind> kinds = kinds();
        for (Kind kind : kinds) {
            for (Encoding encoding : kind.encodings()) {
                for (int i = 0; i < 10; i++) {
                    long seed = kinds.indexOf(kind) * 100_000L + encoding.ordinal() * 1000L + i;
                    noticed += isNoticed(kind, encoding, new Random(seed), "seed=" + seed) ? 1 : 0;
                    cases++;
                }
            }
        }
        assertTrue(noticed > cases / 5 && noticed < cases, noticed + " of " + cases);
    }

    private static boolean isNoticed(Kind kind, Encoding encoding, Random random, String what)
            throws Exception {
        List<Object> expected = new ArrayList<>();
        ChunkWriter.Written whole = write(kind, kind.form(), encoding, random, expected);
        byte[] bytes = whole.bytes().clone();
        int end = bytes.length - 32;
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            int at = 4 + random.nextInt(random.nextBoolean() ? end - 4 : Math.min(60, end - 4));
            bytes[at] = (byte) random.nextInt(256);
        }
        ChunkWriter.Written broken = new ChunkWriter.Written(bytes, whole.column());
        try (MemoryManager manager = new MemoryManager(256 << 20)) {
            Region region = manager.query("q", 256 << 20);
            try (FlatColumn column = new FlatColumn(kind.form(), region)) {
                Vector to = new Vector(kind.form().type());
                int[] all = new int[Batch.ROWS_MAX];
                Arrays.setAll(all, row -> row);
                column.begin(broken, broken.column());
                for (int first = 0; first < expected.size(); first += Batch.ROWS_MAX) {
                    int rows = Math.min(Batch.ROWS_MAX, expected.size() - first);
                    column.window(first, rows);
                    column.fill(all, rows, to);
                }
                return false;
            } catch (java.io.IOException | RuntimeException _) {
                return true;
            } finally {
                assertEquals(0, region.used(), what);
                region.close();
            }
        }
    }
}
