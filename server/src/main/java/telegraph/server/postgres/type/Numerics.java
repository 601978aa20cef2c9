package telegraph.server.postgres.type;

import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Decimal numbers in PostgreSQL's binary form: digits in base 10,000, the most significant first.
///
/// | bytes | field                                                             |
/// |------:|-------------------------------------------------------------------|
/// |     2 | number of digits                                                  |
/// |     2 | weight of the first digit, as a power of 10,000                   |
/// |     2 | sign: 0 positive, 4000 negative, c000 NaN, d000 and f000 infinite |
/// |     2 | decimal digits behind the point that are shown                    |
/// |   2·n | the digits, without zeros at either end                           |
final class Numerics {
    private static final int BASE_DIGITS = 4;
    private static final int BASE = 10_000;
    private static final int NEGATIVE = 0x4000;
    private static final int NAN = 0xc000;
    private static final int HEADER = 8;

    /// More digits than PostgreSQL has before or behind a point.
    private static final int SCALE_MAX = 0x3fff;

    private Numerics() {}

    static void write(BigDecimal number, ByteBuf out) {
        BigDecimal shown = number.scale() < 0 ? number.setScale(0) : number;
        int groupsBehind = Math.ceilDiv(shown.scale(), BASE_DIGITS);
        BigInteger units =
                shown.abs()
                        .setScale(groupsBehind * BASE_DIGITS, RoundingMode.UNNECESSARY)
                        .unscaledValue();
        String digits = units.signum() == 0 ? "" : units.toString();
        int missing = Math.floorMod(-digits.length(), BASE_DIGITS);
        String whole = "0".repeat(missing) + digits;
        int groups = whole.length() / BASE_DIGITS;
        int used = groups;
        while (used > 0 && group(whole, used - 1) == 0) {
            used--;
        }
        out.writeShort(used);
        out.writeShort(used == 0 ? 0 : groups - groupsBehind - 1);
        out.writeShort(number.signum() < 0 ? NEGATIVE : 0);
        out.writeShort(shown.scale());
        for (int g = 0; g < used; g++) {
            out.writeShort(group(whole, g));
        }
    }

    static void writeNaN(ByteBuf out) {
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(NAN);
        out.writeShort(0);
    }

    private static int group(String digits, int index) {
        return Integer.parseInt(digits, index * BASE_DIGITS, index * BASE_DIGITS + BASE_DIGITS, 10);
    }

    /// A BigDecimal, or NaN as a Double.
    static Number read(ByteBuf in, int length) {
        BinaryReader.demand(length >= HEADER, "numeric", length);
        int groups = in.readUnsignedShort();
        int weight = in.readShort();
        int sign = in.readUnsignedShort();
        int scale = in.readUnsignedShort();
        BinaryReader.demand(length == HEADER + 2 * groups && scale <= SCALE_MAX, "numeric", length);
        if (sign == NAN && groups == 0) {
            return Double.NaN;
        }
        if (sign != 0 && sign != NEGATIVE) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a number of type numeric is not infinite. Use double precision");
        }
        StringBuilder digits = new StringBuilder("0");
        for (int g = 0; g < groups; g++) {
            int digit = in.readUnsignedShort();
            BinaryReader.demand(digit < BASE, "numeric", length);
            digits.append(Integer.toString(BASE + digit), 1, 1 + BASE_DIGITS);
        }
        BigDecimal number =
                new BigDecimal(
                                new BigInteger(digits.toString()),
                                (groups - 1 - weight) * BASE_DIGITS)
                        .setScale(scale, RoundingMode.DOWN);
        return sign == NEGATIVE ? number.negate() : number;
    }
}
