package telegraph.server.postgres.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.postgresql.util.ByteConverter;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;
import telegraph.sql.ResultColumn;

/// Values on the wire: what PostgreSQL 15 writes for them, and that they come back.
class PgTypeTest {
    private static final ZoneId INDIA = ZoneId.of("Asia/Kolkata");
    private static final WireForm TEXT = WireForm.text(INDIA);
    private static final WireForm BINARY = WireForm.binary(INDIA);

    private static ByteBuf written(String type, Object value, WireForm form) {
        ByteBuf out = Unpooled.buffer();
        PgType.named(type).write(value, form, out);
        assertEquals(out.readInt(), out.readableBytes());
        return out;
    }

    private static String text(String type, Object value) {
        return written(type, value, TEXT).toString(StandardCharsets.UTF_8);
    }

    private static String binary(String type, Object value) {
        return ByteBufUtil.hexDump(written(type, value, BINARY));
    }

    private static Object read(String type, String text) {
        ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        return PgType.named(type).read(in, in.readableBytes(), TEXT);
    }

    private static SqlState refused(String type, String text) {
        return assertThrows(TelegraphException.class, () -> read(type, text)).state();
    }

    @Test
    void typesHaveTheNumbersSizesAndModifiersOfPostgres() {
        assertEquals(List.of(23, 4, -1), facts("integer"));
        assertEquals(List.of(1043, -1, 14), facts("character varying(10)"));
        assertEquals(List.of(1042, -1, 7), facts("character(3)"));
        assertEquals(List.of(1700, -1, 655366), facts("numeric(10,2)"));
        assertEquals(List.of(1700, -1, -1), facts("numeric"));
        assertEquals(List.of(1184, 8, -1), facts("timestamp with time zone"));
        assertEquals(List.of(1114, 8, -1), facts("TIMESTAMP"));
        assertEquals(List.of(701, 8, -1), facts("DOUBLE PRECISION"));
        assertEquals(List.of(1007, -1, -1), facts("integer[]"));
        assertEquals(List.of(1009, -1, -1), facts("text[]"));
        assertEquals(List.of(18, 1, -1), facts("\"char\""));
        assertEquals(List.of(25, -1, -1), facts("a type that there is not"));
        assertEquals(20, PgType.of(new ResultColumn("x", "BIGINT")).oid());
        assertEquals(1016, PgType.ofOid(1016).orElseThrow().oid());
        assertTrue(PgType.ofOid(12345).isEmpty());
    }

    private static List<Integer> facts(String name) {
        PgType type = PgType.named(name);
        return List.of(type.oid(), type.size(), type.typmod());
    }

    @Test
    void textIsThatOfPostgres() {
        assertEquals("t", text("boolean", true));
        assertEquals("-9223372036854775808", text("bigint", Long.MIN_VALUE));
        assertEquals("-7", text("smallint", -7));
        assertEquals("0", text("integer", 0));
        assertEquals("1000000000", text("integer", 1_000_000_000));
        assertEquals("1.50", text("numeric(10,2)", new BigDecimal("1.50")));
        assertEquals("12:34:56.7", text("time", LocalTime.of(12, 34, 56, 700_000_000)));
        assertEquals("2026-01-02", text("date", LocalDate.of(2026, 1, 2)));
        assertEquals("0044-03-15 BC", text("date", LocalDate.of(-43, 3, 15)));
        assertEquals("10000-01-01", text("date", LocalDate.of(10_000, 1, 1)));
        assertEquals("0001-01-02 03:04:05", text("timestamp", LocalDateTime.of(1, 1, 2, 3, 4, 5)));
        assertEquals(
                "2026-01-02 08:34:05.123+05:30",
                text("timestamptz", Instant.parse("2026-01-02T03:04:05.123Z")));
        assertEquals(
                "1899-12-31 23:21:10+05:21:10",
                text("timestamptz", Instant.parse("1899-12-31T18:00:00Z")));
        assertEquals("a  ", text("character(3)", "a"));
        assertEquals("\\x00ff", text("bytea", "\\x00ff"));
    }

