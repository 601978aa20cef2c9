package telegraph.query.translate;

import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.tools.RelBuilder;
import telegraph.query.syntax.WrittenOut;

/// A view as the planner sees it: its own query takes its place.
final class ViewTable extends AbstractTable implements TranslatableTable {
    private final Scope.Named.View view;
    private final Translator translator;
    private final List<String> names;
    private final RelDataType rowType;
    private List<String> declared = List.of();

    ViewTable(Scope.Named.View view, Translator translator) {
        this.view = view;
        this.translator = translator;
        RelDataType own = translator.shape(view.query()).rowType();
        // A source that a view reads may have got columns since it was made.
        this.names =
                SqlValidatorUtil.uniquify(
                        view.columns().isEmpty() ? own.getFieldNames() : view.columns(), false);
        this.rowType = translator.renamed(own, names);
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        return rowType;
    }

    /// What its query comes to, written out.
    WrittenOut.Extent extent() {
        return translator.extent();
    }

    /// The types of its columns as PostgreSQL writes them.
    List<String> declared() {
        if (declared.isEmpty()) {
            declared = translator.shape(view.query()).declared();
        }
        return declared;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        RelNode plan = translator.translate(view.query(), context.getCluster()).root().project();
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(context.getCluster(), null);
        return builder.push(plan).project(builder.fields(), names, true).build();
    }
}
