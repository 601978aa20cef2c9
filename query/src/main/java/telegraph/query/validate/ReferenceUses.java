package telegraph.query.validate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.query.function.CatalogRoutines;
import telegraph.query.function.Routine;
import telegraph.query.label.EnumType;
import telegraph.query.operator.Functions;
import telegraph.query.syntax.Places;
import telegraph.query.value.Types;

/// Values that are oids, and are read and written by the names of what these stand for: those of
/// `regclass` and its kin. A plan has the numbers; a cast to text and the result have the names,
/// and what would show a number in the place of a name is refused.
///
/// ```
/// conrelid::regclass::text   →   cast($name_of_regclass(conrelid) as text)
/// ```
///
/// Threads: one, once.
public final class ReferenceUses extends SqlBasicVisitor<Void> {
    /// The types, each of which has a routine that reads it and one that writes it.
    public static final List<String> TYPES =
            CatalogRoutines.REFERENCES.stream().filter(type -> !type.equals("oid")).toList();

    /// Operators, beside functions, that make other values of them; `||` is an OTHER.
    private static final Set<SqlKind> COMPUTING =
            EnumSet.of(
                    SqlKind.OTHER,
                    SqlKind.PLUS,
                    SqlKind.MINUS,
                    SqlKind.TIMES,
                    SqlKind.DIVIDE,
                    SqlKind.ARRAY_VALUE_CONSTRUCTOR);

    /// What takes them for the numbers that they are, or leaves them what they are.
    private static final Set<SqlKind> FIT = EnumSet.copyOf(SqlKind.COMPARISON);

    static {
        FIT.addAll(
                EnumSet.of(
                        SqlKind.IS_DISTINCT_FROM,
                        SqlKind.IS_NOT_DISTINCT_FROM,
                        SqlKind.IN,
                        SqlKind.NOT_IN,
                        SqlKind.BETWEEN,
                        SqlKind.IS_NULL,
                        SqlKind.IS_NOT_NULL,
                        SqlKind.COUNT,
                        SqlKind.CAST_NOT_NULL,
                        SqlKind.NULLIF));
    }

    private static final Set<String> FITTING = Set.of("$ANY_OF", "$ALL_OF");

    /// Takes a value, and the name of its type, which stands there once it is known.
    private static final SqlOperator TYPE_OF = Functions.own("$TYPEOF");

    private final SqlValidator validator;
    private final DeclaredTypes types;

    /// Of the query that is looked through.
    private SqlValidatorScope scope;

    private ReferenceUses(SqlValidator validator, DeclaredTypes types) {
        this.validator = validator;
        this.types = types;
    }

    /// Looks through a query that the validator has found valid.
    ///
    /// @throws TelegraphException of 0A000 if a number would stand for a name
    public static void read(SqlNode valid, SqlValidator validator, DeclaredTypes types) {
        valid.accept(new ReferenceUses(validator, types));
    }

    private static SqlOperator writing(String type) {
        return Functions.own("$NAME_OF_" + type.toUpperCase(Locale.ROOT));
    }

    /// The plan with names in the columns of its result.
    ///
    /// @param declared the types of these as PostgreSQL writes them
    public static RelNode shown(RelNode plan, List<String> declared) {
        if (declared.stream().noneMatch(TYPES::contains)) {
            return plan;
        }
        RexBuilder rex = plan.getCluster().getRexBuilder();
        List<RexNode> columns =
                IntStream.range(0, declared.size())
                        .mapToObj(c -> shown(rex, plan, c, declared.get(c)))
                        .toList();
        return LogicalProject.create(
                plan, List.of(), columns, plan.getRowType().getFieldNames(), Set.of());
    }

    /// The columns of its result with names.
    public static RelDataType shown(
            RelDataType row, List<String> declared, RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder shown = factory.builder();
        for (RelDataTypeField field : row.getFieldList()) {
            shown.add(
                    field.getName(),
                    TYPES.contains(declared.get(field.getIndex()))
                            ? Types.relType(Type.TEXT, factory, true)
                            : field.getType());
        }
        return shown.build();
    }

    private static RexNode shown(RexBuilder rex, RelNode plan, int column, String declared) {
        RexNode value = rex.makeInputRef(plan, column);
        return TYPES.contains(declared) ? rex.makeCall(writing(declared), value) : value;
    }

