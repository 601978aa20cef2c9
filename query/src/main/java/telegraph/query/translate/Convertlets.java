package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.label.EnumType;
import telegraph.query.operator.ArrayConstructor;
import telegraph.query.operator.Cast;
import telegraph.query.operator.EnumCasts;
import telegraph.query.operator.EnumValues;
import telegraph.query.operator.Extract;
import telegraph.query.operator.Functions;
import telegraph.query.operator.JsonConstructor;
import telegraph.query.operator.Now;
import telegraph.query.operator.OverlapsOperator;
import telegraph.query.operator.Sets;
import telegraph.query.operator.Shift;
import telegraph.query.operator.Spread;
import telegraph.query.operator.Total;
import telegraph.query.operator.WholeNumber;
import telegraph.query.validate.JsonUses;
import telegraph.query.value.ArrayArguments;

/// How calls of a query become expressions of a plan: the standard's way, but for casts to NUMERIC,
/// for arithmetic with a NULL that is written there, which is NULL, and for what would leave the
/// range of a type of whole numbers without a word, which is an error.
final class Convertlets {
    private Convertlets() {}

    static SqlRexConvertlet of(SqlCall call) {
        if (NumericCasts.keeps(call)) {
            return NumericCasts::convert;
        }
        if (call.getOperator() == SqlStdOperatorTable.ABS) {
            return Convertlets::absolute;
        }
        if (call.getOperator() == OverlapsOperator.INSTANCE) {
            return Convertlets::overlaps;
        }
        if (call.getOperator() == Functions.own("TO_HEX")) {
            return Convertlets::hexadecimal;
        }
        if (call.getOperator().getName().startsWith("$BIT_")) {
            return Convertlets::bits;
        }
        if (call.getOperator() == Functions.own("$JSON_GET")
                || call.getOperator() == Functions.own("$JSON_TEXT")) {
            return Convertlets::part;
        }
        if (call.getOperator() instanceof JsonConstructor constructor) {
            return (context, one) -> made(context, one, constructor);
        }
        if (call.getOperator() == Sets.SERIES) {
            return Convertlets::series;
        }
        if (Sets.areTexts(call.getOperator())) {
            return Convertlets::texts;
        }
        if (call.getOperator() == Functions.own("TIMEZONE")) {
            return Convertlets::inZone;
        }
        if (call.getOperator() == Now.INSTANCE) {
            return Convertlets::now;
        }
        if (call.getOperator() instanceof Total total) {
            return (context, one) -> total(context, one, total);
        }
        if (call.getOperator() == ArrayConstructor.INSTANCE) {
            return Convertlets::array;
        }
        if (call.getOperator() == Cast.INSTANCE) {
            return Convertlets::cast;
        }
        if (call.getKind() == SqlKind.CAST) {
            return Convertlets::implicit;
        }
        if (call.getOperator() instanceof EnumValues values) {
            return (context, one) ->
                    values.converted(
                            one.getOperandList().stream().map(context::convertExpression).toList(),
                            context.getValidator().getValidatedNodeType(one),
                            context.getRexBuilder());
        }
        if (call.getOperator() instanceof Extract extract) {
            return (context, one) -> {
                SqlCall standard =
                        extract.standard()
                                .createCall(one.getParserPosition(), one.getOperandList());
                return StandardConvertletTable.INSTANCE
                        .get(standard)
                        .convertCall(context, standard);
            };
        }
        if (call.getOperator().getKind() == SqlStdOperatorTable.CONCAT.getKind()
                && call.getOperator().getName().equals(SqlStdOperatorTable.CONCAT.getName())) {
            return Convertlets::joined;
        }
        if (call.getOperator() instanceof WholeNumber) {
            return WholeNumber::converted;
        }
        if (call.getOperator() instanceof Shift shift) {
            return (context, one) -> shifted(context, one, shift);
        }
        if (call.getOperator() instanceof Spread spread) {
            return StandardConvertletTable.INSTANCE.get(
                    spread.standard().createCall(call.getParserPosition(), call.getOperandList()));
        }
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        if (call instanceof SqlCase) {
            return JsonCasts.reading(standard);
        }
        if (standard == null || !isArithmetic(call.getKind())) {
            return standard == null ? null : BlankCasts.of(call, standard).orElse(standard);
        }
        SqlRexConvertlet arithmetic =
                (context, one) ->
                        known(standard.convertCall(context, one), context.getRexBuilder());
        return call.getKind() == SqlKind.MINUS ? subtracted(arithmetic) : arithmetic;
    }

