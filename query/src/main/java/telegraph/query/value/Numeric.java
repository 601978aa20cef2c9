package telegraph.query.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.engine.vector.Quotient;
import telegraph.language.ast.SqlType;
import telegraph.memory.Type;

/// NUMERIC without digits, whose values have each their own digits in PostgreSQL.
///
/// A column of a batch has as many digits after the point for all of its values, so such a column
/// has [#SCALE] of them and 18 before the point. What does not fit is refused, and zeros at the end
/// are not shown: `2.5::numeric` is 2.5.
///
/// Threads: any.
public final class Numeric {
    /// Its digits after the point.
    public static final int SCALE = 20;

    private static final Type PHYSICAL = SqlType.of(SqlType.Name.NUMERIC).physical();

    private static final int DOUBLE_DIGITS = 15;

    private Numeric() {}

    /// Whether it is the type of numbers without digits.
    public static boolean isFree(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL
                && type.getPrecision() == PHYSICAL.precision()
                && type.getScale() == PHYSICAL.scale();
    }

    public static boolean isFree(Type type) {
        return type.equals(PHYSICAL);
    }

    /// Whether a type's values lie in two words, of which one is NaN.
    public static boolean hasNaN(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL
                && type.getPrecision() > Type.DECIMAL_DIGITS_SHORT;
    }

    /// A value of that type as it is shown.
    public static BigDecimal shown(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /// A value that is cast to a decimal.
    ///
    /// @throws telegraph.ground.TelegraphException if the type has no digits, and the value more
    ///   than lie in a batch
    public static BigDecimal cast(BigDecimal value, Type type) {
        BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > type.precision()
                || isFree(type) && rounded.compareTo(value) != 0) {
            throw ValueFailures.decimalOverflow(value, type);
        }
        return rounded;
    }

    /// The decimal a double stands for: 15 digits, as PostgreSQL takes them.
    public static BigDecimal of(double value) {
        if (Double.isNaN(value)) {
            throw ValueFailures.noNaN("this expression");
        }
        if (Double.isInfinite(value)) {
            throw ValueFailures.noSuchNumeric(ValueTexts.of(value));
        }
        return new BigDecimal(value).round(new MathContext(DOUBLE_DIGITS));
    }

    /// A quotient rounded as PostgreSQL rounds it, with at most so many digits after the point.
    public static BigDecimal quotient(BigDecimal x, BigDecimal y, int scaleMax) {
        if (y.signum() == 0) {
            throw ValueFailures.divisionByZero();
        }
        return Quotient.of(x, y, scaleMax);
    }
}
