package telegraph.examples.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private final HandTicker ticker = new HandTicker();

    @Test
    void aBurstPassesAndThenTheRate() {
        RateLimit limit = new RateLimit(2, 3, ticker);
        for (int i = 0; i < 3; i++) {
            assertTrue(limit.allows());
        }
        assertFalse(limit.allows());
        ticker.sleep(Duration.ofMillis(499));
        assertFalse(limit.allows());
        ticker.sleep(Duration.ofMillis(2));
        assertTrue(limit.allows());
        assertFalse(limit.allows());
    }

    @Test
    void aRestNeverSavesMoreThanTheBurst() {
        RateLimit limit = new RateLimit(2, 3, ticker);
        ticker.sleep(Duration.ofHours(1));
        int passed = 0;
        while (limit.allows()) {
            passed++;
        }
        assertEquals(3, passed);
    }

    @Test
    void theTimeToWaitIsInWholeSecondsAndTrue() {
        RateLimit limit = new RateLimit(0.25, 1, ticker);
        assertTrue(limit.allows());
        assertFalse(limit.allows());
        assertEquals(4, limit.secondsToWait());
        ticker.sleep(Duration.ofSeconds(4));
        assertTrue(limit.allows());
    }

    @Test
    void jitterStaysWithinItsBoundsAndRepeatsFromItsSeed() {
        Pace one = new Pace(2, 7);
        Pace other = new Pace(2, 7);
        for (int i = 0; i < 10_000; i++) {
            Duration time = one.jittered(Duration.ofMillis(100));
            assertEquals(time, other.jittered(Duration.ofMillis(100)));
            assertTrue(time.toMillis() >= 35 && time.toMillis() <= 195, time.toString());
        }
    }
}
