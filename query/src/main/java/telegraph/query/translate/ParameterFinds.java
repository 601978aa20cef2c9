package telegraph.query.translate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.language.lexer.Position;
import telegraph.query.value.Types;

/// Takes from a query that was validated what it found of parameters: the declared type of a column
/// that one is compared with, else the type of the values.
///
/// Threads: one.
final class ParameterFinds extends SqlBasicVisitor<Void> {
    private static final String TEXT = "text";

    private final SqlValidator validator;
    private final Declarations declarations;
    private final ParameterUses uses;
    private final ParameterTypes types;
    private final List<Position> texts = new ArrayList<>();
    private final Deque<SqlValidatorScope> scopes = new ArrayDeque<>();

    ParameterFinds(SqlValidator validator, ParameterUses uses, ParameterTypes types) {
        this.validator = validator;
        this.declarations = new Declarations(validator);
        this.uses = uses;
        this.types = types;
    }

    void find(SqlNode query) {
        query.accept(this);
        // IS NULL and its like are content with text, so what else is found comes first.
        texts.forEach(place -> types.tell(place, TEXT));
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            SqlValidatorScope scope = validator.getWhereScope(select);
            if (scope != null) {
                scopes.push(scope);
                super.visit(call);
                scopes.pop();
                return null;
            }
        } else if (Declarations.isCast(call) && call.operand(0) instanceof SqlDynamicParam) {
            return null; // a type that is known, or guessed
        } else if (Declarations.isCast(call) && call.operand(0) instanceof SqlCall inner) {
            if (Declarations.isCast(inner) && inner.operand(0) instanceof SqlDynamicParam guessed) {
                // The validator itself turns what was guessed into what it has a use for.
                types.tell(uses.place(guessed), open(Declarations.written(call.operand(1))));
            }
        } else if (!scopes.isEmpty() && isComparison(call.getKind())) {
            compared(call.getOperandList());
        }
        return super.visit(call);
    }

    private static boolean isComparison(SqlKind kind) {
        return kind.belongsTo(SqlKind.COMPARISON)
                || kind == SqlKind.IN
                || kind == SqlKind.NOT_IN
                || kind == SqlKind.BETWEEN;
    }

    private void compared(List<SqlNode> operands) {
        String declared = "";
        for (SqlNode operand : operands) {
            if (declared.isEmpty() && !(operand instanceof SqlNodeList)) {
                declared = declarations.item(operand, scopes.peek());
            }
        }
        if (!declared.isEmpty()) {
            // A value that is compared may be longer than the column's values.
            tell(operands, open(declared));
        }
    }

    /// A type without its length.
    private static String open(String type) {
        return type.replaceFirst("\\(.*?\\)", "");
    }

    private void tell(List<SqlNode> operands, String declared) {
        for (SqlNode operand : operands) {
            if (operand instanceof SqlDynamicParam) {
                types.tell(uses.place(operand), declared);
            } else if (operand instanceof SqlNodeList list) {
                tell(list, declared);
            }
        }
    }

    @Override
    public Void visit(SqlDynamicParam parameter) {
        RelDataType type = validator.getValidatedNodeTypeIfKnown(parameter);
        if (type != null
                && type.getSqlTypeName() != SqlTypeName.UNKNOWN
                && type.getSqlTypeName() != SqlTypeName.NULL) {
            String declared = Types.declared(type);
            if (declared.equals(TEXT)) {
                texts.add(uses.place(parameter));
            } else {
                types.tell(uses.place(parameter), declared);
            }
        }
        return null;
    }
}
