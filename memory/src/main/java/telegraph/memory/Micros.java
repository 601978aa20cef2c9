package telegraph.memory;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/// Times as batches count them: microseconds since midnight, since 1970-01-01T00:00, or since that
/// moment in UTC.
///
/// Digits beyond microseconds are dropped, towards the past. A count has room for about 292,000
/// years on either side of 1970.
public final class Micros {
    public static final long MILLISECOND = 1_000;
    public static final long SECOND = 1_000_000;
    public static final long MINUTE = 60 * SECOND;
    public static final long HOUR = 60 * MINUTE;
    public static final long DAY = 24 * HOUR;

    private static final int NANOS = 1_000;

    private Micros() {}

    /// @throws ArithmeticException if there are too many
    public static long of(Instant moment) {
        return Math.addExact(
                Math.multiplyExact(moment.getEpochSecond(), SECOND), moment.getNano() / NANOS);
    }

    /// @throws ArithmeticException if there are too many
    public static long of(LocalDateTime time) {
        return Math.addExact(
                Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), SECOND),
                time.getNano() / NANOS);
    }

    public static long of(LocalTime time) {
        return time.toNanoOfDay() / NANOS;
    }

    /// The midnight with which a day begins.
    ///
    /// @param day days since 1970
    /// @throws ArithmeticException if there are too many
    public static long ofDay(long day) {
        return Math.multiplyExact(day, DAY);
    }

    /// @throws ArithmeticException if there are too many
    public static long ofMillis(long millis) {
        return Math.multiplyExact(millis, MILLISECOND);
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, SECOND), Math.floorMod(micros, SECOND) * NANOS);
    }

    public static LocalDateTime local(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, SECOND),
                (int) Math.floorMod(micros, SECOND) * NANOS,
                ZoneOffset.UTC);
    }

    /// @param micros less than a day
    public static LocalTime time(long micros) {
        return LocalTime.ofNanoOfDay(micros * NANOS);
    }
}