    private static RexNode array(SqlRexContext context, SqlCall call) {
        RexBuilder rex = context.getRexBuilder();
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        RelDataType element =
                rex.getTypeFactory().createTypeWithNullability(type.getComponentType(), true);
        return rex.makeCall(
                type,
                ArrayConstructor.INSTANCE.standard(),
                call.getOperandList().stream()
                        .map(context::convertExpression)
                        .map(one -> rex.makeCast(element, one, true, false))
                        .toList());
    }

    private static RexNode cast(SqlRexContext context, SqlCall call) {
        RelDataType from = context.getValidator().getValidatedNodeType(call.operand(0));
        RelDataType to = context.getValidator().getValidatedNodeType(call);
        if (from instanceof EnumType || to instanceof EnumType) {
            return ofEnum(context, call);
        }
        if (ArrayArguments.isArray(from) != ArrayArguments.isArray(to)) {
            return context.getRexBuilder()
                    .makeAbstractCast(to, context.convertExpression(call.operand(0)), false);
        }
        SqlCall standard =
                Cast.INSTANCE
                        .standard()
                        .createCall(call.getParserPosition(), call.getOperandList());
        context.getValidator().setValidatedNodeType(standard, to);
        return StandardConvertletTable.INSTANCE.get(standard).convertCall(context, standard);
    }

    /// A cast that the validator has put there; it knows the types of those that it looked at
    /// since.
    private static RexNode implicit(SqlRexContext context, SqlCall call) {
        SqlValidator validator = context.getValidator();
        boolean ofEnum =
                validator.getValidatedNodeTypeIfKnown(call) instanceof EnumType
                        || validator.getValidatedNodeTypeIfKnown(call.operand(0))
                                instanceof EnumType;
        return ofEnum
                ? ofEnum(context, call)
                : StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    }

    private static RexNode ofEnum(SqlRexContext context, SqlCall call) {
        return EnumCasts.cast(
                context.convertExpression(call.operand(0)),
                context.getValidator().getValidatedNodeType(call),
                context.getRexBuilder());
    }

    /// All but shifts are computed as bigints: of integers and smallints each comes to one.
    private static RexNode bits(SqlRexContext context, SqlCall call) {
        RexBuilder rex = context.getRexBuilder();
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        List<RexNode> operands =
                call.getOperandList().stream().map(context::convertExpression).toList();
        if (type.getSqlTypeName() == SqlTypeName.BIGINT) {
            return rex.makeCall(type, call.getOperator(), operands);
        }
        String name = call.getOperator().getName();
        SqlOperator ofSmall = isSmall(type) ? Functions.own(name + "_SMALLINT") : null;
        SqlOperator shift = ofSmall == null ? Functions.own(name + "_INTEGER") : ofSmall;
        return rex.makeCast(
                type,
                rex.makeCall(
                        like(shift == null ? SqlTypeName.BIGINT : SqlTypeName.INTEGER, type, rex),
                        shift == null ? call.getOperator() : shift,
                        operands));
    }

    private static RelDataType like(SqlTypeName name, RelDataType type, RexBuilder rex) {
        RelDataTypeFactory types = rex.getTypeFactory();
        return types.createTypeWithNullability(types.createSqlType(name), type.isNullable());
    }

    /// A part of JSON; elements of jsonb have a routine of their own.
    private static RexNode part(SqlRexContext context, SqlCall call) {
        List<RexNode> operands =
                call.getOperandList().stream().map(context::convertExpression).toList();
        boolean jsonb =
                SqlTypeUtil.isIntType(operands.get(1).getType())
                        && ConvertedTypes.declared(context, call.operand(0)).equals("jsonb");
        String name = call.getOperator().getName();
        return context.getRexBuilder()
                .makeCall(
                        context.getValidator().getValidatedNodeType(call),
                        Functions.own(jsonb ? name.replace("$JSON_", "$JSONB_") : name),
                        operands);
    }

