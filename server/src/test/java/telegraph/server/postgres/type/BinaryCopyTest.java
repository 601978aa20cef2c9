package telegraph.server.postgres.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// PostgreSQL's binary form of COPY, made of lines of text and the other way round.
class BinaryCopyTest {
    private static final List<String> TYPES =
            List.of("integer", "character varying(10)", "numeric", "timestamp with time zone");

    private static byte[] binary(String lines) {
        BinaryCopy copy = new BinaryCopy(TYPES);
        ByteBuf out = Unpooled.buffer();
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                copy.row(bytes, start, i + 1, out);
                start = i + 1;
            }
        }
        copy.end(out);
        return ByteBufUtil.getBytes(out);
    }

    private static String lines(byte[] binary) throws IOException {
        return new String(
                new BinaryCopyInput(new ByteArrayInputStream(binary), TYPES).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    @Test
    void bytesAreThoseOfPostgres() {
        assertEquals(
                "5047434f50590aff0d0a00" // PGCOPY
                        + "0000000000000000"
                        + "0004"
                        + "0000000400000007"
                        + "0000000178"
                        + "0000000c0002000000000002" // 1.50
                        + "00011388"
                        + "ffffffff"
                        + "ffff",
                ByteBufUtil.hexDump(binary("7\tx\t1.50\t\\N\n")));
    }

    @Test
    void linesComeBackAsTheyWere() throws IOException {
        String lines =
                "7\ttab\\tand\\\\\t1.50\t2026-01-02 03:04:05.678+00\n"
                        + "\\N\t\t\\N\t\\N\n"
                        + "-1\t\\N\t-12345678901234567890.000001\t1969-12-31 23:59:59+00\n";
        assertEquals(lines, lines(binary(lines)));
        assertEquals("", lines(binary("")));
    }

    @Test
    void brokenBytesAreRefused() {
        byte[] whole = binary("7\tx\t1.50\t\\N\n");
        for (int length = 1; length < whole.length - 2; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);
            if (length == 19) {
                continue; // all rows are there: none
            }
            TelegraphException e = assertThrows(TelegraphException.class, () -> lines(part));
            assertEquals(SqlState.BAD_COPY_FILE, e.state());
        }
        byte[] other = whole.clone();
        other[0] = 'X';
        assertThrows(TelegraphException.class, () -> lines(other));
        byte[] wide = whole.clone();
        wide[20] = 9;
        assertThrows(TelegraphException.class, () -> lines(wide));
    }
}
