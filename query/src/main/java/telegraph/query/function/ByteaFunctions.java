package telegraph.query.function;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.Bytea;
import telegraph.query.value.GrowingText;
import telegraph.query.value.ValueFailures;

/// PostgreSQL's functions of bytes, which are canonical texts of [Bytea] here. Positions count
/// bytes from 1, those of `get_byte` and its kin from 0.
///
/// Public because generated code calls it.
public final class ByteaFunctions {
    /// Characters of a line of base64.
    private static final int LINE = 76;

    private static final int BYTE_BITS = 8;

    /// PostgreSQL's names of encodings, without what is no letter and no digit.
    private static final Map<String, Charset> ENCODINGS =
            Map.of(
                    "utf8", StandardCharsets.UTF_8,
                    "unicode", StandardCharsets.UTF_8,
                    "latin1", StandardCharsets.ISO_8859_1,
                    "iso88591", StandardCharsets.ISO_8859_1,
                    "latin9", Charset.forName("ISO-8859-15"),
                    "win1250", Charset.forName("windows-1250"),
                    "win1251", Charset.forName("windows-1251"),
                    "win1252", Charset.forName("windows-1252"),
                    "sjis", Charset.forName("Shift_JIS"),
                    "big5", Charset.forName("Big5"));

    private ByteaFunctions() {}

    public static String toBytea(String text) {
        return Bytea.canonical(text);
    }

    public static String toText(String bytes) {
        return bytes;
    }

    public static Integer length(String bytes) {
        return Bytea.length(bytes);
    }

    public static Integer bitLength(String bytes) {
        return BYTE_BITS * Bytea.length(bytes);
    }

    public static Long bitCount(String bytes) {
        return (long) BitSet.valueOf(Bytea.bytes(bytes)).cardinality();
    }

    /// All bytes, one after the other.
    public static String join(Allowance allowance, String[] parts) {
        GrowingText result = new GrowingText("||", allowance);
        result.append("\\x");
        for (String part : parts) {
            result.append(Bytea.digits(part));
        }
        return result.toString();
    }

    public static String substring(String bytes, Long from) {
        int size = Bytea.length(bytes);
        return Bytea.part(bytes, Math.clamp(from - 1, 0, size), size);
    }

    public static String substring(String bytes, Long from, Long count) {
        TextFunctions.demandLength(count);
        int size = Bytea.length(bytes);
        long start = Math.clamp(from - 1, 0, size);
        return Bytea.part(bytes, start, Math.clamp(from - 1 + count, start, size));
    }

    /// Where the first value begins in the second, or 0.
    public static Integer position(String part, String whole) {
        String digits = Bytea.digits(whole);
        String sought = Bytea.digits(part);
        int at = digits.indexOf(sought);
        while (at > 0 && at % 2 != 0) {
            at = digits.indexOf(sought, at + 1); // begins in the middle of a byte
        }
        return at < 0 ? 0 : at / 2 + 1;
    }

    public static String overlay(String bytes, String part, Long from) {
        return overlay(bytes, part, from, (long) Bytea.length(part));
    }

    public static String overlay(String bytes, String part, Long from, Long count) {
        return substring(bytes, 1L, from - 1)
                + Bytea.digits(part)
                + Bytea.digits(substring(bytes, Math.addExact(from, count)));
    }

    public static String btrim(String bytes, String without) {
        return trimmed(bytes, without, true, true);
    }

    public static String ltrim(String bytes, String without) {
        return trimmed(bytes, without, true, false);
    }

    public static String rtrim(String bytes, String without) {
        return trimmed(bytes, without, false, true);
    }

    private static String trimmed(String value, String without, boolean left, boolean right) {
        byte[] bytes = Bytea.bytes(value);
        BitSet outer = new BitSet();
        for (byte b : Bytea.bytes(without)) {
            outer.set(Byte.toUnsignedInt(b));
        }
        int from = 0;
        int to = bytes.length;
        while (left && from < to && outer.get(Byte.toUnsignedInt(bytes[from]))) {
            from++;
        }
        while (right && to > from && outer.get(Byte.toUnsignedInt(bytes[to - 1]))) {
            to--;
        }
        return Bytea.part(value, from, to);
    }

    public static Integer getByte(String value, Long index) {
        byte[] bytes = Bytea.bytes(value);
        return Byte.toUnsignedInt(bytes[place(index, bytes.length)]);
    }

    public static String setByte(String value, Long index, Long to) {
        byte[] bytes = Bytea.bytes(value);
        bytes[place(index, bytes.length)] = to.byteValue();
        return Bytea.of(bytes);
    }

    public static Integer getBit(String value, Long index) {
        byte[] bytes = Bytea.bytes(value);
        int place = place(index, (long) BYTE_BITS * bytes.length);
        return bytes[place / BYTE_BITS] >> place % BYTE_BITS & 1;
    }

