package telegraph.query.value;

import java.util.UUID;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Identifiers of 128 bits as they lie in a batch: as a text of 36 letters in lower case,
/// `a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11`.
///
/// Public because generated code calls it.
public final class Uuids {
    private static final int DIGITS = 32;
    private static final int LENGTH = 36;

    private Uuids() {}

    /// Reads an identifier in all the ways that PostgreSQL does: with capitals, in braces, or with
    /// other hyphens.
    ///
    /// @throws TelegraphException of 22P02 if it is none
    public static String canonical(String text) {
        String bare =
                text.startsWith("{") && text.endsWith("}") && text.length() > 1
                        ? text.substring(1, text.length() - 1)
                        : text;
        StringBuilder digits = new StringBuilder(DIGITS);
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            boolean mayStand = c == '-' && digits.length() > 0 && digits.length() % 4 == 0;
            if (!mayStand) {
                if (c >= 128 || Character.digit(c, 16) < 0) {
                    throw invalid(text);
                }
                digits.append(c);
            }
        }
        if (digits.length() != DIGITS || bare.endsWith("-")) {
            throw invalid(text);
        }
        return new UUID(
                        Long.parseUnsignedLong(digits, 0, 16, 16),
                        Long.parseUnsignedLong(digits, 16, 32, 16))
                .toString();
    }

    /// Whether a text is one in its usual form; makes no garbage.
    public static boolean isCanonical(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            boolean hyphen = i == 8 || i == 13 || i == 18 || i == 23;
            boolean digit = c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
            if (hyphen ? c != '-' : !digit) {
                return false;
            }
        }
        return true;
    }

    private static TelegraphException invalid(String text) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "invalid value for uuid: " + ValueFailures.quoted(text));
    }
}
