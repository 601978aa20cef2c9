package telegraph.server.resp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The words of a command: its name, which has index 0, and what follows.
///
/// Threads: one at a time.
public interface CommandWords {
    /// The longest key, so that the store takes it however it is written there.
    int KEY_BYTES_MAX = 1_000;

    /// How many words there are, the name included.
    int count();

    int length(int index);

    byte at(int index, int offset);

    /// A copy.
    byte[] bytes(int index);

    /// A word as text; bytes that are no UTF-8 are replaced.
    default String text(int index) {
        return new String(bytes(index), StandardCharsets.UTF_8);
    }

    /// A word that is a key.
    ///
    /// @throws RedisRefusal if it cannot be one
    default String key(int index) {
        if (length(index) > KEY_BYTES_MAX) {
            throw new RedisRefusal(
                    "ERR a key has at most "
                            + KEY_BYTES_MAX
                            + " bytes: this one has "
                            + length(index));
        }
        byte[] bytes = bytes(index);
        String key = new String(bytes, StandardCharsets.UTF_8);
        if (key.indexOf('\0') >= 0 || key.indexOf('\ufffd') >= 0 && !isUtf8(bytes)) {
            throw new RedisRefusal(
                    "ERR a key is text in UTF-8 without zero bytes: write other bytes in"
                            + " hexadecimal or Base64");
        }
        return key;
    }

    /// Whether bytes are UTF-8.
    static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false; // that is the question
        }
    }

    /// Whether a word is this one, in small or capital letters.
    default boolean is(int index, String capitals) {
        if (length(index) != capitals.length()) {
            return false;
        }
        for (int i = 0; i < capitals.length(); i++) {
            if (capital(at(index, i)) != capitals.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static int capital(byte letter) {
        return letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter;
    }

    /// A word that is a whole number, in the one form that Redis takes.
    ///
    /// @throws RedisRefusal if it is not
    default long whole(int index) {
        if (length(index) > RedisInteger.LENGTH_MAX) {
            throw RedisRefusal.NOT_WHOLE;
        }
        return RedisInteger.of(bytes(index));
    }
}
