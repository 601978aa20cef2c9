package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.tools.RelBuilder;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;
import telegraph.sql.expression.Types;

/// What becomes of a query's columns on their way into a table: each is made of the type of the
/// column it goes to, or the statement is refused.
///
/// | from              | to                                                 |
/// |-------------------|----------------------------------------------------|
/// | a number          | any number, rounded; text                          |
/// | text              | any type, by its format                            |
/// | a date or time    | the others that have its parts; text               |
/// | boolean           | boolean; text                                      |
/// | anything else     | text                                               |
///
/// @param targets for each column of the query where it goes, or empty to keep it as it is
public record Assignment(List<Optional<Target>> targets) {
    public Assignment {
        targets = List.copyOf(targets);
    }

    /// A column that takes values.
    ///
    /// @param type of its values in a batch
    /// @param title the name of its type, for messages
    public record Target(String column, Type type, String title) {}

    /// The query with its values made those of the targets.
    RelRoot made(RelRoot root) {
        RelNode rel = root.project();
        List<RelDataTypeField> fields = rel.getRowType().getFieldList();
        if (fields.size() != targets.size()) {
            throw new IllegalStateException(
                    "each column of a query that is written goes somewhere: columns="
                            + fields.size()
                            + " targets="
                            + targets.size());
        }
        RexBuilder rex = rel.getCluster().getRexBuilder();
        List<RexNode> values = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int c = 0; c < fields.size(); c++) {
            RexNode value = rex.makeInputRef(rel, c);
            Optional<Target> target = targets.get(c);
            values.add(target.isEmpty() ? value : assigned(value, target.get(), rex));
            names.add(fields.get(c).getName() + "#" + c);
        }
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null);
        RelNode made = builder.push(rel).project(values, names, true).build();
        return RelRoot.of(made, made.getRowType(), root.kind);
    }

    private static RexNode assigned(RexNode value, Target target, RexBuilder rex) {
        RelDataTypeFactory factory = rex.getTypeFactory();
        RelDataType from = value.getType();
        RelDataType to = Types.relType(target.type(), factory, true);
        if (!fits(from, target.type())) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "column \""
                            + target.column()
                            + "\" is of type "
                            + target.title()
                            + " but expression is of type "
                            + Types.name(from).toLowerCase(java.util.Locale.ROOT)
                            + ". Cast it, for example x::"
                            + target.title());
        }
        return from.getSqlTypeName() == to.getSqlTypeName()
                        && SqlTypeUtil.equalSansNullability(factory, from, to)
                ? value
                : rex.makeCast(to, value);
    }

    private static boolean fits(RelDataType from, Type to) {
        SqlTypeName name = from.getSqlTypeName();
        if (name == SqlTypeName.NULL || SqlTypeUtil.inCharFamily(from)) {
            return true;
        }
        return switch (to.kind()) {
            case TEXT -> true;
            case BOOLEAN -> name == SqlTypeName.BOOLEAN;
            case INTEGER, BIGINT, DOUBLE, DECIMAL -> SqlTypeUtil.isNumeric(from);
            case DATE, TIMESTAMP, INSTANT ->
                    name == SqlTypeName.DATE
                            || name == SqlTypeName.TIMESTAMP
                            || name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            case TIME ->
                    name == SqlTypeName.TIME
                            || name == SqlTypeName.TIMESTAMP
                            || name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        };
    }
}
