package telegraph.query.function;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.CalendarYear;
import telegraph.memory.Micros;
import telegraph.query.value.ValueFailures;

/// A pattern of `to_char`, `to_date` and `to_timestamp`, such as `YYYY-MM-DD HH24:MI`.
///
/// Parts are the words of PostgreSQL (`HH24`, `Month`, `IW`, …) with `FM` before them for no
/// padding and `TH` or `th` after them for an ordinal; text in double quotes and anything else
/// stands for itself. Names of months and days are English.
record MomentPattern(List<Part> parts) {
    private static final String[] WORDS = {
        "HH24", "HH12", "HH", "MI", "SSSSS", "SSSS", "SS", "MS", "US", "A.M.", "P.M.", "AM", "PM",
        "Y,YYY", "YYYY", "YYY", "YY", "IYYY", "IYY", "IY", "ID", "IW", "IDDD", "Y", "MONTH", "MON",
        "MM", "DAY", "DY", "DDD", "DD", "D", "WW", "W", "Q", "CC", "J", "TZH", "TZM", "TZ", "OF",
        "I", "RM", "BC", "AD", "B.C.", "A.D.", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6"
    };
    private static final int NAME_WIDTH = 9;
    private static final String[] ROMAN_MONTHS = {
        "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"
    };
    private static final int ROMAN_WIDTH = 4;

    /// A word as written, or text that stands for itself (`word` empty).
    record Part(String word, String written, boolean fill, String ordinal) {}

