package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import java.time.LocalTime;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Interval;

/// Reads values in PostgreSQL's binary form.
final class BinaryReader {
    private static final int NANOS_A_MICRO = 1_000;
    private static final long MICROS_A_DAY = 86_400_000_000L;
    private static final int JSONB_VERSION = 1;
    private static final long DAYS_MAX = 2_147_483_493L;

    private BinaryReader() {}

    static Object read(Scalar type, ByteBuf in, int length) {
        demand(
                type.size() < 0 || type.size() == length || type == Scalar.NAME,
                type.title(),
                length);
        return switch (type) {
            case BOOL -> in.readByte() != 0;
            case INT2 -> (int) in.readShort();
            case INT4 -> in.readInt();
            case INT8 -> in.readLong();
            case OID, XID, REGPROC, REGPROCEDURE, REGCLASS, REGTYPE, REGNAMESPACE, REGROLE ->
                    in.readUnsignedInt();
            case FLOAT4 -> (double) in.readFloat();
            case FLOAT8 -> in.readDouble();
            case NUMERIC -> Numerics.read(in, length);
            case BYTEA -> {
                byte[] bytes = new byte[length];
                in.readBytes(bytes);
                yield bytes;
            }
            case DATE -> {
                int days = in.readInt();
                demandFinite(Math.abs((long) days) < DAYS_MAX, type);
                yield PgMoments.day(days);
            }
            case TIME -> {
                long micros = in.readLong();
                demand(micros >= 0 && micros <= MICROS_A_DAY, type.title(), length);
                yield micros == MICROS_A_DAY
                        ? "24:00:00"
                        : LocalTime.ofNanoOfDay(micros * NANOS_A_MICRO);
            }
            case TIMESTAMP -> PgMoments.at(micros(type, in));
            case TIMESTAMPTZ -> PgMoments.instant(micros(type, in));
            case INTERVAL -> {
                long micros = in.readLong();
                int days = in.readInt();
                yield new Interval(in.readInt(), days, micros);
            }
            case UUID -> new java.util.UUID(in.readLong(), in.readLong());
            case JSONB -> {
                demand(length > 0 && in.readByte() == JSONB_VERSION, type.title(), length);
                yield TextReader.utf8(in, length - 1);
            }
            case INT2_VECTOR, OID_VECTOR -> Arrays.readBinary(in, length);
            case TEXT, VARCHAR, BPCHAR, NAME, ONE_BYTE, JSON, UNKNOWN, VOID ->
                    TextReader.utf8(in, length);
        };
    }

    private static long micros(Scalar type, ByteBuf in) {
        long micros = in.readLong();
        demandFinite(micros != Long.MAX_VALUE && micros != Long.MIN_VALUE, type);
        return micros;
    }

    private static void demandFinite(boolean finite, Scalar type) {
        if (!finite) {
            throw TelegraphException.of(
                    SqlState.DATETIME_OUT_OF_RANGE,
                    "days and times are finite here: type=" + type.title());
        }
    }

    static void demand(boolean fits, String type, int length) {
        if (!fits) {
            throw TelegraphException.of(
                    SqlState.INVALID_BINARY_REPRESENTATION,
                    "the bytes are no value in PostgreSQL's binary form: type="
                            + type
                            + " bytes="
                            + length);
        }
    }
}
