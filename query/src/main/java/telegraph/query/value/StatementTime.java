package telegraph.query.value;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;

/// The time that passes while a statement is carried out.
///
/// Threads: any.
///
/// @param began when the statement began, which in a transaction may be long after that did
/// @param clock the time of day
/// @param ticker what waits
public record StatementTime(Instant began, Clock clock, Ticker ticker) {
    private static final Ticker STANDING =
            new Ticker() {
                @Override
                public long nanos() {
                    return 0;
                }

                @Override
                public void sleep(Duration duration) {}
            };

    /// One that does not pass, for what is computed outside of statements.
    public static StatementTime standing(Instant now) {
        return new StatementTime(now, Clock.fixed(now, ZoneOffset.UTC), STANDING);
    }

    /// The same shown by clocks of a zone.
    public StatementTime in(ZoneId zone) {
        return new StatementTime(began, clock.withZone(zone), ticker);
    }

    /// Waits.
    ///
    /// @throws TelegraphException if nobody wants the statement's result any more
    public void sleep(Duration duration) {
        Interrupts.check();
        try {
            ticker.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Interrupts.check();
        }
    }
}
