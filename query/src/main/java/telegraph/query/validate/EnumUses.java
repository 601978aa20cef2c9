package telegraph.query.validate;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.label.EnumType;
import telegraph.query.operator.EnumValues;
import telegraph.query.operator.JsonConstructor;
import telegraph.query.syntax.Places;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.CommonType;
import telegraph.query.value.Types;

/// Looks at what a query does with enums, which the planner takes for numbers: they are compared,
/// sorted, grouped, chosen from and gathered, functions of anything see their texts, and all else
/// is refused, as in PostgreSQL.
///
/// ```
/// concat(mood, '!')   →   concat(CAST(mood AS VARCHAR), '!')
/// mood + 1            →   42883
/// ```
///
/// Threads: one, once.
public final class EnumUses extends SqlBasicVisitor<Void> {
    private static final Set<SqlKind> KINDS = EnumSet.copyOf(SqlKind.COMPARISON);

    static {
        KINDS.addAll(SqlKind.QUERY);
        KINDS.addAll(SqlKind.SET_QUERY);
        KINDS.addAll(
                EnumSet.of(
                        SqlKind.AS,
                        SqlKind.WITH_ITEM,
                        SqlKind.ROW,
                        SqlKind.JOIN,
                        SqlKind.LATERAL,
                        SqlKind.UNNEST,
                        SqlKind.COLLECTION_TABLE,
                        SqlKind.CASE,
                        SqlKind.COALESCE,
                        SqlKind.NULLIF,
                        SqlKind.IN,
                        SqlKind.NOT_IN,
                        SqlKind.BETWEEN,
                        SqlKind.SOME,
                        SqlKind.ALL,
                        SqlKind.EXISTS,
                        SqlKind.SCALAR_QUERY,
                        SqlKind.CAST_NOT_NULL,
                        SqlKind.IS_NULL,
                        SqlKind.IS_NOT_NULL,
                        SqlKind.IS_DISTINCT_FROM,
                        SqlKind.IS_NOT_DISTINCT_FROM,
                        SqlKind.DESCENDING,
                        SqlKind.NULLS_FIRST,
                        SqlKind.NULLS_LAST,
                        SqlKind.WINDOW,
                        SqlKind.OVER,
                        SqlKind.FILTER,
                        SqlKind.MIN,
                        SqlKind.MAX,
                        SqlKind.COUNT,
                        SqlKind.ANY_VALUE,
                        SqlKind.ARRAY_AGG,
                        SqlKind.ARRAY_VALUE_CONSTRUCTOR,
                        SqlKind.GREATEST,
                        SqlKind.LEAST,
                        SqlKind.LAG,
                        SqlKind.LEAD,
                        SqlKind.FIRST_VALUE,
                        SqlKind.LAST_VALUE,
                        SqlKind.NTH_VALUE,
                        SqlKind.IGNORE_NULLS,
                        SqlKind.RESPECT_NULLS,
                        SqlKind.GROUPING,
                        SqlKind.GROUPING_SETS,
                        SqlKind.ROLLUP,
                        SqlKind.CUBE));
    }

    private static final Set<String> NAMES =
            Set.of(
                    "NULLIF",
                    "$TYPEOF",
                    "$COMPARED",
                    "$NULLABLE",
                    "MODE",
                    "GREATEST",
                    "LEAST",
                    "$ELEMENT",
                    "$SLICE",
                    "$OR_EMPTY",
                    "$ANY_OF",
                    "$ALL_OF",
                    "$OVERLAP",
                    "JSONB_CONTAINS",
                    "JSONB_CONTAINED",
                    "CARDINALITY",
                    "ARRAY_LENGTH",
                    "ARRAY_UPPER",
                    "ARRAY_LOWER",
                    "ARRAY_NDIMS",
                    "ARRAY_POSITION",
                    "ARRAY_POSITIONS",
                    "ARRAY_APPEND",
                    "ARRAY_PREPEND",
                    "ARRAY_CAT",
                    "ARRAY_REMOVE",
                    "ARRAY_REPLACE");

    /// Functions of anything, which see the text of a value.
    private static final Set<String> SHOWING =
            Set.of(
                    "CONCAT",
                    "CONCAT_WS",
                    "FORMAT",
                    "QUOTE_LITERAL",
                    "QUOTE_NULLABLE",
                    "TO_JSON",
                    "TO_JSONB",
                    "||");

    private final SqlValidator validator;

    /// Of the query that is looked through.
    private SqlValidatorScope scope;

    private EnumUses(SqlValidator validator) {
        this.validator = validator;
    }

    /// Looks through a query that the validator has found valid.
    ///
    /// @throws TelegraphException of kind INPUT if it does with an enum what it does with numbers
    public static void read(SqlNode valid, SqlValidator validator) {
        valid.accept(new EnumUses(validator));
    }

