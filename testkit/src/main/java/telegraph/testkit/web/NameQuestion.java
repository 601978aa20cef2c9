package telegraph.testkit.web;

import java.nio.ByteBuffer;
import java.util.Locale;

/// What a resolver asks.
///
/// @param octets the question as it was sent, name, type and class
/// @param name in small letters
record NameQuestion(int id, byte[] octets, String name, int type) {
    static final int A = 1;

    private static final int HEADER = 12;

    /// Null for what is no query with one question.
    static NameQuestion read(ByteBuffer query) {
        if (query.remaining() < HEADER + 5 || query.get(2) < 0 || query.getShort(4) != 1) {
            return null;
        }
        int id = query.getShort(0) & 0xFFFF;
        StringBuilder name = new StringBuilder();
        int at = HEADER;
        while (at < query.limit() && query.get(at) != 0) {
            int length = query.get(at++);
            if (length < 0 || length > 63 || at + length >= query.limit()) {
                return null;
            }
            for (int end = at + length; at < end; at++) {
                name.append((char) (query.get(at) & 0xFF));
            }
            name.append('.');
        }
        if (at + 5 > query.limit() || name.isEmpty()) {
            return null;
        }
        byte[] octets = new byte[at + 5 - HEADER];
        query.get(HEADER, octets);
        name.setLength(name.length() - 1);
        int type = query.getShort(at + 1) & 0xFFFF;
        return new NameQuestion(id, octets, name.toString().toLowerCase(Locale.ROOT), type);
    }
}
