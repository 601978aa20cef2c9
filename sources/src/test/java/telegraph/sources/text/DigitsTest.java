package telegraph.sources.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Holds what is read eight bytes at a time against the scanners that go byte by byte.
class DigitsTest {
    private static final int CASES = 2_000_000;
    private static final String BYTES = "0123456789.-+/: \u0000\u007f;'e\u00b0\u00f9";

    private final byte[] text = new byte[Digits.BEFORE_BYTES + 40];
    private int end;

    @Test
    void numbersAndDatesAreThoseThatTheScannersRead() {
        Random random = new Random(1);
        NumberScanner numbers = new NumberScanner();
        TimeScanner times = new TimeScanner(null, null);
        int[] read = new int[3];
        for (int i = 0; i < CASES; i++) {
            draw(random);
            int start = Digits.BEFORE_BYTES;
            long whole = Digits.whole(text, start, end);
            if (whole != Digits.NONE) {
                assertTrue(numbers.scanInteger(text, start, end), this::shown);
                assertEquals(numbers.integer, whole, this::shown);
                read[0]++;
            }
            long fraction = Digits.fraction(text, start, end);
            if (fraction != Digits.NONE) {
                assertTrue(numbers.scanFraction(text, start, end), this::shown);
                assertEquals(numbers.integer, fraction >> 3, this::shown);
                assertEquals(numbers.scale, fraction & 7, this::shown);
                read[1]++;
            }
            long date = Digits.date(text, start, end);
            if (date != Digits.NONE) {
                assertTrue(times.scanDate(text, start, end), this::shown);
                assertEquals(times.value, date, this::shown);
                read[2]++;
            }
        }
        for (int count : read) {
            assertTrue(count > CASES / 200, "count=" + count);
        }
    }

    @Test
    void theUsualFormsAreRead() {
        for (String number : new String[] {"0", "7", "12345678", "123456789", "1234567890123456"}) {
            set(number);
            assertEquals(
                    Long.parseLong(number), Digits.whole(text, Digits.BEFORE_BYTES, end), number);
        }
        for (String number : new String[] {"0.04", "21168.23", "104949.50", "5.", ".5", "17"}) {
            set(number);
            assertNotEquals(Digits.NONE, Digits.fraction(text, Digits.BEFORE_BYTES, end), number);
        }
        for (LocalDate date = LocalDate.of(1800, 1, 1);
                date.getYear() < 2200;
                date = date.plusDays(1)) {
            set(date.toString());
            assertEquals(
                    date.toEpochDay(), Digits.date(text, Digits.BEFORE_BYTES, end), this::shown);
        }
    }

    /// Mostly digits, often in the form of a date, behind bytes that must not matter.
    private void draw(Random random) {
        random.nextBytes(text);
        int length = random.nextInt(4) == 0 ? 10 : random.nextInt(20);
        end = Digits.BEFORE_BYTES + length;
        for (int i = 0; i < length; i++) {
            text[Digits.BEFORE_BYTES + i] = (byte) ('0' + random.nextInt(10));
        }
        if (length == 10 && random.nextInt(4) > 0) {
            text[Digits.BEFORE_BYTES + 4] = '-';
            text[Digits.BEFORE_BYTES + 7] = '-';
            text[Digits.BEFORE_BYTES] = (byte) ('1' + random.nextInt(2));
            text[Digits.BEFORE_BYTES + 5] = (byte) ('0' + random.nextInt(2));
            text[Digits.BEFORE_BYTES + 8] = (byte) ('0' + random.nextInt(4));
        }
        for (int odd = random.nextInt(3); odd > 0 && length > 0; odd--) {
            text[Digits.BEFORE_BYTES + random.nextInt(length)] =
                    (byte) BYTES.charAt(random.nextInt(BYTES.length()));
        }
        if (length > 0 && random.nextInt(3) == 0) {
            text[Digits.BEFORE_BYTES + random.nextInt(length)] = '.';
        }
    }

    private void set(String number) {
        byte[] bytes = number.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, text, Digits.BEFORE_BYTES, bytes.length);
        end = Digits.BEFORE_BYTES + bytes.length;
    }

    private String shown() {
        int length = end - Digits.BEFORE_BYTES;
        return "text=" + new String(text, Digits.BEFORE_BYTES, length, StandardCharsets.ISO_8859_1);
    }
}
