package telegraph.query.syntax;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.memory.Micros;
import telegraph.query.function.CastFunctions;
import telegraph.query.operator.Functions;

/// Has literals of times and intervals read by our own rules: Calcite's know less of how people
/// write them, and nothing below a millisecond.
///
/// ```
/// TIMESTAMP '2024-01-31 12:00'        →   CAST('2024-01-31 12:00' AS TIMESTAMP)
/// INTERVAL '1.000001' SECOND          →   $HOURS(1000001)
/// ```
///
/// Threads: one.
public final class TimeLiterals extends SqlShuttle {
    /// What stands after the point of seconds.
    private static final Pattern FRACTION = Pattern.compile("\\.(\\d+)\\s*$");

    private static final int MILLIS_DIGITS = 3;
    private static final int MICROS_DIGITS = 6;

    @Override
    public SqlNode visit(SqlLiteral literal) {
        return switch (literal) {
            case SqlUnknownLiteral time -> cast(time);
            case SqlIntervalLiteral interval -> duration(interval);
            default -> literal;
        };
    }

    /// A literal that is none fails here, before anything else is known of the query.
    private static SqlNode cast(SqlUnknownLiteral literal) {
        String text = literal.getValue();
        SqlTypeName type =
                switch (literal.tag.toUpperCase(Locale.ROOT)) {
                    case "DATE" -> {
                        CastFunctions.toDate(text);
                        yield SqlTypeName.DATE;
                    }
                    case "TIME" -> {
                        CastFunctions.toTime(text);
                        yield SqlTypeName.TIME;
                    }
                    case "TIMESTAMP", "DATETIME" -> {
                        CastFunctions.toTimestamp(text);
                        yield SqlTypeName.TIMESTAMP;
                    }
                    case "TIMESTAMP WITH LOCAL TIME ZONE", "TIMESTAMP WITH TIME ZONE" -> {
                        CastFunctions.toInstant(text);
                        yield SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
                    }
                    default -> null;
                };
        if (type == null) {
            return literal;
        }
        SqlParserPos at = literal.getParserPosition();
        return SqlStdOperatorTable.CAST.createCall(
                at,
                SqlLiteral.createCharString(text, at),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, at), at));
    }

    private static SqlNode duration(SqlIntervalLiteral literal) {
        var value = literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
        SqlIntervalQualifier qualifier = value.getIntervalQualifier();
        Matcher fraction = FRACTION.matcher(value.getIntervalLiteral());
        if (qualifier.isYearMonth() || !fraction.find()) {
            return literal;
        }
        int digits = digits(qualifier);
        if (fraction.group(1).length() <= Math.min(digits, MILLIS_DIGITS)) {
            return literal;
        }
        String millis =
                fraction.group(1).substring(0, Math.min(MILLIS_DIGITS, fraction.group(1).length()));
        BigDecimal all =
                new BigDecimal("0." + fraction.group(1)).setScale(digits, RoundingMode.HALF_EVEN);
        long rest =
                all.subtract(new BigDecimal("0." + millis))
                        .movePointRight(MICROS_DIGITS)
                        .longValueExact();
        boolean negative =
                value.getSign() < 0 || value.getIntervalLiteral().strip().startsWith("-");
        long micros =
                Micros.ofMillis(SqlParserUtil.intervalToMillis(value)) + (negative ? -rest : rest);
        SqlParserPos at = literal.getParserPosition();
        boolean days = qualifier.getStartUnit() == TimeUnit.DAY;
        return Functions.own(days ? "$DURATION" : "$HOURS")
                .createCall(at, SqlLiteral.createExactNumeric(Long.toString(micros), at));
    }

    /// Digits of seconds after the point. PostgreSQL's `SECOND(n)` has n of them; the standard's
    /// has n before it.
    private static int digits(SqlIntervalQualifier qualifier) {
        boolean alone =
                qualifier.getStartUnit() == TimeUnit.SECOND
                        && qualifier.getFractionalSecondPrecisionPreservingDefault() < 0;
        int written =
                alone
                        ? qualifier.getStartPrecisionPreservingDefault()
                        : qualifier.getFractionalSecondPrecisionPreservingDefault();
        return written < 0 ? MICROS_DIGITS : Math.min(written, MICROS_DIGITS);
    }
}
