package telegraph.server.resp;

import io.netty.buffer.ByteBuf;

/// Cuts a line into words at blanks; quotes keep blanks in a word. What backslashes stand for in
/// quotes takes no more room than they do, so it is written in their place.
///
/// | in          | stands for                        |
/// |-------------|-----------------------------------|
/// | `"…"`       | `\xhh` `\n` `\r` `\t` `\b` `\a`; `\` before anything else is that |
/// | `'…'`       | `\'`                              |
final class InlineWords {
    /// Hears of each word.
    interface Sink {
        void word(int start, int length);
    }

    private final ByteBuf line;
    private final int origin;
    private final int length;
    private int from;
    private int to;

    private InlineWords(ByteBuf line, int origin, int length) {
        this.line = line;
        this.origin = origin;
        this.length = length;
    }

    /// @param origin where the line starts in the buffer; words are told relative to it
    static void cut(ByteBuf line, int origin, int length, Sink sink) throws MalformedRequest {
        new InlineWords(line, origin, length).cut(sink);
    }

    private void cut(Sink sink) throws MalformedRequest {
        while (true) {
            while (from < length && isBlank(get(from))) {
                from++;
            }
            if (from == length) {
                return;
            }
            int start = from;
            to = start;
            word();
            sink.word(start, to - start);
        }
    }

    private void word() throws MalformedRequest {
        while (from < length && !isBlank(get(from))) {
            byte next = get(from);
            if (next == '"' || next == '\'') {
                quoted(next);
            } else {
                put(next);
                from++;
            }
        }
    }

    private void quoted(byte quote) throws MalformedRequest {
        from++;
        while (from < length && get(from) != quote) {
            if (get(from) != '\\' || from + 1 == length) {
                put(get(from++));
            } else if (quote == '"') {
                escape();
            } else {
                from += get(from + 1) == '\'' ? 1 : 0;
                put(get(from++));
            }
        }
        if (from == length || from + 1 < length && !isBlank(get(from + 1))) {
            throw new MalformedRequest("unbalanced quotes in request");
        }
        from++;
    }

    private void escape() {
        byte kind = get(from + 1);
        int high = from + 3 < length ? Character.digit((char) get(from + 2), 16) : -1;
        int low = from + 3 < length ? Character.digit((char) get(from + 3), 16) : -1;
        if (kind == 'x' && high >= 0 && low >= 0) {
            put((byte) (high << 4 | low));
            from += 4;
            return;
        }
        put(
                switch (kind) {
                    case 'n' -> (byte) '\n';
                    case 'r' -> (byte) '\r';
                    case 't' -> (byte) '\t';
                    case 'b' -> (byte) '\b';
                    case 'a' -> (byte) 7;
                    default -> kind;
                });
        from += 2;
    }

    private byte get(int index) {
        return line.getByte(origin + index);
    }

    private void put(byte value) {
        line.setByte(origin + to++, value);
    }

    private static boolean isBlank(byte value) {
        return value == ' ' || value >= '\t' && value <= '\r' || value == 0;
    }
}
