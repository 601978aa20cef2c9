package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.World;

/// A sandbox lives in the world it was opened in.
class WorldTest {
    private static final Instant THEN = Instant.parse("2001-06-30T23:59:58Z");

    @TempDir Path directory;

    @Test
    void theTimeOfDayIsTheWorlds() throws Exception {
        World world = World.system().withClock(Clock.fixed(THEN, ZoneOffset.UTC));
        try (Telegraph telegraph =
                Telegraph.open(world, directory, directory, Map.of(), Map.of())) {
            Answer answer = Answer.of(telegraph, "SELECT CURRENT_DATE, CAST(now() AS TIMESTAMP)");
            assertNull(answer.error());
            assertEquals("2001-06-30,2001-06-30 23:59:58", answer.rows().getLast());
        }
    }
}
