package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionReaderTest {
    @Test
    void truthHasFourWordsEachWay() {
        assertEquals(Optional.of(true), OptionReader.flag(" ON "));
        assertEquals(Optional.of(false), OptionReader.flag("0"));
        assertEquals(Optional.empty(), OptionReader.flag("maybe"));
    }

    @Test
    void aWholeNumberIsWholeHoweverItIsWritten() {
        assertEquals(Optional.of(10_000L), OptionReader.whole("10_000"));
        assertEquals(Optional.of(-2L), OptionReader.whole("-2.0"));
        assertEquals(Optional.of(1000L), OptionReader.whole("1e3"));
        assertEquals(Optional.of(Long.MAX_VALUE), OptionReader.whole("9223372036854775807"));
        assertEquals(Optional.empty(), OptionReader.whole("9223372036854775808"));
        assertEquals(Optional.empty(), OptionReader.whole("1e999999999"));
        assertEquals(Optional.empty(), OptionReader.whole("2.5"));
        assertEquals(Optional.empty(), OptionReader.whole("many"));
        assertEquals(Optional.empty(), OptionReader.whole(""));
    }

    @Test
    void aLengthOfTimeHasAUnitOrTheOneThatGoesWithout() {
        assertEquals(Optional.of(Duration.ofMillis(1500)), OptionReader.duration("1.5 s", ""));
        assertEquals(Optional.of(Duration.ofMinutes(5)), OptionReader.duration("5MIN", ""));
        assertEquals(Optional.of(Duration.ZERO), OptionReader.duration("0", ""));
        assertEquals(Optional.empty(), OptionReader.duration("5", ""));
        assertEquals(Optional.of(Duration.ofSeconds(5)), OptionReader.duration("5", "s"));
        assertEquals(Optional.of(Duration.ofMillis(5)), OptionReader.duration("5", "ms"));
        assertEquals(Optional.empty(), OptionReader.duration("soon", "s"));
        assertEquals(Optional.empty(), OptionReader.duration("-1s", "s"));
        assertEquals(Optional.empty(), OptionReader.duration("999999999999d", "s"));
    }

    @Test
    void aSizeIsInBytesOrPowersOfThem() {
        assertEquals(Optional.of(7L), OptionReader.bytes("7"));
        assertEquals(Optional.of(1536L), OptionReader.bytes("1.5 KiB"));
        assertEquals(Optional.of(2L << 20), OptionReader.bytes("2M"));
        assertEquals(Optional.of(1L << 40), OptionReader.bytes("1tb"));
        assertEquals(Optional.of(2L), OptionReader.bytes("1.5"));
        assertEquals(Optional.empty(), OptionReader.bytes("3 apples"));
        assertEquals(Optional.empty(), OptionReader.bytes("9999999TB"));
    }
}