    @Override
    public Void visit(SqlCall call) {
        SqlValidatorScope around = scope;
        if (call instanceof SqlSelect select) {
            scope = validator.getSelectScope(select);
        }
        super.visit(call);
        if (call instanceof SqlWindow window) {
            window(window);
        } else if (call.getKind() == SqlKind.CAST) {
            cast(call);
        } else if (hasEnum(call) && !isAllowed(call)) {
            shown(call);
        }
        scope = around;
        return null;
    }

    /// There is no distance between two values.
    private void window(SqlWindow window) {
        boolean distance =
                !window.isRows()
                        && (isDistance(window.getLowerBound())
                                || isDistance(window.getUpperBound()));
        if (distance && isEnum(window.getOrderList())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "RANGE with offset PRECEDING/FOLLOWING is not supported for an enum"
                            + at(window));
        }
    }

    private static boolean isDistance(SqlNode bound) {
        return bound != null
                && !SqlWindow.isCurrentRow(bound)
                && !SqlWindow.isUnboundedPreceding(bound)
                && !SqlWindow.isUnboundedFollowing(bound);
    }

    private boolean isAllowed(SqlCall call) {
        return call.getOperator() instanceof EnumValues
                || KINDS.contains(call.getKind())
                || NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }

    private boolean hasEnum(SqlCall call) {
        return call.getOperandList().stream().anyMatch(this::isEnum);
    }

    private boolean isEnum(SqlNode node) {
        if (node instanceof SqlNodeList list) {
            return list.stream().anyMatch(this::isEnum);
        }
        if (node instanceof SqlCall call && call.getKind() == SqlKind.DESCENDING) {
            return isEnum(call.operand(0));
        }
        RelDataType type = type(node);
        return type != null && isIn(type);
    }

    private static boolean isIn(RelDataType type) {
        return type.isStruct()
                ? type.getFieldList().stream().map(RelDataTypeField::getType).anyMatch(t -> isIn(t))
                : EnumType.isIn(type);
    }

    /// A column has its table's name before its own once it is found; a name alone is that of an
    /// output, which is looked at where it stands, and might be taken for that of a type.
    private RelDataType type(SqlNode node) {
        boolean output = node instanceof SqlIdentifier name && name.isSimple();
        return node == null || output ? null : validator.getValidatedNodeTypeIfKnown(node);
    }

    /// An enum is cast from and to texts.
    private void cast(SqlCall call) {
        RelDataType from = type(call.operand(0));
        RelDataType to = type(call);
        if (from == null || to == null || !isIn(from) && !isIn(to)) {
            return;
        }
        boolean same = from.equals(to) || SqlTypeUtil.equalSansNullability(from, to);
        boolean read =
                SqlTypeUtil.inCharFamily(from)
                        || from.getSqlTypeName() == SqlTypeName.NULL
                        || from.getSqlTypeName() == SqlTypeName.ANY
                        || from.getSqlTypeName() == SqlTypeName.UNKNOWN;
        if (to instanceof EnumType type && call.operand(0) instanceof SqlCharStringLiteral text) {
            type.values().code(text.getValueAs(String.class));
        }
        boolean text = from instanceof EnumType && SqlTypeUtil.inCharFamily(to);
        if (!same && !read && !text) {
            boolean array = from.isStruct() || !(from instanceof EnumType) && isIn(from);
            throw TelegraphException.of(
                    array ? SqlState.FEATURE_NOT_SUPPORTED : SqlState.CANNOT_COERCE,
                    "cannot cast type "
                            + Types.declared(from)
                            + " to "
                            + Types.declared(to)
                            + at(call));
        }
    }

    private static String at(SqlNode node) {
        return " at " + Places.position(node.getParserPosition());
    }

    /// Has a function see texts, or refuses it.
    private void shown(SqlCall call) {
        String name = call.getOperator().getName();
        boolean json = call.getOperator() instanceof JsonConstructor;
        boolean showing = json || SHOWING.contains(name.toUpperCase(Locale.ROOT));
        for (int i = 0; i < call.operandCount(); i++) {
            SqlNode operand = call.operand(i);
            if (operand instanceof SqlNodeList || !isEnum(operand)) {
                continue; // what an aggregate gathers may be in the order of one
            }
            if (type(operand) != null && ArrayArguments.isArray(type(operand))) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: "
                                + name
                                + " of arrays of an enum"
                                + at(call)
                                + ". Unnest it, and gather its values as texts");
            }
            if (!showing || !(type(operand) instanceof EnumType)) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_FUNCTION,
                        "types do not fit: "
                                + name
                                + " of "
                                + (type(operand) == null
                                        ? "an enum"
                                        : Types.declared(type(operand)))
                                + at(call)
                                + ". Cast it to text");
            }
            call.setOperand(
                    i,
                    CommonType.cast(
                            operand,
                            validator.getTypeFactory().createSqlType(SqlTypeName.VARCHAR),
                            validator,
                            scope));
        }
    }
}