    @Override
    public Void visit(SqlCall call) {
        SqlValidatorScope around = scope;
        if (call instanceof SqlSelect select) {
            scope = validator.getSelectScope(select);
        }
        super.visit(call);
        if (SqlKind.SET_QUERY.contains(call.getKind()) || call.getKind() == SqlKind.VALUES) {
            demandAlike(call);
        } else if (isExpression(call)) {
            look(call);
        }
        scope = around;
        return null;
    }

    private boolean isExpression(SqlCall call) {
        return !SqlKind.QUERY.contains(call.getKind())
                && validator.getValidatedNodeTypeIfKnown(call) != null;
    }

    private void look(SqlCall call) {
        if (call instanceof SqlCase choice) {
            demandAlike(choice);
            return;
        }
        if (call.getOperator() == TYPE_OF) {
            name(call);
            return;
        }
        boolean casts = call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST;
        boolean fits =
                FIT.contains(call.getKind())
                        || FITTING.contains(call.getOperator().getName())
                        || Routine.asks(call.getOperator())
                        || !(call.getOperator() instanceof SqlFunction
                                || COMPUTING.contains(call.getKind()));
        for (int i = 0; i < call.operandCount() && !(fits && !casts); i++) {
            SqlNode operand = call.operand(i);
            if (operand == null || validator.getValidatedNodeTypeIfKnown(operand) == null) {
                continue;
            }
            String type = types.item(operand, scope);
            if (!TYPES.contains(type)) {
                continue;
            }
            if (!casts) {
                throw refused(type, call);
            }
            cast(call, type);
        }
    }

    private void cast(SqlCall call, String type) {
        RelDataType target = validator.getValidatedNodeType(call);
        if (SqlTypeUtil.inCharFamily(target)) {
            SqlNode operand = call.operand(0);
            SqlNode name = writing(type).createCall(operand.getParserPosition(), operand);
            call.setOperand(0, name);
            derive(name);
        }
    }

    /// Has the validator know the type of what is new; rows that are written out have no scope.
    private void derive(SqlNode node) {
        validator.deriveType(scope == null ? validator.getEmptyScope() : scope, node);
    }

    /// Writes down the type of a value, for what tells it.
    private void name(SqlCall call) {
        SqlNode value = call.operand(0);
        boolean unknown =
                value instanceof SqlCharStringLiteral || SqlUtil.isNullLiteral(value, false);
        RelDataType type = validator.getValidatedNodeType(value);
        String declared = unknown ? "unknown" : types.item(value, scope);
        SqlNode name =
                SqlLiteral.createCharString(
                        declared.isEmpty() || EnumType.isIn(type) ? Types.declared(type) : declared,
                        value.getParserPosition());
        call.setOperand(1, name);
        derive(name);
    }

    /// Rows of several queries, or written ones, with names in some and numbers in others would
    /// show the numbers.
    private void demandAlike(SqlCall rows) {
        List<String> common = types.columns(rows);
        for (SqlNode part : rows.getOperandList()) {
            List<String> columns =
                    rows.getKind() == SqlKind.VALUES
                            ? ((SqlCall) part).getOperandList().stream().map(this::type).toList()
                            : types.columns(part);
            for (int c = 0; c < columns.size(); c++) {
                if (TYPES.contains(columns.get(c)) && !columns.get(c).equals(common.get(c))) {
                    throw refused(columns.get(c), rows);
                }
            }
        }
    }

    /// A choice between names and numbers would show the numbers.
    private void demandAlike(SqlCase choice) {
        List<String> chosen = choice.getThenOperands().stream().map(this::type).toList();
        List<String> all = new ArrayList<>(chosen);
        if (choice.getElseOperand() != null) {
            all.add(type(choice.getElseOperand()));
        }
        all.removeIf("null"::equals);
        if (all.stream().anyMatch(TYPES::contains) && all.stream().distinct().count() > 1) {
            throw refused(all.stream().filter(TYPES::contains).findFirst().orElseThrow(), choice);
        }
    }

    private String type(SqlNode node) {
        SqlNode value =
                node.getKind() == SqlKind.CAST_NOT_NULL ? ((SqlCall) node).operand(0) : node;
        return SqlUtil.isNullLiteral(value, true) ? "null" : types.item(value, scope);
    }

    private static TelegraphException refused(String type, SqlNode where) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at "
                        + Places.position(where.getParserPosition())
                        + ": a value of "
                        + type
                        + " here. Cast it to oid or to text");
    }
}
