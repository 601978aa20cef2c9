package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.IntervalText;

/// Reads the text of values as PostgreSQL reads it.
final class TextReader {
    private static final int UUID_CHARS = 36;

    /// Digits that are read; more are no number that anything here can hold.
    private static final int DIGITS_MAX = 1_000;

    private TextReader() {}

    /// Text of bytes in UTF-8.
    ///
    /// @throws TelegraphException of kind INPUT if they are none, or hold a zero byte
    static String utf8(ByteBuf in, int length) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\ufffd') >= 0 || text.indexOf('\0') >= 0) {
            demandUtf8(bytes, text);
        }
        return text;
    }

    private static void demandUtf8(byte[] bytes, String text) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE,
                    "text is in UTF-8: bytes=" + bytes.length,
                    e);
        }
        if (text.indexOf('\0') >= 0) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE,
                    "text has no zero byte: place=" + text.indexOf('\0'));
        }
    }

    static Object read(Scalar type, String text, ZoneId zone) {
        return switch (type) {
            case BOOL -> bool(text);
            case INT2 -> (int) whole(type, text, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT4 -> (int) whole(type, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT8 -> whole(type, text, Long.MIN_VALUE, Long.MAX_VALUE);
            case OID, XID -> whole(type, text, Integer.MIN_VALUE, 0xffff_ffffL) & 0xffff_ffffL;
            case FLOAT4 -> (double) (float) real(type, text);
            case FLOAT8 -> real(type, text);
            case NUMERIC -> decimal(text);
            case BYTEA -> bytes(text);
            case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> PgMoments.read(type, text, zone);
            case INTERVAL -> IntervalText.read(text).<Object>map(length -> length).orElse(text);
            case UUID -> uuid(text);
            case BPCHAR -> text.stripTrailing();
            case TEXT,
                    VARCHAR,
                    NAME,
                    ONE_BYTE,
                    JSON,
                    JSONB,
                    UNKNOWN,
                    VOID,
                    INT2_VECTOR,
                    OID_VECTOR,
                    REGPROC,
                    REGCLASS,
                    REGPROCEDURE,
                    REGTYPE,
                    REGNAMESPACE,
                    REGROLE ->
                    text;
        };
    }

    private static Boolean bool(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!word.isEmpty()) {
            if ("true".startsWith(word)
                    || "yes".startsWith(word)
                    || word.equals("on")
                    || word.equals("1")) {
                return true;
            }
            if ("false".startsWith(word)
                    || "no".startsWith(word)
                    || word.equals("of")
                    || word.equals("off")
                    || word.equals("0")) {
                return false;
            }
        }
        throw invalid(Scalar.BOOL, text, null);
    }

    private static long whole(Scalar type, String text, long first, long last) {
        String digits = text.strip();
        try {
            long number = Long.parseLong(digits);
            if (number >= first && number <= last) {
                return number;
            }
        } catch (NumberFormatException e) {
            if (!digits.matches("[+-]?\\d+")) {
                throw invalid(type, text, e);
            }
        }
        throw outOfRange(type, text);
    }

    private static double real(Scalar type, String text) {
        String word = text.strip();
        switch (word.toLowerCase(Locale.ROOT)) {
            case "nan" -> {
                return Double.NaN;
            }
            case "inf", "infinity", "+inf", "+infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf", "-infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {}
        }
        if (!word.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
            throw invalid(type, text, null);
        }
        double number = Double.parseDouble(word);
        boolean isFinite = Double.isFinite(type == Scalar.FLOAT4 ? (float) number : number);
        boolean lost = number == 0 && word.matches("[^eE]*[1-9].*");
        if (!isFinite || lost) {
            throw outOfRange(type, text);
        }
        return number;
    }

    /// A BigDecimal, or NaN as a Double.
    private static Number decimal(String text) {
        String digits = text.strip();
        if (digits.equalsIgnoreCase("nan")) {
            return Double.NaN;
        }
        if (!digits.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?")) {
            throw invalid(Scalar.NUMERIC, text, null);
        }
        BigDecimal number = digits.length() > DIGITS_MAX ? BigDecimal.ZERO : new BigDecimal(digits);
        if (digits.length() > DIGITS_MAX || Math.abs((long) number.scale()) > DIGITS_MAX) {
            throw outOfRange(Scalar.NUMERIC, text);
        }
        return number.scale() < 0 ? new BigDecimal(number.toBigInteger()) : number;
    }

    /// Bytes of the usual form; of another, the text, which the statement reads.
    private static Object bytes(String text) {
        if (!text.startsWith("\\x")) {
            return text;
        }
        try {
            return HexFormat.of().parseHex(text, 2, text.length());
        } catch (IllegalArgumentException e) {
            throw invalid(Scalar.BYTEA, text, e);
        }
    }

    private static Object uuid(String text) {
        if (text.length() != UUID_CHARS) {
            return text;
        }
        try {
            return java.util.UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw invalid(Scalar.UUID, text, e);
        }
    }

    private static TelegraphException invalid(Scalar type, String text, Exception cause) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "invalid input syntax for type " + type.title() + ": \"" + shown(text) + "\"",
                cause);
    }

    private static TelegraphException outOfRange(Scalar type, String text) {
        return TelegraphException.of(
                SqlState.NUMBER_OUT_OF_RANGE,
                "value \"" + shown(text) + "\" is out of range for type " + type.title());
    }

    private static String shown(String text) {
        return text.length() <= DIGITS_MAX ? text : text.substring(0, DIGITS_MAX) + "…";
    }
}
