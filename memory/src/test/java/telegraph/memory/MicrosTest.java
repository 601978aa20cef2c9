package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MicrosTest {
    @Test
    void everyCountIsATimeAndBack() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            long micros = random.nextLong() >> random.nextInt(64);
            assertEquals(micros, Micros.of(Micros.instant(micros)));
            assertEquals(micros, Micros.of(Micros.local(micros)));
            long ofDay = Math.floorMod(micros, Micros.DAY);
            assertEquals(ofDay, Micros.of(Micros.time(ofDay)));
            assertEquals(micros, ChronoUnit.MICROS.between(Instant.EPOCH, Micros.instant(micros)));
        }
    }

    @Test
    void digitsBeyondAreDroppedTowardsThePast() {
        assertEquals(-1, Micros.of(Instant.EPOCH.minusNanos(1)));
        assertEquals(0, Micros.of(Instant.EPOCH.plusNanos(999)));
        assertEquals(-1, Micros.of(LocalDateTime.parse("1969-12-31T23:59:59.9999991")));
        assertEquals(1, Micros.of(LocalTime.parse("00:00:00.0000019")));
    }

    @Test
    void whatHasNoRoomIsRefused() {
        assertThrows(ArithmeticException.class, () -> Micros.of(Instant.MAX));
        assertThrows(ArithmeticException.class, () -> Micros.of(LocalDateTime.MIN));
        assertThrows(ArithmeticException.class, () -> Micros.ofDay(200_000_000));
        assertThrows(ArithmeticException.class, () -> Micros.ofMillis(Long.MAX_VALUE));
    }
}
