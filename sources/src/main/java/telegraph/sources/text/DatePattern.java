package telegraph.sources.text;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import telegraph.ground.TelegraphException;

/// Reads patterns for dates: those of C and Python with `%` (`%d.%m.%Y %H:%M`), else those of
/// PostgreSQL and Java (`DD.MM.YYYY`, `dd/MM/yyyy HH:mm`).
public final class DatePattern {
    private static final int CENTURY_PIVOT = 1970;

    private DatePattern() {}

    /// @throws TelegraphException of kind INPUT, naming the option, if `pattern` is none
    public static DateTimeFormatter of(String option, String pattern) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
        try {
            if (pattern.indexOf('%') >= 0) {
                percent(builder, pattern);
            } else {
                builder.appendPattern(
                        pattern.replace("HH24", "HH")
                                .replace("MI", "mm")
                                .replace("SS", "ss")
                                .replace("YYYY", "uuuu")
                                .replace("yyyy", "uuuu")
                                .replace("DD", "dd"));
            }
            return builder.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.SMART);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a date pattern is made of %Y %m %d %H %M %S, or of YYYY MM DD HH MI SS: "
                            + option
                            + "=\""
                            + pattern
                            + "\" cause="
                            + e.getMessage(),
                    e);
        }
    }

    private static void percent(DateTimeFormatterBuilder builder, String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                builder.appendLiteral(c);
                continue;
            }
            if (++i == pattern.length()) {
                throw new IllegalArgumentException("a letter follows %");
            }
            directive(builder, pattern.charAt(i));
        }
    }

    private static void directive(DateTimeFormatterBuilder builder, char letter) {
        switch (letter) {
            case 'Y' -> builder.appendValue(ChronoField.YEAR, 4);
            case 'y' ->
                    builder.appendValueReduced(
                            ChronoField.YEAR, 2, 2, LocalDate.of(CENTURY_PIVOT, 1, 1));
            case 'm' -> builder.appendPattern("[MM][M]");
            case 'd', 'e' -> builder.appendPattern("[dd][d]");
            case 'b' -> builder.appendPattern("MMM");
            case 'B' -> builder.appendPattern("MMMM");
            case 'j' -> builder.appendPattern("DDD");
            case 'H' -> builder.appendPattern("[HH][H]");
            case 'I' -> builder.appendPattern("[hh][h]");
            case 'p' -> builder.appendPattern("a");
            case 'M' -> builder.appendPattern("mm");
            case 'S' -> builder.appendPattern("ss");
            case 'f' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, false);
            case 'z' -> builder.appendPattern("[XXX][XX][X]");
            case 'T' -> builder.appendPattern("HH:mm:ss");
            case 'F' -> builder.appendPattern("uuuu-MM-dd");
            case '%' -> builder.appendLiteral('%');
            default -> throw new IllegalArgumentException("unknown directive %" + letter);
        }
    }
}
