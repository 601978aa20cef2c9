package telegraph.query.value;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import telegraph.memory.Micros;

/// Between moments and what clocks of a zone show, for generated code.
///
/// A moment is microseconds since 1970-01-01T00:00Z; a local time is microseconds since
/// 1970-01-01T00:00 of its own calendar. A local time that clocks leave out, as summer begins, is
/// the moment that it would be had they not been put forward; of one that comes twice the moment
/// counts that is not summer time. Both are PostgreSQL's choices.
///
/// Public because generated code calls it.
public final class ZoneFunctions {
    private ZoneFunctions() {}

    /// The zone of that name.
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw ValueFailures.invalid("time zone", name);
        }
    }

    /// What a clock shows at a moment.
    public static Long local(Long moment, String zone) {
        return moment + offset(moment, zone(zone)).getTotalSeconds() * Micros.SECOND;
    }

    /// The moment at which a clock shows that.
    public static Long moment(Long local, String zone) {
        return moment(local, zone(zone));
    }

    static long moment(long local, ZoneId zone) {
        LocalDateTime time =
                LocalDateTime.ofEpochSecond(Math.floorDiv(local, Micros.SECOND), 0, ZoneOffset.UTC);
        var offsets = zone.getRules().getValidOffsets(time);
        ZoneOffset offset =
                switch (offsets.size()) {
                    case 0 -> zone.getRules().getTransition(time).getOffsetBefore();
                    case 1 -> offsets.getFirst();
                    default -> offsets.getLast();
                };
        return local - offset.getTotalSeconds() * Micros.SECOND;
    }

    /// The moment that a text names, in a zone if it names none itself.
    public static Long parsed(String text, String zone) {
        return ValueTexts.toInstant(text, zone(zone));
    }

    /// A moment as a clock shows it, with how far that is from UTC.
    public static String shown(Long moment, String zone) {
        ZoneOffset offset = offset(moment, zone(zone));
        return ValueTexts.ofTimestamp(moment + offset.getTotalSeconds() * Micros.SECOND)
                + written(offset);
    }

    private static ZoneOffset offset(long moment, ZoneId zone) {
        return zone.getRules().getOffset(Micros.instant(moment));
    }

    /// `+01`, `-03:30`, `+00:19:32`.
    private static String written(ZoneOffset offset) {
        int seconds = Math.abs(offset.getTotalSeconds());
        StringBuilder text = new StringBuilder(offset.getTotalSeconds() < 0 ? "-" : "+");
        text.append(pad(seconds / 3600));
        if (seconds % 3600 != 0) {
            text.append(':').append(pad(seconds / 60 % 60));
        }
        if (seconds % 60 != 0) {
            text.append(':').append(pad(seconds % 60));
        }
        return text.toString();
    }

    private static String pad(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
