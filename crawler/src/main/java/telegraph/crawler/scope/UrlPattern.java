package telegraph.crawler.scope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

/// What a user wrote to include or exclude URLs.
///
/// Threads: any.
sealed interface UrlPattern {
    /// Whether it fits the URL.
    ///
    /// @throws Endless if that cannot be told with reasonable effort
    boolean fits(Url url) throws Endless;

    /// What begins with `http://` or `https://` is how URLs begin; anything else is a regular
    /// expression that fits some part of them.
    static UrlPattern part(String text) {
        if (text.startsWith("http://") || text.startsWith("https://")) {
            byte[] octets = text.getBytes(StandardCharsets.UTF_8);
            Url url = new Url();
            // As URLs are compared, if it is one: with its host in small letters, and so on.
            boolean isUrl = url.parse(octets, 0, octets.length) == Url.Verdict.OK;
            return new Prefix(isUrl ? Arrays.copyOf(url.array(), url.length()) : octets);
        }
        return new Regex(compiled(text), false);
    }

    /// A regular expression that fits the whole URL.
    static UrlPattern whole(String regex) {
        return new Regex(compiled(regex), true);
    }

    private static Pattern compiled(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "what is included, excluded or in scope is a prefix that begins with http://"
                            + " or https://, or a regular expression: found='"
                            + regex
                            + "' because="
                            + e.getDescription()
                            + " at="
                            + e.getIndex(),
                    e);
        }
    }

    /// How a URL begins.
    record Prefix(byte[] octets) implements UrlPattern {
        @Override
        public boolean fits(Url url) {
            return url.length() >= octets.length
                    && Arrays.equals(url.array(), 0, octets.length, octets, 0, octets.length);
        }
    }

    /// A regular expression, tried no longer than is reasonable.
    record Regex(Pattern pattern, boolean whole) implements UrlPattern {
        @Override
        public boolean fits(Url url) throws Endless {
            Matcher matcher = pattern.matcher(new Counted(url));
            try {
                return whole ? matcher.matches() : matcher.find();
            } catch (TooManySteps | StackOverflowError e) {
                throw new Endless(e);
            }
        }
    }

    /// A regular expression has more ways to fit than can be tried.
    final class Endless extends Exception {
        private static final long serialVersionUID = 1L;

        private Endless(Throwable cause) {
            super("a regular expression has too many ways to fit", cause, false, false);
        }
    }

    /// Ends a matcher, which listens to nobody but the text it asks for characters.
    final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManySteps() {
            super("too many steps", null, false, false);
        }
    }

    /// A URL as a text that counts how often it is asked for a character.
    final class Counted implements CharSequence {
        static final int STEPS_MAX = 1 << 18;

        private final Url url;
        private int steps;

        Counted(Url url) {
            this.url = url;
        }

        @Override
        public char charAt(int index) {
            if (++steps > STEPS_MAX) {
                throw new TooManySteps();
            }
            return (char) url.array()[index];
        }

        @Override
        public int length() {
            return url.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return toString().subSequence(start, end);
        }

        @Override
        public String toString() {
            return url.toString();
        }
    }
}
