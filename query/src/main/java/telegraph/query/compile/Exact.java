package telegraph.query.compile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlPosixRegexOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.query.function.Routine;
import telegraph.query.label.EnumType;
import telegraph.query.operator.Functions;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.MomentLiterals;
import telegraph.query.value.Parameter;

/// Replaces operators that mean something else in Calcite's runtime than in PostgreSQL: EXTRACT of
/// the day of the week, LIKE with its backslash, casts, division of doubles.
///
/// [Compiler] applies it to what it compiles; a plan that Calcite's runtime executes needs it too.
/// Replacing twice changes nothing, and types stay as they are.
public final class Exact extends RexShuttle {
    private static final Set<String> FIELDS =
            Set.of(
                    "year",
                    "isoyear",
                    "quarter",
                    "month",
                    "week",
                    "day",
                    "dow",
                    "isodow",
                    "doy",
                    "hour",
                    "minute",
                    "second",
                    "milliseconds",
                    "microseconds",
                    "epoch",
                    "decade",
                    "century",
                    "millennium",
                    "julian");

    private static final String MADE = "$MADE";

    /// Digits of seconds after the point that all times have room for.
    private static final int SECOND_DIGITS = 6;

    private final RexBuilder builder;
    private final boolean kernels;

    public Exact(RexBuilder builder) {
        this(builder, false);
    }

    private Exact(RexBuilder builder, boolean kernels) {
        this.builder = builder;
        this.kernels = kernels;
    }

    /// The replacements needed before kernels, which cast and divide as they should themselves.
    static Exact beforeKernels(RexBuilder builder) {
        return new Exact(builder, true);
    }

    @Override
    public RexNode visitCall(RexCall original) {
        if (original.getOperator() == Functions.own(MADE)) {
            // What is counted already is not counted again.
            RexCall counted = (RexCall) original.getOperands().get(1);
            RexNode name = original.getOperands().getFirst();
            return make(original.getType(), MADE, List.of(name, super.visitCall(counted)));
        }
        RexCall call = (RexCall) super.visitCall(original);
        if (call.getOperator() instanceof Routine) {
            return call;
        }
        RexNode own = own(call);
        if (own != call) {
            return own;
        }
        return switch (call.getKind()) {
            case EXTRACT -> extract(call);
            case FLOOR, CEIL -> isOfDecimal(call) ? whole(call) : ended(call);
            case PLUS, MINUS -> moved(call);
            case TIMES, CHECKED_TIMES ->
                    SqlTypeUtil.isInterval(call.getType())
                            ? multiplied(call, "$INTERVAL_TIMES")
                            : call;
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX ->
                    SqlTypeUtil.isInterval(call.getType()) ? make(call, "$INTERVAL_NEGATED") : call;
            case LIKE -> like(call);
            case SIMILAR -> similar(call);
            case POSIX_REGEX_CASE_SENSITIVE, POSIX_REGEX_CASE_INSENSITIVE -> regex(call);
            case CAST ->
                    isOfBytea(call)
                            ? bytea(call)
                            : isOfArray(call) ? ofArray(call) : kernels ? call : cast(call);
            case DIVIDE, CHECKED_DIVIDE ->
                    SqlTypeUtil.isInterval(call.getType())
                            ? multiplied(call, "$INTERVAL_PART")
                            : kernels ? call : divide(call);
            case OTHER_FUNCTION -> kernels ? call : counted(call);
            default -> call;
        };
    }

