package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Decimals;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;

/// Writes values in PostgreSQL's binary form; integers are big-endian.
final class BinaryWriter {
    private static final int NANOS_A_MICRO = 1_000;
    private static final int JSONB_VERSION = 1;

    private BinaryWriter() {}

    static void write(Scalar type, Object value, ByteBuf out) {
        switch (type) {
            case BOOL -> out.writeBoolean((Boolean) value);
            case INT2, INT4, INT8, OID, XID -> whole(type, number(type, value).longValue(), out);
            case FLOAT4 -> out.writeFloat(number(type, value).floatValue());
            case FLOAT8 -> out.writeDouble(number(type, value).doubleValue());
            case NUMERIC -> {
                if (Decimals.isNaN(value)) {
                    Numerics.writeNaN(out);
                } else {
                    Numerics.write(decimal(value), out);
                }
            }
            case BYTEA -> bytes(value, out);
            case DATE -> out.writeInt((int) PgMoments.days((LocalDate) value));
            case TIME -> out.writeLong(((LocalTime) value).toNanoOfDay() / NANOS_A_MICRO);
            case TIMESTAMP -> out.writeLong(PgMoments.micros((LocalDateTime) value));
            case TIMESTAMPTZ -> out.writeLong(PgMoments.micros((Instant) value));
            case INTERVAL -> interval(value, out);
            case UUID -> uuid(value.toString(), out);
            case JSONB -> {
                out.writeByte(JSONB_VERSION);
                ByteBufUtil.writeUtf8(out, value.toString());
            }
            case INT2_VECTOR, OID_VECTOR -> Arrays.writeVector(type, value.toString(), out);
            case REGPROC, REGPROCEDURE, REGCLASS, REGTYPE, REGNAMESPACE, REGROLE -> {
                if (value instanceof Number number) {
                    out.writeInt((int) number.longValue());
                } else {
                    ByteBufUtil.writeUtf8(out, value.toString());
                }
            }
            case TEXT, VARCHAR, BPCHAR, NAME, ONE_BYTE, JSON, UNKNOWN, VOID ->
                    out.writeCharSequence(value.toString(), StandardCharsets.UTF_8);
        }
    }

    /// Writes a whole number in as many bytes as its type has.
    static void whole(Scalar type, long number, ByteBuf out) {
        switch (type.size()) {
            case Short.BYTES -> out.writeShort((int) number);
            case Integer.BYTES -> out.writeInt((int) number);
            default -> out.writeLong(number);
        }
    }

    private static Number number(Scalar type, Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw misfit(type, value);
    }

    private static BigDecimal decimal(Object value) {
        return switch (value) {
            case BigDecimal number -> number;
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            default -> throw misfit(Scalar.NUMERIC, value);
        };
    }

    private static void bytes(Object value, ByteBuf out) {
        if (value instanceof byte[] bytes) {
            out.writeBytes(bytes);
            return;
        }
        String text = value.toString();
        if (!text.startsWith("\\x")) {
            throw misfit(Scalar.BYTEA, value);
        }
        out.writeBytes(HexFormat.of().parseHex(text, 2, text.length()));
    }

    private static void interval(Object value, ByteBuf out) {
        Interval interval =
                value instanceof Interval length
                        ? length
                        : IntervalText.read(value.toString())
                                .orElseThrow(() -> misfit(Scalar.INTERVAL, value));
        out.writeLong(interval.micros());
        out.writeInt(interval.days());
        out.writeInt(interval.months());
    }

    private static void uuid(String text, ByteBuf out) {
        java.util.UUID uuid = java.util.UUID.fromString(text);
        out.writeLong(uuid.getMostSignificantBits());
        out.writeLong(uuid.getLeastSignificantBits());
    }

    private static TelegraphException misfit(Scalar type, Object value) {
        return TelegraphException.of(
                SqlState.BUG,
                "a value has the type of its column: type="
                        + type.title()
                        + " class="
                        + value.getClass().getSimpleName());
    }
}
