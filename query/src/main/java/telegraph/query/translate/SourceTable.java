package telegraph.query.translate;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import telegraph.engine.Column;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;
import telegraph.query.value.Types;

/// A source as the planner sees it. What it declares as intervals it gives as texts, which are read
/// where they are used.
public final class SourceTable extends AbstractTable implements TranslatableTable {
    private static final double ROWS_GUESSED = 10_000;

    private final Source source;

    SourceTable(Source source) {
        this.source = source;
    }

    public Source source() {
        return source;
    }

    /// The names of the columns that a row as a whole has.
    List<String> shown() {
        List<Column> columns = source.schema().columns();
        return IntStream.range(0, columns.size())
                .filter(c -> !(source instanceof DeclaredColumns some && some.isHidden(c)))
                .mapToObj(c -> columns.get(c).name())
                .toList();
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        return rowType(Set.of("bytea", "interval"), factory);
    }

    /// The columns, where some have the types they are declared with, and others those they are
    /// given with.
    private RelDataType rowType(Set<String> declared, RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (Column column : source.schema().columns()) {
            String type = declared(row.getFieldCount());
            row.add(
                    column.name(),
                    declared.contains(type)
                            ? Types.named(type, factory)
                            : Types.relType(column.type(), factory, true));
        }
        return row.build();
    }

    private String declared(int index) {
        return source instanceof DeclaredColumns columns ? columns.declared(index) : "";
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        RelOptCluster cluster = context.getCluster();
        RelDataType given = rowType(Set.of("bytea"), cluster.getTypeFactory());
        if (given.equals(table.getRowType())) {
            return LogicalTableScan.create(cluster, table, context.getTableHints());
        }
        RelNode scan =
                LogicalTableScan.create(
                        cluster, ((RelOptTableImpl) table).copy(given), context.getTableHints());
        return RelOptUtil.createCastRel(scan, table.getRowType(), true);
    }

    @Override
    public Statistic getStatistic() {
        var rows = source.traits().rows();
        return Statistics.of(
                rows.isPresent() ? (double) rows.getAsLong() : ROWS_GUESSED, List.of());
    }
}
