package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;
import telegraph.sql.CellText;

/// Writes values as the text that PostgreSQL writes.
final class TextWriter {
    private static final int DIGITS_MAX = 20;

    private TextWriter() {}

    static void write(PgType type, Object value, ZoneId zone, ByteBuf out) {
        switch (value) {
            case Integer number when type.scalar() != Scalar.BOOL -> whole(number, out);
            case Long number -> whole(number, out);
            case String text when type.padding() == 0 && type.scalar() != Scalar.INTERVAL ->
                    ByteBufUtil.writeUtf8(out, text);
            default -> ByteBufUtil.writeUtf8(out, text(type, value, zone));
        }
    }

    /// Writes the digits of a number.
    static void whole(long number, ByteBuf out) {
        if (number == Long.MIN_VALUE) {
            ByteBufUtil.writeAscii(out, Long.toString(number));
            return;
        }
        int at = out.writerIndex();
        out.ensureWritable(DIGITS_MAX);
        long rest = Math.abs(number);
        int digits = number < 0 ? 2 : 1;
        for (long bound = rest / 10; bound > 0; bound /= 10) {
            digits++;
        }
        for (int i = at + digits - 1; i >= at; i--) {
            out.setByte(i, '0' + (int) (rest % 10));
            rest /= 10;
        }
        if (number < 0) {
            out.setByte(at, '-');
        }
        out.writerIndex(at + digits);
    }

    /// The text of a value that is not null.
    static String text(PgType type, Object value, ZoneId zone) {
        return switch (value) {
            case Boolean flag -> flag ? "t" : "f";
            case Double number ->
                    type.scalar() == Scalar.FLOAT4
                            ? CellText.ofFloat(number.floatValue())
                            : CellText.ofDouble(number);
            case BigDecimal number -> number.toPlainString();
            case LocalDate day -> {
                StringBuilder text = new StringBuilder();
                PgMoments.write(day, text);
                yield text.toString();
            }
            case LocalTime time -> {
                StringBuilder text = new StringBuilder();
                PgMoments.write(time, text);
                yield text.toString();
            }
            case LocalDateTime at -> {
                StringBuilder text = new StringBuilder();
                PgMoments.write(at, text);
                yield text.toString();
            }
            case Instant at -> {
                StringBuilder text = new StringBuilder();
                PgMoments.write(at, zone, text);
                yield text.toString();
            }
            case List<?> list -> Arrays.text(type, list, zone);
            default -> other(type, value);
        };
    }

    private static String other(PgType type, Object value) {
        if (type.scalar() == Scalar.INTERVAL) {
            return value instanceof Interval
                    ? value.toString()
                    : IntervalText.read(value.toString())
                            .map(Interval::toString)
                            .orElse(value.toString());
        }
        String text = value.toString();
        int missing = type.padding() - text.codePointCount(0, text.length());
        return missing > 0 ? text + " ".repeat(missing) : text;
    }
}
