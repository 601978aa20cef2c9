package telegraph.engine.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MeterTest {
    private final Meter meter = new Meter("pages");

    private String told() {
        return meter.progress().waiting();
    }

    @Test
    void whatGoesOnDoesNotTakeBackWhyAnotherWaits() {
        try (Meter.Wait _ = meter.waits("rate-limited until noon")) {
            meter.waiting("waiting for host for 2 s");
            meter.waiting("");
            assertEquals("rate-limited until noon", told());
            try (Meter.Wait _ = meter.waits("retry in 3 s")) {
                assertEquals("retry in 3 s", told());
            }
            assertEquals("rate-limited until noon", told());
        }
        assertEquals("", told());
    }

    @Test
    void oneOfTwoThatWaitForTheSameReasonMayEnd() {
        Meter.Wait first = meter.waits("waiting for a place");
        Meter.Wait second = meter.waits("waiting for a place");
        second.close();
        second.close();
        assertEquals("waiting for a place", told());
        first.close();
        assertEquals("", told());
    }
}