    private static RexNode made(SqlRexContext context, SqlCall call, JsonConstructor constructor) {
        return constructor.converted(
                context.getRexBuilder(),
                context.getValidator().getValidatedNodeType(call),
                arguments(context, call));
    }

    private static List<JsonConstructor.Argument> arguments(SqlRexContext context, SqlCall call) {
        return call.getOperandList().stream()
                .map(operand ->
                        new JsonConstructor.Argument(
                                context.convertExpression(operand),
                                ConvertedTypes.declared(context, operand),
                                operand.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
                                        ? arguments(context, (SqlCall) operand)
                                        : List.of()))
                .toList();
    }

    private static RexNode series(SqlRexContext context, SqlCall call) {
        return Sets.series(
                context.getRexBuilder(),
                context.getValidator().getValidatedNodeType(call),
                call.getOperandList().stream().map(context::convertExpression).toList());
    }

    private static RexNode texts(SqlRexContext context, SqlCall call) {
        return Sets.texts(
                context.getRexBuilder(),
                context.getValidator().getValidatedNodeType(call),
                call.getOperator(),
                call.getOperandList().stream().map(context::convertExpression).toList());
    }

    private static RexNode inZone(SqlRexContext context, SqlCall call) {
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        boolean local = type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
        return context.getRexBuilder()
                .makeCall(
                        type,
                        Functions.own(local ? "$LOCAL_IN" : "$MOMENT_IN"),
                        call.getOperandList().stream().map(context::convertExpression).toList());
    }

    private static RexNode now(SqlRexContext context, SqlCall call) {
        return Now.executable(
                call.getOperandList().stream().map(context::convertExpression).toList(),
                context.getRexBuilder());
    }