    static MomentPattern parse(String pattern) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            if (pattern.charAt(at) == '"') {
                int end = pattern.indexOf('"', at + 1);
                end = end < 0 ? pattern.length() : end;
                parts.add(new Part("", pattern.substring(at + 1, end), true, ""));
                at = end + 1;
                continue;
            }
            if (pattern.regionMatches(true, at, "FX", 0, 2)) {
                at += 2; // is about reading
                continue;
            }
            boolean bare =
                    pattern.regionMatches(true, at, "FM", 0, 2)
                            || pattern.regionMatches(true, at, "TM", 0, 2);
            int start = bare ? at + 2 : at;
            String word = word(pattern, start);
            if (word.isEmpty()) {
                parts.add(
                        new Part(
                                "",
                                pattern.substring(start, Math.min(start + 1, pattern.length())),
                                true,
                                ""));
                at = start + 1;
                continue;
            }
            int end = start + word.length();
            boolean ordinal = pattern.regionMatches(true, end, "TH", 0, 2);
            parts.add(
                    new Part(
                            word,
                            pattern.substring(start, end),
                            !bare,
                            ordinal ? pattern.substring(end, end + 2) : ""));
            at = ordinal ? end + 2 : end;
        }
        return new MomentPattern(parts);
    }

    private static String word(String pattern, int at) {
        String best = "";
        for (String word : WORDS) {
            if (word.length() > best.length()
                    && pattern.regionMatches(true, at, word, 0, word.length())) {
                best = word;
            }
        }
        return best;
    }

    String format(long micros) {
        LocalDateTime moment = Micros.local(micros);
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part.word.isEmpty() ? part.written : format(part, moment));
        }
        return text.toString();
    }

    private static String format(Part part, LocalDateTime m) {
        int year = CalendarYear.ofEra(m.getYear());
        int isoYear = CalendarYear.ofEra(m.get(IsoFields.WEEK_BASED_YEAR));
        int hour = m.getHour();
        return switch (part.word) {
            case "HH24" -> number(part, hour, 2);
            case "HH12", "HH" -> number(part, hour % 12 == 0 ? 12 : hour % 12, 2);
            case "MI" -> number(part, m.getMinute(), 2);
            case "SS" -> number(part, m.getSecond(), 2);
            case "SSSS", "SSSSS" -> number(part, m.toLocalTime().toSecondOfDay(), 1);
            case "MS" -> number(part, m.getNano() / 1_000_000, 3);
            case "US" -> number(part, m.getNano() / 1_000, 6);
            case "AM", "PM", "A.M.", "P.M." -> half(part.written, hour);
            case "Y,YYY" -> ordinal(part, year, "%d,%03d".formatted(year / 1000, year % 1000));
            case "YYYY" -> number(part, year, 4);
            case "YYY" -> number(part, year % 1000, 3);
            case "YY" -> number(part, year % 100, 2);
            case "Y" -> number(part, year % 10, 1);
            case "IYYY" -> number(part, isoYear, 4);
            case "IYY" -> number(part, isoYear % 1000, 3);
            case "IY" -> number(part, isoYear % 100, 2);
            case "I" -> number(part, isoYear % 10, 1);
            case "BC", "AD", "B.C.", "A.D." -> era(part.written, m.getYear());
            case "RM" -> roman(part, m.getMonthValue());
            case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" -> {
                int digits = part.word.charAt(2) - '0';
                yield String.format(Locale.ROOT, "%06d", m.getNano() / 1_000).substring(0, digits);
            }
            case "MONTH" -> name(part, m.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            case "MON" ->
                    cased(
                            part.written,
                            m.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
            case "MM" -> number(part, m.getMonthValue(), 2);
            case "DAY" ->
                    name(part, m.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            case "DY" ->
                    cased(
                            part.written,
                            m.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
            case "DDD" -> number(part, m.getDayOfYear(), 3);
            case "IDDD" ->
                    number(
                            part,
                            (m.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) - 1) * 7
                                    + m.getDayOfWeek().getValue(),
                            3);
            case "DD" -> number(part, m.getDayOfMonth(), 2);
            case "D" -> number(part, m.getDayOfWeek().getValue() % 7 + 1, 1);
            case "ID" -> number(part, m.getDayOfWeek().getValue(), 1);
            case "IW" -> number(part, m.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case "WW" -> number(part, (m.getDayOfYear() - 1) / 7 + 1, 2);
            case "W" -> number(part, (m.getDayOfMonth() - 1) / 7 + 1, 1);
            case "Q" -> number(part, m.get(IsoFields.QUARTER_OF_YEAR), 1);
            case "CC" -> century(part, m.getYear());
            case "J" -> number(part, m.getLong(JulianFields.JULIAN_DAY), 1);
            case "TZ" -> "UTC";
            case "OF", "TZH" -> "+00";
            case "TZM" -> "00";
            default -> throw new IllegalStateException(part.word);
        };
    }

    /// The sign of one before the first is no part of its width.
    private static String century(Part part, int year) {
        long century = CalendarYear.periods(year, 100);
        return century < 0 ? "-" + number(part, -century, 2) : number(part, century, 2);
    }

    private static String number(Part part, long value, int width) {
        String text = Long.toString(value);
        String padded = part.fill ? "0".repeat(Math.max(0, width - text.length())) + text : text;
        return ordinal(part, value, padded);
    }

    private static String ordinal(Part part, long value, String text) {
        if (part.ordinal.isEmpty()) {
            return text;
        }
        boolean teen = value / 10 % 10 == 1;
        String suffix =
                switch ((int) (teen ? 0 : value % 10)) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return text
                + (Character.isUpperCase(part.ordinal.charAt(0))
                        ? suffix.toUpperCase(Locale.ROOT)
                        : suffix);
    }

    private static String era(String written, int year) {
        String era = year > 0 ? "ad" : "bc";
        String dotted = written.contains(".") ? era.charAt(0) + "." + era.charAt(1) + "." : era;
        return Character.isUpperCase(written.charAt(0)) ? dotted.toUpperCase(Locale.ROOT) : dotted;
    }

    private static String roman(Part part, int month) {
        String name = ROMAN_MONTHS[month - 1];
        String roman =
                Character.isLowerCase(part.written.charAt(0))
                        ? name.toLowerCase(Locale.ROOT)
                        : name;
        return part.fill ? roman + " ".repeat(ROMAN_WIDTH - roman.length()) : roman;
    }

    private static String half(String written, int hour) {
        String half = hour < 12 ? "am" : "pm";
        String dotted = written.contains(".") ? half.charAt(0) + ".m." : half;
        return Character.isUpperCase(written.charAt(0)) ? dotted.toUpperCase(Locale.ROOT) : dotted;
    }

    private static String name(Part part, String name) {
        String cased = cased(part.written, name);
        return part.fill ? cased + " ".repeat(Math.max(0, NAME_WIDTH - cased.length())) : cased;
    }

    private static String cased(String written, String name) {
        if (Character.isLowerCase(written.charAt(0))) {
            return name.toLowerCase(Locale.ROOT);
        }
        return Character.isUpperCase(written.charAt(1)) ? name.toUpperCase(Locale.ROOT) : name;
    }

    /// Microseconds since 1970 of the moment that a text in this pattern stands for.
    long read(String text) {
        Reading reading = new Reading(text);
        for (Part part : parts) {
            reading.take(part);
        }
        return reading.micros();
    }

    /// A text being read, and what is known from it so far.
    private static final class Reading {
        private final String text;
        private int at;
        private int year = 1;
        private int month = 1;
        private int day = 1;
        private int dayOfYear;
        private int hour;
        private int minute;
        private int second;
        private int nanos;
        private boolean afternoon;
        private boolean half;

        Reading(String text) {
            this.text = text;
        }

        void take(Part part) {
            if (part.word.isEmpty()) {
                skip(part.written);
                return;
            }
            switch (part.word) {
                case "YYYY" -> year = number(part.fill ? 4 : 9);
                case "YY" -> {
                    int two = number(2);
                    year = two < 70 ? 2000 + two : 1900 + two;
                }
                case "MM" -> month = number(2);
                case "DD" -> day = number(2);
                case "DDD" -> dayOfYear = number(3);
                case "HH24" -> hour = number(2);
                case "HH12", "HH" -> hour = number(2);
                case "MI" -> minute = number(2);
                case "SS" -> second = number(2);
                case "MS" -> nanos = fraction(3);
                case "US" -> nanos = fraction(6);
                case "MON" -> month = month(3);
                case "MONTH" -> month = month(NAME_WIDTH);
                case "DAY", "DY" -> letters();
                case "AM", "PM", "A.M.", "P.M." -> {
                    half = true;
                    afternoon = letters().toLowerCase(Locale.ROOT).startsWith("p");
                }
                default ->
                        throw TelegraphException.input(
                                "a pattern to read dates cannot have " + part.written);
            }
        }

        private void skip(String written) {
            boolean separator =
                    !Character.isLetterOrDigit(written.isEmpty() ? ' ' : written.charAt(0));
            if (separator) {
                if (at < text.length() && !Character.isLetterOrDigit(text.charAt(at))) {
                    at++;
                }
            } else {
                at = Math.min(text.length(), at + written.length());
            }
        }

        private int number(int digitsMax) {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            int start = at;
            while (at < text.length()
                    && at - start < digitsMax
                    && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw TelegraphException.of(
                        SqlState.INVALID_DATETIME_FORMAT,
                        "invalid value for the pattern: " + ValueFailures.quoted(text));
            }
            return Integer.parseInt(text, start, at, 10);
        }

        private int fraction(int digits) {
            int start = at;
            int value = number(digits);
            int nanosOf = value;
            for (int i = at - start; i < NAME_WIDTH; i++) {
                nanosOf *= 10;
            }
            return nanosOf;
        }

        private String letters() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            int start = at;
            while (at < text.length()
                    && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            return text.substring(start, at);
        }

        private int month(int lettersMax) {
            int start = at;
            String name = letters();
            for (java.time.Month candidate : java.time.Month.values()) {
                String full = candidate.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
                boolean whole = lettersMax > 3 && name.equalsIgnoreCase(full);
                if (whole
                        || (name.length() >= 3
                                && full.substring(0, 3).equalsIgnoreCase(name.substring(0, 3)))) {
                    if (!whole && name.length() > 3) {
                        at = text.indexOf(name, start) + 3;
                    }
                    return candidate.getValue();
                }
            }
            throw ValueFailures.invalid("the name of a month", name);
        }

        long micros() {
            if (half) {
                hour = hour % 12 + (afternoon ? 12 : 0);
            }
            try {
                LocalDate date =
                        dayOfYear > 0
                                ? LocalDate.of(year, 1, 1).with(ChronoField.DAY_OF_YEAR, dayOfYear)
                                : LocalDate.of(year, month, day);
                return Micros.of(date.atTime(hour, minute, second, nanos));
            } catch (DateTimeException e) {
                throw TelegraphException.of(
                        SqlState.DATETIME_OUT_OF_RANGE,
                        "date/time field value out of range: \"" + text + "\"",
                        e);
            }
        }
    }
}
