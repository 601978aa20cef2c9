package telegraph.http;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Dates as servers write them.
///
/// Read as cookies want it (RFC 6265, section 5.1.1): a day, a month's name, a year and a time, in
/// whatever order and with whatever between them.
public final class HttpDate {
    private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(\\D.*)?");
    private static final Pattern DAY = Pattern.compile("(\\d{1,2})(\\D.*)?");
    private static final Pattern YEAR = Pattern.compile("(\\d{2,4})(\\D.*)?");
    private static final Pattern BETWEEN =
            Pattern.compile("[\\x09\\x20-\\x2F\\x3B-\\x40\\x5B-\\x60\\x7B-\\x7E]+");
    private static final int LENGTH_MAX = 100;
    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    private HttpDate() {}

    /// Milliseconds since 1970, or empty if it is no date.
    public static OptionalLong parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return OptionalLong.empty();
        }
        int[] time = null;
        int day = -1;
        int month = -1;
        int year = -1;
        for (String token : BETWEEN.split(text)) {
            Matcher clock = TIME.matcher(token);
            Matcher number = DAY.matcher(token);
            Matcher long4 = YEAR.matcher(token);
            String name = token.toLowerCase(Locale.ROOT);
            if (time == null && clock.matches()) {
                time = new int[] {number(clock, 1), number(clock, 2), number(clock, 3)};
            } else if (day < 0 && number.matches()) {
                day = number(number, 1);
            } else if (month < 0 && name.length() >= 3 && MONTHS.contains(name.substring(0, 3))) {
                month = 1 + MONTHS.indexOf(name.substring(0, 3));
            } else if (year < 0 && long4.matches()) {
                year = number(long4, 1);
                year += year < 70 ? 2000 : year < 100 ? 1900 : 0;
            }
        }
        if (time == null || day < 0 || month < 0 || year < 0) {
            return OptionalLong.empty();
        }
        try {
            LocalDateTime date = LocalDateTime.of(year, month, day, time[0], time[1], time[2]);
            return OptionalLong.of(date.toInstant(ZoneOffset.UTC).toEpochMilli());
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
