package telegraph.query.value;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;
import telegraph.memory.MomentText;

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

    /// Abbreviations as PostgreSQL has them, hours east of UTC: none of them has a summer time,
    /// also where a zone of the same name has.
    private static final Map<String, Integer> ABBREVIATIONS =
            Map.ofEntries(
                    Map.entry("AKDT", -8),
                    Map.entry("AKST", -9),
                    Map.entry("BST", 1),
                    Map.entry("CDT", -5),
                    Map.entry("CEST", 2),
                    Map.entry("CET", 1),
                    Map.entry("CST", -6),
                    Map.entry("EDT", -4),
                    Map.entry("EEST", 3),
                    Map.entry("EET", 2),
                    Map.entry("EST", -5),
                    Map.entry("GMT", 0),
                    Map.entry("HST", -10),
                    Map.entry("JST", 9),
                    Map.entry("KST", 9),
                    Map.entry("MDT", -6),
                    Map.entry("MEST", 2),
                    Map.entry("MET", 1),
                    Map.entry("MST", -7),
                    Map.entry("NZDT", 13),
                    Map.entry("NZST", 12),
                    Map.entry("PDT", -7),
                    Map.entry("PST", -8),
                    Map.entry("UTC", 0),
                    Map.entry("WET", 0),
                    Map.entry("Z", 0));

    /// Zones by the names that queries may give them, in lower case too.
    private static final class Named {
        private static final Map<String, ZoneId> ZONES = zones();

        private static Map<String, ZoneId> zones() {
            Map<String, ZoneId> zones = new HashMap<>();
            for (String id : ZoneId.getAvailableZoneIds()) {
                zones.put(id, ZoneId.of(id));
                zones.put(id.toLowerCase(Locale.ROOT), ZoneId.of(id));
            }
            ABBREVIATIONS.forEach((name, hours) -> {
                zones.put(name, ZoneOffset.ofHours(hours));
                zones.put(name.toLowerCase(Locale.ROOT), ZoneOffset.ofHours(hours));
            });
            return zones;
        }
    }

    /// The zone that a query names: by the name of a place or an abbreviation, and by no distance,
    /// whose sign PostgreSQL reads the other way round.
    private static ZoneId named(String name) {
        ZoneId zone = Named.ZONES.get(name);
        zone = zone == null ? Named.ZONES.get(name.toLowerCase(Locale.ROOT)) : zone;
        if (zone != null) {
            return zone;
        }
        if (name.chars().anyMatch(c -> c == '+' || c == '-' || Character.isDigit(c))) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: a time zone by its distance from UTC: zone='"
                            + name
                            + "'. Name a place, such as 'Europe/Paris', or UTC");
        }
        throw TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "there is no such time zone: zone='"
                        + name
                        + "'"
                        + Nearest.hint(name, ZoneId.getAvailableZoneIds()));
    }

    /// What a clock of a zone that a query names shows at a moment.
    public static Long localIn(String zone, Long moment) {
        return moment + offset(moment, named(zone)).getTotalSeconds() * Micros.SECOND;
    }

    /// The moment at which a clock of a zone that a query names shows that.
    public static Long momentIn(String zone, Long local) {
        return moment(local, named(zone));
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
        return MomentText.timestamp(
                moment + offset.getTotalSeconds() * Micros.SECOND, written(offset));
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
