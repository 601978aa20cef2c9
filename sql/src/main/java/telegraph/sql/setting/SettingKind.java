package telegraph.sql.setting;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.Nearest;
import telegraph.ground.OptionReader;
import telegraph.ground.TelegraphException;
import telegraph.tables.catalog.SearchPath;

/// What values a setting takes, how they are read, and how they are shown.
///
/// Values are Long for sizes and whole numbers, BigDecimal, Duration, Boolean, String, or a list of
/// paths.
public sealed interface SettingKind {
    /// The value of `text`.
    ///
    /// @throws TelegraphException of kind INPUT that says which values are allowed
    Object parse(String name, String text);

    /// A text that [#parse] reads as `value`.
    String show(Object value);

    /// Which values are allowed, as a phrase.
    String allowed();

    private static TelegraphException refuse(SettingKind kind, String name, String text) {
        return TelegraphException.input(
                "setting " + name + " takes " + kind.allowed() + ": found '" + text + "'");
    }

    private static Optional<Matcher> match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text.strip());
        return matcher.matches() ? Optional.of(matcher) : Optional.empty();
    }

    /// A number of bytes with a unit; units are powers of 1,024.
    record Bytes(long min, long max) implements SettingKind {
        private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");

        Bytes(long min) {
            this(min, Long.MAX_VALUE);
        }

        @Override
        public Object parse(String name, String text) {
            return OptionReader.bytes(text)
                    .filter(bytes -> bytes >= min && bytes <= max)
                    .orElseThrow(() -> refuse(this, name, text));
        }

        @Override
        public String show(Object value) {
            long bytes = (Long) value;
            int unit = 0;
            while (unit < UNITS.size() - 1 && bytes >= 1024 && bytes % 1024 == 0) {
                bytes /= 1024;
                unit++;
            }
            return bytes + UNITS.get(unit);
        }

        @Override
        public String allowed() {
            return max == Long.MAX_VALUE
                    ? "a size of at least " + show(min) + " such as 512MB or 2GB"
                    : "a size from " + show(min) + " to " + show(max) + " such as 64MB";
        }
    }

    /// A length of time with a unit; milliseconds without one, as PostgreSQL has it.
    record Span() implements SettingKind {
        private static final List<String> UNITS = List.of("d", "h", "min", "s", "ms", "us");

        @Override
        public Object parse(String name, String text) {
            return OptionReader.duration(text, "ms").orElseThrow(() -> refuse(this, name, text));
        }

        @Override
        public String show(Object value) {
            long nanos = ((Duration) value).toNanos();
            for (String unit : UNITS) {
                long one = OptionReader.duration("1" + unit, "").orElseThrow().toNanos();
                if (nanos != 0 && nanos % one == 0) {
                    return nanos / one + unit;
                }
            }
            return nanos == 0
                    ? "0"
                    : BigDecimal.valueOf(nanos, 3).stripTrailingZeros().toPlainString() + "us";
        }

        @Override
        public String allowed() {
            return "a length of time such as 200ms, 10s or 5min";
        }
    }

    /// A whole number between two bounds, both allowed.
    record Whole(long min, long max) implements SettingKind {
        @Override
        public Object parse(String name, String text) {
            return OptionReader.whole(text)
                    .filter(number -> number >= min && number <= max)
                    .orElseThrow(() -> refuse(this, name, text));
        }

        @Override
        public String show(Object value) {
            return value.toString();
        }

        @Override
        public String allowed() {
            if (min == Long.MIN_VALUE && max == Long.MAX_VALUE) {
                return "a whole number";
            }
            return max == Long.MAX_VALUE
                    ? "a whole number of at least " + min
                    : "a whole number from " + min + " to " + max;
        }
    }

    /// A share in percent, neither none nor all.
    record Percent() implements SettingKind {
        private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%?");
        private static final BigDecimal ALL = BigDecimal.valueOf(100);

        @Override
        public Object parse(String name, String text) {
            Matcher share = match(SHARE, text).orElseThrow(() -> refuse(this, name, text));
            BigDecimal percent = new BigDecimal(share.group(1));
            if (percent.signum() <= 0 || percent.compareTo(ALL) >= 0) {
                throw refuse(this, name, text);
            }
            return percent;
        }

        @Override
        public String show(Object value) {
            return ((BigDecimal) value).toPlainString();
        }

        @Override
        public String allowed() {
            return "a percentage above 0 and below 100 such as 95 or 99.9";
        }
    }

    /// Names of schemas with commas between them.
    record Schemas() implements SettingKind {
        @Override
        public Object parse(String name, String text) {
            SearchPath.of(text);
            return text.strip();
        }

        @Override
        public String show(Object value) {
            return (String) value;
        }

        @Override
        public String allowed() {
            return "names of schemas with commas between them";
        }
    }

    /// One of a few words.
    record Choice(List<String> words) implements SettingKind {
        @Override
        public Object parse(String name, String text) {
            String word = text.strip().toLowerCase(Locale.ROOT);
            if (words.contains(word)) {
                return word;
            }
            throw TelegraphException.input(
                    "setting "
                            + name
                            + " takes "
                            + allowed()
                            + ": found '"
                            + text
                            + "'"
                            + Nearest.hint(word, words));
        }

        @Override
        public String show(Object value) {
            return (String) value;
        }

        @Override
        public String allowed() {
            List<String> all = new ArrayList<>(words);
            String last = all.removeLast();
            return all.isEmpty() ? last : String.join(", ", all) + " or " + last;
        }
    }

    /// Folders, or any.
    record Folders() implements SettingKind {
        public static final String ANY = "any";

        @Override
        public Object parse(String name, String text) {
            if (text.strip().equalsIgnoreCase(ANY)) {
                return List.of();
            }
            List<Path> folders = new ArrayList<>();
            for (String folder : text.split(",")) {
                try {
                    folders.add(Path.of(folder.strip()).toAbsolutePath());
                } catch (InvalidPathException e) {
                    throw refuse(this, name, text);
                }
                if (folder.isBlank()) {
                    throw refuse(this, name, text);
                }
            }
            return List.copyOf(folders);
        }

        @Override
        public String show(Object value) {
            List<String> folders = ((List<?>) value).stream().map(Object::toString).toList();
            return folders.isEmpty() ? ANY : String.join(", ", folders);
        }

        @Override
        public String allowed() {
            return "any, or folders with commas between them";
        }
    }

    /// Origins of web pages, or none; written as one text.
    record Origins() implements SettingKind {
        static final String NONE = "none";

        private static final Pattern ORIGIN = Pattern.compile("https?://[^/\\s,]+");

        @Override
        public Object parse(String name, String text) {
            if (text.strip().equalsIgnoreCase(NONE)) {
                return NONE;
            }
            List<String> origins = new ArrayList<>();
            for (String origin : text.split(",")) {
                origins.add(
                        match(ORIGIN, origin).orElseThrow(() -> refuse(this, name, text)).group());
            }
            return String.join(", ", origins);
        }

        @Override
        public String show(Object value) {
            return (String) value;
        }

        @Override
        public String allowed() {
            return "none, or origins such as https://example.org with commas between them";
        }
    }

    /// Values of another kind, or `auto`, which leaves it to others.
    record OrAuto(SettingKind kind) implements SettingKind {
        public static final String AUTO = "auto";

        @Override
        public Object parse(String name, String text) {
            if (text.strip().equalsIgnoreCase(AUTO)) {
                return AUTO;
            }
            try {
                return kind.parse(name, text);
            } catch (TelegraphException e) {
                throw refuse(this, name, text);
            }
        }

        @Override
        public String show(Object value) {
            return value.equals(AUTO) ? AUTO : kind.show(value);
        }

        @Override
        public String allowed() {
            return kind.allowed() + ", or auto";
        }
    }
}
