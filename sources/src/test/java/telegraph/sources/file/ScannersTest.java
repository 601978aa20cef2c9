package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.ground.Utf8;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.sources.text.FieldParser;
import telegraph.sources.text.NumberScanner;
import telegraph.sources.text.TimeScanner;

/// Holds the number, date and UTF-8 scanners against the JDK.
class ScannersTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void everyDateIsTheDayTheJdkSays() {
        TimeScanner times = new TimeScanner(null, null);
        LocalDate end = LocalDate.of(2401, 1, 1);
        for (LocalDate day = LocalDate.of(1599, 12, 1); day.isBefore(end); day = day.plusDays(1)) {
            byte[] text = ascii(day.toString());
            assertTrue(times.scanDate(text, 0, text.length), day::toString);
            assertEquals(day.toEpochDay(), times.value, day::toString);
        }
        byte[] first = ascii("0000-01-01");
        assertTrue(times.scanDate(first, 0, first.length));
        assertEquals(LocalDate.of(0, 1, 1).toEpochDay(), times.value);
        for (String wrong :
                List.of(
                        "2013-02-29",
                        "2013-13-01",
                        "2013-00-01",
                        "2013-01-32",
                        "2013-01",
                        "13-1-1",
                        "2013-01/02",
                        "2013-0a-01",
                        "2013-01-/1",
                        "20:3-01-01",
                        "1900-02-29",
                        "2013-01-01x")) {
            byte[] text = ascii(wrong);
            assertFalse(times.scanDate(text, 0, text.length), wrong);
        }
    }

    @Test
    void everyFractionIsTheNearestDouble() {
        Random random = new Random(11);
        NumberScanner numbers = new NumberScanner();
        for (int i = 0; i < 200_000; i++) {
            String text =
                    switch (i % 4) {
                        case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                        case 1 ->
                                List.of("", "-", "+").get(random.nextInt(3))
                                        + random.nextInt(100_000)
                                        + "."
                                        + random.nextInt(100_000);
                        case 2 -> random.nextLong() + "." + random.nextLong(Long.MAX_VALUE);
                        default -> "-." + random.nextInt(1000) + "e" + (random.nextInt(80) - 40);
                    };
            if (text.equals("NaN") || text.endsWith("Infinity")) {
                continue;
            }
            byte[] bytes = ascii(text);
            assertTrue(numbers.scanReal(bytes, 0, bytes.length), text);
            assertEquals(Double.parseDouble(text), numbers.real, text);
        }
        for (String wrong :
                List.of(
                        "", ".", "-", "-.", "+", "--1", "1-", "1/2", "1:2", "1e", "1e+", "1.2.3",
                        "0x1", "1 2", "e5")) {
            byte[] bytes = ascii(wrong);
            assertFalse(numbers.scanReal(bytes, 0, bytes.length), wrong);
        }
    }

    @Test
    void everyDecimalIsWhatBigDecimalSays() {
        Random random = new Random(13);
        List<Type> types =
                List.of(
                        Type.decimal(4, 2),
                        Type.decimal(12, 2),
                        Type.decimal(18, 0),
                        Type.decimal(18, 18),
                        Type.decimal(20, 4),
                        Type.decimal(38, 10),
                        Type.decimal(38, 30));
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            Region region = memory.query("q", 64 << 20);
            BatchBuilder rows = new BatchBuilder(region, types);
            List<BigDecimal[]> expected = new ArrayList<>();
            int misfits = 0;
            for (int row = 0; row < 4_000; row++) {
                String text =
                        List.of("-", "+", "").get(random.nextInt(3))
                                + digits(random, 14)
                                + List.of("", ".").get(random.nextInt(2))
                                + digits(random, random.nextBoolean() ? 3 : 20);
                byte[] bytes = ascii(text);
                BigDecimal[] values = new BigDecimal[types.size()];
                for (int c = 0; c < values.length; c++) {
                    Type type = types.get(c);
                    BigDecimal value =
                            new BigDecimal(text).setScale(type.scale(), RoundingMode.HALF_UP);
                    boolean fits = value.precision() <= type.precision();
                    assertEquals(
                            fits,
                            FieldParser.of(type, null).put(bytes, 0, bytes.length, rows, c),
                            text + " " + type);
                    values[c] = fits ? value : null;
                    misfits += fits ? 0 : 1;
                }
                rows.endRow();
                expected.add(values);
            }
            assertTrue(misfits > 1_000 && misfits < 20_000, "misfits=" + misfits);
            Batch batch = rows.build();
            for (int row = 0; row < expected.size(); row++) {
                for (int c = 0; c < types.size(); c++) {
                    assertEquals(expected.get(row)[c], batch.valueAt(c, row));
                }
            }
            batch.unpin();
            assertEquals(0, region.used());
            region.close();
        }
    }

    private static String digits(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            text.append((char) ('0' + random.nextInt(10) * random.nextInt(2)));
        }
        return text.toString();
    }

    @Test
    void integersEndAtSixtyFourBits() {
        NumberScanner numbers = new NumberScanner();
        for (long value : new long[] {0, -1, 7, Long.MAX_VALUE, Long.MIN_VALUE}) {
            byte[] bytes = ascii(Long.toString(value));
            assertTrue(numbers.scanInteger(bytes, 0, bytes.length));
            assertEquals(value, numbers.integer);
        }
        for (String wrong :
                List.of(
                        "9223372036854775808",
                        "-9223372036854775809",
                        "99999999999999999999",
                        "+",
                        "1.0",
                        "")) {
            byte[] bytes = ascii(wrong);
            assertFalse(numbers.scanInteger(bytes, 0, bytes.length), wrong);
        }
    }

    @Test
    void bytesAreUtf8WhenTheJdkDecodesThem() {
        Random random = new Random(12);
        int good = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                bytes =
                        new String(bytes, StandardCharsets.UTF_16LE)
                                .getBytes(StandardCharsets.UTF_8);
            }
            String decoded = new String(bytes, StandardCharsets.UTF_8);
            boolean expected =
                    java.util.Arrays.equals(bytes, decoded.getBytes(StandardCharsets.UTF_8));
            good += expected ? 1 : 0;
            assertEquals(expected, Utf8.isWellFormed(bytes, 0, bytes.length), decoded);
        }
        assertTrue(good > 50_000 && good < 150_000, "well-formed: " + good);
    }
}