    @Test
    void numbersThatAreNotExactAreWrittenAsShortAsTheyReadBack() {
        assertEquals("0.1", text("double precision", 0.1));
        assertEquals("1e+15", text("double precision", 1e15));
        assertEquals("100000000000000", text("double precision", 1e14));
        assertEquals("1.2345678901234568e+17", text("double precision", 123456789012345680.0));
        assertEquals("0.0001", text("double precision", 1e-4));
        assertEquals("1e-05", text("double precision", 1e-5));
        assertEquals("5e-324", text("double precision", Double.MIN_VALUE));
        assertEquals("1.7976931348623157e+308", text("double precision", Double.MAX_VALUE));
        assertEquals("-0", text("double precision", -0.0));
        assertEquals("-Infinity", text("double precision", Double.NEGATIVE_INFINITY));
        assertEquals("NaN", text("double precision", Double.NaN));
        assertEquals("0.1", text("real", (double) 0.1f));
        assertEquals("1e+06", text("real", 1e6));
        assertEquals("999999", text("real", 999_999.0));
        assertEquals("1.234567e+06", text("real", 1_234_567.0));
        assertEquals("1e-45", text("real", (double) Float.MIN_VALUE));
    }

    @Test
    void numericHasNanAndNoInfinity() {
        assertEquals("NaN", text("numeric", Double.NaN));
        assertEquals("00000000c0000000", binary("numeric", Double.NaN));
        assertEquals(Double.NaN, read("numeric", " nAn "));
        assertEquals(Double.NaN, back("numeric", Double.NaN, TEXT));
        assertEquals(Double.NaN, back("numeric", Double.NaN, BINARY));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("numeric", "Infinity"));
        ByteBuf infinite = Unpooled.buffer().writeLong(0x00000000d0000000L);
        assertEquals(
                SqlState.FEATURE_NOT_SUPPORTED,
                assertThrows(
                                TelegraphException.class,
                                () -> PgType.named("numeric").read(infinite, 8, BINARY))
                        .state());
    }

    @Test
    void lengthsOfTimeAreInTheStyleOfPostgres() {
        assertEquals(
                "1 year 2 mons 26:00:00", text("interval", new Interval(14, 0, 93_600_000_000L)));
        assertEquals("00:00:00", text("interval", Interval.ZERO));
        assertEquals("-1 days +02:03:04", text("interval", "-1 days 02:03:04"));
        assertEquals("1 mon -1 days +00:00:01.5", text("interval", "1 mon -1 days 00:00:01.5"));
        assertEquals("25:00:00", text("interval", "25:00:00"));
        assertEquals("-00:00:01", text("interval", "-00:00:01"));
        assertEquals(
                "00000000000f42400000000200000001", binary("interval", "1 mon 2 days 00:00:01"));
    }

    @Test
    void binaryIsThatOfPostgres() {
        assertEquals("01", binary("boolean", true));
        assertEquals("fff9", binary("smallint", -7));
        assertEquals("0000002a", binary("integer", 42));
        assertEquals("000000000000002a", binary("bigint", 42));
        assertEquals("3fc00000", binary("real", 1.5));
        assertEquals("000200000000000200011388", binary("numeric", new BigDecimal("1.50")));
        assertEquals("0000251a", binary("date", LocalDate.of(2026, 1, 2)));
        assertEquals("00000000001e8480", binary("time", LocalTime.of(0, 0, 2)));
        assertEquals(
                "00000000000f4240", binary("timestamp", LocalDateTime.of(2000, 1, 1, 0, 0, 1)));
        assertEquals(
                "fffffffffff0bdc0", binary("timestamptz", Instant.parse("1999-12-31T23:59:59Z")));
        assertEquals("00ff", binary("bytea", "\\x00ff"));
        assertEquals("612020", binary("character(3)", "a"));
        assertEquals(
                "12345678123456781234567812345678",
                binary("uuid", "12345678-1234-5678-1234-567812345678"));
        assertEquals("017b7d", binary("jsonb", "{}"));
    }

    @Test
    void arraysAreListsInBraces() {
        List<Object> numbers = Arrays.asList(1, null, 3);
        assertEquals("{1,NULL,3}", text("integer[]", numbers));
        assertEquals(
                "{a,\"b c\",\"\",\"NULL\",\"q\\\"\\\\\"}",
                text("text[]", List.of("a", "b c", "", "NULL", "q\"\\")));
        assertEquals("{}", text("text[]", List.of()));
        assertEquals("{{1,2},{3,4}}", text("integer[]", List.of(List.of(1, 2), List.of(3, 4))));
        assertEquals(numbers, back("integer[]", numbers, TEXT));
        assertEquals(numbers, back("integer[]", numbers, BINARY));
        List<Object> nested = List.of(List.of(1, 2), List.of(3, 4));
        assertEquals(nested, back("integer[]", nested, TEXT));
        assertEquals(nested, back("integer[]", nested, BINARY));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("integer[]", "{1,"));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("integer[]", "1,2"));
    }

    private static Object back(String type, Object value, WireForm form) {
        ByteBuf bytes = written(type, value, form);
        return PgType.named(type).read(bytes, bytes.readableBytes(), form);
    }

    @Test
    void whatIsWrittenIsReadBackInBothForms() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            for (WireForm form : List.of(TEXT, BINARY)) {
                String where = "seed=" + seed + " round=" + round + " " + form;
                for (Sample sample : samples(random)) {
                    assertEquals(
                            sample.value(),
                            back(sample.type(), sample.value(), form),
                            where + " " + sample);
                }
            }
        }
    }

    private record Sample(String type, Object value) {}

    private static List<Sample> samples(Random random) {
        List<Sample> all = new ArrayList<>();
        all.add(new Sample("integer", random.nextInt()));
        all.add(new Sample("bigint", random.nextLong() >> random.nextInt(64)));
        all.add(new Sample("smallint", (int) (short) random.nextInt()));
        all.add(new Sample("double precision", Double.longBitsToDouble(random.nextLong())));
        all.add(new Sample("real", (double) Float.intBitsToFloat(random.nextInt())));
        all.add(
                new Sample(
                        "numeric",
                        new BigDecimal(
                                new BigInteger(random.nextInt(120), random)
                                        .multiply(BigInteger.valueOf(random.nextInt(3) - 1)),
                                random.nextInt(20))));
        LocalDateTime at =
                LocalDateTime.ofEpochSecond(
                        random.nextLong(-60_000_000_000L, 250_000_000_000L),
                        random.nextInt(1_000_000) * 1_000,
                        ZoneOffset.UTC);
        all.add(new Sample("timestamp", at));
        all.add(new Sample("timestamptz", at.toInstant(ZoneOffset.UTC)));
        all.add(new Sample("date", at.toLocalDate()));
        all.add(new Sample("time", at.toLocalTime()));
        all.add(new Sample("uuid", new UUID(random.nextLong(), random.nextLong())));
        all.add(new Sample("boolean", random.nextBoolean()));
        all.add(new Sample("text", Integer.toString(random.nextInt(), 36) + "\u00e9\ud83d\ude00"));
        all.add(
                new Sample(
                        "interval",
                        new Interval(
                                random.nextInt(-1_000, 1_000),
                                random.nextInt(),
                                random.nextLong(-Long.MAX_VALUE, Long.MAX_VALUE))));
        return all;
    }

    @Test
    void numbersInBinaryAreThoseThatTheDriverOfPostgresReads() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            BigDecimal number =
                    new BigDecimal(
                            new BigInteger(random.nextInt(130), random), random.nextInt(30) - 5);
            number = random.nextBoolean() ? number.negate() : number;
            byte[] bytes = ByteBufUtil.getBytes(written("numeric", number, BINARY));
            BigDecimal decoded = new BigDecimal(ByteConverter.numeric(bytes).toString());
            assertEquals(0, number.compareTo(decoded), "seed=" + seed + " number=" + number);
            ByteBuf theirs = Unpooled.wrappedBuffer(ByteConverter.numeric(number));
            Object ours = PgType.named("numeric").read(theirs, theirs.readableBytes(), BINARY);
            assertEquals(
                    0, number.compareTo((BigDecimal) ours), "seed=" + seed + " number=" + number);
        }
    }

    @Test
    void textIsReadAsPostgresReadsIt() {
        assertEquals(true, read("boolean", " YES "));
        assertEquals(false, read("boolean", "off"));
        assertEquals(42, read("integer", " +42 "));
        assertEquals(Double.NEGATIVE_INFINITY, read("double precision", "-inf"));
        assertEquals(new BigDecimal("100"), read("numeric", "1e2"));
        assertEquals(LocalDate.of(2026, 1, 2), read("date", "2026-1-2"));
        assertEquals(LocalDateTime.of(2026, 1, 2, 3, 4), read("timestamp", "2026-01-02T03:04+07"));
        assertEquals(
                Instant.parse("2026-01-01T21:34:00Z"), read("timestamptz", "2026-01-02 03:04"));
        assertEquals(
                Instant.parse("2026-01-02T11:04:05.5Z"),
                read("timestamptz", "2026-01-02 03:04:05.5-08"));
        assertEquals("yesterday", read("date", "yesterday"));
        assertEquals("2026-02-30", read("date", "2026-02-30"));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("integer", "4x"));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("integer", ""));
        assertEquals(SqlState.INVALID_TEXT_REPRESENTATION, refused("boolean", "maybe"));
        assertEquals(SqlState.NUMBER_OUT_OF_RANGE, refused("smallint", "32768"));
        assertEquals(SqlState.NUMBER_OUT_OF_RANGE, refused("bigint", "9223372036854775808"));
        assertEquals(SqlState.NUMBER_OUT_OF_RANGE, refused("double precision", "1e400"));
        assertEquals(SqlState.NUMBER_OUT_OF_RANGE, refused("real", "1e39"));
    }

    @Test
    void bytesThatAreNoValueAreRefusedAndNeverReadOver() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (random.nextBoolean() && bytes.length > 3) {
                bytes[0] = bytes[1] = bytes[2] = 0;
            }
            for (String type :
                    List.of(
                            "integer",
                            "numeric",
                            "timestamptz",
                            "uuid",
                            "integer[]",
                            "jsonb",
                            "interval",
                            "text",
                            "boolean",
                            "date",
                            "time",
                            "text[]")) {
                ByteBuf in = Unpooled.wrappedBuffer(bytes);
                try {
                    PgType.named(type).read(in, bytes.length, BINARY);
                    assertEquals(0, in.readableBytes(), "seed=" + seed + " type=" + type);
                } catch (TelegraphException e) {
                    assertEquals(TelegraphException.Kind.INPUT, e.kind(), "seed=" + seed);
                }
            }
        }
    }

    @Test
    void nullHasNoBytes() {
        ByteBuf out = Unpooled.buffer();
        PgType.named("integer").write(null, TEXT, out);
        assertEquals("ffffffff", ByteBufUtil.hexDump(out));
        out.clear();
        PgType.named("integer").writeWhole(-15, TEXT, out);
        assertEquals("000000032d3135", ByteBufUtil.hexDump(out));
        out.clear();
        PgType.named("numeric").writeWhole(15, TEXT, out);
        assertEquals("000000023135", ByteBufUtil.hexDump(out));
    }
}
