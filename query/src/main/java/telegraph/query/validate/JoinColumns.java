package telegraph.query.validate;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.CommonType;

/// Refuses a USING or NATURAL join of a text with what is none, as `ON a.x = b.x` is refused
/// ([StrictTexts]): Calcite would read each text as a number.
///
/// Threads: one, once.
public final class JoinColumns extends SqlBasicVisitor<Void> {
    private final SqlValidator validator;

    private JoinColumns(SqlValidator validator) {
        this.validator = validator;
    }

    /// @throws telegraph.ground.TelegraphException of 42804 if a query, which the validator has
    ///   found valid, joins columns that cannot be compared
    public static void demandComparable(SqlNode valid, SqlValidator validator) {
        valid.accept(new JoinColumns(validator));
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlJoin join
                && (join.isNatural() || join.getConditionType() == JoinConditionType.USING)) {
            RelDataType left = validator.getNamespace(join.getLeft()).getRowType();
            RelDataType right = validator.getNamespace(join.getRight()).getRowType();
            for (String name : names(join, validator)) {
                demandComparable(name, left, right);
            }
        }
        return super.visit(call);
    }

    /// The names by which such a join finds columns.
    static Set<String> names(SqlJoin join, SqlValidator validator) {
        Set<String> names = new LinkedHashSet<>();
        if (join.isNatural()) {
            RelDataType left = validator.getNamespace(join.getLeft()).getRowType();
            RelDataType right = validator.getNamespace(join.getRight()).getRowType();
            names.addAll(left.getFieldNames());
            names.retainAll(right.getFieldNames());
        } else {
            for (SqlNode name : (SqlNodeList) join.getCondition()) {
                names.add(((SqlIdentifier) name).names.getLast());
            }
        }
        return names;
    }

    private static void demandComparable(String name, RelDataType left, RelDataType right) {
        RelDataTypeField a = left.getField(name, false, false);
        RelDataTypeField b = right.getField(name, false, false);
        if (a != null
                && b != null
                && (SqlTypeUtil.inCharFamily(a.getType()) != SqlTypeUtil.inCharFamily(b.getType())
                        || !ArrayArguments.form(a.getType())
                                .equals(ArrayArguments.form(b.getType())))) {
            throw CommonType.unmatched(a.getType(), b.getType(), "JOIN/USING");
        }
    }
}
