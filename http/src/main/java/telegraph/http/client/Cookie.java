package telegraph.http.client;

import java.util.Locale;
import java.util.Optional;
import telegraph.http.HttpDate;

/// A name and a value that a host wants to be told again.
///
/// @param until when it is over, in milliseconds since 1970; `Long.MAX_VALUE` for never
/// @param secure whether it is sent over TLS alone
record Cookie(String name, String value, String path, long until, boolean secure) {
    private static final int OBJECTS = 160;

    /// Reads a Set-Cookie header; empty if it is none, or for another host (RFC 6265, section 5).
    static Optional<Cookie> parse(String line, String host, String requestPath, long now) {
        String[] parts = line.split(";", -1);
        int equals = parts[0].indexOf('=');
        String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
        String value = parts[0].substring(equals + 1).strip();
        if (name.isEmpty() || !isPlain(name) || !isPlain(value)) {
            return Optional.empty();
        }
        String path = directory(requestPath);
        long until = Long.MAX_VALUE;
        boolean aged = false;
        boolean secure = false;
        for (int i = 1; i < parts.length; i++) {
            int at = parts[i].indexOf('=');
            String attribute =
                    (at < 0 ? parts[i] : parts[i].substring(0, at))
                            .strip()
                            .toLowerCase(Locale.ROOT);
            String given = at < 0 ? "" : parts[i].substring(at + 1).strip();
            switch (attribute) {
                case "secure" -> secure = true;
                case "path" -> path = given.startsWith("/") ? given : path;
                case "domain" -> {
                    if (!isWithin(host, given)) {
                        return Optional.empty();
                    }
                }
                case "max-age" -> {
                    Optional<Long> age = seconds(given);
                    if (age.isPresent()) {
                        aged = true;
                        until = age.get() <= 0 ? Long.MIN_VALUE : now + age.get() * 1000;
                    }
                }
                case "expires" -> {
                    if (!aged) {
                        until = HttpDate.parse(given).orElse(until);
                    }
                }
                default -> {
                    // Unknown ones mean nothing, as the RFC has it.
                }
            }
        }
        return Optional.of(new Cookie(name, value, path, until, secure));
    }

    private static boolean isPlain(String text) {
        return text.chars().noneMatch(c -> c < ' ' && c != '\t' || c == 127);
    }

    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    private static boolean isWithin(String host, String domain) {
        String plain = (domain.startsWith(".") ? domain.substring(1) : domain);
        String small = plain.toLowerCase(Locale.ROOT);
        return small.isEmpty() || host.equals(small) || host.endsWith("." + small);
    }

    private static Optional<Long> seconds(String digits) {
        if (!digits.matches("-?[0-9]{1,18}")) {
            return Optional.empty();
        }
        // A hundred years are enough, and do not overflow.
        return Optional.of(Math.min(Long.parseLong(digits), 3_153_600_000L));
    }

    boolean isOver(long now) {
        return until <= now;
    }

    boolean isSame(Cookie other) {
        return name.equals(other.name) && path.equals(other.path);
    }

    boolean goesTo(String requestPath, boolean overTls) {
        boolean below =
                requestPath.startsWith(path)
                        && (requestPath.length() == path.length()
                                || path.endsWith("/")
                                || requestPath.charAt(path.length()) == '/');
        return below && (overTls || !secure);
    }

    long bytes() {
        return OBJECTS + name.length() + value.length() + path.length();
    }
}
