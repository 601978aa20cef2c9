package telegraph.sql.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownZonesTest {
    @Test
    void eachNameHasItsZoneHoweverManyShareAPlace() {
        KnownZones zones = new KnownZones();
        Set<String> names = ZoneId.getAvailableZoneIds();
        for (int time = 0; time < 2; time++) {
            for (String name : names) {
                assertEquals(
                        ZoneId.of(name).getRules(), zones.of(name).toZoneId().getRules(), name);
            }
        }
        assertSame(zones.of("Europe/Berlin"), zones.of("Europe/Berlin"));
        assertThrows(DateTimeException.class, () -> zones.of("Nowhere/Land"));
    }
}