    /// Functions that may make long texts, or look through long ones, or leave the range of a type.
    private RexNode own(RexCall call) {
        return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
            case "CURRENT_DATE" -> make(call.getType(), "$DATE", List.of(now()));
            case "CURRENT_TIME", "LOCALTIME" -> make(call.getType(), "$TIME", List.of(now()));
            case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP" -> now(call);
            case "||" -> areTexts(call) ? concatenation(call) : call;
            case "ABS" ->
                    switch (call.getType().getSqlTypeName()) {
                        case INTEGER -> make(call, "$ABS_INTEGER");
                        case BIGINT -> make(call, "$ABS_BIGINT");
                        case DECIMAL -> make(call, "$ABS_DECIMAL");
                        default -> call;
                    };
            case "REPLACE" -> areTexts(call) ? make(call, "$REPLACE") : call;
            case "TRANSLATE3", "TRANSLATE" ->
                    areTexts(call) && call.getOperands().size() == 3
                            ? make(call, "$TRANSLATE")
                            : call;
            default -> call;
        };
    }

    /// One call for a chain of `||`, so that the texts between are not made.
    private RexNode concatenation(RexCall call) {
        List<RexNode> parts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand instanceof RexCall inner
                    && inner.getOperator() == Functions.own("$CONCAT")) {
                parts.addAll(inner.getOperands());
            } else {
                parts.add(operand);
            }
        }
        return make(call.getType(), "$CONCAT", parts);
    }

    /// A call of Calcite's runtime whose result is counted if it is a text that was made.
    private RexNode counted(RexCall call) {
        if (!isText(call.getType())) {
            return call;
        }
        String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
        return make(call.getType(), MADE, List.of(builder.makeLiteral(name), call));
    }

    private static boolean isText(RelDataType type) {
        return SqlTypeUtil.inCharFamily(type) && type.getSqlTypeName() != SqlTypeName.NULL;
    }

    private RexNode make(RexCall call, String routine) {
        return make(call.getType(), routine, call.getOperands());
    }

    private RexNode extract(RexCall call) {
        RexNode operand = call.getOperands().get(1);
        boolean moment =
                Parameter.DATE.accepts(operand.getType())
                        || MomentLiterals.isCounted(operand.getType())
                        || Parameter.INTERVAL.accepts(operand.getType());
        String unit = unit((RexLiteral) call.getOperands().getFirst());
        if (!moment || !FIELDS.contains(unit)) {
            return call;
        }
        RexNode field = builder.makeLiteral(unit);
        return make(call.getType(), "$EXTRACT", List.of(field, operand));
    }

    /// EXTRACT names the unit by a symbol, date_part by a text.
    private static String unit(RexLiteral literal) {
        String unit =
                literal.getTypeName() == SqlTypeName.SYMBOL
                        ? literal.getValueAs(TimeUnitRange.class).name()
                        : literal.getValueAs(String.class);
        return unit.toLowerCase(Locale.ROOT);
    }

    private RexNode like(RexCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean texts = areTexts(call);
        return switch (name) {
            case "LIKE" -> texts ? make(call.getType(), "$LIKE", call.getOperands()) : call;
            case "ILIKE" -> texts ? make(call.getType(), "$ILIKE", call.getOperands()) : call;
            default -> call;
        };
    }

    private RexNode similar(RexCall call) {
        return areTexts(call) ? make(call.getType(), "$SIMILAR", call.getOperands()) : call;
    }

    private RexNode regex(RexCall call) {
        if (!areTexts(call) || !(call.getOperator() instanceof SqlPosixRegexOperator operator)) {
            return call;
        }
        List<RexNode> operands = new ArrayList<>(call.getOperands());
        if (!operator.isCaseSensitive()) {
            operands.add(builder.makeLiteral("i"));
        }
        RexNode found = make(call.getType(), "REGEXP_LIKE", operands);
        return operator.isNegated() ? builder.makeCall(SqlStdOperatorTable.NOT, found) : found;
    }

    private static boolean areTexts(RexCall call) {
        return !call.getOperands().isEmpty()
                && call.getOperands().stream().allMatch(o -> Parameter.TEXT.accepts(o.getType()));
    }

    private static boolean isOfBytea(RexCall call) {
        boolean from = ByteaLiterals.isBytea(call.getOperands().getFirst().getType());
        return from != ByteaLiterals.isBytea(call.getType());
    }

    /// A text read as bytes, or bytes as a text.
    private RexNode bytea(RexCall call) {
        RexNode operand = call.getOperands().getFirst();
        if (Parameter.TEXT.accepts(operand.getType())) {
            return make(call, "$BYTEA");
        }
        RexNode shown = make(text(operand.getType()), "$TEXT", List.of(operand));
        return unlimited(call.getType()) ? shown : builder.makeCast(call.getType(), shown);
    }

    /// The type of texts of what has a type.
    private RelDataType text(RelDataType of) {
        return builder.getTypeFactory()
                .createTypeWithNullability(
                        builder.getTypeFactory().createSqlType(SqlTypeName.VARCHAR),
                        of.isNullable());
    }

    private RexNode cast(RexCall call) {
        RexNode operand = call.getOperands().getFirst();
        RelDataType from = operand.getType();
        RelDataType to = call.getType();
        boolean same = from.getSqlTypeName() == to.getSqlTypeName();
        if (call.getOperands().size() > 1) {
            return call;
        }
        if (same && isTime(to) && to.getPrecision() < from.getPrecision()) {
            return make(to, "$ROUNDED", List.of(operand, number(to.getPrecision())));
        }
        if (same && to.getSqlTypeName() != SqlTypeName.DECIMAL) {
            return call;
        }
        if (SqlTypeUtil.isInterval(from) && SqlTypeUtil.inCharFamily(to) && !unlimited(to)) {
            return builder.makeCast(to, make(text(from), "$INTERVAL_TEXT", List.of(operand)));
        }
        boolean text = SqlTypeUtil.inCharFamily(from);
        boolean inexact =
                from.getSqlTypeName() == SqlTypeName.DECIMAL
                        || SqlTypeUtil.isApproximateNumeric(from);
        boolean day = from.getSqlTypeName() == SqlTypeName.DATE;
        boolean moment = Parameter.TIMESTAMP.accepts(from);
        String name =
                switch (to.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER -> text || inexact ? "$INTEGER" : null;
                    case BIGINT -> text || inexact ? "$BIGINT" : null;
                    case DOUBLE, FLOAT -> text ? "$DOUBLE" : null;
                    case BOOLEAN -> text ? "$BOOLEAN" : null;
                    case DATE -> text || moment ? "$DATE" : null;
                    case TIME -> text || moment ? "$TIME" : null;
                    case TIMESTAMP -> text || day || moment ? "$TIMESTAMP" : null;
                    case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                            text || day || moment ? "$INSTANT" : null;
                    case VARCHAR -> unlimited(to) ? textOf(from) : null;
                    case INTERVAL_DAY_SECOND -> text ? "$INTERVAL_OF_TEXT" : null;
                    default -> null;
                };
        if (to.getSqlTypeName() == SqlTypeName.DECIMAL && (text || inexact)) {
            return make(
                    to,
                    "$DECIMAL",
                    List.of(
                            operand,
                            number(to.getPrecision()),
                            number(Math.max(0, to.getScale()))));
        }
        return name == null ? call : rounded(make(to, name, List.of(operand)));
    }

    private static boolean isOfArray(RexCall call) {
        return ArrayArguments.isArray(call.getType())
                || ArrayArguments.isArray(call.getOperands().getFirst().getType());
    }

    /// A text read as an array, an array as a text, or as one of other elements.
    private RexNode ofArray(RexCall call) {
        RexNode operand = call.getOperands().getFirst();
        RelDataType from = operand.getType();
        RelDataType to = call.getType();
        if (!ArrayArguments.isArray(from)) {
            RexNode element = builder.makeLiteral(EnumType.written(to.getComponentType()));
            return make(to, "$ARRAY_READ", List.of(operand, element));
        }
        if (!ArrayArguments.isArray(to)) {
            RexNode text = make(text(from), "$ARRAY_TEXT", List.of(operand));
            return unlimited(to) ? text : builder.makeCast(to, text);
        }
        return SqlTypeUtil.equalSansNullability(
                        builder.getTypeFactory(), from.getComponentType(), to.getComponentType())
                ? operand
                : make(
                        to,
                        "$ARRAY_CAST",
                        List.of(
                                operand,
                                builder.makeLiteral(EnumType.written(to.getComponentType())),
                                builder.makeLiteral(EnumType.written(from.getComponentType()))));
    }

    /// The routine that shows values of a type; null if Calcite's runtime does it well.
    private static String textOf(RelDataType from) {
        if (SqlTypeUtil.isInterval(from)) {
            return "$INTERVAL_TEXT";
        }
        if (from.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            return "$INSTANT_TEXT";
        }
        return shows(from) ? "$TEXT" : null;
    }

    /// A time with as many digits of seconds as its type has.
    private RexNode rounded(RexNode time) {
        int digits = time.getType().getPrecision();
        boolean fewer = isTime(time.getType()) && digits >= 0 && digits < SECOND_DIGITS;
        return fewer ? make(time.getType(), "$ROUNDED", List.of(time, number(digits))) : time;
    }

    private static boolean isTime(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
    }

    private RexNode now() {
        return builder.makeCall(SqlStdOperatorTable.LOCALTIMESTAMP);
    }

    /// What is written with digits has no more of them.
    private RexNode now(RexCall call) {
        return call.getOperands().isEmpty() ? call : rounded(call);
    }

    private static boolean isOfDecimal(RexCall call) {
        return call.getOperands().size() == 1
                && call.getType().getSqlTypeName() == SqlTypeName.DECIMAL
                && call.getOperands().getFirst().getType().getSqlTypeName() == SqlTypeName.DECIMAL;
    }

    private RexNode whole(RexCall call) {
        return make(call, call.getKind() == SqlKind.FLOOR ? "$FLOOR_DECIMAL" : "$CEIL_DECIMAL");
    }

    /// The beginning or the end of the unit that a moment is in.
    private RexNode ended(RexCall call) {
        if (call.getOperands().size() != 2
                || !(call.getOperands().get(1) instanceof RexLiteral unit)
                || !SqlTypeUtil.isDatetime(call.getOperands().getFirst().getType())) {
            return call;
        }
        return make(
                call.getType(),
                call.getKind() == SqlKind.FLOOR ? "$FLOOR" : "$CEIL",
                List.of(builder.makeLiteral(unit(unit)), call.getOperands().getFirst()));
    }

    /// A time and an interval, or the interval between two times.
    private RexNode moved(RexCall call) {
        List<RexNode> operands = call.getOperands();
        if (operands.size() != 2) {
            return call;
        }
        RelDataType a = operands.get(0).getType();
        RelDataType b = operands.get(1).getType();
        if (SqlTypeUtil.isDatetime(a) && SqlTypeUtil.isInterval(b)) {
            return make(call, call.getKind() == SqlKind.PLUS ? "$LATER" : "$EARLIER");
        }
        if (SqlTypeUtil.isInterval(a) && SqlTypeUtil.isDatetime(b)) {
            return make(call.getType(), "$LATER", operands.reversed());
        }
        if (SqlTypeUtil.isInterval(a) && SqlTypeUtil.isInterval(b)) {
            return make(
                    call, call.getKind() == SqlKind.PLUS ? "$INTERVAL_PLUS" : "$INTERVAL_MINUS");
        }
        return SqlTypeUtil.isDatetime(a)
                        && SqlTypeUtil.isDatetime(b)
                        && SqlTypeUtil.isInterval(call.getType())
                ? make(call, "$SPAN")
                : call;
    }

    /// An interval times a number, or by one.
    private RexNode multiplied(RexCall call, String routine) {
        List<RexNode> operands = new ArrayList<>(call.getOperands());
        if (SqlTypeUtil.isInterval(operands.getLast().getType())) {
            Collections.reverse(operands);
        }
        return make(call.getType(), routine, operands);
    }

    /// Generated code takes times as what they are counted in, and bytes as texts.
    @Override
    public RexNode visitLiteral(RexLiteral literal) {
        if (!kernels && !literal.isNull() && ByteaLiterals.isBytea(literal.getType())) {
            RexNode text = builder.makeLiteral(ByteaLiterals.text(literal));
            return make(literal.getType(), "$BYTEA", List.of(text));
        }
        return kernels || literal.isNull() || !MomentLiterals.isCounted(literal.getType())
                ? literal
                : make(
                        literal.getType(),
                        "$MICROS",
                        List.of(
                                builder.makeBigintLiteral(
                                        BigDecimal.valueOf(MomentLiterals.micros(literal)))));
    }

    private RexNode number(int value) {
        return builder.makeExactLiteral(
                BigDecimal.valueOf(value),
                builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
    }

    private static boolean shows(RelDataType from) {
        return switch (from.getSqlTypeName()) {
            case BOOLEAN, REAL, FLOAT, DOUBLE, TIME, TIMESTAMP -> true;
            default -> false;
        };
    }

    private static boolean unlimited(RelDataType type) {
        return type.getPrecision() < 0 || type.getPrecision() == Integer.MAX_VALUE;
    }

    private RexNode divide(RexCall call) {
        if (call.getType().getSqlTypeName() == SqlTypeName.DECIMAL) {
            List<RexNode> operands = new ArrayList<>(call.getOperands());
            operands.add(number(call.getType().getScale()));
            return make(call.getType(), "$DIVIDE", operands);
        }
        return SqlTypeUtil.isApproximateNumeric(call.getType())
                        && call.getKind() != SqlKind.MOD
                        && call.getOperands().stream()
                                .allMatch(o -> SqlTypeUtil.isNumeric(o.getType()))
                ? make(call.getType(), "$DIVIDE", call.getOperands())
                : call;
    }

    private RexNode make(RelDataType type, String routine, List<RexNode> operands) {
        return builder.makeCall(type, Functions.own(routine), new ArrayList<>(operands));
    }
}