    /// Values of jsonb are joined as such; beside a text JSON is one.
    private static RexNode joined(SqlRexContext context, SqlCall call) {
        if (ConvertedTypes.isOfJsonb(context, call)) {
            return context.getRexBuilder()
                    .makeCall(
                            context.getValidator().getValidatedNodeType(call),
                            Functions.own("JSONB_CONCAT"),
                            call.getOperandList().stream()
                                    .map(context::convertExpression)
                                    .toList());
        }
        boolean text =
                call.getOperandList().stream()
                        .anyMatch(o -> !isJson(context, o) && !Declarations.isUnknown(o));
        if (!text && call.getOperandList().stream().anyMatch(o -> isJson(context, o))) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "|| is there for jsonb, and not for json. Cast it to jsonb, or to text to have it"
                            + " joined as one");
        }
        return StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    }

    /// What is taken from a text is taken from jsonb.
    private static SqlRexConvertlet subtracted(SqlRexConvertlet standard) {
        return (context, call) -> {
            RelDataType left = context.getValidator().getValidatedNodeType(call.operand(0));
            if (SqlTypeUtil.inCharFamily(left) && !ConvertedTypes.isOfJsonb(context, call)) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_FUNCTION,
                        "types do not fit: - of a text. Cast it to a number, or to jsonb");
            }
            return standard.convertCall(context, call);
        };
    }

    private static boolean isJson(SqlRexContext context, SqlNode operand) {
        return JsonUses.isJson(ConvertedTypes.declared(context, operand));
    }

    /// Periods as PostgreSQL compares them; the standard table has both ends belong to them.
    private static RexNode overlaps(SqlRexContext context, SqlCall call) {
        RexBuilder rex = context.getRexBuilder();
        List<RexNode> ends = new ArrayList<>();
        for (SqlNode period : call.getOperandList()) {
            SqlCall row = (SqlCall) period;
            RexNode start = context.convertExpression(row.operand(0));
            RexNode end = context.convertExpression(row.operand(1));
            ends.add(start);
            ends.add(
                    SqlTypeUtil.isInterval(end.getType())
                            ? rex.makeCall(
                                    start.getType(),
                                    SqlStdOperatorTable.DATETIME_PLUS,
                                    List.of(start, end))
                            : end);
        }
        RelDataType common =
                rex.getTypeFactory().leastRestrictive(ends.stream().map(RexNode::getType).toList());
        RelDataType type = rex.getTypeFactory().createTypeWithNullability(common, true);
        return rex.makeCall(
                context.getValidator().getValidatedNodeType(call),
                Functions.own("$OVERLAPS"),
                ends.stream().map(end -> rex.makeAbstractCast(type, end, false)).toList());
    }

    /// An integer of 32 bits has eight digits.
    private static RexNode hexadecimal(SqlRexContext context, SqlCall call) {
        RexNode number = context.convertExpression(call.operand(0));
        boolean isLong = number.getType().getSqlTypeName() == SqlTypeName.BIGINT;
        return context.getRexBuilder()
                .makeCall(
                        context.getValidator().getValidatedNodeType(call),
                        Functions.own(isLong ? "TO_HEX" : "$TO_HEX_INTEGER"),
                        List.of(number));
    }

    /// An average over a window stays one; Calcite makes of it a sum of decimals with all the
    /// digits of the average, and a quotient.
    private static RexNode total(SqlRexContext context, SqlCall call, Total total) {
        return context.getRexBuilder()
                .makeCall(
                        context.getValidator().getValidatedNodeType(call),
                        total.standard(),
                        List.of(context.convertExpression(call.operand(0))));
    }

    /// The value of another row, or a default, both of the type that takes both.
    private static RexNode shifted(SqlRexContext context, SqlCall call, Shift shift) {
        RexBuilder rex = context.getRexBuilder();
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        List<RexNode> operands = new ArrayList<>();
        call.getOperandList().forEach(o -> operands.add(context.convertExpression(o)));
        if (operands.size() > 1 && RexLiteral.isNullLiteral(operands.get(1))) {
            return rex.makeNullLiteral(type);
        }
        operands.set(0, rex.makeCast(type, operands.getFirst()));
        if (operands.size() > Shift.DEFAULT) {
            // With a default that is not null Calcite takes the result, too, for one that is not.
            operands.set(
                    Shift.DEFAULT, rex.makeAbstractCast(type, operands.get(Shift.DEFAULT), false));
        }
        return rex.makeCall(type, shift.standard(), operands);
    }

    private static boolean isArithmetic(SqlKind kind) {
        return switch (kind) {
            case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, PLUS_PREFIX -> true;
            default -> false;
        };
    }

    private static RexNode known(RexNode node, RexBuilder rex) {
        if (!(node instanceof RexCall call)) {
            return node;
        }
        if (call.getOperands().stream().anyMatch(RexLiteral::isNullLiteral)) {
            return rex.makeNullLiteral(call.getType());
        }
        boolean mayOverflow = isSmall(call.getType()) && isArithmetic(call.getKind());
        return mayOverflow ? narrowed(call, rex) : call;
    }

    private static boolean isSmall(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.SMALLINT
                || type.getSqlTypeName() == SqlTypeName.TINYINT;
    }

    /// Computed as an INTEGER, and cast back.
    private static RexNode narrowed(RexCall call, RexBuilder rex) {
        RelDataType whole = rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
        List<RexNode> operands =
                call.getOperands().stream()
                        .map(operand -> rex.makeCast(nullable(whole, operand, rex), operand))
                        .toList();
        return rex.makeCast(call.getType(), rex.makeCall(call.getOperator(), operands));
    }

    private static RelDataType nullable(RelDataType type, RexNode like, RexBuilder rex) {
        return rex.getTypeFactory().createTypeWithNullability(type, like.getType().isNullable());
    }

    private static RexNode absolute(SqlRexContext context, SqlCall call) {
        RexBuilder rex = context.getRexBuilder();
        RexNode value = context.convertExpression(call.operand(0));
        if (RexLiteral.isNullLiteral(value)) {
            return rex.makeNullLiteral(context.getValidator().getValidatedNodeType(call));
        }
        RexCall absolute = (RexCall) rex.makeCall(SqlStdOperatorTable.ABS, value);
        return isSmall(value.getType()) ? narrowed(absolute, rex) : absolute;
    }
}
