package telegraph.query.validate;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.ArrayText;
import telegraph.query.syntax.Places;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.Uuids;

/// Looks at what compares the elements of arrays, be it `=` or a function: those of `uuid[]` are
/// held against bare literals in their usual form, and arrays of intervals and of JSON, whose equal
/// values are written in several ways, are refused.
///
/// ```
/// ids @> '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'   →   ids @> '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'
/// ```
///
/// Threads: one, once.
public final class ArrayUses extends SqlBasicVisitor<Void> {
    private static final Set<String> COMPARING =
            Set.of(
                    "JSONB_CONTAINS",
                    "JSONB_CONTAINED",
                    "$OVERLAP",
                    "$ANY_OF",
                    "$ALL_OF",
                    "ARRAY_POSITION",
                    "ARRAY_POSITIONS",
                    "ARRAY_REMOVE",
                    "ARRAY_REPLACE");

    private static final Set<String> MAKING =
            Set.of("||", "ARRAY_APPEND", "ARRAY_PREPEND", "ARRAY_CAT");

    private static final Set<SqlKind> COMPARISONS = EnumSet.copyOf(SqlKind.COMPARISON);

    static {
        COMPARISONS.addAll(EnumSet.of(SqlKind.IS_DISTINCT_FROM, SqlKind.IS_NOT_DISTINCT_FROM));
        COMPARISONS.addAll(EnumSet.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.BETWEEN));
    }

    private final SqlValidator validator;
    private final DeclaredTypes types;

    /// Of the query that is looked through.
    private SqlValidatorScope scope;

    private ArrayUses(SqlValidator validator, DeclaredTypes types) {
        this.validator = validator;
        this.types = types;
    }

    /// Looks through a query that the validator has found valid.
    ///
    /// @throws TelegraphException of 0A000 if it compares arrays of what has several forms, of
    ///   22P02 if a literal is no UUID
    public static void read(SqlNode valid, SqlValidator validator, DeclaredTypes types) {
        valid.accept(new ArrayUses(validator, types));
    }

    @Override
    public Void visit(SqlCall call) {
        SqlValidatorScope around = scope;
        if (call instanceof SqlSelect select) {
            scope = validator.getSelectScope(select);
        }
        super.visit(call);
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean compares = COMPARING.contains(name) || COMPARISONS.contains(call.getKind());
        if ((compares || MAKING.contains(name)) && hasArray(call)) {
            look(call, compares);
        }
        scope = around;
        return null;
    }

    private boolean hasArray(SqlCall call) {
        return call.getOperandList().stream()
                .map(this::type)
                .anyMatch(type -> type != null && ArrayArguments.isArray(type));
    }

    private RelDataType type(SqlNode node) {
        return node == null ? null : validator.getValidatedNodeTypeIfKnown(node);
    }

    private void look(SqlCall call, boolean compares) {
        List<String> declared =
                call.getOperandList().stream()
                        .filter(operand -> type(operand) != null)
                        .map(operand -> types.item(operand, scope))
                        .toList();
        if (compares) {
            call.getOperandList().forEach(this::demandOneForm);
            declared.forEach(type -> demandNoJson(type, call));
        }
        if (declared.contains("uuid[]")) {
            for (int i = 0; i < call.operandCount(); i++) {
                canonical(call, i);
            }
        }
    }

    private void demandOneForm(SqlNode operand) {
        RelDataType type = type(operand);
        if (type != null && isOfIntervals(type)) {
            throw refused("interval[]", operand);
        }
    }

    static boolean isOfIntervals(RelDataType type) {
        return ArrayArguments.isArray(type)
                && type.getComponentType().getSqlTypeName() == SqlTypeName.INTERVAL_DAY_SECOND;
    }

    private static void demandNoJson(String declared, SqlNode where) {
        if (declared.equals("json[]") || declared.equals("jsonb[]")) {
            throw refused(declared, where);
        }
    }

    private static TelegraphException refused(String type, SqlNode where) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at "
                        + Places.position(where.getParserPosition())
                        + ": comparisons of "
                        + type
                        + ", whose equal values are written in several ways. Cast to text[] to have"
                        + " the texts compared");
    }

    /// Brings a literal into its usual form.
    private void canonical(SqlCall call, int operand) {
        switch (call.operand(operand)) {
            case SqlCharStringLiteral literal when !call.getKind().equals(SqlKind.CAST) ->
                    call.setOperand(operand, read(literal, Uuids.canonical(text(literal))));
            case SqlCall cast
                    when cast.getKind() == SqlKind.CAST
                            && cast.operand(0) instanceof SqlCharStringLiteral literal -> {
                boolean array = ArrayArguments.isArray(type(cast));
                cast.setOperand(0, read(literal, array ? list(text(literal)) : one(literal)));
            }
            default -> {} // has its form already
        }
    }

    private static String one(SqlCharStringLiteral literal) {
        return Uuids.canonical(text(literal));
    }

    private static String text(SqlCharStringLiteral literal) {
        return literal.getValueAs(String.class);
    }

    private static String list(String text) {
        return ArrayText.of(
                ArrayText.read(text).stream()
                        .map(one -> one == null ? null : Uuids.canonical(one.toString()))
                        .toList());
    }

    private SqlNode read(SqlCharStringLiteral literal, String text) {
        SqlNode read = SqlLiteral.createCharString(text, literal.getParserPosition());
        validator.setValidatedNodeType(read, validator.getValidatedNodeType(literal));
        return read;
    }
}
