package telegraph.server.postgres.dialect;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How PostgreSQL writes the longest time that something may take: milliseconds, or a number with a
/// unit.
public final class Timeout {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,12})\\s*(us|ms|s|min|h|d|)", Pattern.CASE_INSENSITIVE);

    private Timeout() {}

    /// The value as a setting of Telegraph takes it.
    public static String limit(String value) {
        return value.matches("\\d+") ? value + "ms" : value;
    }

    /// @param name of the parameter
    /// @throws TelegraphException if it is no such time
    static String checked(String name, String value) {
        Matcher parts = FORM.matcher(value.strip());
        if (!parts.matches()) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "invalid value for parameter \""
                            + name
                            + "\": \""
                            + value
                            + "\" (milliseconds, or a number with us, ms, s, min, h or d)");
        }
        String unit = parts.group(2).toLowerCase(Locale.ROOT);
        long number = Long.parseLong(parts.group(1));
        return number == 0 || unit.isEmpty() ? Long.toString(number) : number + unit;
    }
}