    public static String setBit(String value, Long index, Long to) {
        byte[] bytes = Bytea.bytes(value);
        int place = place(index, (long) BYTE_BITS * bytes.length);
        if (to != 0 && to != 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE, "new bit must be 0 or 1: bit=" + to);
        }
        int mask = 1 << place % BYTE_BITS;
        int others = bytes[place / BYTE_BITS] & ~mask;
        bytes[place / BYTE_BITS] = (byte) (to == 1 ? others | mask : others);
        return Bytea.of(bytes);
    }

    private static int place(long index, long length) {
        if (index < 0 || index >= length) {
            throw TelegraphException.of(
                    SqlState.ARRAY_SUBSCRIPT_ERROR,
                    "index " + index + " out of valid range, 0.." + (length - 1));
        }
        return (int) index;
    }

    /// @param format `hex`, `base64` or `escape`
    public static String encode(Allowance allowance, String value, String format) {
        String text =
                switch (format.toLowerCase(Locale.ROOT)) {
                    case "hex" -> Bytea.digits(value);
                    case "base64" ->
                            Base64.getMimeEncoder(LINE, new byte[] {'\n'})
                                    .encodeToString(Bytea.bytes(value));
                    case "escape" -> escaped(Bytea.bytes(value));
                    default -> throw unknown("encoding", format);
                };
        return TextFunctions.made(allowance, "encode", text);
    }

    private static String escaped(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            if (b == '\\') {
                text.append("\\\\");
            } else if (b <= 0) {
                text.append(String.format(Locale.ROOT, "\\%03o", Byte.toUnsignedInt(b)));
            } else {
                text.append((char) b);
            }
        }
        return text.toString();
    }

    public static String decode(String text, String format) {
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "hex" -> Bytea.canonical("\\x" + text);
            case "base64" -> Bytea.of(base64(text));
            case "escape" -> Bytea.ofEscaped(text);
            default -> throw unknown("encoding", format);
        };
    }

    private static byte[] base64(String text) {
        String bare = text.replaceAll("[ \t\r\n]", "");
        try {
            if (bare.length() % 4 != 0) {
                throw new IllegalArgumentException("it does not end with a group of four");
            }
            return Base64.getDecoder().decode(bare);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "invalid base64: " + e.getMessage() + ": " + ValueFailures.quoted(text),
                    e);
        }
    }

    public static String convertTo(String text, String encoding) {
        try {
            ByteBuffer bytes =
                    charset(encoding).newEncoder().encode(java.nio.CharBuffer.wrap(text));
            return Bytea.of(Arrays.copyOf(bytes.array(), bytes.limit()));
        } catch (CharacterCodingException e) {
            throw TelegraphException.of(
                    SqlState.UNTRANSLATABLE_CHARACTER,
                    "a character has no equivalent in "
                            + encoding
                            + ": "
                            + ValueFailures.quoted(text),
                    e);
        }
    }

    public static String convertFrom(String bytes, String encoding) {
        try {
            String text =
                    charset(encoding)
                            .newDecoder()
                            .decode(ByteBuffer.wrap(Bytea.bytes(bytes)))
                            .toString();
            if (text.indexOf('\0') >= 0) {
                throw new CharacterCodingException();
            }
            return text;
        } catch (CharacterCodingException e) {
            throw TelegraphException.of(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE,
                    "invalid byte sequence for " + encoding + ": " + ValueFailures.quoted(bytes),
                    e);
        }
    }

    private static Charset charset(String encoding) {
        String plain = encoding.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        Charset charset = ENCODINGS.get(plain);
        if (charset == null) {
            throw unknown("encoding name", encoding);
        }
        return charset;
    }

    private static TelegraphException unknown(String what, String name) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "unrecognized " + what + ": " + ValueFailures.quoted(name));
    }

    public static String md5(String bytes) {
        return hash("MD5", Bytea.bytes(bytes));
    }

    public static String md5OfText(String text) {
        return hash("MD5", text.getBytes(StandardCharsets.UTF_8));
    }

    public static String sha224(String bytes) {
        return "\\x" + hash("SHA-224", Bytea.bytes(bytes));
    }

    public static String sha256(String bytes) {
        return "\\x" + hash("SHA-256", Bytea.bytes(bytes));
    }

    public static String sha384(String bytes) {
        return "\\x" + hash("SHA-384", Bytea.bytes(bytes));
    }

    public static String sha512(String bytes) {
        return "\\x" + hash("SHA-512", Bytea.bytes(bytes));
    }

    private static String hash(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw TelegraphException.bug("every Java has " + algorithm, e);
        }
    }
}
