package telegraph.tables.row;

/// Bytes and identifiers as PostgreSQL writes them: `\x0aff` and
/// `123e4567-e89b-12d3-a456-426614174000`.
final class Hexadecimal {
    private static final byte[] DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    /// Characters of an identifier.
    static final int UUID_LENGTH = 36;

    private Hexadecimal() {}

    /// Writes `\x` and two digits for each byte to `into`, and returns how many characters that is.
    static int bytes(byte[] array, int offset, int count, byte[] into) {
        into[0] = '\\';
        into[1] = 'x';
        int at = 2;
        for (int i = 0; i < count; i++) {
            into[at++] = DIGITS[array[offset + i] >> 4 & 15];
            into[at++] = DIGITS[array[offset + i] & 15];
        }
        return at;
    }

    /// Writes the [#UUID_LENGTH] characters of an identifier of 16 bytes.
    static void uuid(byte[] array, int offset, byte[] into) {
        int at = 0;
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                into[at++] = '-';
            }
            into[at++] = DIGITS[array[offset + i] >> 4 & 15];
            into[at++] = DIGITS[array[offset + i] & 15];
        }
    }

    /// The value of a digit, or -1 if the character is none.
    static int digit(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
