package telegraph.query.function;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.memory.Micros;
import telegraph.query.value.Allowance;

/// Functions that look at the clock each time they are called, or wait until it shows something.
/// Each takes the place where it is written after its arguments, so that two of them in one row are
/// two.
///
/// Public because generated code calls it.
public final class ClockFunctions {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss.SSSSSS yyyy 'UTC'", Locale.ENGLISH);

    /// The longest that one call waits.
    private static final Duration LONGEST = Duration.ofDays(1);

    private ClockFunctions() {}

    /// Microseconds since 1970.
    public static Long now(Allowance allowance, Long place) {
        return Micros.of(allowance.time().clock().instant());
    }

    /// When the statement began, in microseconds since 1970.
    public static Long began(Allowance allowance, Long place) {
        return Micros.of(allowance.time().began());
    }

    public static String timeOfDay(Allowance allowance, Long place) {
        ZonedDateTime now = ZonedDateTime.now(allowance.time().clock());
        if (!now.getZone().normalized().equals(ZoneOffset.UTC)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "timeofday() is there in the zone UTC only. Use clock_timestamp(): zone="
                            + now.getZone());
        }
        return DAY.format(now.truncatedTo(ChronoUnit.MICROS));
    }

    /// What has no value gives an empty text.
    public static String sleep(Allowance allowance, Double seconds, Long place) {
        if (seconds > LONGEST.toSeconds()) {
            throw tooLong();
        }
        return waited(allowance, Duration.ofNanos((long) (seconds * 1e9)));
    }

    public static String sleepFor(Allowance allowance, Interval interval, Long place) {
        ZonedDateTime now = ZonedDateTime.now(allowance.time().clock());
        ZonedDateTime end =
                now.plusMonths(interval.months())
                        .plusDays(interval.days())
                        .plus(interval.micros(), ChronoUnit.MICROS);
        return waited(allowance, Duration.between(now, end));
    }

    public static String sleepUntil(Allowance allowance, Long moment, Long place) {
        Instant now = allowance.time().clock().instant();
        return waited(allowance, Duration.between(now, Micros.instant(moment)));
    }

    private static String waited(Allowance allowance, Duration duration) {
        if (duration.compareTo(LONGEST) > 0) {
            throw tooLong();
        }
        if (duration.isPositive()) {
            allowance.time().sleep(duration);
        }
        return "";
    }

    private static TelegraphException tooLong() {
        return TelegraphException.of(
                SqlState.PROGRAM_LIMIT, "a call of pg_sleep waits for a day at most");
    }
}
